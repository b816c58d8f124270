//! A game with its options and one of its positions, which most requests are about.

use damier_core::AnyGame;
use damier_core::any::AnyPosition;

use crate::error::{ApiError, ErrorCode};

/// Opens a game by its name and options.
pub fn open_game(id: &str, rules: &str) -> Result<Box<dyn AnyGame>, ApiError> {
    let code = match damier_games::IDS.contains(&id) {
        true => ErrorCode::BadRules,
        false => ErrorCode::UnknownGame,
    };
    damier_games::open(id, rules).map_err(|message| code.because(message))
}

/// A game and one of its positions, checked.
pub struct GamePosition {
    /// The game with its options.
    pub game: Box<dyn AnyGame>,
    /// The position, checked.
    pub position: Box<dyn AnyPosition>,
}

impl GamePosition {
    /// Checks a position; without one it is the start.
    pub fn new(id: &str, rules: &str, position: Option<&str>) -> Result<GamePosition, ApiError> {
        let game = open_game(id, rules)?;
        let position = match position {
            Some(text) => game.position(text),
            None => game.position(&game.start()),
        };
        let position = position.map_err(|message| ErrorCode::BadPosition.because(message))?;
        Ok(GamePosition { game, position })
    }
}
