//! `record-read` and `record-write`: whole games as text.

use std::fmt;

use damier_core::Lang;
use damier_core::budget::Budget;
use damier_core::play::{Ending, Termination};
use damier_record::{Record, Tags, Tree};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::ending::{EndingAnswer, OutcomeKind};
use crate::error::{ApiError, ErrorCode};
use crate::request::{Context, Handle};
use crate::session::Session;

/// `record-read`: reads and checks a record.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordRead {
    /// The record.
    pub text: String,
}

/// A record that was read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordReadAnswer {
    /// The game, by the name that programs use.
    pub game: String,
    /// Options of its rules that are not at their default.
    pub rules: String,
    /// Where it began.
    pub start: String,
    /// What the record says besides the turns, by name.
    pub tags: Tags,
    /// The turns that were played.
    pub turns: Vec<String>,
    /// How it ended, if it has.
    pub over: Option<EndingAnswer>,
    /// The result as records write it: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The whole record, normally written.
    pub record: String,
    /// The turns with comments and variations.
    pub line: Tree,
}

impl Handle for RecordRead {
    type Answer = RecordReadAnswer;

    fn handle(self, _: &mut Session, context: &Context<'_>) -> Result<RecordReadAnswer, ApiError> {
        let record = Record::read_within(&self.text, &damier_games::open, context.budget)?;
        RecordReadAnswer::new(&record, context.budget, context.lang)
    }
}

impl RecordReadAnswer {
    /// What there is to say of a record.
    pub fn new(
        record: &Record,
        budget: &Budget<'_>,
        lang: Lang,
    ) -> Result<RecordReadAnswer, ApiError> {
        let (game, play) = record.replay_within(&damier_games::open, budget)?;
        let ending = play.ending();
        let over =
            ending.map(|ending| EndingAnswer::new(&*game, ending, play.now().reason(), lang));
        Ok(RecordReadAnswer {
            game: record.game().to_owned(),
            rules: record.rules().to_owned(),
            start: record.start().to_owned(),
            tags: record.tags().clone(),
            turns: play.line(),
            over,
            result: record.result().text(),
            record: record.write(),
            line: record.tree().clone(),
        })
    }
}

/// `record-write`: writes the record of an open game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordWrite {
    /// The open game, by the number that `open` gave it.
    pub session: u64,
    /// What the record says besides the turns.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub tags: GivenTags,
    /// How the game ended, where its turns do not show it.
    pub over: Option<EndingGiven>,
    /// A record whose comments and variations are kept, as far as its turns are those of the game.
    pub notes: Option<String>,
}

/// Tags by their names.
#[derive(Clone, Debug, Default)]
pub struct GivenTags(pub Vec<(String, String)>);

impl<'de> Deserialize<'de> for GivenTags {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<GivenTags, D::Error> {
        struct Each;

        impl<'de> Visitor<'de> for Each {
            type Value = GivenTags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("tags")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<GivenTags, A::Error> {
                let mut tags = GivenTags::default();
                while let Some(tag) = map.next_entry()? {
                    tags.0.push(tag);
                }
                Ok(tags)
            }
        }

        d.deserialize_map(Each)
    }
}

/// How a game ended, as an answer told it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EndingGiven {
    /// Who won.
    pub outcome: OutcomeKind,
    /// Why, in the word that records use.
    pub how: String,
    /// Of no importance here.
    pub words: Option<String>,
    /// Of no importance here.
    pub why: Option<String>,
    /// Of no importance here.
    pub cells: Option<Vec<String>>,
}

/// A record that was written.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordWriteAnswer {
    /// The record as text.
    pub record: String,
}

impl EndingGiven {
    fn ending(&self) -> Result<Ending, ApiError> {
        let how = Termination::read(&self.how).ok_or_else(|| {
            let all = damier_core::List::plain(Termination::ALL.map(|(_, word)| word));
            let wrong = crate::words::WRONG_FORM.with("over.how");
            ErrorCode::BadRequest.because(wrong.with(crate::words::ONE_OF.with(all)))
        })?;
        Ok(Ending { outcome: self.outcome.into(), how })
    }
}

impl Handle for RecordWrite {
    type Answer = RecordWriteAnswer;

    fn handle(
        self,
        session: &mut Session,
        context: &Context<'_>,
    ) -> Result<RecordWriteAnswer, ApiError> {
        let ending = self.over.as_ref().map(EndingGiven::ending).transpose()?;
        let open = session.games.get(self.session)?;
        let mut tags = Tags::new();
        for (name, value) in &self.tags.0 {
            tags.set(name, value).map_err(|message| ErrorCode::BadRecord.because(message))?;
        }
        let mut play = open.play.boxed();
        if let Some(ending) = ending.filter(|ending| play.ending() != Some(*ending)) {
            play.end(ending).map_err(|message| ErrorCode::Over.because(message))?;
        }
        let mut record = Record::of(&*open.game, &*play, tags);
        if let Some(notes) = self.notes {
            record.keep_notes(&Record::read_within(&notes, &damier_games::open, context.budget)?);
        }
        Ok(RecordWriteAnswer { record: record.write() })
    }
}
