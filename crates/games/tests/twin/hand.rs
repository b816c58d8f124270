//! Placing, for the twins of games that begin with it: players alternately place a pawn on a free
//! cell until none is in hand, and the key `hand` says how many are left.

use super::text::{Cell, EMPTY, Position, name, opponent};

/// How a game is placed.
pub struct Hand {
    /// The letters of the players.
    pub letters: [char; 2],
    /// How many pawns each player has.
    pub pawns: usize,
    /// Where they may be placed.
    pub may_stand: fn(Cell) -> bool,
}

impl Hand {
    /// "players alternately place a pawn on a free […] cell until all […] are placed."
    pub fn placements(&self, position: &Position) -> Vec<(String, Position)> {
        let mut turns = Vec::new();
        for cell in position.board.cells() {
            if (self.may_stand)(cell) && position.board.at(cell) == EMPTY {
                let mut board = position.board.clone();
                board.put(cell, position.side);
                let mut after = position.next(board);
                after.set("hand", self.after_placing(position));
                turns.push((name(cell), after));
            }
        }
        turns
    }

    /// "`hand:w8b8`: pawns not placed yet; absent once all are placed"
    fn after_placing(&self, position: &Position) -> String {
        let left = |player| in_hand(position, player) - u32::from(player == position.side);
        let [light, dark] = self.letters;
        match [left(light), left(dark)] {
            [0, 0] => String::new(),
            [a, b] => format!("{light}{a}{dark}{b}"),
        }
    }

    /// "`hand`: both numbers written (`w1b0`), all pawns on the border, board plus hand is 8 each,
    /// equal numbers in hand if the beginner is to move, otherwise the player to move has one
    /// more." Where pawns may stand and how many there are is the game's own affair.
    pub fn is_right(&self, position: &Position, beginner: char) -> bool {
        if !position.has("hand") {
            return true;
        }
        let board = &position.board;
        let left = |player: char| self.pawns - board.pawns(player).len().min(self.pawns);
        let [light, dark] = self.letters;
        let own = left(position.side);
        let theirs = left(opponent(position.side));
        position.key("hand") == format!("{light}{}{dark}{}", left(light), left(dark))
            && own + theirs > 0
            && board.cells().iter().all(|&c| board.at(c) == EMPTY || (self.may_stand)(c))
            && if position.side == beginner { own == theirs } else { own == theirs + 1 }
    }
}

/// How many pawns a player has not placed yet.
pub fn in_hand(position: &Position, player: char) -> u32 {
    let hand = position.key("hand");
    let number = hand.split(player).nth(1).and_then(|rest| rest.chars().next());
    number.map_or(0, |digit| digit.to_digit(10).unwrap())
}
