//! `damier value`: exact values of a position, or of every line of standard input.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;

use damier_core::any::{Opened, position_text};
use damier_core::value::{Oracle, Value};
use damier_core::{Lang, Message, Phrase, phrase};
use damier_games::Visitor;
use damier_index::{Index, Solvable};
use damier_protocol::ValuesAnswer;
use damier_solve::needs::needs;
use damier_solve::store::Store;
use damier_tables::Tables;

use crate::common::{
    GameArgs, Given, PositionArgs, bad_about, complain, json_line, output, refusal,
};
use crate::lines;
use crate::store::{self, HowToSolve, NO_INDEX, StoreArgs};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    store: StoreArgs,

    /// Print JSON, one object per position and line
    #[arg(long)]
    json: bool,
}

const NOT_COVERED: Phrase = phrase!("cli.value.not-covered");
const WOULD_HOLD: Phrase = phrase!("cli.value.would-hold");

pub(crate) fn run(args: &Args, lang: Lang) -> anyhow::Result<()> {
    args.store.take_threads();
    args.game.visit(Given { args, lang }, lang)?
}

impl Visitor for Given<'_, Args> {
    type Output = anyhow::Result<()>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> anyhow::Result<()> {
        let Given { args, lang } = self;
        let store = args.store.store(lang)?;
        let mut known = GrowingTables::new(opened, store, lang)?;
        let mut out = output();
        match args.position.given() {
            Some(dash) if dash == "-" => {
                return lines::answer(&mut out, lang, |text, out| {
                    let answer = match text {
                        Ok(text) => known.value(text)?,
                        Err(message) => Err(message),
                    };
                    known.write(out, answer, args.json)
                });
            }
            given => {
                let start = || position_text(&known.opened.game, &known.opened.game.start());
                let text = given.unwrap_or_else(start);
                let value = known.value(&text)?.map_err(|m| bad_about(&text, &m, lang))?;
                let _ = known.write(&mut out, Ok(value), args.json)?;
            }
        }
        Ok(out.flush()?)
    }
}

/// A position, as it is normally written, and its value if that is known.
type Answer = (String, Option<Value>);

/// Tables that grow as they are needed.
struct GrowingTables<G: Solvable> {
    opened: Opened<G>,
    store: Store,
    tables: Option<Arc<Tables<G::Index>>>,
    /// What has been said about missing tables; once is enough.
    said: BTreeSet<String>,
    lang: Lang,
}

impl<G: Solvable> GrowingTables<G> {
    fn new(opened: Opened<G>, store: Store, lang: Lang) -> anyhow::Result<GrowingTables<G>> {
        let tables = match G::Index::new(opened.game) {
            Some(index) => Some(Arc::new(load(&store, index, lang)?)),
            None => None,
        };
        Ok(GrowingTables { opened, store, tables, said: BTreeSet::new(), lang })
    }

    /// The value of a position. The outer error is a failure, the inner one about the input.
    fn value(&mut self, text: &str) -> anyhow::Result<Result<Answer, Message>> {
        let position = match self.opened.read(text) {
            Ok(position) => position,
            Err(message) => return Ok(Err(message)),
        };
        let normal = position_text(&self.opened.game, &position);
        if let Some(outcome) = self.opened.game.outcome(&position) {
            let value = Value::of_end(outcome, self.opened.game.to_move(&position));
            return Ok(Ok((normal, Some(value))));
        }
        let value = match self.ask(&position) {
            Some(value) => Some(value),
            None => {
                self.build(&position, &normal)?;
                self.ask(&position)
            }
        };
        Ok(Ok((normal, value)))
    }

    fn ask(&self, position: &G::Position) -> Option<Value> {
        self.tables.as_ref()?.value(position)
    }

    /// Builds the tables that are missing for a position if that is a matter of seconds, and
    /// says what to do otherwise.
    fn build(&mut self, position: &G::Position, normal: &str) -> anyhow::Result<()> {
        let Some(tables) = self.tables.as_ref() else {
            self.say(NO_INDEX.with(G::name()), "index".into());
            return Ok(());
        };
        let Some(tier) = tables.needed(position) else {
            self.say(NOT_COVERED.with(normal), "none".into());
            return Ok(());
        };
        let index = tables.index();
        if !needs(index, tier + 1).quick {
            let tier = &index.tiers()[tier].name;
            let rules = index.rules();
            let rules = if rules.is_empty() { rules } else { format!(" --rules {rules}") };
            let command = format!("{}{rules} --tier {tier}", G::ID);
            self.say(WOULD_HOLD.with(normal).with(command.clone()), command);
            return Ok(());
        }
        store::solve(&self.store, index, tier + 1, HowToSolve::default(), self.lang)?;
        if let Some(index) = G::Index::new(self.opened.game) {
            self.tables = Some(Arc::new(load(&self.store, index, self.lang)?));
        }
        Ok(())
    }

    fn say(&mut self, message: Message, about: String) {
        if self.said.insert(about) {
            complain(&message.text(self.lang));
        }
    }

    /// The value of a position, as it is normally written, and those of all its turns.
    fn values(&self, position: &str) -> Result<ValuesAnswer, Message> {
        ValuesAnswer::from_tables(self.opened.clone(), self.tables.clone(), position)
    }

    /// Writes an answer; a bad line is answered `error`.
    fn write(
        &self,
        out: &mut impl Write,
        answer: Result<Answer, Message>,
        json: bool,
    ) -> anyhow::Result<Result<(), Message>> {
        let word = |value: &Option<Value>| value.map_or("unknown".into(), |v| v.to_string());
        match (&answer, json) {
            (Ok((_, value)), false) => writeln!(out, "{}", word(value))?,
            (Ok((position, _)), true) => match self.values(position) {
                Ok(values) => json_line(out, &values)?,
                Err(message) => return Ok(Err(message)),
            },
            (Err(_), false) => writeln!(out, "error")?,
            (Err(message), true) => json_line(out, &refusal(message, self.lang))?,
        }
        Ok(answer.map(|_| ()))
    }
}

fn load<I: Index>(store: &Store, index: I, lang: Lang) -> anyhow::Result<Tables<I>> {
    store.load(index).map_err(|error| store::table_failure(&error, lang))
}
