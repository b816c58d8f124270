//! What keys do at the table: entering turns, taking them back, looking at the past.

use damier_core::play::Termination;
use ratatui::crossterm::event::KeyEvent;

use super::cursor;
use super::dialog::{DialogAction, Overlay};
use super::entry::TurnEntry;
use super::keys::{self, Action, Way};
use super::state::{GameTable, Order, Press};
use super::words;

impl GameTable {
    /// Follows a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Order> {
        if self.overlay.is_some() {
            return self.overlay_key(key);
        }
        self.act(keys::action(self, key)?)
    }

    /// Does what a key or the mouse asks for.
    pub(crate) fn act(&mut self, action: Action) -> Option<Order> {
        self.note = None;
        match action {
            Action::Move(way) => self.move_cursor(way),
            Action::Enter => self.enter(),
            Action::Click(cell) => {
                self.cursor = cell;
                self.click(&cell.to_string());
            }
            Action::Press(n) => return self.press(n),
            Action::Type(c) => self.type_in(c),
            Action::Erase => {
                self.entry.text.pop();
                self.entry.picked = None;
            }
            Action::Complete => self.pick(|entry| entry.complete()),
            Action::Pick(by) => self.pick(|entry| entry.pick(by)),
            Action::Point(i) => self.point(i),
            Action::Back => self.back(),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Step(by) => self.step(by),
            Action::Show(n) => self.show(n),
            Action::Flip => self.flipped = !self.flipped,
            Action::Rules => self.overlay = Some(Overlay::Rules(0)),
            Action::Keys => self.overlay = Some(Overlay::Keys),
            Action::Save => return self.perform(DialogAction::AskSave),
            Action::Load => return self.ask_load(),
            Action::Resign => self.ask_resign(),
            Action::OfferDraw => self.ask_draw(),
            Action::Hint => self.ask_hint(),
            Action::NewGame => self.ask_new(0),
            Action::Quit => return self.ask_leave(),
            Action::Language => return Some(Order::Language),
        }
        None
    }

    /// Presses numbered choice `n`, counted from 1.
    fn press(&mut self, n: usize) -> Option<Order> {
        match self.presses().into_iter().nth(n.checked_sub(1)?)? {
            Press::Button(button, _) => {
                self.click(button);
                None
            }
            // Digits come up while typing; nothing may be lost by one.
            Press::DialogAction(_, action) if self.unsaved() && action != DialogAction::AskSave => {
                self.ask_new(n - 1);
                None
            }
            Press::DialogAction(_, action) => self.perform(action),
        }
    }

    fn move_cursor(&mut self, way: Way) {
        if self.entry.in_list() {
            let columns = self.columns.max(1) as isize;
            self.entry.pick(match way {
                Way::Left => -1,
                Way::Right => 1,
                Way::Up => -columns,
                Way::Down => columns,
            });
            return;
        }
        let (dx, dy) = match way {
            Way::Left => (-1.0, 0.0),
            Way::Right => (1.0, 0.0),
            Way::Up => (0.0, 1.0),
            Way::Down => (0.0, -1.0),
        };
        let turn = if self.flipped { -1.0 } else { 1.0 };
        self.cursor = cursor::neighbour(&self.view, self.cursor, dx * turn, dy * turn);
    }

    /// Whether a turn can be entered; says why not.
    pub(super) fn ready(&mut self) -> bool {
        if self.shown.is_some() {
            self.refuse(words::LOOKING_BACK.say());
        } else if let Some(verdict) = self.verdict() {
            self.refuse(verdict);
        } else if let Some(side) = self.computer_to_move() {
            self.say(words::THINKS.with(self.player(side)));
        } else {
            return true;
        }
        false
    }

    fn enter(&mut self) {
        match self.entry.in_list() {
            true => self.play(&self.entry.chosen()),
            false => self.click(&self.cursor.to_string()),
        }
    }

    fn click(&mut self, click: &str) {
        if !self.ready() {
            return;
        }
        match self.entry.click(&*self.game, &self.play.position(), click) {
            Ok(None) => {}
            Ok(Some(turn)) => self.play(&turn),
            Err(why) => self.refuse(why),
        }
    }

    /// Types, even after the game: what is typed then must not be taken for commands.
    fn type_in(&mut self, c: char) {
        match self.shown {
            Some(_) => drop(self.ready()),
            None => self.entry.type_in(&*self.game, &self.play.position(), c),
        }
    }

    fn pick(&mut self, pick: impl FnOnce(&mut TurnEntry)) {
        if self.ready() {
            pick(&mut self.entry);
        }
    }

    /// Points at matching turn `i`; plays it if it was pointed at already.
    fn point(&mut self, i: usize) {
        if !self.ready() {
            return;
        }
        match self.entry.picked == Some(i) {
            true => self.enter(),
            false => self.entry.picked = Some(i).filter(|i| *i < self.entry.matches().len()),
        }
    }

    fn back(&mut self) {
        if self.entry.back(&*self.game, &self.play.position()).is_none() {
            self.shown = None;
        }
    }

    /// Plays a turn, or says why not; what was entered stays then.
    pub(super) fn play(&mut self, turn: &str) {
        if !self.ready() {
            return;
        }
        match self.play.play(turn) {
            Ok(()) => {
                match self.redo.last().is_some_and(|undone| undone == turn) {
                    true => drop(self.redo.pop()),
                    false => self.redo.clear(),
                }
                self.changed();
                self.announce();
            }
            Err(why) => self.refuse(why),
        }
    }

    /// Begins the next turn after the game has changed.
    pub(super) fn changed(&mut self) {
        self.unsaved = true;
        self.request = None;
        self.shown = None;
        let over = self.play.ending().is_some();
        self.entry = TurnEntry::new(&*self.game, &self.play.position(), over);
    }

    /// Says what is worth saying about the position now.
    pub(super) fn announce(&mut self) {
        let again = self.play.occurrences();
        if let Some(verdict) = self.verdict() {
            self.say(verdict);
        } else if again > 1 {
            let ends = self.play.ends_by_repetition();
            self.say(if ends { words::TWICE.say() } else { words::OCCURRED.with(again) });
        }
    }

    fn undo(&mut self) {
        let by_hand = self.play.ending().is_some_and(|ending| {
            use Termination::{Abandoned, Agreement, Resigned, Time};
            matches!(ending.how, Abandoned | Agreement | Resigned | Time)
        });
        if by_hand {
            self.reopen();
            return;
        }
        let steps = self.step_back();
        if self.play.line().len() < steps {
            self.refuse(words::NOTHING_TO_UNDO.say());
            return;
        }
        for turn in self.play.line().into_iter().rev().take(steps) {
            self.play.undo();
            self.say(words::UNDONE.with(turn.as_str()));
            self.redo.push(turn);
        }
        self.changed();
    }

    /// Takes back an ending that no turn brought about.
    fn reopen(&mut self) {
        let Ok(mut play) = self.game.begin(Some(&self.play.start())) else { return };
        if self.play.line().iter().all(|turn| play.play(turn).is_ok()) {
            self.play = play;
            self.changed();
            self.say(words::GOES_ON.say());
        }
    }

    fn redo(&mut self) {
        match self.redo.last().cloned() {
            Some(turn) => self.play(&turn),
            None => self.refuse(words::NOTHING_TO_REDO.say()),
        }
        // The answer that was taken back with it comes again as well.
        if self.computer_to_move().is_some()
            && let Some(turn) = self.redo.pop()
            && self.play.play(&turn).is_ok()
        {
            self.changed();
            self.announce();
        }
    }

    fn step(&mut self, by: isize) {
        let all = self.play.line().len();
        let now = self.shown.unwrap_or(all);
        self.show(now.saturating_add_signed(by).min(all));
    }

    /// Shows the position after `n` turns.
    fn show(&mut self, n: usize) {
        self.shown = (n < self.play.line().len()).then_some(n);
    }
}
