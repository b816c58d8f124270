//! A level is the same player everywhere: what it plays in a match is what the text door answers,
//! which the page's module and the server ask.

use std::sync::atomic::AtomicBool;

use damier_core::AnyPlay;
use damier_core::any::{Opened, turn_text};
use damier_engine::agent::Agent;
use damier_engine::budget::Budget;
use damier_engine::computer::Computer;
use damier_games::Visitor;
use damier_index::Solvable;
use damier_protocol::Door;
use damier_search::think::Player;
use damier_search::tuning::Tuning;
use serde_json::{Value, json};

/// What the door says this player plays, searched in slices of another size than a match's.
fn asked(door: &mut Door, game: &str, turns: &[String], level: usize, seed: u64) -> String {
    let mut ask = |request: Value| -> Value {
        serde_json::from_str(&door.answer(&request.to_string())).expect("JSON")
    };
    let player = format!("level-{level}");
    let begun =
        ask(json!({"do": "think", "game": game, "turns": turns, "player": player, "seed": seed}));
    let thinking = begun["thinking"].as_u64().unwrap_or_else(|| panic!("{begun}"));
    loop {
        let step = ask(json!({"do": "go-on", "thinking": thinking, "nodes": 700}));
        if step["done"] == true {
            return step["report"]["turn"].as_str().expect("a turn").to_string();
        }
    }
}

#[derive(Clone, Copy)]
struct SameTurns;

impl Visitor for SameTurns {
    type Output = ();

    fn visit<G: Solvable>(self, opened: Opened<G>) {
        let never = AtomicBool::new(false);
        for (level, seed) in (1..=G::levels().len().min(4)).zip([5, 6, 7, 8]) {
            let mut computer =
                Computer::new(Player::Level(level), Budget::default(), Tuning::FULL, None);
            computer.begin(seed).expect("it begins");
            let mut door = Door::default();
            let mut play = opened.play_from(opened.game.start());
            for _ in 0..10 {
                if play.ending().is_some() {
                    break;
                }
                let turn = computer.turn(&play, None, &never).expect("a turn");
                let text = turn_text(&opened.game, play.position(), turn);
                let line = AnyPlay::line(&play);
                assert_eq!(asked(&mut door, G::ID, &line, level, seed), text, "{line:?}");
                play.play(turn).expect("legal");
            }
        }
    }
}

#[test]
fn a_level_plays_the_same_turns_everywhere() {
    for id in damier_games::IDS {
        damier_games::visit(id, "", SameTurns).expect("a game");
    }
}
