//! `value`, `solve`, `verify` and `tables` as users run them: the real program, its own folder of
//! tables, its exit status and both of its outputs.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn damier(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(args).env("DAMIER_TABLES", folder).env("LANG", "C").env_remove("LC_ALL");
    command.env_remove("LC_MESSAGES").stdin(Stdio::null());
    command
}

fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    told(damier(folder, args).output().expect("the program runs"))
}

fn told(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn feed(folder: &Path, args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = damier(folder, args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("a writer").expect("all is read");
    told(output)
}

fn vectors(name: &str) -> Vec<(String, String)> {
    let path = format!("{}/../../tests/vectors/{name}.values", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("vectors");
    let split = |line: &str| line.split_once(" ; ").map(|(p, v)| (p.into(), v.into()));
    text.lines().filter_map(split).collect()
}

#[test]
fn values_are_those_of_the_vectors_and_tables_are_built_on_first_need() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in ["kono", "fraha", "rooya", "fanorona"] {
        let (positions, values): (Vec<String>, Vec<String>) = vectors(game).into_iter().unzip();
        let (code, out, _) = feed(folder.path(), &["value", game, "-"], &positions.join("\n"));
        assert_eq!((code, out), (0, values.join("\n") + "\n"), "{game}");
    }
    let (code, out, _) = run(folder.path(), &["value", "kono"]);
    assert_eq!((code, out.as_str()), (0, "draw\n"));
    let (_, out, _) = run(folder.path(), &["value", "kono", "--json", "rrry/1y1y/3y/1y2 r"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let value = &json["value"];
    assert_eq!((&value["kind"], &value["turns"]), (&"loss".into(), &20.into()));
    assert_eq!(json["turns"][0]["value"], *value, "the best turn is worth what the position is");
}

#[test]
fn bad_lines_are_answered_and_the_rest_is_processed() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = "rrry/1y1y/3y/1y2 r\nnonsense\n\nrrry/1y1y/3y/1y2 y\n";
    let (code, out, err) = feed(folder.path(), &["value", "kono", "-"], input);
    assert_eq!((code, out.as_str()), (2, "loss 20\nerror\nerror\nwin 13\n"));
    assert!(err.contains("line 2: ") && err.contains("line 3: no position given"), "{err}");
    let (code, out, err) = run(folder.path(), &["value", "kono", "nonsense"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("`nonsense`"), "{err}");
}

#[test]
fn what_no_table_holds_is_unknown_and_standard_error_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, out, err) = run(folder.path(), &["value", "fanorona"]);
    assert_eq!((code, out.as_str()), (0, "unknown\n"));
    assert!(err.contains("no table can hold"), "{err}");
    let rules = "replay_swap=no";
    let (code, out, err) = run(folder.path(), &["value", "rooya", "--rules", rules]);
    assert_eq!((code, out.as_str()), (0, "unknown\n"));
    assert!(err.contains("damier solve rooya --rules replay_swap=no"), "{err}");
    let (code, out, _) = run(folder.path(), &["value", "fanorona", "--rules", "capture=huff"]);
    assert_eq!((code, out.as_str()), (0, "unknown\n"));
}

#[test]
fn solve_verify_list_and_remove() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, out, _) = run(folder.path(), &["solve", "fraha", "--rules", "teleport=one"]);
    assert_eq!(code, 0);
    assert!(out.contains("515586 won") && out.contains("6463836 drawn"), "{out}");
    let (_, out, _) = run(folder.path(), &["solve", "fraha", "--rules", "teleport=one"]);
    assert!(out.contains("there already"), "{out}");
    let (code, out, err) = run(folder.path(), &["verify", "fraha", "--rules", "teleport=one"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("881480 positions checked") && out.contains("no contradiction"), "{out}");
    let (code, _, err) = run(folder.path(), &["verify", "fraha"]);
    assert_eq!(code, 1);
    assert!(err.contains("there is no table"), "{err}");
    let (_, out, _) = run(folder.path(), &["tables"]);
    let name = "fraha.teleport=one.all.damier";
    assert!(out.contains(name) && out.contains("as published") && out.contains("rooya"), "{out}");
    let (code, _, err) = run(folder.path(), &["tables", "remove", "nothing"]);
    assert_eq!(code, 2);
    assert!(err.contains("there is no table `nothing`"), "{err}");
    let (code, out, _) = run(folder.path(), &["tables", "remove", name]);
    assert_eq!((code, out), (0, format!("removed {name}\n")));
    let (_, out, _) = run(folder.path(), &["tables", "--json"]);
    assert!(!out.contains(name), "{out}");
    let (code, _, err) = run(folder.path(), &["solve", "kono", "--tier", "7"]);
    assert_eq!(code, 2);
    assert!(err.contains("the tiers are all"), "{err}");
}

#[test]
fn tiers_that_are_there_are_not_solved_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let solve = |tier: &str| {
        let (code, out, err) = run(folder.path(), &["solve", "fanorona", "--tier", tier, "--json"]);
        assert_eq!(code, 0, "{err}");
        let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        let tables = json["tables"].as_array().expect("tables").clone();
        (json["slots"].as_u64(), tables)
    };
    let (slots, first) = solve("3");
    assert!(slots > Some(20_000) && first.iter().all(|table| table["already"] == false));
    let (_, second) = solve("4");
    let already: Vec<_> = second.iter().map(|table| table["already"].as_bool()).collect();
    assert_eq!(already, [Some(true), Some(true), Some(false)]);
    assert!(first.iter().zip(&second).all(|(a, b)| a["checksum"] == b["checksum"]));
    assert_eq!(second[2]["lost"], 585_468);
    let (slots, third) = solve("4");
    assert_eq!((slots, &third[2]["checksum"]), (Some(0), &second[2]["checksum"]));
    let (_, out, _) = run(folder.path(), &["tables"]);
    assert_eq!(out.matches("  as published").count(), 4, "{out}");
}

