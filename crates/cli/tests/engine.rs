//! The Universal Game Interface as another program meets it: the conversation of the
//! documentation, nonsense, sudden ends, clocks.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use common::{command, damier_reading};

/// The folder of tables of this run, empty at its beginning.
static TABLES: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engine-tables");
    let _ = std::fs::remove_dir_all(&folder);
    folder
});

/// A game that no tables are for, so that it is searched at once.
const SEARCHED: [&str; 3] = ["fanorona", "--rules", "capture=huff"];

/// A conversation with the engine.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    fn new(args: &[&str]) -> Talk {
        let mut command = command(&[&["engine"], args].concat());
        command.env("DAMIER_TABLES", &*TABLES);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Talk { input: child.stdin.take(), child, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("open"), "{line}").expect("it listens");
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(60)).expect("an answer")
    }

    /// Reads lines until one begins like this.
    fn hear_until(&self, beginning: &str) -> String {
        loop {
            let line = self.hear();
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Nothing more is said, the program ends well; what it said before it did.
    fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
        self.lines.iter().collect()
    }
}

/// A line with what depends on the machine or the strength of the search left out.
fn masked(line: &str) -> String {
    let Some(rest) = line.strip_prefix("info depth ") else { return line.to_owned() };
    let mut words = rest.split(' ');
    let mut kept = vec!["info depth N".to_owned()];
    words.next();
    while let Some(word) = words.next() {
        match word {
            "pv" => {
                kept.push("pv …".into());
                break;
            }
            "score" => {
                kept.push(format!("score {} N", words.next().unwrap_or_default()));
                words.next();
            }
            name => {
                let number = words.next().unwrap_or_default();
                assert!(number.parse::<u64>().is_ok(), "{line}");
                kept.push(format!("{name} N"));
            }
        }
    }
    kept.join(" ")
}

/// The conversation of docs/engine.md, word for word but for numbers.
#[test]
fn the_documented_conversation() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engine.md");
    let text = std::fs::read_to_string(path).expect("docs/engine.md");
    let block = text.split("```transcript\n").nth(1).expect("a transcript");
    let block = block.split("```").next().expect("its end");
    let mut talk = Talk::new(&["kono"]);
    let (mut commands, mut more) = (0, false);
    for line in block.lines() {
        match line.split_at_checked(2) {
            Some(("> ", said)) => {
                talk.say(said);
                commands += 1;
            }
            // Some more lines of this kind.
            Some(("< ", "info depth …")) => more = true,
            Some(("< ", expected)) => {
                let mut heard = talk.hear();
                while more && heard.starts_with("info depth ") {
                    heard = talk.hear();
                }
                more = false;
                assert_eq!(masked(&heard), masked(expected));
            }
            _ => panic!("neither said nor heard: {line}"),
        }
    }
    assert!(commands > 15, "{commands}");
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let mut talk = Talk::new(&["kono"]);
    talk.say("setoption name Level value 2");
    talk.say("position startpos moves d1xd3");
    for line in [
        "xyzzy",
        "go fast",
        "go depth",
        "go movetime soon",
        "position",
        "position fen",
        "position fen zz/zz y",
        "position startpos moves d1xd3 d1xd3",
        "position startpos d1xd3",
        "query",
        "query weather",
        "setoption",
        "setoption name",
        "setoption name Colour value red",
        "setoption name Hash value -3",
        "setoption name Hash value many",
        "setoption name Level value 99",
        "setoption name capture value never",
        "\u{7}\u{1b}[2J",
        "bestmove a1",
    ] {
        talk.say(line);
        let answer = talk.hear();
        assert!(answer.starts_with("info string error: "), "{line}: {answer}");
        assert!(!answer.contains('\u{1b}'), "{answer}");
    }
    talk.input.as_mut().unwrap().write_all(b"\xff\xfe\n").unwrap();
    assert_eq!(talk.hear(), "info string error: not UTF-8 text");
    let long = "x".repeat(1 << 20) + "y";
    talk.say(&long);
    assert!(talk.hear().starts_with("info string error: a line of more than"));
    for quiet in ["", "   ", "ponderhit", "debug on", "stop", "stop"] {
        talk.say(quiet);
    }
    talk.say("query p1turn");
    assert_eq!(talk.hear(), "response false", "the position is still the same");
    talk.say("go");
    talk.hear_until("bestmove ");
    assert!(talk.end().is_empty());
}

#[test]
fn rules_are_options_and_the_position_survives_where_it_can() {
    let mut talk = Talk::new(&["kono"]);
    talk.say("position startpos moves d1xd3");
    talk.say("setoption name Capture value mandatory");
    talk.say("query p1turn");
    assert_eq!(talk.hear(), "response false", "the turns are legal under these rules too");
    talk.say("setoption name first value red");
    assert!(talk.hear().contains("it is the start now"));
    talk.say("query p1turn");
    assert_eq!(talk.hear(), "response true");
    talk.say("ugi");
    assert_eq!(
        talk.hear_until("option name first "),
        "option name first type combo default red var yellow var red"
    );
    talk.end();
    let mut talk = Talk::new(&["kono", "--rules", "capture=mandatory", "--lang", "fr"]);
    talk.say("nonsense");
    assert_eq!(talk.hear(), "info string erreur : commande inconnue `nonsense`");
}

