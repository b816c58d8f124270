//! Questions at the table and what the answers do: resigning, draws, new games, files, leaving.

use damier_core::play::{Ending, Termination};
use damier_core::{AnyPlay, Message, Outcome, Phrase};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::dialog::{Deed, Dialog, Overlay, Prompt, Purpose, Typed};
use super::state::{Order, Table};
use super::words;

impl Table {
    /// Ends the game by something other than a turn.
    fn end(&mut self, outcome: Outcome, how: Termination) {
        match self.play.end(Ending { outcome, how }) {
            Ok(()) => {
                self.redo.clear();
                self.changed();
                self.announce();
            }
            Err(why) => self.refuse(why),
        }
    }

    fn ask_resign(&mut self) {
        if self.ready() {
            let title = words::RESIGNS.with(self.player(self.play.to_move()));
            self.overlay = Some(Overlay::Dialog(Dialog::confirm(title, Deed::Resign)));
        }
    }

    fn ask_draw(&mut self) {
        if self.ready() {
            let side = self.play.to_move();
            let title = words::OFFERS_DRAW.with(self.player(side));
            let choices =
                vec![(words::ACCEPT, Deed::AcceptDraw), (words::DECLINE, Deed::DeclineDraw)];
            let dialog = Dialog::new(title, choices);
            let answers = words::ANSWERS.with(self.player(side.other()));
            self.overlay = Some(Overlay::Dialog(dialog.about(answers)));
        }
    }

    fn ask_new(&mut self) {
        let mut choices = self.after_game();
        choices.push((words::CANCEL, Deed::Cancel));
        self.overlay = Some(Overlay::Dialog(self.warned(words::NEW_GAME.say(), choices)));
    }

    fn ask_leave(&mut self) -> Option<Order> {
        if !self.unsaved() {
            return Some(Order::Leave);
        }
        let choices = vec![
            (words::LEAVE, Deed::Leave),
            (words::SAVE, Deed::AskSave),
            (words::STAY, Deed::Cancel),
        ];
        self.overlay = Some(Overlay::Dialog(self.warned(words::LEAVE_GAME.say(), choices)));
        None
    }

    /// A dialog that warns if the game would be lost.
    fn warned(&self, title: Message, choices: Vec<(Phrase, Deed)>) -> Dialog {
        let dialog = Dialog::new(title, choices);
        match self.unsaved() {
            true => dialog.about(words::NOT_SAVED.say()),
            false => dialog,
        }
    }

    /// Does what a choice says.
    pub(super) fn do_deed(&mut self, deed: Deed) -> Option<Order> {
        self.overlay = None;
        let side = self.play.to_move();
        match deed {
            Deed::Cancel => {}
            Deed::Resign => self.end(Outcome::Won(side.other()), Termination::Resigned),
            Deed::AcceptDraw => self.end(Outcome::Drawn, Termination::Agreement),
            Deed::DeclineDraw => self.say(words::DECLINED.with(self.player(side.other()))),
            Deed::Overwrite(path) => return Some(Order::Save { path, overwrite: true }),
            Deed::AskSave => self.prompt(Purpose::Save),
            Deed::AskLoad => self.prompt(Purpose::Load),
            Deed::Rematch => self.rematch(),
            Deed::Sequel => self.sequel(),
            Deed::Picker => return Some(Order::Picker),
            Deed::Leave => return Some(Order::Leave),
        }
        None
    }

    fn prompt(&mut self, purpose: Purpose) {
        self.overlay = Some(Overlay::Prompt(Prompt::new(purpose, self.file.clone())));
    }

    /// Plays again from the same start; the players exchange their pawns, so that the other one
    /// begins.
    fn rematch(&mut self) {
        let start = self.play.start();
        if let Ok(play) = self.game.begin(Some(&start)) {
            self.names.swap(0, 1);
            self.restart(play);
            let begins = self.play.to_move();
            self.say(words::EXCHANGED.with(self.player(begins)));
        }
    }

    /// Plays the rematch that the rules grant after a win.
    fn sequel(&mut self) {
        let Some(Ending { outcome: Outcome::Won(winner), .. }) = self.play.ending() else { return };
        let play = self.game.sequel(winner).and_then(|start| self.game.begin(Some(&start)).ok());
        if let Some((play, name)) = play.zip(self.game.sequel_name()) {
            self.restart(play);
            let begins = self.play.to_move();
            self.say(words::BEGINS.with(name).with(self.player(begins)));
        }
    }

    fn restart(&mut self, play: Box<dyn AnyPlay>) {
        self.play = play;
        self.redo.clear();
        self.changed();
        self.unsaved = false;
        self.file.clear();
    }
}
