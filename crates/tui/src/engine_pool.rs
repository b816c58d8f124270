//! The computers at a table, each in a thread of its own, so that the screen stays alive while
//! they think. Whoever has a clock calls [`EnginePool::tick`] now and then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use damier_core::{Message, Side};
use damier_solve::store::Store;

use super::engine::{self, Engine, Situation};
use super::state::{GameTable, Request};

/// A computer answers no sooner than this, so that one sees what it does.
const PAUSE: Duration = Duration::from_millis(300);

/// What a computer is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// Its turn, with these pawns.
    Turn(Side),
    /// What the player to move should do.
    Hint,
    /// Whether it agrees to a draw, with these pawns.
    Draw(Side),
}

/// What it answers.
enum Answer {
    Turn(String),
    Hint(String, Message),
    Draw(bool),
}

type EngineRequest = (u64, Question, Situation, Arc<AtomicBool>);
type EngineReply = (u64, Result<Answer, Message>);

/// A computer in its thread.
struct Opponent {
    questions: Sender<EngineRequest>,
    answers: Receiver<EngineReply>,
}

impl Opponent {
    fn new(mut engine: Box<dyn Engine>) -> Opponent {
        let (questions, asked) = channel::<EngineRequest>();
        let (answer, answers) = channel();
        thread::spawn(move || {
            for (number, question, situation, stop) in asked {
                let said = match question {
                    Question::Turn(_) => engine.turn(&situation, &stop).map(Answer::Turn),
                    Question::Hint => {
                        engine.hint(&situation, &stop).map(|(turn, why)| Answer::Hint(turn, why))
                    }
                    Question::Draw(_) => engine.agrees(&situation, &stop).map(Answer::Draw),
                };
                if answer.send((number, said)).is_err() {
                    return;
                }
            }
        });
        Opponent { questions, answers }
    }
}

/// A question under way.
struct Pending {
    number: u64,
    question: Question,
    situation: Situation,
    stop: Arc<AtomicBool>,
    since: Instant,
    /// The answer, while it is too early to give it.
    held: Option<Result<Answer, Message>>,
}

/// The computers at a table.
pub(super) struct EnginePool {
    store: Store,
    seed: u64,
    pause: Duration,
    /// Those with the light and the dark pawns, by name.
    seated: [Option<(String, Opponent)>; 2],
    /// The one who gives hints.
    adviser: Option<Opponent>,
    pending: Option<Pending>,
    /// How many questions were asked.
    asked: u64,
}

impl EnginePool {
    /// Nobody yet; they come as they are needed.
    pub(super) fn new(store: Store, seed: u64) -> EnginePool {
        EnginePool {
            store,
            seed,
            pause: PAUSE,
            seated: [None, None],
            adviser: None,
            pending: None,
            asked: 0,
        }
    }

    /// Answers at once from now on, where nobody watches.
    pub(super) fn hurry(&mut self) {
        self.pause = Duration::ZERO;
    }

    /// Sends everybody away, when another game is set up.
    pub(super) fn dismiss(&mut self) {
        self.cancel();
        (self.seated, self.adviser) = ([None, None], None);
    }

    /// Makes sure that this computer can play; an error says why not.
    pub(super) fn check(&self, id: &str, rules: &str, name: &str) -> Result<(), Message> {
        engine::make(id, rules, name, self.store.clone(), self.seed).map(drop)
    }

    /// Whether there is something to wait for.
    pub(super) fn busy(&self, table: &GameTable) -> bool {
        self.pending.is_some() || question(table).is_some()
    }

    /// Asks what is to be asked and passes answers on; returns whether there is something new.
    pub(super) fn tick(&mut self, table: &mut GameTable) -> bool {
        let question = question(table);
        let situation = question.map(|_| table.situation());
        if let Some(pending) = &self.pending
            && (Some(pending.question), Some(&pending.situation)) != (question, situation.as_ref())
        {
            self.cancel();
        }
        let Some((question, situation)) = question.zip(situation) else { return false };
        if self.pending.is_none() {
            if let Err(why) = self.ask(table, question, situation) {
                give(table, question, Err(why));
                return true;
            }
            return false;
        }
        match self.answer() {
            Some(answer) => {
                give(table, question, answer);
                true
            }
            None => false,
        }
    }

