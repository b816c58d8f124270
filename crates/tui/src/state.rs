//! A game at the table: everything the screen shows and every key changes, without a terminal,
//! a clock or a file. What needs the world outside is handed up as an [`Order`].

use std::path::PathBuf;

use damier_core::any::AnyPosition;
use damier_core::preview;
use damier_core::view::{Scene, View};
use damier_core::{AnyGame, AnyPlay, Cell, Message, Outcome, Phrase, Side};
use damier_record::{Record, Tags};

use super::cursor;
use super::dialog::{DialogAction, Overlay};
use super::entry::TurnEntry;
use super::words;

/// What a table cannot do by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// Changes the language.
    Language,
    /// Goes to the list of games.
    Picker,
    /// Leaves the program.
    Leave,
    /// Writes the record.
    Save {
        /// Where to.
        path: PathBuf,
        /// Whether a file that is there may be replaced.
        overwrite: bool,
    },
    /// Reads a record.
    Load {
        /// Where from.
        path: PathBuf,
    },
}

/// What a computer can be asked besides its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    /// What to play.
    Hint,
    /// Whether it agrees to a draw.
    Draw,
}

/// The line below the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    /// What it says.
    pub(super) text: Message,
    /// Whether something was refused.
    pub(super) refused: bool,
}

/// A numbered choice beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Press {
    /// A button of the turn being entered.
    Button(&'static str, Phrase),
    /// Something to do after the game.
    DialogAction(Phrase, DialogAction),
}

/// A game at the table: what is played, and what the screen shows of it.
pub(crate) struct GameTable {
    /// The rules.
    pub(super) game: Box<dyn AnyGame>,
    /// Its board.
    pub(super) view: View,
    /// The game in progress.
    pub(super) play: Box<dyn AnyPlay>,
    /// The names of the players, light and dark; empty if unknown.
    pub(super) names: [String; 2],
    /// The turn being entered.
    pub(super) entry: TurnEntry,
    /// The cell the arrows have come to.
    pub(super) cursor: Cell,
    /// Whether the board is seen from the other side.
    pub(super) flipped: bool,
    /// Looking at the position after this many turns; at the present one if none.
    pub(super) shown: Option<usize>,
    /// The last thing said.
    pub(super) note: Option<Note>,
    /// What lies over the board.
    pub(super) overlay: Option<Overlay>,
    /// Columns of the list of turns, as last drawn.
    pub(super) columns: usize,
    /// The file the record was last saved to or read from, or a proposal.
    pub(super) file: String,
    /// Further tags of the record.
    pub(super) tags: Tags,
    /// The date as records write it; empty if unknown.
    pub(super) today: String,
    /// Turns taken back, the last one first to come again.
    pub(super) redo: Vec<String>,
    /// Whether something has changed since the record was saved.
    pub(super) unsaved: bool,
    /// Where an ordinary rematch begins.
    pub(super) opening: String,
    /// The names of the computers with the light and the dark pawns; none for people.
    pub(super) seats: [Option<String>; 2],
    /// What a computer was asked besides its turn.
    pub(super) request: Option<Request>,
    /// Which game this is at this table.
    pub(super) number: u64,
}

impl GameTable {
    /// A game in progress of which nothing needs to be saved yet.
    pub(crate) fn new(game: Box<dyn AnyGame>, play: Box<dyn AnyPlay>) -> GameTable {
        let view = game.view();
        let entry = TurnEntry::new(&*game, &play.position(), play.ending().is_some());
        let mut table = GameTable {
            cursor: cursor::middle(&view),
            opening: play.start(),
            file: String::new(),
            names: Default::default(),
            flipped: false,
            shown: None,
            note: None,
            overlay: None,
            seats: [None, None],
            request: None,
            number: 0,
            columns: 1,
            tags: Tags::new(),
            today: String::new(),
            redo: Vec::new(),
            unsaved: false,
            game,
            view,
            play,
            entry,
        };
        table.announce();
        table
    }

    /// Gives the players names, the one who begins first.
    pub(crate) fn name(&mut self, first: &str, second: &str) {
        let begins = self.play.first();
        self.names[begins.index()] = first.to_owned();
        self.names[begins.other().index()] = second.to_owned();
    }

    /// The record of the game so far.
    pub(crate) fn record(&self) -> Record {
        let mut tags = self.tags.clone();
        let first = self.play.first();
        let names = [("First", first), ("Second", first.other())];
        let name = |side: Side| match self.names[side.index()].as_str() {
            "" => self.seats[side.index()].as_deref().unwrap_or_default(),
            name => name,
        };
        let names = names.map(|(tag, side)| (tag, name(side)));
        let date = tags.get("Date").unwrap_or(&self.today).to_owned();
        for (tag, value) in names.into_iter().chain([("Date", date.as_str())]) {
            // These names are always accepted.
            match value {
                "" => tags.remove(tag),
                _ => drop(tags.set(tag, value)),
            }
        }
        Record::of(&*self.game, &*self.play, tags)
    }

