//! What the subcommands share: the arguments that name a game and a position, the language, and
//! the two kinds of failure that the exit status tells apart.

use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::sync::Arc;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use damier_core::budget::Budget;
use damier_core::{AnyGame, Lang, Message};
use damier_protocol::{Context, ErrorBody, ErrorCode, Handle, Oracles, Reply, Session};

pub(crate) use damier_arena::text::shown;
pub(crate) use damier_engine::files::{ABOUT, LARGEST_TEXT, TOO_LARGE, read_text, trouble};

/// A complaint about what the user gave: exit status 2, where other failures have 1.
#[derive(Debug)]
pub(crate) enum BadInput {
    /// What was wrong with it.
    Because(String),
    /// That has been said already.
    Said,
}

impl BadInput {
    /// Whether the user has been told already.
    pub(crate) fn said(&self) -> bool {
        matches!(self, BadInput::Said)
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadInput::Because(why) => f.write_str(why),
            BadInput::Said => f.write_str("bad input"),
        }
    }
}

impl std::error::Error for BadInput {}

/// The complaint of a reader, which names what is wrong by itself.
pub(crate) fn bad(message: &Message, lang: Lang) -> anyhow::Error {
    BadInput::Because(message.text(lang)).into()
}

/// The complaint of a reader about this input.
pub(crate) fn bad_about(input: &str, message: &Message, lang: Lang) -> anyhow::Error {
    bad(&ABOUT.with(format!("`{}`", shown(input))).with(message.clone()), lang)
}

/// Writes a line to standard error. If that is closed nobody wants to know; `eprintln!` would
/// panic.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Whether whoever read our output has had enough.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_it = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(is_it)
            || (cause.downcast_ref::<serde_json::Error>())
                .is_some_and(|e| e.io_error_kind() == Some(io::ErrorKind::BrokenPipe))
    })
}

/// Standard output, buffered; to be flushed at the end, so that errors are seen.
pub(crate) fn output() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Prints a text.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = output();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints a value as a line of JSON.
pub(crate) fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let mut out = output();
    json_line(&mut out, value)?;
    Ok(out.flush()?)
}

/// Writes a value as a line of JSON.
pub(crate) fn json_line(out: &mut impl Write, value: &impl serde::Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    Ok(out.write_all(b"\n")?)
}

/// Asks what needs no tables, as the server and the pages do, but without bounds.
pub(crate) fn ask<R: Handle>(request: R, lang: Lang) -> anyhow::Result<R::Answer> {
    let context = Context { lang, budget: &Budget::unlimited() };
    let mut session = Session::new(Arc::new(Oracles::empty()));
    session.handle(request, &context).map_err(|error| bad(error.message(), lang))
}

/// A position on standard input that is none, as the server would answer it.
pub(crate) fn refusal(message: &Message, lang: Lang) -> Reply<()> {
    Reply::Error(ErrorBody { code: ErrorCode::BadPosition, message: message.text(lang) })
}

/// A language on the command line.
#[derive(Clone, Copy)]
pub(crate) struct Language(Lang);

impl clap::ValueEnum for Language {
    fn value_variants<'a>() -> &'a [Language] {
        const ALL: [Language; Lang::ALL.len()] = {
            let mut all = [Language(Lang::ALL[0]); Lang::ALL.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = Language(Lang::ALL[i]);
                i += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.code()))
    }
}

/// The language asked for, or that of the environment.
pub(crate) fn language(asked: Option<Language>) -> Lang {
    asked.map_or_else(|| locale(|name| std::env::var(name).ok()), |Language(lang)| lang)
}

/// The language of the environment: the first of the three variables that says something.
fn locale(var: impl Fn(&str) -> Option<String>) -> Lang {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(var);
    let first = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    Lang::serving(&first).unwrap_or_default()
}

/// A game and its options.
#[derive(clap::Args)]
pub(crate) struct GameArgs {
    /// The game
    #[arg(value_parser = GameName)]
    game: String,

    /// Rule options that are not at their default, as in `name=value,name=value`
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    rules: String,
}

impl GameArgs {
    /// The name of the game and its options, as they were given.
    pub(crate) fn given(&self) -> (String, String) {
        (self.game.clone(), self.rules.clone())
    }

    /// Opens the game.
    pub(crate) fn open(&self, lang: Lang) -> anyhow::Result<Box<dyn AnyGame>> {
        damier_games::open(&self.game, &self.rules).map_err(|message| bad(&message, lang))
    }

    /// Does some work with the game, statically dispatched.
    pub(crate) fn visit<V: damier_games::Visitor>(
        &self,
        visitor: V,
        lang: Lang,
    ) -> anyhow::Result<V::Output> {
        let done = damier_games::visit(&self.game, &self.rules, visitor);
        done.map_err(|message| bad(&message, lang))
    }
}

/// What a subcommand has to work with: a visitor of games ([`damier_games::Visitor`]), which learns
/// of the game's own type.
pub(crate) struct Given<'a, A> {
    pub(crate) args: &'a A,
    pub(crate) lang: Lang,
}

/// Any text; the names of the games are shown in help and completions, and the library complains
/// about others, in the user's language.
#[derive(Clone)]
pub(crate) struct GameName;

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(damier_games::IDS.iter().map(PossibleValue::new)))
    }
}

/// A position, quoted or not.
#[derive(clap::Args)]
pub(crate) struct PositionArgs {
    /// The position; the start of the game if left out. Quotes may be left out as well
    #[arg(value_name = "POSITION")]
    words: Vec<String>,
}

impl PositionArgs {
    /// The position's text, if one was given.
    pub(crate) fn given(&self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.join(" "))
    }

    /// The position, checked and written the normal way, or the start.
    pub(crate) fn read(&self, game: &dyn AnyGame, lang: Lang) -> anyhow::Result<String> {
        match self.given() {
            Some(text) => game.check(&text).map_err(|message| bad_about(&text, &message, lang)),
            None => Ok(game.start()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_chooses_the_language() {
        let lang = |vars: &[(&str, &str)]| {
            locale(|name| vars.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_string()))
        };
        assert_eq!(lang(&[]), Lang::En);
        assert_eq!(lang(&[("LANG", "fr_CA.UTF-8")]), Lang::Fr);
        assert_eq!(lang(&[("LANG", "fr_FR"), ("LC_ALL", "C")]), Lang::En);
        assert_eq!(lang(&[("LANG", "de_DE"), ("LC_MESSAGES", "fr"), ("LC_ALL", "")]), Lang::Fr);
        assert_eq!(lang(&[("LANG", "fra")]), Lang::En);
    }
}
