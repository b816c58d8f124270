//! Which texts are positions, written a second time: "Reading is strict about form and silent
//! about history."

use super::text::{
    EMPTY, KEYS, Position, Rules, cells_of, name, names_of, neighbours, opponent, ring,
};
use super::{goal, legal_turns, rooya};

/// What a game's board and keys may be.
struct Form {
    files: usize,
    ranks: usize,
    letters: [char; 2],
    keys: &'static [&'static str],
}

fn form(game: &str) -> Form {
    let (files, ranks, letters) = match game {
        "fanorona" => (9, 5, ['w', 'b']),
        "kono" => (4, 4, ['y', 'r']),
        _ => (5, 5, ['w', 'b']),
    };
    let keys: &[&str] = match game {
        "achef" => &["hand", "ko", "nc", "won"],
        "rooya" => &["hand", "won"],
        "fanorona" => &["open", "huff", "vela", "won"],
        _ => &["won"],
    };
    Form { files, ranks, letters, keys }
}

/// Whether a reader accepts this text.
pub fn is_valid(game: &str, rules: &Rules, text: &str) -> bool {
    let form = form(game);
    let words: Vec<&str> = text.split(' ').collect();
    if words.len() < 2 || !board_has_form(&form, words[0]) || !side_has_form(&form, words[1]) {
        return false;
    }
    if !keys_have_form(&form, &words[2..]) {
        return false;
    }
    let position = Position::read(text);
    numbers_are_right(game, &position)
        && places_are_right(game, &position)
        && hand_is_right(rules, &position)
        && ko_is_right(rules, &position)
        && nc_is_right(&position)
        && open_is_right(rules, &position)
        && huff_is_right(rules, &position)
        && vela_is_right(&position)
        && end_is_right(game, rules, &position)
}

/// "Ranks and files must fit, digit runs are maximal and never `0`"
fn board_has_form(form: &Form, board: &str) -> bool {
    let ranks: Vec<&str> = board.split('/').collect();
    ranks.len() == form.ranks && ranks.iter().all(|rank| rank_has_form(form, rank))
}

fn rank_has_form(form: &Form, rank: &str) -> bool {
    let letters: Vec<char> = rank.chars().collect();
    let known = |c: &char| ('1'..='9').contains(c) || form.letters.contains(c);
    let runs_touch = letters.windows(2).any(|two| two.iter().all(char::is_ascii_digit));
    let wide: usize = letters.iter().map(|c| c.to_digit(10).unwrap_or(1) as usize).sum();
    letters.iter().all(known) && !runs_touch && wide == form.files
}

fn side_has_form(form: &Form, side: &str) -> bool {
    form.letters.iter().any(|letter| side == letter.to_string())
}

/// "each key stands once and in the table's order, unknown keys […] are errors"; "A finished
/// position has `won` as its only key"
fn keys_have_form(form: &Form, words: &[&str]) -> bool {
    let keys: Vec<&str> = words.iter().filter_map(|word| Some(word.split_once(':')?.0)).collect();
    let places: Vec<_> = keys.iter().map(|key| KEYS.iter().position(|k| k == key)).collect();
    keys.len() == words.len()
        && keys.iter().all(|key| form.keys.contains(key))
        && places.is_sorted_by(|a, b| a < b)
        && (keys.len() < 2 || !keys.contains(&"won"))
}

/// "Fraha exactly 4 and 4 […]; Achef at most 8 each; Rooya exactly 8 and 8 without `hand`; Kono
/// at most 8 each; Fanorona at most 22 each."
fn numbers_are_right(game: &str, position: &Position) -> bool {
    form(game).letters.iter().all(|&player| {
        let n = position.board.pawns(player).len();
        match game {
            "fraha" => n == 4,
            "rooya" => n == 8 || n < 8 && position.has("hand"),
            "fanorona" => n <= 22,
            _ => n <= 8,
        }
    })
}

/// "Fraha […] at most one of each colour away from home, none on c3"
fn places_are_right(game: &str, position: &Position) -> bool {
    let away = |player, home| {
        let pawns = position.board.pawns(player);
        pawns.iter().filter(|&&cell| ring(cell) != home).count()
    };
    game != "fraha" || away('w', 2) <= 1 && away('b', 1) <= 1 && position.board.at((2, 2)) == EMPTY
}

