//! The screen of a game: board and players on the left, turns on the right, what was said and
//! the keys below. Drawing changes nothing at the table but what only drawing knows: where
//! things are and how far a text can scroll.

use damier_core::question::question;
use damier_core::view::Scene;
use damier_core::{Message, Phrase, Side};
use damier_draw::TextBoard;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::board::{self, Appearance};
use super::click_regions::{ClickRegions, Hit};
use super::dialog::Overlay;
use super::overlay;
use super::panels;
use super::state::{GameTable, Note, Press};
use super::words;

/// Columns of the lists beside the board, at least.
const LISTS: u16 = 30;
/// Rows beside those of the board: title, two players, question, entry, buttons, note, keys.
const ROWS: u16 = 10;

/// Draws a game.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    table: &mut GameTable,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let area = frame.area();
    let scene = table.scene();
    let needs = |board: &TextBoard| {
        let (wide, high) = board::size(board);
        (wide + 3 + LISTS, high + ROWS)
    };
    let fits = |board: &TextBoard| needs(board).0 <= area.width && needs(board).1 <= area.height;
    let [large, small] =
        [true, false].map(|large| board::text_board(table, &scene, look.theme, large));
    if !fits(&small) {
        too_small(frame, needs(&small), table.game.name(), look);
        // A question that waits for its answer must be seen in any case.
        return overlay::draw(frame, area, table, look, regions);
    }
    let text_board = if fits(&large) { large } else { small };
    let (wide, _) = board::size(&text_board);
    let [title, middle, note, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(2),
        Constraint::Length(1),
    ])
    .areas(area);
    draw_title(frame, title, table, look);
    let left = (wide + 3).max(middle.width.saturating_sub(LISTS).min(middle.width / 2));
    let [left, right] =
        Layout::horizontal([Constraint::Length(left), Constraint::Fill(1)]).areas(middle);
    draw_left(frame, left, table, &scene, &text_board, look, regions);
    panels::draw(frame, right, table, look, regions);
    draw_note(frame, note, table, look);
    draw_keys(frame, keys, key_line(table), look);
    overlay::draw(frame, middle, table, look, regions);
}

/// Says that the terminal is too small.
pub(super) fn too_small(frame: &mut Frame<'_>, needs: (u16, u16), what: Phrase, look: Appearance) {
    let area = frame.area();
    let [cols, rows, wide, high] = [area.width, area.height, needs.0, needs.1].map(u32::from);
    let text = words::SMALL.with(cols).with(rows).with(what).with(wide).with(high);
    let lines = vec![
        Line::styled(text.text(look.lang), look.theme.warn()),
        Line::raw(words::SMALL_KEYS.text(look.lang)),
    ];
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
}

fn draw_title(frame: &mut Frame<'_>, area: Rect, table: &GameTable, look: Appearance) {
    let name = table.game.name().text(look.lang);
    let mut left = vec![Span::styled(format!(" {name}"), look.theme.strong())];
    let options = table.game.options();
    if !options.is_empty() {
        left.push(Span::styled(format!("  {}", options.replace(',', "  ")), look.theme.dim()));
    }
    for remark in table.remarks() {
        left.push(Span::styled(format!("  {}", remark.text(look.lang)), look.theme.note()));
    }
    let right = look.lang.next().name();
    frame.render_widget(Line::from(left), Rect { width: area.width - 12, ..area });
    let corner = Line::styled(format!("L {right} "), look.theme.dim());
    frame.render_widget(corner.right_aligned(), area);
}

fn draw_left(
    frame: &mut Frame<'_>,
    area: Rect,
    table: &GameTable,
    scene: &Scene,
    text_board: &TextBoard,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let (_, high) = board::size(text_board);
    let spare = area.height.saturating_sub(high + 6);
    let [_, above, middle, below, _, question, entry, presses] = Layout::vertical([
        Constraint::Length(spare.min(3) / 3),
        Constraint::Length(1),
        Constraint::Length(high + u16::from(spare > 0)),
        Constraint::Length(1),
        Constraint::Length(u16::from(spare > 1)),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(2),
    ])
    .areas(area);
    let top = if table.flipped { Side::Light } else { Side::Dark };
    let taken = table.taken(scene);
    panels::player(frame, above, table, top, scene, taken, look);
    board::draw(frame.buffer_mut(), middle, table, text_board, look, regions);
    panels::player(frame, below, table, top.other(), scene, taken, look);
    let style = if table.play.ending().is_some() { look.theme.note() } else { look.theme.act() };
    let text = ask(table, scene).text(look.lang);
    let entered = entered(table, look);
    // How a game ended may take two lines, and nothing is entered then.
    let room = if entered.is_empty() { question.union(entry) } else { question };
    let room = Rect { x: room.x + 1, width: room.width.saturating_sub(1), ..room };
    let text = Paragraph::new(Line::styled(text, style));
    frame.render_widget(text.wrap(Wrap { trim: true }), room);
    frame.render_widget(Line::from(entered), entry);
    draw_presses(frame, presses, table, look, regions);
}

