//! The tables at hand. The host adds them (bytes it fetched, or files it read), sessions and
//! searches ask for values; both may happen at the same time.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use damier_core::any::Opened;
use damier_core::value::{Oracle, Value};
use damier_core::{AnyGame, Lang, Message, Phrase, phrase};
use damier_games::Visitor;
use damier_index::{Index, Solvable};
use damier_search::any::AnyOracle;
use damier_tables::{Header, Table, Tables};

const NO_TABLE: Phrase = phrase!("protocol.no-table");
const FOREIGN: Phrase = phrase!("protocol.foreign");

/// Why a table is refused.
#[derive(Clone, Debug)]
pub struct Refused(Message);

impl Refused {
    /// What is wrong with it.
    #[must_use]
    pub fn message(&self) -> &Message {
        &self.0
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text(Lang::En))
    }
}

impl std::error::Error for Refused {}

/// The tables at hand, of any game.
#[derive(Default)]
pub struct Oracles {
    shelf: RwLock<Shelf>,
}

#[derive(Default)]
struct Shelf {
    tables: Vec<Arc<Table>>,
    /// The tables of one game and one choice of rules, put together when they are first asked.
    ready: Vec<Ready>,
}

struct Ready {
    game: &'static str,
    /// The options as they were asked for.
    options: String,
    /// Those of them that make a difference to tables.
    rules: String,
    /// A `Tables<…>` of the game's numbering.
    tables: Arc<dyn Any + Send + Sync>,
}

impl Oracles {
    /// The tables that are part of the program.
    #[must_use]
    pub fn new() -> Oracles {
        let oracles = Oracles::default();
        for id in damier_games::IDS {
            for bytes in damier_games::shipped_tables(id) {
                if let Ok(table) = Table::from_static(id, bytes) {
                    // Whether they belong here is tested where they are made.
                    let _ = oracles.add(table);
                }
            }
        }
        oracles
    }

    /// No tables at all.
    #[must_use]
    pub fn empty() -> Oracles {
        Oracles::default()
    }

    /// Takes a table in and says what it is about; one of the same game, rules and tier is
    /// replaced.
    pub fn add(&self, table: Table) -> Result<Header, Refused> {
        let header = table.header().clone();
        let same = |other: &Arc<Table>| {
            let other = other.header();
            (&other.game, &other.rules, &other.tier) == (&header.game, &header.rules, &header.tier)
        };
        let mut before = Vec::new();
        self.change(&header, |tables| {
            before = std::mem::take(tables);
            tables.extend(before.iter().filter(|other| !same(other)).cloned());
            tables.push(Arc::new(table));
        });
        let why = match self.ask(&header.game, &header.rules) {
            Ok(asked) if asked.has(&header) => return Ok(header),
            Ok(_) => FOREIGN.with(header.game.as_str()).with(header.rules.as_str()),
            Err(why) => why,
        };
        self.change(&header, |tables| *tables = before);
        Err(Refused(NO_TABLE.with(why)))
    }

    /// Changes the tables; those for the game of `header` are put together anew when they are
    /// next asked.
    fn change(&self, header: &Header, change: impl FnOnce(&mut Vec<Arc<Table>>)) {
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        change(&mut shelf.tables);
        shelf.ready.retain(|ready| ready.game != header.game);
    }

    /// Takes in a table given as bytes.
    pub fn add_bytes(&self, bytes: Vec<u8>) -> Result<Header, Refused> {
        let table = Table::from_bytes("table", bytes);
        self.add(table.map_err(|error| Refused(NO_TABLE.with(error.to_string())))?)
    }

    /// What the tables at hand are about, and how many bytes each has.
    #[must_use]
    pub fn list(&self) -> Vec<(Header, u64)> {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        shelf.tables.iter().map(|table| (table.header().clone(), table.size())).collect()
    }

