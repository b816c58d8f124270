//! Players as the command line names them: `level-3`, `perfect`, `search:nodes=100000`,
//! `ugi:COMMAND ARGUMENTS`.

use damier_core::any::{Opened, position_text};
use damier_core::game::Complete;
use damier_core::{Message, Phrase, phrase};
use damier_engine::agent::Agent;
use damier_engine::budget::Budget;
use damier_engine::computer::Computer;
use damier_engine::tables::Exact;
use damier_search::think::Player;
use damier_search::tuning::Tuning;

use crate::ugi::{Patience, UgiProgram};

/// A program of somebody else's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The command and its arguments.
    pub command: Vec<String>,
    /// How much it may think.
    pub budget: Budget,
    /// Options to set at the beginning.
    pub options: Vec<(String, String)>,
}

/// A player, named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// One of ours.
    Own(Player, Budget, Tuning),
    /// Another program.
    Ugi(Program),
}

const BAD_LIMIT: Phrase = phrase!("match.bad-limit");
const NO_LIMIT: Phrase = phrase!("match.no-limit");
const NO_COMMAND: Phrase = phrase!("match.no-command");

/// Numbers of a search are set no higher.
const MOST_SET: i32 = 10_000;

impl Spec {
    /// Reads a player of this game.
    pub fn read<G: Complete>(text: &str) -> Result<Spec, Message> {
        if let Some(rest) = text.strip_prefix("ugi:") {
            return Ok(Spec::Ugi(program(rest).ok_or_else(|| NO_COMMAND.with(text))??));
        }
        let (name, limits) = text.split_once(':').unwrap_or((text, ""));
        let player = Player::read::<G>(name)?;
        let (mut budget, mut tuning) = (Budget::default(), Tuning::FULL);
        for limit in limits.split([':', ',']).filter(|limit| !limit.is_empty()) {
            if player != Player::Strongest {
                return Err(NO_LIMIT.with(name));
            }
            let (key, value) = limit.split_once('=').ok_or_else(|| BAD_LIMIT.with(limit))?;
            if let Some(name) = key.strip_prefix("set.") {
                let number = tuning.named(name).ok_or_else(|| BAD_LIMIT.with(limit))?;
                let value = value.parse().ok().filter(|n| (0..=MOST_SET).contains(n));
                *number = value.ok_or_else(|| BAD_LIMIT.with(limit))?;
            } else if !budget.set(key, value)? {
                return Err(BAD_LIMIT.with(limit));
            }
        }
        Ok(Spec::Own(player, budget, tuning))
    }

    /// A player for a game; an error if it cannot play from this position. The budget is for
    /// those who have none of their own.
    pub fn agent<G: Complete>(
        &self,
        opened: &Opened<G>,
        start: &G::Position,
        exact: Option<&Exact<G>>,
        otherwise: Budget,
        patience: Patience,
    ) -> Result<Box<dyn Agent<G>>, Message> {
        match self {
            Spec::Own(player, budget, tuning) => {
                let known = exact.is_some_and(|exact| exact.value(start).is_some());
                if *player == Player::Perfect && !known {
                    return Err(no_tables(opened, start));
                }
                let exact = exact.cloned().filter(|_| player.level::<G>().is_none());
                Ok(Box::new(Computer::new(*player, budget.or(otherwise), *tuning, exact)))
            }
            Spec::Ugi(program) => {
                Ok(Box::new(UgiProgram::new(program.clone(), otherwise, opened, patience)))
            }
        }
    }

    /// Whether it plays better with tables.
    pub fn wants_tables(&self) -> bool {
        matches!(self, Spec::Own(Player::Perfect | Player::Strongest, ..))
    }
}

