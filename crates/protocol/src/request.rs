//! Reading requests: a JSON object whose fields are taken out one by one, with a complaint for
//! each that is missing, has the wrong form or is left over.

use damier_core::budget::Budget;
use damier_core::words::Argument;
use damier_core::{AnyGame, Lang, Side};
use serde_json::{Map, Value};

use crate::fault::{Code, Fault};
use crate::words;

/// The longest request that is read, in bytes.
pub(crate) const LONGEST: usize = 1 << 20;
/// The longest list in a request or an answer; a game has fewer turns, and so has nearly every
/// position.
pub(crate) const MOST: usize = 5_000;

/// The fields of an object that have not been taken yet.
pub(crate) struct Fields {
    map: Map<String, Value>,
    /// The names of the fields that lead here, as in `last.`.
    path: String,
}

/// A request: its fields, the language of its answer, and what that may cost.
pub(crate) struct Ask<'b> {
    pub(crate) fields: Fields,
    pub(crate) lang: Lang,
    /// What answering may cost.
    pub(crate) budget: &'b Budget<'b>,
}

/// A game with its options, and one of its positions.
pub(crate) struct Spot {
    pub(crate) game: Box<dyn AnyGame>,
    /// As it is normally written.
    pub(crate) position: String,
}

impl Fields {
    /// The fields of a request.
    pub(crate) fn read(text: &str) -> Result<Fields, Fault> {
        let bad = |message| Code::BadRequest.because(message);
        if text.len() > LONGEST {
            return Err(bad(words::TOO_LONG.with(text.len()).with(LONGEST)));
        }
        match serde_json::from_str(text) {
            Ok(Value::Object(map)) => Ok(Fields { map, path: String::new() }),
            Ok(_) => Err(bad(words::NOT_OBJECT.say())),
            Err(error) => Err(bad(words::NOT_JSON.with(error.to_string()))),
        }
    }

    /// Takes a field out; `null` is as good as nothing.
    fn take(&mut self, name: &str) -> Option<Value> {
        self.map.remove(name).filter(|value| !value.is_null())
    }

    fn wrong(&self, name: &str, right: impl Into<Argument>) -> Fault {
        let name = format!("{}{name}", self.path);
        Code::BadRequest.because(words::WRONG_FORM.with(name).with(right))
    }

    fn missing(&self, name: &str) -> Fault {
        Code::BadRequest.because(words::MISSING.with(format!("{}{name}", self.path)))
    }

