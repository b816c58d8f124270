//! `go`: its limits, the thread that thinks, and what it says meanwhile.

use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, Release};
use std::thread;
use std::time::{Duration, Instant};

use damier_core::play::Play;
use damier_core::value::Value;
use damier_core::{Lang, Message, Phrase, phrase};
use damier_index::Solvable;
use damier_search::alpha_beta;
use damier_search::score::Verdict;
use damier_search::think::{Player, SearchContext};
use damier_search::time::Allowance;
use damier_search::transposition::TranspositionTable;
use damier_search::tuning::Tuning;

use super::{ERROR, Engine, Signals, say};
use crate::text::shown;
use damier_engine::agent::first_player;
use damier_engine::tables::Exact;
use damier_engine::timed::{TimedReport, TimedSearch};

/// What limits a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Limits {
    time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// What the first and the second player have left, and get after each turn.
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
    /// Turns until the clocks are wound up.
    turns: Option<u32>,
    infinite: bool,
}

const UNKNOWN: Phrase = phrase!("ugi.go-unknown");
const NO_NUMBER: Phrase = phrase!("ugi.no-number");
const OVER: Phrase = phrase!("entry.over");

impl Limits {
    /// Reads what follows `go`.
    pub(super) fn read(text: &str) -> Result<Limits, Message> {
        let mut limits = Limits::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "infinite" => limits.infinite = true,
                "ponder" => {}
                _ => {
                    let known = NUMBERED.contains(&word);
                    known.then_some(()).ok_or_else(|| UNKNOWN.with(shown(word)))?;
                    let given = words.next().unwrap_or_default();
                    let number: i64 =
                        given.parse().map_err(|_| NO_NUMBER.with(word).with(shown(given)))?;
                    limits.take(word, number);
                }
            }
        }
        Ok(limits)
    }

    /// Takes one limit. Clocks may be below zero, when somebody is late.
    fn take(&mut self, word: &str, number: i64) {
        let number = number.max(0) as u64;
        let time = Duration::from_millis(number);
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "movetime" => self.time = Some(time),
            "depth" => self.depth = Some(small.max(1)),
            "nodes" => self.nodes = Some(number.max(1)),
            "p1time" | "wtime" => self.left[0] = Some(time),
            "p2time" | "btime" => self.left[1] = Some(time),
            "p1inc" | "winc" => self.increment[0] = time,
            "p2inc" | "binc" => self.increment[1] = time,
            "movestogo" => self.turns = Some(small.max(1)),
            _ => {}
        }
    }

    /// How long a turn may take; `second`: the second player is to move. The clock is shared out
    /// among so many turns, unless it is known for how many it has to last.
    fn allowance(&self, second: bool, turns: u32) -> Allowance {
        let player = usize::from(second);
        match (self.time, self.left[player]) {
            (Some(time), _) => Allowance::exactly(time - OVERHEAD.min(time / 10)),
            (None, Some(left)) => {
                Allowance::of_clock(left, self.increment[player], self.turns.unwrap_or(turns))
            }
            (None, None) => Allowance::UNLIMITED,
        }
    }

    /// Whether the player to move loses time by thinking.
    fn is_by_clock(&self, second: bool) -> bool {
        self.time.is_none() && self.left[usize::from(second)].is_some()
    }
}

/// What an answer takes on its way, at most.
const OVERHEAD: Duration = Duration::from_millis(10);

/// The limits that have a number.
const NUMBERED: [&str; 12] = [
    "movetime",
    "depth",
    "nodes",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
];

/// A search to be made.
pub(super) struct SearchJob<G: Solvable> {
    play: Play<G>,
    player: Player,
    context: SearchContext<G>,
    threads: usize,
    allowance: Allowance,
    begun: Instant,
    lang: Lang,
    /// Whether it goes on until it is stopped.
    pub(super) endless: bool,
}

impl<G: Solvable> SearchJob<G> {
    pub(super) fn new(
        engine: &Engine<G>,
        limits: &Limits,
        tt: Arc<TranspositionTable>,
        oracle: Option<Exact<G>>,
        begun: Instant,
    ) -> SearchJob<G> {
        let second = engine.play.to_move() != first_player(&engine.opened.game);
        let Limits { depth, nodes, .. } = *limits;
        let (game, position) = (engine.play.game(), engine.play.position());
        let allowance = match limits.infinite {
            true => Allowance::UNLIMITED,
            // The only turn needs no thought.
            false if limits.is_by_clock(second) && game.all_turns(position).len() == 1 => {
                Allowance::exactly(Duration::ZERO)
            }
            false => limits.allowance(second, game.turns_to_go(position)),
        };
        let bounded = depth.is_some() || nodes.is_some() || allowance != Allowance::UNLIMITED;
        SearchJob {
            play: engine.play.clone(),
            player: engine.choices.player(),
            context: SearchContext {
                tt,
                oracle,
                seed: engine.seed,
                limits: alpha_beta::Limits { nodes, depth },
                tuning: Tuning::FULL,
            },
            threads: engine.choices.threads,
            allowance,
            begun,
            lang: engine.lang,
            endless: limits.infinite || !bounded && engine.choices.level.is_none(),
        }
    }

