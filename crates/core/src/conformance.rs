//! The checks every game must pass, at any position: what is generated is accepted and the other
//! way round, texts are different and read back, symmetries map positions and turns and can be
//! undone, finished games refuse, click sequences are a prefix code whose effects give the next
//! board. Tests call these with random positions; a new game gets them for nothing.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;

use crate::any::{position_text, read_position, scene_of, turn_text};
use crate::entry::{Click, Effect, Tree, apply, read_turn};
use crate::game::Complete;
use crate::perft::random_game;
use crate::random::Random;

/// What went wrong, with the position it went wrong at.
pub type Verdict = Result<(), String>;

/// All checks at one position.
pub fn check<G: Complete>(game: &G, position: &G::Position) -> Verdict {
    let at = |what: String| format!("{} at `{}`", what, position_text(game, position));
    texts(game, position).map_err(at)?;
    finished(game, position).map_err(at)?;
    draws(game, position).map_err(at)?;
    symmetries(game, position).map_err(at)?;
    clicks(game, position).map_err(at)
}

/// All checks at every position of a random game from `start`, which goes on for at most `most`
/// turns; returns the number of positions checked.
pub fn check_random_game<G: Complete>(
    game: &G,
    start: G::Position,
    most: u32,
    random: &mut Random,
) -> Result<u32, String> {
    let mut position = start;
    for checked in 1.. {
        check(game, &position)?;
        let (played, next) = random_game(game, position, 1, random, &mut Vec::new());
        if played == 0 || checked > most {
            return Ok(checked);
        }
        position = next;
    }
    unreachable!("the loop above ends by itself")
}

fn expect(right: bool, complaint: impl Display) -> Verdict {
    match right {
        true => Ok(()),
        false => Err(complaint.to_string()),
    }
}

/// Texts of position and turns are read back as what they were, and no two turns share one.
fn texts<G: Complete>(game: &G, position: &G::Position) -> Verdict {
    let same = |p: &G::Position| {
        let text = position_text(game, p);
        match read_position(game, &text) {
            Ok(read) => expect(read == *p, format!("`{text}` is read as another position")),
            Err(message) => Err(format!("`{text}` is refused: {message}")),
        }
    };
    same(position)?;
    let mut seen = HashSet::new();
    let turns = game.all_turns(position);
    // Reading a turn goes through all of them, so of very many only some are read.
    let step = turns.len().div_ceil(40).max(1);
    for (i, turn) in turns.iter().enumerate() {
        let text = turn_text(game, position, *turn);
        expect(game.is_legal(position, *turn), format!("{text} is generated but not legal"))?;
        if i % step == 0 {
            let read = read_turn(game, position, &text).map_err(|m| format!("{text}: {m}"))?;
            expect(read == *turn, format!("{text} is read as another turn"))?;
            same(&game.play(position, *turn))?;
        }
        expect(seen.insert(text.clone()), format!("two turns are written {text}"))?;
    }
    Ok(())
}

/// A game is over exactly if there is no turn, and then every turn is refused.
fn finished<G: Complete>(game: &G, position: &G::Position) -> Verdict {
    let over = game.outcome(position).is_some();
    let turns = game.all_turns(position);
    expect(over == turns.is_empty(), format!("over: {over}, but {} turns", turns.len()))?;
    for turn in turns {
        let after = game.play(position, turn);
        if game.outcome(&after).is_none() {
            let other = game.to_move(&after) != game.to_move(position);
            expect(other, "the same player moves again")?;
            let text = turn_text(game, position, turn);
            expect(
                !game.all_turns(&after).is_empty(),
                format!("no turn after {text}, yet not over"),
            )?;
        }
    }
    let nonsense = read_turn(game, position, "nonsense").is_err();
    expect(nonsense, "nonsense is accepted as a turn")
}

/// Drawing a turn gives the one that its number says, however the game finds it.
fn draws<G: Complete>(game: &G, position: &G::Position) -> Verdict {
    let turns = game.all_turns(position);
    for seed in 0..8 {
        let expected = turns.get(Random::new(seed).below(turns.len()));
        let drawn = game.random_turn(position, &mut Random::new(seed), &mut Vec::new());
        expect(drawn.as_ref() == expected, format!("with seed {seed} another turn is drawn"))?;
    }
    Ok(())
}

/// Every symmetry maps positions to positions and turns to turns, commutes with play, is undone
/// by its inverse.
fn symmetries<G: Complete>(game: &G, position: &G::Position) -> Verdict {
    let turns = game.all_turns(position);
    for s in 0..G::SYMMETRIES {
        let image = game.map_position(s, position);
        let back = game.map_position(G::inverse(s), &image);
        expect(back == *position, format!("symmetry {s} is not undone"))?;
        expect(s != 0 || image == *position, "symmetry 0 is not the identity")?;
        expect(game.outcome(&image) == game.outcome(position), format!("symmetry {s}: outcome"))?;
        let expected: HashSet<G::Turn> = game.all_turns(&image).into_iter().collect();
        expect(expected.len() == turns.len(), format!("symmetry {s}: number of turns"))?;
        for turn in &turns {
            let mapped = game.map_turn(s, position, *turn);
            let text = turn_text(game, position, *turn);
            expect(expected.contains(&mapped), format!("symmetry {s}: image of {text}"))?;
            let after = game.map_position(s, &game.play(position, *turn));
            expect(after == game.play(&image, mapped), format!("symmetry {s}: after {text}"))?;
            let back = game.map_turn(G::inverse(s), &image, mapped);
            expect(back == *turn, format!("symmetry {s}: {text} is not mapped back"))?;
        }
    }
    Ok(())
}

/// Click sequences are a prefix code, a click's effects depend on what was entered alone, and
/// the effects of a whole sequence give the next board.
fn clicks<G: Complete>(game: &G, position: &G::Position) -> Verdict {
    let tree = Tree::new(game, position);
    let turns = game.all_turns(position);
    let entered: HashSet<G::Turn> = tree.sequences().map(|(turn, _)| turn).collect();
    expect(entered.len() == turns.len(), "a turn has no click sequence")?;
    let mut whole: HashSet<Vec<Click>> = HashSet::new();
    let mut effects: HashMap<Vec<Click>, &[Effect]> = HashMap::new();
    for (turn, steps) in tree.sequences() {
        let clicks: Vec<Click> = steps.iter().map(|step| step.click).collect();
        let text = turn_text(game, position, turn);
        for (i, step) in steps.iter().enumerate() {
            let known = effects.entry(clicks[..=i].to_vec()).or_insert(&step.effects);
            expect(*known == step.effects, format!("{text}: click {i} has varying effects"))?;
        }
        expect(whole.insert(clicks), format!("{text} shares its clicks with another turn"))?;
    }
    let prefix = |clicks: &Vec<Click>| (1..clicks.len()).any(|n| whole.contains(&clicks[..n]));
    expect(!whole.iter().any(prefix), "a sequence is the beginning of another")?;
    boards(game, position, &tree)
}

fn boards<G: Complete>(game: &G, position: &G::Position, tree: &Tree<G::Turn>) -> Verdict {
    let view = G::view();
    let before = scene_of(game, position).pieces;
    for (turn, steps) in tree.sequences() {
        let mut pieces = before.clone();
        for step in steps {
            apply(&view, &mut pieces, &step.effects);
        }
        pieces.sort_unstable();
        let mut after = scene_of(game, &game.play(position, turn)).pieces;
        after.sort_unstable();
        let text = turn_text(game, position, turn);
        expect(pieces == after, format!("the effects of {text} do not give the next board"))?;
    }
    Ok(())
}
