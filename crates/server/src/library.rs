//! Tables of exact values: those at hand, and those that are built when somebody first asks for
//! what they tell. Small ones are offered to pages as files, so that they answer by themselves.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use damier_core::any::Opened;
use damier_core::{Lang, Message};
use damier_games::Visitor;
use damier_index::{Index, Solvable};
use damier_protocol::Oracles;
use damier_solve::progress::{Progress, Stage};
use damier_solve::store::{self, Store};
use damier_tables::{Header, Table, Tables};
use tokio::sync::watch;

use crate::work::step_back;

/// Larger tables are not offered: the server answers for them.
const LARGEST: u64 = 8 << 20;

/// A table as a file for pages.
#[derive(Clone)]
pub(crate) struct Offer {
    pub(crate) file: String,
    table: Arc<Table>,
    /// The whole file, to be sent.
    bytes: Bytes,
}

impl Offer {
    pub(crate) fn header(&self) -> &Header {
        self.table.header()
    }

    pub(crate) fn size(&self) -> u64 {
        self.table.size()
    }

    pub(crate) fn checksum(&self) -> String {
        self.table.checksum()
    }

    pub(crate) fn bytes(&self) -> Bytes {
        self.bytes.clone()
    }
}

/// What is offered for some rules, once it is there.
type Shelf = Option<Arc<Vec<Offer>>>;

/// The tables of a server.
pub(crate) struct Library {
    pub(crate) oracles: Arc<Oracles>,
    /// Where tables are kept that were built here.
    store: Option<Store>,
    /// By game and options. There are as many as there are choices of options.
    shelves: Mutex<HashMap<(String, String), watch::Receiver<Shelf>>>,
    /// Tables are built for one choice of options after the other: many choices have the same
    /// tables, and whoever asks for many waits.
    building: Mutex<()>,
    /// The threads that build, which step back for everything else; made when first needed.
    builders: OnceLock<Option<rayon::ThreadPool>>,
}

impl Library {
    pub(crate) fn new(oracles: Arc<Oracles>, store: Option<Store>) -> Arc<Library> {
        Arc::new(Library {
            oracles,
            store,
            shelves: Mutex::default(),
            building: Mutex::default(),
            builders: OnceLock::new(),
        })
    }

    /// Waits for the tables of these rules, which are built where that takes seconds; `None` if
    /// they are not ready after so long, or if there is no such game.
    pub(crate) async fn wait(
        self: &Arc<Library>,
        game: &str,
        rules: &str,
        patience: Duration,
    ) -> Shelf {
        let mut shelf = self.shelf(game, rules)?;
        let ready = tokio::time::timeout(patience, shelf.wait_for(Option::is_some)).await;
        ready.ok()?.ok()?.clone()
    }

    /// The tables of these rules, begun if nobody asked for them before.
    fn shelf(self: &Arc<Library>, game: &str, rules: &str) -> Option<watch::Receiver<Shelf>> {
        let key = (game.to_string(), damier_games::open(game, rules).ok()?.options());
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        let begin = |(game, rules): (String, String)| {
            let (tell, hear) = watch::channel(None);
            let library = Arc::clone(self);
            // Not one of the runtime's threads: these are waited for when the server stops, and
            // what is half built then is of no use.
            std::thread::spawn(move || {
                let offers = damier_games::visit(&game, &rules, Make(&library));
                // Whoever waited may have gone.
                let _ = tell.send(Some(Arc::new(offers.unwrap_or_default())));
            });
            hear
        };
        Some(shelves.entry(key.clone()).or_insert_with(|| begin(key)).clone())
    }

    /// A file that was offered.
    pub(crate) fn file(&self, name: &str) -> Option<Offer> {
        let shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        let ready = shelves.values().filter_map(|shelf| shelf.borrow().clone());
        ready.flat_map(|offers| offers.to_vec()).find(|offer| offer.file == name)
    }

    /// Builds what takes seconds and is not there yet.
    fn complete<G: Solvable>(&self, opened: &Opened<G>) {
        let _one_at_a_time = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        let known = self.oracles.of(opened);
        let known = match &known {
            Some(tables) => tables,
            None => match G::Index::new(opened.game) {
                Some(index) => &Arc::new(Tables::new(index)),
                None => return,
            },
        };
        let lacking = || damier_engine::tables::lacking(known, self.store.as_ref(), &Logged);
        let built = match self.stepping_back(lacking) {
            Ok(built) => built,
            Err(why) => return tracing::warn!("{why}"),
        };
        for table in built {
            if let Err(why) = self.oracles.add(table) {
                tracing::warn!("{why}");
            }
        }
    }
}

/// What is worth telling about tables goes into the log.
struct Logged;

impl Progress for Logged {
    fn stage(&self, _: &Stage) {}

    fn note(&self, message: &Message) {
        tracing::warn!("tables: {}", message.text(Lang::En));
    }
}

impl Library {
    /// Does this on the threads that build. They have a low priority: seconds of work on every core
    /// must not be felt by those who play.
    fn stepping_back<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let new = || rayon::ThreadPoolBuilder::new().start_handler(|_| step_back()).build().ok();
        match self.builders.get_or_init(new) {
            Some(builders) => builders.install(work),
            None => work(),
        }
    }
}

/// Sees to the tables of a game, and says which are offered.
struct Make<'a>(&'a Library);

impl Visitor for Make<'_> {
    type Output = Vec<Offer>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> Vec<Offer> {
        self.0.complete(&opened);
        let Some(tables) = self.0.oracles.of(&opened) else { return Vec::new() };
        let small = tables.each().filter(|table| table.size() <= LARGEST);
        let offer = |table: &Arc<Table>| match table.bytes() {
            Ok(bytes) => Some(Offer {
                file: store::name(table.header()),
                table: Arc::clone(table),
                bytes: Bytes::from(bytes.into_owned()),
            }),
            Err(why) => {
                tracing::warn!("{why}");
                None
            }
        };
        small.filter_map(offer).collect()
    }
}
