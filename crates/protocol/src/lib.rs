//! Every question one can ask Damier, as types: a request is a value, its answer another, and a
//! [`Session`] that holds open games stands between them. The server and the command line speak
//! these types; browsers and bindings speak the same as JSON ([`Session::answer`]), which exists
//! only at that edge. `docs/protocol.md` lists the requests.
//!
//! There is no clock, no randomness and no input or output here: seeds, budgets and tables are
//! handed in, and whoever reads the answers gets them in their language.

mod board;
mod coverage;
pub mod decode;
mod ending;
mod enter;
mod error;
mod games;
mod look;
mod open;
mod oracles;
#[cfg(feature = "full")]
mod picture;
mod record;
mod request;
#[cfg(feature = "schema")]
pub mod schema;
mod session;
mod text_board;
mod think;
mod turns;
mod value;
mod words;

pub use board::{GamePosition, open_game};
pub use coverage::{Coverage, TableCoverage};
pub use ending::{EndingAnswer, OutcomeKind, Texts, ValueAnswer, ValueKind};
pub use enter::{ClickKind, Enter, EnterAnswer, LineChoice, NextClick, Preview};
pub use error::{ApiError, ErrorBody, ErrorCode};
pub use games::{
    GameInfo, Games, GamesAnswer, NamedTexts, OptionInfo, Rules, RulesAnswer, SideInfo, info,
};
pub use look::{Last, Look, LookAnswer, Start};
pub use open::{
    Close, CloseAnswer, Made, Open, OpenAnswer, Play, PlayAnswer, Resolve, Resolved, Show, State,
    Undo,
};
pub use oracles::{Oracles, Refused};
#[cfg(feature = "full")]
pub use picture::{Board, BoardAnswer, Colours};
pub use record::{EndingGiven, RecordRead, RecordReadAnswer, RecordWrite, RecordWriteAnswer};
pub use request::{Answer, Context, Handle, Reply, Request};
pub use session::{Session, WORK};
pub use text_board::{NamedCell, Row, TextBoard, TextBoardAnswer};
pub use think::{
    GoOn, GoOnAnswer, Limits, Report, Score, ScoreKind, Stop, StopAnswer, Think, ThinkAnswer,
};
pub use turns::{ListedTurn, Sequel, SequelAnswer, Turns, TurnsAnswer, Winner};
pub use value::{Added, ListedTable, Tables, TablesAnswer, Value, ValuedTurn, ValuesAnswer};
