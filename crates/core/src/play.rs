//! A game in progress: where it began, the turns played, how it ended. Terminal, records, engine
//! and server all use this one type, so that repetition, resignation and agreement mean the same
//! everywhere.

use std::collections::BTreeMap;

use crate::entry::read_turn;
use crate::game::{Game, Outcome, Playable};
use crate::key::key;
use crate::side::Side;
use crate::words::{Message, Phrase, phrase};

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// A player reached the goal.
    Goal,
    /// A player had no legal turn.
    NoTurn,
    /// A player resigned.
    Resigned,
    /// A player ran out of time.
    Time,
    /// The same position occurred for the third time.
    Repetition,
    /// The players agreed on a draw.
    Agreement,
    /// A player left.
    Abandoned,
    /// The rules end the game as a draw.
    Rule,
}

impl Termination {
    /// All of them, with the words records use.
    pub const ALL: [(Termination, &'static str); 8] = [
        (Termination::Goal, "goal"),
        (Termination::NoTurn, "no turn"),
        (Termination::Resigned, "resigned"),
        (Termination::Time, "time"),
        (Termination::Repetition, "repetition"),
        (Termination::Agreement, "agreement"),
        (Termination::Abandoned, "abandoned"),
        (Termination::Rule, "rule"),
    ];

    /// The word records use.
    #[must_use]
    pub fn text(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Reads the word records use.
    #[must_use]
    pub fn read(text: &str) -> Option<Termination> {
        Self::ALL.into_iter().find(|(_, word)| *word == text).map(|(t, _)| t)
    }

    /// For people.
    #[must_use]
    pub const fn words(self) -> Phrase {
        match self {
            Termination::Goal => phrase!("play.goal"),
            Termination::NoTurn => phrase!("play.no-turn"),
            Termination::Resigned => phrase!("play.resigned"),
            Termination::Time => phrase!("play.time"),
            Termination::Repetition => phrase!("play.repetition"),
            Termination::Agreement => phrase!("play.agreement"),
            Termination::Abandoned => phrase!("play.abandoned"),
            Termination::Rule => phrase!("play.rule"),
        }
    }
}

/// How a game in progress came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won, if anybody.
    pub outcome: Outcome,
    /// What ended it.
    pub how: Termination,
}

const OVER: Phrase = phrase!("entry.over");
const ILLEGAL: Phrase = phrase!("play.illegal");

/// How often each position of a game has occurred and where it did first, so that a long game does
/// not slow down. By keys, so that the map is compiled once for all games; a position whose key is
/// that of another stands under the next free one.
type Occurrences = BTreeMap<u64, (usize, usize)>;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Play<G: Game> {
    game: G,
    start: G::Position,
    line: Vec<(G::Turn, G::Position)>,
    seen: Occurrences,
    ending: Option<Ending>,
    repetition: bool,
}

impl<G: Game> Play<G> {
    /// A game that begins at `start`. With `repetition`, the third occurrence of a position
    /// ends it.
    #[must_use]
    pub fn new(game: G, start: G::Position, repetition: bool) -> Play<G> {
        let seen = Occurrences::new();
        let mut play = Play { game, start, line: Vec::new(), seen, ending: None, repetition };
        play.count();
        play.ending = play.natural_ending();
        play
    }

    /// The rules it is played by.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Where it began.
    pub fn start(&self) -> &G::Position {
        &self.start
    }

    /// The turns played, each with the position after it.
    pub fn line(&self) -> &[(G::Turn, G::Position)] {
        &self.line
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        self.line.last().map_or(&self.start, |(_, position)| position)
    }

    /// The position before turn number `i` (0 is the start).
    pub fn position_at(&self, i: usize) -> &G::Position {
        match i {
            0 => &self.start,
            _ => &self.line[i - 1].1,
        }
    }

    /// Whose turn it is (or would be).
    pub fn to_move(&self) -> Side {
        self.game.to_move(self.position())
    }

    /// How it ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How often the position now has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        self.occurrences_of(self.position())
    }

    /// How often this position has occurred.
    pub fn occurrences_of(&self, position: &G::Position) -> usize {
        self.seen.get(&self.place(position)).map_or(0, |(_, times)| *times)
    }

    /// The key under which this position is counted, or would be.
    fn place(&self, position: &G::Position) -> u64 {
        let mut place = key(position);
        // One that has been taken back so often that it no longer occurs leaves its place to be
        // used again.
        while let Some((first, 1..)) = self.seen.get(&place)
            && self.position_at(*first) != position
        {
            place = place.wrapping_add(1);
        }
        place
    }

    /// Counts the position now once more.
    fn count(&mut self) {
        let place = self.place(self.position());
        count_at(&mut self.seen, place, self.line.len());
    }

    /// Counts the position now once less, before it is taken back.
    fn discount(&mut self) {
        let place = self.place(self.position());
        if let Some((_, times)) = self.seen.get_mut(&place) {
            *times = times.saturating_sub(1);
        }
    }

    /// Plays a turn, if it is legal and the game goes on.
    pub fn play(&mut self, turn: G::Turn) -> Result<(), Message> {
        if self.ending.is_some() {
            return Err(OVER.say());
        }
        if !self.game.is_legal(self.position(), turn) {
            return Err(ILLEGAL.say());
        }
        self.make(turn);
        Ok(())
    }

    /// Plays a turn that is known to be legal.
    fn make(&mut self, turn: G::Turn) {
        let after = self.game.play(self.position(), turn);
        self.line.push((turn, after));
        self.count();
        self.ending = self.natural_ending();
    }

    /// Takes the last turn back, and with it any ending. `false` if none was played.
    pub fn undo(&mut self) -> bool {
        if self.line.is_empty() {
            return false;
        }
        self.discount();
        self.line.pop();
        self.ending = None;
        true
    }

    /// Ends the game by something other than a turn: resignation, time, agreement.
    pub fn end(&mut self, outcome: Outcome, how: Termination) -> Result<(), Message> {
        match self.ending {
            Some(_) => Err(OVER.say()),
            None => {
                self.ending = Some(Ending { outcome, how });
                Ok(())
            }
        }
    }

    /// Whether the third occurrence of a position ends the game.
    pub const fn ends_by_repetition(&self) -> bool {
        self.repetition
    }

    /// The ending that the position itself, or its repetition, brings about.
    fn natural_ending(&self) -> Option<Ending> {
        let position = self.position();
        match self.game.outcome(position) {
            Some(outcome) => {
                let how = match outcome {
                    Outcome::Drawn => Termination::Rule,
                    _ if self.game.ended_without_turn(position) => Termination::NoTurn,
                    _ => Termination::Goal,
                };
                Some(Ending { outcome, how })
            }
            None if self.repetition && self.occurrences() >= 3 => {
                Some(Ending { outcome: Outcome::Drawn, how: Termination::Repetition })
            }
            None => None,
        }
    }
}

/// Counts a position that came up after so many turns. Compiled once for all games.
#[inline(never)]
fn count_at(seen: &mut Occurrences, place: u64, turns: usize) {
    let (first, times) = seen.entry(place).or_insert((0, 0));
    if *times == 0 {
        *first = turns;
    }
    *times += 1;
}

impl<G: Playable> Play<G> {
    /// Plays a turn given as text; the error says why it is refused.
    pub fn play_text(&mut self, text: &str) -> Result<(), Message> {
        match self.ending {
            Some(_) => Err(OVER.say()),
            None => {
                self.make(read_turn(&self.game, self.position(), text)?);
                Ok(())
            }
        }
    }
}
