//! A player who makes random legal turns of any game, quickly: the bench measures the server, not
//! itself.

use damier_core::Message;
use damier_core::any::{Opened, turn_text};
use damier_core::play::Play;
use damier_core::random::Random;
use damier_games::Visitor;
use damier_index::Solvable;

/// Gives a turn after the other, until the game is over.
pub(in crate::bench) type Turns = Box<dyn FnMut() -> Option<String> + Send>;

/// The turns of a random game.
pub(in crate::bench) fn random_game(id: &str, seed: u64) -> Result<Turns, Message> {
    damier_games::visit(id, "", Players(seed))
}

struct Players(u64);

impl Visitor for Players {
    type Output = Turns;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> Turns {
        let mut play = Play::new(opened.game, opened.game.start(), true);
        let (mut random, mut buffer) = (Random::new(self.0), Vec::new());
        Box::new(move || {
            if play.ending().is_some() {
                return None;
            }
            let position = *play.position();
            let turn = play.game().random_turn(&position, &mut random, &mut buffer)?;
            let text = turn_text(play.game(), &position, turn);
            play.play(turn).ok()?;
            Some(text)
        })
    }
}
