//! Everything the terminal game says, in English and French.

use damier_core::{Message, Phrase};

const fn p(en: &'static str, fr: &'static str) -> Phrase {
    Phrase::new(en, fr)
}

// Players and endings.
pub(super) const NAMED: Phrase = p("{0} ({1})", "{0} ({1})");
pub(super) const WON: Phrase = p("{0} wins: {1}.", "{0} gagne : {1}.");
pub(super) const DRAWN: Phrase = p("Draw: {0}.", "Partie nulle : {0}.");
pub(super) const TWICE: Phrase = p(
    "This position has now occurred twice; the third time is a draw.",
    "Cette position est apparue deux fois ; la troisième fois fait partie nulle.",
);
pub(super) const OCCURRED: Phrase =
    p("This position has now occurred {0} times.", "Cette position est apparue {0} fois.");
pub(super) const LOT: Phrase = p("Drawn by lot: {0} begins.", "Tiré au sort : {0} commence.");
pub(super) const EXCHANGED: Phrase = p(
    "Rematch: the players exchange their pawns, {0} begins.",
    "Revanche : les joueurs échangent leurs pions, {0} commence.",
);
pub(super) const BEGINS: Phrase = p("{0}: {1} begins.", "{0} : {1} commence.");

// Computers.
const LEVEL: Phrase = p("Level {0}", "Niveau {0}");
pub(super) const PERSON: Phrase = p("a person", "une personne");
const PERFECT: Phrase = p("Perfect play", "Jeu parfait");
const SEARCH: Phrase = p("Full strength", "Pleine force");
const COMMAND: Phrase = p("{0}", "{0}");
pub(super) const FIRST_PLAYER: Phrase = p("First player", "Premier joueur");
pub(super) const SECOND_PLAYER: Phrase = p("Second player", "Second joueur");
pub(super) const THINKS: Phrase = p("{0} is thinking …", "{0} réfléchit …");
pub(super) const GIVES_UP: Phrase = p(
    "{0} cannot go on: {1}. Its turns are yours now.",
    "{0} ne peut pas continuer : {1}. Ses tours sont à vous.",
);
pub(super) const NO_ANSWER: Phrase = p("no answer", "pas de réponse");
pub(super) const HINT_COMES: Phrase = p("Looking for a good turn …", "Recherche d’un bon tour …");
pub(super) const ADVICE: Phrase = p("Hint: {0}, {1}", "Conseil : {0}, {1}");

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
pub(super) const ASK: Phrase = p("{0}: {1}", "{0} : {1}");
pub(super) const TYPING: Phrase = p("Turn: {0}", "Tour : {0}");
pub(super) const ENTERED: Phrase = p("Entered: {0}", "Entré : {0}");
pub(super) const HINT: Phrase =
    p("arrows and Enter, mouse, or typing", "flèches et Entrée, souris, ou clavier");
pub(super) const MATCHES: Phrase = p("{0} turns match", "{0} tours possibles");
pub(super) const MATCHES_ONE: Phrase = p("one turn matches", "un tour possible");
pub(super) const MATCHES_NONE: Phrase =
    p("no legal turn begins like this", "aucun tour permis ne commence ainsi");
pub(super) const WOULD_PLAY: Phrase =
    p("{0}: Enter plays it, Esc goes back", "{0} : Entrée le joue, Échap revient");
pub(super) const PAST: Phrase = p(
    "The position after turn {0} of {1}; End returns to the game",
    "La position après le tour {0} sur {1} ; Fin revient à la partie",
);
pub(super) const LOOKING_BACK: Phrase = p(
    "This is an earlier position; press End to return to the game.",
    "Ceci est une position passée ; touche Fin pour revenir à la partie.",
);
pub(super) const UNDONE: Phrase = p("{0} is taken back.", "{0} est repris.");
pub(super) const GOES_ON: Phrase = p("The game goes on.", "La partie continue.");
pub(super) const NOTHING_TO_UNDO: Phrase =
    p("There is no turn to take back.", "Il n’y a pas de tour à reprendre.");
pub(super) const NOTHING_TO_REDO: Phrase =
    p("There is no turn to play again.", "Il n’y a pas de tour à rejouer.");

