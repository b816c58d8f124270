//! The turn being entered, by clicks or by typing: two ways to narrow down the legal turns until
//! one is left. Whichever way the player touches last wins.

use std::collections::BTreeSet;

use damier_core::any::{Entering, Offer};
use damier_core::entry::Click;
use damier_core::{AnyGame, Message};

/// What has been entered of the next turn.
pub(super) struct TurnEntry {
    /// Every legal turn with the position it leads to; none once the game is over.
    pub(super) legal: Vec<(String, String)>,
    /// The clicks so far and what can follow.
    pub(super) entering: Entering,
    /// The turns that the clicks can still become, sorted.
    open: Vec<String>,
    /// For each click the player made, how many clicks stood before it; the others were made
    /// for want of an alternative.
    made: Vec<usize>,
    /// The text typed so far.
    pub(super) text: String,
    /// The turn pointed at, by its number among those that match.
    pub(super) picked: Option<usize>,
}

const NOTHING: Entering = Entering {
    clicks: Vec::new(),
    effects: Vec::new(),
    next: Vec::new(),
    turn: None,
    after: None,
    text: String::new(),
};

impl TurnEntry {
    /// Nothing entered yet; `over` if the game has ended and no turn can be.
    pub(super) fn new(game: &dyn AnyGame, position: &str, over: bool) -> TurnEntry {
        let mut entry = TurnEntry {
            legal: Vec::new(),
            entering: NOTHING,
            open: Vec::new(),
            made: Vec::new(),
            text: String::new(),
            picked: None,
        };
        if !over {
            entry.legal = game.turns(position).unwrap_or_default();
            let begin = game.enter(position, &[]).unwrap_or(NOTHING);
            entry.go_on(game, position, begin);
        }
        entry
    }

    /// Goes on from these clicks.
    fn go_on(&mut self, game: &dyn AnyGame, position: &str, entering: Entering) {
        self.open = match entering.clicks.is_empty() {
            true => self.legal.iter().map(|(turn, _)| turn.clone()).collect(),
            false => open_turns(game, position, &entering).into_iter().collect(),
        };
        self.entering = entering;
    }

    /// Whether letters and arrows belong to the list of turns rather than to the board.
    pub(super) fn in_list(&self) -> bool {
        !self.text.is_empty() || self.picked.is_some()
    }

    /// The turns that what was clicked and typed can still become.
    pub(super) fn matches(&self) -> Vec<&str> {
        let fits = |turn: &&str| {
            let start = turn.get(..self.text.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(&self.text))
        };
        self.open.iter().map(String::as_str).filter(fits).collect()
    }

    /// The turn pointed at in the list.
    pub(super) fn picked_turn(&self) -> Option<&str> {
        self.matches().get(self.picked?).copied()
    }

    /// The buttons that can be pressed next.
    pub(super) fn buttons(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.entering.next.iter().filter_map(|offer| match offer.click {
            Click::Button(button) => Some(button),
            Click::Cell(_) => None,
        })
    }

    /// What can be clicked next.
    pub(super) fn next(&self) -> &[Offer] {
        &self.entering.next
    }

    /// Clicks. The turn, if the click completed one. A pawn chosen by mistake is simply
    /// replaced by the next one clicked, or let go by a second click on it.
    pub(super) fn click(
        &mut self,
        game: &dyn AnyGame,
        position: &str,
        click: &str,
    ) -> Result<Option<String>, Message> {
        self.text.clear();
        self.picked = None;
        let entered: Vec<String> = self.entering.clicks.iter().map(Click::to_string).collect();
        let offered = self.entering.next.iter().any(|offer| offer.click.to_string() == click);
        let idle = self.entering.effects.iter().all(Vec::is_empty);
        if !offered && idle && entered.last().is_some_and(|last| last == click) {
            return Ok(self.back(game, position).and(None));
        }
        let before = entered.len();
        let all: Vec<&str> = entered.iter().map(String::as_str).chain([click]).collect();
        let refused = match game.enter(position, &all) {
            Ok(entering) => {
                self.made.push(before);
                self.go_on(game, position, entering);
                return Ok(self.entering.turn.clone());
            }
            Err(refused) => refused,
        };
        match game.enter(position, &[click]) {
            Ok(entering) if idle && before > 0 => {
                self.made = vec![0];
                self.go_on(game, position, entering);
                Ok(self.entering.turn.clone())
            }
            _ => Err(refused),
        }
    }

