//! Beginning a game: who begins, from which position, and drawing lots for it.

use damier_core::random::Random;
use damier_core::{Message, lot};

use super::state::GameTable;
use super::words;

/// What a game begins with.
pub(crate) struct Beginning {
    /// The name of the game.
    pub(crate) id: String,
    /// Its rule options.
    pub(crate) rules: String,
    /// The position, if not the ordinary start.
    pub(crate) position: Option<String>,
    /// Whether lots are drawn for who begins even if the game does not ask for it.
    pub(crate) lot: bool,
    /// Computers: who begins, and the other one; none for people.
    pub(crate) seats: [Option<String>; 2],
}

/// Sets up the board.
pub(crate) fn begin(beginning: &Beginning, random: &mut Random) -> Result<GameTable, Message> {
    let Beginning { id, rules, position, lot: wanted, seats } = beginning;
    let game = damier_games::open(id, rules)?;
    let given = lot::is_beginner_given(rules);
    if *wanted && given {
        return Err(words::LOT_TWICE.say());
    }
    if *wanted && position.is_some() {
        return Err(words::LOT_POSITION.say());
    }
    let draw = *wanted || (game.beginner_by_lot() && !given && position.is_none());
    let game = match draw.then(|| lot::drawn(&*game, rules, random)).flatten() {
        Some(rules) => damier_games::open(id, &rules)?,
        None => game,
    };
    let play = game.begin(position.as_deref())?;
    let mut table = GameTable::new(game, play);
    let [first, second] = seats.clone();
    table.invite(first, second);
    if draw {
        let begins = table.play.to_move();
        table.say(words::LOT.with(table.game.sides()[begins.index()]));
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beginning(id: &str, rules: &str, lot: bool) -> Beginning {
        Beginning { id: id.into(), rules: rules.into(), position: None, lot, seats: [None, None] }
    }

    #[test]
    fn lots_fall_on_both_sides_where_the_game_draws_them() {
        let mut random = Random::new(1);
        for id in damier_games::IDS {
            for lot in [false, true] {
                let games = (0..40).map(|_| begin(&beginning(id, "", lot), &mut random).unwrap());
                let firsts: Vec<_> = games.map(|table| table.play.first()).collect();
                let both = firsts.iter().any(|side| *side != firsts[0]);
                let by_lot = damier_games::open(id, "").unwrap().beginner_by_lot();
                assert_eq!(both, lot || by_lot, "{id}");
            }
        }
    }

    #[test]
    fn a_lot_and_a_choice_contradict_each_other() {
        let mut random = Random::new(1);
        assert!(begin(&beginning("kono", "first=red", true), &mut random).is_err());
        for _ in 0..20 {
            let table = begin(&beginning("kono", "first=red", false), &mut random).unwrap();
            assert_eq!(table.play.first(), damier_core::Side::Dark);
        }
    }
}