    /// Thinks, tells what it finds and in the end its turn. If nobody listens any more, nothing
    /// is lost: the other thread notices too.
    pub(super) fn run(&self, signals: &Signals) {
        let stop = &signals.stop;
        let task = TimedSearch {
            play: &self.play,
            player: self.player,
            context: &self.context,
            threads: self.threads,
            allowance: self.allowance,
            begun: self.begun,
        };
        let mut told = None;
        let found = task.run(stop, &mut |found| {
            told = Some(found.report.nodes);
            let _ = say(&info(found));
        });
        // Who was told to think until stopped does not answer before.
        while self.endless && !stop.load(Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
        signals.done.store(true, Release);
        let _ = match found {
            Some(found) => {
                let last = (told != Some(found.report.nodes)).then(|| info(&found) + "\n");
                say(&format!("{}bestmove {}", last.unwrap_or_default(), found.report.turn))
            }
            None => {
                let over = ERROR.with(OVER).text(self.lang);
                say(&format!("info string {over}\nbestmove (none)"))
            }
        };
    }
}

/// What has been found, as the protocol tells it.
fn info(found: &TimedReport) -> String {
    let report = &found.report;
    let (depth, nodes) = (report.depth, report.nodes);
    let (speed, time) = (found.speed(), found.took.as_millis());
    let (score, line) = (score(report.verdict), report.line.join(" "));
    format!("info depth {depth} score {score} nodes {nodes} nps {speed} time {time} pv {line}")
}

/// `mate N` counts the turns of the one who wins, as elsewhere; below zero it is a loss.
fn score(verdict: Verdict) -> String {
    match verdict {
        Verdict::Certain(Value::Win(Some(n))) => format!("mate {}", n.div_ceil(2)),
        Verdict::Certain(Value::Loss(Some(n))) => format!("mate -{}", n.div_ceil(2)),
        _ => format!("cp {}", verdict.score()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn limits_are_read() {
        let read = |text| Limits::read(text).unwrap();
        assert_eq!(read(""), Limits::default());
        assert!(read("infinite").infinite && read("ponder infinite").infinite);
        let limits = read("p1time 5000 p2time -3 p1inc 10 movestogo 4 depth 3 nodes 9");
        assert_eq!((limits.depth, limits.nodes, limits.turns), (Some(3), Some(9), Some(4)));
        assert_eq!(limits.left, [Some(ms(5000)), Some(ms(0))]);
        assert_eq!(
            read("wtime 5 btime 6 winc 1 binc 2"),
            read("p1time 5 p2time 6 p1inc 1 p2inc 2")
        );
        for bad in ["fast", "depth", "depth x", "movetime 1e3", "nodes 99999999999999999999"] {
            assert!(Limits::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_clock_of_the_player_to_move_counts() {
        let limits = Limits::read("p1time 100000 p2time 1000").unwrap();
        assert!(limits.allowance(false, 25).most > limits.allowance(true, 25).most);
        assert!(limits.allowance(true, 5).most > limits.allowance(true, 25).most);
        assert!(limits.allowance(true, 1).most < Some(ms(951)));
        let exact = Limits::read("movetime 1000 p1time 5").unwrap();
        assert_eq!(exact.allowance(false, 25), Allowance::exactly(ms(990)));
        assert!(limits.is_by_clock(true) && !exact.is_by_clock(false) && !exact.is_by_clock(true));
        let known = Limits::read("p1time 100000 movestogo 9").unwrap();
        assert_eq!(known.allowance(false, 25), known.allowance(false, 5));
        assert_eq!(Limits::read("depth 3").unwrap().allowance(true, 25), Allowance::UNLIMITED);
    }

    #[test]
    fn ends_are_counted_in_turns_of_the_winner() {
        let certain = |value| score(Verdict::Certain(value));
        assert_eq!(certain(Value::Win(Some(1))), "mate 1");
        assert_eq!(certain(Value::Win(Some(7))), "mate 4");
        assert_eq!(certain(Value::Loss(Some(2))), "mate -1");
        assert_eq!(certain(Value::Draw), "cp 0");
        assert_eq!(score(Verdict::Estimate(-35)), "cp -35");
        assert!(certain(Value::Win(None)).starts_with("cp 2"));
    }
}
