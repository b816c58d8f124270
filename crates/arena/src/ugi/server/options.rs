//! What can be set: memory, threads, level, seed, and the rules of the game.

use damier_core::any::Opened;
use damier_core::game::Complete;
use damier_core::options::OptionSpec;
use damier_core::{AnyGame, List, Message, Phrase, phrase};
use damier_search::think::Player;

use crate::text::shown;

/// What was chosen, besides the rules.
pub(super) struct Choices {
    /// Mebibytes of memory for positions.
    pub(super) hash: usize,
    pub(super) threads: usize,
    /// The level it plays at; as well as possible if none.
    pub(super) level: Option<usize>,
    /// What chance decides; something else in every game if none.
    pub(super) seed: Option<u64>,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices { hash: 64, threads: 1, level: None, seed: None }
    }
}

const HASH: (usize, usize) = (1, 65_536);
const THREADS: (usize, usize) = (1, 256);
const SEED: (u64, u64) = (0, u32::MAX as u64);
/// The level without errors.
const FULL: &str = "search";

const NO_OPTION: Phrase = phrase!("ugi.no-option");
const NO_VALUE: Phrase = phrase!("ugi.no-value");
const BETWEEN: Phrase = phrase!("ugi.between");
const ONE_OF: Phrase = phrase!("ugi.one-of");

impl Choices {
    /// Who plays.
    pub(super) fn player(&self) -> Player {
        self.level.map_or(Player::Strongest, Player::Level)
    }

    /// The lines that tell of all options.
    pub(super) fn lines<G: Complete>(&self, opened: &Opened<G>) -> Vec<String> {
        let spin = |name: &str, default: u64, (least, most): (u64, u64)| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        let wide = |(least, most): (usize, usize)| (least as u64, most as u64);
        let combo = |name: &str, default: &str, values: &[String]| {
            let values: String = values.iter().map(|value| format!(" var {value}")).collect();
            format!("option name {name} type combo default {default}{values}")
        };
        let mut lines = vec![
            spin("Hash", self.hash as u64, wide(HASH)),
            spin("Threads", self.threads as u64, wide(THREADS)),
            combo("Level", FULL, &levels::<G>()),
            spin("Seed", 0, SEED),
        ];
        let chosen = AnyGame::options(opened);
        for spec in G::options() {
            let all: Vec<String> = spec.values.iter().map(|(v, _)| (*v).to_owned()).collect();
            lines.push(combo(spec.name, current(spec, &chosen), &all));
        }
        lines
    }

    /// Sets an option; returns the rules if it is one of them.
    pub(super) fn set<G: Complete>(
        &mut self,
        opened: &Opened<G>,
        name: &str,
        value: &str,
    ) -> Result<Option<String>, Message> {
        let refuse = |why: Message| NO_VALUE.with(shown(name)).with(shown(value)).with(why);
        let number = |(least, most): (u64, u64)| {
            let number = value.parse().ok().filter(|n| (least..=most).contains(n));
            number.ok_or_else(|| refuse(BETWEEN.with(least).with(most)))
        };
        let wide = |(least, most): (usize, usize)| (least as u64, most as u64);
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = number(wide((HASH.0, most_hash())))? as usize,
            "threads" => self.threads = number(wide(THREADS))? as usize,
            "seed" => self.seed = Some(number(SEED)?).filter(|seed| *seed != 0),
            "level" => {
                let all = levels::<G>();
                let known = all.iter().position(|level| level == value);
                let known = known.ok_or_else(|| refuse(ONE_OF.with(List::plain(all.clone()))))?;
                self.level = Some(known + 1).filter(|_| value != FULL);
            }
            other => {
                let spec = G::options().iter().find(|spec| spec.name == other);
                let spec = spec.ok_or_else(|| NO_OPTION.with(shown(name)))?;
                return changed(opened, spec, value).map(Some);
            }
        }
        Ok(None)
    }
}

/// As much memory as there is, in mebibytes: to take more would end the program.
fn most_hash() -> usize {
    let available = damier_solve::build::available_memory();
    available.map_or(HASH.1, |bytes| ((bytes >> 20) as usize).clamp(HASH.0, HASH.1))
}

/// The values of the option Level, weakest first.
fn levels<G: Complete>() -> Vec<String> {
    (1..=G::levels().len()).map(|n| n.to_string()).chain([FULL.to_owned()]).collect()
}

/// The value of a rule in `name=value,…`; its default if it is not there.
fn current<'a>(spec: &OptionSpec, rules: &'a str) -> &'a str
where
    'static: 'a,
{
    let all = rules.split(',').filter_map(|option| option.split_once('='));
    let mut here = all.filter(|(name, _)| *name == spec.name);
    here.next().map_or(spec.values[0].0, |(_, value)| value)
}

/// The rules with one of them changed.
fn changed<G: Complete>(
    opened: &Opened<G>,
    spec: &OptionSpec,
    value: &str,
) -> Result<String, Message> {
    let rules = AnyGame::options(opened);
    let others = rules
        .split(',')
        .filter(|option| option.split_once('=').is_some_and(|(name, _)| name != spec.name));
    let one = format!("{}={value}", spec.name);
    let rules = others.chain([one.as_str()]).collect::<Vec<_>>().join(",");
    Opened::<G>::new(&rules).map(|_| rules)
}
