//! Records: random games of every game, with variations and comments, come back from their text
//! as they were; wrong records are refused with line, turn and reason; nothing makes the reader
//! panic or stall.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use damier_core::play::{Ending, Termination};
use damier_core::random::Random;
use damier_core::{AnyGame, AnyPlay, Outcome, Side};
use damier_games::{IDS, open};
use damier_record::{MAX_DEPTH, Record, RecordError, Score, Tags};
use proptest::prelude::*;

fn read(text: &str) -> Result<Record, RecordError> {
    Record::read(text, &open)
}

/// Each game, with its default options and with one option changed at a time.
fn games() -> Vec<Box<dyn AnyGame>> {
    let mut all = Vec::new();
    for id in IDS {
        let game = open(id, "").unwrap();
        for spec in game.option_specs() {
            let others = spec.values[1..].iter();
            all.extend(
                others.map(|(value, _)| open(id, &format!("{}={value}", spec.name)).unwrap()),
            );
        }
        all.push(game);
    }
    all
}

/// A start at random: the ordinary one, a rematch, or the middle of a game.
fn random_start(game: &dyn AnyGame, random: &mut Random) -> String {
    let mut start = match random.below(3) {
        0 => return game.start(),
        1 => game.sequel(Side::BOTH[random.below(2)]).unwrap_or_else(|| game.start()),
        _ => game.start(),
    };
    for _ in 0..random.below(30) {
        let turns = game.turns(&start).unwrap();
        let Some((_, after)) = turns.get(random.below(turns.len().max(1))) else { break };
        start = after.clone();
    }
    start
}

fn random_turn(game: &dyn AnyGame, play: &dyn AnyPlay, random: &mut Random) -> Option<String> {
    let turns = game.turns(&play.position()).unwrap();
    let turn = turns.get(random.below(turns.len().max(1)))?;
    play.ending().is_none().then(|| turn.0.clone())
}

/// A game of random turns, some of them ended by the players.
fn random_play(game: &dyn AnyGame, random: &mut Random, most: usize) -> Box<dyn AnyPlay> {
    let mut play = game.begin(Some(&random_start(game, random))).unwrap();
    for _ in 0..most {
        let Some(turn) = random_turn(game, &*play, random) else { break };
        play.play(&turn).unwrap();
    }
    if play.ending().is_none() && random.below(2) == 0 {
        let (outcome, how) = match random.below(3) {
            0 => (Outcome::Drawn, Termination::Agreement),
            1 => (Outcome::Won(Side::Light), Termination::Resigned),
            _ => (Outcome::Won(Side::Dark), Termination::Time),
        };
        play.end(Ending { outcome, how }).unwrap();
    }
    play
}

/// Writes a tree of random turns as somebody sloppy would: numbers here and there, odd spaces,
/// comments of all kinds, several variations, some of them nested.
struct Sloppy<'a> {
    game: &'a dyn AnyGame,
    random: Random,
    out: String,
}

