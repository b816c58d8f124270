//! Questions at the table and what the answers do: resigning, draws, new games, files, leaving.

use std::path::PathBuf;

use damier_core::play::{Ending, Termination};
use damier_core::{AnyPlay, Message, Outcome, Phrase};
use damier_record::Tags;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::dialog::{Dialog, DialogAction, Overlay, Prompt, Purpose, Typed};
use super::state::{GameTable, Order, Request};
use super::words;

/// Lines that a page of the rules moves by.
const PAGE: u16 = 12;

impl GameTable {
    /// Ends the game by something other than a turn.
    pub(super) fn end(&mut self, outcome: Outcome, how: Termination) {
        match self.play.end(Ending { outcome, how }) {
            Ok(()) => {
                self.redo.clear();
                self.changed();
                self.announce();
            }
            Err(why) => self.refuse(why),
        }
    }

    pub(super) fn ask_resign(&mut self) {
        // Whoever waits for a computer may resign too.
        let waiting = self.only_person().is_some() && self.computer_to_move().is_some();
        if waiting || self.ready() {
            let title = words::RESIGNS.with(self.player(self.speaker()));
            self.overlay = Some(Overlay::Dialog(Dialog::confirm(title, DialogAction::Resign)));
        }
    }

    pub(super) fn ask_draw(&mut self) {
        if self.ready() {
            let side = self.play.to_move();
            if self.seats[side.other().index()].is_some() {
                self.request = Some(Request::Draw);
                self.say(words::OFFERS_DRAW.with(self.player(side)));
                return;
            }
            let title = words::OFFERS_DRAW.with(self.player(side));
            let choices = vec![
                (words::ACCEPT, DialogAction::AcceptDraw),
                (words::DECLINE, DialogAction::DeclineDraw),
            ];
            let dialog = Dialog::new(title, choices);
            let answers = words::ANSWERS.with(self.player(side.other()));
            self.overlay = Some(Overlay::Dialog(dialog.about(answers)));
        }
    }

    /// Asks what to play next, pointing at choice `at`.
    pub(super) fn ask_new(&mut self, at: usize) {
        let mut choices = self.after_game();
        choices.extend(self.unsaved().then_some((words::SAVE, DialogAction::AskSave)));
        choices.push((words::CANCEL, DialogAction::Cancel));
        let mut dialog = self.warned(words::NEW_GAME.say(), choices);
        dialog.at = at;
        self.overlay = Some(Overlay::Dialog(dialog));
    }

    pub(super) fn ask_leave(&mut self) -> Option<Order> {
        if !self.unsaved() {
            return Some(Order::Leave);
        }
        let choices = vec![
            (words::SAVE, DialogAction::AskSave),
            (words::LEAVE, DialogAction::Leave),
            (words::STAY, DialogAction::Cancel),
        ];
        self.overlay = Some(Overlay::Dialog(self.warned(words::LEAVE_GAME.say(), choices)));
        None
    }

    pub(super) fn ask_load(&mut self) -> Option<Order> {
        if !self.unsaved() {
            return self.perform(DialogAction::AskLoad);
        }
        let choices = vec![
            (words::SAVE, DialogAction::AskSave),
            (words::LOAD, DialogAction::AskLoad),
            (words::CANCEL, DialogAction::Cancel),
        ];
        self.overlay = Some(Overlay::Dialog(self.warned(words::LOAD_GAME.say(), choices)));
        None
    }

    /// Asks whether the file that is there may be replaced.
    pub(crate) fn ask_overwrite(&mut self, path: PathBuf) {
        let title = words::EXISTS.with(path.display().to_string());
        let choices = vec![
            (words::REPLACE, DialogAction::Overwrite(path)),
            (words::OTHER_NAME, DialogAction::AskSave),
            (words::CANCEL, DialogAction::Cancel),
        ];
        let mut dialog = Dialog::new(title, choices);
        dialog.at = 1;
        self.overlay = Some(Overlay::Dialog(dialog));
    }

