//! Helpers for the tests that show, sentence by sentence, what the rule sheets say. They speak
//! only text: positions, turns and refusals as a player would type them.

#![allow(dead_code, reason = "each test file uses some of them")]

use damier_core::AnyGame;

/// A game under some rule options.
#[derive(Clone, Copy)]
pub(crate) struct Sheet {
    game: &'static str,
    rules: &'static str,
}

impl Sheet {
    /// A game under its default rules.
    pub(crate) const fn of(game: &'static str) -> Sheet {
        Sheet { game, rules: "" }
    }

    /// The same game under other rules.
    pub(crate) const fn with(self, rules: &'static str) -> Sheet {
        Sheet { rules, ..self }
    }

    /// The game behind its text-only face.
    pub(crate) fn open(self) -> Box<dyn AnyGame> {
        damier_games::open(self.game, self.rules)
            .unwrap_or_else(|no| panic!("{} [{}]: {no}", self.game, self.rules))
    }

    /// The position an ordinary game begins with.
    pub(crate) fn start(self) -> String {
        self.open().start()
    }

    /// All legal turns with the positions after them.
    pub(crate) fn turns(self, position: &str) -> Vec<(String, String)> {
        self.open().turns(position).unwrap_or_else(|no| panic!("{position}: {no}"))
    }

    /// All legal turns.
    pub(crate) fn texts(self, position: &str) -> Vec<String> {
        self.turns(position).into_iter().map(|(turn, _)| turn).collect()
    }

    /// The legal turns that begin with these letters, such as the cell of a pawn.
    pub(crate) fn from(self, position: &str, beginning: &str) -> Vec<String> {
        let mut all = self.texts(position);
        all.retain(|turn| turn.starts_with(beginning));
        all
    }

    /// The position after a turn, which must be listed and playable.
    pub(crate) fn after(self, position: &str, turn: &str) -> String {
        let all = self.turns(position);
        let Some((_, listed)) = all.iter().find(|(text, _)| text == turn) else {
            panic!("{turn} should be legal in {position}; legal are {:?}", texts_of(&all))
        };
        match self.open().play(position, turn) {
            Ok(played) => assert_eq!(&played, listed, "{turn} in {position}"),
            Err(no) => panic!("{turn} in {position} is listed, but refused: {no}"),
        }
        listed.clone()
    }

    /// The turn must be legal and lead to this position.
    pub(crate) fn plays(self, position: &str, turn: &str, after: &str) {
        assert_eq!(self.after(position, turn), after, "{turn} in {position}");
    }

    /// The turn must be refused, with a reason.
    pub(crate) fn refuses(self, position: &str, turn: &str) {
        let texts = self.texts(position);
        assert!(!texts.iter().any(|text| text == turn), "{turn} is listed in {position}");
        match self.open().play(position, turn) {
            Ok(after) => panic!("{turn} was played in {position}, giving {after}"),
            Err(no) => assert!(!no.to_string().is_empty(), "{turn} in {position}: no reason"),
        }
    }

    /// These must be all the legal turns, given in the order of their texts.
    pub(crate) fn only(self, position: &str, turns: &[&str]) {
        assert_eq!(self.texts(position), turns, "the legal turns of {position}");
    }

    /// The position must be readable.
    pub(crate) fn accepts(self, position: &str) {
        if let Err(no) = self.open().check(position) {
            panic!("{position} should be accepted: {no}");
        }
    }

    /// The position must be refused.
    pub(crate) fn rejects(self, position: &str) {
        if let Ok(read) = self.open().check(position) {
            panic!("{position} should be refused, but was read as {read}");
        }
    }

    /// Plays `games` games of at most `length` turns from a position, choosing turns by a fixed
    /// pseudo-random sequence, and shows every position that is not the end of a game.
    pub(crate) fn wander(self, from: &str, games: u64, length: usize, mut look: impl FnMut(&str)) {
        let game = self.open();
        for seed in 1..=games {
            let (mut state, mut position) =
                (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), from.to_owned());
            for _ in 0..length {
                if position.contains("won:") {
                    break;
                }
                look(&position);
                let mut all = game.turns(&position).unwrap_or_else(|no| panic!("{position}: {no}"));
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let pick = (state >> 33) as usize % all.len();
                position = all.swap_remove(pick).1;
            }
        }
    }
}

fn texts_of(turns: &[(String, String)]) -> Vec<&str> {
    turns.iter().map(|(turn, _)| turn.as_str()).collect()
}

/// The board part of a position text.
pub(crate) fn board_of(position: &str) -> &str {
    position.split(' ').next().unwrap_or_default()
}

/// The number of pawns with this letter on the board of a position text.
pub(crate) fn count(position: &str, letter: char) -> usize {
    board_of(position).chars().filter(|&c| c == letter).count()
}

/// The number of cells of a board text, empty ones included, rank by rank from the top.
pub(crate) fn ranks(position: &str) -> Vec<usize> {
    let width = |rank: &str| rank.chars().map(|c| c.to_digit(10).unwrap_or(1) as usize).sum();
    board_of(position).split('/').map(width).collect()
}

/// Writes a board text from the pawns on it.
pub(crate) fn board(files: u8, ranks: u8, pawns: &[(&str, char)]) -> String {
    let mut text = String::new();
    for rank in (1..=ranks).rev() {
        let mut empty = 0;
        for file in 0..files {
            let cell = format!("{}{rank}", char::from(b'a' + file));
            match pawns.iter().find(|(at, _)| *at == cell) {
                None => empty += 1,
                Some((_, letter)) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    text.push(*letter);
                    empty = 0;
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if rank > 1 {
            text.push('/');
        }
    }
    text
}

/// The 16 border cells of a 5×5 board, in order around it.
pub(crate) const BORDER: [&str; 16] = [
    "a1", "b1", "c1", "d1", "e1", "e2", "e3", "e4", "e5", "d5", "c5", "b5", "a5", "a4", "a3", "a2",
];

/// The 8 cells around the centre of a 5×5 board, in order.
pub(crate) const RING: [&str; 8] = ["b2", "c2", "d2", "d3", "d4", "c4", "b4", "b3"];
