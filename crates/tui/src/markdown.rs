//! The rules on the screen: their Markdown, wrapped to the width there is. Examples become boards,
//! with the turns that are allowed and refused there.

use damier_core::AnyGame;
use damier_draw::TextBoard;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::board::Appearance;

/// The rules of a game in lines of at most `width` columns.
pub(super) fn rules(game: &dyn AnyGame, width: usize, look: Appearance) -> Vec<Line<'static>> {
    let mut out = Page { lines: Vec::new(), width: width.max(20), look };
    for block in blocks(game.rules(look.lang)) {
        match block {
            Block::Heading(text) => out.heading(&text),
            Block::Text(words) => out.text("", words),
            Block::Item(words) => out.text("• ", words),
            Block::Code(lines) => out.code(&lines),
            Block::Example(lines) => out.example(game, &lines),
        }
    }
    out.lines
}

/// The first paragraph of the rules, which says what the game is.
pub(super) fn overview(text: &str) -> String {
    let first = blocks(text).into_iter().find_map(|block| match block {
        Block::Text(words) => Some(plain(&words)),
        _ => None,
    });
    first.unwrap_or_default()
}

/// A word in its styles: what no end of a line separates.
type Word = Vec<(String, Style)>;

enum Block {
    Heading(String),
    Text(Vec<Word>),
    Item(Vec<Word>),
    Code(Vec<String>),
    Example(Vec<String>),
}

fn blocks(text: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    Parser::new(text).for_each(|event| reader.read(event));
    reader.blocks
}

/// Puts blocks together from what the parser finds.
#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    words: Vec<Word>,
    /// The word that is not finished.
    word: Word,
    /// How many emphases there are around this.
    emphases: usize,
    /// In how many items of lists this is.
    items: usize,
    /// The code block that this is in, and whether it is an example.
    code: Option<(bool, String)>,
}

impl Reader {
    fn read(&mut self, event: Event<'_>) {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match event {
            Event::Start(Tag::Strong | Tag::Emphasis) => self.emphases += 1,
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => self.emphases -= 1,
            Event::Start(Tag::Item) => {
                self.end_text();
                self.items += 1;
            }
            Event::End(TagEnd::Item) => {
                self.end_text();
                self.items -= 1;
            }
            Event::End(TagEnd::Paragraph) => self.end_text(),
            Event::End(TagEnd::Heading(_)) => {
                let words = self.take_words();
                self.blocks.push(Block::Heading(plain(&words)));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let example = matches!(kind, CodeBlockKind::Fenced(name) if &*name == "example");
                self.code = Some((example, String::new()));
            }
            Event::End(TagEnd::CodeBlock) => {
                let Some((example, text)) = self.code.take() else { return };
                let lines = text.lines().map(str::to_owned).collect();
                self.blocks.push(match example {
                    true => Block::Example(lines),
                    false => Block::Code(lines),
                });
            }
            Event::Code(text) => self.say(&text, bold),
            Event::Text(text) | Event::InlineHtml(text) | Event::Html(text) => {
                match (&mut self.code, self.emphases) {
                    (Some((_, code)), _) => code.push_str(&text),
                    (None, 0) => self.say(&text, Style::new()),
                    (None, _) => self.say(&text, bold),
                }
            }
            Event::SoftBreak | Event::HardBreak => self.end_word(),
            _ => {}
        }
    }

    fn say(&mut self, text: &str, style: Style) {
        for (i, part) in text.split([' ', '\n']).enumerate() {
            if i > 0 {
                self.end_word();
            }
            if !part.is_empty() {
                self.word.push((part.to_owned(), style));
            }
        }
    }

    fn end_word(&mut self) {
        if !self.word.is_empty() {
            self.words.push(std::mem::take(&mut self.word));
        }
    }

    fn take_words(&mut self) -> Vec<Word> {
        self.end_word();
        std::mem::take(&mut self.words)
    }

    fn end_text(&mut self) {
        let words = self.take_words();
        match (words.is_empty(), self.items) {
            (true, _) => {}
            (false, 0) => self.blocks.push(Block::Text(words)),
            (false, _) => self.blocks.push(Block::Item(words)),
        }
    }
}

/// Words without their styles.
fn plain(words: &[Word]) -> String {
    let word = |word: &Word| word.iter().map(|(text, _)| text.as_str()).collect::<String>();
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// The page as far as it is set.
struct Page {
    lines: Vec<Line<'static>>,
    width: usize,
    look: Appearance,
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
    fn text(&mut self, sign: &'static str, words: Vec<Word>) {
        let indent = sign.chars().count();
        if indent == 0 {
            self.gap();
        }
        let mut line = vec![Span::raw(sign)];
        let mut used = indent;
        for word in words {
            let long: usize = word.iter().map(|(text, _)| text.chars().count()).sum();
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
            line.extend(word.into_iter().map(|(text, style)| Span::styled(text, style)));
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
                let lines = rules(&*game, 60, Appearance { theme: Theme::Plain, lang });
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
        let all = blocks(
            "# T `x`\n\none\ntwo\n\n- a\n  b\n- c\n\n```text\nx\n y\n```\n```example\nz\n```\n",
        );
        let texts: Vec<String> = all
            .iter()
            .map(|block| match block {
                Block::Heading(text) => format!("heading: {text}"),
                Block::Text(words) => format!("text: {}", plain(words)),
                Block::Item(words) => format!("item: {}", plain(words)),
                Block::Code(lines) => format!("code: {}", lines.join("/")),
                Block::Example(lines) => format!("example: {}", lines.join("/")),
            })
            .collect();
        let expected =
            ["heading: T x", "text: one two", "item: a b", "item: c", "code: x/ y", "example: z"];
        assert_eq!(texts, expected);
    }

    /// What is emphasised, and not the full stop behind it.
    #[test]
    fn strong_words_and_code_are_bold() {
        let [Block::Text(words)] = &blocks("a **b c**. `d e` f")[..] else { panic!("one text") };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let of = |style| {
            let parts = words.iter().flatten().filter(|(_, other)| *other == style);
            parts.map(|(text, _)| text.as_str()).collect::<Vec<_>>()
        };
        assert_eq!((of(bold), of(Style::new())), (vec!["b", "c", "d", "e"], vec!["a", ".", "f"]));
    }
}