    /// A text.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, Fault> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.wrong(name, words::A_TEXT)),
        }
    }

    /// A text that must be there.
    pub(crate) fn need_text(&mut self, name: &str) -> Result<String, Fault> {
        self.text(name)?.ok_or_else(|| self.missing(name))
    }

    /// A list of texts; an empty one if it is not there.
    pub(crate) fn texts(&mut self, name: &str) -> Result<Vec<String>, Fault> {
        let Some(value) = self.take(name) else { return Ok(Vec::new()) };
        let Value::Array(list) = value else { return Err(self.wrong(name, words::TEXTS)) };
        if list.len() > MOST {
            let message = words::TOO_MANY.with(name).with(list.len()).with(MOST);
            return Err(Code::BadRequest.because(message));
        }
        let text = |value| match value {
            Value::String(text) => Ok(text),
            _ => Err(self.wrong(name, words::TEXTS)),
        };
        list.into_iter().map(text).collect()
    }

    /// A whole number that is not negative.
    pub(crate) fn number(&mut self, name: &str) -> Result<Option<u64>, Fault> {
        let Some(value) = self.take(name) else { return Ok(None) };
        value.as_u64().map(Some).ok_or_else(|| self.wrong(name, words::A_NUMBER))
    }

    /// A number that must be there.
    pub(crate) fn need_number(&mut self, name: &str) -> Result<u64, Fault> {
        self.number(name)?.ok_or_else(|| self.missing(name))
    }

    /// `true` or `false`.
    #[cfg(feature = "full")]
    pub(crate) fn flag(&mut self, name: &str) -> Result<Option<bool>, Fault> {
        let Some(value) = self.take(name) else { return Ok(None) };
        value.as_bool().map(Some).ok_or_else(|| self.wrong(name, words::A_FLAG))
    }

    /// One of some words.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        name: &str,
        all: &[(&str, T)],
    ) -> Result<Option<T>, Fault> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let found = all.iter().find(|(word, _)| *word == text);
        let names = || all.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
        found
            .map(|(_, value)| Some(*value))
            .ok_or_else(|| self.wrong(name, words::ONE_OF.with(names())))
    }

    /// One of some words, which must be there.
    pub(crate) fn need_choice<T: Copy>(
        &mut self,
        name: &str,
        all: &[(&str, T)],
    ) -> Result<T, Fault> {
        self.choice(name, all)?.ok_or_else(|| self.missing(name))
    }

    /// A player.
    pub(crate) fn need_side(&mut self, name: &str) -> Result<Side, Fault> {
        self.need_choice(name, &[("light", Side::Light), ("dark", Side::Dark)])
    }

    /// An object of its own.
    pub(crate) fn object(&mut self, name: &str) -> Result<Option<Fields>, Fault> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Object(map)) => {
                Ok(Some(Fields { map, path: format!("{}{name}.", self.path) }))
            }
            Some(_) => Err(self.wrong(name, words::AN_OBJECT)),
        }
    }

    /// All fields that are left, which must be texts.
    pub(crate) fn all_texts(self) -> Result<Vec<(String, String)>, Fault> {
        let Fields { map, path } = self;
        let wrong = |name: &str| {
            let name = format!("{path}{name}");
            Code::BadRequest.because(words::WRONG_FORM.with(name).with(words::A_TEXT))
        };
        map.into_iter()
            .map(|(name, value)| match value {
                Value::String(text) => Ok((name, text)),
                _ => Err(wrong(&name)),
            })
            .collect()
    }

    /// To be called when all has been taken: complains about what is left.
    pub(crate) fn done(self) -> Result<(), Fault> {
        match self.map.keys().next() {
            None => Ok(()),
            Some(name) => {
                let name = format!("{}{name}", self.path);
                Err(Code::BadRequest.because(words::UNKNOWN.with(name)))
            }
        }
    }

    /// The version of the protocol, checked; what is not said is the present one.
    pub(crate) fn version(&mut self) -> Result<(), Fault> {
        match self.take("v") {
            None => Ok(()),
            Some(value) if value == 1 => Ok(()),
            Some(value) => Err(Code::BadRequest.because(words::VERSION.with(value.to_string()))),
        }
    }

    /// The language of the answer.
    pub(crate) fn lang(&mut self) -> Result<Lang, Fault> {
        let all = Lang::ALL.map(|lang| (lang.code(), lang));
        Ok(self.choice("lang", &all)?.unwrap_or_default())
    }

    /// The game and its options.
    pub(crate) fn game(&mut self) -> Result<Box<dyn AnyGame>, Fault> {
        let id = self.need_text("game")?;
        let rules = self.text("rules")?.unwrap_or_default();
        let code = match damier_games::IDS.contains(&id.as_str()) {
            true => Code::BadRules,
            false => Code::UnknownGame,
        };
        damier_games::open(&id, &rules).map_err(|message| code.because(message))
    }

    /// The game, its options and the position: the start, if none is given.
    pub(crate) fn spot(&mut self) -> Result<Spot, Fault> {
        let game = self.game()?;
        let position = self.position(&*game, "position")?.unwrap_or_else(|| game.start());
        Ok(Spot { game, position })
    }

    /// A position as it is normally written.
    pub(crate) fn position(
        &mut self,
        game: &dyn AnyGame,
        name: &str,
    ) -> Result<Option<String>, Fault> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        game.check(&text).map(Some).map_err(|message| Code::BadPosition.because(message))
    }
}
