//! Reading records. Tags first, then the tree of turns; every turn, in variations too, is played
//! by the rules on one game in progress, which is taken back and forth as variations open and
//! close. So reading costs one step per turn however the variations lie.

mod result;
mod scan;

use damier_core::budget::Budget;
use damier_core::entry::not_a_turn;
use damier_core::{AnyPlay, Phrase, phrase};

use crate::tree::join;
use crate::{
    Begun, GLYPHS, MAX_DEPTH, NodeId, Open, Record, RecordError, Score, Tags, Tree, number, tags,
};
use result::{Claims, TagValue};
use scan::{Scanner, Token, at};

/// No turn, position or choice of options is longer; what is longer is wrong and is cut, so that
/// complaints stay readable.
const LONGEST: usize = 400;
/// Nobody needs more tags.
const MOST_TAGS: usize = 1000;

const NO_GAME: Phrase = phrase!("record.no-game");
const TAG_TWICE: Phrase = phrase!("record.tag-twice");
const MANY_TAGS: Phrase = phrase!("record.many-tags");
const LATE_TAG: Phrase = phrase!("record.late-tag");
const WRONG_NUMBER: Phrase = phrase!("record.wrong-number");
const NO_TURN: Phrase = phrase!("record.no-turn");
const DEEP: Phrase = phrase!("record.deep");
const NOTHING_BEFORE: Phrase = phrase!("record.nothing-before");
const EMPTY_VARIATION: Phrase = phrase!("record.empty-variation");
const NEVER_CLOSED: Phrase = phrase!("record.never-closed");
const NEVER_OPENED: Phrase = phrase!("record.never-opened");
const AFTER_RESULT: Phrase = phrase!("record.after-result");

impl Record {
    /// Reads a record and checks all of it: the game and its options, the start, every turn of
    /// every line, the numbers, and that the result is the one the turns lead to.
    pub fn read(text: &str, open: Open<'_>) -> Result<Record, RecordError> {
        Record::read_within(text, open, &Budget::unlimited())
    }

    /// The same for a text from elsewhere: each turn that is played costs one unit of the budget,
    /// and an error says where it was spent.
    pub fn read_within(
        text: &str,
        open: Open<'_>,
        budget: &Budget<'_>,
    ) -> Result<Record, RecordError> {
        let mut scan = Scanner::new(text);
        let heading = Heading::read(&mut scan)?;
        let (game, play) = heading.begin(open)?;
        let tree = Tree::new(play.start());
        let mut reader = Reader { scan, play, tree, ply: 0, score: None, budget };
        reader.line(Tree::ROOT, None, 0)?;
        let tree = reader.tree;
        let last = tree.main_line().enumerate().last();
        let last = last.map(|(ply, id)| name(ply, tree.node(id).turn()));
        let claims = Claims {
            result: heading.result,
            termination: heading.termination,
            score: reader.score,
            last,
        };
        let (result, termination) = claims.settle(&*reader.play)?;
        Ok(Record {
            game: game.id().to_string(),
            rules: game.options(),
            ordinary: reader.play.start() == game.start(),
            tags: heading.tags,
            tree,
            result,
            termination,
        })
    }
}

/// A turn with its number, for complaints.
fn name(ply: usize, turn: &str) -> String {
    format!("{} {}", number(ply), shown(turn))
}

/// A piece of the input as complaints show it.
fn shown(text: &str) -> String {
    cut(text, 60)
}

/// The first `most` characters, with a dot row if there are more, and no control characters.
fn cut(text: &str, most: usize) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut out: String = text.chars().take(most).map(visible).collect();
    if text.chars().nth(most).is_some() {
        out.push('…');
    }
    out
}

/// The tags of a record.
#[derive(Default)]
struct Heading {
    tags: Tags,
    game: Option<TagValue>,
    rules: Option<TagValue>,
    start: Option<TagValue>,
    result: Option<TagValue>,
    termination: Option<TagValue>,
}

impl Heading {
    fn read(scan: &mut Scanner<'_>) -> Result<Heading, RecordError> {
        let mut heading = Heading::default();
        let mut count = 0;
        while let Some((line, name, value)) = scan.tag()? {
            count += 1;
            if count > MOST_TAGS {
                return Err(at(line, MANY_TAGS.with(MOST_TAGS)));
            }
            let twice = match heading.reserved(name) {
                Some(slot) => slot.replace(TagValue { line, text: cut(&value, LONGEST) }).is_some(),
                None => {
                    let twice = heading.tags.get(name).is_some();
                    heading.tags.set(name, &value).map_err(|message| at(line, message))?;
                    twice
                }
            };
            if twice {
                return Err(at(line, TAG_TWICE.with(shown(name))));
            }
        }
        Ok(heading)
    }

    fn reserved(&mut self, name: &str) -> Option<&mut Option<TagValue>> {
        let slots = [
            &mut self.game,
            &mut self.rules,
            &mut self.start,
            &mut self.result,
            &mut self.termination,
        ];
        tags::RESERVED.into_iter().zip(slots).find(|(n, _)| *n == name).map(|(_, slot)| slot)
    }

