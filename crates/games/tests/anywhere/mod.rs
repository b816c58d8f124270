//! Random positions that a game's reader accepts, whether or not a game can reach them: boards
//! with pawns anywhere, keys that may have nothing to do with how the board came about. "Whether
//! a position can arise in a game is not checked", so the rules have to hold for all of them.
//!
//! Texts are drawn blindly, only not quite hopelessly, and the reader picks out the good ones.

#![allow(dead_code, reason = "each test file uses some of it")]

use damier_core::any::Opened;
use damier_core::game::Complete;
use damier_core::options::REPETITION;
use damier_core::random::Random;
use damier_core::{AnyGame, Cell};
use damier_games::Visitor;

/// Every combination of the values of a game's options. Repetition is no affair of turns.
pub(crate) fn combinations(id: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for spec in damier_games::open(id, "").expect(id).option_specs() {
        if spec.name != REPETITION.name {
            let with = |rules: &String| {
                let values = spec.values.iter().map(|(value, _)| format!("{}={value}", spec.name));
                let joined = values.map(|choice| [rules.as_str(), &choice].join(","));
                joined.map(|rules| rules.trim_start_matches(',').to_string()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
    }
    all
}

/// The keys that a game knows.
fn keys(id: &str) -> &'static [&'static str] {
    struct Keys;
    impl Visitor for Keys {
        type Output = &'static [&'static str];
        fn visit<G: Complete>(self, _: Opened<G>) -> &'static [&'static str] {
            G::KEYS
        }
    }
    damier_games::visit(id, "", Keys).expect(id)
}

/// Where random positions of a game come from.
pub(crate) struct Source<'g> {
    game: &'g dyn AnyGame,
    files: u8,
    ranks: u8,
    /// How many pawns each player has at most.
    most: usize,
    keys: &'static [&'static str],
}

