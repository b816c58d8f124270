//! What players may tell each other besides turns: who they are, and a few words to greet and to
//! thank. Nobody can be told anything else, so nobody has to be protected from it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest name, in characters.
const LONGEST_NAME: usize = 24;

/// What a player wants to be called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub(crate) struct PlayerName(#[schemars(length(min = 1, max = LONGEST_NAME))] String);

impl PlayerName {
    /// A name of 1 to 24 characters that can be seen, without space around it. Characters that
    /// control the text around them are refused: a name stands within sentences.
    pub(crate) fn read(text: &str) -> Option<PlayerName> {
        let text = text.trim();
        let steers = |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        let good = !text.is_empty()
            && text.chars().count() <= LONGEST_NAME
            && !text.chars().any(|c| c.is_control() || steers(c));
        good.then(|| PlayerName(text.to_string()))
    }

    /// As it is shown.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// The words there are to choose from; what they are in each language is for pages to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Greeting {
    /// At the beginning.
    Hello,
    /// Before the first turns.
    GoodLuck,
    /// After a good turn, or at the end.
    WellPlayed,
    /// For the game, or for a turn that could be taken back.
    Thanks,
    /// Before leaving a game that goes on.
    BackSoon,
    /// To somebody who may have forgotten the game.
    YourTurn,
}

#[cfg(test)]
impl Greeting {
    /// All of them.
    pub(crate) const ALL: [Greeting; 6] = [
        Greeting::Hello,
        Greeting::GoodLuck,
        Greeting::WellPlayed,
        Greeting::Thanks,
        Greeting::BackSoon,
        Greeting::YourTurn,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_keep_to_themselves() {
        for good in ["Noa", " Noa ", "Anne-Sophie de la Tour", "é", "王小明", "O’Neill 🙂"]
        {
            assert_eq!(PlayerName::read(good).unwrap().text(), good.trim());
        }
        let long = "n".repeat(25);
        for bad in ["", "  ", "a\nb", "a\u{202e}b", "\u{200b}", "a\u{2066}", &long] {
            assert_eq!(PlayerName::read(bad), None, "{bad:?}");
        }
        assert!(PlayerName::read(&"é".repeat(24)).is_some(), "characters count, not bytes");
    }

    #[test]
    fn greetings_have_the_word_that_is_stored() {
        let words = ["hello", "good-luck", "well-played", "thanks", "back-soon", "your-turn"];
        for (greeting, word) in Greeting::ALL.into_iter().zip(words) {
            assert_eq!(serde_json::to_value(greeting).unwrap(), word);
            assert_eq!(serde_json::from_value::<Greeting>(word.into()).unwrap(), greeting);
        }
        assert!(serde_json::from_value::<Greeting>("go away".into()).is_err());
    }
}
