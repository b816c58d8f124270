//! Our engine behind the Universal Game Interface, so that other programs can play against ours,
//! ask it about positions and have it referee. `docs/engine.md` describes what it says and shows a
//! conversation, which the tests repeat.
//!
//! One thread reads commands, another one thinks; whatever comes in, the first goes on reading.

mod command;
mod go;
mod options;

use std::io::{self, BufReader, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use damier_core::any::Opened;
use damier_core::play::Play;
use damier_core::{Lang, Message, Outcome, Phrase, phrase};
use damier_engine::agent::first_player;
use damier_engine::tables::Exact;
use damier_index::Solvable;
use damier_search::transposition::TranspositionTable;

use crate::lines::{Content, Lines};
use crate::text::shown;
use command::Command;
use options::Choices;

/// Loads the tables that a game's engine thinks with, showing how it goes where it takes a while.
pub type LoadTables<G> = Box<dyn Fn(&Opened<G>) -> Result<Option<Exact<G>>, Message>>;

/// Follows the commands on standard input until it ends or says `quit`.
pub fn serve<G: Solvable>(opened: Opened<G>, load: LoadTables<G>, lang: Lang) -> io::Result<()> {
    let mut engine = Engine::new(opened, load, lang);
    let mut lines = Lines::new(BufReader::new(io::stdin().lock())).up_to(LONGEST);
    while let Some(content) = lines.read()? {
        let goes_on = match content {
            Content::Text(text) => engine.follow(text)?,
            Content::TooLong => engine.complain(&TOO_LONG.with(LONGEST))?,
            Content::NotText => engine.complain(&NOT_TEXT.say())?,
        };
        if !goes_on {
            return Ok(());
        }
    }
    engine.finish();
    Ok(())
}

/// Longer than the longest game.
const LONGEST: usize = 1 << 20;

const TOO_LONG: Phrase = phrase!("ugi.too-long");
const NOT_TEXT: Phrase = phrase!("engine.invalid-data");
const ERROR: Phrase = phrase!("ugi.error");
const THINKING: Phrase = phrase!("ugi.thinking");
const IN_TURN: Phrase = phrase!("ugi.in-turn");
const NO_LONGER: Phrase = phrase!("ugi.no-longer");

/// Says something, at once. A thread that thinks says things too, so this is one call.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes())?;
    out.flush()
}

/// What the two threads tell each other.
#[derive(Default)]
struct Signals {
    /// The search is to end.
    stop: AtomicBool,
    /// It has ended and is about to say its turn. Whoever hears that may ask the next question
    /// before the thread has gone.
    done: AtomicBool,
}

/// A search under way.
struct Search {
    thread: JoinHandle<()>,
    signals: Arc<Signals>,
    /// Whether it goes on until it is stopped.
    endless: bool,
}

/// The engine: what it was told, what it thinks with.
struct Engine<G: Solvable> {
    opened: Opened<G>,
    load: LoadTables<G>,
    lang: Lang,
    choices: Choices,
    /// The start of the game; none for the ordinary one.
    start: Option<String>,
    /// The turns played.
    turns: Vec<String>,
    play: Play<G>,
    tt: Option<Arc<TranspositionTable>>,
    /// Tables, once they were looked for.
    oracle: Option<Option<Exact<G>>>,
    seed: u64,
    search: Option<Search>,
}

impl<G: Solvable> Engine<G> {
    fn new(opened: Opened<G>, load: LoadTables<G>, lang: Lang) -> Engine<G> {
        let play = opened.play_from(opened.game.start());
        let choices = Choices::default();
        Engine {
            opened,
            load,
            lang,
            choices,
            start: None,
            turns: Vec::new(),
            play,
            tt: None,
            oracle: None,
            seed: clock_seed(),
            search: None,
        }
    }

    /// Follows a command; `false` once it was told to leave.
    fn follow(&mut self, line: &str) -> io::Result<bool> {
        self.note_end();
        let command = match Command::read(line) {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(true),
            Err(message) => return self.complain(&message),
        };
        let leaves = matches!(command, Command::Quit);
        match self.obey(command) {
            Ok(answer) => answer?,
            Err(message) => return self.complain(&message),
        }
        Ok(!leaves)
    }

