//! A panic, in any thread, gives the terminal back. The test runs itself once more at a terminal
//! of its own, and there it panics.

use std::process::Command;

use damier_core::Lang;

use super::{Theme, User};
use crate::shell;
use pty::Terminal;

#[path = "../../../cli/tests/common/pty.rs"]
mod pty;

/// Which thread panics, if this is the run at the terminal.
const THREAD: &str = "DAMIER_TEST_PANIC";

#[test]
fn a_panic_gives_the_terminal_back() {
    if let Ok(thread) = std::env::var(THREAD) {
        return panic_at_terminal(&thread);
    }
    for thread in ["this", "another"] {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        let name = "tests::panics::a_panic_gives_the_terminal_back";
        command.args(["--exact", name, "--nocapture"]).env(THREAD, thread);
        command.env("TERM", "xterm").env("RUST_BACKTRACE", "0");
        let mut terminal = Terminal::start(command);
        terminal.waits_for("\x1b[?1049h");
        terminal.waits_for("a planned panic");
        let status = terminal.ends();
        assert_ne!(status.code(), Some(0), "{thread}: {}", terminal.screen);
        terminal.is_given_back();
    }
}

/// Plays a game in which something panics.
fn panic_at_terminal(thread: &str) {
    let mut user = User::new(Theme::Plain, Lang::En);
    let draw = |_: &mut super::App| -> () { panic!("a planned panic") };
    match thread {
        "this" => shell::run_with(&mut user.app, draw).expect("it does not get here"),
        _ => {
            let mut begun = false;
            let ended = shell::run_with(&mut user.app, move |_| {
                if !std::mem::replace(&mut begun, true) {
                    let other = std::thread::spawn(|| panic!("a planned panic"));
                    let _ = other.join();
                }
            });
            ended.expect("it ends with an error");
        }
    }
}
