//! `damier play` at a real terminal: however it ends, the terminal is given back; and where a
//! terminal can only print lines, the game is played line by line.

#![cfg(unix)]

mod common;
#[path = "common/pty.rs"]
mod pty;

use std::os::unix::process::ExitStatusExt;

use common::command;
use nix::sys::signal::Signal;
use pty::Terminal;

fn playing(term: Option<&str>, args: &[&str]) -> (Terminal, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = command(args);
    command.env("DAMIER_TABLES", folder.path()).env_remove("TERM");
    if let Some(term) = term {
        command.env("TERM", term);
    }
    (Terminal::start(command), folder)
}

const XTERM: Option<&str> = Some("xterm-256color");

#[test]
fn signals_end_it_with_the_terminal_given_back() {
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP, Signal::SIGQUIT] {
        let (mut terminal, _folder) = playing(XTERM, &["play", "kono"]);
        terminal.waits_for("\x1b[?1049h");
        terminal.waits_for("Kono");
        terminal.signal(signal);
        let status = terminal.ends();
        assert_eq!(status.signal(), Some(signal as i32), "{signal}: {status}");
        terminal.is_given_back();
    }
}

#[test]
fn so_does_a_signal_while_a_computer_thinks_and_draws() {
    let args = ["play", "fanorona", "--first", "search:time=30", "--second", "search:time=30"];
    let (mut terminal, _folder) = playing(XTERM, &args);
    terminal.waits_for("Fanorona");
    terminal.signal(Signal::SIGTERM);
    assert_eq!(terminal.ends().signal(), Some(Signal::SIGTERM as i32));
    terminal.is_given_back();
}

#[test]
fn leaving_gives_it_back_too() {
    let (mut terminal, _folder) = playing(XTERM, &["play"]);
    terminal.waits_for("Fanorona");
    terminal.types("q");
    assert_eq!(terminal.ends().code(), Some(0));
    terminal.is_given_back();
}

#[test]
fn a_terminal_that_only_prints_lines_gets_the_game_line_by_line() {
    for term in [Some("dumb"), Some(""), None] {
        let (mut terminal, _folder) = playing(term, &["play", "kono"]);
        terminal.waits_for("to move");
        terminal.types("help\n");
        terminal.waits_for("Type a turn");
        terminal.types("quit\n");
        assert_eq!(terminal.ends().code(), Some(0), "{}", terminal.screen);
        assert!(!terminal.screen.contains('\x1b'), "{term:?}: {:?}", terminal.screen);
        let (mut terminal, _folder) = playing(term, &["play"]);
        terminal.waits_for("name a game: damier play GAME");
        assert_eq!(terminal.ends().code(), Some(2), "{}", terminal.screen);
    }
}
