//! Entry by clicks. A turn is entered as a sequence of clicks on cells and buttons; each click
//! carries its effects on the board. A user interface follows what is on offer and animates
//! effects; it knows no rules. The sequences form a prefix code: none belongs to two turns and none
//! is the beginning of another, so a turn is complete exactly when its last click is made.
//!
//! A position may have tens of thousands of turns, so they are never listed here: a typed turn is
//! resolved by the clicks it stands for.

use std::fmt;
use std::ops::ControlFlow;

use crate::cell::Cell;
use crate::game::{Entry, Notation};
use crate::side::Side;
use crate::view::View;
use crate::walk::{Numbered, Offers, Walk};
use crate::words::{Message, Phrase, phrase};

/// A button beside or on the board, by the name it has in turns and drawings.
pub type Button = &'static str;

/// The button that ends a turn which could go on.
pub const DONE: Button = "done";

/// [`DONE`] for people.
pub const DONE_WORDS: Phrase = phrase!("entry.done");

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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The regions that can turn do.
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

/// A way to go on from what was entered so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next<T> {
    /// The click and its effects.
    pub step: Step,
    /// The turn that this click completes.
    pub completes: Option<T>,
}

/// [`Entry::next`] for a game whose positions have few turns: goes through all of them, but looks
/// only at those whose `first` click fits.
pub fn next_of_turns<G: Entry>(
    game: &G,
    position: &G::Position,
    entered: &[Click],
    first: impl Fn(G::Turn) -> Click,
) -> Vec<Next<G::Turn>> {
    let mut all: Vec<Next<G::Turn>> = Vec::new();
    let _ = game.each_turn(position, &mut |turn| {
        let begins = first(turn);
        let fits = match entered.first() {
            Some(click) => begins == *click,
            None => !all.iter().any(|next| next.step.click == begins),
        };
        let sequences = fits.then(|| game.sequences(position, turn)).into_iter().flatten();
        sequences.for_each(|steps| add_next(&mut all, entered, steps, turn));
        ControlFlow::Continue(())
    });
    all
}

/// Adds the click of a sequence that follows those entered, if the sequence begins with these and
/// the click is new.
fn add_next<T>(all: &mut Vec<Next<T>>, entered: &[Click], mut steps: Vec<Step>, turn: T) {
    let (at, length) = (entered.len(), steps.len());
    let under = length > at && steps.iter().zip(entered).all(|(step, click)| step.click == *click);
    if under && !all.iter().any(|next| next.step.click == steps[at].click) {
        let completes = (length == at + 1).then_some(turn);
        all.push(Next { step: steps.swap_remove(at), completes });
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

const ELSEWHERE: Phrase = phrase!("entry.elsewhere");
const NO_BUTTON: Phrase = phrase!("entry.no-button");
const OVER: Phrase = phrase!("entry.over");
const COMPLETE: Phrase = phrase!("entry.complete");
const WRITTEN: Phrase = phrase!("entry.written");
const UNFINISHED: Phrase = phrase!("entry.unfinished");

/// Why this click cannot follow those already entered; `complete` if these make a whole turn.
pub(crate) fn refusal<G: Entry + Notation>(
    game: &G,
    position: &G::Position,
    entered: &[Click],
    complete: bool,
    click: Click,
) -> Message {
    if game.outcome(position).is_some() {
        return OVER.say();
    }
    if complete {
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

/// No turn is written with more bytes.
const LONGEST: usize = 400;

/// The legal turn that `text` writes, or why there is none. The text says what its writer would
/// have clicked, and that is followed: where it leads to a turn, the turn's own text has to be the
/// one that was typed.
pub fn read_turn<G: Entry + Notation>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<G::Turn, Message> {
    let text = text.trim();
    if game.outcome(position).is_some() {
        return Err(OVER.say());
    }
    if text.len() > LONGEST {
        let cut: String = text.chars().take(60).chain(['…']).collect();
        return Err(not_a_turn(&cut));
    }
    let guesses = game.tried(position, text)?;
    let turns = Numbered::new(game, position);
    let refuse = |entered: &[Click], whole, click| refusal(game, position, entered, whole, click);
    resolve(&turns, text, &guesses, &refuse).map(|turn| turns.turn(turn))
}

/// The number of the turn that one of the guesses enters and that is written like this.
fn resolve(
    turns: &dyn Offers,
    text: &str,
    guesses: &[Vec<Tried>],
    refuse: Refuse<'_>,
) -> Result<usize, Message> {
    let furthest = Walk::new(turns).furthest(guesses);
    let (walk, stuck) = furthest.ok_or_else(|| not_a_turn(text))?;
    if let Some(click) = stuck {
        return Err(refuse(&walk.clicks, walk.turn.is_some(), click));
    }
    match walk.turn {
        Some(turn) if turns.text(turn) == text => Ok(turn),
        Some(turn) => Err(WRITTEN.with(turns.text(turn))),
        None => Err(UNFINISHED.with(walk.first().map_or(String::new(), |turn| turns.text(turn)))),
    }
}

/// Says why a click cannot follow others, which may make a whole turn.
pub(crate) type Refuse<'r> = &'r dyn Fn(&[Click], bool, Click) -> Message;

/// The complaint that a text has not the form of a turn.
#[must_use]
pub fn not_a_turn(text: &str) -> Message {
    const FORM: Phrase = phrase!("entry.form");
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
