//! `damier completions` and `damier man`: made from the same table that reads the command line.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap_complete::Shell;

use crate::common::{output, print};

#[derive(clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

#[derive(clap::Args)]
pub(crate) struct ManArgs {
    /// Write a page for the program and one for each subcommand into this folder
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

pub(crate) fn completions(
    args: &CompletionsArgs,
    mut command: clap::Command,
) -> anyhow::Result<()> {
    // Into memory first: the generator panics where it cannot write.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "damier", &mut text);
    print(&String::from_utf8_lossy(&text))
}

pub(crate) fn man(args: &ManArgs, command: clap::Command) -> anyhow::Result<()> {
    match &args.dir {
        Some(folder) => {
            clap_mangen::generate_to(command, folder).with_context(|| folder.display().to_string())
        }
        None => {
            let mut out = output();
            clap_mangen::Man::new(command).render(&mut out)?;
            Ok(out.flush()?)
        }
    }
}
