//! A server in a process of its own, for benches that talk to one.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};

/// A server in a process of its own, which ends with this value, and with this process however that
/// ends: the server reads from a pipe whose other end is here.
pub(super) struct Running {
    process: Child,
    pub(super) address: SocketAddr,
}

impl Running {
    /// Starts one with its data in this folder, or in memory, and these options.
    pub(super) fn start(folder: &Path, memory: bool, more: &[&str]) -> anyhow::Result<Running> {
        let program = std::env::current_exe().context("this program's own file")?;
        let mut command = Command::new(program);
        command.args(["--lang", "en", "serve", "--port", "0", "--no-open", "--stop-at-eof"]);
        command.args(more);
        command.arg("--tables").arg(folder.join("tables"));
        match memory {
            true => command.arg("--memory"),
            false => command.arg("--data").arg(folder),
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().context("starting a server")?;
        let said = process.stdout.take().context("its output")?;
        let mut line = String::new();
        BufReader::new(said).read_line(&mut line).context("its output")?;
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        let Some(port) = port else {
            let _ = process.kill();
            let _ = process.wait();
            bail!("the server said `{}`", line.trim());
        };
        Ok(Running { process, address: SocketAddr::from(([127, 0, 0, 1], port)) })
    }

    /// The memory it has in use, in MiB.
    pub(super) fn memory(&self) -> Option<f64> {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kib: f64 = line.trim().trim_end_matches(" kB").parse().ok()?;
        Some(kib / 1024.0)
    }

    /// The processor time it has used, in seconds.
    pub(super) fn processor_time(&self) -> Option<f64> {
        /// The unit of the kernel's figures, on every system that has them.
        const TICKS_PER_SECOND: f64 = 100.0;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        // After the name, which may contain anything, come the state and ten more fields.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / TICKS_PER_SECOND)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
