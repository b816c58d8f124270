//! What keys do to a game.

use damier_core::Lang;
use damier_core::play::Termination;
use ratatui::crossterm::event::KeyCode;

use super::User;
use crate::app::{FileWork, Screen, Written};
use crate::click_regions::Hit;
use crate::dialog::Overlay;
use crate::theme::Theme;
use damier_core::Cell;

fn kono() -> User {
    User::playing("kono", "first=yellow", None)
}

#[test]
fn a_turn_by_cursor_with_a_change_of_mind() {
    let mut user = kono();
    assert_eq!(user.table().cursor.to_string(), "b2");
    user.key(KeyCode::Down);
    user.key(KeyCode::Enter);
    assert_eq!(user.table().entry.matches(), ["b1xb3"]);
    user.key(KeyCode::Esc);
    assert_eq!(user.table().entry.matches().len(), 4);
    user.key(KeyCode::Enter);
    user.key(KeyCode::Left);
    user.key(KeyCode::Enter);
    assert_eq!(user.table().entry.matches(), ["a1xa3"], "another pawn replaces the first");
    user.key(KeyCode::Enter);
    assert_eq!(user.table().entry.matches().len(), 4, "a second click lets it go");
    user.key(KeyCode::Enter);
    user.key(KeyCode::Up);
    user.key(KeyCode::Up);
    user.key(KeyCode::Enter);
    assert_eq!(user.table().play.line(), ["a1xa3"]);
}

#[test]
fn refusals_say_why_and_keep_what_was_entered() {
    let mut user = kono();
    user.plays("a2xa3");
    assert_eq!(user.heard(), "the pawn on a2 cannot move now");
    assert_eq!(user.table().entry.text, "a2xa3");
    assert!(user.sees(80, 24).contains("✗"));
    user.key(KeyCode::Esc);
    user.key(KeyCode::Up);
    user.key(KeyCode::Enter);
    assert_eq!(user.heard(), "the pawn on b3 is your opponent’s");
}

#[test]
fn typing_filters_completes_and_points() {
    let mut user = kono();
    user.types("b");
    assert_eq!(user.table().entry.matches(), ["b1xb3"]);
    user.key(KeyCode::Tab);
    assert_eq!(user.table().entry.text, "b1xb3");
    user.key(KeyCode::Backspace);
    assert_eq!(user.table().entry.text, "b1xb");
    user.key(KeyCode::Esc);
    user.key(KeyCode::Tab);
    user.key(KeyCode::Tab);
    assert_eq!(user.table().entry.picked_turn(), Some("b1xb3"));
    user.key(KeyCode::BackTab);
    assert_eq!(user.table().entry.picked_turn(), Some("a1xa3"));
    user.key(KeyCode::Right);
    user.key(KeyCode::Right);
    user.key(KeyCode::Enter);
    assert_eq!(user.table().play.line(), ["c1xc3"]);
}

#[test]
fn undo_redo_and_looking_back() {
    let mut user = kono();
    user.types("u");
    assert_eq!(user.heard(), "There is no turn to take back.");
    user.plays("a1xa3");
    user.plays("b4xb2");
    let now = user.position();
    user.types("[");
    assert_eq!(user.table().shown, Some(1));
    assert_eq!(user.position(), now, "looking back alters nothing");
    user.key(KeyCode::Enter);
    assert!(user.heard().contains("earlier position"));
    user.key(KeyCode::PageUp);
    user.key(KeyCode::PageUp);
    assert_eq!(user.table().shown, Some(0));
    user.key(KeyCode::End);
    assert_eq!(user.table().shown, None);
    user.types("uu");
    assert!(user.table().play.line().is_empty());
    user.types("y");
    user.plays("b4xb2");
    assert_eq!(user.position(), now);
    user.types("y");
    assert_eq!(user.heard(), "There is no turn to play again.");
}

#[test]
fn resigning_is_asked_for_and_can_be_taken_back() {
    let mut user = kono();
    user.plays("a1xa3");
    user.types("X");
    assert!(user.sees(80, 24).contains("Red resigns?"));
    user.types("n");
    assert!(user.table().play.ending().is_none());
    user.types("Xy");
    let how = user.table().play.ending().map(|ending| ending.how);
    assert_eq!(how, Some(Termination::Resigned));
    assert_eq!(user.heard(), "Yellow wins: resignation.");
    user.plays("b4xb2");
    assert_eq!(user.table().play.line().len(), 1, "the game is over");
    user.key(KeyCode::Esc);
    user.types("u");
    assert!(user.table().play.ending().is_none());
    assert_eq!(user.table().play.line(), ["a1xa3"], "only the resignation is taken back");
}

