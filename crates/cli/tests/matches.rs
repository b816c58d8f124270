//! `damier match` and `damier best` as users run them: results that can be repeated, engines that
//! fail, openings, records, clear errors.

mod common;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use common::{Ran, command, damier, prints, refuses};
use damier_record::Record;
use serde_json::Value;

/// The folder of tables of this run, empty at its beginning.
static TABLES: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("match-tables");
    let _ = std::fs::remove_dir_all(&folder);
    folder
});

/// Rules of Fanorona that no tables are for, so that none are built.
const UNSOLVED: &str = "capture=huff";

fn run(args: &[&str]) -> Ran {
    let output = command(args).env("DAMIER_TABLES", &*TABLES).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Ran {
        status: output.status.code().expect("no signal"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

fn json(args: &[&str]) -> Value {
    let ran = run(&[args, &["--json"]].concat());
    assert_eq!(ran.status, 0, "{args:?}: {}", ran.err);
    serde_json::from_str(&ran.out).expect("JSON")
}

/// A program that talks like an engine and does this when it is asked to play.
fn engine(folder: &Path, name: &str, on_go: &str) -> String {
    let script = format!(
        "while read -r line; do case \"$line\" in\n\
         ugi) echo 'id name fake'; echo ugiok;;\n\
         isready) echo readyok;;\n\
         quit) exit 0;;\n\
         go*) {on_go};;\n\
         esac; done\n"
    );
    let path = folder.join(name);
    std::fs::write(&path, script).expect("written");
    format!("ugi:sh '{}'", path.display())
}

fn damier_engine(rest: &str) -> String {
    format!("ugi:'{}' engine {rest}", env!("CARGO_BIN_EXE_damier"))
}

#[test]
fn the_same_seed_gives_the_same_match_whatever_the_threads() {
    for (game, rules, first, second) in [
        ("kono", "", "level-3", "level-1"),
        ("achef", "", "level-2", "level-1"),
        ("fanorona", UNSOLVED, "search:nodes=500", "search:depth=2"),
        ("rooya", "", "perfect", "level-2"),
    ] {
        let all = |threads: &str, seed: &str| {
            let args = ["match", game, "--first", first, "--second", second, "--games", "12"];
            let rest = ["--rules", rules, "--threads", threads, "--seed", seed];
            json(&[&args[..], &rest].concat())
        };
        let one = all("1", "5");
        assert_eq!(one["games"], 12);
        assert_eq!(one, all("2", "5"), "{game}");
        assert_eq!(one, all("5", "5"), "{game}");
        assert_ne!(one["turns_per_game"], all("2", "6")["turns_per_game"], "{game}");
    }
}

#[test]
fn a_test_stops_at_the_same_game_whatever_the_threads() {
    let sprt = |threads: &str| {
        json(&[
            "match",
            "kono",
            "--first",
            "level-4",
            "--second",
            "level-1",
            "--sprt",
            "0,100",
            "--threads",
            threads,
        ])
    };
    let one = sprt("1");
    assert_eq!(one["sprt"]["decision"], "second");
    assert!(one["games"].as_u64().unwrap() < 400, "{one}");
    assert_eq!(one, sprt("3"));
}

#[test]
fn engines_that_fail_lose_and_the_match_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let crash = engine(folder, "crash.sh", "echo 'out of luck' >&2; exit 3");
    let hang = engine(folder, "hang.sh", "exec sleep 100");
    let cheat = engine(folder, "cheat.sh", "echo 'bestmove a1-a9'");
    let mute = engine(folder, "mute.sh", "echo bestmove");
    for (player, kind, count, says) in [
        (&crash, "crashes", 4, "crashed: it ended (exit status: 3) saying `out of luck`"),
        (&hang, "hangs", 4, "no answer after"),
        (&cheat, "illegal", 4, "illegal turn `a1-a9`: "),
        (&mute, "illegal", 4, "illegal turn ``: "),
        (&"ugi:/no/such/engine".to_owned(), "crashes", 4, "cannot be started: no such file"),
        (&"ugi:true".to_owned(), "crashes", 4, "crashed: it ended"),
    ] {
        let args = [
            "match", "kono", "--first", player, "--second", "level-1", "--games", "4", "--time",
            "0.05", "--margin", "0.4", "--json",
        ];
        let begun = Instant::now();
        let ran = run(&args);
        assert_eq!(ran.status, 0, "{player}: {}", ran.err);
        let value: Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!((&value["lost"], &value["failures"][0][kind]), (&count.into(), &count.into()));
        assert_eq!(value["failures"][1]["crashes"], 0);
        assert_eq!(ran.err.matches(says).count(), 4, "{player}: {}", ran.err);
        assert!(begun.elapsed() < Duration::from_secs(60));
    }
}

#[test]
fn a_failure_in_one_game_does_not_harm_the_next() {
    // Fails in every second of its processes' lives, plays well otherwise.
    let folder = tempfile::tempdir().expect("a folder");
    let flag = folder.path().join("flag");
    let script = format!(
        "if [ -e '{0}' ]; then rm '{0}'; exec '{1}' engine kono; fi\ntouch '{0}'; exit 1\n",
        flag.display(),
        env!("CARGO_BIN_EXE_damier")
    );
    let path = folder.path().join("moody.sh");
    std::fs::write(&path, script).expect("written");
    let player = format!("ugi:option.Level=5:sh '{}'", path.display());
    let args = ["match", "kono", "--first", &player, "--second", "level-1", "--games", "6"];
    let value = json(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(value["games"], 6);
    let crashes = value["failures"][0]["crashes"].as_u64().unwrap();
    assert!((1..=3).contains(&crashes), "{value}");
    assert!(value["won"].as_u64().unwrap() >= 2, "{value}");
}

#[test]
fn our_own_engine_plays_from_outside_as_well() {
    let player = damier_engine("fanorona");
    let player = player.replacen("ugi:", "ugi:option.Level=2:", 1);
    let rules = ["--rules", "rules=schadd", "--games", "4"];
    let args = ["match", "fanorona", "--first", &player, "--second", "level-1"];
    let value = json(&[&args[..], &rules].concat());
    assert_eq!(value["games"], 4);
    for player in 0..2 {
        for kind in ["crashes", "hangs", "illegal", "late"] {
            assert_eq!(value["failures"][player][kind], 0, "{value}");
        }
    }
}

#[test]
fn nobody_is_late_by_the_clock() {
    let player = damier_engine(&format!("fanorona --rules {UNSOLVED}"));
    let args = ["match", "fanorona", "--first", &player, "--second", "search", "--games", "2"];
    let rest = ["--rules", UNSOLVED, "--clock", "1.5+0.01", "--turns", "80"];
    let value = json(&[&args[..], &rest].concat());
    assert_eq!(value["games"], 2);
    assert_eq!(
        (&value["failures"][0]["late"], &value["failures"][1]["late"]),
        (&0.into(), &0.into())
    );
    let folder = tempfile::tempdir().expect("a folder");
    let slow = engine(folder.path(), "slow.sh", "sleep 0.5; echo 'bestmove a1'");
    let args = ["match", "achef", "--first", &slow, "--second", "level-1", "--games", "2"];
    let ran = run(&[&args[..], &["--clock", "0.1"]].concat());
    assert!(ran.out.contains("2 times late") && ran.err.contains("time is up"), "{}", ran.out);
}

#[test]
fn all_games_are_saved_as_good_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    let path = file.to_str().expect("a name");
    let cheat = engine(folder.path(), "cheat.sh", "echo 'bestmove }x{'");
    for (first, extra, says) in [
        ("level-2", &["--adjudicate"][..], "by tables: "),
        ("level-2", &["--turns", "9"], "9 turns are the limit"),
        (cheat.as_str(), &[], "illegal turn"),
    ] {
        let args = ["match", "kono", "--first", first, "--second", "level-1", "--games", "4"];
        let value = json(&[&args[..], &["--save", path], extra].concat());
        let text = std::fs::read_to_string(&file).expect("the file");
        let games: Vec<&str> = text.split("[Game ").skip(1).collect();
        assert_eq!(games.len(), 4);
        let mut points = 0.0;
        for (i, game) in games.iter().enumerate() {
            let record = Record::read(&format!("[Game {game}"), &damier_games::open);
            let record = record.unwrap_or_else(|error| panic!("{error}\n{game}"));
            assert_eq!(record.tags().get(["First", "Second"][i % 2]), Some(first));
            points += match (record.result().text(), i % 2) {
                ("1-0", 0) | ("0-1", 1) => 1.0,
                ("1/2-1/2", _) => 0.5,
                _ => 0.0,
            };
        }
        assert!(text.contains(says), "{text}");
        assert_eq!(value["score"].as_f64(), Some(points / 4.0));
    }
}

/// Most of these numbers of turns are more than any game has.
#[test]
fn openings_are_found_where_few_numbers_of_turns_have_any() {
    let drawn = |turns: &str| {
        let game = ["match", "fanorona", "--rules", UNSOLVED, "--games", "4", "--turns", "1"];
        let players = ["--first", "level-1", "--second", "level-1"];
        run(&[&game[..], &players, &["--openings", turns]].concat())
    };
    let wide = drawn("random:2-900");
    assert_eq!(wide.status, 0, "{}", wide.err);
    let long = drawn("random:900");
    assert_eq!(long.status, 2, "{}", long.err);
    assert!(long.err.contains("no such opening was found in 2000 attempts"), "{}", long.err);
}

#[test]
fn openings_come_from_files_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("openings.txt");
    let path = file.to_str().expect("a name");
    let args = ["match", "kono", "--first", "level-1", "--second", "level-1", "--games", "4"];
    let from = |text: &str| {
        std::fs::write(&file, text).expect("written");
        run(&[&args[..], &["--openings", path, "--json"]].concat())
    };
    assert_eq!(from("# two\nrr2/4/4/2yy y\n\nrrr1/4/4/2yy r\n").status, 0);
    let record = "[Game \"kono\"]\n\n1. a1xa3 *\n\n[Game \"kono\"]\n\n1. b1xb3 *\n";
    assert_eq!(from(record).status, 0);
    for (text, says) in [
        ("", "no opening in this file"),
        ("rr2/4/4/2yy y\nzz\n", "line 2: "),
        ("[Game \"kono\"]\n\n1. a1xa3 *\n\n[Game \"kono\"]\n\n1. a1xa4 *\n", "line 7: "),
        ("[Game \"rooya\"]\n", "it is a game of rooya"),
        ("r3/4/4/yyy1 r won:y\n", "line 1: the game is over there"),
    ] {
        let ran = from(text);
        assert_eq!(ran.status, 2, "{text}: {}", ran.err);
        assert!(ran.err.contains(says), "{text}: {}", ran.err);
    }
}

#[test]
fn mistakes_in_the_arguments_are_explained() {
    let of = |rest: &[&str]| refuses(&[&["match", "kono"], rest].concat());
    let two = ["--first", "level-1", "--second", "level-1"];
    let with = |rest: &[&str]| of(&[&two, rest].concat());
    assert!(of(&["--first", "level-1"]).contains("--second"));
    assert!(of(&["--first", "level-9", "--second", "x"]).contains("there is no player `level-9`"));
    assert!(with(&["--games", "5"]).contains("5 games are not possible, 6 would be"));
    assert!(with(&["--openings", "random:x"]).contains("`random:x` is no number of turns"));
    assert!(with(&["--openings", "random:8-2"]).contains("random:8-2"));
    assert!(with(&["--openings", "/no/such/file"]).contains("no such file"));
    assert!(with(&["--sprt", "5,0"]).contains("`5,0` is no test"));
    assert!(with(&["--clock", "soon"]).contains("`soon` is no clock"));
    assert!(with(&["--time", "0"]).contains("`0` is no number of seconds"));
    assert!(with(&["--save", "/no/such/folder/x"]).contains("/no/such/folder/x"));
    let perfect = ["match", "fanorona", "--first", "perfect", "--second", "level-1"];
    let ran = run(&perfect);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("nobody plays Fanorona perfectly here"), "{}", ran.err);
}

