//! Everything the terminal game says.

use damier_core::{Message, Phrase, phrase};

// Players and endings.
pub(super) const NAMED: Phrase = phrase!("tui.named");
pub(super) const WON: Phrase = phrase!("protocol.wins");
pub(super) const DRAWN: Phrase = phrase!("protocol.drawn");
pub(super) const TWICE: Phrase = phrase!("tui.twice");
pub(super) const OCCURRED: Phrase = phrase!("tui.occurred");
pub(super) const LOT: Phrase = phrase!("tui.lot");
pub(super) const EXCHANGED: Phrase = phrase!("tui.exchanged");
pub(super) const BEGINS: Phrase = phrase!("tui.begins");

// Computers.
const LEVEL: Phrase = phrase!("tui.level");
pub(super) const PERSON: Phrase = phrase!("tui.person");
const PERFECT: Phrase = phrase!("tui.perfect");
const SEARCH: Phrase = phrase!("tui.search");
const COMMAND: Phrase = phrase!("verbatim.text");
pub(super) const FIRST_PLAYER: Phrase = phrase!("tui.first-player");
pub(super) const SECOND_PLAYER: Phrase = phrase!("tui.second-player");
pub(super) const THINKS: Phrase = phrase!("tui.thinks");
pub(super) const GIVES_UP: Phrase = phrase!("tui.gives-up");
pub(super) const NO_ANSWER: Phrase = phrase!("tui.no-answer");
pub(super) const HINT_COMES: Phrase = phrase!("tui.hint-comes");
pub(super) const ADVICE: Phrase = phrase!("tui.advice");

/// What people call a computer of this name.
pub(super) fn computer(name: &str) -> Message {
    match name {
        "perfect" => PERFECT.say(),
        "search" => SEARCH.say(),
        _ => match name.strip_prefix("level-") {
            Some(n) => LEVEL.with(n),
            None => COMMAND.with(name.strip_prefix("ugi:").unwrap_or(name)),
        },
    }
}

// What is asked of the player to move.
pub(super) const ASK: Phrase = phrase!("tables.about");
pub(super) const TYPING: Phrase = phrase!("tui.typing");
pub(super) const ENTERED: Phrase = phrase!("tui.entered");
pub(super) const HINT: Phrase = phrase!("tui.hint");
pub(super) const MATCHES: Phrase = phrase!("tui.matches");
pub(super) const WOULD_PLAY: Phrase = phrase!("tui.would-play");
pub(super) const PAST: Phrase = phrase!("tui.past");
pub(super) const LOOKING_BACK: Phrase = phrase!("tui.looking-back");
pub(super) const UNDONE: Phrase = phrase!("tui.undone");
pub(super) const GOES_ON: Phrase = phrase!("tui.goes-on");
pub(super) const NOTHING_TO_UNDO: Phrase = phrase!("tui.nothing-to-undo");
pub(super) const NOTHING_TO_REDO: Phrase = phrase!("tui.nothing-to-redo");

