//! The `damier` program: reads the command line and hands over to one module per subcommand.

mod bench;
mod best;
mod board;
mod common;
mod engine;
mod games;
mod lines;
mod manual;
mod matches;
mod moves;
mod perft;
mod play;
mod puzzles;
mod record;
mod rules;
mod serve;
mod solve;
mod start;
mod store;
mod tables;
mod value;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use damier_core::Lang;

use common::{BadInput, Language};

/// Board games: play them, study them, know them exactly.
#[derive(Parser)]
#[command(name = "damier", version, max_term_width = 100)]
struct Cli {
    /// The language of texts and messages; by default that of the environment
    #[arg(long, global = true, value_name = "LANG")]
    lang: Option<Language>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the web app and the API; `damier` by itself does this
    ///
    /// Listens on this machine only, unless --host says otherwise, prints the address and opens it
    /// in the browser. Live games are kept in the data folder, which belongs to one server at a
    /// time: a second start opens the page of the first.
    Serve(serve::Args),
    /// Play a game in the terminal
    Play(play::Args),
    /// List the games, their options and defaults
    ///
    /// For each game a line with its name for programs and its name for people; then, indented, a
    /// line for each option with its values, the default first, and what they mean.
    Games(games::Args),
    /// Print the rules of a game
    Rules(rules::Args),
    /// Print the position a game begins with
    Start(start::Args),
    /// List the legal turns of a position, or of many
    ///
    /// For each position its legal turns, `turn => position` per line, sorted by turn, then an
    /// empty line. With `-` as the position, positions are read from standard input, one per line;
    /// a line that is no position gives an empty line, a complaint on standard error and in the
    /// end exit status 2.
    Moves(moves::Args),
    /// Count the sequences of turns from a position
    ///
    /// Prints a line `depth nodes` for each depth up to DEPTH; time and speed go to standard error.
    Perft(perft::Args),
    /// Tell the exact value of a position, or of many
    ///
    /// For each position `win N`, `loss N`, `draw` or `unknown`, N counting the turns to the end
    /// under best play (left out where only the value is kept). Tables are built when they are
    /// needed first, where that takes seconds; otherwise standard error says which one is missing.
    /// With `-` positions are read from standard input; a line that is no position is answered
    /// `error`.
    Value(value::Args),
    /// Tell the best turn in a position, its value or score, and why
    ///
    /// The first line is the turn. Then what it is worth, by tables where they answer and by
    /// search elsewhere; why, where tables know; the turns that are expected; the effort.
    Best(best::Args),
    /// Solve a game: build its tables
    Solve(solve::Args),
    /// Check tables by the rules alone
    ///
    /// At every position what the table says is compared with what it says one turn later. The
    /// first contradiction is reported with its position, and the exit status is 1.
    Verify(verify::Args),
    /// List the tables on this machine, or remove some
    Tables(tables::Args),
    /// Draw a position
    Board(board::Args),
    /// Check, normalise or convert the record of a game
    ///
    /// Every turn, in variations too, is checked by the rules. The first thing that is wrong is
    /// reported with its line, turn and reason, and the exit status is 2.
    Record(record::Args),
    /// Find puzzles where tables know every value
    ///
    /// Writes a file of puzzles, one per line: wins in which one turn is right at a time, draws
    /// that one turn saves, traps. The format is that of `puzzles.list` in the games' folders.
    Puzzles(puzzles::Args),
    /// Speak the Universal Game Interface (UGI) on standard input and output
    Engine(engine::Args),
    /// Play many games between two players and tell who is stronger
    ///
    /// Each opening is played twice, with the players changing places. An error is counted
    /// against the player who makes it: a program that crashes, does not answer in time or plays
    /// an illegal turn loses that game, is reported and started again.
    Match(matches::Args),
    /// Measure speeds
    Bench(bench::Args),
    /// Print the completions of a shell
    Completions(manual::CompletionsArgs),
    /// Print the manual page
    Man(manual::ManArgs),
}

fn run(command: Option<Command>, lang: Lang) -> anyhow::Result<()> {
    match command {
        Some(Command::Serve(args)) => serve::run(&args, lang),
        Some(Command::Play(args)) => play::run(&args, lang),
        Some(Command::Games(args)) => games::run(&args, lang),
        Some(Command::Rules(args)) => rules::run(&args, lang),
        Some(Command::Start(args)) => start::run(&args, lang),
        Some(Command::Moves(args)) => moves::run(&args, lang),
        Some(Command::Perft(args)) => perft::run(&args, lang),
        Some(Command::Value(args)) => value::run(&args, lang),
        Some(Command::Best(args)) => best::run(&args, lang),
        Some(Command::Solve(args)) => solve::run(&args, lang),
        Some(Command::Verify(args)) => verify::run(&args, lang),
        Some(Command::Tables(args)) => tables::run(&args, lang),
        Some(Command::Board(args)) => board::run(&args, lang),
        Some(Command::Record(args)) => record::run(&args, lang),
        Some(Command::Puzzles(args)) => puzzles::run(&args, lang),
        Some(Command::Engine(args)) => engine::run(&args, lang),
        Some(Command::Match(args)) => matches::run(&args, lang),
        Some(Command::Bench(args)) => bench::run(&args, lang),
        Some(Command::Completions(args)) => manual::completions(&args, Cli::command()),
        Some(Command::Man(args)) => manual::man(&args, Cli::command()),
        None => serve::ordinary(lang),
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let lang = common::language(cli.lang);
    match run(cli.command, lang) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if common::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let bad = error.downcast_ref::<BadInput>();
            if !bad.is_some_and(BadInput::said) {
                common::complain(&format!("damier: {error:#}"));
            }
            ExitCode::from(if bad.is_some() { 2 } else { 1 })
        }
    }
}
