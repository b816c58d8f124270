//! What the solvers ask of a game's numbering, against its rules.

use std::collections::{HashMap, HashSet};

use damier_core::any::{Opened, position_text};
use damier_core::game::Game;
use damier_core::random::Random;
use damier_games::Visitor;
use damier_index::{
    Counting, Dense, Index, Keyed, PositionOf, STABILISER_UNIT, Slot, Solvable, SolverChoice,
    Sparse, quick_tiers,
};

use super::{each, index};

/// What the solvers ask of the numbering, compared with plain rules on random positions.
#[derive(Clone, Copy)]
struct Numbering;

impl Visitor for Numbering {
    type Output = ();

    fn visit<G: Solvable>(self, opened: Opened<G>) {
        let (game, index) = (opened.game, index(opened.game));
        let mut random = Random::new(5);
        let tiers = quick_tiers(&index);
        for round in 0..3000 {
            let tier = round % tiers;
            let number = random.below(index.tiers()[tier].slots() as usize) as u64;
            let Some(position) = index.unrank(Slot { tier, number }) else { continue };
            let about = position_text(&game, &position);
            assert_eq!(index.rank(&position), Some(Slot { tier, number }), "{about}");
            for s in 0..G::SYMMETRIES {
                let image = game.map_position(s, &position);
                assert_eq!(index.rank(&image), Some(Slot { tier, number }), "{about} {s}");
            }
            let images: HashSet<G::Position> =
                (0..G::SYMMETRIES).map(|s| game.map_position(s, &position)).collect();
            assert_eq!(index.weight(&position), images.len() as u64, "{about}");
            weights_are_right::<G>(&index, Slot { tier, number });
            unranking_together_is_unranking_one_by_one::<G>(&index, Slot { tier, number });
            index.solver(Backwards { position });
        }
    }
}

#[test]
fn numbers_and_predecessors_are_right() {
    each(Numbering);
}

/// Compares what a solver is told about going back from a position with the rules.
struct Backwards<P> {
    position: P,
}

impl<I: Index> SolverChoice<I> for Backwards<PositionOf<I>> {
    type Output = ();

    fn dense(self, index: &I)
    where
        I: Dense,
    {
        let slot = index.rank(&self.position).expect("it has a number");
        index.predecessors(&self.position, &mut |before| {
            assert!(index.game().outcome(&before).is_none());
            assert!(turns_to(index, &before, slot) > 0, "{}", text(index, &before));
        });
        each_turn_inside(index, &self.position, |after, _| {
            let mut known = false;
            index.predecessors(after, &mut |before| known |= index.rank(&before) == Some(slot));
            assert!(known, "{} -> {}", text(index, &self.position), text(index, after));
        });
    }

    fn counting(self, index: &I)
    where
        I: Counting,
    {
        let position = &self.position;
        let slot = index.rank(position).expect("it has a number");
        let units = counted_back(index, slot);
        for (&before, &units) in &units {
            let before = Slot { number: before, ..slot };
            let from = index.unrank(before).expect("a position");
            assert!(index.game().outcome(&from).is_none());
            let turns = turns_to(index, &from, slot);
            assert_eq!(units, turns * STABILISER_UNIT, "{}", text(index, &from));
        }
        each_turn_inside(index, position, |after, to| {
            let units = counted_back(index, to).get(&slot.number).copied().unwrap_or(0);
            let turns = turns_to(index, position, to);
            assert_eq!(units, turns * STABILISER_UNIT, "{}", text(index, after));
        });
        let mut exits = HashSet::new();
        let left_out = index.exits(position, &mut |turn| assert!(exits.insert(turn)));
        let all = index.game().all_turns(position);
        assert_eq!(exits.len() + left_out as usize, all.len(), "{}", text(index, position));
        for turn in all.into_iter().filter(|turn| !exits.contains(turn)) {
            let after = index.game().play(position, turn);
            assert!(index.game().outcome(&after).is_none());
            assert_eq!(group(index, index.rank(&after).expect("a number")), group(index, slot));
        }
    }

    /// Tested where the game is: what a key forbids is the game's own affair.
    fn keyed(self, _: &I)
    where
        I: Keyed,
    {
    }

    fn sparse(self, _: &I)
    where
        I: Sparse,
    {
        unreachable!("these games have tests of their own");
    }
}

fn text<I: Index>(index: &I, position: &PositionOf<I>) -> String {
    position_text(index.game(), position)
}

/// How many turns lead from a position to another, or an image of it.
fn turns_to<I: Index>(index: &I, from: &PositionOf<I>, to: Slot) -> u32 {
    let game = index.game();
    let after = game.all_turns(from).into_iter().map(|turn| game.play(from, turn));
    let there =
        |after: &PositionOf<I>| game.outcome(after).is_none() && index.rank(after) == Some(to);
    after.filter(there).count() as u32
}

/// The predecessors of a number, each with what its turns count for together; all are in the block
/// that is named for them.
fn counted_back<I: Counting>(index: &I, slot: Slot) -> HashMap<u64, u32> {
    let Slot { tier, number } = slot;
    let Some(reversed) = index.reversed(slot) else { return HashMap::new() };
    assert_eq!(index.reversed(Slot { tier, number: reversed }), Some(number));
    let block = index.block_start(Slot { tier, number: reversed });
    let mut all = HashMap::new();
    index.predecessor_numbers(Slot { tier, number: reversed }, &mut |number, units| {
        assert_eq!(index.block_start(Slot { tier, number }), block);
        *all.entry(number).or_default() += units;
    });
    all
}

/// Which tier, and which group there.
fn group<I: Index>(index: &I, slot: Slot) -> (usize, usize) {
    let tier = &index.tiers()[slot.tier];
    (slot.tier, tier.group_ends.partition_point(|end| *end <= slot.number))
}

/// Calls `visit` with some positions that turns inside the group lead to.
fn each_turn_inside<I: Index>(
    index: &I,
    position: &PositionOf<I>,
    visit: impl Fn(&PositionOf<I>, Slot),
) {
    let (game, slot) = (index.game(), index.rank(position).expect("it has a number"));
    let turns = game.all_turns(position);
    for turn in turns.iter().step_by(turns.len().div_ceil(20).max(1)) {
        let after = game.play(position, *turn);
        if game.outcome(&after).is_none() {
            let to = index.rank(&after).expect("a number");
            let needed = index.tiers()[slot.tier].needs.contains(&to.tier);
            assert!(to.tier == slot.tier || needed, "{}", text(index, &after));
            if group(index, to) == group(index, slot) {
                visit(&after, to);
            }
        }
    }
}

/// What is said about the weights of a number and those after it is so.
fn weights_are_right<G: Solvable>(index: &G::Index, slot: Slot) {
    let (weight, until) = index.weight_at(slot);
    assert!(until > slot.number);
    let numbers = (slot.number..until).step_by((until - slot.number).div_ceil(10) as usize);
    for number in numbers.chain([until - 1]) {
        if let Some(position) = index.unrank(Slot { tier: slot.tier, number }) {
            assert_eq!(index.weight(&position), weight, "{slot:?} {number}");
        }
    }
}

fn unranking_together_is_unranking_one_by_one<G: Solvable>(index: &G::Index, slot: Slot) {
    let Slot { tier, number } = slot;
    let end = index.tiers()[tier].slots().min(number + 100);
    let mut list = Vec::new();
    index.unrank_range(tier, number..end, &mut list);
    let single = (number..end).map(|number| index.unrank(Slot { tier, number }));
    assert_eq!(list, single.collect::<Vec<_>>());
}
