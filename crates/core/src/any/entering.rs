//! A turn that is being entered click by click, text in and text out.

use crate::cell::Cell;
use crate::entry::{Click, Effect, Next, Refuse};
use crate::walk::{Offers, Walk};
use crate::words::{Message, Phrase, phrase};

/// A turn that is being entered.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Entering {
    /// The clicks so far, those without alternative included.
    pub clicks: Vec<Click>,
    /// The effects of each of them.
    pub effects: Vec<Vec<Effect>>,
    /// The clicks that can follow.
    pub next: Vec<Offer>,
    /// The turn that the clicks make, once complete.
    pub turn: Option<String>,
    /// The position after it.
    pub after: Option<String>,
    /// What all turns that these clicks can still become have in common in writing, down to the
    /// last whole cell.
    pub text: String,
}

/// A click that can follow.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Offer {
    /// The click.
    pub click: Click,
    /// What it does.
    pub effects: Vec<Effect>,
    /// How the notation calls what it chooses, where it has a letter for it.
    pub tag: Option<char>,
    /// The turn it completes, if it does.
    pub turn: Option<String>,
    /// The position after that turn.
    pub after: Option<String>,
}

/// Reads a click: a cell's name or a button's.
fn read_click(text: &str, buttons: &[(&'static str, Phrase)]) -> Result<Click, Message> {
    const UNKNOWN: Phrase = phrase!("entry.unknown");
    let button = || buttons.iter().find(|(b, _)| *b == text).map(|(b, _)| Click::Button(b));
    Cell::read(text).map(Click::Cell).or_else(button).ok_or_else(|| UNKNOWN.with(text))
}

impl Entering {
    /// Follows clicks given as text. `written` gives the text of the turn with a number and of the
    /// position after it.
    pub(super) fn new(
        offers: &dyn Offers,
        clicks: &[&str],
        buttons: &[(&'static str, Phrase)],
        written: &dyn Fn(usize) -> (String, String),
        refuse: Refuse<'_>,
    ) -> Result<Entering, Message> {
        let mut walk = Walk::new(offers);
        for given in clicks {
            let click = read_click(given, buttons)?;
            if !walk.follow(click) {
                return Err(refuse(&walk.clicks, walk.turn.is_some(), click));
            }
        }
        walk.skip();
        let text = walk.written();
        let offer = |Next { step, completes }: Next<usize>| {
            let (turn, after) = completes.map(written).unzip();
            Offer { click: step.click, effects: step.effects, tag: step.tag, turn, after }
        };
        let (turn, after) = walk.turn.map(written).unzip();
        Ok(Entering {
            clicks: walk.clicks,
            effects: walk.effects,
            next: walk.next.into_iter().map(offer).collect(),
            turn,
            after,
            text,
        })
    }
}