    /// Does what a command says. The outer error is about the command, the inner one about
    /// standard output.
    fn obey(&mut self, command: Command<'_>) -> Result<io::Result<()>, Message> {
        Ok(match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => self.prepare().and_then(|()| say("readyok")),
            Command::SetOption { name, value } => return self.set(name, value),
            Command::NewGame => {
                self.forget();
                self.seed = self.choices.seed.unwrap_or_else(clock_seed);
                Ok(())
            }
            Command::Position { start, turns } => {
                self.play = self.reach(start, &turns)?;
                self.start = start.map(str::to_owned);
                self.turns = turns.into_iter().map(str::to_owned).collect();
                Ok(())
            }
            Command::Go(limits) => return self.go(&limits),
            Command::Stop | Command::Quit => {
                self.stop();
                Ok(())
            }
            Command::Query(question) => say(&format!("response {}", self.answer(question)?)),
            Command::Nothing => Ok(()),
        })
    }

    /// Forgets what was found out about positions; a search under way keeps it.
    fn forget(&mut self) {
        match (&self.tt, &self.search) {
            (Some(tt), None) => tt.clear(),
            _ => self.tt = None,
        }
    }

    /// Answers nonsense.
    fn complain(&self, message: &Message) -> io::Result<bool> {
        say(&format!("info string {}", ERROR.with(message.clone()).text(self.lang)))?;
        Ok(true)
    }

    fn introduce(&self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        say(&format!("id name Damier {version} ({})", G::ID))?;
        say(&format!("id author {}", env!("CARGO_PKG_AUTHORS")))?;
        for line in self.choices.lines(&self.opened) {
            say(&line)?;
        }
        say("ugiok")
    }

    /// Gets ready to think: memory and tables. A search under way is ready already.
    fn prepare(&mut self) -> io::Result<()> {
        if self.search.is_none() {
            let level = self.choices.player().level::<G>();
            let bytes = if level.is_some() { 0 } else { self.choices.hash << 20 };
            self.tt.get_or_insert_with(|| Arc::new(TranspositionTable::new(bytes)));
            if self.choices.level.is_none() && self.oracle.is_none() {
                let loaded = (self.load)(&self.opened);
                if let Err(error) = &loaded {
                    say(&format!("info string {}", ERROR.with(error.clone()).text(self.lang)))?;
                }
                self.oracle = Some(loaded.ok().flatten());
            }
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<io::Result<()>, Message> {
        let before = (self.choices.hash, self.choices.level);
        if let Some(rules) = self.choices.set(&self.opened, name, value)? {
            self.opened = Opened::new(&rules)?;
            self.oracle = None;
            self.tt = None;
            return Ok(self.keep_position());
        }
        if (self.choices.hash, self.choices.level) != before {
            self.tt = None;
        }
        self.seed = self.choices.seed.unwrap_or(self.seed);
        Ok(Ok(()))
    }

    /// Plays the turns again after the rules have changed; begins anew where that is impossible.
    fn keep_position(&mut self) -> io::Result<()> {
        let (start, line) = (self.start.take(), std::mem::take(&mut self.turns));
        let turns: Vec<&str> = line.iter().map(String::as_str).collect();
        self.play = self.opened.play_from(self.opened.game.start());
        match self.reach(start.as_deref(), &turns) {
            Ok(play) => (self.play, self.start, self.turns) = (play, start, line),
            Err(_) => {
                say(&format!("info string {}", NO_LONGER.text(self.lang)))?;
            }
        }
        Ok(())
    }

    /// The game that these turns make.
    fn reach(&self, start: Option<&str>, turns: &[&str]) -> Result<Play<G>, Message> {
        let known = self.turns.len();
        let goes_on = start == self.start.as_deref()
            && turns.get(..known).is_some_and(|turns| turns.iter().eq(&self.turns));
        // A game that goes on is not read from its beginning again: games are long, clocks short.
        let (mut play, known) = match start {
            _ if goes_on => (self.play.clone(), known),
            Some(text) => (self.opened.play_from(self.opened.read(text)?), 0),
            None => (self.opened.play_from(self.opened.game.start()), 0),
        };
        for (i, turn) in turns.iter().enumerate().skip(known) {
            let played = play.play_text(turn);
            played.map_err(|why| IN_TURN.with(i + 1).with(*turn).with(why))?;
        }
        Ok(play)
    }

    fn answer(&self, question: &str) -> Result<&'static str, Message> {
        let first = first_player(&self.opened.game);
        let truth = |yes: bool| if yes { "true" } else { "false" };
        match question {
            "gameover" => Ok(truth(self.play.ending().is_some())),
            "p1turn" => Ok(truth(self.play.to_move() == first)),
            "result" => Ok(match self.play.ending().map(|ending| ending.outcome) {
                None => "none",
                Some(Outcome::Drawn) => "draw",
                Some(Outcome::Won(side)) if side == first => "p1win",
                Some(Outcome::Won(_)) => "p2win",
            }),
            _ => Err(command::UNKNOWN_QUESTION.with(shown(question))),
        }
    }

    /// Begins to think.
    fn go(&mut self, limits: &go::Limits) -> Result<io::Result<()>, Message> {
        let begun = Instant::now();
        if self.search.is_some() {
            return Err(THINKING.say());
        }
        if let Err(error) = self.prepare() {
            return Ok(Err(error));
        }
        let tt = self.tt.clone().unwrap_or_else(|| Arc::new(TranspositionTable::new(0)));
        let oracle = self.oracle.clone().flatten();
        let job = go::SearchJob::new(self, limits, tt, oracle, begun);
        let (signals, endless) = (Arc::new(Signals::default()), job.endless);
        let shared = signals.clone();
        let thread = thread::spawn(move || job.run(&shared));
        self.search = Some(Search { thread, signals, endless });
        Ok(Ok(()))
    }

    /// Forgets a search that has ended by itself.
    fn note_end(&mut self) {
        if self.search.as_ref().is_some_and(|search| search.signals.done.load(Acquire)) {
            self.finish();
        }
    }

    /// Ends the search under way; it says what it found.
    fn stop(&mut self) {
        if let Some(search) = &self.search {
            search.signals.stop.store(true, Relaxed);
        }
        self.finish();
    }

    /// Waits for the search under way, unless it would never end.
    fn finish(&mut self) {
        if let Some(search) = self.search.take() {
            if search.endless {
                search.signals.stop.store(true, Relaxed);
            }
            // A search that fails has said so on standard error.
            let _ = search.thread.join();
        }
    }
}

/// A seed that is different every time.
fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}
