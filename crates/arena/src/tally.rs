//! The score of a match: games, pairs, how they ended, who failed.

use std::collections::BTreeMap;

use damier_core::game::{Complete, Outcome};
use damier_core::play::Termination;
use damier_core::side::Side;
use serde::Serialize;

use crate::elo::{Decision, Estimate, Pairs, Sprt};
use crate::game::{End, Played};
use damier_engine::agent::Failure;

/// How often a player failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Failures {
    /// It ended by itself or could not be started.
    pub crashes: u64,
    /// It did not answer.
    pub hangs: u64,
    /// It played an illegal turn.
    pub illegal: u64,
    /// It ran out of time.
    pub late: u64,
}

impl Failures {
    /// All of them.
    pub fn all(&self) -> u64 {
        self.crashes + self.hangs + self.illegal + self.late
    }

    fn count(&mut self, end: &End) {
        match end {
            End::Failed(_, Failure::Crashed(_)) => self.crashes += 1,
            End::Failed(_, Failure::Hung(_)) => self.hangs += 1,
            End::Failed(_, Failure::Illegal(..)) => self.illegal += 1,
            End::Time(_) => self.late += 1,
            _ => {}
        }
    }
}

/// The score, as the first of the two players sees it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Pairs by points.
    pub pairs: Pairs,
    /// Points in half points of those who began.
    pub beginners: u64,
    /// Turns of all games.
    pub turns: u64,
    /// How games ended, by the words of records.
    pub ends: BTreeMap<&'static str, u64>,
    /// How often each player failed.
    pub failures: [Failures; 2],
}

impl Tally {
    /// How many games there were.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Counts the two games of an opening; `sides`: which pawns the first player had in each.
    pub fn count<G: Complete>(&mut self, pair: [(&Played<G>, Side); 2]) {
        let points = pair.map(|(played, side)| self.count_game(played, side));
        self.pairs[points[0] + points[1]] += 1;
    }

    /// Counts a game and returns the half points of the first player.
    fn count_game<G: Complete>(&mut self, played: &Played<G>, side: Side) -> usize {
        let half_points = |side| match played.outcome {
            Outcome::Won(winner) if winner == side => 2,
            Outcome::Won(_) => 0,
            Outcome::Drawn => 1,
        };
        let points = half_points(side);
        *[&mut self.lost, &mut self.drawn, &mut self.won][points] += 1;
        self.beginners += half_points(played.play.game().to_move(played.play.start())) as u64;
        self.turns += played.play.line().len() as u64;
        *self.ends.entry(word(&played.end)).or_default() += 1;
        if let End::Time(failed) | End::Failed(failed, _) = played.end {
            self.failures[usize::from(failed != side)].count(&played.end);
        }
        points
    }

    /// For programs.
    pub fn report(&self, sprt: Option<&Sprt>) -> TallyReport {
        let estimate = Estimate::of(&self.pairs);
        TallyReport {
            games: self.games(),
            won: self.won,
            drawn: self.drawn,
            lost: self.lost,
            pairs: self.pairs,
            score: estimate.map(|e| e.share),
            score_error: estimate.map(|e| e.share_error),
            elo: estimate.map(|e| e.elo),
            elo_error: estimate.map(|e| e.elo_error),
            beginner_score: self.beginners as f64 / (2 * self.games().max(1)) as f64,
            turns_per_game: self.turns as f64 / self.games().max(1) as f64,
            ends: self.ends.clone(),
            failures: self.failures,
            sprt: sprt.map(|sprt| SprtReport::new(sprt, &self.pairs)),
        }
    }
}

/// The score of a match as JSON, from the first player's side.
#[derive(Serialize)]
pub struct TallyReport {
    /// How many games there were.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Pairs by points: how many gave none, half a point … two.
    pub pairs: Pairs,
    /// The share of the points; nothing before the first pair, like the next three.
    pub score: Option<f64>,
    /// Half the width of its interval of 95 % confidence.
    pub score_error: Option<f64>,
    /// The difference in Elo.
    pub elo: Option<f64>,
    /// Half the width of its interval of 95 % confidence.
    pub elo_error: Option<f64>,
    /// The share of the points that went to those who began.
    pub beginner_score: f64,
    /// How many turns a game had.
    pub turns_per_game: f64,
    /// How games ended, by the words of records and some of our own, and how often.
    pub ends: BTreeMap<&'static str, u64>,
    /// How often each player failed, the first one first.
    pub failures: [Failures; 2],
    /// The sequential test, if one was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtReport>,
}

/// What a sequential test has come to, as JSON.
#[derive(Serialize)]
pub struct SprtReport {
    /// The difference in Elo of the first hypothesis.
    pub elo0: f64,
    /// That of the second.
    pub elo1: f64,
    /// The logarithm of the ratio of their likelihoods.
    pub ratio: f64,
    /// At or below this the first hypothesis is accepted.
    pub lower: f64,
    /// At or above this the second hypothesis is accepted.
    pub upper: f64,
    /// Which one is: `first`, `second`, or none yet (`open`).
    pub decision: Decision,
}

impl SprtReport {
    fn new(sprt: &Sprt, pairs: &Pairs) -> SprtReport {
        let (lower, upper) = sprt.bounds();
        let (ratio, decision) = (sprt.ratio(pairs), sprt.decide(pairs));
        SprtReport { elo0: sprt.elo0, elo1: sprt.elo1, ratio, lower, upper, decision }
    }
}

/// How a game ended, in the words of records and some of our own.
pub fn word(end: &End) -> &'static str {
    match end {
        End::Rules(how) => how.text(),
        End::Tables(_) => "tables",
        End::Cap => "cap",
        End::Time(_) => Termination::Time.text(),
        End::Failed(_, Failure::Crashed(_)) => "crash",
        End::Failed(_, Failure::Hung(_)) => "hang",
        End::Failed(_, Failure::Illegal(..)) => "illegal turn",
        End::Stopped => "stopped",
    }
}
