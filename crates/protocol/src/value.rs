//! `value` and `tables`: what the tables at hand know.

use damier_core::any::{Opened, position_text, turn_text};
use damier_core::index::Solvable;
use damier_core::value::{Oracle, Value};
use damier_games::Visitor;
use damier_tables::Header;
use serde::Serialize;

use crate::answer::{Answer, Worth, good};
use crate::fault::{Code, Fault};
use crate::oracles::Oracles;
use crate::request::Ask;

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
pub(crate) fn value(oracles: &Oracles, mut ask: Ask) -> Answer {
    let spot = ask.fields.spot()?;
    ask.fields.done()?;
    let (id, rules, position) = (spot.game.id(), spot.game.options(), spot.position);
    let known = damier_games::visit(id, &rules, Look { oracles, position: &position });
    good(&known.map_err(|message| Code::BadRules.because(message))??)
}

struct Look<'a> {
    oracles: &'a Oracles,
    position: &'a str,
}

impl Visitor for Look<'_> {
    type Output = Result<Known, Fault>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> Result<Known, Fault> {
        let position = opened.read(self.position);
        let position = position.map_err(|message| Code::BadPosition.because(message))?;
        let (game, tables) = (opened.game, self.oracles.of(&opened.game));
        let ask = |p: &G::Position| match game.outcome(p) {
            Some(outcome) => Some(Value::of_end(outcome, game.to_move(p))),
            None => tables.as_ref()?.value(p),
        };
        let mut turns: Vec<(i32, Valued)> = (game.all_turns(&position).into_iter())
            .map(|turn| {
                let after = game.play(&position, turn);
                let value = ask(&after).map(Value::before);
                // Where numbers count to the next capture, they are no part of the value, but
                // still say which turn makes progress.
                let counted = || tables.as_ref()?.value_after(&position, &after);
                let order = value.map(|value| counted().map_or(value, Value::before));
                let valued = Valued {
                    turn: turn_text(&game, &position, turn),
                    after: position_text(&game, &after),
                    value: value.into(),
                };
                (order.map_or(UNKNOWN, Value::rating), valued)
            })
            .collect();
        turns.sort_by(|(a, x), (b, y)| b.cmp(a).then_with(|| x.turn.cmp(&y.turn)));
        Ok(Known {
            position: position_text(&game, &position),
            value: ask(&position).into(),
            turns: turns.into_iter().map(|(_, valued)| valued).collect(),
        })
    }
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
pub(crate) fn tables(oracles: &Oracles, ask: Ask) -> Answer {
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