// Panels.
pub(super) const TURNS: Phrase = p("Turns", "Tours");
pub(super) const NO_TURNS: Phrase = p("none yet", "aucun pour l’instant");
pub(super) const LEGAL: Phrase = p("Legal turns: {0}", "Tours permis : {0}");
pub(super) const LEGAL_OF: Phrase = p("Legal turns: {0} of {1}", "Tours permis : {0} sur {1}");
pub(super) const HAND: Phrase = p("in hand {0}", "en main {0}");
pub(super) const TOOK: Phrase = p("took {0}", "pris {0}");
pub(super) const RULES: Phrase = p("Rules", "Règles");
pub(super) const KEYS: Phrase = p("Keys", "Touches");
/// The other language.
pub(super) const LANGUAGE: Phrase = p("français", "English");
pub(super) const HELP_LINE: &[(Phrase, Phrase)] = &[
    (p("←↑↓→ ⏎", "←↑↓→ ⏎"), p("play", "jouer")),
    (p("Tab", "Tab"), p("turns", "tours")),
    (p("u", "u"), p("undo", "reprendre")),
    (p("H", "H"), p("hint", "conseil")),
    (p("r", "r"), p("rules", "règles")),
    (p("[ ]", "[ ]"), p("past", "revoir")),
    (p("n", "n"), p("new", "nouvelle")),
    (p("s", "s"), p("save", "enregistrer")),
    (p("?", "?"), p("keys", "touches")),
    (p("q", "q"), p("quit", "quitter")),
];
pub(super) const LIST_LINE: &[(Phrase, Phrase)] = &[
    (p("Tab", "Tab"), p("complete", "compléter")),
    (p("←↑↓→", "←↑↓→"), p("choose", "choisir")),
    (p("⏎", "⏎"), p("play", "jouer")),
    (p("Esc", "Échap"), p("back to the board", "retour au plateau")),
];
pub(super) const RULES_LINE: &[(Phrase, Phrase)] = &[
    (p("↑↓ PgUp PgDn", "↑↓ PgUp PgDn"), p("scroll", "défiler")),
    (p("L", "L"), LANGUAGE),
    (p("Esc", "Échap"), p("back to the game", "retour à la partie")),
];
pub(super) const DIALOG_LINE: &[(Phrase, Phrase)] = &[
    (p("←→", "←→"), p("choose", "choisir")),
    (p("⏎", "⏎"), p("confirm", "confirmer")),
    (p("Esc", "Échap"), p("cancel", "annuler")),
];
pub(super) const PROMPT_LINE: &[(Phrase, Phrase)] =
    &[(p("⏎", "⏎"), p("confirm", "confirmer")), (p("Esc", "Échap"), p("cancel", "annuler"))];
pub(super) const ANY_KEY_LINE: &[(Phrase, Phrase)] =
    &[(p("⏎", "⏎"), p("back to the game", "retour à la partie"))];
pub(super) const PICKER_LINE: &[(Phrase, Phrase)] = &[
    (p("↑↓", "↑↓"), p("choose", "choisir")),
    (p("←→", "←→"), p("change", "changer")),
    (p("⏎", "⏎"), p("play", "jouer")),
    (p("r", "r"), p("rules", "règles")),
    (p("o", "o"), p("open a record", "ouvrir une partie")),
    (p("L", "L"), LANGUAGE),
    (p("q", "q"), p("quit", "quitter")),
];
pub(super) const KEY_LIST: &[(Phrase, Phrase)] = &[
    (p("← ↑ ↓ →", "← ↑ ↓ →"), p("move over the board", "se déplacer sur le plateau")),
    (p("Enter, Space", "Entrée, Espace"), p("click the cell", "cliquer sur la case")),
    (p("1 2 3 …", "1 2 3 …"), p("press a numbered button", "presser un bouton numéroté")),
    (p("Esc", "Échap"), p("take one step back", "revenir d’un pas")),
    (p("a1-a2 …", "a1-a2 …"), p("type a turn; Enter plays it", "taper un tour ; Entrée le joue")),
    (
        p("Tab", "Tab"),
        p("complete it, or go through the turns", "le compléter, ou parcourir les tours"),
    ),
    (p("u, y", "u, y"), p("take a turn back, play it again", "reprendre un tour, le rejouer")),
    (p("[ ], PgUp PgDn", "[ ], PgUp PgDn"), p("look at earlier turns", "revoir les tours passés")),
    (p("Home, End", "Début, Fin"), p("the start, the present", "le début, le présent")),
    (p("F", "F"), p("turn the board round", "retourner le plateau")),
    (p("H", "H"), p("hint", "conseil")),
    (p("D", "D"), p("offer a draw", "proposer la nulle")),
    (p("X", "X"), p("resign", "abandonner")),
    (p("n", "n"), p("new game", "nouvelle partie")),
    (p("s, o", "s, o"), p("save, open a record", "enregistrer, ouvrir une partie")),
    (p("r, F1", "r, F1"), p("rules", "règles")),
    (p("L", "L"), p("language", "langue")),
    (p("q", "q"), p("quit", "quitter")),
];
pub(super) const SMALL: Phrase = p(
    "This terminal has {0} columns and {1} rows; {2} needs {3} and {4}.",
    "Ce terminal a {0} colonnes et {1} lignes ; {2} en demande {3} et {4}.",
);
pub(super) const SMALL_KEYS: Phrase =
    p("Make it larger, or press q.", "Agrandissez-le, ou touche q.");

