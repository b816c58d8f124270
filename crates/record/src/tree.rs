//! The tree of a record: each node is a turn, the first child of a node goes on with its line, the
//! other children are variations. Nodes are numbered and lie in one list, so that a long game is
//! neither deep nor slow to drop, and whoever holds a number can go up as well as down.

/// What may be written right behind a turn, the longer ones first.
pub const GLYPHS: [&str; 6] = ["!!", "??", "!?", "?!", "!", "?"];

/// A node of a [`Tree`], by its number there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(usize);

/// The turns of a record, with comments. The root stands for the start: it has no turn.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// A turn and what is said about it.
#[derive(Clone, Debug)]
pub struct Node {
    turn: String,
    glyph: String,
    position: String,
    comment: String,
    opening: String,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

impl Node {
    /// The turn; empty at the root.
    #[must_use]
    pub fn turn(&self) -> &str {
        &self.turn
    }

    /// What it is thought of, as one of [`GLYPHS`]; empty if nothing.
    #[must_use]
    pub fn glyph(&self) -> &str {
        &self.glyph
    }

    /// The position after it.
    #[must_use]
    pub fn position(&self) -> &str {
        &self.position
    }

    /// What is said after it; empty if nothing.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// What is said before it, where a variation begins with it; empty if nothing.
    #[must_use]
    pub fn opening(&self) -> &str {
        &self.opening
    }

    /// The node before it; `None` at the root.
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The turns that follow, that of the line first.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    fn texts(&self) -> [&str; 5] {
        [&self.turn, &self.glyph, &self.position, &self.comment, &self.opening]
    }
}

impl Tree {
    /// Where the game begins: a node without a turn.
    pub const ROOT: NodeId = NodeId(0);

    /// No turn yet.
    pub(crate) fn new(start: String) -> Tree {
        let mut tree = Tree { nodes: Vec::new() };
        tree.push(String::new(), start, None);
        tree
    }

    /// The node of this number.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    /// The nodes of the game itself, without its variations.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.line_from(self.next(Tree::ROOT))
    }

    /// The node that goes on with the line of this one.
    pub(crate) fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).children.first().copied()
    }

    /// This node and those that go on with its line.
    pub(crate) fn line_from(&self, id: Option<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(id, |id| self.next(*id))
    }

    /// The turns that could have been played instead of one that goes on with its line. A
    /// variation itself has none: what could replace it is a variation of the same turn.
    #[must_use]
    pub fn variations(&self, id: NodeId) -> &[NodeId] {
        let siblings = self.node(id).parent.map_or(&[][..], |parent| &self.node(parent).children);
        match siblings {
            [first, others @ ..] if *first == id => others,
            _ => &[],
        }
    }

    /// Whether there is anything besides the turns of the game: a comment, a glyph or a variation.
    #[must_use]
    pub fn has_notes(&self) -> bool {
        let said = |node: &Node| {
            !node.comment.is_empty() || !node.glyph.is_empty() || node.children.len() > 1
        };
        self.nodes.iter().any(said)
    }

    /// Adds a turn after all others that follow `parent`.
    pub(crate) fn add(&mut self, parent: NodeId, turn: String, position: String) -> NodeId {
        self.push(turn, position, Some(parent))
    }

    fn push(&mut self, turn: String, position: String, parent: Option<NodeId>) -> NodeId {
        let id = NodeId(self.nodes.len());
        let [glyph, comment, opening] = [const { String::new() }; 3];
        let children = Vec::new();
        self.nodes.push(Node { turn, glyph, position, comment, opening, parent, children });
        if let Some(parent) = parent {
            self.node_mut(parent).children.push(id);
        }
        id
    }

    /// Says something after a turn, besides what was said before.
    pub(crate) fn add_comment(&mut self, id: NodeId, text: &str) {
        join(&mut self.node_mut(id).comment, text);
    }

    /// Says what a turn is thought of.
    pub(crate) fn set_glyph(&mut self, id: NodeId, glyph: &str) {
        self.node_mut(id).glyph = glyph.to_owned();
    }

    /// Says something before the turn that a variation begins with.
    pub(crate) fn set_opening(&mut self, id: NodeId, text: String) {
        self.node_mut(id).opening = text;
    }

    pub(crate) fn set_comment(&mut self, id: NodeId, text: &str) {
        self.node_mut(id).comment = clean(text);
    }

    /// Takes over what another tree says after the turns that both main lines begin with, and its
    /// variations of these turns.
    pub(crate) fn keep_notes(&mut self, other: &Tree) {
        let mut both = Some((Tree::ROOT, Tree::ROOT));
        while let Some((own, theirs)) = both {
            if self.node(own).turn != other.node(theirs).turn {
                return;
            }
            self.node_mut(own).comment.clone_from(&other.node(theirs).comment);
            self.node_mut(own).glyph.clone_from(&other.node(theirs).glyph);
            if let Some(parent) = self.node(own).parent {
                for variation in other.variations(theirs) {
                    self.graft(parent, other, *variation);
                }
            }
            both = self.next(own).zip(other.next(theirs));
        }
    }

    /// Copies a node of another tree and all below it.
    fn graft(&mut self, parent: NodeId, other: &Tree, id: NodeId) {
        let mut open = vec![(parent, id)];
        while let Some((parent, id)) = open.pop() {
            let theirs = other.node(id);
            let own = self.add(parent, theirs.turn.clone(), theirs.position.clone());
            self.node_mut(own).comment.clone_from(&theirs.comment);
            self.node_mut(own).glyph.clone_from(&theirs.glyph);
            self.node_mut(own).opening.clone_from(&theirs.opening);
            open.extend(theirs.children.iter().rev().map(|child| (own, *child)));
        }
    }
}

/// Equal if they say the same, in whatever order the nodes were added.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let mut open = vec![(Tree::ROOT, Tree::ROOT)];
        while let Some((a, b)) = open.pop() {
            let (a, b) = (self.node(a), other.node(b));
            if a.texts() != b.texts() || a.children.len() != b.children.len() {
                return false;
            }
            open.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        true
    }
}

impl Eq for Tree {}

/// Appends a comment to another.
pub(crate) fn join(all: &mut String, text: &str) {
    let text = clean(text);
    if !all.is_empty() && !text.is_empty() {
        all.push(' ');
    }
    all.push_str(&text);
}

/// A comment as records keep it: a closing brace, which would end it, becomes a parenthesis, and
/// control characters other than line breaks and tabs become spaces.
fn clean(text: &str) -> String {
    let keep = |c| match c {
        '}' => ')',
        '\n' | '\t' => c,
        c if c.is_control() => ' ',
        c => c,
    };
    text.replace("\r\n", "\n").chars().map(keep).collect::<String>().trim().to_string()
}
