//! What computers do at the table, and what people may do when one of the players is one.

use damier_core::play::Termination;
use damier_core::{Message, Outcome, Side};

use super::engine::Situation;
use super::state::{GameTable, Request};
use super::words;

impl GameTable {
    /// Seats computers by name, the player who begins first; those without a name are people.
    pub(crate) fn invite(&mut self, first: Option<String>, second: Option<String>) {
        let begins = self.play.first();
        self.seats[begins.index()] = first;
        self.seats[begins.other().index()] = second;
        // A person sees their own pawns below.
        self.flipped = self.only_person() == Some(Side::Dark);
    }

    /// The game so far.
    pub(super) fn situation(&self) -> Situation {
        Situation { game: self.number, start: self.play.start(), line: self.play.line() }
    }

    /// The computer whose turn it is.
    pub(super) fn computer_to_move(&self) -> Option<Side> {
        let side = self.play.to_move();
        let computer = self.seats[side.index()].is_some() && self.play.ending().is_none();
        computer.then_some(side)
    }

    /// The one person at the table, if the other player is a computer.
    pub(super) fn only_person(&self) -> Option<Side> {
        match &self.seats {
            [None, Some(_)] => Some(Side::Light),
            [Some(_), None] => Some(Side::Dark),
            _ => None,
        }
    }

    /// Who speaks when something other than a turn is done by hand.
    pub(super) fn speaker(&self) -> Side {
        self.only_person().unwrap_or_else(|| self.play.to_move())
    }

    /// What people call a computer.
    pub(super) fn computer_name(&self, side: Side) -> Option<Message> {
        self.seats[side.index()].as_deref().map(words::computer)
    }

    /// Plays the turn that the computer of this side has found.
    pub(super) fn computer_plays(&mut self, side: Side, turn: &str) {
        match self.play.play(turn) {
            Ok(()) => {
                self.redo.clear();
                self.note = None;
                self.changed();
                self.announce();
            }
            Err(why) => self.computer_fails(side, why),
        }
    }

    /// A computer cannot go on; whoever is there may play in its place.
    pub(super) fn computer_fails(&mut self, side: Side, why: Message) {
        let name = self.player(side);
        self.seats[side.index()] = None;
        self.refuse(words::GIVES_UP.with(name).with(why));
    }

    /// Asks for a hint.
    pub(super) fn ask_hint(&mut self) {
        if self.ready() {
            self.request = Some(Request::Hint);
            self.say(words::HINT_COMES.say());
        }
    }

    /// Shows a hint: the turn is pointed at, on the board and in the list.
    pub(super) fn advise(&mut self, turn: &str, why: Message) {
        self.request = None;
        let over = self.play.ending().is_some();
        self.entry = super::entry::TurnEntry::new(&*self.game, &self.play.position(), over);
        self.entry.picked = self.entry.matches().iter().position(|legal| *legal == turn);
        self.say(words::ADVICE.with(turn).with(why));
    }

    /// A computer has answered an offer.
    pub(super) fn answer_draw(&mut self, agreed: bool) {
        self.request = None;
        match agreed {
            true => self.end(Outcome::Drawn, Termination::Agreement),
            false => self.say(words::DECLINED.with(self.player(self.play.to_move().other()))),
        }
    }

    /// No answer came to a request.
    pub(super) fn fail_request(&mut self, why: Message) {
        self.request = None;
        self.refuse(why);
    }

    /// How many turns are taken back at once: so many that the person is to move again.
    pub(super) fn step_back(&self) -> usize {
        match self.only_person() {
            Some(person) if person == self.play.to_move() => 2,
            _ => 1,
        }
    }
}