// Panels.
pub(super) const TURNS: Phrase = phrase!("tui.turns");
pub(super) const NO_TURNS: Phrase = phrase!("tui.no-turns");
pub(super) const LEGAL: Phrase = phrase!("tui.legal");
pub(super) const LEGAL_OF: Phrase = phrase!("tui.legal-of");
pub(super) const HAND: Phrase = phrase!("tui.hand");
pub(super) const TOOK: Phrase = phrase!("tui.took");
pub(super) const RULES: Phrase = phrase!("tui.rules");
pub(super) const KEYS: Phrase = phrase!("tui.keys");
/// Stands for the name of the next language.
pub(super) const LANGUAGE: Phrase = phrase!("tui.does.language");
pub(super) const HELP_LINE: &[(Phrase, Phrase)] = &[
    (phrase!("tui.key.arrows-enter"), phrase!("tui.does.play")),
    (phrase!("tui.key.tab"), phrase!("tui.does.turns")),
    (phrase!("tui.key.u"), phrase!("tui.does.undo")),
    (phrase!("tui.key.h"), phrase!("tui.does.hint")),
    (phrase!("tui.key.r"), phrase!("tui.does.rules")),
    (phrase!("tui.key.brackets"), phrase!("tui.does.past")),
    (phrase!("tui.key.n"), phrase!("tui.does.new")),
    (phrase!("tui.key.s"), phrase!("tui.does.save")),
    (phrase!("tui.key.question-mark"), phrase!("tui.does.keys")),
    (phrase!("tui.key.q"), phrase!("tui.does.quit")),
];
pub(super) const LIST_LINE: &[(Phrase, Phrase)] = &[
    (phrase!("tui.key.tab"), phrase!("tui.does.complete")),
    (phrase!("tui.key.arrows"), phrase!("tui.does.choose")),
    (phrase!("tui.key.enter"), phrase!("tui.does.play")),
    (phrase!("tui.key.esc"), phrase!("tui.does.back-to-the-board")),
];
pub(super) const RULES_LINE: &[(Phrase, Phrase)] = &[
    (phrase!("tui.key.up-down-pages"), phrase!("tui.does.scroll")),
    (phrase!("tui.key.l"), LANGUAGE),
    (phrase!("tui.key.esc"), phrase!("tui.does.back-to-the-game")),
];
pub(super) const DIALOG_LINE: &[(Phrase, Phrase)] = &[
    (phrase!("tui.key.left-right"), phrase!("tui.does.choose")),
    (phrase!("tui.key.enter"), phrase!("tui.does.confirm")),
    (phrase!("tui.key.esc"), phrase!("tui.does.cancel")),
];
pub(super) const PROMPT_LINE: &[(Phrase, Phrase)] = &[
    (phrase!("tui.key.enter"), phrase!("tui.does.confirm")),
    (phrase!("tui.key.esc"), phrase!("tui.does.cancel")),
];
pub(super) const ANY_KEY_LINE: &[(Phrase, Phrase)] =
    &[(phrase!("tui.key.enter"), phrase!("tui.does.back-to-the-game"))];
pub(super) const PICKER_LINE: &[(Phrase, Phrase)] = &[
    (phrase!("tui.key.up-down"), phrase!("tui.does.choose")),
    (phrase!("tui.key.left-right"), phrase!("tui.does.change")),
    (phrase!("tui.key.enter"), phrase!("tui.does.play")),
    (phrase!("tui.key.r"), phrase!("tui.does.rules")),
    (phrase!("tui.key.o"), phrase!("tui.does.open-a-record")),
    (phrase!("tui.key.l"), LANGUAGE),
    (phrase!("tui.key.q"), phrase!("tui.does.quit")),
];
pub(super) const KEY_LIST: &[(Phrase, Phrase)] = &[
    (phrase!("tui.key.all-arrows"), phrase!("tui.does.move-over-the-board")),
    (phrase!("tui.key.enter-space"), phrase!("tui.does.click-the-cell")),
    (phrase!("tui.key.digits"), phrase!("tui.does.press-a-numbered-button")),
    (phrase!("tui.key.esc"), phrase!("tui.does.take-one-step-back")),
    (phrase!("tui.key.turn"), phrase!("tui.does.type")),
    (phrase!("tui.key.tab"), phrase!("tui.does.complete-or-choose")),
    (phrase!("tui.key.u-y"), phrase!("tui.does.undo-redo")),
    (phrase!("tui.key.brackets-pages"), phrase!("tui.does.look-at-earlier-turns")),
    (phrase!("tui.key.home-end"), phrase!("tui.does.the-start-the-present")),
    (phrase!("tui.key.f"), phrase!("tui.does.turn-the-board-round")),
    (phrase!("tui.key.h"), phrase!("tui.does.hint")),
    (phrase!("tui.key.d"), phrase!("tui.does.offer-a-draw")),
    (phrase!("tui.key.x"), phrase!("tui.does.resign")),
    (phrase!("tui.key.n"), phrase!("tui.does.new-game")),
    (phrase!("tui.key.s-o"), phrase!("tui.does.save-open-a-record")),
    (phrase!("tui.key.r-f1"), phrase!("tui.does.rules")),
    (phrase!("tui.key.l"), LANGUAGE),
    (phrase!("tui.key.q"), phrase!("tui.does.quit")),
];
pub(super) const SMALL: Phrase = phrase!("tui.small");
pub(super) const SMALL_KEYS: Phrase = phrase!("tui.small-keys");

