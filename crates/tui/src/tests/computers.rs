//! Games with computers at the table.

use damier_core::play::Termination;
use damier_core::{Lang, Side};
use ratatui::crossterm::event::KeyCode;

use super::User;
use crate::app::Screen;
use crate::begin::Beginning;
use crate::plain;
use crate::theme::Theme;

fn beginning(id: &str, rules: &str, first: Option<&str>, second: Option<&str>) -> Beginning {
    Beginning {
        id: id.into(),
        rules: rules.into(),
        position: None,
        lot: false,
        seats: [first, second].map(|name| name.map(str::to_owned)),
    }
}

fn seated(id: &str, rules: &str, first: Option<&str>, second: Option<&str>) -> User {
    let mut user = User::new(Theme::Plain, Lang::En);
    user.app.begin(&beginning(id, rules, first, second)).expect("the game begins");
    user
}

#[test]
fn a_computer_answers_while_the_screen_stays_alive() {
    let mut user = seated("kono", "first=yellow", None, Some("level-2"));
    assert!(!user.app.busy(), "the person begins");
    assert!(user.sees(80, 24).contains("Level 2 (Red)"));
    user.plays("a1xa3");
    assert!(user.app.busy());
    assert!(user.sees(80, 24).contains("Level 2 (Red) is thinking"));
    user.key(KeyCode::Enter);
    assert_eq!(user.table().play.line().len(), 1, "its turn is not the person’s");
    user.types("?");
    user.waits();
    assert_eq!(user.table().play.line().len(), 2);
    user.key(KeyCode::Esc);
    assert!(user.sees(80, 24).contains("Yellow: choose a pawn"));
}

#[test]
fn computers_play_whole_games_of_every_kind() {
    for id in damier_games::IDS {
        let mut user = seated(id, "", Some("level-2"), Some("level-1"));
        for _ in 0..12 {
            let before = user.table().play.line().len();
            user.app.tick();
            while user.table().play.line().len() == before && user.app.busy() {
                user.app.tick();
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
        let played = user.table().play.line().len();
        assert!(played == 12 || user.table().play.ending().is_some(), "{id}: {played}");
        let record = user.table().record();
        assert_eq!(record.tags().get("First"), Some("level-2"), "{id}");
    }
}

#[test]
fn taking_back_goes_to_the_persons_own_turn_and_stops_the_computer() {
    let mut user = seated("kono", "first=yellow", None, Some("level-1"));
    user.types("u");
    assert_eq!(user.heard(), "There is no turn to take back.");
    user.plays("a1xa3");
    user.app.tick();
    user.types("u");
    assert!(user.table().play.line().is_empty(), "while the computer thinks");
    assert!(
        !user.app.busy() || {
            user.waits();
            true
        }
    );
    assert!(user.table().play.line().is_empty(), "what it was thinking of is gone");
    user.plays("a1xa3");
    user.waits();
    let (line, position) = (user.table().play.line(), user.position());
    user.types("u");
    assert!(user.table().play.line().is_empty(), "both turns");
    user.types("y");
    assert_eq!((user.table().play.line(), user.position()), (line, position), "both again");
}

#[test]
fn a_hint_is_pointed_at_and_explained() {
    let mut user = seated("rooya", "", None, None);
    user.types("H");
    assert!(user.app.busy());
    user.waits();
    let turn = user.table().entry.picked_turn().expect("a turn is pointed at").to_owned();
    assert!(user.heard().starts_with(&format!("Hint: {turn}, value: draw (tables)")));
    user.key(KeyCode::Enter);
    assert_eq!(user.table().play.line(), [turn]);
    user.types("H");
    user.app.tick();
    user.types("u");
    user.app.tick();
    assert!(!user.app.busy(), "a hint for another position is not waited for");
}

#[test]
fn resigning_and_offering_a_draw_to_a_computer() {
    // Somebody far ahead offers a draw, then somebody far behind.
    for (position, agrees) in [("r2r/4/4/yyyy y", true), ("rrrr/4/4/y2y y", false)] {
        let mut user = User::new(Theme::Plain, Lang::En);
        let mut start = beginning("kono", "", None, Some("level-3"));
        start.position = Some(position.into());
        user.app.begin(&start).expect("the game begins");
        user.types("D");
        user.waits();
        let how = user.table().play.ending().map(|ending| ending.how);
        assert_eq!(how, agrees.then_some(Termination::Agreement), "{position}");
        if !agrees {
            assert_eq!(user.heard(), "Level 3 (Red) declines the draw.");
        }
    }
    let mut user = seated("kono", "first=yellow", None, Some("level-1"));
    user.plays("a1xa3");
    user.types("Xy");
    assert_eq!(user.heard(), "Level 1 (Red) wins: resignation.", "also while it thinks");
    user.types("1");
    user.key(KeyCode::Enter);
    assert_eq!(user.table().computer_to_move(), Some(Side::Light), "the rematch is reversed");
    user.waits();
    assert_eq!(user.table().play.line().len(), 1);
    assert!(user.table().flipped, "the person’s pawns are below");
}

#[test]
fn who_cannot_play_is_refused_or_replaced() {
    let mut user = User::new(Theme::Plain, Lang::En);
    for (name, says) in [
        ("perfect", "nobody plays Fanorona perfectly here"),
        ("level-77", "there is no player"),
        ("ugi:", "names no command"),
    ] {
        let refused = user.app.begin(&beginning("fanorona", "", Some(name), None)).err();
        assert!(refused.is_some_and(|why| why.to_string().contains(says)), "{name}");
    }
    let mut user = seated("kono", "first=yellow", Some("ugi:/no/such/engine"), None);
    user.waits();
    let heard = user.heard();
    assert!(heard.contains("/no/such/engine") && heard.contains("yours now"), "{heard}");
    user.key(KeyCode::Esc);
    user.plays("a1xa3");
    assert_eq!(user.table().play.line(), ["a1xa3"]);
}

#[test]
fn the_list_of_games_offers_computers() {
    let mut user = User::new(Theme::Plain, Lang::Fr);
    let rooya = damier_games::IDS.iter().position(|id| *id == "rooya").unwrap();
    (0..rooya).for_each(|_| user.key(KeyCode::Down));
    user.key(KeyCode::Tab);
    user.key(KeyCode::Down);
    user.key(KeyCode::Left);
    user.key(KeyCode::Left);
    let screen = user.sees(80, 24);
    assert!(screen.contains("‹ une personne ›") && screen.contains("‹ Jeu parfait ›"), "{screen}");
    user.key(KeyCode::Enter);
    let first = user.table().play.first();
    assert_eq!(user.table().seats[first.other().index()].as_deref(), Some("perfect"));
    let turn = user.table().entry.legal[0].0.clone();
    user.plays(&turn);
    user.waits();
    assert_eq!(user.table().play.line().len(), 2);
}

#[test]
fn line_by_line_against_a_computer() {
    let mut user = seated("kono", "first=yellow", None, Some("level-1"));
    let script = "hint\na1xa3\nundo\nb1xb3\ndraw\nquit\n";
    let mut out = Vec::new();
    let Screen::Game(table) = &mut user.app.screen else { panic!() };
    let engines = &mut user.app.engines;
    plain::run(table, engines, Lang::En, script.as_bytes(), &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    for text in ["Hint: ", "a1xa3 is taken back.", "Yellow offers a draw.", "Level 1 (Red)"] {
        assert!(out.contains(text), "{text}\n{out}");
    }
    assert_eq!(user.table().play.line().len(), 2, "{out}");
}
