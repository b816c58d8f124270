//! Runs the program itself.

#![allow(dead_code, reason = "each test file uses some of it")]

pub(crate) mod live;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What a run of the program gave.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program with these arguments, in English whatever the environment says.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(args).stdin(Stdio::null());
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "COLORTERM"] {
        command.env_remove(name);
    }
    command
}

/// Runs it with nothing on standard input.
pub(crate) fn damier(args: &[&str]) -> Ran {
    ran(command(args).output().expect("the program runs"))
}

/// Runs it with this on standard input.
pub(crate) fn damier_reading(args: &[&str], input: &[u8]) -> Ran {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // The program may stop reading before the end.
        scope.spawn(move || drop(stdin.write_all(input)));
        ran(child.wait_with_output().expect("the program ends"))
    })
}

/// Runs it, expects success and gives what it printed.
pub(crate) fn prints(args: &[&str]) -> String {
    let ran = damier(args);
    assert_eq!(ran.status, 0, "{args:?}: {}", ran.err);
    ran.out
}

/// Runs it, expects the status for bad input and gives the complaint.
pub(crate) fn refuses(args: &[&str]) -> String {
    let ran = damier(args);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
    ran.err
}

fn ran(output: Output) -> Ran {
    Ran {
        status: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}
