//! Checks puzzles that were made elsewhere, or by an earlier version, against exact values: every
//! claim that a puzzle makes is looked up again.

use damier_core::any::{position_text, read_position, turn_text};
use damier_core::game::Playable;
use damier_core::value::{Oracle, Value};

use crate::compose::{Composer, MOST_ACCEPTED, MOST_TURNS, looks_over, only_save, winning};
use crate::judge::{Judged, LEAST_TURNS, traps};
use crate::text::{Kind, Puzzle};
use crate::theme;

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    /// The position cannot be read, is not written normally, or the game is over there or looks so.
    #[error("not a position to be solved: {0}")]
    Position(String),
    /// A turn of the solution is not legal.
    #[error("no legal turn: {0}")]
    Turn(String),
    /// The oracle does not know all that is needed.
    #[error("not known: {0}")]
    Unknown(String),
    /// The position is worth something else.
    #[error("worth {0}")]
    Worth(Value),
    /// There is hardly anything to find.
    #[error("trivial at {0}")]
    Trivial(String),
    /// Other turns are right than those given.
    #[error("at {0} right are {1}")]
    Right(String, String),
    /// The defender has a reply that holds out longer, or keeps more.
    #[error("not the best defence: {0}")]
    Defence(String),
    /// There are themes that it does not have, or the other way round.
    #[error("its themes are {0}")]
    Themes(String),
}

/// Checks one puzzle.
pub fn verify<G: Playable>(game: G, oracle: &dyn Oracle<G>, puzzle: &Puzzle) -> Result<(), Wrong> {
    let text = &puzzle.position;
    let at = || Wrong::Position(text.clone());
    let position = read_position(&game, text).map_err(|_| at())?;
    let over = game.outcome(&position).is_some() || looks_over(&game, &position);
    if position_text(&game, &position) != *text || over {
        return Err(at());
    }
    let value = oracle.value(&position).ok_or_else(|| Wrong::Unknown(text.clone()))?;
    let fits = match (puzzle.kind, value) {
        // That it is the only turn to the end is seen below, whatever tables count to.
        (Kind::Win(Some(1)), Value::Win(None)) => true,
        (Kind::Win(n), value) => value == Value::Win(n),
        (Kind::Save | Kind::Trap, value) => value == Value::Draw,
    };
    if !fits {
        return Err(Wrong::Worth(value));
    }
    if puzzle.line.len() / 2 >= MOST_TURNS {
        return Err(Wrong::Trivial(text.clone()));
    }
    let composer = Composer::new(game, oracle);
    let mut now = position;
    let mut line = Vec::new();
    for (i, given) in puzzle.line.iter().enumerate() {
        let here = position_text(&game, &now);
        let turns = composer.judge(&now).ok_or_else(|| Wrong::Unknown(here.clone()))?;
        if i == 0 && turns.len() < LEAST_TURNS {
            return Err(Wrong::Trivial(here));
        }
        let most = if i + 1 == puzzle.line.len() { MOST_ACCEPTED } else { 1 };
        match i % 2 {
            0 => solver(&composer, puzzle.kind, &now, &turns, (given, most))?,
            _ => defender(&composer, puzzle.kind, &now, &turns, &given[0])?,
        }
        let played = turns.iter().find(|turn| turn_text(&game, &now, turn.turn) == given[0]);
        let played = played.ok_or_else(|| Wrong::Turn(given[0].clone()))?;
        line.push(played.turn);
        now = played.after;
    }
    // A win in one turn is said to be one.
    let one = line.len() == 1 && matches!(puzzle.kind, Kind::Win(_));
    if one && (puzzle.kind != Kind::Win(Some(1)) || game.outcome(&now).is_none()) {
        return Err(Wrong::Trivial(text.clone()));
    }
    let themes = theme::themes(&game, position, line);
    match themes == puzzle.themes {
        true => Ok(()),
        false => Err(Wrong::Themes(themes.iter().map(|theme| theme.letter()).collect())),
    }
}

/// The turns given to the solver are all that are right, and at most so many.
fn solver<G: Playable>(
    composer: &Composer<'_, G>,
    kind: Kind,
    now: &G::Position,
    turns: &[Judged<G>],
    (given, most): (&[String], usize),
) -> Result<(), Wrong> {
    let game = &composer.game;
    let here = || position_text(game, now);
    let right: Vec<Judged<G>> = match kind {
        Kind::Win(_) => winning(turns),
        Kind::Save => only_save(turns).into_iter().collect(),
        Kind::Trap => traps(game, composer.oracle, turns).ok_or_else(|| Wrong::Unknown(here()))?,
    };
    let mut texts: Vec<String> = right.iter().map(|turn| turn_text(game, now, turn.turn)).collect();
    texts.sort();
    if texts != given {
        return Err(Wrong::Right(here(), texts.join(" ")));
    }
    match right.len() <= most {
        true => Ok(()),
        false => Err(Wrong::Trivial(here())),
    }
}

/// The reply holds out as long as any, or keeps the draw.
fn defender<G: Playable>(
    composer: &Composer<'_, G>,
    kind: Kind,
    now: &G::Position,
    turns: &[Judged<G>],
    given: &str,
) -> Result<(), Wrong> {
    let reply = turns.iter().find(|turn| turn_text(&composer.game, now, turn.turn) == given);
    let reply = reply.ok_or_else(|| Wrong::Turn(given.to_string()))?;
    let longest = turns.iter().map(|turn| turn.value.rating()).max();
    let good = match kind {
        Kind::Win(_) => Some(reply.value.rating()) == longest,
        Kind::Save | Kind::Trap => reply.draws(),
    };
    match good {
        true => Ok(()),
        false => Err(Wrong::Defence(given.to_string())),
    }
}
