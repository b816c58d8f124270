//! `record-read` and `record-write`: whole games as text.

use damier_core::play::{Ending, Termination};
use damier_record::{Record, Tags};
use serde::Serialize;

use crate::answer::{Answer, OUTCOMES, Over, good};
use crate::fault::Code;
use crate::game::{Played, played};
use crate::request::Ask;

#[derive(Serialize)]
struct Read<T> {
    game: String,
    rules: String,
    start: String,
    tags: Tags,
    turns: Vec<String>,
    over: Option<Over>,
    /// As records write it.
    result: &'static str,
    /// The whole record, normally written.
    record: String,
    /// The turns with comments and variations.
    line: T,
}

/// `record-read`: checks a record.
pub(crate) fn read(mut ask: Ask<'_>) -> Answer {
    let text = ask.fields.need_text("text")?;
    ask.fields.done()?;
    let record = Record::read_within(&text, &damier_games::open, ask.budget)?;
    let (game, play) = record.replay_within(&damier_games::open, ask.budget)?;
    good(&Read {
        game: record.game().to_owned(),
        rules: record.rules().to_owned(),
        start: record.start().to_owned(),
        tags: record.tags().clone(),
        turns: play.line(),
        over: play.ending().map(|ending| Over::new(&*game, ending, ask.lang)),
        result: record.result().text(),
        record: record.write(),
        line: record.tree(),
    })
}

#[derive(Serialize)]
struct Written {
    record: String,
}

/// `record-write`: the record of a game that was played.
pub(crate) fn write(mut ask: Ask<'_>) -> Answer {
    let Played { game, mut play } = played(&mut ask)?;
    let mut tags = Tags::new();
    if let Some(given) = ask.fields.object("tags")? {
        for (name, value) in given.all_texts()? {
            tags.set(&name, &value).map_err(|message| Code::BadRecord.because(message))?;
        }
    }
    if let Some(mut over) = ask.fields.object("over")? {
        let outcome = over.need_choice("outcome", &OUTCOMES)?;
        let words = Termination::ALL.map(|(how, word)| (word, how));
        let how = over.need_choice("how", &words)?;
        over.text("words")?;
        over.done()?;
        let ending = Ending { outcome, how };
        if play.ending() != Some(ending) {
            play.end(ending).map_err(|message| Code::Over.because(message))?;
        }
    }
    let notes = ask.fields.text("notes")?;
    ask.fields.done()?;
    let mut record = Record::of(&*game, &*play, tags);
    if let Some(notes) = notes {
        record.keep_notes(&Record::read_within(&notes, &damier_games::open, ask.budget)?);
    }
    good(&Written { record: record.write() })
}
