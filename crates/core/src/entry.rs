//! Entry by clicks. A turn is entered as a sequence of clicks on cells and buttons; each click
//! carries its effects on the board. A user interface walks the [`Tree`] of all sequences of a
//! position and animates effects; it knows no rules. The sequences form a prefix code: none
//! belongs to two turns and none is the beginning of another, so a turn is complete exactly when
//! its last click is made.

use std::fmt;

use crate::cell::Cell;
use crate::game::Entry;
use crate::side::Side;
use crate::view::View;
use crate::words::{Message, Phrase};

pub use crate::tree::Tree;

/// A button beside or on the board, by the name it has in turns and drawings.
pub type Button = &'static str;

/// The button that ends a turn which could go on.
pub const DONE: Button = "done";

/// [`DONE`] for people.
pub const DONE_WORDS: Phrase = Phrase::new("Done", "Terminer");

/// One click.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Click {
    /// On a cell.
    Cell(Cell),
    /// On a button.
    Button(Button),
}

impl fmt::Display for Click {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Click::Cell(cell) => cell.fmt(f),
            Click::Button(button) => f.write_str(button),
        }
    }
}

impl serde::Serialize for Click {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

/// What a click does on the board. All effects of one click happen together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase", tag = "do")]
pub enum Effect {
    /// A pawn goes from one cell to another; two of them make a swap.
    Move {
        /// Where it stood.
        from: Cell,
        /// Where it will stand.
        to: Cell,
    },
    /// A pawn leaves the board.
    Remove {
        /// Where it stood.
        cell: Cell,
    },
    /// A pawn comes from the hand.
    Place {
        /// Where it will stand.
        cell: Cell,
        /// Whose it is.
        side: Side,
    },
    /// The turning plate turns.
    Spin {
        /// Quarter turns clockwise, seen from above; negative the other way.
        quarters: i8,
    },
}

/// A click with its effects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The click.
    pub click: Click,
    /// What it does.
    pub effects: Vec<Effect>,
    /// How the notation calls what is chosen here, where it has a letter for it.
    pub tag: Option<char>,
}

impl Step {
    /// A click on a cell.
    #[must_use]
    pub fn cell(cell: Cell, effects: Vec<Effect>) -> Step {
        Step { click: Click::Cell(cell), effects, tag: None }
    }

    /// A click on a button.
    #[must_use]
    pub fn button(button: Button, effects: Vec<Effect>) -> Step {
        Step { click: Click::Button(button), effects, tag: None }
    }

    /// The same click with the letter that the notation has for what it chooses.
    #[must_use]
    pub fn tagged(mut self, tag: char) -> Step {
        self.tag = Some(tag);
        self
    }
}

/// A click that a typed turn stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// The click is certainly meant.
    Click(Click),
    /// The click is meant if there is a choice to make here.
    IfAsked(Click),
}

const ELSEWHERE: Phrase =
    Phrase::new("{0} is no cell of this board", "{0} n’est pas une case de ce plateau");
const NO_BUTTON: Phrase =
    Phrase::new("the button “{0}” does nothing here", "le bouton « {0} » ne fait rien ici");
const OVER: Phrase = Phrase::new("the game is over", "la partie est finie");
const COMPLETE: Phrase = Phrase::new("the turn is already complete", "le tour est déjà complet");
const WRITTEN: Phrase = Phrase::new("this turn is written {0}", "ce tour s’écrit {0}");
const UNFINISHED: Phrase = Phrase::new(
    "the turn is not complete; it could be {0}",
    "le tour n’est pas complet ; ce pourrait être {0}",
);

