//! A terminal for a program that wants one: both ends of a pseudo-terminal, what the program has
//! written to it, and how its keys are set.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{Termios, tcgetattr};
use nix::unistd::Pid;

/// Longer than anything here takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program at a terminal of 80 by 24.
pub(crate) struct Terminal {
    child: Child,
    keyboard: File,
    /// The end of the terminal that the program has, to look at its settings.
    slave: OwnedFd,
    before: Termios,
    output: Receiver<Vec<u8>>,
    /// What the program has written so far.
    pub(crate) screen: String,
}

impl Terminal {
    /// Starts a program.
    pub(crate) fn start(mut command: Command) -> Terminal {
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = openpty(Some(&size), None).expect("a terminal");
        let before = tcgetattr(&pty.slave).expect("its settings");
        let end = || Stdio::from(pty.slave.try_clone().expect("another handle"));
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("it runs");
        let mut master = File::from(pty.master);
        let keyboard = master.try_clone().expect("another handle");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = master.read(&mut bytes) {
                if sender.send(bytes[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { child, keyboard, slave: pty.slave, before, output, screen: String::new() }
    }

    /// Waits until the program has written this.
    pub(crate) fn waits_for(&mut self, text: &str) {
        let begun = Instant::now();
        while !self.screen.contains(text) {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let Ok(bytes) = self.output.recv_timeout(left) else {
                let _ = self.child.kill();
                panic!("no {text:?} in {:?}", self.screen);
            };
            self.screen += &String::from_utf8_lossy(&bytes);
        }
    }

    pub(crate) fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it reads");
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id() as i32), signal).expect("a signal");
    }

    /// Waits for its end.
    pub(crate) fn ends(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("its state") {
                return status;
            }
            if begun.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("still running; {:?}", self.screen);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// That the keys are read as at the beginning, and everything else as well: the alternate
    /// screen left, the cursor shown, the mouse given back.
    pub(crate) fn is_given_back(&mut self) {
        for sequence in ["\x1b[?1049l", "\x1b[?25h", "\x1b[?1000l"] {
            self.waits_for(sequence);
        }
        let after = tcgetattr(&self.slave).expect("its settings");
        assert!(after == self.before, "the keys: {after:?}");
        let last = |sequence: &str| self.screen.rfind(sequence);
        assert!(last("\x1b[?1049l") > last("\x1b[?1049h"), "drawn on again: {:?}", self.screen);
        assert!(last("\x1b[?25h") > last("\x1b[?25l"), "no cursor: {:?}", self.screen);
    }
}
