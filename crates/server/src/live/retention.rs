//! Deletes finished games that are old enough, if the configuration says after how long: a few at
//! a time, far apart. How long ago something happened is counted by the time the server has been
//! running, so that a wall clock that somebody set wrong costs nobody a game.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Weak;
use std::time::Duration;

use super::{Live, Missing};
use crate::store::{StoreError, Write};

/// How far apart the steps are.
const EVERY: Duration = Duration::from_secs(60);

/// On whose account games are replayed to see whether they are over.
const OURSELVES: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// Deletes games that ended so long ago, as long as the server runs.
pub(super) async fn sweep(live: Weak<Live>, keep: Duration) {
    let mut after = 0;
    loop {
        tokio::time::sleep(EVERY).await;
        let Some(live) = live.upgrade() else { return };
        match live.delete_some(keep, after).await {
            Ok(last) => after = last,
            Err(why) => tracing::warn!("deleting finished games: {why}"),
        }
    }
}

impl Live {
    /// Looks at a few games that have been quiet for so long, after the one of this number, and
    /// deletes those that are over; the number to go on after, 0 when all have been seen.
    pub(super) async fn delete_some(&self, keep: Duration, after: i64) -> Result<i64, StoreError> {
        let quiet = self.store.quiet_games(keep, after).await?;
        let last = quiet.last().map_or(0, |(number, _)| *number);
        for (_, id) in quiet {
            let _nobody_else = self.loading(&id).await;
            let room = match self.known(&id) {
                Some(room) => room,
                None => match self.replayed(&id, OURSELVES).await {
                    Ok(room) => room,
                    Err(Missing::Store(why)) if !matches!(why, StoreError::Damaged(..)) => {
                        return Err(why);
                    }
                    // Not ours to delete, or not now.
                    Err(_) => continue,
                },
            };
            if room.close_if_finished() {
                let delete = Write::Delete { game: id };
                if !self.store.writer().write(vec![delete]).await {
                    tracing::warn!("a finished game could not be deleted");
                }
            }
        }
        Ok(last)
    }
}
