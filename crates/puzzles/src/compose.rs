//! Makes a puzzle of a position, if there is one in it.

use std::ops::ControlFlow;

use damier_core::any::{position_text, read_position, turn_text};
use damier_core::game::{Game, Playable};
use damier_core::value::{Oracle, Value};

use crate::judge::{Judged, LEAST_TURNS, judge, traps};
use crate::text::Kind;

/// The most turns a solver has to find.
pub(crate) const MOST_TURNS: usize = 4;
/// The most turns that are accepted in the last step.
pub(crate) const MOST_ACCEPTED: usize = 3;
/// The most turns among which a draw or a trap is looked for: of hundreds nobody sees them all, and
/// neither do tables in reasonable time.
const MOST_CHOICES: usize = 60;
/// Longer wins are not asked for, in turns of both players.
pub(crate) const LONGEST_WIN: u16 = 25;

/// A puzzle as it was found.
#[derive(Clone, Debug)]
pub struct Composed<G: Game> {
    /// What is to be done.
    pub kind: Kind,
    /// Where it begins.
    pub position: G::Position,
    /// The turns that are right, solver and defender alternating, the solver's last; only the last
    /// may be several.
    pub line: Vec<Vec<G::Turn>>,
}

impl<G: Game> Composed<G> {
    /// The positions in which the solver has to find a turn.
    pub fn asked(&self, game: &G) -> Vec<G::Position> {
        let (mut now, mut all) = (self.position, Vec::new());
        for (i, turns) in self.line.iter().enumerate() {
            if i % 2 == 0 {
                all.push(now);
            }
            now = game.play(&now, turns[0]);
        }
        all
    }

    /// How many turns the solver has to find.
    #[must_use]
    pub fn turns_to_find(&self) -> usize {
        self.line.len().div_ceil(2)
    }
}

/// A reply and the solver's turns after it.
type Defence<G> = (Judged<G>, Vec<Judged<G>>);

/// Looks for puzzles of one game.
pub struct Composer<'a, G: Playable> {
    pub(crate) game: G,
    pub(crate) oracle: &'a dyn Oracle<G>,
}