#[test]
fn the_ladder_is_a_markdown_table() {
    let ran = run(&[
        "match",
        "rooya",
        "--ladder",
        "--games",
        "2",
        "--turns",
        "2",
        "--openings",
        "random:1",
        "--lang",
        "fr",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let rows: Vec<&str> = ran.out.lines().collect();
    assert!(rows[0].starts_with("| plus fort | plus faible | parties |"), "{}", ran.out);
    assert!(rows[2].starts_with("| level-2 | level-1 | 2 |"), "{}", ran.out);
    assert!(rows.last().unwrap().starts_with("| perfect | level-"), "{}", ran.out);
    assert!(rows.iter().all(|row| row.matches('|').count() == 9), "{}", ran.out);
}

#[test]
fn best_tells_the_turn_its_worth_and_why() {
    let best = |args: &[&str]| {
        let ran = run(&[&["best", "kono"], args].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.out
    };
    let out = best(&["yyy1/r1r1/2y1/y2y", "y"]);
    assert!(out.starts_with("b4-b3\nvalue: wins in 7 turns (tables)\n"), "{out}");
    assert!(
        out.contains("before the turn: wins in 7 turns; after it the opponent: loses in 6 turns")
    );
    assert_eq!(out.lines().find_map(|l| l.strip_prefix("line: ")).unwrap().split(' ').count(), 7);
    let out = best(&["--lang", "fr"]);
    assert!(out.contains("valeur : nulle (tables)") && out.contains("pièges : "), "{out}");
    let out = run(&["best", "kono", "--json", "yyy1/r1r1/2y1/y2y y"]).out;
    let value: Value = serde_json::from_str(&out).expect("JSON");
    let win = serde_json::json!({ "kind": "win", "turns": 7 });
    assert_eq!((&value["turn"], &value["score"]), (&"b4-b3".into(), &win));
    assert_eq!((&value["exact"], &value["value_of_turn"]), (&true.into(), &win));
    assert!(TABLES.join("kono.all.damier").exists(), "the table was built on first need");
    let nowhere = run(&["best", "kono", "--tables", "/dev/null/tables"]);
    assert!(nowhere.out.contains("value: draw (tables)"), "{}", nowhere.out);
    assert!(nowhere.err.contains("/dev/null/tables"), "{}", nowhere.err);
}

#[test]
fn best_searches_where_no_table_answers() {
    fn best<'a>(rest: &[&'a str]) -> Vec<&'a str> {
        [&["best", "fanorona", "--rules", UNSOLVED], rest].concat()
    }
    let value = json(&best(&["--depth", "4", "--threads", "1"]));
    assert_eq!((&value["depth"], &value["exact"]), (&4.into(), &false.into()));
    assert_eq!(value["score"]["kind"], "score", "{value}");
    assert!(value["score"]["points"].is_number() && value["value_before"].is_null(), "{value}");
    let value = json(&best(&["--nodes", "5000", "--threads", "1"]));
    assert!(value["nodes"].as_u64().unwrap() <= 5000);
    let begun = Instant::now();
    let ran = run(&best(&["--time", "0.3", "--moves", "d2-e3A"]));
    assert!(ran.out.contains("\nscore: ") && ran.out.contains(" nodes/s\n"), "{}", ran.out);
    assert!(begun.elapsed() < Duration::from_secs(20));
    let turn = |seed: &str| run(&["best", "achef", "--level", "1", "--seed", seed]).out;
    assert_eq!(turn("3").lines().next(), turn("3").lines().next());
}

#[test]
fn best_explains_mistakes() {
    let over = damier(&["best", "kono", "r3/4/4/yyy1 r won:y"]);
    assert_eq!(over.status, 2);
    assert!(
        over.err.contains("the game is over there: Red has only one pawn left"),
        "{}",
        over.err
    );
    assert!(refuses(&["best", "kono", "--moves", "a1xa3 a1xa3"]).contains("`a1xa3`"));
    assert!(refuses(&["best", "kono", "--time", "x"]).contains("`x` is no number of seconds"));
    assert!(refuses(&["best", "kono", "--level", "12"]).contains("there is no player `level-12`"));
    assert!(prints(&["best", "--help"]).contains("--depth"));
}
