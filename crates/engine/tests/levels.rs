//! A level is the same player everywhere: what it plays in a match is what a session answers,
//! which the page's module and the server ask.

use std::sync::atomic::AtomicBool;

use damier_core::Lang;
use damier_core::any::{Opened, turn_text};
use damier_core::budget::Budget as WorkBudget;
use damier_engine::agent::Agent;
use damier_engine::budget::Budget;
use damier_engine::computer::Computer;
use damier_games::Visitor;
use damier_index::Solvable;
use damier_protocol::{Close, Context, GoOn, Limits, Open, Session, Think};
use damier_search::think::Player;
use damier_search::tuning::Tuning;

/// What a session says this player plays, searched in slices of another size than a match's.
fn asked(session: &mut Session, game: &str, turns: &[String], level: usize, seed: u64) -> String {
    let budget = WorkBudget::unlimited();
    let context = Context { lang: Lang::default(), budget: &budget };
    let (game, player) = (game.to_owned(), format!("level-{level}"));
    let open = Open { game, turns: turns.to_vec(), ..Open::default() };
    let open = session.handle(open, &context).expect("a game").session;
    let think = Think { session: open, player, seed, limits: Limits::default() };
    let search = session.handle(think, &context).expect("a search").search;
    let turn = loop {
        let step = session.handle(GoOn { search, nodes: 700 }, &context).expect("a slice");
        if step.done {
            break step.report.expect("a report").turn;
        }
    };
    session.handle(Close { session: open }, &context).expect("an answer");
    turn
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
            let mut session = Session::default();
            let mut play = opened.play_from(opened.game.start());
            for _ in 0..10 {
                if play.ending().is_some() {
                    break;
                }
                let turn = computer.turn(&play, None, &never).expect("a turn");
                let text = turn_text(&opened.game, play.position(), turn);
                let line = play.any().line();
                assert_eq!(asked(&mut session, G::ID, &line, level, seed), text, "{line:?}");
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
