//! Numbers for the positions of Fraha. The two players play by different rules, so a position is
//! numbered by who is to move, the orbit of the white pawns and the black pawns mapped likewise.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use damier_core::bits::bits;
use damier_core::{Game, Side, Symmetric};
use damier_index::{
    Dense, Distance, Index, Orbits, Ranker, SetMaps, Slot, Solvable, SolverChoice, Symmetries,
    Tier, binomial,
};

use super::Fraha;
use super::board::{HOME, Position, STEPS, Sent, TRACKS, Turn};
use super::turns::targets;
use crate::five::{self, CELLS, NEIGHBOURS};

/// The pawns of each player.
const PAWNS: u32 = 4;
/// Stands for no number.
const NONE: u32 = u32::MAX;

/// The numbering of Fraha's positions.
pub struct FrahaIndex {
    game: Fraha,
    tiers: [Tier; 1],
    /// Made when it is first needed.
    numbers: OnceLock<Numbers>,
}

/// What ranks and unranks.
struct Numbers {
    ranker: Ranker,
    maps: SetMaps,
    orbits: Orbits,
    /// For each orbit of four cells its number among those that white pawns can have.
    white_numbers: Vec<u32>,
    /// The orbits that white pawns can have.
    whites: Vec<usize>,
    /// For the rank of each four cells their number among those that black pawns can have.
    black_numbers: Vec<u32>,
    /// The sets that black pawns can have.
    blacks: Vec<u32>,
}

/// How many orbits of sets white pawns can have, so that nothing is listed before it is needed.
const WHITES: u64 = 820;
/// How many sets black pawns can have.
const BLACKS: u64 = 966;
/// How many numbers each player to move has.
const HALF: u64 = WHITES * BLACKS;

impl Solvable for Fraha {
    type Index = FrahaIndex;
}

/// Whether four pawns of this player can stand so: on the tracks, at most one away from home.
fn possible(side: Side, set: u32) -> bool {
    set & !TRACKS == 0 && (set & !HOME[side.index()]).count_ones() <= 1
}

/// The numbers of the sets that are possible, and the sets by their numbers.
fn numbered<T>(all: impl Iterator<Item = (T, bool)>) -> (Vec<u32>, Vec<T>) {
    let (mut numbers, mut list) = (Vec::new(), Vec::new());
    for (item, possible) in all {
        numbers.push(if possible { list.len() as u32 } else { NONE });
        if possible {
            list.push(item);
        }
    }
    (numbers, list)
}

impl Numbers {
    fn new() -> Numbers {
        let symmetries = Symmetries::new(CELLS as u32, Fraha::SYMMETRIES, |s, bit| {
            u32::from(five::map_bit(s, bit as u8))
        });
        let (ranker, maps) = (Ranker::new(CELLS as u32, PAWNS), symmetries.set_maps());
        let orbits = Orbits::new(&ranker, &maps, PAWNS);
        let white = |orbit| {
            let (set, _) = orbits.representative(orbit);
            (orbit, possible(Side::Light, set as u32))
        };
        let (white_numbers, whites) = numbered((0..orbits.count()).map(white));
        let sets =
            (0..binomial(CELLS as u64, PAWNS.into())).map(|rank| ranker.unrank(PAWNS, rank) as u32);
        let (black_numbers, blacks) = numbered(sets.map(|set| (set, possible(Side::Dark, set))));
        assert_eq!((whites.len() as u64, blacks.len() as u64), (WHITES, BLACKS));
        Numbers { ranker, maps, orbits, white_numbers, whites, black_numbers, blacks }
    }

    #[inline(always)]
    fn black_number(&self, set: u64) -> u64 {
        u64::from(self.black_numbers[self.ranker.rank(set) as usize])
    }

    /// The number without the player to move.
    #[inline(always)]
    fn number(&self, white: u64, black: u64) -> u64 {
        let (orbit, s) = self.orbits.find(self.ranker.rank(white));
        let (_, stabiliser) = self.orbits.representative(orbit);
        let black = self.maps.map(s, black);
        let mut place = self.black_number(black);
        if stabiliser != 1 {
            for t in (1..self.maps.count()).filter(|t| stabiliser >> t & 1 == 1) {
                place = place.min(self.black_number(self.maps.map(t, black)));
            }
        }
        u64::from(self.white_numbers[orbit]) * BLACKS + place
    }
}

impl FrahaIndex {
    #[inline(always)]
    fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(Numbers::new)
    }
}

impl Index for FrahaIndex {
    type Game = Fraha;
    const VERSION: u32 = 1;
    const KEYS: u8 = 0;
    const DISTANCE: Distance = Distance::End;

    fn new(game: Fraha) -> Option<FrahaIndex> {
        let tiers = [Tier { name: "all".into(), group_ends: vec![2 * HALF], needs: 0..0 }];
        Some(FrahaIndex { game, tiers, numbers: OnceLock::new() })
    }

    fn game(&self) -> &Fraha {
        &self.game
    }

    fn rules(&self) -> String {
        let chosen = [(self.game.one, "teleport=one"), (self.game.goals.bent, "line=bent")];
        let names: Vec<&str> = chosen.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
        names.join(",")
    }

    fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    #[inline(always)]
    fn rank(&self, position: &Position) -> Option<Slot> {
        let [white, black] = position.pawns.map(u64::from);
        let half = position.to_move.index() as u64 * HALF;
        Some(Slot { tier: 0, number: half + self.numbers().number(white, black) })
    }

    #[inline(always)]
    fn unrank(&self, slot: Slot) -> Option<Position> {
        let numbers = self.numbers();
        let (side, number) = ((slot.number / HALF) as usize, slot.number % HALF);
        let (white, black) = ((number / BLACKS) as usize, (number % BLACKS) as usize);
        let (white, _) = numbers.orbits.representative(numbers.whites[white]);
        let black = numbers.blacks[black];
        let position = Position::new([white as u32, black], *Side::BOTH.get(side)?);
        let used = white as u32 & black == 0
            && self.game.outcome(&position).is_none()
            && numbers.number(white, black.into()) == number;
        used.then_some(position)
    }

    fn weight(&self, position: &Position) -> u64 {
        let maps = &self.numbers().maps;
        let [white, black] = position.pawns.map(u64::from);
        let same = |s: &usize| maps.map(*s, white) == white && maps.map(*s, black) == black;
        (maps.count() / (0..maps.count()).filter(same).count()) as u64
    }

    fn shipped() -> &'static [&'static [u8]] {
        &[]
    }

    fn solver<C: SolverChoice<Self>>(&self, choice: C) -> C::Output {
        choice.dense(self)
    }
}

impl Dense for FrahaIndex {
    /// Everything is one group, so only the ends of the game count. A turn that completes the
    /// opponent's figure by a teleport is left out: whoever can do that can also send the pawn
    /// elsewhere, so a position is never lost for want of other turns.
    #[inline(always)]
    fn exits(&self, position: &Position, visit: &mut impl FnMut(Turn)) -> bool {
        let (own, enemy) = position.sets();
        let (side, empty) = (position.to_move, TRACKS & !(own | enemy));
        for from in bits(own) {
            for to in bits(STEPS[side.index()][from as usize] & empty) {
                let step = Sent { from: from as u8, to: to as u8 };
                if self.game.goals.reached(side, own ^ step.change()) {
                    visit(Turn::step(step));
                }
            }
        }
        true
    }

    /// The opponent's pawn steps back, and the pawns it sent away return next to where it had
    /// come. Which of them were sent, and from where, is tried out.
    fn predecessors(&self, after: &Position, visit: &mut impl FnMut(Position)) {
        let (own, enemy) = after.sets();
        let mover = after.to_move.other();
        let home = HOME[mover.index()];
        for to in bits(enemy & home) {
            for from in bits(NEIGHBOURS[to as usize] & TRACKS & !enemy) {
                let before = enemy ^ 1 << to ^ 1 << from;
                if possible(mover, before) {
                    self.unsend(after, Board { mover, before, own, from, to }, visit);
                }
            }
        }
    }
}

/// A position whose last step has been taken back, but not yet its teleports.
struct Board {
    mover: Side,
    /// The mover's pawns before the turn.
    before: u32,
    /// The other player's pawns after the turn.
    own: u32,
    from: u32,
    to: u32,
}

impl FrahaIndex {
    /// Tries all sets of pawns that may have been sent away.
    fn unsend(&self, after: &Position, board: Board, visit: &mut impl FnMut(Position)) {
        let Board { mover, before, own, from, to } = board;
        let near = NEIGHBOURS[to as usize] & TRACKS & !before;
        for left in subsets(near).filter(|left| left.count_ones() <= 3) {
            for sent in subsets(own).filter(|sent| sent.count_ones() == left.count_ones()) {
                let others = own & !sent;
                let own = others | left;
                let blocked = others & left != 0 || own >> from & 1 == 1;
                if blocked || !possible(mover.other(), own) {
                    continue;
                }
                let attacked = near & targets(mover, own);
                let right = match self.game.one {
                    true if attacked != 0 => left.is_power_of_two() && left & attacked == left,
                    _ => left == attacked,
                };
                // One pawn sent to another cell is always legal; for more it depends on order.
                if right && (sent != left || left == 0) {
                    let position = self.position(mover, before, own);
                    let certain = left & left.wrapping_sub(1) == 0;
                    if self.game.outcome(&position).is_none()
                        && (certain || self.leads(&position, after))
                    {
                        visit(position);
                    }
                }
            }
        }
    }

    fn position(&self, mover: Side, own: u32, enemy: u32) -> Position {
        let pawns = match mover {
            Side::Light => [own, enemy],
            Side::Dark => [enemy, own],
        };
        Position::new(pawns, mover)
    }

    /// Whether some turn leads from one position to the other.
    fn leads(&self, before: &Position, after: &Position) -> bool {
        let found =
            self.game.turns(before, &mut |turn| match self.game.play(before, turn) == *after {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
        found.is_break()
    }
}

/// All subsets of a set, the empty one first.
fn subsets(set: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0u32);
    std::iter::from_fn(move || {
        let this = next?;
        let after = this.wrapping_sub(set) & set;
        next = (after != 0).then_some(after);
        Some(this)
    })
}
