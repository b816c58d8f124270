//! What turns are worth: the one question that composing and verifying ask.

use std::ops::ControlFlow;

use damier_core::game::Game;
use damier_core::value::{Oracle, Value};

/// A turn, where it leads and what it is worth to the player who makes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged<G: Game> {
    pub(crate) turn: G::Turn,
    pub(crate) after: G::Position,
    /// Numbers of turns count as the oracle counts them, perhaps to the next capture only.
    pub(crate) value: Value,
}

impl<G: Game> Judged<G> {
    pub(crate) fn wins(&self) -> bool {
        matches!(self.value, Value::Win(_))
    }

    pub(crate) fn draws(&self) -> bool {
        self.value == Value::Draw
    }
}

/// All turns of a position; `None` as soon as the value of one is not known.
pub(crate) fn judge<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    position: &G::Position,
) -> Option<Vec<Judged<G>>> {
    let mut all = Vec::new();
    let known = game.each_turn(position, &mut |turn| {
        let after = game.play(position, turn);
        let Some(value) = oracle.value_after(position, &after) else {
            return ControlFlow::Break(());
        };
        all.push(Judged { turn, after, value: value.before() });
        ControlFlow::Continue(())
    });
    known.is_continue().then_some(all)
}

/// Of the replies to a drawn turn, how many do not lose and how many there are.
pub(crate) fn safe_replies<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    position: &G::Position,
) -> Option<(u32, u32)> {
    let (mut safe, mut all) = (0, 0);
    let known = game.each_turn(position, &mut |turn| {
        let after = game.play(position, turn);
        let Some(value) = oracle.value(&after) else { return ControlFlow::Break(()) };
        all += 1;
        safe += u32::from(!matches!(value, Value::Win(_)));
        ControlFlow::Continue(())
    });
    known.is_continue().then_some((safe, all))
}

/// The turns that set a trap: of the drawn turns those after which at most [`SAFE`] of the replies
/// do not lose, if after every other drawn turn at least twice the share does not.
pub(crate) fn traps<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    turns: &[Judged<G>],
) -> Option<Vec<Judged<G>>> {
    let mut shares = Vec::new();
    for drawn in turns.iter().filter(|turn| turn.draws()) {
        let (safe, all) = safe_replies(game, oracle, &drawn.after)?;
        shares.push((f64::from(safe) / f64::from(all.max(1)), all, *drawn));
    }
    let sharpest = shares.iter().map(|(share, ..)| *share).fold(1.0, f64::min);
    let sets = |share: f64| share <= sharpest * 1.25;
    let clear = shares.iter().all(|(share, ..)| sets(*share) || *share >= sharpest * 2.0);
    let wide = shares.iter().all(|(share, all, _)| !sets(*share) || *all >= LEAST_TURNS as u32);
    let some_do_not = shares.iter().any(|(share, ..)| !sets(*share));
    let is_trap = sharpest <= SAFE && clear && wide && some_do_not;
    let chosen = shares.into_iter().filter(|(share, ..)| sets(*share));
    Some(if is_trap { chosen.map(|(.., turn)| turn).collect() } else { Vec::new() })
}

/// The largest share of replies to a trap that do not lose.
const SAFE: f64 = 0.4;

/// The fewest turns among which a solver has to choose.
pub(crate) const LEAST_TURNS: usize = 4;