impl<'g> Source<'g> {
    /// Positions of this game.
    pub(crate) fn new(game: &'g dyn AnyGame) -> Source<'g> {
        let start = game.scene(&game.start()).expect("a start is a position");
        let cells = game.view().cells;
        Source {
            files: 1 + cells.iter().map(|place| place.cell.file()).max().unwrap_or(0),
            ranks: 1 + cells.iter().map(|place| place.cell.rank()).max().unwrap_or(0),
            most: usize::from(start.hand[0]) + start.pieces.len() / 2,
            keys: keys(game.id()),
            game,
        }
    }

    /// A random position, as the game writes it.
    pub(crate) fn draw(&self, random: &mut Random) -> String {
        loop {
            if let Ok(position) = self.game.check(&self.text(random)) {
                return position;
            }
        }
    }

    /// Something that may be a position, or would be one but for a slip of the pen.
    pub(crate) fn attempt(&self, random: &mut Random) -> String {
        let [light, dark] = self.game.letters();
        let signs = format!("0123456789/{light}{dark}z:- ");
        let winners = [light, dark, '-', 'z'].map(String::from);
        let text = self.text(random);
        let mut words: Vec<String> = text.split(' ').map(str::to_string).collect();
        let (at, other) = (random.below(words.len()), random.below(words.len()));
        match random.below(10) {
            0 => words.push(format!("won:{}", winners[random.below(winners.len())])),
            1 => words.swap(at, other),
            2 => words.insert(at, words[other].clone()),
            3 => drop(words.remove(at)),
            4 => words.push("nonsense:a1".to_string()),
            5 => {
                let mut letters = words[at].clone().into_bytes();
                let place = random.below(letters.len() + 1);
                letters.truncate(place);
                letters.push(signs.as_bytes()[random.below(signs.len())]);
                letters.extend(words[at].bytes().skip(place + random.below(2)));
                words[at] = letters.into_iter().map(char::from).collect();
            }
            _ => {}
        }
        words.join(" ")
    }

    /// Something that may be a position.
    fn text(&self, random: &mut Random) -> String {
        let letters = self.game.letters();
        let pawns = self.pawns(random);
        let side = random.below(2);
        let mut text = format!("{} {}", self.board(&pawns), letters[side]);
        for key in self.keys {
            if random.below(3) == 0 {
                text += &format!(" {key}:{}", self.value(key, &pawns, side, random));
            }
        }
        text
    }

    /// Some pawns of either player: all they have, or as many for both, or just a few; on the
    /// border only, now and then.
    fn pawns(&self, random: &mut Random) -> [Vec<Cell>; 2] {
        let most = self.most;
        let [a, b] = [(); 2].map(|()| random.below(most + 1));
        let counts = match random.below(5) {
            0 | 1 => [most, most],
            2 => [a, (a + random.below(2)).min(most)],
            3 => [a, b],
            _ => [a.min(4), b.min(4)],
        };
        let border = random.below(4) == 0;
        let on_border =
            |file, rank| [0, self.files - 1].contains(&file) || [0, self.ranks - 1].contains(&rank);
        let mut free: Vec<Cell> = (0..self.files)
            .flat_map(|file| (0..self.ranks).map(move |rank| (file, rank)))
            .filter(|(file, rank)| !border || on_border(*file, *rank))
            .map(|(file, rank)| Cell::new(file, rank))
            .collect();
        counts.map(|n| take(n, &mut free, random))
    }

    fn board(&self, pawns: &[Vec<Cell>; 2]) -> String {
        let letter = |cell: &Cell| {
            let side = pawns.iter().position(|set| set.contains(cell));
            side.map_or('1', |side| self.game.letters()[side])
        };
        let rank = |rank: u8| {
            let mut text: String =
                (0..self.files).map(|file| letter(&Cell::new(file, rank))).collect();
            for run in (2..=usize::from(self.files)).rev() {
                text = text.replace(&"1".repeat(run), &run.to_string());
            }
            text
        };
        (0..self.ranks).rev().map(rank).collect::<Vec<_>>().join("/")
    }

    /// A value for a key. With `side` to move, it has a fair chance to make sense.
    fn value(&self, key: &str, pawns: &[Vec<Cell>; 2], side: usize, random: &mut Random) -> String {
        let [light, dark] = self.game.letters();
        let either = random.below(2);
        match key {
            "hand" => {
                let [l, d] = [0, 1].map(|side| self.most - pawns[side].len());
                format!("{light}{l}{dark}{d}")
            }
            "ko" => some_contact(pawns, random),
            "nc" => ["b3", "c2", "c4", "d3"][random.below(4)].to_string(),
            "open" => [light.to_string(), dark.to_string(), format!("{light}{dark}")]
                [random.below(3)]
            .clone(),
            "huff" => {
                let rarity = 1 + random.below(6);
                let mut named = pawns[1 - side].clone();
                named.retain(|_| random.below(rarity) == 0);
                names(named)
            }
            "vela" => {
                format!("{}{}", [light, dark][either], pawns[either].len().saturating_sub(5))
            }
            // Something of the form that keys have: players, numbers, cells.
            _ => match random.below(4) {
                0 => [light, dark][either].to_string(),
                1 => format!("{}{}", [light, dark][either], random.below(self.most + 1)),
                2 => names(pawns[either].iter().take(1 + random.below(2)).copied().collect()),
                _ => names(pawns[either].clone()),
            },
        }
    }
}

/// Takes some of the free cells: anywhere, or filling one rank or file after the other, but for a
/// few that go astray. So there are whole lines, and lines that lack just one pawn.
fn take(n: usize, free: &mut Vec<Cell>, random: &mut Random) -> Vec<Cell> {
    let (in_lines, ranks, seed) = (random.below(3) == 0, random.below(2) == 0, random.bits());
    free.sort_by_cached_key(|cell| {
        let line = u64::from(if ranks { cell.rank() } else { cell.file() });
        match in_lines && random.below(8) != 0 {
            true => Random::new(seed.wrapping_add(line)).bits(),
            false => random.bits(),
        }
    });
    free.drain(..n.min(free.len())).collect()
}

/// A pawn of one player and a neighbour of the other's, if there are any.
fn some_contact(pawns: &[Vec<Cell>; 2], random: &mut Random) -> String {
    let touch = |a: Cell, b: Cell| a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank()) == 1;
    let pairs: Vec<[Cell; 2]> = (pawns[0].iter())
        .flat_map(|a| pawns[1].iter().map(move |b| [*a, *b]))
        .filter(|[a, b]| touch(*a, *b))
        .collect();
    match pairs.len() {
        0 => String::new(),
        n => names(pairs[random.below(n)].to_vec()),
    }
}

fn names(mut cells: Vec<Cell>) -> String {
    cells.sort_unstable();
    cells.iter().map(ToString::to_string).collect()
}
