//! `enter`: a turn entered click by click, with all that a board shows meanwhile.

use damier_core::any::{Entering, Offer};
use damier_core::entry::{Click, DONE, Effect};
use damier_core::preview::{Choice, choices, entering};
use damier_core::question::question;
use damier_core::view::{Mark, Scene, TargetKind};
use damier_core::{Cell, Lang, Message, Side};
use serde::Serialize;

use crate::answer::{Answer, good};
use crate::fault::Code;
use crate::request::{Ask, Spot};
use crate::words::{self, capital};

/// A turn being entered.
#[derive(Serialize)]
struct Entry {
    /// The clicks so far, those without alternative included.
    clicks: Vec<Click>,
    /// The effects of each of them.
    steps: Vec<Vec<Effect>>,
    /// What can be clicked next.
    next: Vec<Next>,
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

#[derive(Serialize)]
struct Next {
    click: Click,
    effects: Vec<Effect>,
    kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

/// What a click does, in a word.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
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
#[derive(Serialize)]
struct Preview {
    pieces: Vec<(Cell, Side)>,
    hand: [u8; 2],
    marks: Vec<Mark>,
    selected: Option<Cell>,
    targets: Vec<(Cell, TargetKind)>,
    attacked: Vec<Cell>,
    taken: Vec<Cell>,
    path: Vec<Cell>,
    choices: Vec<Line>,
    angle: f32,
}

/// A line of pawns to choose.
#[derive(Serialize)]
struct Line {
    click: Click,
    tag: char,
    cells: Vec<Cell>,
    words: String,
}

/// `enter`.
pub(crate) fn enter(mut ask: Ask<'_>) -> Answer {
    let spot = ask.fields.spot()?;
    let clicks = ask.fields.texts("clicks")?;
    ask.fields.done()?;
    let bad = |message| Code::BadPosition.because(message);
    let position = spot.game.position(&spot.position).map_err(bad)?;
    let side = position.to_move();
    if position.outcome().is_some() {
        return Err(Code::Over.because(words::OVER.say()));
    }
    let clicks: Vec<&str> = clicks.iter().map(String::as_str).collect();
    let now = position.enter(&clicks);
    let now = now.map_err(|message| Code::BadTurn.because(message))?;
    good(&entry(&spot, side, now, ask.lang).map_err(bad)?)
}

fn entry(spot: &Spot, side: Side, now: Entering, lang: Lang) -> Result<Entry, Message> {
    let Spot { game, position } = spot;
    let scene = entering(&game.view(), &game.scene(position)?, side, &now);
    let question = match now.turn {
        Some(_) => String::new(),
        None => capital(&question(&**game, &scene, side, &now).text(lang)),
    };
    let (choices, can_end) =
        (choices(&now), now.next.iter().any(|offer| offer.click == Click::Button(DONE)));
    let next = |offer: Offer| Next {
        kind: kind(&scene, &offer),
        click: offer.click,
        effects: offer.effects,
        tag: offer.tag,
        turn: offer.turn,
        after: offer.after,
    };
    Ok(Entry {
        text: now.text,
        next: now.next.into_iter().map(next).collect(),
        preview: preview(scene, side, choices, lang),
        question,
        can_end,
        turn: now.turn,
        after: now.after,
        clicks: now.clicks,
        steps: now.effects,
    })
}

fn kind(scene: &Scene, offer: &Offer) -> Kind {
    let Click::Cell(cell) = offer.click else { return Kind::Button };
    let target = scene.targets.iter().find(|(target, _)| *target == cell);
    match target.map(|(_, kind)| *kind) {
        Some(TargetKind::Go) => Kind::Go,
        Some(TargetKind::Take) => Kind::Take,
        Some(TargetKind::Swap) => Kind::Swap,
        None => Kind::Choose,
    }
}

fn preview(mut scene: Scene, side: Side, choices: Vec<Choice>, lang: Lang) -> Preview {
    // An enemy pawn that was chosen is still one that must be dealt with.
    let enemy = scene.selected.filter(|cell| scene.pieces.contains(&(*cell, side.other())));
    scene.attacked.extend(enemy);
    let mut targets = scene.targets;
    targets.retain(|(cell, _)| !choices.iter().any(|choice| choice.click == Click::Cell(*cell)));
    let line = |Choice { click, tag, cells }: Choice| {
        let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
        let words = words::TAKE.with(tag).with(names.join(" ")).text(lang);
        Line { click, tag, cells, words }
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
