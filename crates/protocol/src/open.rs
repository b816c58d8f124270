//! Games that are open: opened once, then played, taken back and looked at. Each request answers
//! with what it changed, so that the thousandth turn costs what the first does.

use damier_core::entry::{Click, Effect};
use damier_core::preview::last_turn;
use damier_core::{AnyGame, AnyPlay, Side};
use damier_record::number;
use serde::{Deserialize, Serialize};

use crate::board::open_game;
use crate::error::{ApiError, ErrorCode};
use crate::look::{Context as Seen, LookAnswer, pawns};
use crate::request::{Context, Handle};
use crate::session::Session;
use crate::words;

/// A game in progress, and the game it is of.
pub(crate) struct OpenGame {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) play: Box<dyn AnyPlay>,
    /// How many pawns each side began with.
    pawns: [usize; 2],
}

impl OpenGame {
    /// Plays a game from its first turn to its last. Each turn costs one unit of the budget.
    fn new(request: &Open, context: &Context<'_>) -> Result<OpenGame, ApiError> {
        let game = open_game(&request.game, &request.rules)?;
        let play = game.begin(request.start.as_deref());
        let play = play.map_err(|message| ErrorCode::BadPosition.because(message))?;
        let pawns = pawns(&play.now().scene());
        let mut open = OpenGame { game, play, pawns };
        for turn in &request.turns {
            open.play(turn, context)?;
        }
        Ok(open)
    }

    fn play(&mut self, turn: &str, context: &Context<'_>) -> Result<(), ApiError> {
        let code = self.play.ending().map_or(ErrorCode::BadTurn, |_| ErrorCode::Over);
        context.budget.spend(1).and_then(|()| self.play.play(turn)).map_err(|why| {
            let number = number(self.play.len());
            code.because(words::AT_TURN.with(number).with(turn).with(why))
        })
    }

    /// Turn number `n`, which has been played.
    fn made(&self, n: usize) -> Made {
        let side = if n.is_multiple_of(2) { self.play.first() } else { self.play.first().other() };
        Made {
            turn: self.play.turn_at(n),
            side,
            after: self.play.at(n + 1).text(),
            effects: self.play.effects_at(n),
        }
    }

    /// The position after the first `n` turns.
    fn look(&self, n: usize, context: &Context<'_>) -> LookAnswer {
        let last = n.checked_sub(1).map(|last| last_turn(&self.play.effects_at(last)));
        let ending = self.play.ending().filter(|_| n == self.play.len());
        let seen = Seen { last, pawns: self.pawns, ending };
        LookAnswer::new(&*self.game, &*self.play.at(n), seen, context.lang)
    }

    fn state(&self, context: &Context<'_>) -> State {
        State {
            ply: self.play.len(),
            occurrences: self.play.occurrences(),
            look: self.look(self.play.len(), context),
        }
    }

    /// Whether anything can be entered or searched.
    pub(crate) fn goes_on(&self) -> Result<(), ApiError> {
        match self.play.ending() {
            Some(_) => Err(ErrorCode::Over.because(words::OVER.say())),
            None => Ok(()),
        }
    }
}

/// How many games may be open at once.
const MOST_OPEN: usize = 64;

/// The games of a session, by their numbers.
#[derive(Default)]
pub(crate) struct OpenGames {
    games: Vec<(u64, OpenGame)>,
    /// How many have been opened.
    opened: u64,
}

impl OpenGames {
    /// Takes a game in; returns its number.
    fn add(&mut self, game: OpenGame) -> Result<u64, ApiError> {
        if self.games.len() >= MOST_OPEN {
            return Err(ErrorCode::TooManyOpen.because(words::TOO_MANY_OPEN.with(MOST_OPEN)));
        }
        self.opened += 1;
        self.games.push((self.opened, game));
        Ok(self.opened)
    }

    /// The game with this number.
    pub(crate) fn get(&mut self, number: u64) -> Result<&mut OpenGame, ApiError> {
        let found = self.games.iter_mut().find(|(n, _)| *n == number);
        found
            .map(|(_, game)| game)
            .ok_or_else(|| ErrorCode::NotOpen.because(words::NOT_OPEN.with(number)))
    }

    /// Closes a game; returns whether it was open.
    fn close(&mut self, number: u64) -> bool {
        let before = self.games.len();
        self.games.retain(|(n, _)| *n != number);
        self.games.len() < before
    }
}

/// How an open game stands.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct State {
    /// How many turns were played.
    pub ply: usize,
    /// How often the position now has occurred.
    pub occurrences: usize,
    /// What there is to see in the position now.
    pub look: LookAnswer,
}

/// A turn that was made.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Made {
    /// The turn as it is normally written.
    pub turn: String,
    /// Who made it.
    pub side: Side,
    /// The position after it.
    pub after: String,
    /// What it did on the board, click by click.
    pub effects: Vec<Vec<Effect>>,
}

