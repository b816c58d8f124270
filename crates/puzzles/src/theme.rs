//! What a solution is about, told from what its turns do on the board: the same for every game.

use std::collections::BTreeSet;

use damier_core::Cell;
use damier_core::entry::{Effect, Step};
use damier_core::game::Playable;

/// What a solution is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// An enemy pawn is taken.
    Capture,
    /// Several are taken in one turn.
    Several,
    /// A pawn goes more than one step in a turn.
    Chain,
    /// Two pawns change places.
    Swap,
    /// An enemy pawn is sent elsewhere.
    Teleport,
    /// A part of the board turns.
    Rotation,
    /// A pawn comes from the hand.
    Placement,
    /// The solver gives a pawn.
    Sacrifice,
    /// The opponent is left without a turn.
    Blockade,
    /// Nothing but a step to a free cell.
    Quiet,
}

/// Every theme with its letter in files and its name for programs.
const NAMES: [(Theme, char, &str); 10] = [
    (Theme::Capture, 'c', "capture"),
    (Theme::Several, 'm', "several"),
    (Theme::Chain, 'n', "chain"),
    (Theme::Swap, 'x', "swap"),
    (Theme::Teleport, 't', "teleport"),
    (Theme::Rotation, 'r', "rotation"),
    (Theme::Placement, 'p', "placement"),
    (Theme::Sacrifice, 's', "sacrifice"),
    (Theme::Blockade, 'b', "blockade"),
    (Theme::Quiet, 'q', "quiet"),
];

impl Theme {
    /// Its letter in files.
    #[must_use]
    pub fn letter(self) -> char {
        NAMES[self as usize].1
    }

    /// The theme of a letter.
    #[must_use]
    pub fn read(letter: char) -> Option<Theme> {
        NAMES.iter().find(|(_, other, _)| *other == letter).map(|(theme, ..)| *theme)
    }

    /// Its name for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES[self as usize].2
    }
}

/// What a turn does on the board.
#[derive(Default)]
struct TurnSummary {
    /// Enemy pawns that leave the board.
    taken: usize,
    /// Steps of the pawn that moves first.
    steps: usize,
    swaps: bool,
    sends: bool,
    spins: bool,
    places: bool,
}

fn summary<G: Playable>(game: &G, position: &G::Position, turn: G::Turn) -> TurnSummary {
    let steps = game.sequences(position, turn).into_iter().next().unwrap_or_default();
    let enemies = game.setup(position).pawns[game.to_move(position).other().index()];
    let is_enemy = |cell: Cell| G::LAYOUT.bit(cell).is_some_and(|bit| enemies >> bit & 1 == 1);
    let mut summary = TurnSummary::default();
    // Where the pawn that moves stands now.
    let mut pawn: Option<Cell> = None;
    for Step { effects, .. } in &steps {
        // The other pawn of a swap leaves the cell to which the first one goes.
        let before = pawn;
        for effect in effects {
            match *effect {
                Effect::Move { from, to } => {
                    let swap = effects.contains(&Effect::Move { from: to, to: from });
                    let own = before.map_or(!is_enemy(from), |at| at == from);
                    summary.swaps |= swap;
                    summary.sends |= !own && !swap;
                    if own {
                        (pawn, summary.steps) = (Some(to), summary.steps + 1);
                    }
                }
                Effect::Remove { cell } => summary.taken += usize::from(is_enemy(cell)),
                Effect::Place { .. } => summary.places = true,
                Effect::Spin { .. } => summary.spins = true,
            }
        }
    }
    summary
}

/// The themes of a solution: the turns of `line` are played from `position`, the solver's first.
pub(crate) fn themes<G: Playable>(
    game: &G,
    position: G::Position,
    line: impl IntoIterator<Item = G::Turn>,
) -> Vec<Theme> {
    let (mut found, mut now, solver) = (BTreeSet::new(), position, game.to_move(&position));
    for turn in line {
        let done = summary(game, &now, turn);
        if game.to_move(&now) == solver {
            let themes = [
                (Theme::Capture, done.taken == 1),
                (Theme::Several, done.taken > 1),
                (Theme::Chain, done.steps > 1),
                (Theme::Swap, done.swaps),
                (Theme::Teleport, done.sends),
                (Theme::Rotation, done.spins),
                (Theme::Placement, done.places),
            ];
            found.extend(themes.into_iter().filter(|(_, there)| *there).map(|(theme, _)| theme));
        } else if done.taken > 0 {
            found.insert(Theme::Sacrifice);
        }
        now = game.play(&now, turn);
    }
    if game.outcome(&now).is_some() && game.ended_without_turn(&now) {
        found.insert(Theme::Blockade);
    }
    if found.is_empty() {
        found.insert(Theme::Quiet);
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_name_themes() {
        for (i, (theme, letter, _)) in NAMES.iter().enumerate() {
            assert_eq!((theme.letter(), *theme as usize), (*letter, i));
            assert_eq!(Theme::read(*letter), Some(*theme));
        }
        assert_eq!(Theme::read('!'), None);
    }
}