    /// The tables for these rules of a game; `None` if there are none.
    pub fn of<G: Solvable>(&self, opened: &Opened<G>) -> Option<Arc<Tables<G::Index>>> {
        let (game, options) = (G::ID, opened.options());
        if let Some(ready) = self.ready(|ready| (ready.game, &ready.options) == (game, &options)) {
            return ready.downcast().ok();
        }
        let files = self.files(game);
        if files.is_empty() {
            return None;
        }
        // Numbering takes a while, so it is done while others go on asking, and only once.
        let index = G::Index::new(opened.game)?;
        let rules = index.rules();
        let tables = match self.ready(|ready| (ready.game, &ready.rules) == (game, &rules)) {
            Some(ready) => ready.downcast().ok()?,
            None => {
                let mut tables = Tables::new(index);
                let fitting = files.into_iter().filter(|file| tables.add(file.clone()).is_ok());
                (fitting.count() > 0).then(|| Arc::new(tables))?
            }
        };
        let shared: Arc<dyn Any + Send + Sync> = tables.clone();
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        shelf.ready.push(Ready { game, options, rules, tables: shared });
        Some(tables)
    }

    /// The first tables that are ready and as wanted.
    fn ready(&self, wanted: impl Fn(&Ready) -> bool) -> Option<Arc<dyn Any + Send + Sync>> {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        shelf.ready.iter().find(|ready| wanted(ready)).map(|ready| ready.tables.clone())
    }

    /// The tables of a game, under whatever rules.
    fn files(&self, game: &str) -> Vec<Arc<Table>> {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        shelf.tables.iter().filter(|table| table.header().game == game).cloned().collect()
    }

    /// The tables for these rules of a game, to be asked in text.
    pub(crate) fn ask(&self, game: &str, rules: &str) -> Result<Box<dyn TableValues>, Message> {
        damier_games::visit(game, rules, OpenTables(self))
    }

    /// The tables for these rules of a game, for a search.
    pub fn any(&self, game: &dyn AnyGame) -> Option<AnyOracle> {
        self.ask(game.id(), &game.options()).ok()?.oracle()
    }
}

/// What a session asks of the tables of a game: text in, values out.
pub(crate) trait TableValues {
    /// The value of a position; `None` if it is not known.
    fn value(&self, position: &str) -> Option<Value>;
    /// The value of a turn for the player who makes it, by the positions before and after, with
    /// the number of turns that tells good turns from better ones.
    fn turn(&self, before: &str, after: &str) -> Option<Value>;
    /// Whether a table with this header is among them.
    fn has(&self, header: &Header) -> bool;
    /// The same for a search.
    fn oracle(&self) -> Option<AnyOracle>;
}

/// The rules of a game with its tables, if there are any.
pub(crate) struct GameTables<G: Solvable> {
    pub(crate) opened: Opened<G>,
    pub(crate) tables: Option<Arc<Tables<G::Index>>>,
}

impl<G: Solvable> GameTables<G> {
    fn ended(&self, position: &G::Position) -> Option<Value> {
        let game = &self.opened.game;
        game.outcome(position).map(|outcome| Value::of_end(outcome, game.to_move(position)))
    }
}

impl<G: Solvable> TableValues for GameTables<G> {
    fn value(&self, position: &str) -> Option<Value> {
        let position = self.opened.read(position).ok()?;
        self.ended(&position).or_else(|| self.tables.as_ref()?.value(&position))
    }

    fn turn(&self, before: &str, after: &str) -> Option<Value> {
        let [before, after] = [before, after].map(|text| self.opened.read(text).ok());
        let (before, after) = (before?, after?);
        let value = || self.tables.as_ref()?.value_after(&before, &after);
        self.ended(&after).or_else(value).map(Value::before)
    }

    fn has(&self, header: &Header) -> bool {
        let Some(tables) = &self.tables else { return false };
        let mut all = (0..tables.index().tiers().len()).filter_map(|tier| tables.tier(tier));
        all.any(|table| table.header() == header)
    }

    fn oracle(&self) -> Option<AnyOracle> {
        let tables: Arc<dyn Oracle<G>> = self.tables.clone()?;
        Some(AnyOracle::new(tables))
    }
}

/// The tables of a game of whatever type.
struct OpenTables<'a>(&'a Oracles);

impl Visitor for OpenTables<'_> {
    type Output = Box<dyn TableValues>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> Box<dyn TableValues> {
        let tables = self.0.of(&opened);
        Box::new(GameTables { opened, tables })
    }
}
