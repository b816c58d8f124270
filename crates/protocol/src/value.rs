//! `value` and `tables`: what the tables at hand know.

use std::cmp::Reverse;

use damier_core::value::Value;
use damier_tables::Header;
use serde::Serialize;

use crate::answer::{Answer, Worth, good};
use crate::fault::Code;
use crate::oracles::Oracles;
use crate::request::{Ask, Spot};

#[derive(Serialize)]
struct Known {
    position: String,
    value: Worth,
    /// The legal turns, the best first.
    turns: Vec<Valued>,
}

/// A turn with what it is worth to the player who makes it.
#[derive(Serialize)]
struct Valued {
    turn: String,
    after: String,
    value: Worth,
}

/// `value`: the exact value of a position and of each of its turns.
pub(crate) fn value(oracles: &Oracles, mut ask: Ask<'_>) -> Answer {
    let Spot { game, position } = ask.fields.spot()?;
    ask.fields.done()?;
    let bad = |message| Code::BadPosition.because(message);
    let known = oracles.ask(game.id(), &game.options()).map_err(bad)?;
    let rated = |(turn, after): (String, String)| {
        let value = known.value(&after).map(Value::before);
        // Where numbers count to the next capture, they are no part of the value, but still say
        // which turn makes progress.
        let order = value.and_then(|_| known.turn(&position, &after)).or(value);
        (order.map_or(UNKNOWN, Value::rating), Valued { turn, after, value: value.into() })
    };
    let turns = game.turns(&position).map_err(bad)?.into_iter().map(rated).collect();
    good(&Known { value: known.value(&position).into(), turns: best_first(turns), position })
}

/// Puts turns, which are sorted by their texts, into the order of how good they are.
fn best_first(turns: Vec<(i32, Valued)>) -> Vec<Valued> {
    let (ratings, turns): (Vec<i32>, Vec<Valued>) = turns.into_iter().unzip();
    let mut order: Vec<(Reverse<i32>, usize)> = ratings.into_iter().map(Reverse).zip(0..).collect();
    order.sort_unstable();
    let mut turns: Vec<Option<Valued>> = turns.into_iter().map(Some).collect();
    order.into_iter().filter_map(|(_, i)| turns[i].take()).collect()
}

/// Where a turn of unknown value comes among the others: after the draws, before the losses.
const UNKNOWN: i32 = -1;

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
