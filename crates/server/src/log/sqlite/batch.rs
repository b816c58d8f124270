//! What a transaction writes.

use std::collections::HashMap;

use sqlx::{Row, SqliteConnection};

use crate::log::plan::{Head, Plan};
use crate::log::{Appended, Write};

/// All events of a transaction in one statement.
const INSERT_EVENTS: &str = "INSERT INTO events (game, seq, kind, payload, at) \
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1)";

const INSERT_GAME: &str = "INSERT INTO games (public, setup, created, born, standing, inviter) \
     VALUES (?1, ?2, ?3, (SELECT uptime FROM server), ?4, ?5)";

/// Who invited is forgotten when nobody is waited for.
const SET_STANDING: &str = "UPDATE games SET standing = ?2, inviter = NULL, \
     ended = CASE WHEN ?2 = 'over' THEN (SELECT uptime FROM server) END WHERE id = ?1";

const SORT: &str = "UPDATE games SET standing = ?2 WHERE id = ?1 AND standing IS NULL";

/// The number of each game and of its last event.
const HEADS: &str = "SELECT games.public, games.id, \
     (SELECT COALESCE(MAX(seq), 0) FROM events WHERE game = games.id) \
     FROM json_each(?1) JOIN games ON games.public = value";

/// What happened first, for it refers to the game.
const DELETE_GAME: [&str; 2] =
    ["DELETE FROM events WHERE game = ?1", "DELETE FROM games WHERE id = ?1"];

/// Writes and commits the jobs that do not conflict: the numbers of the last game and the last
/// event, and what became of each job.
pub(super) async fn write(
    connection: &mut SqliteConnection,
    jobs: &[&[Write]],
) -> Result<(i64, i64, Vec<Appended>), sqlx::Error> {
    let heads = heads(connection, jobs).await?;
    let (mut plan, outcome) = Plan::of(jobs, heads);
    delete_games(connection, &plan).await?;
    let game = insert_games(connection, &mut plan).await?;
    let event = insert_events(connection, &plan).await?;
    set_standings(connection, &plan).await?;
    sqlx::query("COMMIT").execute(connection).await?;
    Ok((game, event, outcome))
}

async fn heads(
    connection: &mut SqliteConnection,
    jobs: &[&[Write]],
) -> Result<HashMap<String, Head>, sqlx::Error> {
    let mut names: Vec<&str> = jobs.iter().flat_map(|job| job.iter().map(Write::game)).collect();
    names.sort_unstable();
    names.dedup();
    let names = serde_json::to_string(&names).unwrap_or_default();
    let rows = sqlx::query(HEADS).bind(names).fetch_all(connection).await?;
    rows.into_iter()
        .map(|row| {
            let (id, seq): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
            Ok((row.try_get(0)?, Head { id: Some(id), seq: seq as u64 }))
        })
        .collect()
}

async fn delete_games(
    connection: &mut SqliteConnection,
    plan: &Plan<'_>,
) -> Result<(), sqlx::Error> {
    for id in &plan.deleted {
        for delete in DELETE_GAME {
            sqlx::query(delete).bind(*id).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// The number of the last game that is inserted, 0 if there is none.
async fn insert_games(
    connection: &mut SqliteConnection,
    plan: &mut Plan<'_>,
) -> Result<i64, sqlx::Error> {
    let mut last = 0;
    for write in &plan.accepted {
        let Write::Game { public, setup, created, standing, inviter } = write else { continue };
        let insert = sqlx::query(INSERT_GAME).bind(public).bind(setup).bind(*created);
        let insert = insert.bind(standing.name()).bind(inviter);
        last = insert.execute(&mut *connection).await?.last_insert_rowid();
        if let Some(head) = plan.heads.get_mut(public) {
            head.id = Some(last);
        }
    }
    Ok(last)
}

/// The number of the last event that is inserted, 0 if there is none.
async fn insert_events(
    connection: &mut SqliteConnection,
    plan: &Plan<'_>,
) -> Result<i64, sqlx::Error> {
    let row = |write: &&Write| match write {
        Write::Event { game, seq, kind, payload, at, .. } => {
            Some((id(plan, game), *seq, *kind, payload.clone(), *at))
        }
        _ => None,
    };
    let rows: Vec<_> = plan.accepted.iter().filter_map(row).collect();
    if rows.is_empty() {
        return Ok(0);
    }
    let json = serde_json::to_string(&rows).unwrap_or_default();
    let done = sqlx::query(INSERT_EVENTS).bind(json).execute(connection).await?;
    match done.rows_affected() == rows.len() as u64 {
        true => Ok(done.last_insert_rowid()),
        false => Err(sqlx::Error::RowNotFound),
    }
}

async fn set_standings(
    connection: &mut SqliteConnection,
    plan: &Plan<'_>,
) -> Result<(), sqlx::Error> {
    for write in &plan.accepted {
        let (set, game, name) = match write {
            Write::Event { game, standing: Some(standing), .. } => {
                (SET_STANDING, game, standing.name())
            }
            Write::Sort { game, standing } => {
                (SORT, game, standing.map_or("damaged", |standing| standing.name()))
            }
            _ => continue,
        };
        sqlx::query(set).bind(id(plan, game)).bind(name).execute(&mut *connection).await?;
    }
    Ok(())
}

fn id(plan: &Plan<'_>, game: &str) -> Option<i64> {
    plan.heads.get(game).and_then(|head| head.id)
}
