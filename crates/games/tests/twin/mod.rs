//! The slow, obvious twin of every game's turn generator.
//!
//! It exists so that the fast bit-board generators can be compared with something that was
//! written a second time, straight from `docs/rules.md`, by somebody who did not look at them.
//! It therefore uses nothing of the damier crates: text goes in, text comes out, a board is a
//! grid of letters. Where a sentence of the rules is implemented, a comment quotes it.
//!
//! Each game brings its own in `crates/games/src/GAME/twin.rs`, where the build script finds it.
//! What is common to all games stands here.

#![allow(unreachable_pub)]
#![allow(dead_code, reason = "each test file uses some of it")]

pub mod hand;
pub mod text;
mod valid;

use std::collections::BTreeMap;

use text::{Position, Rules, opponent};

// `ALL`: the twins by the names of their games, and their modules.
include!(concat!(env!("OUT_DIR"), "/twins.rs"));

/// The turns of the player to move; the same turn may be listed more than once, and the positions
/// after them do not say yet whether the game is over.
pub type Turns = fn(&Rules, &Position) -> Vec<(String, Position)>;

/// Whether the turn that led from one position to another left a player at its goal.
pub type Goal = fn(&Rules, &Position, &Position, char) -> bool;

/// A game, written a second time.
pub struct Twin {
    files: usize,
    ranks: usize,
    letters: [char; 2],
    keys: &'static [&'static str],
    turns: Turns,
    goal: Goal,
    valid: fn(&Rules, &Position) -> bool,
    has_turn: Option<fn(&Rules, &Position) -> bool>,
    both_draw: fn(&Rules) -> bool,
    end: Option<fn(&Rules, &Position) -> bool>,
}

impl Twin {
    /// A game of White and Black on a board of this size, without keys: its turns; whether the turn
    /// that led from one position to another left a player at its goal; and whether a position of
    /// the right form can be one, keys included and the end left aside.
    pub const fn new(
        files: usize,
        ranks: usize,
        turns: Turns,
        goal: Goal,
        valid: fn(&Rules, &Position) -> bool,
    ) -> Twin {
        let letters = ['w', 'b'];
        let both_draw = |_: &Rules| false;
        Twin {
            files,
            ranks,
            letters,
            keys: &[],
            turns,
            goal,
            valid,
            has_turn: None,
            both_draw,
            end: None,
        }
    }

    /// The letters of the players, if they are others.
    pub const fn letters(self, letters: [char; 2]) -> Twin {
        Twin { letters, ..self }
    }

    /// The keys a position may carry besides `won`, in the order in which they are written.
    pub const fn keys(self, keys: &'static [&'static str]) -> Twin {
        Twin { keys, ..self }
    }

    /// Whether there is a turn, where listing all of them takes too long.
    pub const fn has_turn(self, has_turn: fn(&Rules, &Position) -> bool) -> Twin {
        Twin { has_turn: Some(has_turn), ..self }
    }

    /// Whether the game is drawn if a turn leaves both players at their goal; otherwise the player
    /// who made it wins.
    pub const fn both_draw(self, both_draw: fn(&Rules) -> bool) -> Twin {
        Twin { both_draw, ..self }
    }

    /// Whether the key `won` is right, where the board alone does not tell the end.
    pub const fn end(self, end: fn(&Rules, &Position) -> bool) -> Twin {
        Twin { end: Some(end), ..self }
    }

    /// The turns of the player to move, none if the game is over.
    fn legal_turns(&self, rules: &Rules, position: &Position) -> Vec<(String, Position)> {
        match self.is_over(rules, position) {
            true => Vec::new(),
            false => (self.turns)(rules, position),
        }
    }

    /// Whether the player to move has a legal turn, in a position without a reached goal.
    fn can_move(&self, rules: &Rules, position: &Position) -> bool {
        match self.has_turn {
            Some(has_turn) => has_turn(rules, position),
            None => !self.legal_turns(rules, position).is_empty(),
        }
    }

    /// "a finished game has no turns", and "A reader accepts a missing `won` where the board itself
    /// shows the end".
    fn is_over(&self, rules: &Rules, position: &Position) -> bool {
        let reached = |player| (self.goal)(rules, position, position, player);
        position.has("won") || reached(position.side) || reached(opponent(position.side))
    }

    /// "A finished position has `won` as its only key; SIDE is the player who would be next."
    fn with_end(&self, rules: &Rules, before: &Position, after: Position) -> Position {
        match self.winner(rules, before, &after) {
            None => after,
            Some(winner) => {
                let mut over = before.next(after.board);
                over.set("won", winner);
                over
            }
        }
    }

    /// Who has won after a turn, `-` for nobody, `None` if the game goes on.
    fn winner(&self, rules: &Rules, before: &Position, after: &Position) -> Option<char> {
        let mover = before.side;
        let mover_at_goal = (self.goal)(rules, before, after, mover);
        let opponent_at_goal = (self.goal)(rules, before, after, opponent(mover));
        if mover_at_goal && opponent_at_goal && (self.both_draw)(rules) {
            return Some('-');
        }
        // "After each turn, in this order: (1) the goal of the player who moved,
        if mover_at_goal {
            return Some(mover);
        }
        // (2) the goal of the opponent,
        if opponent_at_goal {
            return Some(opponent(mover));
        }
        // (3) if the opponent now has no legal turn (all keys considered), the player who moved
        // wins."
        (!self.can_move(rules, after)).then_some(mover)
    }
}

/// The twin of this game.
fn twin(game: &str) -> &'static Twin {
    let found = ALL.iter().find(|(id, _)| *id == game);
    let missing = || panic!("{game} has no slow twin: write crates/games/src/{game}/twin.rs");
    &found.unwrap_or_else(missing).1
}

/// All legal turns of a position, each with the position it leads to, sorted by turn text.
///
/// `rules` are the options that are not the default, as `teleport=one,first=black`; the position
/// text has to be a valid one.
pub fn turns(game: &str, rules: &str, position: &str) -> Vec<(String, String)> {
    let (twin, rules) = (twin(game), Rules::read(rules));
    let before = Position::read(position);
    let write = |position: &Position| position.write(twin.keys);
    assert_eq!(write(&before), position, "a valid text is written back as it was read");

    let mut sorted = BTreeMap::new();
    for (turn, after) in twin.legal_turns(&rules, &before) {
        let after = write(&twin.with_end(&rules, &before, after));
        // "Turns are different if their texts differ."
        let twice = sorted.insert(turn.clone(), after.clone());
        assert!(
            twice.is_none_or(|other| other == after),
            "{turn} leads to two positions from {position}"
        );
    }
    sorted.into_iter().collect()
}

/// Whether a text is a position of the game under these rules.
pub fn is_valid(game: &str, rules: &str, text: &str) -> bool {
    valid::is_valid(twin(game), &Rules::read(rules), text)
}
