//! A position of any game, read once and then asked: the object-safe face of a checked position.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use super::{Entering, position_text, turn_text};
use crate::bits::Layout;
use crate::cell::Cell;
use crate::entry::{Click, Step, read_turn, refusal};
use crate::game::{Outcome, Playable};
use crate::hints::Hints;
use crate::reason::Reason;
use crate::side::Side;
use crate::view::Scene;
use crate::walk::{Numbered, Offers, Walk};
use crate::words::Message;

/// Turns of a position, each with the position it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The turns, sorted by their texts.
    pub turns: Vec<(String, String)>,
    /// Whether there are others.
    pub more: bool,
}

/// A position of any game.
pub trait AnyPosition: Send + Sync {
    /// As it is normally written.
    fn text(&self) -> String;
    /// Whose turn it is, or would be.
    fn to_move(&self) -> Side;
    /// How the game ended, if the position shows it.
    fn outcome(&self) -> Option<Outcome>;
    /// Why the game is over, if the position shows it.
    fn reason(&self) -> Option<Reason>;
    /// What stands on the board.
    fn scene(&self) -> Scene;
    /// A special rule in force that no mark on the board shows.
    fn remark(&self) -> Option<Message>;
    /// Which pawns can, or must, begin a turn.
    fn hints(&self) -> Hints;
    /// At most so many legal turns with the positions they lead to, sorted by turn text. Where
    /// there are more, which of them are listed is the same every time and means nothing. Some
    /// positions have tens of thousands.
    fn turns(&self, most: usize) -> Listed;
    /// The position after a turn, or why the turn is refused.
    fn play(&self, turn: &str) -> Result<Box<dyn AnyPosition>, Message>;
    /// How a legal turn is entered: its clicks with their effects, in one of the orders permitted.
    fn steps(&self, turn: &str) -> Result<Vec<Step>, Message>;
    /// Follows clicks, making those without alternative; an error says why one is refused.
    fn enter(&self, clicks: &[&str]) -> Result<Entering, Message>;
}

/// A position with its rules.
pub(super) struct At<G: Playable> {
    pub(super) game: G,
    pub(super) position: G::Position,
}

impl<G: Playable> AnyPosition for At<G> {
    fn text(&self) -> String {
        position_text(&self.game, &self.position)
    }

    fn to_move(&self) -> Side {
        self.game.to_move(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }

    fn reason(&self) -> Option<Reason> {
        self.game.reason(&self.position)
    }

    fn scene(&self) -> Scene {
        scene_of(&self.game, &self.position)
    }

    fn remark(&self) -> Option<Message> {
        self.game.remark(&self.position)
    }

    fn hints(&self) -> Hints {
        let own = self.game.setup(&self.position).pawns[self.to_move().index()];
        Hints::new(&Walk::new(&Numbered::new(&self.game, &self.position)), G::LAYOUT, own)
    }

    fn turns(&self, most: usize) -> Listed {
        listed(&self.game, &self.position, most)
    }

    fn play(&self, turn: &str) -> Result<Box<dyn AnyPosition>, Message> {
        let turn = read_turn(&self.game, &self.position, turn)?;
        Ok(Box::new(At { game: self.game, position: self.game.play(&self.position, turn) }))
    }

    fn steps(&self, turn: &str) -> Result<Vec<Step>, Message> {
        let turn = read_turn(&self.game, &self.position, turn)?;
        Ok(first(self.game.sequences(&self.position, turn)))
    }

    fn enter(&self, clicks: &[&str]) -> Result<Entering, Message> {
        let At { game, position } = self;
        let turns = Numbered::new(game, position);
        let refuse =
            |entered: &[Click], whole, click| refusal(game, position, entered, whole, click);
        let written = |number: usize| {
            let after = game.play(position, turns.turn(number));
            (turns.text(number), position_text(game, &after))
        };
        Entering::new(&turns, clicks, G::buttons(), &written, &refuse)
    }
}

/// The legal turns of a position in text, at most so many; and whether there are more.
fn listed<G: Playable>(game: &G, position: &G::Position, most: usize) -> Listed {
    // A heap, since its code is a sixth of that of a sort, in a module that people wait for.
    let mut turns = BinaryHeap::new();
    let cut = game.each_turn(position, &mut |turn| {
        if turns.len() == most {
            return ControlFlow::Break(());
        }
        let after = game.play(position, turn);
        turns.push((turn_text(game, position, turn), position_text(game, &after)));
        ControlFlow::Continue(())
    });
    Listed { turns: turns.into_sorted_vec(), more: cut.is_break() }
}

/// What stands on the board in this position.
pub(crate) fn scene_of<G: Playable>(game: &G, position: &G::Position) -> Scene {
    let pieces = pieces(G::LAYOUT, game.setup(position).pawns);
    Scene { pieces, hand: game.hand(position), marks: game.marks(position), ..Scene::default() }
}

// What follows does not depend on the game and is compiled once, not into each game's code.

/// One of the orders in which a turn can be entered.
#[inline(never)]
pub(super) fn first(sequences: Vec<Vec<Step>>) -> Vec<Step> {
    sequences.into_iter().next().unwrap_or_default()
}

/// The pawns of both sides, rank by rank.
#[inline(never)]
fn pieces(layout: Layout, pawns: [u64; 2]) -> Vec<(Cell, Side)> {
    let owner = |cell: Cell| {
        let bit = layout.bit(cell)?;
        let side = Side::BOTH.into_iter().find(|side| pawns[side.index()] >> bit & 1 == 1)?;
        Some((cell, side))
    };
    layout.cells().filter_map(owner).collect()
}
