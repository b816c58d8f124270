//! Which texts are positions, written a second time: "Reading is strict about form and silent
//! about history."

use super::Twin;
use super::text::{Position, Rules, opponent};

/// Whether a reader accepts this text.
pub fn is_valid(twin: &Twin, rules: &Rules, text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    if words.len() < 2 || !board_has_form(twin, words[0]) || !side_has_form(twin, words[1]) {
        return false;
    }
    if !keys_have_form(twin, &words[2..]) {
        return false;
    }
    let position = Position::read(text);
    let end = || match twin.end {
        Some(end) => end(rules, &position),
        None => end_is_right(twin, rules, &position),
    };
    (twin.valid)(rules, &position) && won_has_form(twin, &position) && end()
}

/// "Ranks and files must fit, digit runs are maximal and never `0`"
fn board_has_form(twin: &Twin, board: &str) -> bool {
    let ranks: Vec<&str> = board.split('/').collect();
    ranks.len() == twin.ranks && ranks.iter().all(|rank| rank_has_form(twin, rank))
}

fn rank_has_form(twin: &Twin, rank: &str) -> bool {
    let letters: Vec<char> = rank.chars().collect();
    let known = |c: &char| ('1'..='9').contains(c) || twin.letters.contains(c);
    let runs_touch = letters.windows(2).any(|two| two.iter().all(char::is_ascii_digit));
    let wide: usize = letters.iter().map(|c| c.to_digit(10).unwrap_or(1) as usize).sum();
    letters.iter().all(known) && !runs_touch && wide == twin.files
}

fn side_has_form(twin: &Twin, side: &str) -> bool {
    twin.letters.iter().any(|letter| side == letter.to_string())
}

/// "each key stands once and in the table's order, unknown keys […] are errors"; "A finished
/// position has `won` as its only key"
fn keys_have_form(twin: &Twin, words: &[&str]) -> bool {
    let keys: Vec<&str> = words.iter().filter_map(|word| Some(word.split_once(':')?.0)).collect();
    let known = |key: &str| key == "won" || twin.keys.contains(&key);
    let place = |key: &str| twin.keys.iter().position(|k| *k == key).unwrap_or(twin.keys.len());
    keys.len() == words.len()
        && keys.iter().all(|key| known(key))
        && keys.is_sorted_by(|a, b| place(a) < place(b))
        && (keys.len() < 2 || !keys.contains(&"won"))
}

fn won_has_form(twin: &Twin, position: &Position) -> bool {
    let won = position.key("won");
    !position.has("won") || won == "-" || twin.letters.iter().any(|side| won == side.to_string())
}

/// "a `won` that the board contradicts is one"; "A board on which both players have lost is
/// refused."
fn end_is_right(twin: &Twin, rules: &Rules, position: &Position) -> bool {
    let won = position.key("won");
    let sides = [position.side, opponent(position.side)];
    let mut going_on = position.clone();
    going_on.set("won", "");
    // "(Fraha's figures, Achef's 2 pawns, Kono's fewer than 2 pawns of either side, no pawn left,
    // no legal turn)"
    let reached = sides.map(|side| (twin.goal)(rules, position, position, side));
    let winner = match reached {
        [true, true] => return false,
        [true, false] => Some(sides[0]),
        [false, true] => Some(sides[1]),
        [false, false] => twin.legal_turns(rules, &going_on).is_empty().then_some(sides[1]),
    };
    won.is_empty() || winner.is_some_and(|winner| won == winner.to_string())
}