// Dialogs.
pub(super) const YES: Phrase = phrase!("tui.yes");
pub(super) const NO: Phrase = phrase!("tui.no");
pub(super) const CANCEL: Phrase = phrase!("tui.cancel");
pub(super) const RESIGNS: Phrase = phrase!("tui.resigns");
pub(super) const OFFERS_DRAW: Phrase = phrase!("tui.offers-draw");
pub(super) const ANSWERS: Phrase = phrase!("tui.answers");
pub(super) const ACCEPT: Phrase = phrase!("tui.accept");
pub(super) const DECLINE: Phrase = phrase!("tui.decline");
pub(super) const DECLINED: Phrase = phrase!("tui.declined");
pub(super) const NEW_GAME: Phrase = phrase!("tui.new-game");
pub(super) const REMATCH: Phrase = phrase!("tui.rematch");
pub(super) const OTHER_GAME: Phrase = phrase!("tui.other-game");
pub(super) const LEAVE_GAME: Phrase = phrase!("tui.leave-game");
pub(super) const NOT_SAVED: Phrase = phrase!("tui.not-saved");
pub(super) const LEAVE: Phrase = phrase!("tui.leave");
pub(super) const STAY: Phrase = phrase!("tui.stay");
pub(super) const SAVE: Phrase = phrase!("tui.save");
pub(super) const LOAD: Phrase = phrase!("tui.load");
pub(super) const LOAD_GAME: Phrase = phrase!("tui.load-game");
pub(super) const EXISTS: Phrase = phrase!("tui.exists");
pub(super) const REPLACE: Phrase = phrase!("tui.replace");
pub(super) const OTHER_NAME: Phrase = phrase!("tui.other-name");
pub(super) const SAVE_AS: Phrase = phrase!("tui.save-as");
pub(super) const OPEN_FILE: Phrase = phrase!("tui.open-file");
pub(super) const SAVED: Phrase = phrase!("tui.saved");
pub(super) const LOADED: Phrase = phrase!("tui.loaded");
pub(super) const NOT_WRITTEN: Phrase = phrase!("tui.not-written");
pub(super) const NOT_READ: Phrase = phrase!("tui.not-read");
pub(super) const EXTRAS_DROPPED: Phrase = phrase!("tui.extras-dropped");

// The list of games.
pub(super) const PICK_TITLE: Phrase = phrase!("tui.pick-title");
pub(super) const OPTIONS: Phrase = phrase!("tui.options");
pub(super) const BY_LOT: Phrase = phrase!("tui.by-lot");
pub(super) const PICKER_NAME: Phrase = phrase!("tui.picker-name");

// Starting.
pub(super) const LOT_TWICE: Phrase = phrase!("tui.lot-twice");
pub(super) const LOT_POSITION: Phrase = phrase!("tui.lot-position");

pub(super) const NO_TERMINAL: Phrase = phrase!("tui.no-terminal");

// Line by line, without a terminal.
pub(super) const TO_MOVE: Phrase = phrase!("tui.to-move");
pub(super) const LINE_HELP: Phrase = phrase!("tui.line-help");
pub(super) const LINE_DRAW: Phrase = phrase!("tui.line-draw");
pub(super) const NO_OFFER: Phrase = phrase!("tui.no-offer");
pub(super) const SAVE_WHERE: Phrase = phrase!("tui.save-where");
pub(super) const NOT_OVER: Phrase = phrase!("tui.left-alone");
