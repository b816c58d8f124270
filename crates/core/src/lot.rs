//! Drawing lots for who begins: wherever people start a game, it is done in the same way.

use crate::any::AnyGame;
use crate::random::Random;

/// The option that says who begins.
pub const FIRST: &str = "first";

/// Whether these options, as `name=value,…`, say who begins.
#[must_use]
pub fn is_beginner_given(rules: &str) -> bool {
    let names = rules.split(',').filter_map(|option| option.split_once('='));
    names.into_iter().any(|(name, _)| name.trim() == FIRST)
}

/// The options with a beginner drawn by lot; `None` if the game does not let one choose.
#[must_use]
pub fn drawn(game: &dyn AnyGame, rules: &str, random: &mut Random) -> Option<String> {
    let first = game.option_specs().iter().find(|spec| spec.name == FIRST)?;
    let (value, _) = first.values[random.below(first.values.len())];
    let comma = if rules.trim().is_empty() { "" } else { "," };
    Some(format!("{rules}{comma}{FIRST}={value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginner_is_given_by_the_option_of_that_name() {
        for rules in ["first=red", " first=red", "capture=huff,first=red", "first =red"] {
            assert!(is_beginner_given(rules), "{rules}");
        }
        for rules in ["", "first", "capture=huff", "firstly=red", "capture=first=red"] {
            assert!(!is_beginner_given(rules), "{rules}");
        }
    }
}
