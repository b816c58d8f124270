//! Whether the result a record claims is the one its turns lead to.

use damier_core::play::{Ending, Termination};
use damier_core::{AnyPlay, List, Message, Phrase, phrase};

use crate::{RecordError, Score};

use super::scan::at;
use super::shown;

const BAD_RESULT: Phrase = phrase!("record.bad-result");
const BAD_TERMINATION: Phrase = phrase!("record.bad-termination");
const TWO_RESULTS: Phrase = phrase!("record.two-results");
const OTHER_RESULT: Phrase = phrase!("record.other-result");
const OTHER_TERMINATION: Phrase = phrase!("record.other-termination");
const NOT_OVER: Phrase = phrase!("record.not-over");
const NOT_TOGETHER: Phrase = phrase!("record.not-together");

/// A tag's value and its line.
#[derive(Clone, Debug)]
pub(super) struct TagValue {
    pub(super) line: usize,
    pub(super) text: String,
}

/// What a record says about its end.
pub(super) struct Claims {
    /// The tag `Result`.
    pub(super) result: Option<TagValue>,
    /// The tag `Termination`.
    pub(super) termination: Option<TagValue>,
    /// The result after the turns, and its line.
    pub(super) score: Option<(usize, Score)>,
    /// The last turn, for complaints.
    pub(super) last: Option<String>,
}

impl Claims {
    /// The result and what ended the game; an error if that is not what the turns say.
    pub(super) fn settle(
        &self,
        play: &dyn AnyPlay,
    ) -> Result<(Score, Option<Termination>), RecordError> {
        let (score, how) = (self.score()?, self.termination()?);
        match play.ending() {
            Some(ending) => {
                self.natural(ending, Score::of(ending.outcome, play.first()), score, how)
            }
            None => self.open(score, how),
        }
    }

    /// The turns end the game: nothing else may be claimed.
    fn natural(
        &self,
        ending: Ending,
        truth: Score,
        score: Option<(usize, Score)>,
        how: Option<(usize, Termination)>,
    ) -> Result<(Score, Option<Termination>), RecordError> {
        if let Some((line, score)) = score.filter(|(_, score)| *score != truth) {
            let message = OTHER_RESULT.with(score.text()).with(truth.text());
            return Err(self.wrong(line, message.with(ending.how.words())));
        }
        if let Some((line, how)) = how.filter(|(_, how)| *how != ending.how) {
            let message = OTHER_TERMINATION.with(how.text()).with(ending.how.text());
            return Err(self.wrong(line, message));
        }
        Ok((truth, Some(ending.how)))
    }

    /// The turns do not end the game: the players did, or nobody has yet.
    fn open(
        &self,
        score: Option<(usize, Score)>,
        how: Option<(usize, Termination)>,
    ) -> Result<(Score, Option<Termination>), RecordError> {
        let score = score.map_or(Score::Open, |(_, score)| score);
        let Some((line, how)) = how else { return Ok((score, None)) };
        let fits = match how {
            Termination::Resigned | Termination::Time => {
                matches!(score, Score::First | Score::Second)
            }
            Termination::Agreement => score == Score::Draw,
            Termination::Abandoned => true,
            Termination::Goal
            | Termination::NoTurn
            | Termination::Repetition
            | Termination::Rule => {
                return Err(self.wrong(line, NOT_OVER.with(how.text())));
            }
        };
        match fits {
            true => Ok((score, Some(how))),
            false => Err(at(line, NOT_TOGETHER.with(score.text()).with(how.text()))),
        }
    }

    /// The result as it is given, in the tag or after the turns.
    fn score(&self) -> Result<Option<(usize, Score)>, RecordError> {
        let Some(said) = &self.result else { return Ok(self.score) };
        let tag = Score::read(&said.text).ok_or_else(|| {
            let all = List::plain(Score::ALL.map(|(_, text)| text));
            at(said.line, BAD_RESULT.with(shown(&said.text)).with(all))
        })?;
        match self.score.filter(|(_, score)| *score != tag) {
            Some((line, score)) => Err(at(line, TWO_RESULTS.with(score.text()).with(tag.text()))),
            None => Ok(Some((said.line, tag))),
        }
    }

    /// The termination as it is given.
    fn termination(&self) -> Result<Option<(usize, Termination)>, RecordError> {
        let Some(said) = &self.termination else { return Ok(None) };
        let how = Termination::read(&said.text).ok_or_else(|| {
            let all = List::plain(Termination::ALL.map(|(_, text)| text));
            at(said.line, BAD_TERMINATION.with(shown(&said.text)).with(all))
        })?;
        Ok(Some((said.line, how)))
    }

    fn wrong(&self, line: usize, message: Message) -> RecordError {
        RecordError { line, turn: self.last.clone(), message }
    }
}