impl<'a, G: Playable> Composer<'a, G> {
    /// A composer that knows what this oracle knows.
    pub fn new(game: G, oracle: &'a dyn Oracle<G>) -> Composer<'a, G> {
        Composer { game, oracle }
    }

    pub(crate) fn judge(&self, position: &G::Position) -> Option<Vec<Judged<G>>> {
        judge(&self.game, self.oracle, position)
    }

    /// The puzzle in a position, if it is not over, its value is known and `wanted` says so of the
    /// kind.
    pub fn compose(
        &self,
        position: &G::Position,
        wanted: impl Fn(Kind) -> bool,
    ) -> Option<Composed<G>> {
        if self.game.outcome(position).is_some() {
            return None;
        }
        let found = self.found(position, wanted)?;
        (!looks_over(&self.game, position)).then_some(found)
    }

    fn found(&self, position: &G::Position, wanted: impl Fn(Kind) -> bool) -> Option<Composed<G>> {
        match self.oracle.value(position)? {
            Value::Loss(_) => None,
            Value::Win(n) => {
                let short = n.is_none_or(|n| n <= LONGEST_WIN && wanted(Kind::Win(Some(n))));
                let composed = short.then(|| self.win(position, n)).flatten()?;
                wanted(composed.kind).then_some(composed)
            }
            Value::Draw if !wanted(Kind::Save) && !wanted(Kind::Trap) => None,
            // Most drawn positions have many turns that draw, and are done with after two of them.
            Value::Draw if !wanted(Kind::Trap) && self.has_two_draws(position) => None,
            Value::Draw => {
                if self.game.all_turns(position).len() > MOST_CHOICES {
                    return None;
                }
                let turns = self.judge(position)?;
                let drawn = turns.iter().filter(|turn| turn.draws()).count();
                match drawn {
                    1 if wanted(Kind::Save) => self.save(position, &turns),
                    0..LEAST_TURNS => None,
                    _ if wanted(Kind::Trap) => self.trap(position, &turns),
                    _ => None,
                }
            }
        }
    }

    /// Whether more than one turn draws, for certain.
    fn has_two_draws(&self, position: &G::Position) -> bool {
        let mut draws = 0;
        let found = self.game.each_turn(position, &mut |turn| {
            let value = self.oracle.value(&self.game.play(position, turn));
            draws += u32::from(value == Some(Value::Draw));
            if draws > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.is_break()
    }

    /// One turn wins, and so does one turn after each longest defence.
    fn win(&self, position: &G::Position, n: Option<u16>) -> Option<Composed<G>> {
        let turns = self.judge(position)?;
        let [first] = winning(&turns)[..] else { return None };
        if turns.len() < LEAST_TURNS {
            return None;
        }
        let mut line = vec![vec![first.turn]];
        let mut now = first.after;
        while self.game.outcome(&now).is_none() && line.len() / 2 + 1 < MOST_TURNS {
            let (reply, next) = self.longest_defence(&now)?;
            let accepted = winning(&next);
            let ends = accepted.iter().any(|turn| self.game.outcome(&turn.after).is_some());
            match accepted[..] {
                [only] => {
                    line.extend([vec![reply.turn], vec![only.turn]]);
                    now = only.after;
                }
                _ if ends && accepted.len() <= MOST_ACCEPTED => {
                    let all = accepted.iter().map(|turn| turn.turn).collect();
                    line.extend([vec![reply.turn], all]);
                    break;
                }
                // The rest can be won in several ways and is not asked.
                _ => break,
            }
        }
        // A win in one turn is a puzzle for beginners; any other has more than its first turn.
        let at_once = self.game.outcome(&first.after).is_some();
        let kind = Kind::Win(if at_once { Some(1) } else { n });
        let composed = Composed { kind, position: *position, line };
        (at_once || composed.turns_to_find() > 1).then_some(composed)
    }

    /// Of the replies that hold out longest, the one that leaves the fewest turns that win, with
    /// the solver's turns after it.
    fn longest_defence(&self, position: &G::Position) -> Option<Defence<G>> {
        let replies = self.judge(position)?;
        let longest = replies.iter().map(|reply| reply.value.rating()).max()?;
        let mut best: Option<((usize, String), Defence<G>)> = None;
        for reply in replies.iter().filter(|reply| reply.value.rating() == longest) {
            let next = self.judge(&reply.after)?;
            let order = (winning(&next).len(), turn_text(&self.game, position, reply.turn));
            if best.as_ref().is_none_or(|(least, _)| order < *least) {
                best = Some((order, (*reply, next)));
            }
        }
        best.map(|(_, defence)| defence)
    }

    /// One turn draws, all others lose; and again, as long as a reply can ask for it.
    fn save(&self, position: &G::Position, turns: &[Judged<G>]) -> Option<Composed<G>> {
        let first = only_save(turns)?;
        let (mut line, mut now) = (vec![vec![first.turn]], first.after);
        let mut seen = vec![*position];
        while self.game.outcome(&now).is_none() && line.len() / 2 + 1 < MOST_TURNS {
            let Some((reply, next)) = self.asking_again(&now, &seen) else { break };
            seen.push(reply.after);
            line.extend([vec![reply.turn], vec![next.turn]]);
            now = next.after;
        }
        Some(Composed { kind: Kind::Save, position: *position, line })
    }

    /// The drawn reply after which the most turns lose, if again one alone draws.
    fn asking_again(
        &self,
        position: &G::Position,
        seen: &[G::Position],
    ) -> Option<(Judged<G>, Judged<G>)> {
        let replies = self.judge(position)?;
        let mut best: Option<(usize, Judged<G>, Judged<G>)> = None;
        for reply in replies.into_iter().filter(|reply| reply.draws()) {
            if seen.contains(&reply.after) || self.game.outcome(&reply.after).is_some() {
                continue;
            }
            let next = self.judge(&reply.after)?;
            let Some(save) = only_save(&next) else { continue };
            if best.as_ref().is_none_or(|(most, ..)| next.len() > *most) {
                best = Some((next.len(), reply, save));
            }
        }
        best.map(|(_, reply, save)| (reply, save))
    }

    /// A drawn turn after which most replies lose, where after other drawn turns far fewer do.
    fn trap(&self, position: &G::Position, turns: &[Judged<G>]) -> Option<Composed<G>> {
        let traps = traps(&self.game, self.oracle, turns)?;
        let few = (1..=MOST_ACCEPTED).contains(&traps.len());
        let line = vec![traps.iter().map(|turn| turn.turn).collect()];
        few.then_some(Composed { kind: Kind::Trap, position: *position, line })
    }
}

/// Whether the same board would do for a game that somebody has won: values are defined for it, but
/// people would ask why the game goes on.
pub(crate) fn looks_over<G: Playable>(game: &G, position: &G::Position) -> bool {
    let text = position_text(game, position);
    let mut words = text.split(' ');
    let (board, side) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let ended = |letter: &char| read_position(game, &format!("{board} {side} won:{letter}"));
    G::LETTERS.iter().any(|letter| ended(letter).is_ok())
}

/// The turns that win.
pub(crate) fn winning<G: Game>(turns: &[Judged<G>]) -> Vec<Judged<G>> {
    turns.iter().filter(|turn| turn.wins()).copied().collect()
}

/// The one turn that draws, if all others lose and there are some.
pub(crate) fn only_save<G: Game>(turns: &[Judged<G>]) -> Option<Judged<G>> {
    if turns.len() < LEAST_TURNS || turns.iter().any(Judged::wins) {
        return None;
    }
    let mut drawn = turns.iter().filter(|turn| turn.draws());
    let first = drawn.next()?;
    drawn.next().is_none().then_some(*first)
}
