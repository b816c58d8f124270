//! What a match shows: a live table on a terminal, now and then a line elsewhere, and the result.

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::time::{Duration, Instant};

use damier_core::any::Opened;
use damier_core::game::Complete;
use damier_core::side::Side;
use damier_core::{Lang, List, Message, Phrase, phrase};
use indicatif::{ProgressBar, ProgressStyle};

use crate::common::complain;
use damier_arena::elo::{Decision, Estimate, Sprt};
use damier_arena::game::{End, Played};
use damier_arena::run::{Watch, tags};
use damier_arena::tally::{Failures, Tally};

const TITLE: Phrase = phrase!("match.title");
const GAMES: Phrase = phrase!("match.games");
const SCORE: Phrase = phrase!("match.score");
const PAIRS: Phrase = phrase!("match.pairs");
const BEGINNERS: Phrase = phrase!("match.beginners");
const ENDS: Phrase = phrase!("match.ends");
const SPRT: Phrase = phrase!("match.sprt");
const ACCEPTED: Phrase = phrase!("match.accepted");
const UNDECIDED: Phrase = phrase!("match.undecided");
const FAILED: Phrase = phrase!("match.failed");
const GAME_FAILED: Phrase = phrase!("match.game-failed");
const LATE: Phrase = phrase!("play.time");

/// What a match is called.
pub(crate) fn title(game: Phrase, names: [&str; 2]) -> Message {
    TITLE.with(game).with(names[0]).with(names[1])
}

fn score(tally: &Tally) -> Option<Message> {
    let Estimate { share, share_error, .. } = Estimate::of(&tally.pairs)?;
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let elo = Estimate::of(&tally.pairs)?.text();
    Some(SCORE.with(percent(share)).with(percent(share_error)).with(elo))
}

fn games(tally: &Tally) -> Message {
    GAMES.with(tally.games()).with(tally.won).with(tally.drawn).with(tally.lost)
}

fn sprt_words(sprt: &Sprt, tally: &Tally) -> Message {
    let (lower, upper) = sprt.bounds();
    let number = |x: f64| format!("{x:.2}");
    let decision = match sprt.decide(&tally.pairs) {
        Decision::First => ACCEPTED.with(sprt.elo0.to_string()),
        Decision::Second => ACCEPTED.with(sprt.elo1.to_string()),
        Decision::Open => UNDECIDED.say(),
    };
    let ratio = number(sprt.ratio(&tally.pairs));
    SPRT.with(ratio).with(number(lower)).with(number(upper)).with(decision)
}

fn failures(name: &str, failures: &Failures) -> Message {
    let Failures { crashes, hangs, illegal, late } = *failures;
    FAILED.with(name).with(crashes).with(hangs).with(illegal).with(late)
}

/// Everything there is to say about a score, a line each.
pub(crate) fn lines(tally: &Tally, sprt: Option<&Sprt>, names: [&str; 2]) -> Vec<Message> {
    let mut lines = vec![games(tally)];
    lines.extend(score(tally));
    if tally.games() == 0 {
        return lines;
    }
    lines.push(PAIRS.with(tally.pairs.map(|n| n.to_string()).join(" ")));
    let half = (2 * tally.games()) as f64;
    let beginners = format!("{:.1}", 100.0 * tally.beginners as f64 / half);
    let length = format!("{:.1}", tally.turns as f64 / tally.games() as f64);
    lines.push(BEGINNERS.with(beginners).with(length));
    let ends: Vec<String> = tally.ends.iter().map(|(end, n)| format!("{end} {n}")).collect();
    lines.push(ENDS.with(List::plain(ends)));
    lines.extend(sprt.map(|sprt| sprt_words(sprt, tally)));
    for (name, failed) in names.iter().zip(&tally.failures) {
        lines.extend((failed.all() > 0).then(|| failures(name, failed)));
    }
    lines
}

/// How often a line is printed where there is no terminal.
const EVERY: Duration = Duration::from_secs(5);

/// Shows a match while it goes on, and saves its games.
pub(crate) struct Spectator<'a, G: Complete> {
    pub(crate) opened: &'a Opened<G>,
    pub(crate) names: [&'a str; 2],
    pub(crate) sprt: Option<Sprt>,
    pub(crate) lang: Lang,
    /// Where games are saved.
    pub(crate) save: Option<&'a mut BufWriter<File>>,
    pub(crate) date: &'a str,
    bar: Option<ProgressBar>,
    told: Instant,
}

impl<'a, G: Complete> Spectator<'a, G> {
    /// Somebody who looks on at a match of so many games.
    pub(crate) fn new(
        opened: &'a Opened<G>,
        names: [&'a str; 2],
        games: usize,
        sprt: Option<Sprt>,
        lang: Lang,
    ) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(games as u64);
            let style = ProgressStyle::with_template("{msg}\n{wide_bar} {pos}/{len} {eta} ");
            bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
            bar.set_message(title(G::name(), names).text(lang));
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        Spectator { opened, names, sprt, lang, save: None, date: "", bar, told: Instant::now() }
    }

    /// Takes the live table away.
    pub(crate) fn leave(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| complain(text)),
            None => complain(text),
        }
    }

    /// The players' names by their pawns, when the first one has these.
    fn by_side(&self, side: Side) -> [&'a str; 2] {
        let [first, second] = self.names;
        if side == Side::Light { [first, second] } else { [second, first] }
    }

    fn report_failure(&self, number: usize, played: &Played<G>, side: Side) {
        let (failed, why) = match &played.end {
            End::Failed(failed, failure) => (failed, failure.words()),
            End::Time(failed) => (failed, LATE.say()),
            _ => return,
        };
        let name = self.by_side(side)[failed.index()];
        self.say(&GAME_FAILED.with(number + 1).with(name).with(why).text(self.lang));
    }

    fn show(&mut self, tally: &Tally) {
        if let Some(bar) = &self.bar {
            let mut text = title(G::name(), self.names).text(self.lang);
            for line in lines(tally, self.sprt.as_ref(), self.names) {
                text += &format!("\n  {}", line.text(self.lang));
            }
            bar.set_message(text);
            bar.set_position(tally.games());
        } else if self.told.elapsed() >= EVERY {
            self.told = Instant::now();
            let words = [Some(games(tally)), score(tally)].into_iter().flatten();
            let words: Vec<String> = words.map(|message| message.text(self.lang)).collect();
            complain(&words.join("; "));
        }
    }
}

impl<G: Complete> Watch<G> for Spectator<'_, G> {
    fn pair(
        &mut self,
        tally: &Tally,
        number: usize,
        pair: &[(Played<G>, Side); 2],
    ) -> anyhow::Result<()> {
        for (i, (played, side)) in pair.iter().enumerate() {
            let number = 2 * number + i;
            self.report_failure(number, played, *side);
            let names = self.by_side(*side);
            if let Some(file) = &mut self.save {
                let begins = played.play.game().to_move(played.play.start());
                let tags = tags(number, names, begins, self.date);
                let record = played.record(self.opened, names, tags);
                writeln!(file, "{}", record.write())?;
                file.flush()?;
            }
        }
        self.show(tally);
        Ok(())
    }
}