    /// Opens the file prompt again with what went wrong.
    pub(crate) fn ask_again(&mut self, purpose: Purpose, file: String, trouble: Message) {
        let mut prompt = Prompt::new(purpose, file);
        prompt.trouble = Some(trouble);
        self.overlay = Some(Overlay::Prompt(prompt));
    }

    /// Follows a key while something lies over the board.
    pub(super) fn overlay_key(&mut self, key: KeyEvent) -> Option<Order> {
        match self.overlay.as_mut()? {
            Overlay::Keys => self.overlay = None,
            Overlay::Rules(scroll) => match key.code {
                KeyCode::Up | KeyCode::Char('k') => *scroll = scroll.saturating_sub(1),
                KeyCode::Down | KeyCode::Char('j') => *scroll = scroll.saturating_add(1),
                KeyCode::PageUp => *scroll = scroll.saturating_sub(PAGE),
                KeyCode::PageDown | KeyCode::Char(' ') => *scroll = scroll.saturating_add(PAGE),
                KeyCode::Home => *scroll = 0,
                KeyCode::End => *scroll = u16::MAX,
                KeyCode::Char('L') => return Some(Order::Language),
                KeyCode::Esc | KeyCode::Enter | KeyCode::F(1) | KeyCode::Char('r' | 'q') => {
                    self.overlay = None;
                }
                _ => {}
            },
            Overlay::Dialog(dialog) => {
                return dialog.key(key).and_then(|action| self.perform(action));
            }
            Overlay::Prompt(prompt) => {
                let purpose = prompt.purpose;
                match prompt.key(key) {
                    Typed::More => {}
                    Typed::Given => self.overlay = None,
                    Typed::Name(path) => return Some(self.file_order(purpose, path)),
                }
            }
        }
        None
    }

    fn file_order(&mut self, purpose: Purpose, path: PathBuf) -> Order {
        self.overlay = None;
        match purpose {
            Purpose::Save => Order::Save { path, overwrite: false },
            Purpose::Load => Order::Load { path },
        }
    }

    /// A dialog that warns if the game would be lost.
    fn warned(&self, title: Message, choices: Vec<(Phrase, DialogAction)>) -> Dialog {
        let dialog = Dialog::new(title, choices);
        match self.unsaved() {
            true => dialog.about(words::NOT_SAVED.say()),
            false => dialog,
        }
    }

    /// Does what a choice says.
    pub(super) fn perform(&mut self, action: DialogAction) -> Option<Order> {
        self.overlay = None;
        let side = self.play.to_move();
        match action {
            DialogAction::Cancel => {}
            DialogAction::Resign => {
                self.end(Outcome::Won(self.speaker().other()), Termination::Resigned);
            }
            DialogAction::AcceptDraw => self.end(Outcome::Drawn, Termination::Agreement),
            DialogAction::DeclineDraw => self.say(words::DECLINED.with(self.player(side.other()))),
            DialogAction::Overwrite(path) => return Some(Order::Save { path, overwrite: true }),
            DialogAction::AskSave => self.prompt(Purpose::Save),
            DialogAction::AskLoad => self.prompt(Purpose::Load),
            DialogAction::Rematch => self.rematch(),
            DialogAction::Sequel => self.sequel(),
            DialogAction::Picker => return Some(Order::Picker),
            DialogAction::Leave => return Some(Order::Leave),
        }
        None
    }

    fn prompt(&mut self, purpose: Purpose) {
        self.overlay = Some(Overlay::Prompt(Prompt::new(purpose, self.proposal())));
    }

    /// Plays again from the first start; the players exchange their pawns, so that the other one
    /// begins.
    fn rematch(&mut self) {
        if let Ok(play) = self.game.begin(Some(&self.opening)) {
            self.names.swap(0, 1);
            self.seats.swap(0, 1);
            self.flipped ^= self.only_person().is_some();
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
        self.number += 1;
        self.redo.clear();
        self.changed();
        self.unsaved = false;
        self.file.clear();
        self.tags = Tags::new();
    }
}