/// Reads what follows `ugi:`, which is limits and options, each followed by a colon, and the
/// command; `None` if that is missing.
fn program(mut text: &str) -> Option<Result<Program, Message>> {
    let (mut budget, mut options) = (Budget::default(), Vec::new());
    while let Some((key, value, rest)) = setting(text) {
        match (budget.set(key, value), key.strip_prefix("option.")) {
            (Err(message), _) => return Some(Err(message)),
            (Ok(true), _) => {}
            (_, Some(name)) => options.push((name.to_owned(), value.to_owned())),
            _ => break,
        }
        text = rest;
    }
    let command = shlex::split(text).filter(|words| !words.is_empty())?;
    Some(Ok(Program { command, budget, options }))
}

/// `key=value:` at the beginning of a text, and what follows it.
fn setting(text: &str) -> Option<(&str, &str, &str)> {
    let (setting, rest) = text.split_once(':')?;
    let (key, value) = setting.split_once('=')?;
    let known = ["time", "nodes", "depth"].contains(&key) || key.starts_with("option.");
    known.then_some((key, value, rest))
}

const NO_TABLES: Phrase = phrase!("match.no-tables");

/// The complaint that nobody plays perfectly from this position.
pub fn no_tables<G: Complete>(opened: &Opened<G>, position: &G::Position) -> Message {
    NO_TABLES.with(G::name()).with(position_text(&opened.game, position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use damier_games::kono::Kono;

    fn budget(nodes: Option<u64>, time: Option<f64>) -> Budget {
        Budget { time: time.map(Duration::from_secs_f64), nodes, depth: None }
    }

    #[test]
    fn players_are_read() {
        let read = |text: &str| Spec::read::<Kono>(text).unwrap();
        assert_eq!(read("level-3"), Spec::Own(Player::Level(3), Budget::default(), Tuning::FULL));
        assert_eq!(read("perfect"), Spec::Own(Player::Perfect, Budget::default(), Tuning::FULL));
        let search = Spec::Own(Player::Strongest, budget(Some(5000), None), Tuning::FULL);
        assert_eq!(read("search:nodes=5000"), search);
        let tuning = Tuning { reverse_futility_margin: 90, ..Tuning::FULL };
        let search = Spec::Own(Player::Strongest, budget(Some(5000), None), tuning);
        assert_eq!(read("search:nodes=5000:set.reverse_futility_margin=90"), search);
        let search = Spec::Own(Player::Strongest, budget(Some(5000), Some(0.25)), Tuning::FULL);
        assert_eq!(read("search:nodes=5000,time=0.25"), search);
        let Spec::Ugi(program) = read("ugi:time=2:option.Hash=64:java -jar 'my engine.jar' a:b=c:")
        else {
            panic!("a program")
        };
        assert_eq!(program.command, ["java", "-jar", "my engine.jar", "a:b=c:"]);
        assert_eq!(program.budget, budget(None, Some(2.0)));
        assert_eq!(program.options, [("Hash".to_owned(), "64".to_owned())]);
    }

    #[test]
    fn others_are_refused_with_a_reason() {
        for (text, says) in [
            ("level-0", "there is no player `level-0`"),
            ("level-99", "there is no player"),
            ("", "there is no player ``"),
            ("search:nodes=0", "`nodes=0` is no limit"),
            ("search:time=-1", "`time=-1` is no limit"),
            ("search:time=nan", "`time=nan` is no limit"),
            ("search:speed=3", "`speed=3` is no limit"),
            ("search:fast", "`fast` is no limit"),
            ("search:set.speed=3", "`set.speed=3` is no limit"),
            (
                "search:set.reverse_futility_margin=-3",
                "`set.reverse_futility_margin=-3` is no limit",
            ),
            (
                "search:set.reverse_futility_margin=10001",
                "`set.reverse_futility_margin=10001` is no limit",
            ),
            ("perfect:nodes=3", "`perfect` takes no limit"),
            ("ugi:", "names no command"),
            ("ugi:time=2:", "names no command"),
            ("ugi:depth=x:a", "`depth=x` is no limit"),
            ("ugi:'open", "names no command"),
        ] {
            let error = Spec::read::<Kono>(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
