//! What clicks and turns look like: effects become the marks of a [`Scene`]. A front end shows
//! the turn being entered with [`entering`] and the last one with [`last_turn`]; neither knows a
//! rule.

use crate::any::{Entering, Offer};
use crate::cell::Cell;
use crate::entry::{Click, Effect, apply};
use crate::side::Side;
use crate::view::{LastTurn, Scene, TargetKind, View};

/// What a turn with these effects, click by click, did.
#[must_use]
pub fn last_turn(effects: &[Vec<Effect>]) -> LastTurn {
    let mut last = LastTurn::default();
    for together in effects {
        // The mover is where the path ends; in a swap its partner comes to where it was.
        let mover = last.path.last().copied();
        let mut moved = false;
        for effect in together {
            match *effect {
                Effect::Place { cell, .. } => last.path.push(cell),
                Effect::Spin { quarters } => last.turned += 90 * i16::from(quarters),
                Effect::Move { from, to } if !moved && mover.is_none_or(|cell| cell == from) => {
                    last.path.extend(mover.is_none().then_some(from));
                    last.path.push(to);
                    moved = true;
                }
                Effect::Move { to, .. } => last.also.push(to),
                Effect::Remove { .. } => {}
            }
        }
    }
    last
}

/// The board as it stands while `side` enters a turn: the effects so far have happened, taken
/// pawns are still there but marked, and so is every cell that can be clicked next, except own
/// pawns that may be chosen.
#[must_use]
pub fn entering(view: &View, before: &Scene, side: Side, entering: &Entering) -> Scene {
    let mut scene = before.clone();
    for (click, effects) in entering.clicks.iter().zip(&entering.effects) {
        follow(view, &mut scene, *click, effects);
    }
    for offer in &entering.next {
        let Click::Cell(cell) = offer.click else { continue };
        let pawn = scene.pieces.iter().find(|(c, _)| *c == cell).map(|(_, side)| *side);
        match pawn {
            Some(owner) if offer.effects.is_empty() && owner == side => {}
            Some(_) if offer.effects.is_empty() => scene.attacked.push(cell),
            _ => scene.targets.push((cell, kind(cell, &offer.effects))),
        }
    }
    scene
}

/// Something to choose between that the notation has letters for, such as lines of pawns to take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The click that chooses it.
    pub click: Click,
    /// Its letter.
    pub tag: char,
    /// The pawns it takes off, from the one that is clicked outwards.
    pub cells: Vec<Cell>,
}

/// The choices among what can be clicked next.
#[must_use]
pub fn choices(entering: &Entering) -> Vec<Choice> {
    let choice = |offer: &Offer| {
        let gone = offer.effects.iter().filter_map(|effect| match effect {
            Effect::Remove { cell } => Some(*cell),
            _ => None,
        });
        let mut cells = Vec::new();
        for cell in gone {
            let at =
                cells.partition_point(|other| far(offer.click, *other) < far(offer.click, cell));
            cells.insert(at, cell);
        }
        Some(Choice { click: offer.click, tag: offer.tag?, cells })
    };
    entering.next.iter().filter_map(choice).collect()
}

/// How many steps a cell is away from a click.
fn far(click: Click, cell: Cell) -> u8 {
    match click {
        Click::Cell(c) => c.file().abs_diff(cell.file()).max(c.rank().abs_diff(cell.rank())),
        Click::Button(_) => 0,
    }
}

/// Makes one click on the board.
fn follow(view: &View, scene: &mut Scene, click: Click, effects: &[Effect]) {
    scene.last = None;
    for effect in effects {
        // A chain may come to a point where it took a pawn: that one is in the way no more.
        if let Effect::Move { to, .. } = effect
            && scene.taken.contains(to)
        {
            scene.pieces.retain(|(cell, _)| cell != to);
            scene.taken.retain(|cell| cell != to);
        }
    }
    let pawns = scene.pieces.clone();
    apply(view, &mut scene.pieces, effects);
    match click {
        Click::Cell(cell) if effects.is_empty() => scene.selected = Some(cell),
        _ => {}
    }
    let mover = scene.selected;
    for effect in effects {
        match *effect {
            // In a swap the partner comes from where the mover goes, but is another pawn.
            Effect::Move { from, to } if mover == Some(from) => {
                if scene.path.is_empty() {
                    scene.path.push(from);
                }
                scene.path.push(to);
                scene.selected = Some(to);
            }
            Effect::Remove { cell } => {
                scene.marks.retain(|mark| !mark.kind.removal);
                let gone = pawns.iter().find(|(c, _)| *c == cell);
                let free = !scene.pieces.iter().any(|(c, _)| *c == cell);
                if let Some(gone) = gone.filter(|_| free) {
                    scene.pieces.push(*gone);
                    scene.taken.push(cell);
                }
            }
            Effect::Place { side, .. } => {
                let hand = &mut scene.hand[side.index()];
                *hand = hand.saturating_sub(1);
            }
            _ => {}
        }
    }
}

