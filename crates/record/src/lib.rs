//! Records: a whole game as text, with comments and variations, after the habits of PGN. A
//! [`Record`] exists only if every turn in it is legal and its result is the one the turns lead
//! to, so whoever holds one need not check again. Reading and writing are inverse to each other.

mod error;
mod json;
mod read;
mod score;
mod tags;
#[cfg(test)]
mod tests;
mod tree;
mod write;

use damier_core::budget::Budget;
use damier_core::play::{Ending, Termination};
use damier_core::{AnyGame, AnyPlay, Message, Outcome};

pub use error::RecordError;
pub use score::Score;
pub use tags::Tags;
pub use tree::{GLYPHS, Node, NodeId, Tree};

/// How deep variations may nest. More than anybody needs, and little enough that the JSON of a
/// record stays within the nesting that common readers accept (127).
pub const MAX_DEPTH: usize = 24;

/// Opens a game by its name and rule options, as `damier_games::open` does.
pub type Open<'a> = &'a dyn Fn(&str, &str) -> Result<Box<dyn AnyGame>, Message>;

/// A game and how far it has been played.
pub type Begun = (Box<dyn AnyGame>, Box<dyn AnyPlay>);

/// A checked game with its variations, comments and tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    game: String,
    rules: String,
    /// Whether the start is the ordinary one of the game under its rules.
    ordinary: bool,
    tags: Tags,
    tree: Tree,
    result: Score,
    termination: Option<Termination>,
}

impl Record {
    /// The record of a game that was played, without comments or variations.
    #[must_use]
    pub fn of(game: &dyn AnyGame, play: &dyn AnyPlay, tags: Tags) -> Record {
        let mut tree = Tree::new(play.start());
        let mut here = Tree::ROOT;
        for (i, turn) in play.line().into_iter().enumerate() {
            here = tree.add(here, turn, play.at(i + 1).text());
        }
        let ending = play.ending();
        Record {
            game: game.id().to_string(),
            rules: game.options(),
            ordinary: play.start() == game.start(),
            tags,
            tree,
            result: ending.map_or(Score::Open, |e| Score::of(e.outcome, play.first())),
            termination: ending.map(|e| e.how),
        }
    }

    /// Plays the main line again, with its ending. A win or draw that the turns do not show and
    /// no termination explains counts as resigned or agreed.
    pub fn replay(&self, open: Open<'_>) -> Result<Begun, RecordError> {
        self.replay_within(open, &Budget::unlimited())
    }

    /// The same within a budget, of which each turn costs one unit.
    pub fn replay_within(&self, open: Open<'_>, budget: &Budget<'_>) -> Result<Begun, RecordError> {
        let general = |message| RecordError { line: 0, turn: None, message };
        let game = open(&self.game, &self.rules).map_err(general)?;
        let mut play = game.begin(Some(self.start())).map_err(general)?;
        for (i, node) in self.turns().enumerate() {
            let played = budget.spend(1).and_then(|()| play.play(node.turn()));
            played.map_err(|message| RecordError {
                line: 0,
                turn: Some(format!("{} {}", number(i), node.turn())),
                message,
            })?;
        }
        if let (None, Some(outcome)) = (play.ending(), self.result.outcome(play.first())) {
            let otherwise = match outcome {
                Outcome::Won(_) => Termination::Resigned,
                Outcome::Drawn => Termination::Agreement,
            };
            let how = self.termination.unwrap_or(otherwise);
            play.end(Ending { outcome, how }).map_err(general)?;
        }
        Ok((game, play))
    }

    /// The name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The rule options that are not at their default.
    #[must_use]
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &str {
        self.tree.node(Tree::ROOT).position()
    }

    /// Whether that is the ordinary start.
    #[must_use]
    pub fn ordinary_start(&self) -> bool {
        self.ordinary
    }

    /// The tags other than those this type has methods for.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The game with its variations.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The turns of the game itself.
    pub fn turns(&self) -> impl Iterator<Item = &Node> {
        self.tree.main_line().map(|id| self.tree.node(id))
    }

    /// Who won.
    #[must_use]
    pub fn result(&self) -> Score {
        self.result
    }

    /// What ended the game, if it has ended and that is known.
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// Sets the comment after the first `n` turns of the main line (0: before the first turn);
    /// `false` if it has fewer. A closing brace, which would end the comment, becomes a
    /// parenthesis, control characters other than line breaks and tabs become spaces.
    pub fn set_comment(&mut self, n: usize, text: &str) -> bool {
        let place = self.tree.line_from(Some(Tree::ROOT)).nth(n);
        place.map(|id| self.tree.set_comment(id, text)).is_some()
    }
}

impl Record {
    /// Takes over what another record of the same game says about the turns both begin with:
    /// comments and variations.
    pub fn keep_notes(&mut self, other: &Record) {
        let of_same_game = self.game == other.game && self.rules == other.rules;
        if of_same_game && self.start() == other.start() {
            self.tree.keep_notes(&other.tree);
        }
    }
}

/// The number before turn `ply` (0 is the first): `1.`, `1...`, `2.` …
#[must_use]
pub fn number(ply: usize) -> String {
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}
