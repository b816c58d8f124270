//! A first phase in which the players, in turn, place their pawns, for the games that begin with
//! one. What is still in hand follows from what stands on the board, so a position only has to say
//! that this phase lasts: by the key `hand`.

use damier_core::entry::split_cell;
use damier_core::setup::Setup;
use damier_core::{Cell, Message, Notation, Phrase, Side, phrase, refusals};

use crate::five;

/// How many pawns each player places, and where: the bits of the game's layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placing {
    pub(crate) pawns: u32,
    pub(crate) cells: u32,
}

/// How many pawns each player has in Achef and Rooya.
pub(crate) const PAWNS: u32 = 8;

/// As Achef and Rooya begin: 8 pawns each on the 16 border cells of a board of 5×5.
pub(crate) const ON_BORDER: Placing = Placing { pawns: PAWNS, cells: five::BORDER };

/// The player who places first and opens the second phase, by the number of the value chosen for
/// [`BLACK_FIRST`](crate::players::BLACK_FIRST).
pub(crate) const fn beginner(chosen: usize) -> Side {
    match chosen {
        0 => Side::Dark,
        _ => Side::Light,
    }
}

const HAND_FORM: Phrase = phrase!("placing.hand-form");
const HAND_EMPTY: Phrase = phrase!("placing.hand-empty");
const ELSEWHERE: Phrase = phrase!("placing.elsewhere");
const NOT_ALL: Phrase = phrase!("placing.not-all");
const UNEVEN: Phrase = phrase!("placing.uneven");
const WRONG_SIDE: Phrase = phrase!("placing.wrong-side");

impl Placing {
    /// The cells that are free to place a pawn on.
    #[inline]
    pub(crate) const fn free(self, pawns: [u32; 2]) -> u32 {
        self.cells & !(pawns[0] | pawns[1])
    }

    /// The pawns still in hand while the phase lasts.
    pub(crate) fn in_hand(self, pawns: [u32; 2]) -> [u8; 2] {
        pawns.map(|set| self.pawns.saturating_sub(set.count_ones()) as u8)
    }

    /// Whether the phase lasts, by the key `hand`, which is checked.
    pub(crate) fn check<G: Notation>(self, setup: &Setup, first: Side) -> Result<bool, Message> {
        let Some(value) = setup.key("hand") else { return Ok(false) };
        let hand = read_hand::<G>(value).ok_or_else(|| {
            HAND_FORM.with(value).with(G::LETTERS[0]).with(G::LETTERS[1]).with(self.pawns)
        })?;
        let elsewhere = (setup.pawns[0] | setup.pawns[1]) & !u64::from(self.cells);
        if let Some(cell) = G::LAYOUT.cells_of(elsewhere).first() {
            return Err(ELSEWHERE.with(*cell));
        }
        for side in Side::BOTH {
            let (on_board, in_hand) = (setup.count(side), hand[side.index()]);
            if on_board + in_hand != self.pawns {
                let name = G::sides()[side.index()];
                return Err(NOT_ALL.with(name).with(on_board).with(in_hand).with(self.pawns));
            }
        }
        if hand == [0, 0] {
            return Err(HAND_EMPTY.with(value));
        }
        check_side::<G>(setup, first, hand, value)?;
        Ok(true)
    }

    /// The value of the key `hand` while the phase lasts.
    pub(crate) fn text<G: Notation>(self, pawns: [u32; 2]) -> String {
        let [light, dark] = self.in_hand(pawns);
        format!("{}{light}{}{dark}", G::LETTERS[0], G::LETTERS[1])
    }
}

fn read_hand<G: Notation>(value: &str) -> Option<[u32; 2]> {
    let mut letters = value.chars();
    let mut number = |side: usize| {
        letters.next().filter(|letter| *letter == G::LETTERS[side])?;
        letters.next()?.to_digit(10)
    };
    let hand = [number(0)?, number(1)?];
    letters.next().is_none().then_some(hand)
}

/// The numbers in hand say who has to place next.
fn check_side<G: Notation>(
    setup: &Setup,
    first: Side,
    hand: [u32; 2],
    value: &str,
) -> Result<(), Message> {
    let name = |side: Side| G::sides()[side.index()];
    let second = first.other();
    let due = match hand[second.index()].checked_sub(hand[first.index()]) {
        Some(0) => first,
        Some(1) => second,
        _ => return Err(UNEVEN.with(value).with(name(first)).with(name(second))),
    };
    match setup.to_move == due {
        true => Ok(()),
        false => Err(WRONG_SIDE.with(value).with(name(due))),
    }
}

const PLACE_FIRST: Phrase = phrase!("placing.place-first");

/// The complaint about a move while pawns are in hand for the border.
pub(crate) fn place_first() -> Message {
    PLACE_FIRST.say()
}

/// Why no pawn can be placed on `cell` of a board of 5×5.
pub(crate) fn refuse(cell: Cell) -> Message {
    match five::set_of(cell) & five::BORDER != 0 {
        true => refusals::PLACE_TAKEN.with(cell),
        false => refusals::PLACE_BORDER.say(),
    }
}

/// Splits a typed turn into its first cell and the marked ones after it: `b1-b2=b3` is `b1`,
/// then `-` `b2`, then `=` `b3`. `None` if it is not of that form.
pub(crate) fn split_path(text: &str, marks: &[char]) -> Option<(Cell, Vec<(char, Cell)>)> {
    let (first, mut rest) = split_cell(text)?;
    let mut path = Vec::new();
    while let Some(mark) = rest.chars().next() {
        let (cell, after) = split_cell(rest.strip_prefix(marks)?)?;
        path.push((mark, cell));
        rest = after;
    }
    Some((first, path))
}