    /// Opens the game and begins it.
    fn begin(&self, open: Open<'_>) -> Result<Begun, RecordError> {
        let id = self.game.as_ref().ok_or_else(|| at(1, NO_GAME.say()))?;
        let rules = self.rules.as_ref();
        // First without rules, so that an unknown game is not blamed on the tag of the rules.
        let mut game = open(&id.text, "").map_err(|message| at(id.line, message))?;
        if let Some(rules) = rules {
            game = open(&id.text, &rules.text).map_err(|message| at(rules.line, message))?;
        }
        let start = self.start.as_ref();
        let line = start.map_or(1, |said| said.line);
        let play = game.begin(start.map(|said| said.text.as_str()));
        Ok((game, play.map_err(|message| at(line, message))?))
    }
}

/// The part after the tags, as far as it is read.
struct Reader<'t> {
    scan: Scanner<'t>,
    budget: &'t Budget<'t>,
    play: Box<dyn AnyPlay>,
    tree: Tree,
    /// How many turns lead to the position of `play`.
    ply: usize,
    /// The result after the last turn of the main line, where it is written.
    score: Option<(usize, Score)>,
}

impl Reader<'_> {
    /// Reads a line that goes on from node `here`: the main line, or a variation that began on
    /// text line `opened`. Returns how many turns it has.
    fn line(
        &mut self,
        mut here: NodeId,
        opened: Option<usize>,
        depth: usize,
    ) -> Result<usize, RecordError> {
        let mut made = 0;
        let mut opening = String::new();
        let mut number = None;
        while let Some((row, token)) = self.scan.token()? {
            if let (Some((_, score)), false) = (self.score, matches!(token, Token::Comment(_))) {
                return Err(at(row, AFTER_RESULT.with(score.text())));
            }
            match token {
                Token::Comment(text) if opened.is_some() && made == 0 => join(&mut opening, text),
                Token::Comment(text) => self.tree.add_comment(here, text),
                Token::Number(text) => match number.replace((row, text)) {
                    Some((row, text)) => return Err(at(row, NO_TURN.with(shown(text)))),
                    None => continue,
                },
                Token::Word(text) => match Score::read(text).filter(|_| opened.is_none()) {
                    Some(score) => self.score = Some((row, score)),
                    None => {
                        here = self.turn(here, row, number.take(), text)?;
                        self.tree.set_opening(here, std::mem::take(&mut opening));
                        made += 1;
                    }
                },
                Token::Begin if made == 0 => return Err(at(row, NOTHING_BEFORE.say())),
                Token::Begin => self.variation(row, here, depth + 1)?,
                Token::End if opened.is_none() => return Err(at(row, NEVER_OPENED.say())),
                Token::End if made == 0 => return Err(at(row, EMPTY_VARIATION.say())),
                Token::End => return no_number(number).map(|()| made),
                Token::Tag => return Err(at(row, LATE_TAG.say())),
            }
        }
        match opened {
            Some(row) => Err(at(row, NEVER_CLOSED.say())),
            None => no_number(number).map(|()| made),
        }
    }

    /// Plays a turn from node `here`; returns its node.
    fn turn(
        &mut self,
        here: NodeId,
        row: usize,
        number: Option<(usize, &str)>,
        text: &str,
    ) -> Result<NodeId, RecordError> {
        let ply = self.ply;
        let wrong = |message| RecordError { line: row, turn: Some(name(ply, text)), message };
        let expected = crate::number(ply);
        if let Some((_, given)) = number.filter(|(_, given)| *given != expected) {
            return Err(wrong(WRONG_NUMBER.with(shown(given)).with(expected)));
        }
        if text.len() > LONGEST || text.contains(char::is_control) {
            return Err(wrong(not_a_turn(&shown(text))));
        }
        let (turn, glyph) = apart(text);
        self.budget.spend(1).map_err(wrong)?;
        self.play.play(turn).map_err(wrong)?;
        self.ply += 1;
        let made = self.tree.add(here, turn.to_string(), self.play.position());
        self.tree.set_glyph(made, glyph);
        Ok(made)
    }

    /// Reads a variation of the turn at `node`: takes that turn back, plays the variation, takes it
    /// back as well and makes the turn again.
    fn variation(&mut self, row: usize, node: NodeId, depth: usize) -> Result<(), RecordError> {
        if depth > MAX_DEPTH {
            return Err(at(row, DEEP.with(MAX_DEPTH)));
        }
        let Some(parent) = self.tree.node(node).parent() else { return Ok(()) };
        self.play.undo();
        self.ply -= 1;
        for _ in 0..self.line(parent, Some(row), depth)? {
            self.play.undo();
            self.ply -= 1;
        }
        let again = self.budget.spend(1).and_then(|()| self.play.play(self.tree.node(node).turn()));
        again.map_err(|message| at(row, message))?;
        self.ply += 1;
        Ok(())
    }
}

/// A turn and the glyph behind it.
fn apart(text: &str) -> (&str, &str) {
    let glyph = GLYPHS.into_iter().find(|glyph| text.ends_with(glyph)).unwrap_or_default();
    text.split_at(text.len() - glyph.len())
}

/// Complains about a number that no turn followed.
fn no_number(number: Option<(usize, &str)>) -> Result<(), RecordError> {
    match number {
        Some((row, text)) => Err(at(row, NO_TURN.with(shown(text)))),
        None => Ok(()),
    }
}
