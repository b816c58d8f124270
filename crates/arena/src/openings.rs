//! Where the games of a match begin: turns drawn at random, or positions and records of a file.
//! Each opening is played twice, so it need not be fair.

use std::collections::HashSet;
use std::sync::Arc;

use damier_core::any::Opened;
use damier_core::game::{Complete, Outcome};
use damier_core::play::Play;
use damier_core::random::Random;
use damier_core::{AnyGame, Message, Phrase, phrase};
use damier_record::Record;
use damier_search::alpha_beta::Limits;
use damier_search::think::{Player, SearchContext, search};
use damier_search::transposition::TranspositionTable;
use damier_search::tuning::Tuning;

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Turns drawn at random.
    Drawn(Drawn),
    /// A file of positions or records.
    File(String),
}

/// Openings of turns drawn at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// So many turns at least.
    pub least: usize,
    /// And at most.
    pub most: usize,
    /// Only those after which a short search prefers neither player.
    pub even: bool,
}

const BAD_RANGE: Phrase = phrase!("match.bad-range");
const NONE_FOUND: Phrase = phrase!("match.none-found");
const EMPTY: Phrase = phrase!("match.empty");
const ON_LINE: Phrase = phrase!("record.on-line");
const OTHER_GAME: Phrase = phrase!("match.other-game");
const OVER: Phrase = phrase!("match.over");

/// More random turns than any opening has.
const MOST_TURNS: usize = 1000;
/// How often an opening is drawn again before it is taken though it occurred before.
const DIFFERENT: usize = 50;
/// How often it is drawn again before nothing is expected any more.
const DRAWS: usize = 2000;
/// How many positions are looked at to see whether an opening is even.
const LOOKS: u64 = 10_000;
/// Up to how many hundredths of a pawn it is.
const EVEN: i32 = 50;

impl Source {
    /// Reads `random:6`, `random:2-8`, `even:2-8` or the name of a file.
    pub fn read(text: &str) -> Result<Source, Message> {
        let (even, range) = match (text.strip_prefix("random:"), text.strip_prefix("even:")) {
            (Some(range), _) => (false, range),
            (_, Some(range)) => (true, range),
            _ => return Ok(Source::File(text.to_owned())),
        };
        let (least, most) = range.split_once('-').unwrap_or((range, range));
        match (least.parse(), most.parse()) {
            (Ok(least), Ok(most)) if least <= most && most <= MOST_TURNS => {
                Ok(Source::Drawn(Drawn { least, most, even }))
            }
            _ => Err(BAD_RANGE.with(text).with(MOST_TURNS)),
        }
    }
}

/// Draws so many openings. They differ as far as there are enough of them.
pub fn draw<G: Complete>(
    opened: &Opened<G>,
    Drawn { least, most, even }: Drawn,
    count: usize,
    seed: u64,
) -> Result<Vec<Play<G>>, Message> {
    let mut random = Random::new(seed);
    let mut seen = HashSet::new();
    let mut all = Vec::with_capacity(count);
    while all.len() < count {
        let drawn = (0..DRAWS).find_map(|attempt| {
            let turns = least + random.below(most - least + 1);
            let play = wander(opened, turns, &mut random)?;
            let new = attempt >= DIFFERENT || !seen.contains(play.position());
            (new && (!even || is_even(&play))).then_some(play)
        });
        let play = drawn.ok_or_else(|| NONE_FOUND.with(DRAWS))?;
        seen.insert(*play.position());
        all.push(play);
    }
    Ok(all)
}

/// Plays random turns; `None` if the game is over then, or whoever is to move ends it at once.
fn wander<G: Complete>(opened: &Opened<G>, turns: usize, random: &mut Random) -> Option<Play<G>> {
    let mut play = opened.play_from(opened.game.start());
    for _ in 0..turns {
        let turn = opened.game.random_turn(play.position(), random, &mut Vec::new())?;
        play.play(turn).ok()?;
    }
    let (game, position) = (play.game(), play.position());
    let wins =
        |turn| game.outcome(&game.play(position, turn)) == Some(Outcome::Won(play.to_move()));
    let open = play.ending().is_none() && !game.all_turns(position).into_iter().any(wins);
    open.then_some(play)
}

/// Whether a short search prefers neither player.
fn is_even<G: Complete>(play: &Play<G>) -> bool {
    let limits = Limits { nodes: Some(LOOKS), depth: None };
    let memory = Arc::new(TranspositionTable::new(1 << 20));
    let context = SearchContext { tt: memory, oracle: None, seed: 0, limits, tuning: Tuning::FULL };
    let mut search = search(play, Player::Strongest, &context);
    while !search.run(LOOKS) {}
    search.best().is_some_and(|best| best.score.abs() <= EVEN)
}

/// Reads the openings of a file: records one after the other, or a position on each line.
pub fn read<G: Complete>(opened: &Opened<G>, text: &str) -> Result<Vec<Play<G>>, Message> {
    let records = text.lines().any(|line| line.starts_with("[Game "));
    let all = if records { read_records(opened, text)? } else { read_positions(opened, text)? };
    if all.is_empty() { Err(EMPTY.say()) } else { Ok(all) }
}

fn read_positions<G: Complete>(opened: &Opened<G>, text: &str) -> Result<Vec<Play<G>>, Message> {
    let lines = text.lines().map(str::trim).enumerate();
    let given = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    given
        .map(|(i, line)| {
            let read = opened.read(line).map(|position| opened.play_from(position));
            read.and_then(unfinished).map_err(|why| ON_LINE.with(i + 1).with(why))
        })
        .collect()
}

fn read_records<G: Complete>(opened: &Opened<G>, text: &str) -> Result<Vec<Play<G>>, Message> {
    let one = |(before, text): (usize, String)| {
        let record = Record::read(&text, &damier_games::open)
            .map_err(|error| ON_LINE.with(before + error.line).with(error.message))?;
        let play = follow(opened, &record).and_then(unfinished);
        play.map_err(|why| ON_LINE.with(before + 1).with(why))
    };
    split_records(text).into_iter().map(one).collect()
}

/// The texts of records that follow each other, each with the number of lines before it. Each
/// begins with its first tag.
fn split_records(text: &str) -> Vec<(usize, String)> {
    let mut all: Vec<(usize, String)> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.starts_with("[Game ") || all.is_empty() {
            all.push((i, String::new()));
        }
        if let Some((_, last)) = all.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    all.retain(|(_, record)| !record.trim().is_empty());
    all
}

/// Plays the turns of a record.
fn follow<G: Complete>(opened: &Opened<G>, record: &Record) -> Result<Play<G>, Message> {
    if record.game() != G::ID || record.rules() != AnyGame::options(opened) {
        return Err(OTHER_GAME.with(record.game()).with(record.rules()));
    }
    let mut play = opened.play_from(opened.read(record.start())?);
    for node in record.turns() {
        play.play_text(node.turn())?;
    }
    Ok(play)
}

fn unfinished<G: Complete>(play: Play<G>) -> Result<Play<G>, Message> {
    if play.ending().is_some() { Err(OVER.say()) } else { Ok(play) }
}
