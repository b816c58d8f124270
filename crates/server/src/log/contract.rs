//! What every log promises, asked of each of them.

use std::sync::Arc;
use std::time::Duration;

use super::{Appended, EventLog, Expiring, MemoryLog, SqliteLog, Standing, Write, append};

async fn every_log(ask: impl AsyncFn(Arc<dyn EventLog>)) {
    ask(Arc::new(MemoryLog::default())).await;
    let folder = tempfile::tempdir().unwrap();
    ask(Arc::new(SqliteLog::open(folder.path()).await.unwrap())).await;
}

fn game(name: &str, standing: Standing, inviter: Option<&str>) -> Write {
    let (setup, inviter) = (format!("{{\"name\":\"{name}\"}}"), inviter.map(String::from));
    Write::Game { public: name.into(), setup, created: 7, standing, inviter }
}

fn event(game: &str, seq: u64, standing: Option<Standing>) -> Write {
    let payload = format!("{game} {seq}");
    Write::Event { game: game.into(), seq, kind: "turn", payload, at: 100 + seq as i64, standing }
}

fn delete(game: &str, seq: u64) -> Write {
    Write::Delete { game: game.into(), seq }
}

use Appended::{Conflict, Failed, Stored};

#[tokio::test]
async fn an_event_gets_the_number_it_expects_or_a_conflict() {
    every_log(async |log| {
        let append = async |writes: Vec<Write>| append(&*log, writes).await;
        assert_eq!(append(vec![event("g", 1, None)]).await, Conflict, "no such game");
        assert_eq!(append(vec![game("g", Standing::Playing, None)]).await, Stored);
        assert_eq!(append(vec![game("g", Standing::Playing, None)]).await, Conflict);
        assert_eq!(append(vec![event("g", 1, None), event("g", 2, None)]).await, Stored);
        for wrong in [0, 1, 2, 4, u64::MAX - 1] {
            assert_eq!(append(vec![event("g", wrong, None)]).await, Conflict, "{wrong}");
        }
        // All or nothing.
        let half =
            vec![event("g", 3, None), game("h", Standing::Playing, None), event("g", 3, None)];
        assert_eq!(append(half).await, Conflict);
        assert!(log.load("h").await.unwrap().is_none());
        let next = vec![game("h", Standing::Playing, None), event("g", 3, None)];
        assert_eq!(append(next).await, Stored);
        let found = log.load("g").await.unwrap().unwrap();
        assert_eq!(found.events, ["g 1", "g 2", "g 3"]);
        assert_eq!((found.created, found.touched), (7, 103));
        assert_eq!(log.load("h").await.unwrap().unwrap().touched, 7);
        assert_eq!(append(Vec::new()).await, Stored);
        log.probe().await.unwrap();
        log.close().await;
        assert_eq!(append(vec![event("g", 4, None)]).await, Failed, "closed");
        assert!(log.probe().await.is_err());
    })
    .await;
}

/// Of two servers that count on the same number one is first.
#[tokio::test]
async fn of_two_who_append_the_same_number_one_wins() {
    every_log(async |log| {
        assert_eq!(append(&*log, vec![game("g", Standing::Playing, None)]).await, Stored);
        for seq in 1..=20 {
            let both = tokio::join!(
                append(&*log, vec![event("g", seq, None)]),
                append(&*log, vec![event("g", seq, None)]),
            );
            assert!([(Stored, Conflict), (Conflict, Stored)].contains(&both), "{both:?}");
        }
        assert_eq!(log.load("g").await.unwrap().unwrap().events.len(), 20);
        log.close().await;
    })
    .await;
}

#[tokio::test]
async fn games_are_deleted_as_they_were_seen_or_not_at_all() {
    every_log(async |log| {
        let append = async |writes: Vec<Write>| append(&*log, writes).await;
        assert_eq!(append(vec![delete("g", 0)]).await, Conflict);
        assert_eq!(append(vec![game("g", Standing::Open, None)]).await, Stored);
        assert_eq!(append(vec![event("g", 1, Some(Standing::Playing))]).await, Stored);
        assert_eq!(append(vec![delete("g", 0)]).await, Conflict, "somebody came meanwhile");
        assert_eq!(append(vec![event("g", 2, None), delete("g", 2)]).await, Conflict);
        assert_eq!(append(vec![delete("g", 1)]).await, Stored);
        assert!(log.load("g").await.unwrap().is_none());
        assert_eq!(append(vec![game("g", Standing::Open, None)]).await, Stored, "the name is free");
        log.close().await;
    })
    .await;
}

#[tokio::test]
async fn open_invitations_are_counted_by_who_made_them() {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    every_log(async |log| {
        let open = async |who: &str| log.open_invitations(who, DAY).await.unwrap();
        for (name, who) in [("a", "x"), ("b", "x"), ("c", "x"), ("d", "y")] {
            assert_eq!(append(&*log, vec![game(name, Standing::Open, Some(who))]).await, Stored);
        }
        assert_eq!((open("x").await, open("y").await, open("z").await), (3, 1, 0));
        append(&*log, vec![event("a", 1, Some(Standing::Playing))]).await;
        append(&*log, vec![event("b", 1, Some(Standing::Over))]).await;
        assert_eq!((open("x").await, open("y").await), (1, 1));
        append(&*log, vec![delete("c", 0)]).await;
        assert_eq!(open("x").await, 0);
        log.close().await;
    })
    .await;
}

#[tokio::test]
async fn what_expires_is_named_in_the_order_in_which_it_is_due() {
    every_log(async |log| {
        let over =
            async |skip| log.expiring(Expiring::Finished(Duration::ZERO), skip).await.unwrap();
        for name in ["a", "b", "c"] {
            append(&*log, vec![game(name, Standing::Open, None)]).await;
        }
        let invited = Expiring::Invitations(Duration::ZERO);
        assert_eq!(log.expiring(invited, 0).await.unwrap().len(), 3);
        append(&*log, vec![event("b", 1, Some(Standing::Over))]).await;
        assert_eq!(over(0).await, ["b"]);
        append(&*log, vec![event("b", 2, None)]).await;
        append(&*log, vec![event("c", 1, Some(Standing::Playing))]).await;
        assert_eq!((over(0).await.len(), over(1).await.len()), (1, 0));
        assert_eq!(log.expiring(invited, 0).await.unwrap(), ["a"]);
        let later = Expiring::Finished(Duration::from_secs(3600));
        assert!(log.expiring(later, 0).await.unwrap().is_empty());
        assert!(log.expiring(Expiring::Unsorted, 0).await.unwrap().is_empty());
        log.close().await;
    })
    .await;
}
