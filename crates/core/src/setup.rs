//! Position text, `BOARD SIDE [key:value …]`, as far as it is the same for every game: the form
//! of the board, the side, the keys. What the pawns and keys must satisfy is each game's affair
//! ([`crate::game::Notation::check`]); the two steps keep "badly written" apart from "not a position
//! of this game".

use crate::bits::Layout;
use crate::cell::Cell;
use crate::game::{Notation, Outcome};
use crate::side::Side;
use crate::words::{Argument, Message, Phrase, phrase};

/// A position in its written parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The light and the dark pawns, in the bits of the game's layout.
    pub pawns: [u64; 2],
    /// The player to move.
    pub to_move: Side,
    /// The keys besides `won`, in the game's order, with their values.
    pub keys: Vec<(&'static str, String)>,
    /// The key `won`.
    pub over: Option<Outcome>,
}

const EMPTY: Phrase = phrase!("setup.empty");
const RANKS: Phrase = phrase!("setup.ranks");
const WIDTH: Phrase = phrase!("setup.width");
const LETTER: Phrase = phrase!("setup.letter");
const ZERO: Phrase = phrase!("setup.zero");
const RUN: Phrase = phrase!("setup.run");
const NO_SIDE: Phrase = phrase!("setup.no-side");
const BAD_SIDE: Phrase = phrase!("setup.bad-side");
const NOT_A_KEY: Phrase = phrase!("setup.not-a-key");
const FOREIGN_KEY: Phrase = phrase!("setup.foreign-key");
const KEY_TWICE: Phrase = phrase!("setup.key-twice");
const KEY_ORDER: Phrase = phrase!("setup.key-order");
const BAD_WINNER: Phrase = phrase!("setup.bad-winner");
const WON_ALONE: Phrase = phrase!("setup.won-alone");
const SPACE: Phrase = phrase!("setup.space");
const NOT_SHOWN: Phrase = phrase!("setup.not-shown");
const BOTH_LOST: Phrase = phrase!("setup.both-lost");
const TOO_MANY: Phrase = phrase!("setup.too-many");
const EXACTLY: Phrase = phrase!("setup.exactly");
const BAD_CELLS: Phrase = phrase!("setup.bad-cells");

/// What reading and writing a position must know of its game. Everything here is compiled once,
/// not once for each game.
struct Form {
    layout: Layout,
    letters: [char; 2],
    keys: &'static [&'static str],
    name: Phrase,
}

impl Form {
    fn of<G: Notation>() -> Form {
        Form { layout: G::LAYOUT, letters: G::LETTERS, keys: G::KEYS, name: G::name() }
    }

    /// The winner's letter as the key `won` writes it.
    fn winner(&self, outcome: Outcome) -> char {
        match outcome {
            Outcome::Won(side) => self.letters[side.index()],
            Outcome::Drawn => '-',
        }
    }

    /// A complaint that ends with the letters of the players.
    fn complain(&self, message: Message) -> Message {
        message.with(self.letters[0]).with(self.letters[1])
    }

    /// The player whose letter this is.
    fn side(&self, text: &str) -> Option<Side> {
        let mut chars = text.chars();
        let (letter, rest) = (chars.next()?, chars.next());
        Side::BOTH.into_iter().find(|side| rest.is_none() && self.letters[side.index()] == letter)
    }

    fn read(&self, text: &str) -> Result<Setup, Message> {
        let text = text.trim();
        if text.is_empty() {
            return Err(EMPTY.say());
        }
        let mut parts = text.split(' ');
        let pawns = self.board(parts.next().unwrap_or_default())?;
        let side = parts.next().ok_or_else(|| self.complain(NO_SIDE.say()))?;
        let to_move = self.side(side).ok_or_else(|| match side {
            "" => SPACE.say(),
            _ => self.complain(BAD_SIDE.with(side)),
        })?;
        let mut setup = Setup { pawns, to_move, keys: Vec::new(), over: None };
        for part in parts {
            self.key(&mut setup, part)?;
        }
        match setup.keys.first() {
            Some((key, _)) if setup.over.is_some() => Err(WON_ALONE.with(*key)),
            _ => Ok(setup),
        }
    }

    fn key(&self, setup: &mut Setup, part: &str) -> Result<(), Message> {
        if part.is_empty() {
            return Err(SPACE.say());
        }
        let (key, value) = part.split_once(':').ok_or_else(|| NOT_A_KEY.with(part))?;
        if key == "won" {
            if setup.over.is_some() {
                return Err(KEY_TWICE.with(key));
            }
            setup.over = Some(match value {
                "-" => Outcome::Drawn,
                _ => Outcome::Won(
                    self.side(value).ok_or_else(|| self.complain(BAD_WINNER.with(value)))?,
                ),
            });
            return Ok(());
        }
        let place = |key: &str| self.keys.iter().position(|k| *k == key);
        let i = place(key).ok_or_else(|| FOREIGN_KEY.with(key).with(self.name))?;
        if setup.keys.iter().any(|(k, _)| *k == key) {
            return Err(KEY_TWICE.with(key));
        }
        if setup.over.is_some() {
            return Err(WON_ALONE.with(key));
        }
        if let Some((last, _)) = setup.keys.last().filter(|(k, _)| place(k) > Some(i)) {
            return Err(KEY_ORDER.with(key).with(*last));
        }
        setup.keys.push((self.keys[i], value.to_string()));
        Ok(())
    }

