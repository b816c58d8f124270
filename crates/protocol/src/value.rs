//! `value` and `tables`: what the tables at hand know.

use damier_core::value;
use damier_tables::Header;
use serde::{Deserialize, Serialize};

use crate::board::GamePosition;
use crate::decode::MOST;
use crate::ending::ValueAnswer;
use crate::error::{ApiError, ErrorCode};
use crate::request::{Context, Handle};
use crate::session::{Session, WORK};

/// `value`: the exact value of a position and of each of its turns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// Its name.
    pub game: String,
    /// Its options, as `name=value,…`.
    #[serde(default)]
    pub rules: String,
    /// The position; without one, the start.
    pub position: Option<String>,
}

/// Exact values.
#[derive(Debug, Serialize)]
pub struct ValuesAnswer {
    /// The position as it is normally written.
    pub position: String,
    /// What it is worth to the player to move.
    pub value: ValueAnswer,
    /// The legal turns, the best first.
    pub turns: Vec<ValuedTurn>,
    /// Whether there are others, which are no better.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

/// A turn with what it is worth to the player who makes it.
#[derive(Debug, Serialize)]
pub struct ValuedTurn {
    /// The turn.
    pub turn: String,
    /// The position after it.
    pub after: String,
    /// What it is worth.
    pub value: ValueAnswer,
}

impl Handle for Value {
    type Answer = ValuesAnswer;

    /// All turns are looked at, however many, or none is called the best.
    fn handle(
        self,
        session: &mut Session,
        context: &Context<'_>,
    ) -> Result<ValuesAnswer, ApiError> {
        let at = GamePosition::new(&self.game, &self.rules, self.position.as_deref())?;
        let position = at.position.text();
        let bad = |message| ErrorCode::BadPosition.because(message);
        let known = session.oracles.ask(at.game.id(), &at.game.options()).map_err(bad)?;
        let all = at.position.turns(WORK as usize);
        // One more than can be paid for, if there are more.
        context.budget.spend(if all.more { WORK + 1 } else { 0 }).map_err(bad)?;
        let mut turns = Vec::new();
        for (turn, after) in all.turns {
            context.budget.spend(1).map_err(bad)?;
            let value = known.value(&after).map(value::Value::before);
            // Where numbers count to the next capture, they are no part of the value, but still say
            // which turn makes progress.
            let order = value.and_then(|_| known.turn(&position, &after)).or(value);
            let rating = order.map_or(UNKNOWN, value::Value::rating);
            turns.push((rating, ValuedTurn { turn, after, value: value.into() }));
        }
        let (value, more) = (known.value(&position).into(), turns.len() > MOST);
        let mut turns = best_first(turns);
        turns.truncate(MOST);
        Ok(ValuesAnswer { value, turns, more, position })
    }
}

/// Puts turns, which are sorted by their texts, into the order of how good they are. There are
/// few different ratings, so they are put into groups: a sort of its own would be larger.
fn best_first(turns: Vec<(i32, ValuedTurn)>) -> Vec<ValuedTurn> {
    let mut groups: Vec<(i32, Vec<ValuedTurn>)> = Vec::new();
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

/// `tables`: which tables are at hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {}

/// The tables at hand.
#[derive(Debug, Serialize)]
pub struct TablesAnswer {
    /// One after the other.
    pub tables: Vec<ListedTable>,
}

/// A table.
#[derive(Debug, Serialize)]
pub struct ListedTable {
    game: String,
    rules: String,
    tier: String,
    /// What numbers of turns count to: `end` or `capture`.
    counts: &'static str,
    bytes: u64,
}

impl ListedTable {
    pub(crate) fn new(header: Header, bytes: u64) -> ListedTable {
        let Header { game, rules, tier, kind, .. } = header;
        ListedTable { game, rules, tier, counts: kind.text(), bytes }
    }
}

impl Handle for Tables {
    type Answer = TablesAnswer;

    fn handle(self, session: &mut Session, _: &Context<'_>) -> Result<TablesAnswer, ApiError> {
        let listed = session.oracles.list().into_iter();
        let listed = listed.map(|(header, bytes)| ListedTable::new(header, bytes));
        Ok(TablesAnswer { tables: listed.collect() })
    }
}

/// The answer to a table that was handed in.
#[derive(Serialize)]
pub(crate) struct Added {
    pub(crate) table: ListedTable,
}
