//! The checks every game must pass, at any position: what is generated is accepted and the other
//! way round, texts are different and read back, symmetries map positions and turns and can be
//! undone, finished games refuse, click sequences are a prefix code whose effects give the next
//! board, entry click by click offers what the list of all sequences says. Tests call these with
//! random positions; a new game gets them for nothing.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;

use crate::any::{position_text, read_position, scene_of, turn_text};
use crate::entry::{Click, Effect, apply, read_turn};
use crate::game::Complete;
use crate::hints::Hints;
use crate::perft::random_game;
use crate::random::Random;
use crate::tree::{Tree, clicks};
use crate::walk::{Numbered, Walk};

/// What went wrong, with the position it went wrong at.
pub type Verdict = Result<(), String>;

/// All checks at one position.
pub fn check<G: Complete>(game: &G, position: &G::Position) -> Verdict {
    let at = |what: String| format!("{} at `{}`", what, position_text(game, position));
    texts(game, position).map_err(at)?;
    finished(game, position).map_err(at)?;
    draws(game, position).map_err(at)?;
    symmetries(game, position).map_err(at)?;
    let tree = Tree::new(game, position);
    sequences(game, position, &tree).map_err(at)?;
    entered(game, position, &tree, BEGINNINGS).map_err(at)
}

/// In positions of very many turns, clicks are followed through about so many sequences only.
const BEGINNINGS: usize = 2_000;

/// The checks of entry and of typed turns, at a position of so many turns that the others would take
/// too long: the beginnings of about `most` sequences, and as many typed turns.
pub fn check_large<G: Complete>(game: &G, position: &G::Position, most: usize) -> Verdict {
    let at = |what: String| format!("{} at `{}`", what, position_text(game, position));
    let turns = game.all_turns(position);
    for turn in turns.iter().step_by(turns.len().div_ceil(most).max(1)) {
        read_back(game, position, *turn).map_err(at)?;
    }
    entered(game, position, &Tree::new(game, position), most).map_err(at)
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
    for turn in &turns {
        read_back(game, position, *turn)?;
        let text = turn_text(game, position, *turn);
        expect(seen.insert(text.clone()), format!("two turns are written {text}"))?;
    }
    for turn in turns.iter().step_by(turns.len().div_ceil(40).max(1)) {
        same(&game.play(position, *turn))?;
        misread(game, position, *turn, &seen)?;
    }
    Ok(())
}

/// A legal turn is accepted, and read from its own text.
fn read_back<G: Complete>(game: &G, position: &G::Position, turn: G::Turn) -> Verdict {
    let text = turn_text(game, position, turn);
    expect(game.is_legal(position, turn), format!("{text} is generated but not legal"))?;
    let read = read_turn(game, position, &text).map_err(|m| format!("{text}: {m}"))?;
    expect(read == turn, format!("{text} is read as another turn"))
}

/// What is not quite a turn's text is read if and only if it is another's. `legal` are all texts.
fn misread<G: Complete>(
    game: &G,
    position: &G::Position,
    turn: G::Turn,
    legal: &HashSet<String>,
) -> Verdict {
    let text = turn_text(game, position, turn);
    let cut = (1..text.len()).map(|n| text[..n].to_owned());
    let swapped = [("A", "W"), ("W", "A"), ("-", "="), ("1", "2"), ("b", "c"), ("A-", "-")];
    let swapped = swapped.map(|(from, to)| text.replacen(from, to, 1));
    let longer = [format!("{text}-a1"), format!("{text}A"), format!("{text},a1>b1")];
    for text in cut.chain(swapped).chain(longer) {
        let read = read_turn(game, position, &text);
        let written = read.as_ref().map(|turn| turn_text(game, position, *turn));
        expect(written.is_ok() == legal.contains(&text), format!("`{text}` is read as {read:?}"))?;
        expect(
            written.is_err() || written.as_ref() == Ok(&text),
            format!("`{text}`: {written:?}"),
        )?;
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
fn sequences<G: Complete>(game: &G, position: &G::Position, tree: &Tree<G::Turn>) -> Verdict {
    let turns = game.all_turns(position);
    let entered: HashSet<G::Turn> = tree.sequences().map(|(turn, _)| turn).collect();
    expect(entered.len() == turns.len(), "a turn has no click sequence")?;
    let mut whole: HashSet<Vec<Click>> = HashSet::new();
    let mut effects: HashMap<Vec<Click>, &[Effect]> = HashMap::new();
    for (turn, steps) in tree.sequences() {
        let clicks = clicks(steps);
        let text = turn_text(game, position, turn);
        for (i, step) in steps.iter().enumerate() {
            let known = effects.entry(clicks[..=i].to_vec()).or_insert(&step.effects);
            expect(*known == step.effects, format!("{text}: click {i} has varying effects"))?;
        }
        expect(whole.insert(clicks), format!("{text} shares its clicks with another turn"))?;
    }
    let prefix = |clicks: &Vec<Click>| (1..clicks.len()).any(|n| whole.contains(&clicks[..n]));
    expect(!whole.iter().any(prefix), "a sequence is the beginning of another")?;
    boards(game, position, tree)
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

/// Click by click, entry offers what the list of all sequences says: the same clicks in the same
/// order, with the same effects and turns; so do the hints and what is written so far.
fn entered<G: Complete>(
    game: &G,
    position: &G::Position,
    tree: &Tree<G::Turn>,
    most: usize,
) -> Verdict {
    let turns = Numbered::new(game, position);
    let begin = Walk::new(&turns);
    let own = game.setup(position).pawns[game.to_move(position).index()];
    let (hints, expected) = (Hints::new(&begin, G::LAYOUT, own), tree.hints(G::LAYOUT, own));
    expect(hints == expected, format!("hints {hints:?}, not {expected:?}"))?;
    let over = tree.sequences().len() == 0;
    expect(!over || game.next(position, &[]).is_empty(), "clicks though the game is over")?;
    let stride = tree.sequences().len().div_ceil(most).max(1);
    for (entered, under) in tree.under(game, position, stride) {
        let after = || {
            let names: Vec<String> = entered.iter().map(Click::to_string).collect();
            names.join(" ")
        };
        let next = game.next(position, &entered);
        expect(next == under.next, format!("after `{}`: {next:?}, not {:?}", after(), under.next))?;
        let mut walk = begin.clone();
        for click in &entered {
            expect(walk.follow(*click), format!("{click} is refused, in `{}`", after()))?;
        }
        let (text, expected) = (walk.written(), &under.text);
        expect(text == *expected, format!("after `{}`: {text}, not {expected}", after()))?;
        let first = walk.first().map(|turn| turns.turn(turn));
        expect(first == Some(under.first), format!("after `{}` another turn is first", after()))?;
    }
    Ok(())
}
