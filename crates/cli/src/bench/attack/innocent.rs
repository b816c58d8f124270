//! People who mean no harm: some play a game at a steady pace, some look things up. What they wait
//! is noted under the phase of the bench it falls into.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, interval};

use super::net::{Client, Socket, hear, turn};
use crate::bench::server::player::random_game;

/// How far apart one player's turns, and one person's questions, are.
const TURN_EVERY: Duration = Duration::from_millis(60);
const GET_EVERY: Duration = Duration::from_millis(80);

/// What was waited in one phase, in microseconds.
#[derive(Default, Clone)]
pub(super) struct Waits {
    pub(super) turns: Vec<u32>,
    pub(super) gets: Vec<u32>,
    /// What got no answer, or a wrong one.
    pub(super) lost: usize,
}

/// Which phase it is, and what has been waited in each.
pub(super) struct Notes {
    phase: AtomicUsize,
    all: Mutex<Vec<Waits>>,
}

impl Notes {
    pub(super) fn new(phases: usize) -> Arc<Notes> {
        let all = Mutex::new(vec![Waits::default(); phases]);
        Arc::new(Notes { phase: AtomicUsize::new(usize::MAX), all })
    }

    /// From now on it is this phase; none, if there is none of this number.
    pub(super) fn begin(&self, phase: usize) {
        self.phase.store(phase, Ordering::Relaxed);
    }

    pub(super) fn waits(&self, phase: usize) -> Waits {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.get_mut(phase).map(std::mem::take).unwrap_or_default()
    }

    fn phase(&self) -> usize {
        self.phase.load(Ordering::Relaxed)
    }

    /// Notes what was waited by somebody who began in this phase.
    fn note(&self, phase: usize, wait: impl FnOnce(&mut Waits)) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(waits) = all.get_mut(phase) {
            wait(waits);
        }
    }
}

fn micros(begun: Instant) -> u32 {
    u32::try_from(begun.elapsed().as_micros()).unwrap_or(u32::MAX)
}

/// Plays one random game after the other, each from an address of its own.
pub(super) async fn play(server: SocketAddr, number: u8, notes: Arc<Notes>) {
    let ids = damier_games::IDS;
    for round in 0u8..=250 {
        let client = Client { from: Ipv4Addr::new(127, 0, 1 + number, round + 1), server };
        let id = ids[usize::from(number.wrapping_add(round)) % ids.len()];
        let seed = u64::from(number) << 32 | u64::from(round);
        if play_one(client, id, seed, &notes).await.is_err() {
            notes.note(notes.phase(), |waits| waits.lost += 1);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

async fn play_one(client: Client, id: &str, seed: u64, notes: &Notes) -> anyhow::Result<()> {
    let game = client.game(json!({ "game": id })).await?;
    let [light, dark] = &game.tokens;
    let mut sockets = [client.socket(&game.id, light).await?, client.socket(&game.id, dark).await?];
    let rules = damier_games::open(id, "").map_err(|why| anyhow::anyhow!("{why:?}"))?;
    let mut play = rules.begin(None).map_err(|why| anyhow::anyhow!("{why:?}"))?;
    let mut turns = random_game(id, seed).map_err(|why| anyhow::anyhow!("{why:?}"))?;
    let mut every = interval(TURN_EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut at = 0;
    while let Some(text) = turns() {
        every.tick().await;
        let (begun, phase) = (Instant::now(), notes.phase());
        one_turn(&mut sockets, play.to_move().index(), at, &text).await?;
        notes.note(phase, |waits| waits.turns.push(micros(begun)));
        let _ = play.play(&text);
        at += 1;
    }
    Ok(())
}

/// From sending a turn to when both players know it.
async fn one_turn(
    sockets: &mut [Socket; 2],
    mover: usize,
    at: usize,
    text: &str,
) -> anyhow::Result<()> {
    use futures_util::SinkExt;
    sockets[mover].send(turn(&at.to_string(), at, text)).await?;
    for socket in sockets {
        while hear(socket, "event").await?["kind"] != "turn" {}
    }
    Ok(())
}

/// Asks for the legal turns of a game again and again.
pub(super) async fn ask(server: SocketAddr, number: u8, notes: Arc<Notes>) {
    let client = Client { from: Ipv4Addr::new(127, 0, 100 + number, 1), server };
    let mut every = interval(GET_EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    for i in 0.. {
        every.tick().await;
        let id = damier_games::IDS[i % damier_games::IDS.len()];
        let (begun, phase) = (Instant::now(), notes.phase());
        let got = client.ask("GET", &format!("/api/v1/games/{id}/turns"), "").await;
        notes.note(phase, |waits| match got.is_ok_and(|(status, _)| status == 200) {
            true => waits.gets.push(micros(begun)),
            false => waits.lost += 1,
        });
    }
}
