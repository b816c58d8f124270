//! Games of the search against itself.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use anyhow::anyhow;
use damier_core::any::Opened;
use damier_core::game::{Complete, Outcome};
use damier_core::play::Play;
use damier_core::random::Random;
use damier_core::value::{Oracle, Value};
use damier_core::{Lang, Side};
use damier_games::Visitor;
use damier_index::{Index, Solvable};
use damier_search::alpha_beta::Limits;
use damier_search::think::{Player, SearchContext, search};
use damier_search::transposition::TranspositionTable;
use damier_search::tuning::Tuning;
use damier_solve::store::Store;
use rayon::prelude::*;

use crate::sample::Sample;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// Its options
    #[arg(long, default_value = "")]
    rules: String,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// How many positions are searched for each turn
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// At most so many random turns come first
    #[arg(long, default_value_t = 12)]
    random: usize,
    /// What chance decides
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A folder of tables, which end games
    #[arg(long)]
    tables: Option<PathBuf>,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
}

/// A game that is not over by then is drawn.
const MOST_TURNS: usize = 250;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let samples = damier_games::visit(&args.game, &args.rules, Games(args))
        .map_err(|message| anyhow!("{}", message.text(Lang::En)))??;
    let mut out = BufWriter::new(File::create(&args.out)?);
    for sample in &samples {
        sample.write(&mut out)?;
    }
    out.flush()?;
    println!("{} positions", samples.len());
    Ok(())
}

struct Games<'a>(&'a Args);

impl Visitor for Games<'_> {
    type Output = anyhow::Result<Vec<Sample>>;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> anyhow::Result<Vec<Sample>> {
        let Games(args) = self;
        let oracle: Option<Arc<dyn Oracle<G>>> = match (&args.tables, G::Index::new(opened.game)) {
            (Some(folder), Some(index)) => Some(Arc::new(Store::new(folder.clone()).load(index)?)),
            _ => None,
        };
        let samples = Mutex::new(Vec::new());
        (0..args.games).into_par_iter().for_each(|number| {
            let found = one_game(opened.game, oracle.clone(), args, number);
            if let Ok(mut samples) = samples.lock() {
                samples.push((number, found));
            }
        });
        let mut all = samples.into_inner().unwrap_or_default();
        all.sort_by_key(|(number, _)| *number);
        Ok(all.into_iter().flat_map(|(_, found)| found).collect())
    }
}

/// Plays one game; its positions.
fn one_game<G: Complete>(
    game: G,
    oracle: Option<Arc<dyn Oracle<G>>>,
    args: &Args,
    number: u64,
) -> Vec<Sample> {
    let mut random = Random::new(args.seed << 32 ^ number);
    let mut play = Play::new(game, game.start(), true);
    for _ in 0..random.below(args.random + 1) {
        if let Some(turn) = game.random_turn(play.position(), &mut random, &mut Vec::new()) {
            let _ = play.play(turn);
        }
    }
    let memory = Arc::new(TranspositionTable::new(1 << 20));
    let mut noted: Vec<(G::Position, i32)> = Vec::new();
    let mut known = None;
    while play.ending().is_none() && play.line().len() < MOST_TURNS {
        let position = *play.position();
        known = oracle.as_ref().and_then(|o| o.probe(&position)).map(|value| (position, value));
        if known.is_some() {
            break;
        }
        let limits = Limits { nodes: Some(args.nodes), depth: None };
        let (memory, oracle) = (memory.clone(), oracle.clone());
        let context =
            SearchContext { tt: memory, oracle, seed: number, limits, tuning: Tuning::FULL };
        let mut search = search(&play, Player::Strongest, &context);
        while !search.run(4096) {}
        let Some(best) = search.best() else { break };
        noted.push((position, best.score));
        // Now and then another turn, so that games differ.
        let turn = match random.below(20) {
            0 => game.random_turn(&position, &mut random, &mut Vec::new()),
            _ => best.line.first().copied(),
        };
        if turn.is_none_or(|turn| play.play(turn).is_err()) {
            break;
        }
    }
    let won = match (known, play.ending()) {
        (Some((position, value)), _) => match value {
            Value::Win(_) => Some(game.to_move(&position)),
            Value::Loss(_) => Some(game.to_move(&position).other()),
            Value::Draw => None,
        },
        (None, Some(ending)) => match ending.outcome {
            Outcome::Won(side) => Some(side),
            Outcome::Drawn => None,
        },
        (None, None) => None,
    };
    noted.iter().map(|(position, score)| sample(&game, position, *score, won)).collect()
}

fn sample<G: Complete>(game: &G, position: &G::Position, score: i32, won: Option<Side>) -> Sample {
    let side = game.to_move(position);
    let setup = game.setup(position);
    let result = match won {
        Some(winner) if winner == side => 2,
        Some(_) => 0,
        None => 1,
    };
    Sample {
        own: setup.pawns[side.index()],
        enemy: setup.pawns[side.other().index()],
        score: score.clamp(-30_000, 30_000) as i16,
        result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::kono::Kono;

    #[test]
    fn games_are_the_same_for_a_seed_and_end_as_they_say() {
        let args = Args {
            game: "kono".into(),
            rules: String::new(),
            games: 4,
            nodes: 200,
            random: 4,
            seed: 5,
            tables: None,
            out: PathBuf::new(),
        };
        let opened = || Opened::<Kono>::new("").unwrap();
        let samples = Games(&args).visit(opened()).unwrap();
        assert!(samples.len() > 20, "{} positions", samples.len());
        assert_eq!(Games(&args).visit(opened()).unwrap(), samples);
        for sample in &samples {
            assert!(sample.own & sample.enemy == 0 && sample.result <= 2);
            assert!(sample.own.count_ones() <= 8 && sample.own != 0);
        }
    }
}
