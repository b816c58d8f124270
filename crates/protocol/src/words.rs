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
#[cfg(feature = "full")]
pub(crate) const A_FLAG: Phrase = p("true or false", "true ou false");
pub(crate) const ONE_OF: Phrase = p("one of {0}", "l’un de {0}");

// About games.
pub(crate) const NO_TEXTS: Phrase = p(
    "the texts of the rules are not part of this program",
    "les textes des règles ne font pas partie de ce programme",
);
#[cfg(not(feature = "full"))]
pub(crate) const NO_PICTURES: Phrase =
    p("this program draws no pictures", "ce programme ne dessine pas d’images");
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
pub(crate) const NOTHING_YET: Phrase =
    p("nothing has been found out yet", "rien n’a encore été trouvé");
pub(crate) const WIN_IN: Phrase = p("Wins in {0} turns.", "Gagne en {0} tours.");
pub(crate) const WIN_NOW: Phrase = p("Wins with this turn.", "Gagne avec ce tour.");
pub(crate) const WIN: Phrase = p("Wins.", "Gagne.");
pub(crate) const LOSS_IN: Phrase = p("Holds out for {0} turns.", "Résiste pendant {0} tours.");
pub(crate) const LOSS: Phrase = p("Holds out longest.", "Résiste le plus longtemps.");
pub(crate) const DRAW: Phrase = p("Keeps the draw.", "Garde la nulle.");
pub(crate) const TRAP: Phrase = p(
    "Keeps the draw; {0} of {1} replies would lose.",
    "Garde la nulle ; {0} réponses sur {1} perdraient.",
);
pub(crate) const SEEMS: Phrase = p(
    "Seems best after looking {0} turns ahead: {1}.",
    "Semble le meilleur en regardant {0} tours à l’avance : {1}.",
);
pub(crate) const EVEN: Phrase = p("even", "égalité");
pub(crate) const AHEAD: Phrase =
    p("ahead by the worth of {0} pawns", "en avance de la valeur de {0} pions");
pub(crate) const BEHIND: Phrase =
    p("behind by the worth of {0} pawns", "en retard de la valeur de {0} pions");

/// The text with a capital at the beginning: what `core` asks can follow a name, here nothing
/// stands before it. The name of a cell stays as it is.
pub(crate) fn capital(text: &str) -> String {
    if text.chars().nth(1).is_some_and(|second| second.is_ascii_digit()) {
        return text.to_string();
    }
    let mut letters = text.chars();
    // Of the languages spoken here, the first letters of sentences are all in Latin 1, where
    // capitals stand 32 places before their small letters.
    let raised = |c| match c {
        'a'..='z' | 'à'..='ö' | 'ø'..='þ' => char::from_u32(c as u32 - 32).unwrap_or(c),
        _ => c,
    };
    letters.next().map(raised).into_iter().chain(letters).collect()
}
