//! Other programs that play, by the Universal Game Interface: started when they are first needed,
//! and started again for the next game if they fail. Whatever such a program does, the worst is
//! that it loses a game.

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use damier_core::any::Opened;
use damier_core::entry::read_turn;
use damier_core::game::Complete;
use damier_core::play::Play;
use damier_core::side::Side;
use damier_core::{AnyGame, Phrase, phrase};

use damier_engine::agent::{Agent, Clock, Failure, NO_TURN, first_player};
use damier_engine::budget::Budget;
use damier_engine::files::trouble;

use crate::lines::{Content, Lines};
use crate::spec::Program;
use crate::text::shown;

/// How long a program is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Beyond the time it has for a turn.
    pub margin: Duration,
    /// Until it is ready to play; it may have tables to load.
    pub ready: Duration,
    /// For a turn that has no limit in time.
    pub turn: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            margin: Duration::from_secs(2),
            ready: Duration::from_secs(60),
            turn: Duration::from_secs(600),
        }
    }
}

/// How long a program may take to leave after it was asked to.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often it is looked whether to stop.
const GLANCE: Duration = Duration::from_millis(20);
/// How many lines of a program wait to be read.
const WAITING: usize = 256;

const EXITED: Phrase = phrase!("ugi.exited");
const EXITED_SAYING: Phrase = phrase!("ugi.exited-saying");
const NOT_STARTED: Phrase = phrase!("ugi.not-started");

/// Another program in a game.
pub struct UgiProgram {
    program: Program,
    patience: Patience,
    /// Rule options that are not at their default.
    rules: Vec<(String, String)>,
    /// Where ordinary games begin, and who.
    start: String,
    first: Side,
    running: Option<Running>,
}

impl UgiProgram {
    /// A program for a game. It gets this budget if it has none of its own.
    pub fn new<G: Complete>(
        program: Program,
        otherwise: Budget,
        opened: &Opened<G>,
        patience: Patience,
    ) -> UgiProgram {
        let options = opened.options();
        let rules = options.split(',').filter_map(|option| option.split_once('='));
        UgiProgram {
            program: Program { budget: program.budget.or(otherwise), ..program },
            patience,
            rules: rules.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            start: AnyGame::start(opened),
            first: first_player(&opened.game),
            running: None,
        }
    }

    /// The program, started if it is not running. It is told the rules if it knows of them.
    fn start(&mut self) -> Result<&mut Running, Failure> {
        if self.running.is_none() {
            let mut running = Running::start(&self.program.command)?;
            running.send("ugi")?;
            let mut known = Vec::new();
            running.wait(self.patience.ready, None, |line| {
                known.extend(option_name(line).map(str::to_lowercase));
                (line == "ugiok").then_some(())
            })?;
            let rules = self.rules.iter().filter(|(name, _)| known.contains(&name.to_lowercase()));
            for (name, value) in rules.chain(&self.program.options) {
                running.send(&format!("setoption name {name} value {value}"))?;
            }
            self.running = Some(running);
        }
        self.running.as_mut().ok_or(Failure::Crashed(NO_TURN.say()))
    }

    fn ready(&mut self) -> Result<(), Failure> {
        let patience = self.patience.ready;
        let running = self.start()?;
        running.send("uginewgame")?;
        running.send("isready")?;
        running.wait(patience, None, |line| (line == "readyok").then_some(()))
    }

    /// What it is asked, and how long an answer may take.
    fn question(&self, clock: Option<Clock>, side: Side) -> (String, Duration) {
        let Patience { margin, turn, .. } = self.patience;
        let mut go = String::from("go");
        let mut most = turn;
        if let Some(Clock { left, increment }) = clock {
            for (name, side) in [("p1", self.first), ("p2", self.first.other())] {
                go += &format!(" {name}time {}", left[side.index()].as_millis());
                go += &format!(" {name}inc {}", increment.as_millis());
            }
            most = left[side.index()];
        }
        let Budget { time, nodes, depth } = self.program.budget;
        if let (None, Some(time)) = (clock, time) {
            go += &format!(" movetime {}", time.as_millis().max(1));
            most = time;
        }
        go.extend(nodes.map(|nodes| format!(" nodes {nodes}")));
        go.extend(depth.map(|depth| format!(" depth {depth}")));
        (go, most + margin)
    }

    fn ask<G: Complete>(
        &mut self,
        play: &Play<G>,
        clock: Option<Clock>,
        stop: &AtomicBool,
    ) -> Result<G::Turn, Failure> {
        let (go, patience) = self.question(clock, play.to_move());
        let position = position(play, &self.start);
        let running = self.start()?;
        running.send(&position)?;
        running.send(&go)?;
        let answer = running.wait(patience, Some(stop), |line| {
            let rest = line.strip_prefix("bestmove")?;
            Some(rest.split_whitespace().next().unwrap_or_default().to_owned())
        })?;
        let turn = read_turn(play.game(), play.position(), &answer);
        turn.map_err(|why| Failure::Illegal(shown(&answer), why))
    }

