//! Why a command of a player is not granted: a stable code for programs, a sentence for people.

use damier_core::{Message, Phrase};

/// A reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// The message cannot be understood.
    BadMessage(Message),
    /// The token opens no seat.
    WrongToken,
    /// Spectators watch.
    NotAPlayer,
    /// Both seats are taken.
    Taken,
    /// The second seat is empty.
    Waiting,
    /// It is the other player's turn.
    NotYourTurn,
    /// The rules do not allow the turn.
    BadTurn(Message),
    /// The message answers another moment of the game.
    OutOfDate,
    /// The game is over.
    Over,
    /// The game is not over.
    NotOver,
    /// There is no offer to answer.
    NoOffer,
    /// This was offered already.
    AlreadyOffered,
    /// The player has not played a turn.
    NothingToTakeBack,
    /// The opponent is there, or has not been away long enough.
    NotGone,
    /// The game has gone too far to be aborted.
    TooLate,
    /// The rules grant no sequel here.
    NoSequel,
    /// A rematch was asked for often enough.
    TooOften,
    /// As many people watch as may.
    Full,
    /// More messages than anybody needs, or more work.
    TooFast,
    /// Others are served first.
    Busy,
    /// The server cannot keep it.
    Storage,
    /// The server is stopping.
    Closing,
}

impl Refusal {
    /// For programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Refusal::BadMessage(_) => "bad-message",
            Refusal::WrongToken => "wrong-token",
            Refusal::NotAPlayer => "not-a-player",
            Refusal::Taken => "taken",
            Refusal::Waiting => "waiting",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::BadTurn(_) => "bad-turn",
            Refusal::OutOfDate => "out-of-date",
            Refusal::Over => "over",
            Refusal::NotOver => "not-over",
            Refusal::NoOffer => "no-offer",
            Refusal::AlreadyOffered => "already-offered",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::NotGone => "not-gone",
            Refusal::TooLate => "too-late",
            Refusal::NoSequel => "no-sequel",
            Refusal::TooOften => "too-often",
            Refusal::Full => "full",
            Refusal::TooFast => "too-fast",
            Refusal::Busy => "busy",
            Refusal::Storage => "storage",
            Refusal::Closing => "closing",
        }
    }

    /// For people.
    pub(crate) fn message(&self) -> Message {
        let (en, fr) = match self {
            Refusal::BadMessage(message) | Refusal::BadTurn(message) => return message.clone(),
            Refusal::WrongToken => (
                "this link opens no seat of this game",
                "ce lien n’ouvre aucune place de la partie",
            ),
            Refusal::NotAPlayer => {
                ("spectators only watch", "les spectateurs ne font que regarder")
            }
            Refusal::Taken => (
                "both seats are taken; you can watch",
                "les deux places sont prises ; vous pouvez regarder",
            ),
            Refusal::Waiting => {
                ("the other player has not joined yet", "l’autre joueur n’est pas encore là")
            }
            Refusal::NotYourTurn => ("it is not your turn", "ce n’est pas votre tour"),
            Refusal::OutOfDate => {
                ("the game has moved on meanwhile", "la partie a continué entre-temps")
            }
            Refusal::Over => ("the game is over", "la partie est finie"),
            Refusal::NotOver => ("the game is not over", "la partie n’est pas finie"),
            Refusal::NoOffer => ("there is no offer to answer", "il n’y a pas d’offre en attente"),
            Refusal::AlreadyOffered => (
                "you have asked for that already in this position",
                "vous l’avez déjà demandé dans cette position",
            ),
            Refusal::NothingToTakeBack => {
                ("you have no turn to take back", "vous n’avez aucun tour à reprendre")
            }
            Refusal::NotGone => (
                "the other player has not been gone for long",
                "l’autre joueur n’est pas parti assez longtemps",
            ),
            Refusal::TooLate => (
                "the game has gone too far to be aborted; you can resign",
                "la partie est trop avancée pour être annulée ; vous pouvez abandonner",
            ),
            Refusal::NoSequel => (
                "the rules grant no such rematch here",
                "les règles ne prévoient pas cette revanche ici",
            ),
            Refusal::TooOften => {
                ("you have asked for that often enough", "vous l’avez assez demandé")
            }
            Refusal::Full => (
                "as many people watch this game as may",
                "il y a déjà autant de spectateurs que permis",
            ),
            Refusal::Busy => {
                ("the server is busy; try again soon", "le serveur est occupé ; réessayez bientôt")
            }
            Refusal::TooFast => {
                ("too many messages; wait a little", "trop de messages ; attendez un peu")
            }
            Refusal::Storage => {
                ("the server could not store this", "le serveur n’a pas pu l’enregistrer")
            }
            Refusal::Closing => ("the server is stopping", "le serveur s’arrête"),
        };
        Phrase::new(en, fr).say()
    }
}
