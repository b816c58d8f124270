//! The tables at hand. The host fills the shelf (with bytes it fetched, or files it mapped), the
//! door and searches ask it; both may happen at the same time.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use damier_core::any::Opened;
use damier_core::index::{Index, Solvable};
use damier_core::{Lang, Message, Phrase};
use damier_games::Visitor;
use damier_tables::{Header, Table, Tables};

const NO_TABLE: Phrase = Phrase::new(
    "this is no table that can be used: {0}",
    "ce n’est pas une table utilisable : {0}",
);
const NO_NUMBERS: Phrase = Phrase::new(
    "positions of {0} have no numbers under the rules `{1}`",
    "les positions de {0} n’ont pas de numéros avec les règles `{1}`",
);

/// Why a table is refused.
#[derive(Clone, Debug)]
pub struct Refused(Message);

impl Refused {
    /// The reason.
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
    /// The tables of one game and one choice of rules, put together when they are first asked:
    /// each is an `Arc<Tables<…>>` of the game's numbering.
    ready: HashMap<(String, String), Arc<dyn Any + Send + Sync>>,
}

impl Oracles {
    /// The tables that are part of the program.
    #[must_use]
    pub fn new() -> Oracles {
        let oracles = Oracles::default();
        for id in damier_games::IDS {
            let shipped = damier_games::visit(id, "", Shipped).unwrap_or_default();
            for bytes in shipped {
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
        let table = Arc::new(table);
        let header = table.header().clone();
        let (game, rules) = (header.game.clone(), header.rules.clone());
        let refuse = |message: Message| Refused(NO_TABLE.with(message));
        damier_games::visit(&game, &rules, Fits(&table)).map_err(refuse)?.map_err(refuse)?;
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        let same = |other: &Header| {
            let key =
                |header: &Header| (header.game.clone(), header.rules.clone(), header.tier.clone());
            key(other) == key(table.header())
        };
        shelf.tables.retain(|other| !same(other.header()));
        shelf.ready.remove(&(game, rules));
        shelf.tables.push(table);
        Ok(header)
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
    pub fn of<G: Solvable>(&self, game: &G) -> Option<Arc<Tables<G::Index>>> {
        if !self.has(G::ID) {
            return None;
        }
        let index = G::Index::new(*game)?;
        let key = (G::ID.to_owned(), index.rules());
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = shelf.ready.get(&key) {
            return Arc::clone(ready).downcast().ok();
        }
        let mut tables = Tables::new(index);
        let mut any = false;
        for table in shelf.tables.iter().filter(|table| table.header().game == G::ID) {
            any |= tables.add(Arc::clone(table)).is_ok();
        }
        let tables = any.then(|| Arc::new(tables))?;
        let shared: Arc<dyn Any + Send + Sync> = tables.clone();
        shelf.ready.insert(key, shared);
        Some(tables)
    }

    /// Whether there is any table of this game.
    fn has(&self, id: &str) -> bool {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        shelf.tables.iter().any(|table| table.header().game == id)
    }
}

/// The tables of a game that are part of the program.
struct Shipped;

impl Visitor for Shipped {
    type Output = &'static [&'static [u8]];

    fn visit<G: Solvable>(self, _: Opened<G>) -> &'static [&'static [u8]] {
        G::Index::shipped()
    }
}

/// Whether a table belongs to a game under its rules.
struct Fits<'a>(&'a Arc<Table>);

impl Visitor for Fits<'_> {
    type Output = Result<(), Message>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> Result<(), Message> {
        let Header { rules, .. } = self.0.header();
        let none = || NO_NUMBERS.with(G::name()).with(rules.as_str());
        let index = G::Index::new(opened.game).ok_or_else(none)?;
        const FOREIGN: Phrase = Phrase::new("{0}", "{0}");
        let added = Tables::new(index).add(Arc::clone(self.0));
        added.map_err(|foreign| FOREIGN.with(foreign.to_string()))
    }
}