/// What a click on `cell` with these effects does to what stands there.
fn kind(cell: Cell, effects: &[Effect]) -> TargetKind {
    let takes = |e: &Effect| matches!(e, Effect::Remove { cell: gone } if *gone == cell);
    let swaps = |e: &Effect| matches!(e, Effect::Move { from, .. } if *from == cell);
    match () {
        () if effects.iter().any(takes) => TargetKind::Take,
        () if effects.iter().any(swaps) => TargetKind::Swap,
        () => TargetKind::Go,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{CellStyle, Material};

    fn cell(name: &str) -> Cell {
        Cell::read(name).unwrap()
    }

    fn step(from: &str, to: &str) -> Effect {
        Effect::Move { from: cell(from), to: cell(to) }
    }

    #[test]
    fn the_last_turn_tells_the_mover_from_the_moved() {
        let swap = vec![step("b2", "b3"), step("b3", "b2")];
        let last = last_turn(&[vec![], vec![step("b1", "b2")], swap]);
        assert_eq!(last.path, ["b1", "b2", "b3"].map(cell));
        assert_eq!(last.also, ["b2"].map(cell));
        assert_eq!(last_turn(&[vec![Effect::Spin { quarters: -1 }]]).turned, -90);
    }

    #[test]
    fn a_swap_follows_the_pawn_that_was_chosen() {
        let view = View::grid(CellStyle::Point, 5, 5, [Material::Ivory, Material::Ebony]);
        let pieces = vec![(cell("a1"), Side::Light), (cell("b1"), Side::Dark)];
        let before = Scene { pieces, ..Scene::default() };
        let click = |name| Click::Cell(cell(name));
        let now = Entering {
            clicks: vec![click("a1"), click("b1")],
            effects: vec![vec![], vec![step("a1", "b1"), step("b1", "a1")]],
            next: Vec::new(),
            turn: None,
            after: None,
            text: String::new(),
        };
        let scene = entering(&view, &before, Side::Light, &now);
        assert_eq!((scene.selected, scene.path), (Some(cell("b1")), vec![cell("a1"), cell("b1")]));
        assert!(scene.pieces.contains(&(cell("b1"), Side::Light)));
    }

    #[test]
    fn a_chain_may_come_to_where_it_took_a_pawn() {
        let view = View::grid(CellStyle::Point, 5, 5, [Material::Ivory, Material::Ebony]);
        let pieces = vec![(cell("a1"), Side::Light), (cell("c1"), Side::Dark)];
        let before = Scene { pieces, ..Scene::default() };
        let click = |name| Click::Cell(cell(name));
        let now = Entering {
            clicks: ["a1", "b1", "b2", "c1", "d1"].map(click).to_vec(),
            effects: vec![
                vec![],
                vec![step("a1", "b1"), Effect::Remove { cell: cell("c1") }],
                vec![step("b1", "b2")],
                vec![step("b2", "c1")],
                vec![step("c1", "d1")],
            ],
            next: Vec::new(),
            turn: None,
            after: None,
            text: String::new(),
        };
        let scene = entering(&view, &before, Side::Light, &now);
        assert_eq!(scene.pieces, [(cell("d1"), Side::Light)]);
        assert!(scene.taken.is_empty());
    }

    #[test]
    fn choices_are_offers_with_a_letter_and_their_pawns_from_the_nearest_outwards() {
        let remove = |name| Effect::Remove { cell: cell(name) };
        let offer = |name, effects, tag| Offer {
            click: Click::Cell(cell(name)),
            effects,
            tag,
            turn: None,
            after: None,
        };
        let now = Entering {
            clicks: vec![Click::Cell(cell("b2")), Click::Cell(cell("b3"))],
            effects: vec![vec![], vec![step("b2", "b3")]],
            next: vec![
                offer("b4", vec![remove("b5"), remove("b4")], Some('A')),
                offer("b1", vec![remove("b1")], Some('W')),
                offer("c3", vec![step("b3", "c3")], None),
            ],
            turn: None,
            after: None,
            text: String::new(),
        };
        let found = choices(&now);
        assert_eq!(found.iter().map(|choice| choice.tag).collect::<Vec<_>>(), ['A', 'W']);
        assert_eq!(found[0].cells, ["b4", "b5"].map(cell));
        assert_eq!(found[1].click, Click::Cell(cell("b1")));
    }

    #[test]
    fn a_chain_shows_its_path_and_the_pawns_it_took() {
        let view = View::grid(CellStyle::Point, 5, 5, [Material::Ivory, Material::Ebony]);
        let pieces = vec![
            (cell("a1"), Side::Light),
            (cell("c1"), Side::Dark),
            (cell("b4"), Side::Dark),
            (cell("e5"), Side::Light),
        ];
        let before = Scene { pieces, ..Scene::default() };
        let take = vec![step("a1", "b1"), Effect::Remove { cell: cell("c1") }];
        let click = |name| Click::Cell(cell(name));
        let offer = |name, effects| Offer {
            click: click(name),
            effects,
            tag: None,
            turn: None,
            after: None,
        };
        let now = Entering {
            clicks: vec![click("a1"), click("b1")],
            effects: vec![vec![], take],
            next: vec![
                offer("b2", vec![step("b1", "b2")]),
                offer("b4", vec![Effect::Remove { cell: cell("b4") }]),
                offer("e5", vec![]),
            ],
            turn: None,
            after: None,
            text: String::new(),
        };
        let scene = entering(&view, &before, Side::Light, &now);
        assert_eq!(scene.path, ["a1", "b1"].map(cell));
        assert_eq!((scene.selected, scene.taken), (Some(cell("b1")), vec![cell("c1")]));
        let targets = [(cell("b2"), TargetKind::Go), (cell("b4"), TargetKind::Take)];
        assert_eq!(scene.targets, targets);
        assert!(scene.attacked.is_empty(), "an own pawn is no attacked one");
        assert_eq!(scene.pieces.len(), 4, "taken pawns stay until the turn is made");
    }
}