    /// Ends a program that has failed; there will be another one.
    fn give_up(&mut self, failure: Failure) -> Failure {
        if let Some(mut running) = self.running.take() {
            running.kill();
        }
        failure
    }
}

/// The command that sets up the position a game has come to.
fn position<G: Complete>(play: &Play<G>, ordinary: &str) -> String {
    let play = play.any();
    let start = play.start();
    let mut command = match start == ordinary {
        true => String::from("position startpos"),
        false => format!("position fen {start}"),
    };
    for (i, turn) in play.line().iter().enumerate() {
        command += if i == 0 { " moves " } else { " " };
        command += turn;
    }
    command
}

/// The name in a line such as `option name Hash type spin …`.
fn option_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split_once(" type ").map_or(rest, |(name, _)| name).trim())
}

impl<G: Complete> Agent<G> for UgiProgram {
    fn begin(&mut self, _: u64) -> Result<(), Failure> {
        self.ready().map_err(|failure| self.give_up(failure))
    }

    fn turn(
        &mut self,
        play: &Play<G>,
        clock: Option<Clock>,
        stop: &AtomicBool,
    ) -> Result<G::Turn, Failure> {
        self.ask(play, clock, stop).map_err(|failure| self.give_up(failure))
    }
}

/// A program that runs.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The last thing it complained of.
    complaint: Arc<Mutex<String>>,
}

impl Running {
    fn start(command: &[String]) -> Result<Running, Failure> {
        let (name, args) = command.split_first().ok_or(Failure::Crashed(NO_TURN.say()))?;
        let started = Command::new(name)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = started.map_err(|error| {
            Failure::Crashed(NOT_STARTED.with(shown(name)).with(trouble(&error)))
        })?;
        let (sender, lines) = sync_channel(WAITING);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || pass_on(output, &sender));
        }
        let complaint = Arc::new(Mutex::new(String::new()));
        if let Some(errors) = child.stderr.take() {
            let last = complaint.clone();
            thread::spawn(move || keep_last(errors, &last));
        }
        let input = child.stdin.take();
        Ok(Running { child, input, lines, complaint })
    }

    fn send(&mut self, line: &str) -> Result<(), Failure> {
        let sent = self.input.as_mut().is_some_and(|input| {
            input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).is_ok()
        });
        if sent { Ok(()) } else { Err(self.crashed()) }
    }

    /// Reads lines until one of them is what was waited for. Once `stop` is set the program is
    /// asked to hurry.
    fn wait<T>(
        &mut self,
        patience: Duration,
        stop: Option<&AtomicBool>,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        let begun = Instant::now();
        let mut stopped = false;
        loop {
            let left = patience.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Err(Failure::Hung(begun.elapsed()));
            }
            if !stopped && stop.is_some_and(|stop| stop.load(Relaxed)) {
                stopped = true;
                self.send("stop")?;
            }
            let glance = if stop.is_some() { left.min(GLANCE) } else { left };
            match self.lines.recv_timeout(glance) {
                Ok(line) => {
                    if let Some(found) = wanted(line.trim()) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
            }
        }
    }

    /// Says how the program ended.
    fn crashed(&mut self) -> Failure {
        self.input = None;
        let status = self.leave();
        // Its last words may still be on their way.
        thread::sleep(GLANCE);
        let complaint = self.complaint.lock().map(|said| said.clone()).unwrap_or_default();
        Failure::Crashed(match complaint.is_empty() {
            true => EXITED.with(status),
            false => EXITED_SAYING.with(status).with(shown(&complaint)),
        })
    }

    /// Waits a moment for the program to end, then ends it.
    fn leave(&mut self) -> String {
        let begun = Instant::now();
        while begun.elapsed() < FAREWELL {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.to_string();
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.kill();
        String::from("killed")
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            let _ = self.send("quit");
            self.input = None;
            self.leave();
        }
    }
}

/// Hands lines over as they come.
fn pass_on(output: impl Read, lines: &SyncSender<String>) {
    let mut output = Lines::new(BufReader::new(output));
    while let Ok(Some(content)) = output.read() {
        // Longer lines are information about long variations.
        if let Content::Text(text) = content
            && lines.send(text.to_owned()).is_err()
        {
            return;
        }
    }
}

/// Keeps the last line that says something.
fn keep_last(errors: impl Read, last: &Mutex<String>) {
    let mut errors = Lines::new(BufReader::new(errors));
    while let Ok(Some(content)) = errors.read() {
        if let (Content::Text(text), Ok(mut last)) = (content, last.lock())
            && !text.trim().is_empty()
        {
            text.trim().clone_into(&mut last);
        }
    }
}
