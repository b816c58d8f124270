//! Thinking about any game, chosen by name at run time. This is where searches are compiled for
//! each game, so that a build can make this crate fast and everything else small.

use std::any::Any;
use std::sync::Arc;

use damier_core::any::Opened;
use damier_core::game::Game;
use damier_core::play::Play;
use damier_core::value::Oracle;
use damier_core::{AnyGame, AnyPlay, Message, Phrase, phrase};
use damier_games::Visitor;
use damier_index::Solvable;

use crate::alpha_beta::Limits;
use crate::think::{Player, SearchContext, Thinking, think};
use crate::transposition::TranspositionTable;
use crate::tuning::Tuning;

/// Exact values of some game: an [`Oracle`] of a type that only its maker and its user know.
pub struct AnyOracle(Box<dyn Any>);

impl AnyOracle {
    /// An oracle of this game.
    #[must_use]
    pub fn new<G: Game>(oracle: Arc<dyn Oracle<G>>) -> AnyOracle {
        AnyOracle(Box::new(oracle))
    }

    /// The oracle, if it is one of this game.
    fn of<G: Game>(&self) -> Option<Arc<dyn Oracle<G>>> {
        self.0.downcast_ref::<Arc<dyn Oracle<G>>>().cloned()
    }
}

/// What a player of any game is given to think with; see [`SearchContext`].
pub struct AnySearchContext {
    /// The table of positions.
    pub tt: Arc<TranspositionTable>,
    /// Exact values.
    pub oracle: Option<AnyOracle>,
    /// What chance decides.
    pub seed: u64,
    /// Limits besides those of the player.
    pub limits: Limits,
}

const FOREIGN: Phrase = phrase!("search.foreign");

/// Begins to think about the position that a game has come to. `play` is a game of `game`,
/// `player` a text such as `level-3`.
pub fn think_any(
    game: &dyn AnyGame,
    play: &dyn AnyPlay,
    player: &str,
    context: AnySearchContext,
) -> Result<Box<dyn Thinking>, Message> {
    damier_games::visit(game.id(), &game.options(), Begin { play, player, context })?
}

/// How many levels of opponents a game has.
#[must_use]
pub fn levels(game: &dyn AnyGame) -> usize {
    struct Levels;
    impl Visitor for Levels {
        type Output = usize;
        fn visit<G: Solvable>(self, _: Opened<G>) -> usize {
            G::levels().len()
        }
    }
    damier_games::visit(game.id(), "", Levels).unwrap_or(0)
}

struct Begin<'a> {
    play: &'a dyn AnyPlay,
    player: &'a str,
    context: AnySearchContext,
}

impl Visitor for Begin<'_> {
    type Output = Result<Box<dyn Thinking>, Message>;

    fn visit<G: Solvable>(self, _: Opened<G>) -> Self::Output {
        let player = Player::read::<G>(self.player)?;
        let play = self.play.as_any().downcast_ref::<Play<G>>();
        let play = play.ok_or_else(|| FOREIGN.with(G::name()))?;
        let AnySearchContext { tt, oracle, seed, limits } = self.context;
        let oracle = oracle.and_then(|oracle| oracle.of::<G>());
        Ok(think(play, player, &SearchContext { tt, oracle, seed, limits, tuning: Tuning::FULL }))
    }
}