/// Why this click cannot follow those already entered.
pub fn refusal<G: Entry + crate::game::Notation>(
    game: &G,
    position: &G::Position,
    tree: &Tree<G::Turn>,
    entered: &[Click],
    click: Click,
) -> Message {
    if game.outcome(position).is_some() {
        return OVER.say();
    }
    if tree.turn(entered).is_some() {
        return game.refuse_more(position, entered, click).unwrap_or(COMPLETE.say());
    }
    match click {
        Click::Cell(cell) if G::LAYOUT.bit(cell).is_none() => ELSEWHERE.with(cell),
        Click::Button(b) if !G::buttons().iter().any(|(button, _)| *button == b) => {
            NO_BUTTON.with(b)
        }
        _ => game.refuse(position, entered, click),
    }
}

/// The general answer to a button that is known but not offered now.
#[must_use]
pub fn button_idle<G: Entry>(button: Button) -> Message {
    let name = G::buttons().iter().find(|(b, _)| *b == button).map_or(DONE_WORDS, |(_, p)| *p);
    NO_BUTTON.with(name)
}

/// The legal turn that `text` writes, or why there is none.
pub fn read_turn<G: Entry + crate::game::Notation>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<G::Turn, Message> {
    let text = text.trim();
    let mut written = String::new();
    let turns = game.all_turns(position);
    let found = turns.iter().find(|turn| {
        written.clear();
        game.write_turn(position, **turn, &mut written);
        written == text
    });
    match found {
        Some(turn) => Ok(*turn),
        None => Err(why_not(game, position, text)),
    }
}

/// Why this text is no legal turn: it is followed through the tree as far as it goes.
fn why_not<G: Entry + crate::game::Notation>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Message {
    if game.outcome(position).is_some() {
        return OVER.say();
    }
    let guesses = match game.tried(position, text) {
        Ok(guesses) => guesses,
        Err(message) => return message,
    };
    let tree = Tree::new(game, position);
    let written = |turn: Option<G::Turn>| {
        let mut written = String::new();
        turn.inspect(|turn| game.write_turn(position, *turn, &mut written));
        written
    };
    match tree.paths().furthest(&guesses) {
        None => not_a_turn(text),
        Some((entered, Some(click))) => refusal(game, position, &tree, &entered, click),
        Some((entered, None)) => match tree.turn(&entered) {
            Some(turn) => WRITTEN.with(written(Some(turn))),
            None => UNFINISHED.with(written(tree.turns(&entered).first().copied())),
        },
    }
}

/// The complaint that a text has not the form of a turn.
#[must_use]
pub fn not_a_turn(text: &str) -> Message {
    const FORM: Phrase =
        Phrase::new("`{0}` is not written like a turn", "`{0}` n’est pas écrit comme un tour");
    FORM.with(text)
}

/// Reads cells separated by marks: `d2-e3A` is `d2`, then `-` `e3`, then what is left. A helper
/// for [`Entry::tried`].
#[must_use]
pub fn split_cell(text: &str) -> Option<(Cell, &str)> {
    let cell = Cell::read(text.get(..2)?)?;
    Some((cell, &text[2..]))
}

/// Applies the effects of one click to the pawns on the board.
pub fn apply(view: &View, pieces: &mut Vec<(Cell, Side)>, effects: &[Effect]) {
    let before = pieces.clone();
    let at = |cell| before.iter().find(|(c, _)| *c == cell).map(|(_, side)| *side);
    let mut arriving = Vec::new();
    for effect in effects {
        match *effect {
            Effect::Move { from, to } => arriving.extend(at(from).map(|side| (to, side))),
            Effect::Place { cell, side } => arriving.push((cell, side)),
            Effect::Spin { quarters } => {
                for (cell, side) in &before {
                    if let Some(to) = view.turned(*cell, quarters) {
                        arriving.push((to, *side));
                    }
                }
            }
            Effect::Remove { .. } => {}
        }
    }
    pieces.retain(|(cell, _)| {
        !effects.iter().any(|effect| match effect {
            Effect::Move { from, .. } => from == cell,
            Effect::Remove { cell: gone } => gone == cell,
            Effect::Spin { quarters } => view.turned(*cell, *quarters).is_some(),
            Effect::Place { .. } => false,
        })
    });
    pieces.extend(arriving);
}
