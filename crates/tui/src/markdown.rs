//! The rules on the screen: the little Markdown they are written in, wrapped to the width there
//! is. Examples become boards, with the turns that are allowed and refused there.

use damier_core::AnyGame;
use damier_draw::TextBoard;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::board::Look;

/// The rules of a game in lines of at most `width` columns.
pub(super) fn rules(game: &dyn AnyGame, width: usize, look: Look) -> Vec<Line<'static>> {
    let mut out = Page { lines: Vec::new(), width: width.max(20), look };
    for block in blocks(game.rules(look.lang)) {
        match block {
            Block::Heading(text) => out.heading(&text),
            Block::Text(text) => out.text("", &text),
            Block::Item(text) => out.text("• ", &text),
            Block::Code(lines) => out.code(&lines),
            Block::Example(lines) => out.example(game, &lines),
        }
    }
    out.lines
}

/// The first paragraph of the rules, which says what the game is.
pub(super) fn overview(text: &str) -> String {
    let first = blocks(text).into_iter().find_map(|block| match block {
        Block::Text(text) => Some(text),
        _ => None,
    });
    first.unwrap_or_default()
}

enum Block {
    Heading(String),
    Text(String),
    Item(String),
    Code(Vec<String>),
    Example(Vec<String>),
}

fn blocks(text: &str) -> Vec<Block> {
    let mut all = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let body = lines.by_ref().take_while(|l| !l.starts_with("```")).map(str::to_owned);
            all.push(match kind {
                "example" => Block::Example(body.collect()),
                _ => Block::Code(body.collect()),
            });
        } else if line.starts_with('#') {
            all.push(Block::Heading(line.trim_start_matches('#').trim().to_owned()));
        } else if !line.trim().is_empty() {
            let item = line.strip_prefix("- ");
            let mut joined = item.unwrap_or(line).trim().to_owned();
            let goes_on = |l: &&str| {
                !(l.trim().is_empty() || l.starts_with(['#', '`']) || l.starts_with("- "))
            };
            while let Some(more) = lines.next_if(|l| goes_on(l)) {
                joined.push(' ');
                joined.push_str(more.trim());
            }
            all.push(if item.is_some() { Block::Item(joined) } else { Block::Text(joined) });
        }
    }
    all
}

/// The page as far as it is set.
struct Page {
    lines: Vec<Line<'static>>,
    width: usize,
    look: Look,
}

impl Page {
    fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| line.width() > 0) {
            self.lines.push(Line::default());
        }
    }

    fn heading(&mut self, text: &str) {
        self.gap();
        self.lines.push(Line::styled(text.to_owned(), self.look.theme.act()));
        self.lines.push(Line::default());
    }

    /// A paragraph behind a sign; the next lines are indented by the width of the sign.
    fn text(&mut self, sign: &'static str, text: &str) {
        let indent = sign.chars().count();
        if indent == 0 {
            self.gap();
        }
        let mut line = vec![Span::raw(sign)];
        let mut used = indent;
        for (word, style) in words(text) {
            let long = word.chars().count();
            if used > indent && used + 1 + long > self.width {
                self.lines.push(Line::from(std::mem::take(&mut line)));
                line.push(Span::raw(" ".repeat(indent)));
                used = indent;
            }
            if used > indent {
                line.push(Span::raw(" "));
                used += 1;
            }
            used += long;
            line.push(Span::styled(word, style));
        }
        self.lines.push(Line::from(line));
    }

    fn code(&mut self, lines: &[String]) {
        self.gap();
        for line in lines {
            self.lines.push(Line::styled(format!("  {line}"), self.look.theme.dim()));
        }
        self.lines.push(Line::default());
    }

    fn example(&mut self, game: &dyn AnyGame, lines: &[String]) {
        self.gap();
        for line in lines {
            let turn = line.split_once(" => ");
            match turn {
                Some((turn, "refused")) => self.verdict("✗", turn, self.look.theme.warn()),
                Some((turn, _)) => self.verdict("✓", turn, self.look.theme.act()),
                None if line.starts_with("rules:") => {
                    self.lines.push(Line::styled(format!("  {line}"), self.look.theme.dim()));
                }
                None => self.board(game, line),
            }
        }
        self.lines.push(Line::default());
    }

    fn verdict(&mut self, sign: &'static str, turn: &str, style: Style) {
        self.lines.push(Line::from(vec![
            Span::styled(format!("  {sign} "), style),
            Span::raw(turn.to_owned()),
        ]));
    }

    fn board(&mut self, game: &dyn AnyGame, position: &str) {
        let theme = self.look.theme;
        if let Ok(scene) = game.scene(position) {
            let board = TextBoard::new(&game.view(), &scene, theme.paint(), game.letters());
            for row in board.rows {
                let spans = row.into_iter().map(|s| Span::styled(s.text, theme.span(s.style)));
                let line = std::iter::once(Span::raw("  ")).chain(spans);
                self.lines.push(Line::from(line.collect::<Vec<_>>()));
            }
        }
        self.lines.push(Line::styled(format!("  {position}"), theme.dim()));
    }
}

/// The words of a paragraph with their emphasis: `code` and **strong** are bold.
fn words(text: &str) -> Vec<(String, Style)> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut strong = false;
    let mut all = Vec::new();
    for word in text.split_whitespace() {
        let marks = word.matches("**").count() + word.matches('`').count();
        let emphasised = strong || marks > 0;
        strong ^= marks % 2 == 1;
        let word = word.replace("**", "").replace('`', "");
        all.push((word, if emphasised { bold } else { Style::new() }));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;
    use damier_core::Lang;

    #[test]
    fn every_rule_page_fits_its_width() {
        for id in damier_games::IDS {
            let game = damier_games::open(id, "").unwrap();
            for lang in Lang::ALL {
                let lines = rules(&*game, 60, Look { theme: Theme::Plain, lang });
                assert!(lines.len() > 40, "{id}");
                let texts: Vec<String> = lines.iter().map(ToString::to_string).collect();
                let prose = texts.iter().filter(|line| !line.starts_with("  "));
                assert!(prose.clone().all(|line| line.chars().count() <= 60), "{id}");
                assert!(!texts.concat().contains("**"), "{id}");
                assert!(overview(game.rules(lang)).len() > 60, "{id}");
            }
        }
    }

    #[test]
    fn paragraphs_are_joined_and_items_kept_apart() {
        let all = blocks("# T\n\none\ntwo\n\n- a\n  b\n- c\n\n```text\nx\n```\n");
        let texts: Vec<&str> = all
            .iter()
            .map(|block| match block {
                Block::Heading(t) | Block::Text(t) | Block::Item(t) => t.as_str(),
                Block::Code(lines) | Block::Example(lines) => lines[0].as_str(),
            })
            .collect();
        assert_eq!(texts, ["T", "one two", "a b", "c", "x"]);
    }
}