/// `open`: opens a game with the turns already played, and gives it a number.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The game, by the name that `games` gives it.
    pub game: String,
    /// Options of its rules that are not at their default, as `name=value,name=value`.
    #[serde(default)]
    pub rules: String,
    /// Where it begins, if not at the ordinary start.
    pub start: Option<String>,
    /// The turns played so far.
    #[serde(default)]
    pub turns: Vec<String>,
}

/// A game that was opened.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenAnswer {
    /// Its number, for all that follows.
    pub session: u64,
    /// Where it began.
    pub start: String,
    /// Who began.
    pub first: Side,
    /// The turns played so far.
    pub made: Vec<Made>,
    /// How it stands.
    pub state: State,
}

impl Handle for Open {
    type Answer = OpenAnswer;

    fn handle(self, session: &mut Session, context: &Context<'_>) -> Result<OpenAnswer, ApiError> {
        let open = OpenGame::new(&self, context)?;
        let (start, first) = (open.play.start(), open.play.first());
        let made = (0..open.play.len()).map(|n| open.made(n)).collect();
        let state = open.state(context);
        Ok(OpenAnswer { session: session.games.add(open)?, start, first, made, state })
    }
}

/// `play`: plays a turn in an open game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The open game, by the number that `open` gave it.
    pub session: u64,
    /// The turn, written in any way that is understood.
    pub turn: String,
}

/// What a turn changed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayAnswer {
    /// The turn that was made.
    pub made: Made,
    /// How the game stands now.
    pub state: State,
}

impl Handle for Play {
    type Answer = PlayAnswer;

    fn handle(self, session: &mut Session, context: &Context<'_>) -> Result<PlayAnswer, ApiError> {
        let open = session.games.get(self.session)?;
        open.play(&self.turn, context)?;
        Ok(PlayAnswer { made: open.made(open.play.len() - 1), state: open.state(context) })
    }
}

/// `undo`: takes turns of an open game back.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// The open game, by the number that `open` gave it.
    pub session: u64,
    /// How many turns stay.
    pub to: u64,
}

impl Handle for Undo {
    type Answer = State;

    fn handle(self, session: &mut Session, context: &Context<'_>) -> Result<State, ApiError> {
        let open = session.games.get(self.session)?;
        while open.play.len() as u64 > self.to && open.play.undo() {}
        Ok(open.state(context))
    }
}

/// `show`: what there was to see in an earlier position of an open game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Show {
    /// The open game, by the number that `open` gave it.
    pub session: u64,
    /// After how many turns.
    pub at: u64,
}

impl Handle for Show {
    type Answer = LookAnswer;

    fn handle(self, session: &mut Session, context: &Context<'_>) -> Result<LookAnswer, ApiError> {
        let open = session.games.get(self.session)?;
        let at = usize::try_from(self.at).unwrap_or(usize::MAX).min(open.play.len());
        Ok(open.look(at, context))
    }
}

/// `resolve`: how a turn of an open game is entered, and what it does; nothing is played.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Resolve {
    /// The open game, by the number that `open` gave it.
    pub session: u64,
    /// The turn, written in any way that is understood.
    pub turn: String,
}

/// A turn, and how it is entered.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Resolved {
    /// The turn as it was written.
    pub turn: String,
    /// The position after it.
    pub after: String,
    /// The clicks that enter it, or one of the ways.
    pub clicks: Vec<Click>,
    /// What each click does.
    pub effects: Vec<Vec<Effect>>,
}

impl Handle for Resolve {
    type Answer = Resolved;

    fn handle(self, session: &mut Session, _: &Context<'_>) -> Result<Resolved, ApiError> {
        let open = session.games.get(self.session)?;
        open.goes_on()?;
        let bad = |message| ErrorCode::BadTurn.because(message);
        let now = open.play.now();
        let steps = now.steps(&self.turn).map_err(bad)?;
        Ok(Resolved {
            turn: self.turn.trim().to_owned(),
            after: now.play(&self.turn).map_err(bad)?.text(),
            clicks: steps.iter().map(|step| step.click).collect(),
            effects: steps.into_iter().map(|step| step.effects).collect(),
        })
    }
}

/// `close`: closes an open game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Close {
    /// The open game, by the number that `open` gave it.
    pub session: u64,
}

/// Whether there was something to close.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloseAnswer {
    /// Whether the game was open.
    pub closed: bool,
}

impl Handle for Close {
    type Answer = CloseAnswer;

    fn handle(self, session: &mut Session, _: &Context<'_>) -> Result<CloseAnswer, ApiError> {
        Ok(CloseAnswer { closed: session.games.close(self.session) })
    }
}
