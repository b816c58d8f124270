//! Questions over the board: a few choices to pick from, or a line to type. A dialog holds what
//! each choice does, so nothing else needs to remember why it was asked.

use std::path::PathBuf;

use damier_core::{Message, Phrase};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::words;

/// What a choice in a dialog does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DialogAction {
    /// Nothing: back to the game.
    Cancel,
    /// The player to move gives up.
    Resign,
    /// The other player accepts the draw.
    AcceptDraw,
    /// The other player goes on.
    DeclineDraw,
    /// Writes the record over the file that is there.
    Overwrite(PathBuf),
    /// Asks for a file name to save to.
    AskSave,
    /// Asks for a file name to read.
    AskLoad,
    /// Plays again, the other player beginning.
    Rematch,
    /// Plays the rematch that the rules grant.
    Sequel,
    /// Chooses another game.
    Picker,
    /// Leaves the program.
    Leave,
}

/// A question with its answers.
pub(crate) struct Dialog {
    /// What is asked.
    pub(super) title: Message,
    /// More about it.
    pub(super) text: Option<Message>,
    /// The answers and what they do.
    pub(super) choices: Vec<(Phrase, DialogAction)>,
    /// The answer pointed at.
    pub(super) at: usize,
}

impl Dialog {
    /// A question; the last answer is the careful one, to which Esc leads.
    pub(super) fn new(title: Message, choices: Vec<(Phrase, DialogAction)>) -> Dialog {
        Dialog { title, text: None, choices, at: 0 }
    }

    /// Yes or no.
    pub(super) fn confirm(title: Message, yes: DialogAction) -> Dialog {
        Dialog::new(title, vec![(words::YES, yes), (words::NO, DialogAction::Cancel)])
    }

    /// The same with a line of explanation.
    pub(super) fn about(mut self, text: Message) -> Dialog {
        self.text = Some(text);
        self
    }

    /// Follows a key; the action once an answer is chosen.
    pub(super) fn key(&mut self, key: KeyEvent) -> Option<DialogAction> {
        let last = self.choices.len() - 1;
        let yes_no = self.choices[0].0 == words::YES;
        match key.code {
            KeyCode::Left | KeyCode::Up | KeyCode::BackTab => {
                self.at = self.at.checked_sub(1).unwrap_or(last);
            }
            KeyCode::Right | KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1) % (last + 1),
            KeyCode::Enter | KeyCode::Char(' ') => return Some(self.choices[self.at].1.clone()),
            KeyCode::Esc => return Some(self.choices[last].1.clone()),
            KeyCode::Char('y' | 'Y' | 'o' | 'O') if yes_no => {
                return Some(self.choices[0].1.clone());
            }
            KeyCode::Char('n' | 'N') if yes_no => return Some(self.choices[last].1.clone()),
            KeyCode::Char(c) => return self.numbered(c.to_digit(10)? as usize),
            _ => {}
        }
        None
    }

    /// The action of answer number `n`, counted from 1.
    pub(super) fn numbered(&self, n: usize) -> Option<DialogAction> {
        self.choices.get(n.checked_sub(1)?).map(|(_, action)| action.clone())
    }
}

/// What a typed file name is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// To write the record to.
    Save,
    /// To read a record from.
    Load,
}

/// A file name being typed.
pub(crate) struct Prompt {
    /// What it is for.
    pub(super) purpose: Purpose,
    /// The name so far.
    pub(super) text: String,
    /// What went wrong with the last one.
    pub(super) trouble: Option<Message>,
}

/// What a key did to a prompt.
pub(super) enum Typed {
    /// It is still open.
    More,
    /// It was closed without a name.
    Given,
    /// A name was given.
    Name(PathBuf),
}

impl Prompt {
    /// A prompt that begins with a proposal.
    pub(super) fn new(purpose: Purpose, text: String) -> Prompt {
        Prompt { purpose, text, trouble: None }
    }

    /// Follows a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> Typed {
        self.trouble = None;
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Typed::Given,
            KeyCode::Enter if self.text.trim().is_empty() => return Typed::Given,
            KeyCode::Enter => return Typed::Name(PathBuf::from(self.text.trim())),
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char('u') if ctrl => self.text.clear(),
            KeyCode::Char('w') if ctrl => {
                let cut = self.text.trim_end_matches(['/', '\\']).rfind(['/', '\\']);
                self.text.truncate(cut.map_or(0, |i| i + 1));
            }
            KeyCode::Char(c) if !ctrl => self.text.push(c),
            _ => {}
        }
        Typed::More
    }
}

/// What lies over the board.
pub(crate) enum Overlay {
    /// The rules, scrolled down by this many lines.
    Rules(u16),
    /// What each key does.
    Keys,
    /// A question with answers to choose from.
    Dialog(Dialog),
    /// A file name to be typed.
    Prompt(Prompt),
}
