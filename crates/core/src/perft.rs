//! Counting lines of play (perft): the number of different sequences of turns of a given length.
//! The standard check of a turn generator, and its standard bench.

use std::ops::ControlFlow;

use crate::game::Game;
use crate::random::Random;

/// The number of legal turns.
pub fn count_turns<G: Game>(game: &G, position: &G::Position) -> u64 {
    let mut n = 0;
    let _ = game.turns(position, &mut |_| {
        n += 1;
        ControlFlow::Continue(())
    });
    n
}

/// The number of different sequences of `depth` turns.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_turns(game, position),
        _ => {
            let mut n = 0;
            let _ = game.turns(position, &mut |turn| {
                n += perft(game, &game.play(position, turn), depth - 1);
                ControlFlow::Continue(())
            });
            n
        }
    }
}

/// Plays one game of turns drawn uniformly, from `position` to its end or for `most` turns, and
/// returns the number of turns and the last position. `buffer` is reused between games, so a
/// long run allocates nothing.
pub fn random_game<G: Game>(
    game: &G,
    mut position: G::Position,
    most: u32,
    random: &mut Random,
    buffer: &mut Vec<G::Turn>,
) -> (u32, G::Position) {
    for played in 0..most {
        match game.random_turn(&position, random, buffer) {
            Some(turn) => position = game.play(&position, turn),
            None => return (played, position),
        }
    }
    (most, position)
}

/// A position from the middle of a game, for benches: what random play leads to after 24 turns,
/// or after half of them where that game is short.
pub fn middle<G: Game>(game: &G) -> G::Position {
    let play = |most| random_game(game, game.start(), most, &mut Random::new(1), &mut Vec::new());
    let (length, _) = play(48);
    play(length / 2).1
}