    /// Takes one step back: the text typed, the turn pointed at, or the last click with those
    /// that followed of themselves. `None` if there is nothing to take back.
    pub(super) fn back(&mut self, game: &dyn AnyGame, position: &str) -> Option<()> {
        if self.in_list() {
            self.text.clear();
            self.picked = None;
            return Some(());
        }
        let keep = self.made.pop()?;
        let clicks: Vec<String> =
            self.entering.clicks[..keep].iter().map(Click::to_string).collect();
        let clicks: Vec<&str> = clicks.iter().map(String::as_str).collect();
        let entering = game.enter(position, &clicks).unwrap_or(NOTHING);
        self.go_on(game, position, entering);
        Some(())
    }

    /// Types a character. The clicks made so far are dropped.
    pub(super) fn type_in(&mut self, game: &dyn AnyGame, position: &str, c: char) {
        if !self.made.is_empty() {
            self.made.clear();
            let begin = game.enter(position, &[]).unwrap_or(NOTHING);
            self.go_on(game, position, begin);
        }
        self.text.push(c);
        self.picked = None;
    }

    /// Goes on typing as far as all matching turns agree; if that is nowhere, points at the next
    /// of them.
    pub(super) fn complete(&mut self) {
        let matches = self.matches();
        let Some(first) = matches.first() else { return };
        let agree =
            |turn: &&str| first.bytes().zip(turn.bytes()).take_while(|(a, b)| a == b).count();
        let len = matches.iter().map(agree).min().unwrap_or(0);
        let more =
            first.get(..len).filter(|all| !self.text.is_empty() && all.len() > self.text.len());
        match more.map(str::to_owned) {
            Some(all) => {
                self.text = all;
                self.picked = None;
            }
            None => self.pick(1),
        }
    }

    /// Points at another of the matching turns, `by` places on, round the ends.
    pub(super) fn pick(&mut self, by: isize) {
        let count = self.matches().len();
        self.picked = match (self.picked, count) {
            (_, 0) => None,
            (None, _) if by < 0 => Some(count - 1),
            (None, _) => Some(0),
            (Some(at), _) => Some((at as isize + by).rem_euclid(count as isize) as usize),
        };
    }

    /// The turn that the list or the text names: pointed at, or typed (in any case), or just the
    /// text, for the game to refuse.
    pub(super) fn chosen(&self) -> String {
        let same = |turn: &&&str| turn.eq_ignore_ascii_case(&self.text);
        let matches = self.matches();
        let typed = || {
            let exact = matches.iter().find(|turn| **turn == self.text);
            exact.or_else(|| matches.iter().find(same)).copied()
        };
        self.picked_turn().or_else(typed).unwrap_or(&self.text).to_owned()
    }
}

/// The turns that what was entered can still become, each once however many ways lead to it.
fn open_turns(game: &dyn AnyGame, position: &str, entered: &Entering) -> BTreeSet<String> {
    let mut turns: BTreeSet<String> = entered.turn.iter().cloned().collect();
    let clicks: Vec<String> = entered.clicks.iter().map(Click::to_string).collect();
    for offer in &entered.next {
        match &offer.turn {
            Some(turn) => _ = turns.insert(turn.clone()),
            None => {
                let click = offer.click.to_string();
                let all: Vec<&str> =
                    clicks.iter().map(String::as_str).chain([click.as_str()]).collect();
                let further = game.enter(position, &all);
                turns.extend(further.iter().flat_map(|now| open_turns(game, position, now)));
            }
        }
    }
    turns
}
