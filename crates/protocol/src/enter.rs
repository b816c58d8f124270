//! `enter`: a turn entered click by click, with all that a board shows meanwhile.

use damier_core::any::{AnyPosition, Entering, Offer};
use damier_core::entry::{Click, DONE, Effect};
use damier_core::preview::{Choice, choices, entering};
use damier_core::question::question;
use damier_core::view::{Mark, Scene, TargetKind};
use damier_core::{AnyGame, Cell, Lang, Side};
use serde::{Deserialize, Serialize};

use crate::error::{ApiError, ErrorCode};
use crate::request::{Context, Handle};
use crate::session::Session;
use crate::words::{self, capital};

/// A turn that is being entered click by click.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EnterAnswer {
    /// The clicks so far. Those that had no alternative are among them, made by themselves once
    /// something has moved; the next request sends them all, and one more.
    clicks: Vec<Click>,
    /// What each of them did.
    steps: Vec<Vec<Effect>>,
    /// What can be clicked next.
    next: Vec<NextClick>,
    /// The turn, once it is complete.
    turn: Option<String>,
    /// The position after it, once it is complete.
    after: Option<String>,
    /// The turn as far as it is written now.
    text: String,
    /// The board meanwhile.
    preview: Preview,
    /// What is asked now, in words; empty once the turn is complete.
    question: String,
    /// Whether the turn may end here: the button `done` is on offer.
    can_end: bool,
}

/// Something that can be clicked next.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NextClick {
    /// What is clicked.
    click: Click,
    /// What that does.
    effects: Vec<Effect>,
    /// What that does, in a word.
    kind: ClickKind,
    /// The letter that the notation has for this choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<char>,
    /// The turn, if this click completes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    /// The position after the turn, if this click completes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

/// What a click does, in a word.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ClickKind {
    /// Goes to, or places a pawn on, an empty cell.
    Go,
    /// Takes a pawn off.
    Take,
    /// Changes places with the pawn there.
    Swap,
    /// Chooses the pawn there, and changes nothing yet.
    Choose,
    /// Presses a button.
    Button,
}

/// The board while a turn is entered.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preview {
    /// The pawns on the board.
    pieces: Vec<(Cell, Side)>,
    /// How many pawns each side has in hand, light first.
    hand: [u8; 2],
    /// Rules in force and the cells they concern.
    marks: Vec<Mark>,
    /// The pawn that is chosen.
    selected: Option<Cell>,
    /// Cells that can be clicked next, and what clicking them does.
    targets: Vec<(Cell, TargetKind)>,
    /// Enemy pawns of which one must be dealt with now.
    attacked: Vec<Cell>,
    /// Pawns that the turn has taken so far.
    taken: Vec<Cell>,
    /// The cells that the pawn has passed, the first one first.
    path: Vec<Cell>,
    /// Lines of pawns of which one must be chosen.
    choices: Vec<LineChoice>,
    /// How far the regions that turn have been turned, in degrees clockwise.
    angle: f32,
}

/// A line of pawns that can be chosen.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineChoice {
    /// What is clicked to choose it.
    click: Click,
    /// The letter that the notation has for it.
    tag: char,
    /// What people call it; the letter where they have no name for it.
    name: String,
    /// The cells of its pawns.
    cells: Vec<Cell>,
    /// What choosing it means, in words.
    words: String,
}

/// `enter`: follows clicks in an open game, and tells what can be clicked next.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Enter {
    /// The open game, by the number that `open` gave it.
    pub session: u64,
    /// The clicks so far: cells, and buttons by their names.
    #[serde(default)]
    pub clicks: Vec<String>,
}

impl Handle for Enter {
    type Answer = EnterAnswer;

    fn handle(self, session: &mut Session, context: &Context<'_>) -> Result<EnterAnswer, ApiError> {
        let open = session.games.get(self.session)?;
        open.goes_on()?;
        let clicks: Vec<&str> = self.clicks.iter().map(String::as_str).collect();
        let position = open.play.now();
        let now = position.enter(&clicks).map_err(|why| ErrorCode::BadTurn.because(why))?;
        Ok(entry(&*open.game, &*position, now, context.lang))
    }
}

fn entry(game: &dyn AnyGame, position: &dyn AnyPosition, now: Entering, lang: Lang) -> EnterAnswer {
    let side = position.to_move();
    let scene = entering(&game.view(), &position.scene(), side, &now);
    let question = match now.turn {
        Some(_) => String::new(),
        None => capital(&question(game, &scene, side, &now).text(lang)),
    };
    let (choices, can_end) =
        (choices(&now), now.next.iter().any(|offer| offer.click == Click::Button(DONE)));
    let next = |offer: Offer| NextClick {
        kind: kind(&scene, &offer),
        click: offer.click,
        effects: offer.effects,
        tag: offer.tag,
        turn: offer.turn,
        after: offer.after,
    };
    EnterAnswer {
        text: now.text,
        next: now.next.into_iter().map(next).collect(),
        preview: preview(game, scene, side, choices, lang),
        question,
        can_end,
        turn: now.turn,
        after: now.after,
        clicks: now.clicks,
        steps: now.effects,
    }
}

fn kind(scene: &Scene, offer: &Offer) -> ClickKind {
    let Click::Cell(cell) = offer.click else { return ClickKind::Button };
    let target = scene.targets.iter().find(|(target, _)| *target == cell);
    match target.map(|(_, kind)| *kind) {
        Some(TargetKind::Go) => ClickKind::Go,
        Some(TargetKind::Take) => ClickKind::Take,
        Some(TargetKind::Swap) => ClickKind::Swap,
        None => ClickKind::Choose,
    }
}

fn preview(
    game: &dyn AnyGame,
    mut scene: Scene,
    side: Side,
    choices: Vec<Choice>,
    lang: Lang,
) -> Preview {
    // An enemy pawn that was chosen is still one that must be dealt with.
    let enemy = scene.selected.filter(|cell| scene.pieces.contains(&(*cell, side.other())));
    scene.attacked.extend(enemy);
    let mut targets = scene.targets;
    targets.retain(|(cell, _)| !choices.iter().any(|choice| choice.click == Click::Cell(*cell)));
    let line = |Choice { click, tag, cells }: Choice| {
        let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
        let name = match game.choice(tag) {
            Some(name) => capital(name.text(lang)),
            None => tag.to_string(),
        };
        let words = words::TAKE.with(name.as_str()).with(names.join(" ")).text(lang);
        LineChoice { click, tag, name, cells, words }
    };
    Preview {
        pieces: scene.pieces,
        hand: scene.hand,
        marks: scene.marks,
        selected: scene.selected,
        targets,
        attacked: scene.attacked,
        taken: scene.taken,
        path: scene.path,
        choices: choices.into_iter().map(line).collect(),
        angle: scene.angle,
    }
}