/// The question the player to move has to answer now.
fn ask(table: &GameTable, scene: &Scene) -> Message {
    let all = table.play.line().len();
    if let Some(n) = table.shown {
        return words::PAST.with(n).with(all);
    }
    if let Some(verdict) = table.verdict() {
        return verdict;
    }
    if let Some(turn) = table.entry.picked_turn() {
        return words::WOULD_PLAY.with(turn);
    }
    let side = table.play.to_move();
    let player = table.player(side);
    if table.computer_to_move().is_some() {
        return words::THINKS.with(player);
    }
    words::ASK.with(player).with(question(&*table.game, scene, side, &table.entry.entering))
}

/// What has been entered so far, or how to enter.
fn entered<'a>(table: &GameTable, look: Appearance) -> Vec<Span<'a>> {
    let text = |message: Message| message.text(look.lang);
    let entry = &table.entry;
    if table.shown.is_none() && !entry.text.is_empty() {
        let count = words::MATCHES.with(entry.matches().len());
        return vec![
            Span::raw(format!(" {}", text(words::TYPING.with(entry.text.as_str())))),
            Span::styled("▏", look.theme.act()),
            Span::styled(format!("  {}", text(count)), look.theme.dim()),
        ];
    }
    let waiting = table.play.ending().is_some() || table.computer_to_move().is_some();
    if table.shown.is_some() || waiting || entry.picked.is_some() {
        return Vec::new();
    }
    let clicks: Vec<String> = entry.entering.clicks.iter().map(ToString::to_string).collect();
    match clicks.is_empty() {
        true => vec![Span::styled(format!(" {}", words::HINT.text(look.lang)), look.theme.dim())],
        false => vec![Span::raw(format!(" {}", text(words::ENTERED.with(clicks.join(" · ")))))],
    }
}

/// The numbered choices, in as many rows as they need.
fn draw_presses(
    frame: &mut Frame<'_>,
    area: Rect,
    table: &GameTable,
    look: Appearance,
    regions: &mut ClickRegions,
) {
    let (mut x, mut y) = (area.x + 1, area.y);
    for (i, press) in table.presses().into_iter().enumerate() {
        let (Press::Button(_, name) | Press::DialogAction(name, _)) = press;
        let line = Line::from(vec![
            Span::styled(format!(" {} ", i + 1), look.theme.chosen()),
            Span::raw(format!(" {} ", name.text(look.lang))),
        ]);
        let width = line.width() as u16;
        if x + width > area.right() {
            (x, y) = (area.x + 1, y + 1);
        }
        if y >= area.bottom() {
            return;
        }
        let place = Rect::new(x, y, width, 1).intersection(area);
        regions.add(place, Hit::Press(i + 1));
        frame.render_widget(line, place);
        x += width + 1;
    }
}

fn draw_note(frame: &mut Frame<'_>, area: Rect, table: &GameTable, look: Appearance) {
    // How the game ended stands beside the board already.
    let news = |note: &&Note| note.refused || Some(&note.text) != table.verdict().as_ref();
    let Some(note) = table.note.as_ref().filter(news) else { return };
    let style = if note.refused { look.theme.warn() } else { look.theme.note() };
    let sign = if note.refused { "✗ " } else { "" };
    let text = capital(&note.text.text(look.lang));
    let area = Rect { x: area.x + 1, width: area.width - 2, ..area };
    let text = Paragraph::new(Line::styled(format!("{sign}{text}"), style));
    frame.render_widget(text.wrap(Wrap { trim: true }), area);
}

/// The text with a capital at its beginning, unless that is a cell or a turn.
fn capital(text: &str) -> String {
    let word: &str = text.split(' ').next().unwrap_or_default();
    let mut rest = text.chars();
    match rest.next() {
        Some(c) if word.chars().all(|c| c.is_alphabetic() || c == '’') => {
            c.to_uppercase().chain(rest).collect()
        }
        _ => text.to_owned(),
    }
}

/// The keys that matter now.
fn key_line(table: &GameTable) -> &'static [(Phrase, Phrase)] {
    match &table.overlay {
        Some(Overlay::Rules(_)) => words::RULES_LINE,
        Some(Overlay::Keys) => words::ANY_KEY_LINE,
        Some(Overlay::Dialog(_)) => words::DIALOG_LINE,
        Some(Overlay::Prompt(_)) => words::PROMPT_LINE,
        None if table.entry.in_list() => words::LIST_LINE,
        None => words::HELP_LINE,
    }
}

/// A line of keys and what they do.
pub(super) fn draw_keys(
    frame: &mut Frame<'_>,
    area: Rect,
    keys: &'static [(Phrase, Phrase)],
    look: Appearance,
) {
    // What does not fit is left out, but never the last two: more keys, and the way out.
    let text = |phrase: &Phrase| match *phrase == words::LANGUAGE {
        true => look.lang.next().name(),
        false => phrase.text(look.lang),
    };
    let long = |phrase: &Phrase| text(phrase).chars().count();
    let wide = |(key, does): &(Phrase, Phrase)| long(key) + long(does) + 3;
    let mut keys = keys.to_vec();
    while keys.len() > 2 && keys.iter().map(wide).sum::<usize>() > usize::from(area.width) {
        keys.remove(keys.len() - 3);
    }
    let mut spans = vec![Span::raw(" ")];
    for (key, does) in keys {
        spans.push(Span::styled(key.text(look.lang), look.theme.key()));
        spans.push(Span::styled(format!(" {}  ", text(&does)), look.theme.dim()));
    }
    frame.render_widget(Line::from(spans), area);
}
