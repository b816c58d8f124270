//! Players: what thinks about a position and names a turn. [`Thinking`] is one object for all of
//! them, text out, run in slices by whoever has a clock.

use std::sync::Arc;

use damier_core::any::{position_text, turn_text};
use damier_core::game::{Complete, Level};
use damier_core::play::Play;
use damier_core::value::{Oracle, Value};
use damier_core::{Message, Phrase, phrase};

use crate::alpha_beta::{AlphaBeta, Errors, Limits};
use crate::perfect::{Chosen, Perfect};
use crate::score::Verdict;
use crate::transposition::TranspositionTable;
use crate::tuning::Tuning;

/// Which opponent thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// As strong as possible: tables where they answer, search elsewhere.
    Strongest,
    /// As [`Player::Strongest`], but only where tables answer for every turn.
    Perfect,
    /// One of the game's levels, from 1 on.
    Level(usize),
}

const UNKNOWN: Phrase = phrase!("search.unknown");

impl Player {
    /// Reads `level-3`, `perfect` or `search`, for this game.
    pub fn read<G: Complete>(text: &str) -> Result<Player, Message> {
        let levels = G::levels().len();
        let level = |n: &str| n.parse().ok().filter(|n| (1..=levels).contains(n));
        match (text, text.strip_prefix("level-").and_then(level)) {
            ("perfect", _) => Ok(Player::Perfect),
            ("search", _) => Ok(Player::Strongest),
            (_, Some(level)) => Ok(Player::Level(level)),
            _ => Err(UNKNOWN.with(text).with(levels)),
        }
    }

    /// The level's strength; `None` for those who have no limit.
    #[must_use]
    pub fn level<G: Complete>(self) -> Option<&'static Level> {
        match self {
            Player::Level(n) => G::levels().get(n.checked_sub(1)?),
            _ => None,
        }
    }
}

/// What a player has found out so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The turn it would play now.
    pub turn: String,
    /// The position after it.
    pub after: String,
    /// What it thinks of the position, for the player to move.
    pub verdict: Verdict,
    /// Whether tables say so.
    pub exact: bool,
    /// To which depth everything was looked at.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The turns it expects, its own first.
    pub line: Vec<String>,
    /// The value before and after the turn, where tables know both.
    pub values: Option<(Value, Value)>,
    /// Of the opponent's replies, how many lose and how many there are, where tables know.
    pub traps: Option<(u32, u32)>,
}

/// Somebody thinking about a position.
pub trait Thinking: Send {
    /// Looks at about so many more positions; returns whether it is done.
    fn run(&mut self, nodes: u64) -> bool;
    /// What it has found out; `None` if nothing yet, or if the game is over.
    fn report(&self) -> Option<Report>;
    /// How many positions were looked at.
    fn nodes(&self) -> u64;
}

/// What a player is given to think with.
pub struct SearchContext<G: Complete> {
    /// The transposition table of players without a level, which may be used again for the next turn
    /// of the same game by the same player. Levels have their own.
    pub tt: Arc<TranspositionTable>,
    /// Exact values.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    /// What chance decides.
    pub seed: u64,
    /// Limits besides those of the player.
    pub limits: Limits,
    /// How the search goes about it.
    pub tuning: Tuning,
}

/// Begins to think about the position a game has come to.
pub fn think<G: Complete>(
    play: &Play<G>,
    player: Player,
    context: &SearchContext<G>,
) -> Box<dyn Thinking> {
    let game = *play.game();
    if player.level::<G>().is_none()
        && let Some(oracle) = &context.oracle
        && let Some(perfect) = Perfect::new(play, oracle.clone(), context.seed)
    {
        return Box::new(ByTables { game, root: *play.position(), perfect });
    }
    Box::new(BySearch { game, root: *play.position(), search: search(play, player, context) })
}