#[test]
fn a_game_that_is_won_says_why_in_its_own_words() {
    let mut user = User::playing("kono", "", Some("4/r3/y3/y2r r"));
    user.plays("d1-d2");
    user.plays("a1xa3");
    assert_eq!(user.heard(), "Yellow wins: Red has only one pawn left.");
}

#[test]
fn a_draw_needs_both() {
    let mut user = kono();
    user.types("D");
    let screen = user.sees(80, 24);
    assert!(screen.contains("Yellow offers a draw.") && screen.contains("Red answers:"));
    user.key(KeyCode::Esc);
    assert_eq!(user.heard(), "Red declines the draw.");
    user.types("D");
    user.key(KeyCode::Enter);
    assert_eq!(user.heard(), "Draw: draw agreed.");
}

#[test]
fn repetition_is_announced_and_then_ends_the_game() {
    let mut user = User::playing("kono", "", Some("rr2/4/4/2yy y"));
    for turn in ["c1-b1", "a4-a3", "b1-c1", "a3-a4"] {
        user.plays(turn);
    }
    assert!(user.heard().contains("occurred twice"), "{}", user.heard());
    for turn in ["c1-b1", "a4-a3", "b1-c1", "a3-a4"] {
        user.plays(turn);
    }
    assert_eq!(user.heard(), "Draw: the same position for the third time.");
}

#[test]
fn a_rematch_exchanges_the_players() {
    let mut user = kono();
    if let Screen::Game(table) = &mut user.app.screen {
        table.name("Ada", "Bob");
    }
    user.plays("a1xa3");
    user.types("Xy");
    assert_eq!(user.heard(), "Ada (Yellow) wins: resignation.");
    let screen = user.sees(80, 24);
    assert!(screen.contains("1  Rematch"), "{screen}");
    user.types("1");
    assert!(user.sees(80, 24).contains("not saved"), "a finished game is not lost by one digit");
    user.key(KeyCode::Enter);
    assert!(user.table().play.line().is_empty());
    assert!(user.heard().contains("Bob (Yellow) begins"), "{}", user.heard());
}

#[test]
fn a_sequel_is_offered_where_the_rules_grant_one() {
    for id in damier_games::IDS {
        let mut user = User::playing(id, "", None);
        user.types("Xy");
        let game = &user.table().game;
        let winner = user.table().play.first().other();
        let sequel = game.sequel(winner);
        assert_eq!(sequel.is_some(), game.sequel_name().is_some(), "{id}");
        if let Some((start, name)) = sequel.zip(game.sequel_name()) {
            assert!(user.sees(80, 24).contains(name.text(Lang::En)));
            user.types("1");
            assert_eq!(user.position(), start);
            assert_eq!(user.table().remarks().len(), 1, "its special rule is told");
            user.types("Xyn");
            assert!(matches!(&user.table().overlay, Some(Overlay::Dialog(_))));
            let rematch = if user.table().game.sequel(winner).is_some() { "2" } else { "1" };
            user.types(rematch);
            assert_eq!(user.position(), user.table().game.start(), "an ordinary rematch");
        }
    }
}

#[test]
fn rules_that_come_from_the_last_turn_are_told() {
    let mut user = User::playing("achef", "", None);
    assert!(user.table().remarks().is_empty());
    user = User::playing("achef", "", Some("5/1www1/5/1bbb1/wb3 w ko:a1b1"));
    let screen = user.sees(80, 24);
    assert!(screen.contains("ko: a1 and b1 may not change places now"), "{screen}");
}

#[test]
fn saving_asks_before_it_overwrites() {
    let mut user = kono();
    user.plays("a1xa3");
    user.types("s");
    user.key(KeyCode::Enter);
    let Some(FileWork::Save { path, text, overwrite: false }) = user.work.pop() else {
        panic!("nothing is saved")
    };
    assert_eq!(path.to_str(), Some("kono-2026-11-15.txt"));
    assert!(text.contains("[Date \"2026.11.15\"]") && text.contains("1. a1xa3"), "{text}");
    user.app.written(&path, Written::Exists);
    assert!(user.sees(80, 24).contains("exists already"));
    user.key(KeyCode::Esc);
    assert!(user.work.is_empty() && user.table().unsaved());
    user.app.written(&path, Written::Exists);
    user.types("1");
    assert!(matches!(user.work.pop(), Some(FileWork::Save { overwrite: true, .. })));
    user.app.written(&path, Written::Done);
    assert!(!user.table().unsaved());
    user.app.read(&path, Ok(text));
    assert_eq!(user.table().play.line(), ["a1xa3"]);
    user.app.read(&path, Ok("[Game \"kono\"]\n\n1. a1xa4".into()));
    assert!(user.sees(80, 24).contains("line 3"), "a bad record is refused with its place");
    assert_eq!(user.table().play.line(), ["a1xa3"]);
}