#[test]
fn queries_referee_a_game() {
    let mut talk = Talk::new(&["kono"]);
    let ask = |talk: &mut Talk, question: &str| {
        talk.say(&format!("query {question}"));
        talk.hear()
    };
    assert_eq!(ask(&mut talk, "result"), "response none");
    assert_eq!(ask(&mut talk, "gameover"), "response false");
    // Two pawns shuttle until the position has occurred three times.
    let shuttle = "c1-b1 a4-a3 b1-c1 a3-a4 ".repeat(2);
    talk.say(&format!("position fen rr2/4/4/2yy y moves {shuttle}"));
    assert_eq!(ask(&mut talk, "gameover"), "response true");
    assert_eq!(ask(&mut talk, "result"), "response draw");
    talk.say("go depth 3");
    assert_eq!(talk.hear(), "info string error: the game is over");
    assert_eq!(talk.hear(), "bestmove (none)");
    talk.say("position fen r3/4/4/yyy1 r won:y");
    assert_eq!(ask(&mut talk, "result"), "response p1win");
}

#[test]
fn a_closed_input_lets_the_search_finish() {
    let args = [&["engine"], &SEARCHED[..]].concat();
    let begun = Instant::now();
    let ran = damier_reading(&args, b"position startpos\ngo movetime 400\n");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(begun.elapsed() >= Duration::from_millis(380), "it was allowed to finish");
    let last = ran.out.lines().last().expect("an answer");
    assert!(last.starts_with("bestmove "), "{last}");
    for endless in ["go infinite\n", "go\n", "go ponder infinite", "go infinite\nquit\nugi\n"] {
        let ran = damier_reading(&args, endless.as_bytes());
        assert_eq!(ran.status, 0, "{}", ran.err);
        let last = ran.out.lines().last().expect("an answer");
        assert!(last.starts_with("bestmove "), "{endless}: {last}");
    }
    let ran = damier_reading(&args, b"go depth 3\nnonsense");
    assert_eq!(ran.out.matches("bestmove").count(), 1);
    assert!(ran.out.contains("info string error: unknown command `nonsense`"));
}

#[test]
fn stop_is_heard_within_twenty_milliseconds() {
    // Where it is searched, and where tables are looked through.
    for game in [&SEARCHED[..], &["fraha"]] {
        let mut talk = Talk::new(game);
        talk.say("isready");
        talk.hear_until("readyok");
        let quickest = (0..5).map(|i| {
            talk.say("position startpos");
            talk.say("go infinite");
            std::thread::sleep(Duration::from_millis(40 + 30 * i));
            talk.say("isready");
            talk.hear_until("readyok");
            let begun = Instant::now();
            talk.say("stop");
            talk.hear_until("bestmove ");
            begun.elapsed()
        });
        // Other programs share this machine: the quickest is what ours can do.
        let quickest = quickest.min().expect("some");
        assert!(quickest < Duration::from_millis(20), "{game:?}: {quickest:?}");
    }
}

#[test]
fn by_the_clock_the_only_turn_is_played_at_once() {
    let mut talk = Talk::new(&["fanorona"]);
    talk.say("isready");
    talk.hear_until("readyok");
    talk.say("position fen bbbb5/9/9/9/w1b5b w");
    let begun = Instant::now();
    talk.say("go p1time 3600000 p2time 3600000");
    assert_eq!(talk.hear_until("bestmove "), "bestmove a1-b1A");
    assert!(begun.elapsed() < Duration::from_secs(10), "a share of an hour is minutes");
    talk.say("quit");
    talk.end();
}

#[test]
fn a_clock_is_spent_where_the_game_is_decided() {
    let mut talk = Talk::new(&SEARCHED);
    talk.say("isready");
    talk.hear_until("readyok");
    let begun = Instant::now();
    talk.say("go p1time 5000 p2time 5000");
    talk.hear_until("bestmove ");
    // A seventh of what is left; shared among 25 turns it would be 0.2 s, or thrice that in doubt.
    let thought = begun.elapsed();
    assert!(thought > Duration::from_millis(650), "{thought:?}");
    talk.say("quit");
    talk.end();
}

#[test]
fn while_it_thinks_it_listens() {
    let mut talk = Talk::new(&SEARCHED);
    talk.say("isready");
    talk.hear_until("readyok");
    talk.say("go infinite");
    talk.say("go depth 2");
    assert!(talk.hear_until("info string").contains("under way"));
    talk.say("position startpos moves d2-e3A");
    talk.say("query p1turn");
    assert_eq!(talk.hear_until("response"), "response false");
    talk.say("setoption name Threads value 2");
    talk.say("stop");
    let first = talk.hear_until("bestmove ");
    talk.say("go nodes 20000");
    let second = talk.hear_until("bestmove ");
    assert_ne!(first, second, "the second search is about the new position");
    talk.say("quit");
    talk.end();
}

#[test]
fn a_level_plays_the_same_with_the_same_seed() {
    let bestmoves = |seed: &str| {
        let mut talk = Talk::new(&["achef"]);
        talk.say("setoption name Level value 1");
        talk.say(&format!("setoption name Seed value {seed}"));
        talk.say("uginewgame");
        let mut turns = String::new();
        for _ in 0..10 {
            talk.say(&format!("position startpos moves{turns}"));
            talk.say("go");
            turns += talk.hear_until("bestmove ").trim_start_matches("bestmove");
        }
        turns
    };
    assert_eq!(bestmoves("5"), bestmoves("5"));
    assert_ne!(bestmoves("5"), bestmoves("6"));
}
