//! Live games over plain HTTP: inviting, joining, looking, the record; and the door to the socket.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Extension, Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use damier_core::random::Random;
use damier_core::{Phrase, Side, lot, phrase};
use damier_record::{Record, Tags};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::socket;
use crate::Shared;
use crate::client::{Client, WayHere};
use crate::failure::Failure;
use crate::ids;
use crate::limits::{ConnectionGuard, Cost};
use crate::live::{Refusal, Setting, Setup};
use crate::log::StoreError;
use crate::request::body;
use crate::rooms::{Missing, RoomHandle};

/// What the inviter chose.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invitation {
    /// The game, by the name that `games` gives it.
    game: String,
    /// Options of its rules that are not at their default, as `name=value,name=value`.
    #[serde(default)]
    rules: String,
    /// Where it begins, if not at the ordinary start.
    start: Option<String>,
    /// The side of the inviter.
    #[serde(default)]
    side: Chosen,
    /// The clock, if there is to be one.
    clock: Option<Setting>,
    /// Whether lots are drawn for who begins.
    #[serde(default)]
    lot: bool,
}

/// Which side the inviter takes.
#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Chosen {
    /// The light one.
    Light,
    /// The dark one.
    Dark,
    /// Drawn by lot.
    #[default]
    Random,
}

/// A live game that was created, and the inviter's seat in it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Invited {
    /// The name of the live game.
    id: String,
    /// The secret of the inviter's seat.
    token: String,
    /// The inviter's side.
    side: Side,
    /// The page where the other player joins, to be told to a friend.
    invite: String,
    /// The page that opens the inviter's seat from another device; it holds the secret.
    seat: String,
}

/// A seat that was taken.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Joined {
    /// The secret of the seat, as it was sent.
    token: String,
    /// The side of the seat.
    side: Side,
    /// The page that opens the seat from another device; it holds the secret.
    seat: String,
}

const BAD_CLOCK: Phrase = phrase!("server.live.bad-clock");
const LOT_TWICE: Phrase = phrase!("server.live.lot-twice");
const START_OVER: Phrase = phrase!("server.live.start-over");
const UNKNOWN_ID: Phrase = phrase!("server.live.unknown-id");
const BAD_TOKEN: Phrase = phrase!("server.live.bad-token");
const LOW_DISK: Phrase = phrase!("server.live.low-disk");
const INVITATIONS: Phrase = phrase!("server.live.invitations");
const SOCKET: Phrase = phrase!("server.live.socket");

/// Computes something for this address, away from the threads that serve sockets.
async fn compute<T: Send + 'static>(
    shared: &Shared,
    address: IpAddr,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let time = shared.config.work_time;
    let done = shared.work.run(address, time, time, move |_| work()).await;
    done.map_err(Failure::not_done)
}

/// Creates a game and gives the inviter a seat.
pub(crate) async fn create(
    State(shared): State<Shared>,
    client: Client,
    request: Request,
) -> Result<Response, Failure> {
    may_take_seats(&shared, client.from)?;
    let invitation: Invitation = body(request).await?;
    may_invite(&shared, client.from).await?;
    let fresh = || ids::fresh().map_err(|_| Failure::storage());
    let (id, token) = (fresh()?, fresh()?);
    let side = match invitation.side {
        Chosen::Light => Side::Light,
        Chosen::Dark => Side::Dark,
        Chosen::Random => Side::BOTH[chance()?.below(2)],
    };
    let mut setup = compute(&shared, client.from, move || agreed(invitation)).await??;
    setup.seats[side.index()] = Some(ids::digest(&token));
    if !shared.live.create(&id, &setup, client.from).await {
        return Err(Failure::storage());
    }
    let (invite, seat) = (format!("/play/{id}"), seat_link(&id, &token));
    let invited = Invited { id, token, side, invite, seat };
    Ok((StatusCode::CREATED, Json(invited)).into_response())
}

fn seat_link(id: &str, token: &str) -> String {
    format!("/play/{id}#seat={token}")
}

fn may_take_seats(shared: &Shared, address: IpAddr) -> Result<(), Failure> {
    shared.limits.take(address, Cost::Game).map_err(Failure::too_many)
}

/// Whether there is room for one more game, and the address has not too many open already.
async fn may_invite(shared: &Shared, address: IpAddr) -> Result<(), Failure> {
    let room = shared.live.log().room_left();
    if room.is_some_and(|room| room < shared.config.reserve) {
        let status = StatusCode::INSUFFICIENT_STORAGE;
        return Err(Failure::new(status, "low-disk", LOW_DISK.say()));
    }
    let most = shared.config.limits.invitations;
    if most == usize::MAX {
        return Ok(());
    }
    let open = shared.live.open_invitations(address).await.map_err(unreadable)?;
    match open < most {
        true => Ok(()),
        false => {
            let message = INVITATIONS.with(open);
            Err(Failure::new(StatusCode::TOO_MANY_REQUESTS, "too-many-invitations", message))
        }
    }
}

/// What chance decides with, which nobody can foretell.
fn chance() -> Result<Random, Failure> {
    getrandom::u64().map(Random::new).map_err(|_| Failure::storage())
}

