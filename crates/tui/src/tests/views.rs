//! What the screen shows, at the sizes it must work at.

use damier_core::Lang;
use ratatui::crossterm::event::KeyCode;

use super::User;
use crate::begin::Beginning;
use crate::plain;
use crate::theme::Theme;
use crate::words;

fn at(id: &str, theme: Theme, lang: Lang) -> User {
    let mut user = User::new(theme, lang);
    let beginning = Beginning {
        id: id.into(),
        rules: String::new(),
        position: None,
        lot: false,
        seats: [None, None],
    };
    user.app.begin(&beginning).unwrap();
    user
}

#[test]
fn every_game_fits_80_by_24_and_more() {
    for id in damier_games::IDS {
        for theme in [Theme::Plain, Theme::Indexed, Theme::True] {
            for lang in Lang::ALL {
                let mut user = at(id, theme, lang);
                for (columns, rows) in [(80, 24), (100, 30), (120, 40), (200, 60)] {
                    let screen = user.sees(columns, rows);
                    let files = user.table().view.cells.iter().map(|p| p.cell.file()).max();
                    let last = char::from(b'a' + files.unwrap());
                    assert!(screen.contains(&format!("   {last}")), "{id}\n{screen}");
                    let sides = user.table().game.sides();
                    for text in [sides[0], sides[1], words::TURNS, user.table().game.name()] {
                        assert!(screen.contains(text.text(lang)), "{id}: {text:?}\n{screen}");
                    }
                    assert!(screen.contains(" q "), "{id}: the way out\n{screen}");
                }
            }
        }
    }
}

#[test]
fn a_small_terminal_says_so() {
    let mut user = at("kono", Theme::Plain, Lang::Fr);
    let screen = user.sees(40, 10);
    assert!(screen.contains("Ce terminal a 40 colonnes"), "{screen}");
    user.key(KeyCode::Char('q'));
    assert!(user.app.done);
    for (columns, rows) in [(1, 1), (3, 2), (20, 5), (79, 3), (10, 60), (40, 12)] {
        User::new(Theme::Plain, Lang::En).sees(columns, rows);
        for key in "?rnsoXD ".chars() {
            let mut user = at("kono", Theme::Plain, Lang::En);
            user.key(KeyCode::Char(key));
            user.sees(columns, rows);
        }
    }
    let mut user = at("kono", Theme::Plain, Lang::En);
    user.key(KeyCode::Tab);
    user.key(KeyCode::Enter);
    user.key(KeyCode::Char('q'));
    assert!(user.sees(40, 12).contains("not saved"), "the question is seen");
}

#[test]
fn the_language_changes_in_place_with_everything_said() {
    let mut user = at("kono", Theme::Plain, Lang::En);
    user.key(KeyCode::Tab);
    user.key(KeyCode::Enter);
    user.key(KeyCode::Char('X'));
    user.key(KeyCode::Char('y'));
    assert!(user.sees(80, 24).contains("wins: resignation"));
    user.key(KeyCode::Char('L'));
    assert!(user.sees(80, 24).contains("gagne : abandon"));
    user.key(KeyCode::Char('r'));
    assert!(user.sees(80, 24).contains("En bref"));
    user.key(KeyCode::Char('L'));
    assert!(user.sees(80, 24).contains("Overview"));
    user.key(KeyCode::End);
    assert!(user.sees(80, 24).contains("100%"));
    user.key(KeyCode::Esc);
    user.key(KeyCode::Char('?'));
    assert!(user.sees(80, 24).contains("take one step back"));
}

#[test]
fn texts_fit_their_places_in_both_languages() {
    for lang in Lang::ALL {
        let mut user = at("kono", Theme::Plain, lang);
        user.key(KeyCode::Char('?'));
        let screen = user.sees(80, 24);
        for (_, does) in words::KEY_LIST {
            assert!(screen.contains(does.text(lang)), "{does:?}\n{screen}");
        }
        let hint = words::HINT.text(lang).chars().count();
        assert!(hint < 39, "the hint has {hint} columns");
    }
}

#[test]
fn line_by_line_without_a_terminal() {
    let mut user = at("kono", Theme::Plain, Lang::En);
    let first = user.table().entry.legal[0].0.clone();
    let script = format!(
        "# a comment\nhelp\nmoves\nzz\n{first}\nundo\n{first}\naccept\ndraw\ndecline\nresign\n{first}\nquit\nmoves\n"
    );
    let mut out = Vec::new();
    let super::Screen::Game(table) = &mut user.app.screen else { panic!() };
    plain::run(table, &mut user.app.engines, Lang::En, script.as_bytes(), &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    for text in [
        "Type a turn",
        "`zz` is not written like a turn",
        &format!("{first} is taken back."),
        "Nobody has offered a draw.",
        "offers a draw.",
        "declines the draw.",
        "wins: resignation.",
    ] {
        assert!(out.contains(text), "{text}\n{out}");
    }
    assert_eq!(out.matches(&format!("\n{first}\n")).count(), 1, "nothing is read after quit");
}
