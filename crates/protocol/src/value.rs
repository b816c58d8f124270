//! `value` and `tables`: what the tables at hand know.

use std::sync::Arc;

use damier_core::any::{AnyPosition, Opened};
use damier_core::budget::Budget;
use damier_core::{AnyGame, Message, value};
use damier_index::Solvable;
use damier_tables::Header;
use serde::{Deserialize, Serialize};

use crate::board::GamePosition;
use crate::decode::MOST;
use crate::ending::ValueAnswer;
use crate::error::{ApiError, ErrorCode};
use crate::oracles::{GameTables, TableValues};
use crate::request::{Context, Handle};
use crate::session::{Session, WORK};

/// `value`: the exact value of a position and of each of its turns, from the tables at hand.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// The game, by the name that `games` gives it.
    pub game: String,
    /// Options of its rules that are not at their default, as `name=value,name=value`.
    #[serde(default)]
    pub rules: String,
    /// The position; the start if there is none.
    pub position: Option<String>,
}

/// Exact values.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValuesAnswer {
    /// The position as it is normally written.
    pub position: String,
    /// What it is worth to the player to move.
    pub value: ValueAnswer,
    /// The legal turns, the best first; of more than 5,000 only the best.
    pub turns: Vec<ValuedTurn>,
    /// Whether there are others, which are no better.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

/// A turn with what it is worth.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValuedTurn {
    /// The turn.
    pub turn: String,
    /// The position after it.
    pub after: String,
    /// What it is worth to the player who makes it.
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
        let bad = |message| ErrorCode::BadPosition.because(message);
        let known = session.oracles.ask(at.game.id(), &at.game.options()).map_err(bad)?;
        ValuesAnswer::new(&*known, &*at.position, [WORK as usize, MOST], context.budget)
            .map_err(bad)
    }
}

impl ValuesAnswer {
    /// What these tables of a game know of a position and of all its turns, however many.
    pub fn from_tables<G: Solvable>(
        opened: Opened<G>,
        tables: Option<Arc<damier_tables::Tables<G::Index>>>,
        position: &str,
    ) -> Result<ValuesAnswer, Message> {
        let at = AnyGame::position(&opened, position)?;
        let all = [usize::MAX; 2];
        ValuesAnswer::new(&GameTables { opened, tables }, &*at, all, &Budget::unlimited())
    }

    fn new(
        known: &dyn TableValues,
        at: &dyn AnyPosition,
        [looked_at, listed]: [usize; 2],
        budget: &Budget<'_>,
    ) -> Result<ValuesAnswer, Message> {
        let position = at.text();
        let all = at.turns(looked_at);
        // One more than can be paid for, if there are more.
        budget.spend(if all.more { WORK + 1 } else { 0 })?;
        let mut turns = Vec::new();
        for (turn, after) in all.turns {
            budget.spend(1)?;
            let value = known.value(&after).map(value::Value::before);
            // Where numbers count to the next capture, they are no part of the value, but still say
            // which turn makes progress.
            let order = value.and_then(|_| known.turn(&position, &after)).or(value);
            let rating = order.map_or(UNKNOWN, value::Value::rating);
            turns.push((rating, ValuedTurn { turn, after, value: value.into() }));
        }
        let (value, more) = (known.value(&position).into(), turns.len() > listed);
        let mut turns = best_first(turns);
        turns.truncate(listed);
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

/// `tables`: which tables of exact values are at hand.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tables {}

/// The tables at hand.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablesAnswer {
    /// One for each tier of each game and rules.
    pub tables: Vec<ListedTable>,
}

/// A table of exact values.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedTable {
    /// The game whose positions it knows.
    game: String,
    /// The options of its rules that make a difference to tables.
    rules: String,
    /// Which of the game's positions it knows.
    tier: String,
    /// What numbers of turns count to: `end` or `capture`.
    counts: &'static str,
    /// Its size.
    bytes: u64,
}

impl ListedTable {
    /// The table with this header and of this size.
    #[must_use]
    pub fn new(header: Header, bytes: u64) -> ListedTable {
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Added {
    /// Which one it is.
    pub table: ListedTable,
}
