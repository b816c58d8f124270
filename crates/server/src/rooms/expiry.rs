//! Deletes what has had its time: invitations that nobody took and, if the configuration says
//! after how long, finished games. The log keeps both in the order in which they are due; a few
//! are taken from its head now and then. How long ago something was is counted by the time the
//! server has been running, so that a wall clock that somebody set wrong costs nobody a game.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Weak;
use std::time::Duration;

use super::{Missing, Rooms};
use crate::log::{Appended, Expiring, INVITED_FOR, StoreError, Write, append};

/// How often the head of the queue is looked at.
const EVERY: Duration = Duration::from_secs(60);

/// On whose account games are replayed to see whether they are over.
const OURSELVES: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// Deletes invitations, and games that ended so long ago, as long as the server runs.
pub(super) async fn keep(rooms: Weak<Rooms>, finished: Option<Duration>) {
    loop {
        tokio::time::sleep(EVERY).await;
        let Some(rooms) = rooms.upgrade() else { return };
        if let Err(why) = rooms.expire(finished).await {
            tracing::warn!("deleting old games: {why}");
        }
    }
}

impl Rooms {
    /// Deletes a few games whose time has come.
    pub(super) async fn expire(&self, finished: Option<Duration>) -> Result<(), StoreError> {
        self.delete_some(Expiring::Invitations(INVITED_FOR)).await?;
        if let Some(finished) = finished {
            self.sort_some().await?;
            self.delete_some(Expiring::Finished(finished)).await?;
        }
        Ok(())
    }

    /// Deletes the first few of these at which nobody is.
    pub(super) async fn delete_some(&self, expiring: Expiring) -> Result<(), StoreError> {
        let (mut deleted, mut kept) = (false, 0);
        while !deleted {
            let page = self.log().expiring(expiring, kept).await?;
            if page.is_empty() {
                break;
            }
            for id in page {
                match self.delete(id).await? {
                    true => deleted = true,
                    false => kept += 1,
                }
            }
        }
        Ok(())
    }

    /// Deletes a game that has nothing to wait for, unless somebody is there.
    async fn delete(&self, id: String) -> Result<bool, StoreError> {
        let _nobody_else = self.loading(&id).await;
        let room = match self.known(&id) {
            Some(room) => room,
            None => match self.replayed(&id, OURSELVES).await {
                Ok(room) => room,
                Err(Missing::Store(why)) if !matches!(why, StoreError::Damaged(..)) => {
                    return Err(why);
                }
                // Not ours to delete, or not now.
                Err(_) => return Ok(false),
            },
        };
        let Some(seq) = room.retire() else { return Ok(false) };
        self.forget(&room);
        let deleted = append(self.log(), vec![Write::Delete { game: id, seq }]).await;
        Ok(deleted == Appended::Stored)
    }

    /// Finds out about a few games of which earlier versions did not store whether they are over.
    async fn sort_some(&self) -> Result<(), StoreError> {
        for id in self.log().expiring(Expiring::Unsorted, 0).await? {
            let _nobody_else = self.loading(&id).await;
            let room = match self.known(&id) {
                Some(room) => Ok(room),
                None => self.replayed(&id, OURSELVES).await,
            };
            let standing = match room {
                Ok(room) => Some(room.standing()),
                Err(Missing::Store(StoreError::Damaged(..))) => None,
                Err(Missing::Store(why)) => return Err(why),
                Err(_) => continue,
            };
            let sort = Write::Sort { game: id, standing };
            append(self.log(), vec![sort]).await;
        }
        Ok(())
    }
}