    fn board(&self, text: &str) -> Result<[u64; 2], Message> {
        let ranks = self.layout.ranks as usize;
        let found = text.split('/').count();
        if found != ranks {
            return Err(RANKS.with(found).with(self.name).with(ranks));
        }
        let mut pawns = [0; 2];
        for (i, row) in text.split('/').enumerate() {
            self.rank(ranks - 1 - i, row, &mut pawns)?;
        }
        Ok(pawns)
    }

    fn rank(&self, rank: usize, row: &str, pawns: &mut [u64; 2]) -> Result<(), Message> {
        let Layout { files, stride, .. } = self.layout;
        let (mut file, mut after_run) = (0usize, false);
        for letter in row.chars() {
            match letter {
                '0' => return Err(ZERO.with(rank + 1)),
                '1'..='9' if after_run => return Err(RUN.with(rank + 1)),
                '1'..='9' => file += letter as usize - '0' as usize,
                _ => {
                    let side = self.letters.iter().position(|l| *l == letter).ok_or_else(|| {
                        self.complain(LETTER.with(rank + 1).with(letter).with(self.name))
                    })?;
                    if file < files as usize {
                        pawns[side] |= 1 << (rank * stride as usize + file);
                    }
                    file += 1;
                }
            }
            after_run = letter.is_ascii_digit();
        }
        match file == files as usize {
            true => Ok(()),
            false => Err(WIDTH.with(rank + 1).with(file).with(self.name).with(files)),
        }
    }

    fn write(&self, setup: &Setup, out: &mut String) {
        write_board(self.layout, self.letters, setup.pawns, out);
        out.push(' ');
        out.push(self.letters[setup.to_move.index()]);
        for (key, value) in &setup.keys {
            out.push(' ');
            out.push_str(key);
            out.push(':');
            out.push_str(value);
        }
        if let Some(outcome) = setup.over {
            out.push_str(" won:");
            out.push(self.winner(outcome));
        }
    }
}

impl Setup {
    /// Reads the form of a position of game `G`.
    pub fn read<G: Notation>(text: &str) -> Result<Setup, Message> {
        Form::of::<G>().read(text)
    }

    /// Appends the position's text.
    pub fn write<G: Notation>(&self, out: &mut String) {
        Form::of::<G>().write(self, out);
    }

    /// The value of a key, if it is there.
    #[must_use]
    pub fn key(&self, key: &str) -> Option<&str> {
        self.keys.iter().find(|(k, _)| *k == key).map(|(_, value)| value.as_str())
    }

    /// The cells that a key's value names one after the other, or an empty list without the key.
    pub fn cells<G: Notation>(&self, key: &'static str) -> Result<Vec<Cell>, Message> {
        let Some(value) = self.key(key) else { return Ok(Vec::new()) };
        let cells: Option<Vec<Cell>> = (value.as_bytes().chunks(2))
            .map(|name| std::str::from_utf8(name).ok().and_then(Cell::read))
            .map(|cell| cell.filter(|cell| G::LAYOUT.bit(*cell).is_some()))
            .collect();
        cells.filter(|c| !c.is_empty()).ok_or_else(|| BAD_CELLS.with(key).with(value))
    }

    /// How many pawns this player has on the board.
    #[must_use]
    pub fn count(&self, side: Side) -> u32 {
        self.pawns[side.index()].count_ones()
    }

    /// An error if a player has more pawns than `most`.
    pub fn at_most<G: Notation>(&self, most: u32) -> Result<(), Message> {
        self.counts::<G>(TOO_MANY, most, |n| n <= most)
    }

    /// An error unless each player has `n` pawns on the board.
    pub fn exactly<G: Notation>(&self, number: u32) -> Result<(), Message> {
        self.counts::<G>(EXACTLY, number, |n| n == number)
    }

    fn counts<G: Notation>(
        &self,
        complaint: Phrase,
        number: u32,
        right: impl Fn(u32) -> bool,
    ) -> Result<(), Message> {
        match Side::BOTH.into_iter().find(|side| !right(self.count(*side))) {
            Some(side) => Err(complaint
                .with(Argument::from(G::sides()[side.index()]))
                .with(self.count(side))
                .with(number)),
            None => Ok(()),
        }
    }

    /// The outcome of the position, given which players the board shows to have lost: the board
    /// decides where `won` is missing, and must not contradict it where it stands.
    pub fn settle<G: Notation>(&self, lost: [bool; 2]) -> Result<Option<Outcome>, Message> {
        let shown = match lost {
            [true, true] => return Err(BOTH_LOST.say()),
            [true, false] => Some(Outcome::Won(Side::Dark)),
            [false, true] => Some(Outcome::Won(Side::Light)),
            [false, false] => None,
        };
        match self.over {
            Some(said) if shown != Some(said) => Err(not_shown::<G>(said)),
            _ => Ok(shown),
        }
    }
}

/// The complaint that the board does not show this end.
#[must_use]
pub fn not_shown<G: Notation>(said: Outcome) -> Message {
    NOT_SHOWN.with(Form::of::<G>().winner(said))
}

/// The player whose letter this is.
#[must_use]
pub fn read_side<G: Notation>(text: &str) -> Option<Side> {
    Form::of::<G>().side(text)
}

fn write_board(layout: Layout, letters: [char; 2], pawns: [u64; 2], out: &mut String) {
    for rank in (0..layout.ranks).rev() {
        let mut empty = 0;
        for file in 0..layout.files {
            let bit = 1u64 << (rank * layout.stride + file);
            match pawns.iter().position(|set| set & bit != 0) {
                Some(side) => {
                    if empty > 0 {
                        out.push((b'0' + empty) as char);
                    }
                    empty = 0;
                    out.push(letters[side]);
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            out.push((b'0' + empty) as char);
        }
        if rank > 0 {
            out.push('/');
        }
    }
}
