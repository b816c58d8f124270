//! Writing records the one normal way: tags in a fixed order, numbers, lines of bounded width.

use crate::{NodeId, Record, Tree, number};

/// Lines are broken before this column; a single word or comment may be longer.
const WIDTH: usize = 80;

impl Record {
    /// The record as text. Reading it gives an equal record.
    #[must_use]
    pub fn write(&self) -> String {
        let mut out = String::new();
        tag(&mut out, "Game", &self.game);
        if !self.rules.is_empty() {
            tag(&mut out, "Rules", &self.rules);
        }
        if !self.ordinary {
            tag(&mut out, "Start", self.start());
        }
        for (name, value) in self.tags.iter() {
            tag(&mut out, name, value);
        }
        tag(&mut out, "Result", self.result.text());
        if let Some(how) = self.termination {
            tag(&mut out, "Termination", how.text());
        }
        let mut text = Wrapped::default();
        text.comment(self.tree.node(Tree::ROOT).comment());
        text.line(&self.tree, self.tree.next(Tree::ROOT), 0);
        if !text.out.is_empty() {
            out.push('\n');
            out.push_str(&text.out);
            out.push('\n');
        }
        out
    }
}

fn tag(out: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    out.push_str(&format!("[{name} \"{value}\"]\n"));
}

/// Words in lines.
#[derive(Default)]
struct Wrapped {
    out: String,
    column: usize,
    /// Parentheses to be opened right before the next word.
    opening: usize,
}

impl Wrapped {
    fn word(&mut self, word: &str) {
        let first = word.split('\n').next().unwrap_or_default().chars().count() + self.opening;
        if !self.out.is_empty() {
            let fits = self.column + 1 + first < WIDTH;
            self.out.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.out.extend(std::iter::repeat_n('(', self.opening));
        self.out.push_str(word);
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + first,
        };
        self.opening = 0;
    }

    fn comment(&mut self, text: &str) {
        if !text.is_empty() {
            self.word(&format!("{{{text}}}"));
        }
    }

    /// A line whose first turn is turn `ply` of the game.
    fn line(&mut self, tree: &Tree, first: Option<NodeId>, mut ply: usize) {
        let mut lost = true; // whether a reader could have lost count
        for id in tree.line_from(first) {
            let node = tree.node(id);
            match lost || ply.is_multiple_of(2) {
                true => self.word(&format!("{} {}{}", number(ply), node.turn(), node.glyph())),
                false => self.word(&format!("{}{}", node.turn(), node.glyph())),
            }
            self.comment(node.comment());
            let variations = tree.variations(id);
            for variation in variations {
                self.opening += 1;
                self.comment(tree.node(*variation).opening());
                self.line(tree, Some(*variation), ply);
                self.out.push(')');
                self.column += 1;
            }
            lost = !variations.is_empty();
            ply += 1;
        }
    }
}
