//! `value` and `tables`: what the tables at hand know.

use damier_core::value::Value;
use damier_tables::Header;
use serde::Serialize;

use crate::answer::{Answer, Worth, good};
use crate::door::WORK;
use crate::fault::Code;
use crate::oracles::Oracles;
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
    let all = game.position(&position).map_err(bad)?.turns(WORK as usize);
    // One more than can be paid for, if there are more.
    ask.budget.spend(if all.more { WORK + 1 } else { 0 }).map_err(bad)?;
    let mut turns = Vec::new();
    for (turn, after) in all.turns {
        ask.budget.spend(1).map_err(bad)?;
        let value = known.value(&after).map(Value::before);
        // Where numbers count to the next capture, they are no part of the value, but still say
        // which turn makes progress.
        let order = value.and_then(|_| known.turn(&position, &after)).or(value);
        let rating = order.map_or(UNKNOWN, Value::rating);
        turns.push((rating, Valued { turn, after, value: value.into() }));
    }
    let (value, more) = (known.value(&position).into(), turns.len() > MOST);
    let mut turns = best_first(turns);
    turns.truncate(MOST);
    good(&Known { value, turns, more, position })
}

/// Puts turns, which are sorted by their texts, into the order of how good they are. There are
/// few different ratings, so they are put into groups: a sort of its own would be larger.
fn best_first(turns: Vec<(i32, Valued)>) -> Vec<Valued> {
    let mut groups: Vec<(i32, Vec<Valued>)> = Vec::new();
    for (rating, turn) in turns {
        let at = groups.partition_point(|(better, _)| *better > rating);
        match groups.get_mut(at) {
            Some((same, group)) if *same == rating => group.push(turn),
            _ => groups.insert(at, (rating, vec![turn])),
        }
    }
    groups.into_iter().flat_map(|(_, group)| group).collect()
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
