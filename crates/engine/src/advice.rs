//! What there is to say about a turn that was found: its value or score, why, and at what cost.

use damier_core::value::Value;
use damier_core::{Message, Phrase, phrase};
use damier_search::score::Verdict;

use crate::timed::TimedReport;

const WINS_IN: Phrase = phrase!("engine.wins-in");
const WINS: Phrase = phrase!("engine.wins");
const LOSES_IN: Phrase = phrase!("engine.loses-in");
const LOSES: Phrase = phrase!("engine.loses");
const DRAW: Phrase = phrase!("engine.draw");
const VALUE: Phrase = phrase!("engine.value");
const PROVED: Phrase = phrase!("engine.proved");
const SCORE: Phrase = phrase!("engine.score");
const WHY: Phrase = phrase!("engine.why");
const WHY_CAPTURE: Phrase = phrase!("engine.why-capture");
const TRAPS: Phrase = phrase!("engine.traps");
const LINE: Phrase = phrase!("engine.line");
const EFFORT: Phrase = phrase!("engine.effort");

/// An exact value in words.
fn value_words(value: Value) -> Message {
    match value {
        Value::Win(Some(n)) => WINS_IN.with(u32::from(n)),
        Value::Win(None) => WINS.say(),
        Value::Loss(Some(n)) => LOSES_IN.with(u32::from(n)),
        Value::Loss(None) => LOSES.say(),
        Value::Draw => DRAW.say(),
    }
}

/// What a turn is worth, in words.
fn verdict_words(found: &TimedReport) -> Message {
    match found.report.verdict {
        Verdict::Certain(value) if found.report.exact => VALUE.with(value_words(value)),
        Verdict::Certain(value) => PROVED.with(value_words(value)),
        Verdict::Estimate(score) => SCORE.with(format!("{:+.2}", f64::from(score) / 100.0)),
    }
}

const ADVICE_TRAPS: Phrase = phrase!("engine.advice-traps");

/// What is to be said about a turn in one line.
#[must_use]
pub fn advice(found: &TimedReport) -> Message {
    let worth = verdict_words(found);
    match found.report.traps.filter(|(losing, _)| *losing > 0) {
        Some((losing, all)) => ADVICE_TRAPS.with(worth).with(TRAPS.with(losing).with(all)),
        None => worth,
    }
}

/// Why tables prefer this turn.
fn why(before: Value, after: Value) -> Message {
    // `after` is how the turn counts for its player; the opponent sees the other side of it.
    let one_less = |n: Option<u16>| n.map(|n| n.saturating_sub(1));
    let opponent = match after {
        Value::Win(n) => Value::Loss(one_less(n)),
        Value::Loss(n) => Value::Win(one_less(n)),
        Value::Draw => Value::Draw,
    };
    match (before, opponent) {
        // Where only turns to the next capture are counted, the value has no number.
        (Value::Win(None), Value::Loss(Some(n))) => {
            WHY_CAPTURE.with(value_words(before)).with(LOSES).with(u32::from(n))
        }
        (Value::Loss(None), Value::Win(Some(n))) => {
            WHY_CAPTURE.with(value_words(before)).with(WINS).with(u32::from(n))
        }
        _ => WHY.with(value_words(before)).with(value_words(opponent)),
    }
}

/// Everything there is to say about a turn, a line each.
#[must_use]
pub fn explain(found: &TimedReport) -> Vec<Message> {
    let report = &found.report;
    let mut lines = vec![verdict_words(found)];
    lines.extend(report.values.map(|(before, after)| why(before, after)));
    lines.extend(report.traps.map(|(losing, all)| TRAPS.with(losing).with(all)));
    lines.push(LINE.with(report.line.join(" ")));
    let took = format!("{:.2}", found.took.as_secs_f64());
    lines.push(EFFORT.with(report.depth).with(report.nodes).with(took).with(found.speed()));
    lines
}