impl Sloppy<'_> {
    fn space(&mut self) {
        self.out.push_str([" ", "\n", "  ", "\r\n", "\t"][self.random.below(5)]);
    }

    fn comment(&mut self) {
        if self.random.below(4) == 0 {
            let pool = ["", "good", " a\nb ", "(1. x)", "{ [\"", "é – 最後", "1-0 \\ \t\""];
            let text = pool[self.random.below(pool.len())];
            let _ = write!(self.out, "{{{text}}}");
            self.space();
        }
    }

    fn number(&mut self, ply: usize) {
        if self.random.below(3) > 0 {
            let dots = if ply.is_multiple_of(2) { "." } else { "..." };
            let _ = write!(self.out, "{}{dots}", ply / 2 + 1);
            if self.random.below(2) == 0 {
                self.space();
            }
        }
    }

    /// A line from where `play` stands, which is left where the line ends.
    fn line(&mut self, play: &mut dyn AnyPlay, turns: usize, depth: usize) -> usize {
        let mut made = 0;
        self.comment();
        while made < turns {
            let Some(turn) = random_turn(self.game, play, &mut self.random) else { break };
            self.number(play.line().len());
            self.out.push_str(&turn);
            self.out.push_str(["", "", "!", "?!"][self.random.below(4)]);
            self.space();
            self.comment();
            while depth < 3 && self.random.below(4) == 0 {
                self.out.push('(');
                let length = self.random.below(6) + 1;
                let begun = self.line(play, length, depth + 1);
                for _ in 0..begun {
                    play.undo();
                }
                if begun == 0 {
                    self.out.push_str(&turn); // never an empty variation
                }
                self.out.push(')');
                self.space();
                self.comment();
            }
            play.play(&turn).unwrap();
            made += 1;
        }
        made
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn games_come_back_as_they_were(seed: u64, site: String) {
        let mut random = Random::new(seed);
        for game in games() {
            let play = random_play(&*game, &mut random, 80);
            let mut tags = Tags::new();
            tags.set("Site", &site).unwrap();
            let mut record = Record::of(&*game, &*play, tags);
            record.set_comment(random.below(5), &site);
            let again = read(&record.write()).unwrap();
            prop_assert_eq!(&again, &record);
            let (_, replayed) = again.replay(&open).unwrap();
            prop_assert_eq!(replayed.line(), play.line());
            prop_assert_eq!(replayed.position(), play.position());
            prop_assert_eq!(replayed.ending(), play.ending());
        }
    }

    #[test]
    fn trees_come_back_as_they_were(seed: u64) {
        let mut random = Random::new(seed);
        for game in games() {
            let start = random_start(&*game, &mut random);
            let mut play = game.begin(Some(&start)).unwrap();
            let mut sloppy = Sloppy { game: &*game, random: random.clone(), out: String::new() };
            sloppy.line(&mut *play, 30, 0);
            random = sloppy.random;
            let text = format!(
                "\u{feff}[Game \"{}\"] [Rules \"{}\"]\n[Odd \"\\\"\"] [Start \"{start}\"] {}",
                game.id(), game.options(), sloppy.out,
            );
            let record = read(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
            prop_assert_eq!(record.turns().count(), play.line().len());
            let written = record.write();
            let again = read(&written).map_err(|e| TestCaseError::fail(format!("{e}\n{written}")))?;
            prop_assert_eq!(&again, &record);
            prop_assert_eq!(again.write(), written);
            let json = serde_json::to_value(&record).unwrap();
            prop_assert_eq!(json["turns"].as_array().unwrap().len(), play.line().len());
        }
    }

    #[test]
    fn spoilt_records_do_not_make_the_reader_panic(seed: u64, junk in "[ \\[\\](){}\"\\\\.*0-9a-z-]{0,40}") {
        let mut random = Random::new(seed);
        for id in IDS {
            let game = open(id, "").unwrap();
            let play = random_play(&*game, &mut random, 20);
            let mut text = Record::of(&*game, &*play, Tags::new()).write();
            for _ in 0..3 {
                let at = random.below(text.len() + 1);
                match random.below(3) {
                    0 => text.insert_str(at, &junk),
                    1 => text.truncate(at),
                    _ => text.replace_range(at.min(text.len() / 2)..at, ""),
                }
            }
            if let Ok(record) = read(&text) {
                prop_assert_eq!(read(&record.write()).unwrap(), record);
            }
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text: String) {
        let _ = read(&text);
        for id in IDS {
            let _ = read(&format!("[Game \"{id}\"]\n{text}"));
        }
    }
}

const KONO: &str = "[Game \"kono\"]\n";

#[test]
fn a_small_game_word_by_word() {
    let text = "[Result \"0-1\"] [Game \"kono\"] [Zeta \"z\"]\n[Site \"here\"][First \"A\"]\n\
        [Termination \"resigned\"]\n{so} 1.a1xa3! {takes} {well} (1. b1xb3 c4xc2?? (1... {or} d4xd2))\n\
        b4xb2 2. {hm} a2-a1 0-1";
    let record = read(text).unwrap();
    assert_eq!(
        record.write(),
        "[Game \"kono\"]\n[First \"A\"]\n[Site \"here\"]\n[Zeta \"z\"]\n\
        [Result \"0-1\"]\n[Termination \"resigned\"]\n\n\
        {so} 1. a1xa3! {takes well} (1. b1xb3 c4xc2?? ({or} 1... d4xd2)) 1... b4xb2\n{hm} 2. a2-a1\n"
    );
    assert_eq!((record.game(), record.rules(), record.result()), ("kono", "", Score::Second));
    assert!(record.ordinary_start());
    assert_eq!(record.tags().get("Zeta"), Some("z"));
    let tree = record.tree();
    let first = tree.main_line().next().unwrap();
    assert_eq!(tree.node(first).position(), "rrrr/yrrr/yyyy/1yyy r");
    let answers = tree.node(tree.variations(first)[0]).children();
    assert_eq!(answers.len(), 2);
    assert_eq!(tree.node(answers[1]).opening(), "or");
    let json = serde_json::to_value(&record).unwrap();
    assert_eq!(json["turns"][0]["variations"][0]["turns"][1]["number"], "1...");
    assert_eq!(json["turns"][1]["turn"], "b4xb2");
    assert_eq!(json["turns"][0]["glyphs"][0], "!");
    assert!(json["turns"][1]["glyphs"].is_null());
    assert!(read("[Game \"kono\"]\n1. a1xa3!!!").is_err(), "not every sign is a glyph");
    assert_eq!(json["tags"]["Site"], "here");
    let (_, play) = record.replay(&open).unwrap();
    let ending = Ending { outcome: Outcome::Won(Side::Dark), how: Termination::Resigned };
    assert_eq!(play.ending(), Some(ending));
}

#[test]
fn complaints_name_line_turn_and_reason() {
    for (turns, says) in [
        ("1. a1-a2", "line 2, turn 1. a1-a2: "),
        ("1. a1xa3 a3-a4", "line 2, turn 1... a3-a4: "),
        ("1. a1xa3\n\n(1. b1xb3\n2. c1xc3) a4-a4", "line 5, turn 1... c1xc3: the number is 2."),
        ("1. a1xa3 1. b4xb2", "line 2, turn 1... b4xb2: the number is 1., but this turn is 1..."),
        ("99999999999999999999999. a1xa3", "line 2, turn 1. a1xa3: the number is 999"),
        ("1.. a1xa3", "line 2, turn 1. a1xa3: the number is 1.., but"),
        ("1. a1xa3 b4xb2 2.", "line 2: no turn follows the number 2."),
        ("1. 1. a1xa3", "line 2: no turn follows the number 1."),
        ("(1. a1xa3)", "line 2: a variation needs a turn before it"),
        ("1. a1xa3 ()", "line 2: a variation without a turn"),
        ("1. a1xa3 ({a}\n)", "line 3: a variation without a turn"),
        ("1. a1xa3\n(1. b1xb3\n", "line 3: this variation is never closed"),
        ("1. a1xa3)", "line 2: a closing parenthesis"),
        ("1. a1xa3 }", "line 2: a closing brace"),
        ("1. a1xa3 ]", "line 2: a closing bracket"),
        ("\n{a\nb", "line 3: this comment is never closed"),
        ("1. a1xa3 [Site \"x\"]", "line 2: a tag among the turns"),
        ("1. a1xa3 * b4xb2", "line 2: the result * ends the turns"),
        ("1. a1xa3 (1. b1xb3 *)", "line 2, turn 1... *: `*` is not written like a turn"),
        ("[Result \"2-0\"]", "line 2: unknown result `2-0`; the results are 1-0, 0-1, 1/2-1/2, *"),
        ("[Result \"1-0\"] 0-1", "line 2: the result after the turns is 0-1, but the tag"),
        ("[Termination \"boredom\"]", "line 2: unknown termination `boredom`; write one of: goal"),
        ("[Termination \"goal\"]", "line 2: the termination is given as `goal`, but the turns"),
        ("[Termination \"resigned\"]", "line 2: the result * and the termination `resigned` do"),
        ("[Result \"1-0\"][Termination \"agreement\"]", "line 2: the result 1-0 and the termin"),
        ("[Rules \"first=green\"]", "line 2: option `first` has no value `green`"),
        ("[Start \"x y\"]", "line 2: "),
    ] {
        let error = read(&format!("{KONO}{turns}")).expect_err(turns).to_string();
        assert!(error.starts_with(says), "{turns}\n{error}");
    }
    let error = read("[Game \"chess\"]\n[Rules \"a=b\"]").unwrap_err();
    assert!(error.to_string().starts_with("line 1: there is no game `chess`"));
}

#[test]
fn the_result_is_the_one_the_turns_lead_to() {
    // Red, who began, is left with one pawn.
    let head = format!("{KONO}[Start \"4/r3/y3/y2r r\"]\n");
    let won = |rest: &str| read(&format!("{head}{rest}\n1. d1-d2 a1xa3"));
    let record = won("").unwrap();
    assert_eq!((record.result(), record.termination()), (Score::Second, Some(Termination::Goal)));
    assert_eq!(won("[Result \"0-1\"] [Termination \"goal\"]").unwrap(), record);
    for (rest, says) in [
        (
            "[Result \"1-0\"]",
            "line 3, turn 1... a1xa3: the result is given as 1-0, but the turns end the game 0-1 (goal reached)",
        ),
        ("[Result \"*\"]", "line 3, turn 1... a1xa3: the result is given as *"),
        (
            "[Termination \"time\"]",
            "line 3, turn 1... a1xa3: the termination is given as `time`, but the turns end the game by `goal`",
        ),
    ] {
        let error = won(rest).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
    let error = read(&format!("{head}1. d1-d2 a1xa3 2. d2-d3")).unwrap_err().to_string();
    assert_eq!(error, "line 3, turn 2. d2-d3: the game is over");
}

#[test]
fn the_third_occurrence_ends_the_game_unless_that_is_off() {
    let head = "[Start \"r2r/4/4/y2y y\"]\n";
    let dance = "1. a1-a2 a4-a3 2. a2-a1 a3-a4 3. a1-a2 a4-a3 4. a2-a1 a3-a4";
    let record = read(&format!("{KONO}{head}{dance}")).unwrap();
    assert_eq!(record.result(), Score::Draw);
    assert_eq!(record.termination(), Some(Termination::Repetition));
    let more = format!("{dance} 5. d1-d2");
    let error = read(&format!("{KONO}{head}{more}")).unwrap_err().to_string();
    assert_eq!(error, "line 3, turn 5. d1-d2: the game is over");
    // The last turn replaced by another: the game goes on in the variation.
    assert!(read(&format!("{KONO}{head}{dance} (4... d4-d3 5. d1-d2)")).is_ok());
    let off = format!("{KONO}[Rules \"repetition=off,capture=optional\"]\n{head}");
    let record = read(&format!("{off}{more}")).unwrap();
    assert_eq!((record.rules(), record.result()), ("repetition=off", Score::Open));
    assert!(read(&format!("{off}[Termination \"repetition\"]{more}")).is_err());
}

#[test]
fn variations_of_a_variation_are_variations_of_the_same_turn() {
    let nested =
        read(&format!("{KONO}1. a1xa3 (1. b1xb3 {{b}} (1. c1xc3 (1. d1xd3 d4xd2))) d4xd2"));
    let flat = format!("{KONO}1. a1xa3 (1. b1xb3 {{b}}) (1. c1xc3) (1. d1xd3 d4xd2) d4xd2");
    assert_eq!(nested, read(&flat));
}

#[test]
fn variations_nest_up_to_a_limit() {
    // To and fro for ever, each step in a variation of the one after the last.
    let dance = ["a1-a2", "a4-a3", "a2-a1", "a3-a4"];
    let head = format!("{KONO}[Rules \"repetition=off\"]\n[Start \"r2r/4/4/y2y y\"]\n");
    let nested = |depth: usize| {
        let turn = |n: usize| dance[n % 4];
        let inner: String = (0..depth).map(|n| format!("({} {} ", turn(n), turn(n + 1))).collect();
        read(&format!("{head}{} {inner}{}", turn(0), ")".repeat(depth)))
    };
    let record = nested(MAX_DEPTH).unwrap();
    assert_eq!(read(&record.write()).unwrap(), record);
    let json = serde_json::to_string(&record).unwrap();
    assert_eq!(json.matches("\"variations\":[{").count(), MAX_DEPTH);
    serde_json::from_str::<serde_json::Value>(&json).expect("readers accept the nesting");
    for depth in [MAX_DEPTH + 1, 100_000] {
        let error = nested(depth).unwrap_err().to_string();
        assert_eq!(error, format!("line 4: variations nest more than {MAX_DEPTH} deep"));
    }
}

/// Two pawns to and fro, with a variation at every turn.
#[test]
fn long_games_are_read_quickly() {
    let dance = ["a1-a2", "a4-a3", "a2-a1", "a3-a4"].map(|turn| format!("{turn} ({turn}) {{c}} "));
    let head = "[Game \"kono\"]\n[Rules \"repetition=off\"]\n[Start \"r2r/4/4/y2y y\"]\n";
    let text = head.to_string() + &dance.concat().repeat(25_000);
    let begun = Instant::now();
    let record = read(&text).unwrap();
    assert_eq!(record.turns().count(), 100_000);
    assert_eq!(read(&record.write()).unwrap(), record);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

/// The same with every position looked up for repetition: a game of 5,000 turns in which no
/// position comes a third time.
#[test]
fn long_games_without_repetition_are_read_quickly() {
    let game = open("kono", "").unwrap();
    let mut seen = std::collections::HashMap::from([("r2r/4/4/y2y y".to_string(), 1)]);
    let mut play = game.begin(Some("r2r/4/4/y2y y")).unwrap();
    let (mut random, mut steps) = (Random::new(3), 0);
    while play.line().len() < 5000 && steps < 200_000 {
        steps += 1;
        let turns = game.turns(&play.position()).unwrap();
        let calm: Vec<_> = (turns.iter())
            .filter(|(turn, p)| !turn.contains('x') && !p.contains("won"))
            .filter(|(_, p)| seen.get(p).is_none_or(|n| *n < 2))
            .collect();
        match calm.get(random.below(calm.len().max(1))) {
            Some((turn, after)) => {
                *seen.entry(after.clone()).or_insert(0) += 1;
                play.play(turn).unwrap();
            }
            None => assert!(play.undo(), "nowhere to go"),
        }
    }
    assert_eq!(play.line().len(), 5000);
    let text = Record::of(&*game, &*play, Tags::new()).write();
    let begun = Instant::now();
    read(&text).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
}
