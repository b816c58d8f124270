//! What each key means. Letters that can begin a turn's text are typed; the others are commands,
//! so both work without a mode to switch.

use damier_core::Cell;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::state::GameTable;

/// A direction on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

/// What can be done at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Moves over the board, or in the list of turns.
    Move(Way),
    /// Clicks the cell under the cursor, or plays the turn typed or pointed at.
    Enter,
    /// Clicks a cell.
    Click(Cell),
    /// Presses a numbered choice, counted from 1.
    Press(usize),
    /// Types a character of a turn.
    Type(char),
    /// Deletes the last character.
    Erase,
    /// Completes what is typed, or points at the next turn.
    Complete,
    /// Points so many turns further on.
    Pick(isize),
    /// Points at this turn; plays it if it is pointed at already.
    Point(usize),
    /// Takes one step of the entry back.
    Back,
    /// Takes a turn back.
    Undo,
    /// Plays a turn taken back again.
    Redo,
    /// Looks so many turns further on, or back.
    Step(isize),
    /// Looks at the position after so many turns.
    Show(usize),
    /// Turns the board round.
    Flip,
    /// Opens the rules.
    Rules,
    /// Opens the list of keys.
    Keys,
    /// Saves the record.
    Save,
    /// Reads a record.
    Load,
    /// Gives up.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Asks what to play.
    Hint,
    /// Begins another game.
    NewGame,
    /// Changes the language.
    Language,
    /// Leaves.
    Quit,
}

/// What a key means at this table while nothing lies over it.
pub(super) fn action(table: &GameTable, key: KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'q') => Some(Action::Quit),
            KeyCode::Char('r' | 'y') => Some(Action::Redo),
            KeyCode::Char('z') => Some(Action::Undo),
            _ => None,
        };
    }
    let typing = !table.entry.text.is_empty();
    Some(match key.code {
        KeyCode::Left => Action::Move(Way::Left),
        KeyCode::Right => Action::Move(Way::Right),
        KeyCode::Up => Action::Move(Way::Up),
        KeyCode::Down => Action::Move(Way::Down),
        KeyCode::Enter => Action::Enter,
        KeyCode::Esc => Action::Back,
        KeyCode::Backspace if typing => Action::Erase,
        KeyCode::Backspace => Action::Back,
        KeyCode::Tab => Action::Complete,
        KeyCode::BackTab => Action::Pick(-1),
        KeyCode::PageUp => Action::Step(-1),
        KeyCode::PageDown => Action::Step(1),
        KeyCode::Home => Action::Show(0),
        KeyCode::End => Action::Show(usize::MAX),
        KeyCode::F(1) => Action::Rules,
        KeyCode::Char(' ') => Action::Enter,
        KeyCode::Char(c) if typing || begins_turn(table, c) => Action::Type(c),
        KeyCode::Char(c) => return command(c),
        _ => return None,
    })
}

/// What a letter means that begins no turn.
fn command(c: char) -> Option<Action> {
    Some(match c {
        '1'..='9' => Action::Press(c.to_digit(10)? as usize),
        'u' => Action::Undo,
        'y' | 'U' => Action::Redo,
        '[' | ',' => Action::Step(-1),
        ']' | '.' => Action::Step(1),
        'f' | 'F' => Action::Flip,
        'r' => Action::Rules,
        '?' => Action::Keys,
        's' => Action::Save,
        'o' => Action::Load,
        'X' => Action::Resign,
        'D' | '=' => Action::OfferDraw,
        'H' => Action::Hint,
        'n' => Action::NewGame,
        'l' | 'L' => Action::Language,
        'q' => Action::Quit,
        _ => return None,
    })
}

/// Whether a turn's text can begin with this character: a file of the board, a button, or
/// whatever the legal turns begin with.
fn begins_turn(table: &GameTable, c: char) -> bool {
    let file = |cell: Cell| char::from(b'a' + cell.file());
    table.view.cells.iter().any(|place| file(place.cell) == c)
        || table.game.buttons().iter().any(|(button, _)| button.starts_with(c))
        || table.entry.legal.iter().any(|(turn, _)| turn.starts_with(c))
}
