//! The game line by line, for pipes, scripts and screens that are not terminals: the board is
//! printed, a turn or a command is read, until the input ends.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use damier_core::play::Ending;
use damier_core::view::Scene;
use damier_core::{Lang, Message};
use damier_draw::{Paint, terminal};

use super::app::Written;
use super::dialog::DialogAction;
use super::engine_pool::EnginePool;
use super::files;
use super::keys::Action;
use super::state::GameTable;
use super::words;

/// Plays a game from `input` to `output`.
pub(super) fn run(
    table: &mut GameTable,
    engines: &mut EnginePool,
    lang: Lang,
    input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    let mut game = LineGame { table, engines, lang, output, offered: false };
    let note = game.table.note.take();
    if let Some(note) = note {
        game.say(&note.text)?;
    }
    game.show()?;
    game.wait()?;
    for line in input.lines() {
        if !game.line(line?.trim())? {
            break;
        }
    }
    game.output.flush()
}

/// A table and where it talks to.
struct LineGame<'a, W> {
    table: &'a mut GameTable,
    engines: &'a mut EnginePool,
    lang: Lang,
    output: W,
    /// Whether a draw has been offered and not been answered yet.
    offered: bool,
}

impl<W: Write> LineGame<'_, W> {
    fn say(&mut self, message: &Message) -> io::Result<()> {
        writeln!(self.output, "{}", message.text(self.lang))
    }

    /// The board, and who is to move or has won.
    fn show(&mut self) -> io::Result<()> {
        let table = &*self.table;
        let marks = Scene { targets: Vec::new(), attacked: Vec::new(), ..table.scene() };
        let board = terminal(&table.view, &marks, Paint::Plain, table.game.letters());
        writeln!(self.output, "{board}{}", table.play.position())?;
        let next = words::TO_MOVE.with(table.player(table.play.to_move()));
        let state = table.verdict().unwrap_or(next);
        self.say(&state)?;
        self.output.flush()
    }

    /// Follows a line; `false` if it was the last.
    fn line(&mut self, line: &str) -> io::Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let offered = std::mem::replace(&mut self.offered, false);
        match word {
            "" => {}
            _ if word.starts_with('#') => {}
            "quit" | "q" => return Ok(false),
            "help" | "?" => self.say(&words::LINE_HELP.say())?,
            "rules" => write!(self.output, "{}", self.table.game.rules(self.lang))?,
            "moves" => self.moves()?,
            "board" => self.show()?,
            "hint" => self.change(|table| drop(table.act(Action::Hint)))?,
            "undo" => self.change(|table| drop(table.act(Action::Undo)))?,
            "redo" => self.change(|table| drop(table.act(Action::Redo)))?,
            "resign" => self.change(|table| drop(table.perform(DialogAction::Resign)))?,
            "draw" => self.offer()?,
            "accept" | "decline" if !offered => self.say(&words::NO_OFFER.say())?,
            "accept" => self.change(|table| drop(table.perform(DialogAction::AcceptDraw)))?,
            "decline" => self.change(|table| drop(table.perform(DialogAction::DeclineDraw)))?,
            "save" => self.save(rest.trim())?,
            _ => self.change(|table| table.play(line))?,
        }
        self.output.flush()?;
        self.wait()?;
        Ok(true)
    }

    /// Waits for computers, as long as they have something to do.
    fn wait(&mut self) -> io::Result<()> {
        while self.engines.busy(self.table) {
            let before = (self.table.play.line().len(), self.table.play.ending());
            match self.engines.tick(self.table) {
                true => self.tell(before)?,
                false => thread::sleep(Duration::from_millis(1)),
            }
        }
        Ok(())
    }

    /// Tells what a computer has done.
    fn tell(&mut self, before: (usize, Option<Ending>)) -> io::Result<()> {
        let line = self.table.play.line();
        if let Some(turn) = line.get(before.0) {
            writeln!(self.output, "{turn}")?;
        }
        let over = self.table.play.ending().is_some();
        if let Some(note) = self.table.note.take().filter(|note| note.refused || !over) {
            self.say(&note.text)?;
        }
        if (line.len(), self.table.play.ending()) != before {
            self.show()?;
        }
        self.output.flush()
    }

    /// Does something to the game and shows what came of it.
    fn change(&mut self, action: impl FnOnce(&mut GameTable)) -> io::Result<()> {
        let before = (self.table.play.position(), self.table.play.ending());
        self.table.note = None;
        action(self.table);
        let over = self.table.play.ending().is_some();
        // The verdict is shown with the board.
        if let Some(note) = self.table.note.take().filter(|note| note.refused || !over) {
            self.say(&note.text)?;
        }
        match (self.table.play.position(), self.table.play.ending()) == before {
            true => Ok(()),
            false => self.show(),
        }
    }

    fn moves(&mut self) -> io::Result<()> {
        for turn in self.table.entry.matches() {
            writeln!(self.output, "{turn}")?;
        }
        Ok(())
    }

    fn offer(&mut self) -> io::Result<()> {
        let side = self.table.play.to_move();
        if let Some(verdict) = self.table.verdict() {
            return self.say(&verdict);
        }
        if self.table.only_person().is_some() {
            return self.change(|table| drop(table.act(Action::OfferDraw)));
        }
        self.offered = true;
        let [offers, answers] = [side, side.other()].map(|side| self.table.player(side));
        self.say(&words::LINE_DRAW.with(offers).with(answers))
    }

    fn save(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            return self.say(&words::SAVE_WHERE.say());
        }
        let text = self.table.record().write();
        self.say(&match files::save(Path::new(name), &text, false) {
            Written::Done => words::SAVED.with(name),
            Written::Exists => words::NOT_OVER.with(name),
            Written::Failed(why) => words::NOT_WRITTEN.with(name).with(why),
        })
    }
}
