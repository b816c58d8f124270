//! Fitting a network to positions: gradient descent (Adam) on the squared difference between the
//! expected result, which the network gives, and a mixture of the result and the search's opinion.

use std::fs::{self, File};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use damier_core::any::Opened;
use damier_core::bits::bits;
use damier_core::game::Complete;
use damier_core::random::Random;
use damier_core::{Cell, Lang};
use damier_games::Visitor;
use damier_games::net::{HIDDEN, ONE, OUTPUT, PHASES, POINTS, phase};
use damier_index::Solvable;

use rayon::prelude::*;

use crate::sample::{Sample, read_all};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, for its symmetries
    game: String,
    /// Files of positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How often all positions are gone through
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// The share of the result; the rest is the search's opinion
    #[arg(long, default_value_t = 0.4)]
    result: f32,
    /// The size of the first steps
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// What chance decides
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file of weights to write
    #[arg(long)]
    out: PathBuf,
}

/// Positions between two steps.
const BATCH: usize = 4096;
/// Those that one thread looks at together.
const PART: usize = 1024;
/// The greatest weight: that of an input is a byte in the end.
const LARGEST: f32 = i8::MAX as f32 / ONE as f32;
/// One block in so many is kept for checking.
const CHECK: usize = 20;
/// So many positions are a block: those of a game are alike, and should not be on both sides.
const BLOCK: usize = 2000;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut samples = Vec::new();
    for file in &args.files {
        samples.extend(read_all(File::open(file)?)?);
    }
    let sight = damier_games::visit(&args.game, "", Looking)
        .map_err(|message| anyhow!("{}", message.text(Lang::En)))?;
    if samples.len() < CHECK {
        bail!("there are only {} positions", samples.len());
    }
    let weights = fit(args, &samples, sight);
    fs::write(&args.out, weights.bytes())?;
    Ok(())
}

/// How the network of a game sees its positions.
struct Sight {
    shown: fn(u64, u64) -> Vec<u64>,
    /// For each symmetry of the board, where each bit goes.
    maps: Vec<Vec<u8>>,
}

struct Looking;

impl Visitor for Looking {
    type Output = Sight;

    fn visit<G: Solvable>(self, _: Opened<G>) -> Sight {
        Sight { shown: G::inputs, maps: (0..G::SYMMETRIES).map(maps_of::<G>).collect() }
    }
}

fn maps_of<G: Complete>(symmetry: usize) -> Vec<u8> {
    let layout = G::LAYOUT;
    let count = layout.cells().filter_map(|cell| layout.bit(cell)).max().map_or(0, |b| b + 1);
    let mut map: Vec<u8> = (0..count as u8).collect();
    for cell in layout.cells() {
        let image: Cell = G::map_cell(symmetry, cell);
        if let (Some(from), Some(to)) = (layout.bit(cell), layout.bit(image)) {
            map[from as usize] = to as u8;
        }
    }
    map
}

fn mapped(set: u64, map: &[u8]) -> u64 {
    bits(set).map(|bit| 1u64 << map[bit as usize]).sum()
}

/// The weights while they are fitted, in one row so that one loop makes a step.
struct Weights {
    shown: fn(u64, u64) -> Vec<u64>,
    /// The bits of the board.
    cells: usize,
    /// Those of all sets that are shown.
    inputs: usize,
    all: Vec<f32>,
}

impl Weights {
    fn new(sight: &Sight, random: &mut Random) -> Weights {
        let (shown, cells) = (sight.shown, sight.maps[0].len());
        let inputs = shown(0, 0).len() * cells;
        let mut all = vec![0.0; outputs(inputs, PHASES)];
        let mut small = |scale: f32| (random.below(2001) as f32 / 1000.0 - 1.0) * scale;
        all[..inputs * HIDDEN].fill_with(|| small(0.15));
        all[inputs * HIDDEN..(inputs + 1) * HIDDEN].fill_with(|| small(0.1) + 0.2);
        let first: Vec<f32> = (0..HIDDEN).map(|_| small(0.5)).collect();
        for p in 0..PHASES {
            all[outputs(inputs, p)..][..HIDDEN].copy_from_slice(&first);
        }
        Weights { shown, cells, inputs, all }
    }

    /// The inputs that a position sets.
    fn active(&self, own: u64, enemy: u64) -> Vec<usize> {
        let sets = (self.shown)(own, enemy);
        let inputs = |(i, set)| bits(set).map(move |bit| i * self.cells + bit as usize);
        sets.into_iter().enumerate().flat_map(inputs).collect()
    }

