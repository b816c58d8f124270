//! Proof-number search: answers "can the player to move force a win?" and looks first where the
//! answer seems nearest. Draws and repetitions count as not won. The tree is kept in memory;
//! when there is no more room the answer stays open.

use std::sync::Arc;

use damier_core::game::{Game, Outcome};
use damier_core::side::Side;
use damier_core::value::{Oracle, Value};

/// Larger than every number of proof that can be finite.
const NEVER: u32 = u32::MAX;

/// What is known so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The player to move can force a win.
    Won,
    /// The player to move cannot.
    NotWon,
    /// Not known yet.
    Open,
}

struct Node<P> {
    position: P,
    parent: u32,
    /// Its children, which lie side by side; empty until it is looked at.
    children: std::ops::Range<u32>,
    /// How many leaves at least must be won to prove the win here, and how many must not be to
    /// disprove it.
    proof: u32,
    disproof: u32,
    /// Whether the player who wants to win is to move.
    ours: bool,
}

/// A search for a proof.
pub struct ProofSearch<G: Game> {
    game: G,
    side: Side,
    oracle: Option<Arc<dyn Oracle<G>>>,
    nodes: Vec<Node<G::Position>>,
    most: usize,
}

impl<G: Game> ProofSearch<G> {
    /// Whether the player to move wins here; no more than `most` positions are kept.
    #[must_use]
    pub fn new(
        game: G,
        root: G::Position,
        oracle: Option<Arc<dyn Oracle<G>>>,
        most: usize,
    ) -> Self {
        let side = game.to_move(&root);
        let mut search = ProofSearch { game, side, oracle, nodes: Vec::new(), most };
        let node = search.node(root, NO_PARENT);
        search.nodes.push(node);
        search
    }

    /// How many positions are kept.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// What is known so far.
    #[must_use]
    pub fn answer(&self) -> Proof {
        match &self.nodes[0] {
            Node { proof: 0, .. } => Proof::Won,
            Node { disproof: 0, .. } => Proof::NotWon,
            _ => Proof::Open,
        }
    }

    /// A turn that was proved to win, once the answer is that there is one.
    #[must_use]
    pub fn winning_turn(&self) -> Option<G::Turn> {
        let root = &self.nodes[0];
        let turns = self.game.all_turns(&root.position);
        let proved = root.children.clone().position(|c| self.nodes[c as usize].proof == 0)?;
        turns.get(proved).copied()
    }

    /// Looks at about so many more positions; returns whether there is no more to do.
    pub fn run(&mut self, nodes: u64) -> bool {
        let until = self.nodes.len() as u64 + nodes;
        while self.answer() == Proof::Open {
            if self.nodes.len() >= self.most {
                return true;
            }
            if self.nodes.len() as u64 >= until {
                return false;
            }
            let leaf = self.most_proving();
            self.expand(leaf);
            self.update(leaf);
        }
        true
    }

    /// A position with the numbers it begins with.
    fn node(&self, position: G::Position, parent: u32) -> Node<G::Position> {
        let ours = self.game.to_move(&position) == self.side;
        let won = match self.game.outcome(&position) {
            Some(outcome) => Some(outcome == Outcome::Won(self.side)),
            None if self.repeats(&position, parent) => Some(false),
            None => self.known(&position).map(|value| match value {
                Value::Win(_) => ours,
                Value::Loss(_) => !ours,
                Value::Draw => false,
            }),
        };
        let (proof, disproof) = match won {
            Some(true) => (0, NEVER),
            Some(false) => (NEVER, 0),
            None => (1, 1),
        };
        Node { position, parent, children: 0..0, proof, disproof, ours }
    }

    fn known(&self, position: &G::Position) -> Option<Value> {
        self.oracle.as_ref()?.probe(position)
    }

    /// Whether the position occurred on the way from the root.
    fn repeats(&self, position: &G::Position, mut parent: u32) -> bool {
        while let Some(node) = self.nodes.get(parent as usize) {
            if node.position == *position {
                return true;
            }
            parent = node.parent;
        }
        false
    }

    /// The leaf at which an answer is nearest.
    fn most_proving(&self) -> u32 {
        let mut at = 0u32;
        loop {
            let node = &self.nodes[at as usize];
            let wanted = |c: u32| {
                let child = &self.nodes[c as usize];
                if node.ours { child.proof } else { child.disproof }
            };
            match node.children.clone().min_by_key(|c| wanted(*c)) {
                Some(child) => at = child,
                None => return at,
            }
        }
    }

    /// Looks at the turns of a leaf.
    fn expand(&mut self, leaf: u32) {
        let position = self.nodes[leaf as usize].position;
        let first = self.nodes.len() as u32;
        for turn in self.game.all_turns(&position) {
            let node = self.node(self.game.play(&position, turn), leaf);
            self.nodes.push(node);
        }
        self.nodes[leaf as usize].children = first..self.nodes.len() as u32;
    }

    /// Corrects the numbers from a leaf up to the root.
    fn update(&mut self, leaf: u32) {
        let mut at = leaf;
        while let Some(node) = self.nodes.get(at as usize) {
            let children = &self.nodes[node.children.start as usize..node.children.end as usize];
            let least =
                |of: fn(&Node<G::Position>) -> u32| children.iter().map(of).min().unwrap_or(NEVER);
            let sum = |of: fn(&Node<G::Position>) -> u32| {
                children.iter().map(of).fold(0u32, u32::saturating_add)
            };
            let (proof, disproof) = match node.ours {
                true => (least(|n| n.proof), sum(|n| n.disproof)),
                false => (sum(|n| n.proof), least(|n| n.disproof)),
            };
            let parent = node.parent;
            let node = &mut self.nodes[at as usize];
            (node.proof, node.disproof) = (proof, disproof);
            at = parent;
        }
    }
}

/// The parent of the root.
const NO_PARENT: u32 = u32::MAX;
