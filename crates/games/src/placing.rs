//! The first phase that Achef and Rooya share: the players, in turn, place 8 pawns each on the
//! 16 border cells of a board of 5×5. What is still in hand follows from what stands on the
//! board, so a position only has to say that this phase lasts.

use damier_core::entry::split_cell;
use damier_core::setup::Setup;
use damier_core::{Cell, Message, Notation, Phrase, Side, phrase, refusals};

use crate::five::{BORDER, INNER, cells_of, set_of};

/// How many pawns each player has.
pub(crate) const PAWNS: u32 = 8;

/// The player who places first and opens the second phase, by the number of the value chosen for
/// [`BLACK_FIRST`](crate::players::BLACK_FIRST).
pub(crate) const fn beginner(chosen: usize) -> Side {
    match chosen {
        0 => Side::Dark,
        _ => Side::Light,
    }
}

/// The border cells that are free. Each player places 8 pawns on 16 cells, so while pawns are in
/// hand there is one, and there is none once all are placed.
#[inline]
pub(crate) const fn free(pawns: [u32; 2]) -> u32 {
    BORDER & !(pawns[0] | pawns[1])
}

/// The pawns still in hand while the phase lasts.
pub(crate) fn in_hand(pawns: [u32; 2]) -> [u8; 2] {
    pawns.map(|set| PAWNS.saturating_sub(set.count_ones()) as u8)
}

const HAND_FORM: Phrase = phrase!("placing.hand-form");
const HAND_EMPTY: Phrase = phrase!("placing.hand-empty");
const OFF_BORDER: Phrase = phrase!("placing.off-border");
const NOT_EIGHT: Phrase = phrase!("placing.not-eight");
const UNEVEN: Phrase = phrase!("placing.uneven");
const WRONG_SIDE: Phrase = phrase!("placing.wrong-side");

/// Whether the phase lasts, by the key `hand`, which is checked.
pub(crate) fn check_hand<G: Notation>(setup: &Setup, first: Side) -> Result<bool, Message> {
    let Some(value) = setup.key("hand") else { return Ok(false) };
    let hand = read_hand::<G>(value)
        .ok_or_else(|| HAND_FORM.with(value).with(G::LETTERS[0]).with(G::LETTERS[1]))?;
    let inside = (setup.pawns[0] | setup.pawns[1]) as u32 & INNER;
    if let Some(cell) = cells_of(inside).first() {
        return Err(OFF_BORDER.with(*cell));
    }
    for side in Side::BOTH {
        let (on_board, in_hand) = (setup.count(side), hand[side.index()]);
        if on_board + in_hand != PAWNS {
            let name = G::sides()[side.index()];
            return Err(NOT_EIGHT.with(name).with(on_board).with(in_hand));
        }
    }
    if hand == [0, 0] {
        return Err(HAND_EMPTY.with(value));
    }
    check_side::<G>(setup, first, hand, value)?;
    Ok(true)
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

/// The value of the key `hand` while the phase lasts.
pub(crate) fn hand_text<G: Notation>(pawns: [u32; 2]) -> String {
    let [light, dark] = in_hand(pawns);
    format!("{}{light}{}{dark}", G::LETTERS[0], G::LETTERS[1])
}

const PLACE_FIRST: Phrase = phrase!("placing.place-first");

/// The complaint about a move while pawns are in hand.
pub(crate) fn place_first() -> Message {
    PLACE_FIRST.say()
}

/// Why no pawn can be placed on `cell`.
pub(crate) fn refuse(cell: Cell) -> Message {
    match set_of(cell) & BORDER != 0 {
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