// Dialogs.
pub(super) const YES: Phrase = p("Yes", "Oui");
pub(super) const NO: Phrase = p("No", "Non");
pub(super) const CANCEL: Phrase = p("Cancel", "Annuler");
pub(super) const RESIGNS: Phrase = p("{0} resigns?", "{0} abandonne ?");
pub(super) const OFFERS_DRAW: Phrase = p("{0} offers a draw.", "{0} propose la nulle.");
pub(super) const ANSWERS: Phrase = p("{0} answers:", "{0} répond :");
pub(super) const ACCEPT: Phrase = p("Accept", "Accepter");
pub(super) const DECLINE: Phrase = p("Decline", "Refuser");
pub(super) const DECLINED: Phrase = p("{0} declines the draw.", "{0} refuse la nulle.");
pub(super) const NEW_GAME: Phrase = p("New game", "Nouvelle partie");
pub(super) const REMATCH: Phrase = p("Rematch", "Revanche");
pub(super) const OTHER_GAME: Phrase = p("Another game", "Autre jeu");
pub(super) const LEAVE_GAME: Phrase = p("Quit?", "Quitter ?");
pub(super) const NOT_SAVED: Phrase =
    p("The game on the board is not saved.", "La partie en cours n’est pas enregistrée.");
pub(super) const LEAVE: Phrase = p("Quit without saving", "Quitter sans enregistrer");
pub(super) const STAY: Phrase = p("Stay", "Rester");
pub(super) const SAVE: Phrase = p("Save the record", "Enregistrer");
pub(super) const LOAD: Phrase = p("Open anyway", "Ouvrir quand même");
pub(super) const LOAD_GAME: Phrase = p("Open a record?", "Ouvrir une partie ?");
pub(super) const EXISTS: Phrase = p("{0} exists already.", "{0} existe déjà.");
pub(super) const REPLACE: Phrase = p("Replace it", "Remplacer");
pub(super) const OTHER_NAME: Phrase = p("Another name", "Autre nom");
pub(super) const SAVE_AS: Phrase = p("Save the record as", "Enregistrer la partie sous");
pub(super) const OPEN_FILE: Phrase = p("Open the record", "Ouvrir la partie");
pub(super) const SAVED: Phrase = p("Saved as {0}.", "Enregistré sous {0}.");
pub(super) const LOADED: Phrase = p("{0}: {1} turns.", "{0} : {1} tours.");
pub(super) const NOT_WRITTEN: Phrase =
    p("{0} cannot be written: {1}", "{0} ne peut être écrit : {1}");
pub(super) const NOT_READ: Phrase = p("{0} cannot be read: {1}", "{0} ne peut être lu : {1}");
pub(super) const EXTRAS_DROPPED: Phrase = p(
    "Comments and variations are not shown here and not saved again.",
    "Les commentaires et variantes ne sont ni montrés ici ni réenregistrés.",
);

// The list of games.
pub(super) const PICK_TITLE: Phrase = p("Which game?", "Quel jeu ?");
pub(super) const OPTIONS: Phrase = p("{0}: players and rules", "{0} : joueurs et règles");
pub(super) const BY_LOT: Phrase = p("drawn by lot", "tiré au sort");
pub(super) const PICKER_NAME: Phrase = p("the list of games", "la liste des jeux");

// Starting.
pub(super) const LOT_TWICE: Phrase = p(
    "who begins is either drawn by lot or given by the rules, not both",
    "qui commence est tiré au sort ou donné par les règles, pas les deux",
);
pub(super) const LOT_POSITION: Phrase = p(
    "a position says who moves; there is nothing to draw by lot",
    "une position dit qui joue ; il n’y a rien à tirer au sort",
);

pub(super) const NO_TERMINAL: Phrase = p(
    "the list of games needs a terminal that can move its cursor; name a game: damier play GAME",
    "la liste des jeux demande un terminal qui déplace son curseur ; nommez un jeu : damier play JEU",
);

// Line by line, without a terminal.
pub(super) const TO_MOVE: Phrase = p("{0} to move.", "Trait à {0}.");
pub(super) const LINE_HELP: Phrase = p(
    "Type a turn, or one of: moves, hint, undo, redo, draw, resign, board, save FILE, rules, help, quit.",
    "Tapez un tour, ou : moves, hint, undo, redo, draw, resign, board, save FICHIER, rules, help, quit.",
);
pub(super) const LINE_DRAW: Phrase = p(
    "{0} offers a draw. {1}: accept or decline?",
    "{0} propose la nulle. {1} : accept ou decline ?",
);
pub(super) const NO_OFFER: Phrase =
    p("Nobody has offered a draw.", "Personne n’a proposé la nulle.");
pub(super) const SAVE_WHERE: Phrase = p("Save to which file?", "Enregistrer dans quel fichier ?");
pub(super) const NOT_OVER: Phrase = p(
    "{0} exists already and is left alone; choose another name.",
    "{0} existe déjà et n’est pas touché ; choisissez un autre nom.",
);
