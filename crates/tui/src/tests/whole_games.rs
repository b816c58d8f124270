//! Whole games to their end through the keys, by the cursor and by typing.

use damier_core::entry::Click;
use damier_core::random::Random;
use damier_core::{Cell, Lang};
use ratatui::crossterm::event::KeyCode;

use super::User;
use crate::cursor;

/// Turns after which a random game without repetition rule would be given up; none gets there.
const MOST: usize = 5000;

/// The arrow keys that lead from one cell to another, found by looking around.
fn way(user: &User, to: Cell) -> Vec<KeyCode> {
    let steps = [
        (KeyCode::Left, -1.0, 0.0),
        (KeyCode::Right, 1.0, 0.0),
        (KeyCode::Up, 0.0, 1.0),
        (KeyCode::Down, 0.0, -1.0),
    ];
    let view = &user.table().view;
    let mut seen = vec![(user.table().cursor, Vec::new())];
    for i in 0.. {
        let (cell, keys): (Cell, Vec<KeyCode>) = seen[i].clone();
        if cell == to {
            return keys;
        }
        for (key, dx, dy) in steps {
            let next = cursor::neighbour(view, cell, dx, dy);
            if seen.iter().all(|(cell, _)| *cell != next) {
                let keys = keys.iter().copied().chain([key]).collect();
                seen.push((next, keys));
            }
        }
    }
    unreachable!("every cell can be reached with the arrows")
}

/// Makes one random click with the keys.
fn random_click(user: &mut User, random: &mut Random) {
    let entry = &user.table().entry;
    let next: Vec<Click> = entry.next().iter().map(|offer| offer.click).collect();
    match next[random.below(next.len())] {
        Click::Cell(cell) => {
            for key in way(user, cell) {
                user.key(key);
            }
            assert_eq!(user.table().cursor, cell);
            user.key(if random.below(2) == 0 { KeyCode::Enter } else { KeyCode::Char(' ') });
        }
        Click::Button(button) => {
            let number = entry.buttons().position(|b| b == button).unwrap() + 1;
            user.types(&number.to_string());
        }
    }
}

fn random_typing(user: &mut User, random: &mut Random) {
    let legal = &user.table().entry.legal;
    let turn = legal[random.below(legal.len())].0.clone();
    match random.below(3) {
        // As somebody who trusts completion: as little as is needed.
        0 => {
            for c in turn.chars() {
                user.types(&c.to_string());
                if user.table().entry.matches().len() == 1 {
                    break;
                }
            }
            if user.table().entry.text != turn {
                user.key(KeyCode::Tab);
            }
        }
        1 => user.types(&turn.to_lowercase()),
        _ => user.types(&turn),
    }
    user.key(KeyCode::Enter);
}

fn play_to_the_end(id: &str, seed: u64, step: fn(&mut User, &mut Random)) {
    let mut random = Random::new(seed);
    let mut user = User::playing(id, "", None);
    let mut turns = 0;
    while user.table().play.ending().is_none() {
        step(&mut user, &mut random);
        if random.below(50) == 0 {
            // Taking back and playing again leads to the same position.
            let (line, position) = (user.table().play.line(), user.position());
            if !line.is_empty() && user.table().play.ending().is_none() {
                user.types("u");
                assert_eq!(user.table().play.line().len(), line.len() - 1);
                user.types("y");
                assert_eq!((user.table().play.line(), user.position()), (line, position));
            }
        }
        turns += 1;
        assert!(turns < MOST, "{id} goes on for ever");
    }
    let verdict = user.table().verdict().unwrap().text(Lang::En);
    let why = user.table().play.reason().unwrap().words.text(Lang::En);
    assert!(verdict.contains(&why), "{id}: {verdict}");
    let screen = user.sees(100, 30);
    // It may stand on two lines.
    let shown = |word: &str| screen.contains(word);
    assert!(verdict.split_whitespace().all(shown), "{id}: {verdict}\n{screen}");
    let record = user.table().record();
    assert_eq!(record.turns().count(), user.table().play.line().len());
    let again = crate::app::open_record(&record.write(), Lang::En).unwrap();
    assert_eq!(again.play.position(), user.position());
    assert_eq!(again.play.ending(), user.table().play.ending());
}

#[test]
fn by_the_cursor() {
    for id in damier_games::IDS {
        (0..3).for_each(|seed| play_to_the_end(id, seed, random_click));
    }
}

#[test]
fn by_typing() {
    for id in damier_games::IDS {
        (0..3).for_each(|seed| play_to_the_end(id, seed, random_typing));
    }
}
