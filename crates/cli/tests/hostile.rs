//! What nobody should give the program, as somebody will: things among the tables that are no
//! tables, tables that change while they are in use, and numbers out of all proportion. It answers
//! with an error or does its work; it never crashes and never hangs.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use common::command;

/// Longer than anything here takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits for a program to end by itself.
fn wait(mut child: Child, about: &str) -> Output {
    let begun = Instant::now();
    while child.try_wait().expect("its state").is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().expect("killed");
            panic!("{about}: still running after {PATIENCE:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("its output")
}

/// Runs the program with this folder of tables.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = command(args);
    command.env("DAMIER_TABLES", folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = wait(command.spawn().expect("the program runs"), &args.join(" "));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[cfg(unix)]
#[test]
fn what_is_no_file_among_the_tables_is_refused_by_name() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("fraha.all.damier");
    let pipe = |file: &Path| {
        let made = std::process::Command::new("mkfifo").arg(file).status().expect("mkfifo");
        assert!(made.success());
    };
    let socket = |file: &Path| drop(UnixListener::bind(file).expect("a socket"));
    let device = |file: &Path| symlink("/dev/zero", file).expect("a link");
    let inside = |file: &Path| std::fs::create_dir(file).expect("a folder");
    let foreign = |file: &Path| std::fs::write(file, "%PDF-1.7").expect("a file");
    let empty = |file: &Path| std::fs::write(file, "").expect("a file");
    // The beginning of a table, then nothing for a tebibyte.
    let endless = |file: &Path| {
        let table = damier_tables::file::write(&header(), &[]);
        std::fs::write(file, &table).expect("a file");
        let handle = std::fs::File::options().write(true).open(file).expect("the file");
        handle.set_len(1 << 40).expect("a sparse file");
    };
    // A header that promises more than there is.
    let promising = |file: &Path| {
        let set = damier_tables::file::set((0..100_000).map(|n| (n, 1)), 200_000);
        let table = damier_tables::file::write(&header(), &[("lost", set)]);
        std::fs::write(file, &table[..table.len() / 2]).expect("a file");
    };
    let cases: [(Make<'_>, &str); 8] = [
        (&pipe, "this is a pipe, not a file"),
        (&socket, "this is a socket, not a file"),
        (&device, "this is a device, not a file"),
        (&inside, "this is a folder, not a file"),
        (&foreign, "this is not a Damier table"),
        (&empty, "this is not a Damier table"),
        (&endless, "the file is longer than its header says"),
        (&promising, "the file is cut short"),
    ];
    for (make, says) in cases {
        make(&file);
        for args in [["value", "fraha"], ["verify", "fraha"], ["best", "fraha"]] {
            let (code, out, err) = run(folder.path(), &args);
            assert_eq!((code, out.as_str()), (Some(1), ""), "{args:?}: {err}");
            assert!(err.contains("fraha.all.damier: ") && err.contains(says), "{says}: {err}");
        }
        let (code, out, err) = run(folder.path(), &["tables"]);
        assert_eq!(code, Some(0), "{err}");
        assert!(out.contains("refused: ") && out.contains(says), "{out}");
        let remove = if file.is_dir() { std::fs::remove_dir } else { std::fs::remove_file };
        remove(&file).expect("removed");
    }
}

/// Puts something where a table should be.
type Make<'a> = &'a dyn Fn(&Path);

fn header() -> damier_tables::Header {
    damier_tables::Header {
        game: "fraha".into(),
        rules: String::new(),
        tier: "all".into(),
        kind: damier_tables::Kind::End,
        index: 1,
        slots: 10,
    }
}

#[test]
fn a_table_that_is_cut_short_while_it_is_in_use_goes_on_answering() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, _, err) = run(folder.path(), &["solve", "kono"]);
    assert_eq!(code, Some(0), "{err}");
    let mut command = command(&["value", "kono", "-"]);
    command.env("DAMIER_TABLES", folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut input = child.stdin.take().expect("its input");
    let mut output = BufReader::new(child.stdout.take().expect("its output"));
    // As many as fill its buffers, so that it answers before its input ends.
    let many = 20_000;
    let asked = "rrry/1y1y/3y/1y2 r\n".repeat(many);
    input.write_all(asked.as_bytes()).expect("it reads");
    let mut line = String::new();
    output.read_line(&mut line).expect("an answer");
    assert_eq!(line, "loss 20\n");
    let file = folder.path().join("kono.all.damier");
    let handle = std::fs::File::options().write(true).open(&file).expect("the table");
    handle.set_len(0).expect("cut short");
    let writer = std::thread::spawn(move || input.write_all(asked.as_bytes()));
    let answers = output.lines().map(|line| line.expect("text")).filter(|line| line == "loss 20");
    assert_eq!(answers.count(), 2 * many - 1);
    writer.join().expect("a writer").expect("all was read");
    let status = wait(child, "value").status;
    assert!(status.success(), "{status}");
}

/// Every option with a number, in a command that is short with any number that is accepted.
const NUMBERS: [&str; 27] = [
    "verify fanorona --sample N",
    "verify fanorona --sample 1 --seed N",
    "verify fanorona --sample 1 --threads N",
    "value kono --threads N",
    "solve kono --threads N",
    "solve kono --tier N",
    "perft kono N r3/4/4/3y y",
    "best fanorona --time N --depth 1",
    "best fanorona --time 0.01 --depth N",
    "best fanorona --time 0.01 --nodes N",
    "best fanorona --level N",
    "best fanorona --level 1 --seed N",
    "best fanorona --depth 1 --threads N",
    "match kono --first level-1 --second level-1 --openings random:4 --games N --turns 4",
    "match kono --first level-1 --second level-1 --games 2 --turns N",
    "match kono --first level-1 --second level-1 --games 2 --seed N",
    "match kono --first level-1 --second level-1 --games 2 --time N",
    "match kono --first level-1 --second level-1 --games 2 --clock N+N",
    "match kono --first level-1 --second level-1 --games 2 --margin N",
    "match kono --first level-1 --second level-1 --games 2 --openings random:N",
    "match kono --first level-1 --second level-1 --games 2 --sprt 0,N",
    "match kono --first level-1 --second level-1 --games 2 --threads N",
    "match kono --first search:time=0.001,nodes=N --second level-1 --games 2 --turns 20",
    "match kono --first search:time=0.001,depth=N --second level-1 --games 2 --turns 20",
    "match kono --first level-N --second level-1 --games 2",
    "play kono --second level-1 --threads N",
    "play kono --first level-N",
];

/// Options of commands that go on as long as they are asked to. Numbers that are refused end them.
const REFUSED: [(&str, &[&str]); 8] = [
    ("serve --memory --port N", &["-1", "65536", "18446744073709551615", "1e99", "NaN"]),
    ("serve --memory --claim-after N", &["-1", "9223372036854775808", "1e99", "NaN"]),
    ("bench rules kono --seconds N", &["0", "-1", "2147483648", "1e99", "NaN"]),
    ("bench search kono --time N", &["0", "-1", "2147483648", "1e99", "NaN"]),
    ("bench solve kono --threads N", &["0", "-1", "65535", "2147483648", "NaN"]),
    ("bench server --games N", &["0", "-1", "2147483648", "1e99", "NaN"]),
    ("bench server --rate N", &["0", "-1", "2147483648", "1e99", "NaN"]),
    ("bench server --seconds N", &["0", "-1", "2147483648", "1e99", "NaN"]),
];

/// Numbers at and beyond the ends of what machines count with, and what is no number.
const VALUES: [&str; 13] = [
    "0",
    "-1",
    "-0.5",
    "99999999999",
    "2147483648",
    "4294967295",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e99",
    "NaN",
    "inf",
    "",
];

/// Runs a command of the lists above with a number.
fn with_number(folder: &Path, line: &str, number: &str) -> (Option<i32>, String) {
    // The value stands in the same word, so that a minus is not taken for another option.
    let line = line.replacen(" N", "=N", 1).replacen("perft kono=N", "perft kono -- N", 1);
    let words: Vec<String> = line.split(' ').map(|word| word.replace('N', number)).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (code, _, err) = run(folder, &words);
    (code, err)
}

#[test]
fn numbers_out_of_all_proportion_are_refused_or_bounded() {
    let [folder, small] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    run(folder.path(), &["solve", "kono"]);
    run(folder.path(), &["solve", "fanorona"]);
    // Small enough to be checked in no time.
    run(small.path(), &["solve", "fanorona", "--tier", "3"]);
    for line in NUMBERS {
        let folder = if line.starts_with("verify") { &small } else { &folder };
        for number in VALUES {
            let (code, err) = with_number(folder.path(), line, number);
            assert!(matches!(code, Some(0 | 2)), "{line} with {number}: {code:?}\n{err}");
            // Who is refused hears why.
            assert!(code == Some(0) || !err.is_empty(), "{line} with {number}");
        }
    }
}

#[test]
fn commands_that_go_on_for_long_refuse_them() {
    let folder = tempfile::tempdir().expect("a folder");
    for (line, numbers) in REFUSED {
        for number in numbers {
            let (code, err) = with_number(folder.path(), line, number);
            assert_eq!(code, Some(2), "{line} with {number}: {err}");
        }
    }
}

#[test]
fn a_sample_larger_than_the_table_is_the_whole_table() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), &["solve", "fanorona", "--tier", "3"]);
    let check = |sample: &str| {
        let (code, out, err) = run(folder.path(), &["verify", "fanorona", "--sample", sample]);
        assert_eq!(code, Some(0), "{err}");
        out
    };
    assert!(check("99999999999").contains("(every position)"));
    let some = check("1000");
    assert!(some.contains("every lost position and 1000 numbers drawn with seed 1"), "{some}");
    let (code, _, err) = run(folder.path(), &["verify", "fanorona", "--sample", "1000000000001"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("--sample") && err.contains("1000000000000"), "{err}");
}

#[test]
fn the_engine_takes_no_more_memory_than_there_is() {
    let available = damier_tables::disk::available_memory().unwrap_or(1 << 50) >> 20;
    for hash in [available + 1024, u64::MAX] {
        let input = format!("setoption name Hash value {hash}\nisready\nquit\n");
        let ran = common::damier_reading(&["engine", "kono"], input.as_bytes());
        assert_eq!(ran.status, 0, "{}", ran.err);
        let refused = format!("option Hash has no value `{hash}`");
        assert!(ran.out.contains(&refused) && ran.out.contains("readyok"), "{}", ran.out);
    }
}