    /// The hidden layer, before it is clipped, and the output.
    fn forward(&self, active: &[usize], phase: usize) -> ([f32; HIDDEN], f32) {
        let mut hidden = [0.0; HIDDEN];
        hidden.copy_from_slice(&self.all[self.inputs * HIDDEN..][..HIDDEN]);
        for input in active {
            let row = &self.all[input * HIDDEN..][..HIDDEN];
            hidden.iter_mut().zip(row).for_each(|(h, w)| *h += w);
        }
        let output = &self.all[outputs(self.inputs, phase)..];
        let sum: f32 = hidden.iter().zip(output).map(|(h, w)| h.clamp(0.0, 1.0) * w).sum();
        (hidden, sum + output[HIDDEN])
    }

    /// The weights of the inputs as coarse as they will be: what is learned makes up for it.
    fn rounded(&self) -> Weights {
        let mut all = self.all.clone();
        let one = f32::from(ONE);
        all[..self.inputs * HIDDEN].iter_mut().for_each(|w| *w = (*w * one).round() / one);
        Weights { all, ..*self }
    }

    /// The weights as the program reads them.
    fn bytes(&self) -> Vec<u8> {
        let (inputs, words) = self.all.split_at(self.inputs * HIDDEN);
        let bytes = inputs.iter().map(|w| (w * f32::from(ONE)).round() as i8 as u8);
        let words = words.iter().enumerate().map(|(i, w)| {
            let one = if i < HIDDEN { f32::from(ONE) } else { OUTPUT as f32 };
            (w * one).round() as i16
        });
        bytes.chain(words.flat_map(i16::to_le_bytes)).collect()
    }
}

/// Where the output weights of a phase begin.
fn outputs(inputs: usize, phase: usize) -> usize {
    (inputs + 1) * HIDDEN + phase * (HIDDEN + 1)
}

fn expected(points: f32) -> f32 {
    1.0 / (1.0 + (-points).exp())
}

fn target(sample: &Sample, share: f32) -> f32 {
    let opinion = expected(f32::from(sample.score) / POINTS as f32);
    share * f32::from(sample.result) / 2.0 + (1.0 - share) * opinion
}

/// What one step remembers of those before it.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let (fix_mean, fix_square) =
            (1.0 - 0.9f32.powi(self.steps), 1.0 - 0.999f32.powi(self.steps));
        for (i, g) in gradient.iter().enumerate() {
            self.mean[i] = 0.9 * self.mean[i] + 0.1 * g;
            self.square[i] = 0.999 * self.square[i] + 0.001 * g * g;
            let step =
                rate * (self.mean[i] / fix_mean) / ((self.square[i] / fix_square).sqrt() + 1e-8);
            weights[i] = (weights[i] - step).clamp(-LARGEST, LARGEST);
        }
    }
}

fn fit(args: &Args, samples: &[Sample], sight: Sight) -> Weights {
    let mut random = Random::new(args.seed);
    let mut weights = Weights::new(&sight, &mut random);
    let maps = &sight.maps;
    let size = weights.all.len();
    let mut adam = Adam { mean: vec![0.0; size], square: vec![0.0; size], steps: 0 };
    let (check, learn): (Vec<_>, Vec<_>) =
        samples.iter().enumerate().partition(|(i, _)| (i / BLOCK).is_multiple_of(CHECK));
    let mut order: Vec<Sample> = learn.into_iter().map(|(_, s)| *s).collect();
    for epoch in 0..args.epochs {
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        let rate = args.rate * (1.0 - epoch as f32 / args.epochs as f32).max(0.05);
        for batch in order.chunks(BATCH) {
            // Parts are added in their order, so that threads change nothing.
            let turned: Vec<(Sample, usize)> =
                batch.iter().map(|sample| (*sample, random.below(maps.len()))).collect();
            let rounded = weights.rounded();
            let parts: Vec<Vec<f32>> = turned
                .par_chunks(PART)
                .map(|part| {
                    let mut gradient = vec![0.0; size];
                    for (sample, map) in part {
                        let [own, enemy] =
                            [sample.own, sample.enemy].map(|set| mapped(set, &maps[*map]));
                        let target = target(sample, args.result);
                        learn_one(&rounded, own, enemy, target, &mut gradient);
                    }
                    gradient
                })
                .collect();
            let mut gradient = vec![0.0; size];
            let share = 1.0 / batch.len() as f32;
            for part in parts {
                gradient.iter_mut().zip(part).for_each(|(g, p)| *g += p * share);
            }
            adam.step(&mut weights.all, &gradient, rate);
        }
        let rounded = weights.rounded();
        let error = |s: &Sample| {
            let active = rounded.active(s.own, s.enemy);
            let output = rounded.forward(&active, phase((s.own | s.enemy).count_ones())).1;
            (expected(output) - target(s, args.result)).powi(2)
        };
        let sum: f32 = check.par_iter().map(|(_, s)| error(s)).sum();
        println!("epoch {epoch}: error {:.5}", sum / check.len() as f32);
    }
    weights
}

