//! `damier record`: checks the record of a game and prints it the normal way or as JSON.

use std::fs::File;
use std::io::{self, Read};

use damier_core::budget::Budget;
use damier_core::{Lang, Phrase, phrase};
use damier_protocol::RecordReadAnswer;
use damier_record::{Record, RecordError};

use crate::common::{
    ABOUT, BadInput, LARGEST_TEXT, TOO_LARGE, bad, bad_about, print, print_json, shown, trouble,
};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file (`-`: standard input)
    file: String,

    /// Print JSON: the turns, and the tree of variations with the position after each turn
    #[arg(long, conflicts_with = "check")]
    json: bool,

    /// Only check, and say in one line what the record holds
    #[arg(long)]
    check: bool,
}

const NOT_TEXT: Phrase = phrase!("engine.invalid-data");
const SUMMARY: Phrase = phrase!("cli.record.summary");
const SUMMARY_HOW: Phrase = phrase!("cli.record.summary-how");

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    let text = read(&args.file, lang)?;
    let record = Record::read(&text, &damier_games::open)
        .map_err(|error| wrong(&args.file, &error, lang))?;
    match (args.check, args.json) {
        (true, _) => print(&summary(&args.file, &record, lang)),
        (_, true) => {
            let answer = RecordReadAnswer::new(&record, &Budget::unlimited(), lang);
            print_json(&answer.map_err(|error| bad(error.message(), lang))?)
        }
        _ => print(&record.write()),
    }
}

fn read(file: &str, lang: Lang) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let limit = LARGEST_TEXT + 1;
    match file {
        "-" => io::stdin().lock().take(limit).read_to_end(&mut bytes),
        path => File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)),
    }
    .map_err(|error| unreadable(file, error, lang))?;
    if bytes.len() as u64 > LARGEST_TEXT {
        return Err(bad_about(file, &TOO_LARGE.with(LARGEST_TEXT), lang));
    }
    String::from_utf8(bytes).map_err(|_| bad_about(file, &NOT_TEXT.say(), lang))
}

/// A file that is not there is the user's mistake, a broken disk is not.
fn unreadable(file: &str, error: io::Error, lang: Lang) -> anyhow::Error {
    use io::ErrorKind::{IsADirectory, NotFound, PermissionDenied};
    match error.kind() {
        NotFound | PermissionDenied | IsADirectory => {
            bad(&ABOUT.with(shown(file)).with(trouble(&error)), lang)
        }
        _ => anyhow::Error::new(error).context(shown(file)),
    }
}

fn wrong(file: &str, error: &RecordError, lang: Lang) -> anyhow::Error {
    let why = error.text(lang);
    BadInput::Because(match file {
        "-" => why,
        _ => ABOUT.with(shown(file)).with(why).text(lang),
    })
    .into()
}

fn summary(file: &str, record: &Record, lang: Lang) -> String {
    let said = |phrase: Phrase| {
        let message = phrase.with(shown(file)).with(record.game());
        message.with(record.turns().count()).with(record.result().text())
    };
    let message = match record.termination() {
        Some(how) => said(SUMMARY_HOW).with(how.words()),
        None => said(SUMMARY),
    };
    message.text(lang) + "\n"
}