/// The search of a player, without looking whether tables answer already.
pub fn search<G: Complete>(
    play: &Play<G>,
    player: Player,
    context: &SearchContext<G>,
) -> AlphaBeta<G> {
    let past: Vec<G::Position> = (0..play.line().len()).map(|i| *play.position_at(i)).collect();
    let level = player.level::<G>();
    let errors = level.map_or(Errors::NONE, |level| Errors::of(level, context.seed));
    let capped = |own: Option<u64>, level: Option<u64>| match (own, level) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    let depth = capped(context.limits.depth.map(u64::from), level.map(|l| u64::from(l.depth)));
    let limits = Limits {
        nodes: capped(context.limits.nodes, level.map(|l| l.nodes)),
        depth: depth.map(|d| d as u32),
    };
    let tt = table_of(level, &context.tt);
    // Weaker players do not know the tables by heart.
    let oracle = context.oracle.clone().filter(|_| level.is_none());
    AlphaBeta::new(*play.game(), &past, *play.position(), tt)
        .with_oracle(oracle)
        .with_limits(limits)
        .with_errors(errors)
        .with_tuning(context.tuning)
        .with_contempt(if level.is_some() { CONTEMPT } else { 0 })
}

/// The transposition table of a search: a new one for a level, so that what it plays depends on the
/// game and the seed alone, not on what was searched before: it is the same player in a match, in a
/// page and on a server. It is no larger than the level can fill, so that it is quickly made.
#[inline(never)]
fn table_of(level: Option<&Level>, shared: &Arc<TranspositionTable>) -> Arc<TranspositionTable> {
    match level {
        Some(level) => {
            let bytes = (16 * level.nodes as usize).clamp(1 << 16, 4 << 20);
            Arc::new(TranspositionTable::new(bytes))
        }
        None => {
            shared.new_search();
            shared.clone()
        }
    }
}

/// How much people's opponents rather go on than repeat a position.
const CONTEMPT: i32 = 25;

struct BySearch<G: Complete> {
    game: G,
    root: G::Position,
    search: AlphaBeta<G>,
}

impl<G: Complete> Thinking for BySearch<G> {
    fn run(&mut self, nodes: u64) -> bool {
        self.search.run(nodes)
    }

    fn report(&self) -> Option<Report> {
        report(&self.game, &self.root, &self.search)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}

/// What a search has found out.
pub fn report<G: Complete>(game: &G, root: &G::Position, search: &AlphaBeta<G>) -> Option<Report> {
    let best = search.best()?;
    let (line, after) = texts(game, *root, &best.line);
    Some(Report {
        turn: line.first()?.clone(),
        after: after?,
        verdict: Verdict::of(best.score),
        exact: false,
        depth: best.depth,
        nodes: search.nodes(),
        line,
        values: None,
        traps: None,
    })
}

/// A line of turns in text, and the position after the first.
fn texts<G: Complete>(
    game: &G,
    mut position: G::Position,
    line: &[G::Turn],
) -> (Vec<String>, Option<String>) {
    let (mut texts, mut after) = (Vec::new(), None);
    for turn in line {
        texts.push(turn_text(game, &position, *turn));
        position = game.play(&position, *turn);
        after.get_or_insert_with(|| position_text(game, &position));
    }
    (texts, after)
}

struct ByTables<G: Complete> {
    game: G,
    root: G::Position,
    perfect: Perfect<G>,
}

impl<G: Complete> Thinking for ByTables<G> {
    fn run(&mut self, nodes: u64) -> bool {
        self.perfect.run(nodes)
    }

    fn report(&self) -> Option<Report> {
        let Chosen { turn, before, after: value, traps } = self.perfect.best()?;
        let (line, after) = texts(&self.game, self.root, &self.perfect.line(turn));
        Some(Report {
            turn: line.first()?.clone(),
            after: after?,
            verdict: Verdict::Certain(before),
            exact: true,
            depth: 1,
            nodes: self.perfect.nodes(),
            line,
            values: Some((before, value)),
            traps,
        })
    }

    fn nodes(&self) -> u64 {
        self.perfect.nodes()
    }
}