    fn cancel(&mut self) {
        if let Some(pending) = self.pending.take() {
            pending.stop.store(true, Relaxed);
        }
    }

    fn ask(
        &mut self,
        table: &GameTable,
        question: Question,
        situation: Situation,
    ) -> Result<(), Message> {
        self.asked += 1;
        let (number, stop) = (self.asked, Arc::new(AtomicBool::new(false)));
        let opponent = self.opponent(table, question)?;
        // A thread that has gone gives no answer; that is noticed when one is waited for.
        let _ = opponent.questions.send((number, question, situation.clone(), stop.clone()));
        let since = Instant::now();
        self.pending = Some(Pending { number, question, situation, stop, since, held: None });
        Ok(())
    }

    /// The one who is asked, who may have to come first.
    fn opponent(&mut self, table: &GameTable, question: Question) -> Result<&Opponent, Message> {
        let (id, rules) = (table.game.id(), table.game.options());
        let make = |name: &str, seed: u64| {
            engine::make(id, &rules, name, self.store.clone(), seed).map(Opponent::new)
        };
        match question {
            Question::Hint => {
                if self.adviser.is_none() {
                    self.adviser = Some(make("search", self.seed)?);
                }
                self.adviser.as_ref().ok_or_else(|| super::words::NO_ANSWER.say())
            }
            Question::Turn(side) | Question::Draw(side) => {
                let name = table.seats[side.index()].clone().unwrap_or_default();
                let seated = &self.seated[side.index()];
                if seated.as_ref().is_none_or(|(here, _)| *here != name) {
                    let seed = self.seed ^ (side.index() as u64 + 1) << 60;
                    let opponent = make(&name, seed)?;
                    self.seated[side.index()] = Some((name, opponent));
                }
                let seated = self.seated[side.index()].as_ref();
                seated.map(|(_, opponent)| opponent).ok_or_else(|| super::words::NO_ANSWER.say())
            }
        }
    }

    /// The answer to the question under way, once it is there and time.
    fn answer(&mut self) -> Option<Result<Answer, Message>> {
        let pending = self.pending.as_mut()?;
        let opponent = match pending.question {
            Question::Hint => self.adviser.as_ref(),
            Question::Turn(side) | Question::Draw(side) => {
                self.seated[side.index()].as_ref().map(|(_, opponent)| opponent)
            }
        };
        if pending.held.is_none() {
            let answers = &opponent?.answers;
            // Answers to questions that were taken back are dropped.
            loop {
                use std::sync::mpsc::TryRecvError::{Disconnected, Empty};
                match answers.try_recv() {
                    Ok((number, answer)) if number == pending.number => {
                        pending.held = Some(answer);
                        break;
                    }
                    Ok(_) => {}
                    Err(Empty) => return None,
                    Err(Disconnected) => {
                        pending.held = Some(Err(super::words::NO_ANSWER.say()));
                        break;
                    }
                }
            }
        }
        let early = pending.since.elapsed() < self.pause;
        if early { None } else { self.pending.take()?.held }
    }
}

/// What there is to ask at a table.
fn question(table: &GameTable) -> Option<Question> {
    if let Some(side) = table.computer_to_move() {
        return Some(Question::Turn(side));
    }
    match table.request? {
        Request::Hint => Some(Question::Hint),
        Request::Draw => Some(Question::Draw(table.play.to_move().other())),
    }
}

/// Passes an answer on to the table.
fn give(table: &mut GameTable, question: Question, answer: Result<Answer, Message>) {
    match (question, answer) {
        (Question::Turn(side), Ok(Answer::Turn(turn))) => table.computer_plays(side, &turn),
        (Question::Turn(side), Err(why)) => table.computer_fails(side, why),
        (_, Ok(Answer::Hint(turn, why))) => table.advise(&turn, why),
        (_, Ok(Answer::Draw(agreed))) => table.answer_draw(agreed),
        (_, Err(why)) => table.fail_request(why),
        (Question::Hint | Question::Draw(_), Ok(Answer::Turn(_))) => {}
    }
}
