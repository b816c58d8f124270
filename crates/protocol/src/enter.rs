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

/// A turn being entered.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// The clicks so far, those without alternative included.
    clicks: Vec<Click>,
    /// The effects of each of them.
    steps: Vec<Vec<Effect>>,
    /// What can be clicked next.
    next: Vec<NextClick>,
    /// The turn, once complete, and where it leads.
    turn: Option<String>,
    after: Option<String>,
    /// The turn as far as it is written now.
    text: String,
    preview: Preview,
    /// What is asked now; empty once the turn is complete.
    question: String,
    /// Whether the turn may end here.
    can_end: bool,
}

/// A click that can follow.
#[derive(Debug, Serialize)]
pub struct NextClick {
    click: Click,
    effects: Vec<Effect>,
    kind: ClickKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

/// What a click does, in a word.
#[derive(Clone, Copy, Debug, Serialize)]
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

/// The board while the turn is entered.
#[derive(Debug, Serialize)]
pub struct Preview {
    pieces: Vec<(Cell, Side)>,
    hand: [u8; 2],
    marks: Vec<Mark>,
    selected: Option<Cell>,
    targets: Vec<(Cell, TargetKind)>,
    attacked: Vec<Cell>,
    taken: Vec<Cell>,
    path: Vec<Cell>,
    choices: Vec<LineChoice>,
    angle: f32,
}

/// A line of pawns to choose.
#[derive(Debug, Serialize)]
pub struct LineChoice {
    click: Click,
    tag: char,
    /// What people call it; the letter where they have no name for it.
    name: String,
    cells: Vec<Cell>,
    words: String,
}

/// `enter`: follows clicks in an open game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enter {
    /// The open game.
    pub session: u64,
    /// The clicks so far: names of cells and of buttons.
    #[serde(default)]
    pub clicks: Vec<String>,
}

impl Handle for Enter {
    type Answer = Entry;

    fn handle(self, session: &mut Session, context: &Context<'_>) -> Result<Entry, ApiError> {
        let open = session.games.get(self.session)?;
        open.goes_on()?;
        let clicks: Vec<&str> = self.clicks.iter().map(String::as_str).collect();
        let position = open.play.now();
        let now = position.enter(&clicks).map_err(|why| ErrorCode::BadTurn.because(why))?;
        Ok(entry(&*open.game, &*position, now, context.lang))
    }
}

fn entry(game: &dyn AnyGame, position: &dyn AnyPosition, now: Entering, lang: Lang) -> Entry {
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
    Entry {
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
