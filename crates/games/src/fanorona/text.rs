//! Positions and turns of Fanorona as text.

use damier_core::bits::Layout;
use damier_core::setup::{Setup, read_side};
use damier_core::{Message, Notation, Phrase, Side, phrase};

use super::board::{LAYOUT, Position, cell, cells};
use super::turn::Turn;
use super::vela::KEPT;
use super::{Fanorona, Rules, turns};
use crate::players::WHITE_AND_BLACK;

/// Pawns each player begins with.
const PAWNS: u32 = 22;

const OPEN_FORM: Phrase = phrase!("fanorona.open-form");
const OPEN_SCHADD: Phrase = phrase!("fanorona.open-schadd");
const OPEN_VELA: Phrase = phrase!("fanorona.open-vela");
const HUFF_OPTION: Phrase = phrase!("fanorona.huff-option");
const HUFF_ORDER: Phrase = phrase!("fanorona.huff-order");
const HUFF_PAWN: Phrase = phrase!("fanorona.huff-pawn");
const HUFF_VELA: Phrase = phrase!("fanorona.huff-vela");
const VELA_FORM: Phrase = phrase!("fanorona.vela-form");
const VELA_COUNT: Phrase = phrase!("fanorona.vela-count");

impl Notation for Fanorona {
    const LAYOUT: Layout = LAYOUT;
    const LETTERS: [char; 2] = ['w', 'b'];
    const KEYS: &'static [&'static str] = &["open", "huff", "vela"];

    fn name() -> Phrase {
        phrase!("fanorona.name")
    }

    fn sides() -> [Phrase; 2] {
        WHITE_AND_BLACK
    }

    fn check(&self, setup: &Setup) -> Result<Position, Message> {
        setup.at_most::<Fanorona>(PAWNS)?;
        let vela = setup.key("vela").map(|value| read_vela(setup, value)).transpose()?;
        let open = setup.key("open").map(|value| self.read_open(setup, value)).transpose()?;
        let huff = setup.key("huff").map(|value| self.read_huff(setup, value)).transpose()?;
        let (open, huff) = (open.unwrap_or(0), huff.unwrap_or(0));
        let Setup { pawns, to_move, .. } = *setup;
        let position = Position { pawns, huff, to_move, open, vela, over: None };
        let mut lost = pawns.map(|set| set == 0);
        if lost == [false; 2] {
            let (own, enemy) = position.sets();
            lost[to_move.index()] = !turns::has_turn(own, enemy, huff);
        }
        match setup.settle::<Fanorona>(lost)? {
            None => Ok(position),
            over => Ok(Position { huff: 0, open: 0, vela: None, over, ..position }),
        }
    }

    fn setup(&self, position: &Position) -> Setup {
        let mut keys = Vec::new();
        if position.open != 0 {
            let is_open = |side: &Side| position.open >> side.index() & 1 == 1;
            let open = Side::BOTH.into_iter().filter(is_open);
            keys.push(("open", open.map(|side| Self::LETTERS[side.index()]).collect()));
        }
        if position.huff != 0 {
            keys.push(("huff", cells(position.huff).iter().map(ToString::to_string).collect()));
        }
        if let Some(giver) = position.vela {
            let left = position.pawns[giver.index()].count_ones() - KEPT;
            keys.push(("vela", format!("{}{left}", Self::LETTERS[giver.index()])));
        }
        Setup { pawns: position.pawns, to_move: position.to_move, keys, over: position.over }
    }

    fn write_turn(&self, _: &Position, turn: Turn, out: &mut String) {
        let name = |bit: u32| cell(bit).name().map(char::from);
        if let Some(pawn) = turn.huffed() {
            out.push('*');
            out.extend(name(pawn));
            if turn.len() == 0 {
                return;
            }
            out.push(',');
        }
        let mut at = turn.from();
        out.extend(name(at));
        for step in turn.steps() {
            at = step.way().from(at);
            out.push('-');
            out.extend(name(at));
            if !turn.is_plain() {
                out.push(step.kind().letter());
            }
        }
    }
}

/// Reads the value of `vela`.
fn read_vela(setup: &Setup, value: &str) -> Result<Side, Message> {
    let form = || VELA_FORM.with(value);
    let (letter, number) = value.split_at_checked(1).ok_or_else(form)?;
    let giver = read_side::<Fanorona>(letter).ok_or_else(form)?;
    let left: u32 =
        number.parse().ok().filter(|n: &u32| n.to_string() == number).ok_or_else(form)?;
    let pawns = setup.count(giver);
    match left >= 1 && pawns.checked_sub(KEPT) == Some(left) {
        true => Ok(giver),
        false => {
            let name = Fanorona::sides()[giver.index()];
            Err(VELA_COUNT.with(value).with(name).with(pawns).with(KEPT))
        }
    }
}

impl Fanorona {
    /// Reads the value of `open`.
    fn read_open(self, setup: &Setup, value: &str) -> Result<u8, Message> {
        if self.rules != Rules::Sheet {
            return Err(OPEN_SCHADD.say());
        }
        if setup.key("vela").is_some() {
            return Err(OPEN_VELA.say());
        }
        match value {
            "w" => Ok(0b01),
            "b" => Ok(0b10),
            "wb" => Ok(0b11),
            _ => Err(OPEN_FORM.with(value)),
        }
    }

    /// Reads the value of `huff`.
    fn read_huff(self, setup: &Setup, value: &str) -> Result<u64, Message> {
        if !self.huff {
            return Err(HUFF_OPTION.say());
        }
        if setup.key("vela").is_some() {
            return Err(HUFF_VELA.say());
        }
        let named = setup.cells::<Fanorona>("huff")?;
        if !named.is_sorted_by(|a, b| a < b) {
            return Err(HUFF_ORDER.with(value));
        }
        let owner = setup.to_move.other();
        let pawns = setup.pawns[owner.index()];
        match named.iter().find(|cell| LAYOUT.set([**cell]) & pawns == 0) {
            Some(cell) => Err(HUFF_PAWN.with(value).with(*cell).with(Self::sides()[owner.index()])),
            None => Ok(LAYOUT.set(named)),
        }
    }
}
