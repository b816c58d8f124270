//! `value` and `tables`: what the tables at hand know.

use damier_tables::Header;
use serde::Serialize;

use crate::answer::{Answer, Worth, good};
use crate::fault::Code;
use crate::oracles::{Oracles, Rated};
use crate::request::{Ask, MOST, Spot};

#[derive(Serialize)]
struct Known {
    position: String,
    value: Worth,
    /// The legal turns, the best first.
    turns: Vec<Valued>,
    /// Whether there are others, which are no better.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more: bool,
}

/// A turn with what it is worth to the player who makes it.
#[derive(Serialize)]
struct Valued {
    turn: String,
    after: String,
    value: Worth,
}

/// `value`: the exact value of a position and of each of its turns. All of them are looked at,
/// however many, or none is called the best.
pub(crate) fn value(oracles: &Oracles, mut ask: Ask<'_>) -> Answer {
    let Spot { game, position } = ask.fields.spot()?;
    ask.fields.done()?;
    let bad = |message| Code::BadPosition.because(message);
    let known = oracles.ask(game.id(), &game.options()).map_err(bad)?;
    let mut turns = known.turns(&position, ask.budget).map_err(bad)?;
    // The best first, and equal ones by their texts.
    turns.sort_unstable_by(|a, b| b.rating.cmp(&a.rating).then_with(|| a.turn.cmp(&b.turn)));
    let more = turns.len() > MOST;
    turns.truncate(MOST);
    let valued =
        |Rated { turn, after, value, .. }: Rated| Valued { turn, after, value: value.into() };
    let turns = turns.into_iter().map(valued).collect();
    good(&Known { value: known.value(&position).into(), turns, more, position })
}

#[derive(Serialize)]
struct Shelf {
    tables: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    game: String,
    rules: String,
    tier: String,
    /// What numbers of turns count to: `end` or `capture`.
    counts: &'static str,
    bytes: u64,
}

impl Listed {
    fn new(header: Header, bytes: u64) -> Listed {
        let Header { game, rules, tier, kind, .. } = header;
        Listed { game, rules, tier, counts: kind.text(), bytes }
    }
}

/// `tables`: which tables are at hand.
pub(crate) fn tables(oracles: &Oracles, ask: Ask<'_>) -> Answer {
    ask.fields.done()?;
    let listed = oracles.list().into_iter().map(|(header, bytes)| Listed::new(header, bytes));
    good(&Shelf { tables: listed.collect() })
}

#[derive(Serialize)]
struct Added {
    table: Listed,
}

/// The answer to a table that was handed in.
pub(crate) fn added(header: Header, bytes: u64) -> Answer {
    good(&Added { table: Listed::new(header, bytes) })
}
