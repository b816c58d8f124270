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

/// One way to go on from what was entered so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next<T> {
    /// The click and its effects.
    pub step: Step,
    /// The turn that this click completes.
    pub completes: Option<T>,
}

/// All click sequences of a position.
#[derive(Clone, Debug)]
pub struct Tree<T> {
    sequences: Vec<(T, Vec<Step>)>,
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

impl<T: Copy + PartialEq> Tree<T> {
    /// The tree of every legal turn of a position.
    pub fn new<G: Entry<Turn = T>>(game: &G, position: &G::Position) -> Tree<T> {
        let mut sequences = Vec::new();
        for turn in game.all_turns(position) {
            sequences.extend(game.sequences(position, turn).into_iter().map(|s| (turn, s)));
        }
        Tree { sequences }
    }

    /// Every sequence with its turn.
    #[must_use]
    pub fn sequences(&self) -> &[(T, Vec<Step>)] {
        &self.sequences
    }

    /// The sequences that begin with these clicks.
    fn under<'a>(&'a self, entered: &'a [Click]) -> impl Iterator<Item = &'a (T, Vec<Step>)> {
        self.sequences.iter().filter(move |(_, steps)| {
            steps.len() >= entered.len() && steps.iter().zip(entered).all(|(s, c)| s.click == *c)
        })
    }

    /// The clicks that can follow, each once, in the order the turns are generated.
    #[must_use]
    pub fn next(&self, entered: &[Click]) -> Vec<Next<T>> {
        let mut all: Vec<Next<T>> = Vec::new();
        for (turn, steps) in self.under(entered) {
            let Some(step) = steps.get(entered.len()) else { continue };
            if !all.iter().any(|next| next.step.click == step.click) {
                let completes = (steps.len() == entered.len() + 1).then_some(*turn);
                all.push(Next { step: step.clone(), completes });
            }
        }
        all
    }

    /// The turns that these clicks can still become, each once.
    #[must_use]
    pub fn turns(&self, entered: &[Click]) -> Vec<T> {
        let mut all: Vec<T> = self.under(entered).map(|(turn, _)| *turn).collect();
        // The sequences of a turn stand next to each other.
        all.dedup();
        all
    }

    /// The turn that exactly these clicks make.
    #[must_use]
    pub fn turn(&self, entered: &[Click]) -> Option<T> {
        self.under(entered).find(|(_, s)| s.len() == entered.len()).map(|(turn, _)| *turn)
    }

    /// The effects of each of these clicks; `None` if they begin no turn.
    #[must_use]
    pub fn effects(&self, entered: &[Click]) -> Option<Vec<Vec<Effect>>> {
        let (_, steps) = self.under(entered).next()?;
        Some(steps[..entered.len()].iter().map(|step| step.effects.clone()).collect())
    }

    /// Makes the clicks that have no alternative: after the first click, as long as there is
    /// just one way to go on and it does not complete the turn. A turn is always completed by
    /// its player.
    pub fn skip(&self, entered: &mut Vec<Click>) {
        while !entered.is_empty() {
            match self.next(entered).as_slice() {
                [only] if only.completes.is_none() => entered.push(only.step.click),
                _ => return,
            }
        }
    }
}

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
    let walks = guesses.iter().map(|guess| walk(&tree, guess));
    let Some((entered, stuck)) =
        walks.max_by_key(|(entered, stuck)| (entered.len(), stuck.is_none()))
    else {
        return not_a_turn(text);
    };
    if let Some(click) = stuck {
        return refusal(game, position, &tree, &entered, click);
    }
    match tree.turn(&entered) {
        Some(turn) => {
            let mut written = String::new();
            game.write_turn(position, turn, &mut written);
            WRITTEN.with(written)
        }
        None => {
            let mut written = String::new();
            if let Some(turn) = tree.turns(&entered).first() {
                game.write_turn(position, *turn, &mut written);
            }
            UNFINISHED.with(written)
        }
    }
}

/// Follows a guess: the clicks that were accepted, and the one that was not.
fn walk<T: Copy + PartialEq>(tree: &Tree<T>, guess: &[Tried]) -> (Vec<Click>, Option<Click>) {
    let mut entered = Vec::new();
    for tried in guess {
        let offered = |click| tree.next(&entered).iter().any(|next| next.step.click == click);
        match *tried {
            Tried::Click(click) if offered(click) => entered.push(click),
            Tried::Click(click) => return (entered, Some(click)),
            Tried::IfAsked(click) if offered(click) => entered.push(click),
            Tried::IfAsked(_) => {}
        }
    }
    (entered, None)
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
