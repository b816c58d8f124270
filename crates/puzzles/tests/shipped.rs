//! The puzzles that are part of the program, checked again: every claim of every puzzle against
//! tables, no two alike, and all of them within their bytes.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use damier_core::any::Opened;
use damier_engine::tables;
use damier_games::Visitor;
use damier_index::{Index, Solvable};
use damier_puzzles::generate::{Shape, Wanted, generate};
use damier_puzzles::verify::verify;
use damier_puzzles::{Kind, Puzzle};
use damier_solve::progress::Silent;
use damier_solve::store::Store;

/// The bytes that all puzzles together may have.
const MOST_BYTES: usize = 150_000;
/// The fewest puzzles of a game.
const FEWEST: usize = 300;

fn file(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src").join(game).join("puzzles.list")
}

/// The games that have puzzles, with their files.
fn shipped() -> Vec<(&'static str, String)> {
    let read = |id: &&'static str| Some((*id, std::fs::read_to_string(file(id)).ok()?));
    let shipped: Vec<_> = damier_games::IDS.iter().filter_map(read).collect();
    assert!(shipped.len() >= 5, "only {} games have puzzles", shipped.len());
    shipped
}

/// Checks the puzzles of a game against tables.
struct Check<'a>(&'a [Puzzle]);

impl Visitor for Check<'_> {
    type Output = ();

    fn visit<G: Solvable>(self, opened: Opened<G>) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().into());
        let oracle = tables::load(&opened, &store, &Silent).unwrap().expect("tables");
        for puzzle in self.0 {
            if let Err(wrong) = verify(opened.game, &*oracle, puzzle) {
                panic!("{}: {puzzle}: {wrong}", G::ID);
            }
        }
    }
}

#[test]
fn every_puzzle_is_what_it_claims() {
    for (id, text) in shipped() {
        let puzzles = Puzzle::read_all(&text).unwrap();
        damier_games::visit(id, "", Check(&puzzles)).unwrap();
    }
}

/// Makes the puzzles of a game again.
struct Make(Wanted);

impl Visitor for Make {
    type Output = String;

    fn visit<G: Solvable>(self, opened: Opened<G>) -> String {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().into());
        let oracle = tables::load(&opened, &store, &Silent).unwrap().expect("tables");
        let index = G::Index::new(opened.game).expect("a game with puzzles has numbers");
        let puzzles = generate(&opened, &index, &*oracle, self.0, &|_| ());
        damier_puzzles::text::file(G::ID, "", self.0, &puzzles)
    }
}

/// What is shipped is what the command makes; `DAMIER_BLESS=1` writes it down again. Ratings may differ
/// in their last digit on machines that round otherwise, so only the rest is compared.
#[test]
#[ignore = "takes minutes"]
fn the_command_makes_what_is_shipped() {
    let rest = |text: &str| {
        let without_rating = |p: Puzzle| format!("{} {} {:?}", p.kind, p.position, p.line);
        let mut all: Vec<String> =
            Puzzle::read_all(text).unwrap().into_iter().map(without_rating).collect();
        all.sort();
        all
    };
    for id in damier_games::IDS {
        let made = damier_games::visit(id, "", Make(Wanted { count: 310, seed: 1 })).unwrap();
        if std::env::var_os("DAMIER_BLESS").is_some() {
            std::fs::write(file(id), &made).unwrap();
        }
        let shipped = std::fs::read_to_string(file(id)).unwrap();
        assert!(rest(&made) == rest(&shipped), "{id} has other puzzles");
    }
}

/// Looks for puzzles that are alike.
struct Alike<'a>(&'a [Puzzle]);

impl Visitor for Alike<'_> {
    type Output = ();

    fn visit<G: Solvable>(self, opened: Opened<G>) {
        let index = G::Index::new(opened.game).expect("a game with puzzles has numbers");
        let mut seen = HashMap::new();
        for puzzle in self.0 {
            let position = opened.read(&puzzle.position).unwrap();
            if let Some(other) = seen.insert(Shape::of::<G>(&index, &position), puzzle) {
                panic!("{}: {puzzle} is like {other}", G::ID);
            }
        }
    }
}

#[test]
fn no_two_are_alike() {
    for (id, text) in shipped() {
        let puzzles = Puzzle::read_all(&text).unwrap();
        damier_games::visit(id, "", Alike(&puzzles)).unwrap();
    }
}

#[test]
fn there_are_enough_of_each_kind_within_their_bytes() {
    let all = shipped();
    for (id, text) in &all {
        let puzzles = Puzzle::read_all(text).unwrap();
        assert!(puzzles.len() >= FEWEST, "{id}: {}", puzzles.len());
        let of = |kind: fn(&Kind) -> bool| puzzles.iter().filter(|p| kind(&p.kind)).count();
        let wins = of(|kind| matches!(kind, Kind::Win(_)));
        let (saves, traps) = (of(|kind| *kind == Kind::Save), of(|kind| *kind == Kind::Trap));
        assert!(wins >= 50 && saves >= 20 && traps >= 20, "{id}: {wins} {saves} {traps}");
        let easy = of(|kind| *kind == Kind::Win(Some(1)));
        assert!(easy * 20 <= puzzles.len(), "{id}: {easy} are won in one turn");
        assert!(text.starts_with("# damier puzzles "), "{id}: how was it made?");
        let hard = puzzles.iter().filter(|p| p.rating >= 1600).count();
        let light = puzzles.iter().filter(|p| p.rating < 1100).count();
        assert!(hard >= 10 && light >= 20, "{id}: {light} easy, {hard} hard");
    }
    let bytes: usize = all.iter().map(|(_, text)| text.len()).sum();
    assert!(bytes <= MOST_BYTES, "{bytes} bytes");
}
