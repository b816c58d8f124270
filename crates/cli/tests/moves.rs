//! `damier moves`, the subcommand that other programs rely on most: exact output, bad lines,
//! constant memory, and readers that leave early.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use common::{command, damier_reading, prints, refuses};
use damier_core::random::Random;
use damier_games::IDS;

/// What the program should print for a position.
fn block(game: &dyn damier_core::AnyGame, position: &str) -> String {
    let turns = game.turns(position).unwrap();
    turns.iter().map(|(turn, after)| format!("{turn} => {after}\n")).collect::<String>() + "\n"
}

/// Positions of random games.
fn positions(game: &dyn damier_core::AnyGame, number: usize) -> Vec<String> {
    let mut random = Random::new(5);
    let (mut position, mut all) = (game.start(), Vec::new());
    while all.len() < number {
        all.push(position.clone());
        let turns = game.turns(&position).unwrap();
        let next = turns.get(random.below(turns.len().max(1)));
        position = next.map_or_else(|| game.start(), |(_, after)| after.clone());
    }
    all
}

#[test]
fn one_position() {
    for id in IDS {
        let game = damier_games::open(id, "").unwrap();
        let start = game.start();
        assert_eq!(prints(&["moves", id]), block(&*game, &start));
        assert_eq!(prints(&["moves", id, &start]), block(&*game, &start));
        let mut words = vec!["moves", id];
        words.extend(start.split(' '));
        assert_eq!(prints(&words), block(&*game, &start), "unquoted");
    }
    let forced = ["moves", "kono", "--rules", "capture=mandatory", "rr2/4/y3/y2y r"];
    assert!(prints(&forced).starts_with("a4-a3 => 1r2/r3/y3/y2y y\n"));
    assert_eq!(prints(&["moves", "kono", "r3/4/4/yy2 y"]), "\n", "a finished game has no turns");
    assert!(refuses(&["moves", "kono", "r3/4/4/yy2"]).contains("`r3/4/4/yy2`: the player to move"));
    assert!(refuses(&["moves", "kono", ""]).contains("no position given"));
    assert!(refuses(&["moves", "kono", "\x1b[31m"]).contains("`\u{fffd}[31m`"));
}

#[test]
fn many_positions_of_every_game() {
    for id in IDS {
        let game = damier_games::open(id, "").unwrap();
        let all = positions(&*game, 500);
        let ran = damier_reading(&["moves", id, "-"], (all.join("\n") + "\n").as_bytes());
        let expected: String = all.iter().map(|position| block(&*game, position)).collect();
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        assert_eq!(ran.out, expected, "{id}");
    }
}

#[test]
fn bad_lines_are_reported_and_the_rest_is_answered() {
    let game = damier_games::open("kono", "").unwrap();
    let good = block(&*game, &game.start());
    let mut input = b"rrrr/rrrr/yyyy/yyyy y\r\n\nnonsense\n\xff\xfe\n".to_vec();
    input.extend("x".repeat(10_000).into_bytes());
    input.extend(b"\nrrrr/rrrr/yyyy/yyyy y");
    let ran = damier_reading(&["moves", "kono", "-"], &input);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.out, format!("{good}\n\n\n\n{good}"));
    let complaints: Vec<&str> = ran.err.lines().collect();
    assert_eq!(complaints.len(), 4, "{complaints:?}");
    assert_eq!(complaints[0], "line 2: no position given");
    assert!(complaints[1].starts_with("line 3: the board has one rank,"));
    assert_eq!(complaints[2], "line 4: not UTF-8 text");
    assert_eq!(complaints[3], "line 5: too long to be a position");

    let ran = damier_reading(&["moves", "kono", "-", "--json", "--lang", "fr"], &input);
    assert_eq!(ran.status, 2);
    let rows: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows.len(), 6);
    assert_eq!(rows[0]["position"], "rrrr/rrrr/yyyy/yyyy y");
    assert_eq!(rows[0]["turns"][0]["turn"], "a1xa3");
    assert_eq!(rows[1]["error"]["message"], "aucune position donnée");
    assert_eq!(rows[1]["error"]["code"], "bad-position");
    assert!(ran.err.starts_with("ligne 2 : aucune position donnée\n"));
}

#[test]
fn no_input_is_no_output() {
    let ran = damier_reading(&["moves", "kono", "-"], b"");
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
}

/// A reader that has had enough is not an error.
#[test]
fn a_broken_pipe_ends_quietly() {
    let mut child = command(&["moves", "kono", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut stdin = child.stdin.take().unwrap();
    let writer =
        std::thread::spawn(move || while stdin.write_all(b"rrrr/rrrr/yyyy/yyyy y\n").is_ok() {});
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert_eq!(line, "a1xa3 => rrrr/yrrr/yyyy/1yyy r\n");
    drop(out);
    let ended = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
}

/// Asks, waits for the answer, asks again: the program must not sit on its output. And after
/// 100,000 positions it has not taken more memory than after a few.
#[cfg(target_os = "linux")]
#[test]
fn a_hundred_thousand_positions_in_constant_memory() {
    let game = damier_games::open("kono", "").unwrap();
    let all = positions(&*game, 1000);
    let input = (all.join("\n") + "\n").repeat(10);
    let mut child = command(&["moves", "kono", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut stdin = child.stdin.take().unwrap();
    let peak = |id: u32| -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    let mut peaks = Vec::new();
    for _ in 0..10 {
        std::thread::scope(|scope| {
            scope.spawn(|| stdin.write_all(input.as_bytes()).unwrap());
            let (mut answers, mut line) = (0, String::new());
            while answers < 10_000 {
                line.clear();
                assert_ne!(out.read_line(&mut line).unwrap(), 0, "it ended early");
                answers += usize::from(line == "\n");
            }
        });
        peaks.push(peak(child.id()));
    }
    drop(stdin);
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(peaks[9] < 64 << 10, "{peaks:?} KiB");
    assert!(peaks[9] - peaks[0] < 1 << 10, "{peaks:?} KiB");
}

/// A line without end does not fill the memory either.
#[cfg(target_os = "linux")]
#[test]
fn a_line_without_end_is_refused_in_constant_memory() {
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "ulimit -v 262144; exec \"$0\" moves kono -"]);
    limited.arg(env!("CARGO_BIN_EXE_damier")).env_remove("LANG").env_remove("LC_ALL");
    let mut child = limited
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let junk = vec![b'x'; 1 << 20];
    for _ in 0..400 {
        stdin.write_all(&junk).unwrap();
    }
    drop(stdin);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&ended.stdout), "\n");
}