/// "`hand`: both numbers written (`w1b0`), all pawns on the border, board plus hand is 8 each,
/// equal numbers in hand if the beginner is to move, otherwise the player to move has one more."
fn hand_is_right(rules: &Rules, position: &Position) -> bool {
    if !position.has("hand") {
        return true;
    }
    let (board, first) = (&position.board, rules.option("first", "black"));
    let [white, black] = ['w', 'b'].map(|player| 8 - board.pawns(player).len().min(8));
    let beginner = if first == "black" { 'b' } else { 'w' };
    let of = |player| if player == 'w' { white } else { black };
    let more = of(position.side) - of(opponent(position.side)).min(of(position.side));
    let equal = white == black;
    position.key("hand") == format!("w{white}b{black}")
        && white + black > 0
        && board.cells().iter().all(|&cell| board.at(cell) == EMPTY || ring(cell) == 2)
        && if position.side == beginner { equal } else { more == 1 }
        // The other keys would say nothing.
        && !position.has("ko")
        && !position.has("nc")
}

/// "`ko`: two adjacent cells of one level holding one pawn of each colour; never with `ko=none`."
/// Alphabetical order is how it is written; the vectors have the cells in either.
fn ko_is_right(rules: &Rules, position: &Position) -> bool {
    let named = position.key("ko");
    let board = &position.board;
    let pairs = board.pawns('w').into_iter().flat_map(|a| neighbours(a).map(|b| (a, b)));
    let mut swaps = pairs.filter(|&(a, b)| board.at(b) == 'b' && ring(a) == ring(b));
    !position.has("ko")
        || rules.option("ko", "simple") == "simple"
            && swaps.any(|(a, b)| [name(a) + &name(b), name(b) + &name(a)].contains(&named.into()))
}

/// "`nc`: one of b3 c2 c4 d3, occupied, centre empty."
fn nc_is_right(position: &Position) -> bool {
    let named = position.key("nc");
    let occupied = |cell| position.board.at(cell) != EMPTY;
    let mut below = neighbours((2, 2)).into_iter();
    !position.has("nc")
        || below.any(|cell| name(cell) == named && occupied(cell)) && !occupied((2, 2))
}

/// "`open`: only under the sheet's profile and without `vela`"
fn open_is_right(rules: &Rules, position: &Position) -> bool {
    !position.has("open")
        || ["w", "b", "wb"].contains(&position.key("open"))
            && rules.option("rules", "sheet") == "sheet"
            && !position.has("vela")
}

/// "`huff`: only with `capture=huff`, alphabetical, pawns of the player not to move." "While
/// `vela` stands there is no huffing."
fn huff_is_right(rules: &Rules, position: &Position) -> bool {
    let named = position.key("huff");
    if !position.has("huff") {
        return true;
    }
    let mut pawns = position.board.pawns(opponent(position.side));
    pawns.retain(|&pawn| named.contains(&name(pawn)));
    !named.is_empty()
        && named == names_of(&pawns)
        && rules.option("capture", "forced") == "huff"
        && !position.has("vela")
        && cells_of(named).len() == pawns.len()
}

/// "`vela`: the number is X's pawns minus 5, at least 1."
fn vela_is_right(position: &Position) -> bool {
    !position.has("vela")
        || ['w', 'b'].into_iter().any(|player| {
            let pawns = position.board.pawns(player).len();
            pawns > 5 && position.key("vela") == format!("{player}{}", pawns - 5)
        })
}

/// "a `won` that the board contradicts is one"; "A board on which both players have lost is
/// refused."
fn end_is_right(game: &str, rules: &Rules, position: &Position) -> bool {
    let won = position.key("won");
    if position.has("won") && !["w", "b", "y", "r", "-"].contains(&won) {
        return false;
    }
    let sides = [position.side, opponent(position.side)];
    if game == "rooya" {
        let line = |player: &char| rooya::has_line(&position.board, *player);
        return match won {
            "" => true,
            "-" => rules.option("both", "mover") == "draw" && sides.iter().all(line),
            winner => sides.iter().any(|side| winner == side.to_string() && line(side)),
        };
    }
    let mut going_on = position.clone();
    going_on.set("won", "");
    // "(Fraha's figures, Achef's 2 pawns, Kono's fewer than 2 pawns of either side, no pawn left,
    // no legal turn)"
    let reached = sides.map(|side| goal(game, position, position, side));
    let winner = match reached {
        [true, true] => return false,
        [true, false] => Some(sides[0]),
        [false, true] => Some(sides[1]),
        [false, false] => legal_turns(game, rules, &going_on).is_empty().then_some(sides[1]),
    };
    won.is_empty() || winner.is_some_and(|winner| won == winner.to_string())
}