#[test]
fn leaving_asks_only_if_something_would_be_lost() {
    let mut user = kono();
    user.types("q");
    assert!(user.app.done);
    let mut user = kono();
    user.plays("a1xa3");
    user.types("q");
    assert!(!user.app.done && user.sees(80, 24).contains("not saved"));
    user.key(KeyCode::Esc);
    user.types("q2");
    assert!(user.app.done);
}

#[test]
fn the_mouse_clicks_cells_turns_and_answers() {
    let mut user = kono();
    user.sees(80, 24);
    user.clicks(Hit::Cell(Cell::read("c1").unwrap()));
    user.sees(80, 24);
    user.clicks(Hit::Cell(Cell::read("c3").unwrap()));
    assert_eq!(user.table().play.line(), ["c1xc3"]);
    user.sees(80, 24);
    user.clicks(Hit::Legal(0));
    let picked = user.table().entry.picked_turn().unwrap().to_owned();
    user.sees(80, 24);
    user.clicks(Hit::Legal(0));
    assert_eq!(user.table().play.line(), ["c1xc3", &picked]);
    user.sees(80, 24);
    user.clicks(Hit::Past(1));
    assert_eq!(user.table().shown, Some(1));
    user.key(KeyCode::End);
    user.types("X");
    user.sees(80, 24);
    user.clicks(Hit::Answer(1));
    assert!(user.table().play.ending().is_some());
}

#[test]
fn the_list_of_games_starts_what_is_chosen() {
    let mut user = User::new(Theme::Plain, Lang::En);
    for id in damier_games::IDS {
        let name = damier_games::open(id, "").unwrap().name().text(Lang::En);
        assert!(user.sees(80, 24).contains(name), "{name}");
    }
    let kono = damier_games::IDS.iter().position(|id| *id == "kono").unwrap();
    (0..kono).for_each(|_| user.key(KeyCode::Down));
    assert!(user.sees(80, 24).contains("drawn by lot"));
    user.key(KeyCode::Tab);
    user.key(KeyCode::Down);
    user.key(KeyCode::Down);
    user.key(KeyCode::Left);
    assert!(user.sees(80, 24).contains("‹ Red ›"));
    user.key(KeyCode::Enter);
    assert_eq!(user.table().game.options(), "first=red");
    user.types("n2");
    assert!(matches!(user.app.screen, Screen::Picker(_)));
}

#[test]
fn step_by_step_entry_shows_what_happened_so_far() {
    let mut user = User::playing("fraha", "", None);
    let turns: Vec<String> = user.table().entry.legal.iter().map(|(t, _)| t.clone()).collect();
    let long = turns.iter().find(|turn| turn.contains(',')).expect("a turn that sends a pawn away");
    let cells = long.replace(['-', ',', '>'], " ");
    let cells: Vec<Cell> = cells.split(' ').map(|name| Cell::read(name).unwrap()).collect();
    user.sees(80, 24);
    user.clicks(Hit::Cell(cells[0]));
    user.clicks(Hit::Cell(cells[1]));
    let scene = user.table().scene();
    assert!(scene.pieces.iter().any(|(cell, _)| *cell == cells[1]), "the pawn has moved");
    assert!(user.table().play.line().is_empty(), "but the turn is not complete");
    assert_eq!(scene.selected, Some(cells[2]), "the only pawn to send away is chosen already");
    user.key(KeyCode::Esc);
    assert_eq!(user.table().entry.entering.clicks.len(), 1, "one step back skips it, too");
    user.clicks(Hit::Cell(cells[1]));
    user.clicks(Hit::Cell(cells[3]));
    assert_eq!(user.table().play.line(), [long.as_str()]);
}

#[test]
fn a_removal_is_followed_by_the_choice_of_a_pawn() {
    let position = "9/2b6/4w4/1b2b4/4b1w2 w huff:b2c4";
    let mut user = User::playing("fanorona", "capture=huff", Some(position));
    assert!(user.sees(80, 24).contains("choose a pawn to take off"));
    user.clicks(Hit::Cell(Cell::read("b2").unwrap()));
    assert!(user.sees(80, 24).contains("White: choose a pawn "));
    user.clicks(Hit::Cell(Cell::read("e3").unwrap()));
    assert!(user.sees(80, 24).contains("White: where to?"));
}