    /// A name for the file of the record.
    pub(super) fn proposal(&self) -> String {
        match self.file.as_str() {
            "" => format!("{}-{}.txt", self.game.id(), self.today.replace('.', "-")),
            file => file.to_owned(),
        }
    }

    /// Says something.
    pub(crate) fn say(&mut self, text: Message) {
        self.note = Some(Note { text, refused: false });
    }

    /// Says why something was not done.
    pub(crate) fn refuse(&mut self, text: Message) {
        self.note = Some(Note { text, refused: true });
    }

    /// Whether there is something that leaving would lose.
    pub(crate) fn unsaved(&self) -> bool {
        self.unsaved && !self.play.line().is_empty()
    }

    /// The record is in a file now.
    pub(crate) fn saved(&mut self, file: String) {
        self.unsaved = false;
        self.say(words::SAVED.with(file.as_str()));
        self.file = file;
    }

    /// What people call a player: the name if known, else the pawns.
    pub(super) fn player(&self, side: Side) -> Message {
        let pawns = self.game.sides()[side.index()];
        match (self.names[side.index()].as_str(), self.computer_name(side)) {
            ("", None) => pawns.say(),
            ("", Some(computer)) => words::NAMED.with(computer).with(pawns),
            (name, _) => words::NAMED.with(name).with(pawns),
        }
    }

    /// How the game ended and why, in the game's own words.
    pub(super) fn verdict(&self) -> Option<Message> {
        let (ending, why) = (self.play.ending()?, self.play.reason()?.words);
        Some(match ending.outcome {
            Outcome::Won(side) => words::WON.with(self.player(side)).with(why),
            Outcome::Drawn => words::DRAWN.with(why),
        })
    }

    /// The position the board shows.
    fn now(&self) -> Box<dyn AnyPosition> {
        self.play.at(self.shown.unwrap_or(self.play.len()))
    }

    /// What the board shows: the past, a turn pointed at, or the turn being entered.
    pub(super) fn scene(&self) -> Scene {
        if let Some(turn) = self.entry.picked_turn().filter(|_| self.shown.is_none()) {
            return scene_after(&*self.play.now(), turn);
        }
        let mut scene = self.now().scene();
        if let Some(last) = self.shown.unwrap_or(self.play.len()).checked_sub(1) {
            scene.last = Some(preview::last_turn(&self.play.effects_at(last)));
        }
        if self.shown.is_none() && self.play.ending().is_none() {
            let side = self.play.to_move();
            scene = preview::entering(&self.view, &scene, side, &self.entry.entering);
        }
        scene
    }

    /// Pawns of each side that have left the board since the game began.
    pub(super) fn taken(&self, scene: &Scene) -> [usize; 2] {
        let start = self.play.at(0).scene();
        Side::BOTH.map(|side| start.pawns(side).saturating_sub(scene.pawns(side)))
    }

    /// Special rules in force in the position shown.
    pub(super) fn remarks(&self) -> Vec<Message> {
        let position = self.now();
        let scene = position.scene();
        let marks = scene.marks.iter().map(damier_core::mark::Mark::words);
        marks.chain(position.remark()).collect()
    }

    /// The numbered choices beside the board.
    pub(super) fn presses(&self) -> Vec<Press> {
        if self.shown.is_some() {
            return Vec::new();
        }
        if self.play.ending().is_some() {
            let save = self.unsaved().then_some((words::SAVE, DialogAction::AskSave));
            let all = self.after_game().into_iter().chain(save);
            return all.map(|(name, action)| Press::DialogAction(name, action)).collect();
        }
        let names = self.game.buttons();
        let name = |b: &str| names.iter().find(|(button, _)| *button == b).map(|(_, words)| *words);
        self.entry.buttons().filter_map(|b| Some(Press::Button(b, name(b)?))).collect()
    }

    /// What there is to do after a game.
    pub(super) fn after_game(&self) -> Vec<(Phrase, DialogAction)> {
        let winner = self.play.ending().and_then(|ending| match ending.outcome {
            Outcome::Won(side) => Some(side),
            Outcome::Drawn => None,
        });
        let sequel = winner.and_then(|side| self.game.sequel(side));
        let mut all = Vec::new();
        all.extend(sequel.and(self.game.sequel_name()).map(|name| (name, DialogAction::Sequel)));
        all.push((words::REMATCH, DialogAction::Rematch));
        all.push((words::OTHER_GAME, DialogAction::Picker));
        all
    }
}

/// The board after a turn, which is marked as the last one.
fn scene_after(position: &dyn AnyPosition, turn: &str) -> Scene {
    let after = position.play(turn).map(|after| after.scene());
    let mut scene = after.unwrap_or_default();
    let steps = position.steps(turn).unwrap_or_default();
    let effects: Vec<_> = steps.into_iter().map(|step| step.effects).collect();
    scene.last = Some(preview::last_turn(&effects));
    scene
}
