//! What the door itself says to people; everything else is said by the games and by `core`.

use damier_core::Phrase;
use damier_core::value::Value;

const fn p(en: &'static str, fr: &'static str) -> Phrase {
    Phrase::new(en, fr)
}

// Requests that are not of the right form.
pub(crate) const NOT_JSON: Phrase =
    p("the request is not JSON: {0}", "la demande n’est pas du JSON : {0}");
pub(crate) const NOT_OBJECT: Phrase =
    p("the request is no JSON object", "la demande n’est pas un objet JSON");
pub(crate) const TOO_LONG: Phrase = p(
    "the request has {0} bytes, and {1} are the most",
    "la demande fait {0} octets, le maximum est {1}",
);
pub(crate) const TOO_MANY: Phrase = p(
    "the list `{0}` has {1} entries, and {2} are the most",
    "la liste `{0}` a {1} éléments, le maximum est {2}",
);
pub(crate) const VERSION: Phrase = p(
    "version `{0}` is not spoken here; version 1 is",
    "la version `{0}` n’est pas parlée ici ; la version 1 l’est",
);
pub(crate) const NO_VERB: Phrase = p(
    "`{0}` is no request; requests are {1}",
    "`{0}` n’est pas une demande ; les demandes sont {1}",
);
pub(crate) const MISSING: Phrase = p("the field `{0}` is missing", "le champ `{0}` manque");
pub(crate) const UNKNOWN: Phrase = p(
    "the field `{0}` does not belong to this request",
    "le champ `{0}` n’appartient pas à cette demande",
);
pub(crate) const WRONG_FORM: Phrase =
    p("the field `{0}` must be {1}", "le champ `{0}` doit être {1}");
pub(crate) const A_TEXT: Phrase = p("a text", "un texte");
pub(crate) const TEXTS: Phrase = p("a list of texts", "une liste de textes");
pub(crate) const AN_OBJECT: Phrase = p("an object", "un objet");
pub(crate) const A_NUMBER: Phrase =
    p("a whole number that is not negative", "un nombre entier positif ou nul");
pub(crate) const A_FLAG: Phrase = p("true or false", "true ou false");
pub(crate) const ONE_OF: Phrase = p("one of {0}", "l’un de {0}");

// About games.
pub(crate) const NO_TEXTS: Phrase = p(
    "the texts of the rules are not part of this program",
    "les textes des règles ne font pas partie de ce programme",
);
pub(crate) const OVER: Phrase = p("the game is over", "la partie est finie");
pub(crate) const AT_TURN: Phrase = p("turn {0} {1}: {2}", "tour {0} {1} : {2}");
pub(crate) const NOT_LAST: Phrase = p(
    "the last turn {0} does not lead to this position",
    "le dernier tour {0} ne mène pas à cette position",
);
pub(crate) const WINS: Phrase = p("{0} wins: {1}.", "{0} gagne : {1}.");
pub(crate) const DRAWN: Phrase = p("Draw: {0}.", "Partie nulle : {0}.");
pub(crate) const TAKE: Phrase = p("{0}: take {1}", "{0} : prendre {1}");

// The text board.
pub(crate) const EMPTY: Phrase = p("empty", "vide");
pub(crate) const CELL: Phrase = p("{0} {1}", "{0} {1}");
pub(crate) const ROW: Phrase = p("Row {0}: {1}", "Rangée {0} : {1}");

// What is known of a game.
const NOT_SOLVED: Phrase = p("Not solved yet", "Pas encore résolu");
const SOLVED_DRAW: Phrase = p("Solved: draw", "Résolu : nulle");
const SOLVED_WIN: Phrase = p("Solved: who begins wins", "Résolu : qui commence gagne");
const SOLVED_LOSS: Phrase = p("Solved: who begins loses", "Résolu : qui commence perd");

/// What is known of a game, from the value of its start.
pub(crate) const fn known(value: Option<Value>) -> Phrase {
    match value {
        None => NOT_SOLVED,
        Some(Value::Draw) => SOLVED_DRAW,
        Some(Value::Win(_)) => SOLVED_WIN,
        Some(Value::Loss(_)) => SOLVED_LOSS,
    }
}

// Searching.
pub(crate) const NO_SEARCH: Phrase =
    p("there is no search {0} under way", "aucune recherche {0} n’est en cours");
pub(crate) const NO_PLAYER: Phrase = p(
    "this game has no player `{0}`; its players are {1}",
    "ce jeu n’a pas de joueur `{0}` ; ses joueurs sont {1}",
);

/// The text with a capital at the beginning: what `core` asks can follow a name, here nothing
/// stands before it.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