/// Checks what the inviter chose and writes it the normal way. Nobody has a seat yet.
fn agreed(invitation: Invitation) -> Result<Setup, Failure> {
    let Invitation { game: id, rules, start, clock, lot: wanted, .. } = invitation;
    let bad = |code, message| Failure::new(StatusCode::UNPROCESSABLE_ENTITY, code, message);
    let known = damier_games::IDS.contains(&id.as_str());
    let code = if known { "bad-rules" } else { "unknown-game" };
    let open = |rules: &str| damier_games::open(&id, rules).map_err(|message| bad(code, message));
    let mut game = open(&rules)?;
    if clock.is_some_and(|clock| !clock.sensible()) {
        return Err(bad("bad-clock", BAD_CLOCK.say()));
    }
    if wanted {
        if lot::is_beginner_given(&rules) || start.is_some() {
            return Err(bad("bad-rules", LOT_TWICE.say()));
        }
        if let Some(drawn) = lot::drawn(&*game, &rules, &mut chance()?) {
            game = open(&drawn)?;
        }
    }
    let start = match start {
        Some(text) => Some(game.check(&text).map_err(|message| bad("bad-position", message))?),
        None => None,
    };
    let start = start.filter(|start| *start != game.start());
    let play = game.begin(start.as_deref()).map_err(|message| bad("bad-position", message))?;
    if play.ending().is_some() {
        return Err(bad("bad-position", START_OVER.say()));
    }
    let (rules, opening) = (game.options(), start.clone());
    Ok(Setup { game: id, rules, start, opening, clock, seats: [None, None], previous: None })
}

/// The room of this name.
async fn find(shared: &Shared, id: &str, address: IpAddr) -> Result<Arc<RoomHandle>, Failure> {
    let unknown = || Failure::new(StatusCode::NOT_FOUND, "unknown-id", UNKNOWN_ID.say());
    if !ids::plausible(id) {
        return Err(unknown());
    }
    shared.live.room(id, address).await.map_err(|missing| match missing {
        Missing::Unknown => unknown(),
        Missing::Stopping => refused(Refusal::Closing),
        Missing::Busy => Failure::busy(),
        Missing::Store(why) => unreadable(why),
    })
}

/// Whoever keeps the server should know why.
fn unreadable(why: StoreError) -> Failure {
    tracing::error!("reading a live game: {why}");
    Failure::storage()
}

fn refused(refusal: Refusal) -> Failure {
    let status = match refusal {
        Refusal::Storage => return Failure::storage(),
        Refusal::Busy => return Failure::busy(),
        Refusal::Closing => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::CONFLICT,
    };
    Failure::new(status, refusal.code(), refusal.message())
}

/// The secret of whoever takes a seat.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Join {
    /// The secret of the seat, made by whoever joins from at least 128 random bits, and told to nobody
    /// else. Asking again with the same one gives the same seat.
    #[schemars(length(min = 22, max = 64), regex(pattern = "^[A-Za-z0-9_-]+$"))]
    token: String,
}

/// Gives the second player a seat. They bring its secret: what this answers tells nobody anything
/// they did not know.
pub(crate) async fn join(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    client: Client,
    request: Request,
) -> Result<Json<Joined>, Failure> {
    may_take_seats(&shared, client.from)?;
    let Join { token } = body(request).await?;
    if !ids::secret(&token) {
        return Err(Failure::bad(BAD_TOKEN.say()));
    }
    let room = find(&shared, &id, client.from).await?;
    let side = room.join(ids::digest(&token)).await.map_err(refused)?;
    Ok(Json(Joined { side, seat: seat_link(&id, &token), token }))
}

/// The game as a spectator sees it.
pub(crate) async fn look(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    client: Client,
) -> Result<Response, Failure> {
    let room = find(&shared, &id, client.from).await?;
    let text = room.state();
    let json = HeaderValue::from_static("application/json");
    Ok(([(header::CONTENT_TYPE, json)], text).into_response())
}

/// How a record is wanted.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct RecordQuery {
    /// If there is one, the record is to be saved as a file.
    download: Option<String>,
}

/// The record of the game as text.
pub(crate) async fn record(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(query): Query<RecordQuery>,
    client: Client,
) -> Result<Response, Failure> {
    let room = find(&shared, &id, client.from).await?;
    let date = jiff::Timestamp::from_millisecond(room.created()).unwrap_or_default();
    let mut tags = Tags::new();
    // The name and value are ours, so they are good.
    let _ = tags.set("Date", &date.strftime("%Y.%m.%d").to_string());
    let copy = room.copy();
    let game = copy.setup.game;
    let write = move || Record::of(&*copy.game, &*copy.play, tags).write();
    let text = compute(&shared, client.from, write).await?;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    let mut response = ([(header::CONTENT_TYPE, plain)], text).into_response();
    let name = format!("attachment; filename=\"{game}-{}.txt\"", date.strftime("%Y-%m-%d"));
    if let Some(name) = HeaderValue::try_from(name).ok().filter(|_| query.download.is_some()) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// Opens the socket.
pub(crate) async fn connect(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    client: Client,
    connection: Option<Extension<Arc<ConnectionGuard>>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Failure> {
    let upgrade = upgrade.map_err(|rejection| {
        let message = SOCKET.with(rejection.body_text());
        Failure::new(StatusCode::UPGRADE_REQUIRED, "websocket", message)
    })?;
    let room = find(&shared, &id, client.from).await?;
    // A proxy's connections are counted by whom they are for.
    let counted = match client.way {
        WayHere::Direct => None,
        WayHere::Proxied => {
            let many = || Failure::too_many(std::time::Duration::from_secs(10));
            Some(shared.limits.connect(Some(client.from)).ok_or_else(many)?)
        }
    };
    let upgrade = upgrade
        .max_message_size(socket::LONGEST)
        .max_frame_size(socket::LONGEST)
        .read_buffer_size(4 << 10)
        .write_buffer_size(4 << 10);
    let context = socket::Context {
        rooms: Arc::clone(&shared.live),
        limits: Arc::clone(&shared.limits),
        pool: Arc::clone(&shared.work),
        address: client.from,
    };
    Ok(upgrade.on_upgrade(move |socket| async move {
        socket::serve(socket, context, room).await;
        drop((connection, counted));
    }))
}
