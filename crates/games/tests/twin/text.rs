//! Position texts, options and grids for the slow twin.
//!
//! A board is a grid of letters with (file, rank) coordinates counted from 0 at the lower left.
//! Reading trusts the text: the twin is only asked about valid positions, and refusing the other
//! ones is no business of a turn generator.

use std::collections::HashMap;
use std::fmt::Display;

/// (file, rank), `a1` is (0, 0). Also used for directions.
pub type Cell = (i32, i32);

/// A cell of the board without a pawn.
pub const EMPTY: char = '.';

/// What stands beyond the edge: neither empty nor anybody's pawn.
const OUTSIDE: char = '#';

pub const ORTHOGONAL: [Cell; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// "files `a b c …` from the left, ranks `1 2 3 …` from the bottom".
pub fn name(cell: Cell) -> String {
    let file = "abcdefghi".chars().nth(cell.0 as usize).unwrap();
    format!("{file}{}", cell.1 + 1)
}

/// The cells of a text like `e2f2`.
pub fn cells_of(names: &str) -> Vec<Cell> {
    let letters: Vec<char> = names.chars().collect();
    letters
        .chunks(2)
        .map(|name| {
            let file = "abcdefghi".find(name[0]).unwrap() as i32;
            let rank = name[1].to_digit(10).unwrap() as i32 - 1;
            (file, rank)
        })
        .collect()
}

/// The names of some cells in alphabetical order, in one word.
pub fn names_of(cells: &[Cell]) -> String {
    let mut names: Vec<String> = cells.iter().map(|&cell| name(cell)).collect();
    names.sort();
    names.concat()
}

/// The cell one step away in a direction, perhaps outside of the board.
pub fn step(from: Cell, direction: Cell) -> Cell {
    (from.0 + direction.0, from.1 + direction.1)
}

/// The four cells orthogonally next to a cell, perhaps outside of the board.
pub fn neighbours(cell: Cell) -> [Cell; 4] {
    ORTHOGONAL.map(|direction| step(cell, direction))
}

/// On the 5×5 boards: 0 for the centre, 1 for the ring around it, 2 for the border.
pub fn ring(cell: Cell) -> i32 {
    (cell.0 - 2).abs().max((cell.1 - 2).abs())
}

/// The other player, in whatever game has this letter.
pub fn opponent(player: char) -> char {
    let mut pairs = super::ALL.iter().map(|(_, twin)| twin.letters);
    match pairs.find(|pair| pair.contains(&player)) {
        Some([light, dark]) => {
            if player == light {
                dark
            } else {
                light
            }
        }
        None => panic!("no such player: {player}"),
    }
}

/// The options that are not the default.
pub struct Rules(HashMap<String, String>);

impl Rules {
    pub fn read(text: &str) -> Rules {
        let pairs = text.split(',').filter(|pair| !pair.is_empty());
        Rules(pairs.map(|pair| split_pair(pair, '=')).collect())
    }

    pub fn option<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        self.0.get(name).map_or(default, String::as_str)
    }
}

fn split_pair(pair: &str, sign: char) -> (String, String) {
    let (name, value) = pair.split_once(sign).unwrap();
    (name.to_string(), value.to_string())
}

#[derive(Clone, PartialEq)]
pub struct Board {
    files: i32,
    ranks: i32,
    letters: Vec<char>,
}

impl Board {
    /// "ranks from the top, `/` between them, digits for runs of empty cells, one letter per
    /// pawn".
    fn read(text: &str) -> Board {
        let mut letters = Vec::new();
        let mut ranks = 0;
        for rank in text.split('/').rev() {
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(run) => letters.extend((0..run).map(|_| EMPTY)),
                    None => letters.push(letter),
                }
            }
            ranks += 1;
        }
        let files = letters.len() as i32 / ranks;
        Board { files, ranks, letters }
    }

    fn write(&self) -> String {
        let ranks: Vec<String> = (0..self.ranks).rev().map(|rank| self.write_rank(rank)).collect();
        ranks.join("/")
    }

    fn write_rank(&self, rank: i32) -> String {
        let mut text = String::new();
        let mut run = 0;
        for file in 0..self.files {
            let letter = self.at((file, rank));
            if letter == EMPTY {
                run += 1;
                continue;
            }
            if run > 0 {
                text += &run.to_string();
                run = 0;
            }
            text.push(letter);
        }
        if run > 0 {
            text += &run.to_string();
        }
        text
    }

    /// All cells of the board.
    pub fn cells(&self) -> Vec<Cell> {
        (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (file, rank))).collect()
    }

    fn place_of(&self, (file, rank): Cell) -> Option<usize> {
        let inside = (0..self.files).contains(&file) && (0..self.ranks).contains(&rank);
        inside.then_some((rank * self.files + file) as usize)
    }

    /// The pawn on a cell, [`EMPTY`] if there is none.
    pub fn at(&self, cell: Cell) -> char {
        self.place_of(cell).map_or(OUTSIDE, |place| self.letters[place])
    }

    pub fn put(&mut self, cell: Cell, letter: char) {
        let place = self.place_of(cell).unwrap();
        self.letters[place] = letter;
    }

    /// The cells on which a player's pawns stand.
    pub fn pawns(&self, player: char) -> Vec<Cell> {
        let mut cells = self.cells();
        cells.retain(|&cell| self.at(cell) == player);
        cells
    }

    /// The board after what stood on the two cells has changed places.
    pub fn swapped(&self, one: Cell, other: Cell) -> Board {
        let mut board = self.clone();
        board.put(one, self.at(other));
        board.put(other, self.at(one));
        board
    }

    /// The board after a pawn has gone to a cell; what stood there is gone.
    pub fn moved(&self, from: Cell, to: Cell) -> Board {
        let mut board = self.clone();
        board.put(to, self.at(from));
        board.put(from, EMPTY);
        board
    }

    /// The board without the pawns of some cells.
    pub fn without(&self, cells: &[Cell]) -> Board {
        let mut board = self.clone();
        for &cell in cells {
            board.put(cell, EMPTY);
        }
        board
    }
}

#[derive(Clone)]
pub struct Position {
    pub board: Board,
    pub side: char,
    keys: HashMap<String, String>,
}

impl Position {
    /// "`BOARD SIDE [key:value …]`".
    pub fn read(text: &str) -> Position {
        let mut words = text.split(' ');
        Position {
            board: Board::read(words.next().unwrap()),
            side: words.next().unwrap().chars().next().unwrap(),
            keys: words.map(|word| split_pair(word, ':')).collect(),
        }
    }

    /// The text, with its keys in this order.
    pub fn write(&self, keys: &[&str]) -> String {
        let mut text = format!("{} {}", self.board.write(), self.side);
        for &key in keys.iter().chain(&["won"]) {
            if let Some(value) = self.keys.get(key) {
                text += &format!(" {key}:{value}");
            }
        }
        text
    }

    pub fn has(&self, key: &str) -> bool {
        self.keys.contains_key(key)
    }

    /// The value of a key, empty if the key is absent.
    pub fn key(&self, key: &str) -> &str {
        self.keys.get(key).map_or("", String::as_str)
    }

    /// Sets a key; an empty value leaves it absent: "present only where they say something".
    pub fn set(&mut self, key: &str, value: impl Display) {
        let value = value.to_string();
        if value.is_empty() {
            self.keys.remove(key);
        } else {
            self.keys.insert(key.to_string(), value);
        }
    }

    /// The other player to move on this board, without keys.
    pub fn next(&self, board: Board) -> Position {
        Position { board, side: opponent(self.side), keys: HashMap::new() }
    }
}
