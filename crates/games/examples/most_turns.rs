//! Looks for a position with as many turns as possible, by climbing from random ones: what bounds
//! on work are measured with. `cargo run --release -p damier-games --example most_turns -- GAME
//! [RULES [SECONDS]]`.

use std::env::args;
use std::time::{Duration, Instant};

use damier_core::any::Opened;
use damier_core::game::Complete;
use damier_core::perft::count_turns;
use damier_core::random::Random;
use damier_core::{AnyGame, Cell};
use damier_games::Visitor;

/// A climb gives up after so many changes that make nothing better.
const PATIENCE: u32 = 4_000;

struct Climb {
    time: Duration,
}

/// The board of a position as letters, rank by rank from the top; `None` where it is empty.
struct Board {
    files: usize,
    cells: Vec<Option<char>>,
}

impl Board {
    fn text(&self) -> String {
        let rank = |cells: &[Option<char>]| {
            let (mut text, mut empty) = (String::new(), 0);
            for cell in cells.iter().chain([&Some('/')]) {
                match cell {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        text.push(*letter);
                        empty = 0;
                    }
                }
            }
            text
        };
        let text: String = self.cells.chunks(self.files).map(rank).collect();
        text.trim_end_matches('/').to_owned()
    }

    /// Moves, adds, removes or changes a pawn or two.
    fn change(&mut self, letters: [char; 2], random: &mut Random) {
        for _ in 0..1 + random.below(3) {
            let [a, b] = [(); 2].map(|()| random.below(self.cells.len()));
            match random.below(3) {
                0 => self.cells[a] = [None, Some(letters[0]), Some(letters[1])][random.below(3)],
                _ => self.cells.swap(a, b),
            }
        }
    }
}

impl Visitor for Climb {
    type Output = ();

    fn visit<G: Complete>(self, opened: Opened<G>) {
        let (mut random, letters) = (Random::new(1), G::LETTERS);
        let end = Instant::now() + self.time;
        let cells: Vec<Cell> = G::LAYOUT.cells().collect();
        let files = 1 + cells.iter().map(|cell| usize::from(cell.file())).max().unwrap_or(0);
        let mut most = 0;
        while Instant::now() < end {
            let mut board = Board { files, cells: vec![None; cells.len()] };
            // From the start's pawns, scattered.
            let scene = opened.any().scene(&opened.start()).expect("a start");
            for (i, (_, side)) in scene.pieces.iter().enumerate() {
                board.cells[i] = Some(letters[side.index()]);
            }
            let side = letters[random.below(2)];
            let (mut best, mut idle) = (0, 0);
            while idle < PATIENCE && Instant::now() < end {
                let before = board.cells.clone();
                board.change(letters, &mut random);
                let text = format!("{} {side}", board.text());
                let turns = opened.read(&text).map_or(0, |p| count_turns(&opened.game, &p));
                idle = if turns > best { 0 } else { idle + 1 };
                match turns >= best {
                    true => best = turns,
                    false => board.cells = before,
                }
                if best > most {
                    most = best;
                    println!("{most}\t{text}");
                }
            }
        }
    }
}

fn main() {
    let args: Vec<String> = args().skip(1).collect();
    let arg = |n: usize, otherwise: &str| args.get(n).map_or(otherwise, String::as_str).to_owned();
    let seconds = arg(2, "10").parse().expect("a number of seconds");
    let climb = Climb { time: Duration::from_secs(seconds) };
    damier_games::visit(&arg(0, "fanorona"), &arg(1, ""), climb).expect("a game and its rules");
}