#[test]
fn a_damaged_table_is_refused_by_name_and_a_lying_one_is_found_out() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), &["solve", "fraha"]);
    let file = folder.path().join("fraha.all.damier");
    let good = std::fs::read(&file).expect("the table");
    let mut bytes = good.clone();
    bytes[good.len() / 2] ^= 1;
    for bad in [&bytes[..], &good[..good.len() / 2], b"not a table"] {
        std::fs::write(&file, bad).expect("written");
        for args in [["value", "fraha"], ["verify", "fraha"]] {
            let (code, out, err) = run(folder.path(), &args);
            assert_eq!((code, out.as_str()), (1, ""));
            assert!(err.contains("fraha.all.damier: "), "{err}");
        }
        let (_, out, _) = run(folder.path(), &["tables"]);
        assert!(out.contains("refused: "), "{out}");
    }
    let (code, out, err) = run(folder.path(), &["--lang", "fr", "solve", "fraha"]);
    assert_eq!((code, out.contains("544964 gagnées")), (0, true), "{out}");
    assert!(err.contains("fraha.all.damier : ce n’est pas une table de Damier"), "{err}");
    assert_eq!(std::fs::read(&file).expect("the table"), good);
    // A table in good order that says something wrong at one position.
    std::fs::write(&file, lie(&good)).expect("written");
    let (code, _, err) = run(folder.path(), &["verify", "fraha"]);
    assert_eq!(code, 1);
    assert!(err.contains("the table says") && err.contains('/'), "{err}");
}

/// The same table with one number of turns changed, its checksums right.
fn lie(good: &[u8]) -> Vec<u8> {
    use damier_tables::{Table, file};
    let table = Table::from_bytes("good", good.to_vec()).expect("a good table");
    let mut lost: Vec<(u64, u16)> = Vec::new();
    let set = table.set("lost").expect("the set");
    set.each(|number, turns| lost.push((number, turns))).expect("a good table");
    let middle = lost.len() / 2;
    lost[middle].1 += 2;
    let set = file::set(lost.into_iter(), table.header().slots);
    file::write(table.header(), &[("lost", set)])
}

#[test]
fn a_killed_solve_goes_on_where_it_was_and_gives_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let solve = ["solve", "rooya", "--again"];
    let checkpoint = folder.path().join("checkpoints/rooya.checkpoint");
    let mut killed = 0;
    for wait in [1, 4, 5] {
        let mut child = damier(folder.path(), &solve)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        // Killed at some moment after the first checkpoint, or some seconds later.
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(60) && !checkpoint.exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(700 * wait));
        killed += u32::from(child.try_wait().expect("its state").is_none());
        child.kill().expect("killed");
        child.wait().expect("gone");
    }
    assert!(killed > 0, "the solve was over each time");
    let (code, out, err) = run(folder.path(), &solve);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("longest loss"), "{out}");
    assert!(!checkpoint.exists());
    let (_, out, _) = run(folder.path(), &["tables"]);
    let line = out.lines().find(|line| line.starts_with("rooya.all.damier")).expect("the table");
    assert!(line.ends_with("  as published"), "{line}");
}
