//! The games. Each is one folder; the list below is the only place that names them, and
//! everything else (command line, server, page, tests, benches) goes through it. `docs/sixth-game.md`
//! adds one.

mod endings;
pub mod five;
mod levels;
pub mod net;
mod placing;
mod players;

use damier_core::any::Opened;
use damier_core::{AnyGame, Lang, List, Message, Phrase, Playable, phrase};
use damier_index::{Index, Solvable};

/// Work to be done with a game of whatever type, chosen by name at run time, that asks for nothing
/// but what people play: rules, turns, pictures.
pub trait GameVisitor {
    /// What the work yields.
    type Output;
    /// Does it, statically dispatched.
    fn visit<G: Playable>(self, game: Opened<G>) -> Self::Output;
}

/// As [`GameVisitor`], for work that searches, or asks for exact values and the game's numbering.
pub trait Visitor {
    /// What the work yields.
    type Output;
    /// Does it, statically dispatched.
    fn visit<G: Solvable>(self, game: Opened<G>) -> Self::Output;
}

const UNKNOWN: Phrase = phrase!("games.unknown");

/// Declares the modules of the games and everything that goes through all of them.
macro_rules! games {
    ($($module:ident :: $game:ident),+ $(,)?) => {
        $(pub mod $module;)+

        /// The names of all games.
        pub const IDS: &[&str] = &[$(<$module::$game as damier_core::Game>::ID),+];

        /// Does some work with the game of this name under these rule options.
        pub fn visit_game<V: GameVisitor>(
            id: &str,
            rules: &str,
            visitor: V,
        ) -> Result<V::Output, Message> {
            $(if id == <$module::$game as damier_core::Game>::ID {
                return Ok(visitor.visit(Opened::<$module::$game>::new(rules)?));
            })+
            Err(UNKNOWN.with(id).with(List::plain(IDS.iter().copied())))
        }

        /// As [`visit_game`], for work that asks for more.
        pub fn visit<V: Visitor>(id: &str, rules: &str, visitor: V) -> Result<V::Output, Message> {
            $(if id == <$module::$game as damier_core::Game>::ID {
                return Ok(visitor.visit(Opened::<$module::$game>::new(rules)?));
            })+
            Err(UNKNOWN.with(id).with(List::plain(IDS.iter().copied())))
        }
    };
}

games! {
    fraha::Fraha,
    achef::Achef,
    rooya::Rooya,
    fanorona::Fanorona,
    kono::Kono,
}

#[cfg(feature = "texts")]
include!(concat!(env!("OUT_DIR"), "/sheets.rs"));

/// The rules of the game in the folder of this name; empty without the feature `texts`.
pub(crate) fn rules(game: &str, lang: Lang) -> &'static str {
    #[cfg(feature = "texts")]
    return sheet(game, lang as usize);
    #[cfg(not(feature = "texts"))]
    {
        let _ = (game, lang);
        ""
    }
}

/// The tables of the game of this name that are part of the program, as files.
#[must_use]
pub fn shipped_tables(id: &str) -> &'static [&'static [u8]] {
    struct Shipped;
    impl Visitor for Shipped {
        type Output = &'static [&'static [u8]];
        fn visit<G: Solvable>(self, _: Opened<G>) -> Self::Output {
            G::Index::shipped()
        }
    }
    visit(id, "", Shipped).unwrap_or_default()
}

/// The number of sequences of `depth` turns of a game.
pub fn perft(game: &dyn AnyGame, position: &str, depth: u32) -> Result<u64, Message> {
    struct Perft<'a>(&'a str, u32);
    impl GameVisitor for Perft<'_> {
        type Output = Result<u64, Message>;
        fn visit<G: Playable>(self, opened: Opened<G>) -> Result<u64, Message> {
            let Perft(position, depth) = self;
            Ok(damier_core::perft::perft(&opened.game, &opened.read(position)?, depth))
        }
    }
    visit_game(game.id(), &game.options(), Perft(position, depth))?
}

/// Opens a game by name, with rule options such as `first=red` (empty for the defaults).
pub fn open(id: &str, rules: &str) -> Result<Box<dyn AnyGame>, Message> {
    struct Boxed;
    impl GameVisitor for Boxed {
        type Output = Box<dyn AnyGame>;
        fn visit<G: Playable>(self, game: Opened<G>) -> Box<dyn AnyGame> {
            Box::new(game)
        }
    }
    visit_game(id, rules, Boxed)
}
