//! The slow, obvious twin of every game's turn generator.
//!
//! It exists so that the fast bit-board generators can be compared with something that was
//! written a second time, straight from `docs/rules.md`, by somebody who did not look at them.
//! It therefore uses nothing of the damier crates: text goes in, text comes out, a board is a
//! grid of letters. Where a sentence of the rules is implemented, a comment quotes it.
//!
//! Each game gives two functions: `turns`, everything the player to move may do, and `goal`,
//! whether a player has reached its goal. What is common to all games stands in this file.

#![allow(unreachable_pub)]

mod achef;
mod fanorona;
mod fraha;
mod kono;
mod rooya;
mod text;
mod valid;

use std::collections::BTreeMap;

use text::{Position, Rules, opponent};

/// All legal turns of a position, each with the position it leads to, sorted by turn text.
///
/// `rules` are the options that are not the default, as `teleport=one,first=black`; the position
/// text has to be a valid one.
pub fn turns(game: &str, rules: &str, position: &str) -> Vec<(String, String)> {
    let rules = Rules::read(rules);
    let before = Position::read(position);
    assert_eq!(before.write(), position, "a valid text is written back as it was read");

    let mut sorted = BTreeMap::new();
    for (turn, after) in legal_turns(game, &rules, &before) {
        let after = with_end(game, &rules, &before, after).write();
        // "Turns are different if their texts differ."
        let twice = sorted.insert(turn.clone(), after.clone());
        assert!(
            twice.is_none_or(|other| other == after),
            "{turn} leads to two positions from {position}"
        );
    }
    sorted.into_iter().collect()
}

/// Whether a text is a position of the game under these rules.
pub fn is_valid(game: &str, rules: &str, text: &str) -> bool {
    valid::is_valid(game, &Rules::read(rules), text)
}

/// The turns of the player to move; the same turn may be listed more than once, and the
/// positions after them do not say yet whether the game is over.
fn legal_turns(game: &str, rules: &Rules, position: &Position) -> Vec<(String, Position)> {
    if is_over(game, position) {
        return Vec::new();
    }
    match game {
        "fraha" => fraha::turns(rules, position),
        "achef" => achef::turns(rules, position),
        "rooya" => rooya::turns(rules, position),
        "fanorona" => fanorona::turns(rules, position),
        "kono" => kono::turns(rules, position),
        _ => panic!("no such game: {game}"),
    }
}

/// Whether the player to move has a legal turn, in a position without a reached goal.
fn has_turn(game: &str, rules: &Rules, position: &Position) -> bool {
    match game {
        "fraha" => fraha::has_turn(rules, position),
        _ => !legal_turns(game, rules, position).is_empty(),
    }
}

/// "a finished game has no turns", and "A reader accepts a missing `won` where the board itself
/// shows the end".
fn is_over(game: &str, position: &Position) -> bool {
    let reached = |player| goal(game, position, position, player);
    position.has("won") || reached(position.side) || reached(opponent(position.side))
}

/// Whether the turn that led from `before` to `after` left this player at its goal.
fn goal(game: &str, before: &Position, after: &Position, player: char) -> bool {
    match game {
        "fraha" => fraha::goal(&after.board, player),
        "achef" => achef::goal(after, player),
        "rooya" => rooya::goal(before, after, player),
        "fanorona" => fanorona::goal(&after.board, player),
        "kono" => kono::goal(&after.board, player),
        _ => panic!("no such game: {game}"),
    }
}

/// "A finished position has `won` as its only key; SIDE is the player who would be next."
fn with_end(game: &str, rules: &Rules, before: &Position, after: Position) -> Position {
    match winner(game, rules, before, &after) {
        None => after,
        Some(winner) => {
            let mut over = before.next(after.board);
            over.set("won", winner);
            over
        }
    }
}

/// Who has won after a turn, `-` for nobody, `None` if the game goes on.
fn winner(game: &str, rules: &Rules, before: &Position, after: &Position) -> Option<char> {
    let mover = before.side;
    let mover_at_goal = goal(game, before, after, mover);
    let opponent_at_goal = goal(game, before, after, opponent(mover));
    // Rooya: "if both, the mover (option `both=mover|draw`)".
    if mover_at_goal && opponent_at_goal && rules.option("both", "mover") == "draw" {
        return Some('-');
    }
    // "After each turn, in this order: (1) the goal of the player who moved,
    if mover_at_goal {
        return Some(mover);
    }
    // (2) the goal of the opponent,
    if opponent_at_goal {
        return Some(opponent(mover));
    }
    // (3) if the opponent now has no legal turn (all keys considered), the player who moved
    // wins."
    if !has_turn(game, rules, after) {
        return Some(mover);
    }
    None
}
