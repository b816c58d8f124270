//! A game may be long: its last turn is played, counted and taken back like its first.

use damier_core::any::Opened;
use damier_core::perft::random_game;
use damier_core::play::{Play, Termination};
use damier_core::random::Random;
use damier_games::achef::Achef;
use damier_games::fraha::Fraha;

/// The slow and obvious twin: compares with every position of the game.
fn occurrences(play: &Play<Fraha>) -> usize {
    let before = (0..=play.line().len()).map(|n| play.position_at(n));
    before.filter(|position| *position == play.position()).count()
}

#[test]
fn occurrences_are_those_of_the_whole_game() {
    let game = Opened::<Fraha>::new("").expect("default rules").game;
    let (mut random, mut played) = (Random::new(1), 0);
    for seed in 0..20 {
        let start = random_game(&game, game_start(&game), seed, &mut random, &mut Vec::new()).1;
        let mut play = Play::new(game, start, seed % 2 == 0);
        for _ in 0..600 {
            let back = random.below(3) == 0 && play.undo();
            if !back && play.ending().is_none() {
                // A few turns only, so that positions come back.
                let turns = damier_core::Game::all_turns(&game, play.position());
                let turn = turns[random.below(turns.len().min(2))];
                play.play(turn).expect("legal");
                played += 1;
            }
            assert_eq!(play.occurrences(), occurrences(&play));
            let third = occurrences(&play) >= 3 && seed % 2 == 0;
            let drawn = play.ending().is_some_and(|end| end.how == Termination::Repetition);
            assert!(!third || back || drawn, "the third time is a draw");
        }
    }
    assert!(played > 2_000, "{played}");
}

fn game_start(game: &Fraha) -> <Fraha as damier_core::Game>::Position {
    damier_core::Game::start(game)
}

/// Two pawns go to and fro: with `repetition=off` this never ends.
#[test]
fn a_game_of_a_hundred_thousand_turns_is_played_and_taken_back() {
    let opened = Opened::<Achef>::new("repetition=off").expect("an option");
    let start = opened.read("5/2w2/5/2b2/wwwbb b").or_else(|_| opened.read("bb3/5/2w2/5/wwwbb b"));
    let mut play = Play::new(opened.game, start.expect("a position"), false);
    for n in 0..100_000 {
        let turns = damier_core::Game::all_turns(&opened.game, play.position());
        let quiet = turns.into_iter().find(|turn| {
            let after = damier_core::Game::play(&opened.game, play.position(), *turn);
            damier_core::Game::outcome(&opened.game, &after).is_none()
        });
        play.play(quiet.expect("a quiet turn")).unwrap_or_else(|no| panic!("{n}: {no}"));
        assert!(play.occurrences() >= 1);
    }
    while play.undo() {}
    assert_eq!(play.occurrences(), 1);
}