/// Adds the gradient of one position.
fn learn_one(weights: &Weights, own: u64, enemy: u64, target: f32, gradient: &mut [f32]) {
    let inputs = weights.inputs;
    let (active, phase) = (weights.active(own, enemy), phase((own | enemy).count_ones()));
    let (hidden, output) = weights.forward(&active, phase);
    let p = expected(output);
    let slope = 2.0 * (p - target) * p * (1.0 - p);
    let outputs = outputs(inputs, phase);
    let mut back = [0.0; HIDDEN];
    for h in 0..HIDDEN {
        gradient[outputs + h] += slope * hidden[h].clamp(0.0, 1.0);
        if hidden[h] > 0.0 && hidden[h] < 1.0 {
            back[h] = slope * weights.all[outputs + h];
        }
    }
    gradient[outputs + HIDDEN] += slope;
    for h in 0..HIDDEN {
        gradient[inputs * HIDDEN + h] += back[h];
    }
    for input in active {
        let row = &mut gradient[input * HIDDEN..][..HIDDEN];
        row.iter_mut().zip(&back).for_each(|(g, b)| *g += b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of six cells in a row, with its mirror image.
    fn sight() -> Sight {
        let shown = |own, enemy| vec![own, enemy];
        Sight { shown, maps: vec![(0..6).collect(), (0..6).rev().collect()] }
    }

    /// The gradient by its slow twin: the loss a little to either side of each weight.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut random = Random::new(3);
        let mut weights = Weights::new(&sight(), &mut random);
        let (own, enemy, target) = (0b001_011, 0b110_000, 0.8);
        let mut gradient = vec![0.0; weights.all.len()];
        learn_one(&weights, own, enemy, target, &mut gradient);
        let loss = |weights: &Weights| {
            let active = weights.active(own, enemy);
            let output = weights.forward(&active, phase((own | enemy).count_ones())).1;
            f64::from(expected(output) - target).powi(2)
        };
        let step = 2e-3;
        let hidden = weights.forward(&weights.active(own, enemy), 0).0;
        // The slope is not defined where a hidden unit is about to be clipped.
        let clipped = |i: usize| {
            let unit = hidden[i % HIDDEN];
            i < (weights.inputs + 1) * HIDDEN && (unit.abs() < 0.01 || (unit - 1.0).abs() < 0.01)
        };
        let smooth: Vec<usize> = (0..gradient.len()).filter(|i| !clipped(*i)).collect();
        let mut steep = 0;
        for i in smooth {
            let found = gradient[i];
            let before = weights.all[i];
            weights.all[i] = before + step;
            let above = loss(&weights);
            weights.all[i] = before - step;
            let slope = ((above - loss(&weights)) / f64::from(2.0 * step)) as f32;
            weights.all[i] = before;
            assert!((found - slope).abs() < 2e-3, "weight {i}: {found}, but {slope}");
            steep += usize::from(slope.abs() > 1e-3);
        }
        assert!(steep > HIDDEN / 2, "only {steep} weights matter");
    }

    #[test]
    fn fitting_learns_who_has_more_pawns() {
        let mut random = Random::new(7);
        let sample = |random: &mut Random| {
            let own = random.below(64) as u64;
            let enemy = random.below(64) as u64 & !own;
            let ahead = own.count_ones() as i32 - enemy.count_ones() as i32;
            Sample { own, enemy, score: ahead as i16 * 200, result: (ahead.signum() + 1) as u8 }
        };
        let samples: Vec<Sample> = (0..6000).map(|_| sample(&mut random)).collect();
        let args = Args {
            game: String::new(),
            files: Vec::new(),
            epochs: 30,
            result: 0.5,
            rate: 0.02,
            seed: 1,
            out: PathBuf::new(),
        };
        let weights = fit(&args, &samples, sight());
        let opinion = |own: u64, enemy: u64| {
            let active = weights.active(own, enemy);
            weights.forward(&active, phase((own | enemy).count_ones())).1
        };
        assert!(opinion(0b000_111, 0b100_000) > 0.5 && opinion(0b100_000, 0b000_111) < -0.5);
        let size = 12 * HIDDEN + 2 * (HIDDEN + PHASES * (HIDDEN + 1));
        assert_eq!(weights.bytes().len(), size, "as many bytes as the program reads");
        assert_eq!(fit(&args, &samples, sight()).bytes(), weights.bytes(), "the same seed");
    }
}
