//! Finds puzzles of a game: many positions are looked at, and of what they hold as many of each kind
//! are kept as wanted, no two alike. The same seed gives the same puzzles, whatever number of threads
//! looks for them.

use std::collections::HashSet;

use damier_core::any::{Opened, position_text, turn_text};
use damier_core::random::Random;
use damier_core::value::Oracle;
use damier_index::{Index, Slot, Solvable};
use rayon::prelude::*;

use crate::compose::{Composed, Composer};
use crate::source::Source;
use crate::text::{Kind, Puzzle};
use crate::{difficulty, theme};

/// How many positions are looked at between two looks at what is still wanted.
const BATCH: u64 = 512;
/// After how many positions without anything new the kinds are no longer kept apart, and after how
/// many more there is nothing more to be found.
const PATIENCE: u64 = 300_000;
/// Of 100 puzzles: wins in one turn, other wins, draws to be saved; the rest are traps.
const EASY: usize = 3;
const WINS: usize = 57;
const SAVES: usize = 24;

/// What to find.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How many puzzles.
    pub count: usize,
    /// What chance decides.
    pub seed: u64,
}

/// A position up to symmetry.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord, Clone, Debug)]
pub enum Shape {
    /// By its number, which the other colour's positions share where it plays alike.
    Number(Slot),
    /// By the first of its images in writing, where it has no number.
    Text(String),
}

impl Shape {
    /// The shape of a position.
    pub fn of<G: Solvable>(index: &G::Index, position: &G::Position) -> Shape {
        if let Some(slot) = index.rank(position) {
            return Shape::Number(slot);
        }
        let game = index.game();
        let image = |s| position_text(game, &game.map_position(s, position));
        Shape::Text((0..G::SYMMETRIES).map(image).min().unwrap_or_default())
    }
}

/// The kinds as they are counted.
fn class(kind: Kind) -> usize {
    match kind {
        Kind::Win(Some(1)) => 0,
        Kind::Win(_) => 1,
        Kind::Save => 2,
        Kind::Trap => 3,
    }
}

/// What has been found, and what is still wanted.
struct Found<G: Solvable> {
    puzzles: Vec<Composed<G>>,
    shapes: HashSet<Shape>,
    /// How many of each class may still be taken.
    room: [usize; 4],
    count: usize,
}

impl<G: Solvable> Found<G> {
    fn new(count: usize) -> Found<G> {
        let of = |percent: usize| (count * percent).div_ceil(100);
        let easy = count * EASY / 100;
        let room = [easy, of(WINS), of(SAVES), of(100 - EASY - WINS - SAVES)];
        Found { puzzles: Vec::new(), shapes: HashSet::new(), room, count }
    }

    fn is_complete(&self) -> bool {
        self.puzzles.len() >= self.count
    }

    /// Whatever kind turns up is taken, but not more easy ones.
    fn open_to_all(&mut self) {
        self.room = [self.room[0], self.count, self.count, self.count];
    }

    /// Takes a puzzle in, unless there is one like it.
    fn take(&mut self, index: &G::Index, puzzle: &Composed<G>) -> bool {
        let class = class(puzzle.kind);
        if self.is_complete() || self.room[class] == 0 {
            return false;
        }
        let asked = puzzle.asked(index.game());
        let shapes: Vec<Shape> = asked.iter().map(|at| Shape::of::<G>(index, at)).collect();
        if shapes.iter().any(|shape| self.shapes.contains(shape)) {
            return false;
        }
        self.shapes.extend(shapes);
        self.room[class] -= 1;
        self.puzzles.push(puzzle.clone());
        true
    }
}

/// Finds puzzles, easy ones first; fewer than wanted if a long search finds no more. `progress` is
/// told how many there are.
pub fn generate<G: Solvable>(
    opened: &Opened<G>,
    index: &G::Index,
    oracle: &dyn Oracle<G>,
    wanted: Wanted,
    progress: &dyn Fn(usize),
) -> Vec<Puzzle> {
    let found = search(opened, index, oracle, wanted, progress);
    let mut puzzles: Vec<Puzzle> =
        found.par_iter().map(|composed| written(opened, composed)).collect();
    puzzles.sort_by(|a, b| (a.rating, &a.position).cmp(&(b.rating, &b.position)));
    puzzles
}

fn search<G: Solvable>(
    opened: &Opened<G>,
    index: &G::Index,
    oracle: &dyn Oracle<G>,
    wanted: Wanted,
    progress: &dyn Fn(usize),
) -> Vec<Composed<G>> {
    let composer = Composer::new(opened.game, oracle);
    let source = Source::new(index);
    let mut found = Found::<G>::new(wanted.count);
    let (mut drawn, mut idle, mut opened_to_all) = (0, 0, false);
    while !found.is_complete() {
        let room = found.room;
        let look = |number: u64| {
            // Positions of different numbers must not share their chances.
            let mut random = Random::new(Random::new(wanted.seed).bits().wrapping_add(number));
            let position = source.draw(&mut Random::new(random.bits()))?;
            composer.compose(&position, |kind| room[class(kind)] > 0)
        };
        let batch: Vec<Option<Composed<G>>> =
            (drawn..drawn + BATCH).into_par_iter().map(look).collect();
        drawn += BATCH;
        let taken = batch.into_iter().flatten().filter(|puzzle| found.take(index, puzzle)).count();
        progress(found.puzzles.len());
        idle = if taken > 0 { 0 } else { idle + BATCH };
        let filled = found.room[1..].iter().all(|room| *room == 0);
        match (idle > PATIENCE || filled, opened_to_all) {
            (true, false) => {
                found.open_to_all();
                (idle, opened_to_all) = (0, true);
            }
            (true, true) if !filled => break,
            _ => {}
        }
    }
    found.puzzles
}

/// A puzzle with everything that is said about it.
fn written<G: Solvable>(opened: &Opened<G>, composed: &Composed<G>) -> Puzzle {
    let game = &opened.game;
    let (mut now, mut line, mut turns) = (composed.position, Vec::new(), Vec::new());
    for accepted in &composed.line {
        let text = |turn: &G::Turn| (turn_text(game, &now, *turn), *turn);
        let mut texts: Vec<(String, G::Turn)> = accepted.iter().map(text).collect();
        texts.sort_by(|(a, _), (b, _)| a.cmp(b));
        // Of several turns the first in writing stands for all.
        turns.push(texts[0].1);
        now = game.play(&now, texts[0].1);
        line.push(texts.into_iter().map(|(text, _)| text).collect());
    }
    Puzzle {
        kind: composed.kind,
        rating: difficulty::rating(opened, composed),
        themes: theme::themes(game, composed.position, turns),
        position: position_text(game, &composed.position),
        line,
    }
}
