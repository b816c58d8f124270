// What can be asked of Damier, what it answers, and what is said in live games. Made from
// the types in crates/protocol and crates/server: DAMIER_BLESS=1 cargo test -p damier-server --lib written

/** What a page must know about its server. */
export type About = {
  /** The version of the program. */
  version: string;
  /** Whether it can be reached from this machine only. */
  loopback_only: boolean;
  /** After how many seconds of absence a live game without a clock can be claimed. */
  claim_after: number;
  /** Where others in the local network would find it; told on this machine only. */
  addresses?: string[];
  /** The port it listens on; told on this machine only. */
  port?: number;
  /** The command that makes it listen to them; told on this machine only. */
  restart?: string;
};

/** The answer to a table that was handed in. */
export type Added = {
  /** Which one it is. */
  table: ListedTable;
};

/** A board as a picture. */
export type Board = {
  /** The picture as SVG. */
  svg: string;
};

/** A cell, named as in chess: its file, from the left, and its rank, from the bottom. */
export type Cell = string;

/** A cell and the place of its middle. */
export type CellPlace = {
  /** The cell, written as its name. */
  cell: Cell;
  /** To the right. */
  x: number;
  /** Upwards. */
  y: number;
};

/** How a cell is drawn. */
export type CellStyle =
  /** A square tile set into its region. */
  | 'tile'
  /** A round hollow. */
  | 'socket'
  /** A point where lines meet. */
  | 'point';

/** Which side the inviter takes. */
export type Chosen =
  /** The light one. */
  | 'light'
  /** The dark one. */
  | 'dark'
  /** Drawn by lot. */
  | 'random';

/** What can be claimed from an opponent who has been away for long. */
export type Claimed =
  /** That the game is won. */
  | 'win'
  /** That the game ends without a result. */
  | 'abort';

/** Something that can be clicked: a cell, or a button by its name. */
export type Click = string;

/** What a click does, in a word. */
export type ClickKind =
  /** Goes to, or places a pawn on, an empty cell. */
  | 'go'
  /** Takes a pawn off. */
  | 'take'
  /** Changes places with the pawn there. */
  | 'swap'
  /** Chooses the pawn there, and changes nothing yet. */
  | 'choose'
  /** Presses a button. */
  | 'button';

/** What a client says to a live game. */
export type ClientMessage =
  /** Says who one is: the first message of a connection, and no other. */
  | {
    do: 'hello';
    /** The language of messages for people; English if there is none, or none such. */
    lang?: string | null;
    /** The secret of a seat; a spectator has none. */
    token?: string | null;
  }
  /** Asks whether the server is there; the answer is `pong`. */
  | {
    do: 'ping';
  }
  /** Plays a turn. */
  | {
    do: 'turn';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
    /** The turn. */
    turn: string;
  }
  /** Resigns. */
  | {
    do: 'resign';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
  }
  /** Ends a game that has hardly begun, without a result. */
  | {
    do: 'abort';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
  }
  /** Ends a game whose other player has been away for long. */
  | {
    do: 'claim';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
    /** What is claimed. */
    result: Claimed;
  }
  /** Offers a draw. */
  | {
    do: 'draw-offer';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
  }
  /** Accepts the draw that is offered. */
  | {
    do: 'draw-accept';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
  }
  /** Declines the draw that is offered. */
  | {
    do: 'draw-decline';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
  }
  /** Asks to take the last own turn back. */
  | {
    do: 'takeback-offer';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
  }
  /** Lets the other player take a turn back. */
  | {
    do: 'takeback-accept';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
  }
  /** Does not let the other player take a turn back. */
  | {
    do: 'takeback-decline';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
  }
  /** Offers another game. */
  | {
    do: 'rematch-offer';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
    /** Whether the rematch is meant that the rules grant after a win. */
    sequel?: boolean;
  }
  /** Accepts the game that is offered. */
  | {
    do: 'rematch-accept';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
    /** Whether the rematch is meant that the rules grant after a win. */
    sequel?: boolean;
  }
  /** Declines the game that is offered. */
  | {
    do: 'rematch-decline';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers. */
    at: number;
    /** Whether the rematch is meant that the rules grant after a win. */
    sequel?: boolean;
  }
  /** Says what one wants to be called. */
  | {
    do: 'name';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers; any will do. */
    at: number;
    /** The name: 1 to 24 visible characters. */
    name: string;
  }
  /** Greets the other player, or thanks them. */
  | {
    do: 'greet';
    /** The client's own name for the message: repeating one gives the same answer again. */
    nonce: string;
    /** The number of turns on the board that it answers; any will do. */
    at: number;
    /** One of the words there are. */
    word: Greeting;
  };

/** The clock that the inviter chose. */
export type ClockSetting = {
  /** Seconds each player begins with. */
  initial: number;
  /** Seconds added after each turn. */
  increment: number;
  /**
   * The only player whose time is counted, if it is one: between players of different strength the
   * other may think as long as they like.
   */
  only?: Side | null;
};

/** Whether there was something to close. */
export type Close = {
  /** Whether the game was open. */
  closed: boolean;
};

/** The colours of a picture. */
export type Colours =
  /** On a light ground. */
  | 'light'
  /** On a dark ground. */
  | 'dark';

/** A button that lies on the board. */
export type Control = {
  /** What it enters. */
  id: string;
  /** Its middle. */
  at: [number, number];
  /** The lines on its face as SVG writes them, 100 to a cell, around its middle. */
  path: string;
  /** One or two letters: below the lines, or in the middle if there are none. */
  text: string;
  /**
   * Which way turning regions lean while the button is pointed at: 1 clockwise, -1 the other way, 0
   * not at all.
   */
  lean: number;
};

/** What a click does on the board. All effects of one click happen together. */
export type Effect =
  /** A pawn goes from one cell to another; two of them make a swap. */
  | {
    do: 'move';
    /** Where it stood. */
    from: Cell;
    /** Where it will stand. */
    to: Cell;
  }
  /** A pawn leaves the board. */
  | {
    do: 'remove';
    /** Where it stood. */
    cell: Cell;
  }
  /** A pawn comes from the hand. */
  | {
    do: 'place';
    /** Where it will stand. */
    cell: Cell;
    /** Whose it is. */
    side: Side;
  }
  /** The regions that can turn do. */
  | {
    do: 'spin';
    /** Quarter turns clockwise, seen from above; negative the other way. */
    quarters: number;
  };

/** How a game ended. */
export type Ending = {
  /** Who won. */
  outcome: OutcomeKind;
  /** Why, in the word that records use: `goal`, `repetition`, `resigned` … */
  how: string;
  /** Who won and why, in a sentence, in the game's own words. */
  words: string;
  /** Why, alone and in lower case, without a full stop. */
  why: string;
  /** The cells that show why, if any do: the line, the pawns that are left. */
  cells: Cell[];
};

/** How a game ended, as an answer told it. */
export type EndingGiven = {
  /** Who won. */
  outcome: OutcomeKind;
  /** Why, in the word that records use. */
  how: string;
  /** Of no importance here. */
  cells?: string[] | null;
  /** Of no importance here. */
  why?: string | null;
  /** Of no importance here. */
  words?: string | null;
};

/** A turn that is being entered click by click. */
export type Enter = {
  /**
   * The clicks so far. Those that had no alternative are among them, made by themselves once
   * something has moved; the next request sends them all, and one more.
   */
  clicks: Click[];
  /** What each of them did. */
  steps: Effect[][];
  /** What can be clicked next. */
  next: NextClick[];
  /** The turn, once it is complete. */
  turn: string | null;
  /** The position after it, once it is complete. */
  after: string | null;
  /** The turn as far as it is written now. */
  text: string;
  /** The board meanwhile. */
  preview: Preview;
  /** What is asked now, in words; empty once the turn is complete. */
  question: string;
  /** Whether the turn may end here: the button `done` is on offer. */
  can_end: boolean;
};

/** Why there is no answer. */
export type ErrorBody = {
  /** What is wrong, for programs. */
  code: ErrorCode;
  /** What is wrong, for people, in the language of the request. */
  message: string;
};

/** What kind of thing is wrong with a request. */
export type ErrorCode =
  /** It is not of the form of a request. */
  | 'bad-request'
  /** There is no such game. */
  | 'unknown-game'
  /** The game has no such option or value. */
  | 'bad-rules'
  /** The text is no position of the game. */
  | 'bad-position'
  /** The turn, or the click, is not legal. */
  | 'bad-turn'
  /** The text is no record. */
  | 'bad-record'
  /** The bytes are no table of a game. */
  | 'bad-table'
  /** The game is over. */
  | 'over'
  /** No game is open under this number. */
  | 'not-open'
  /** So many games are open that some must be closed first. */
  | 'too-many-open'
  /** There is no such search under way. */
  | 'no-search'
  /** The game has no player of this name. */
  | 'unknown-level'
  /** It would cost more than the program does for one request. */
  | 'too-much-work';

/** The body of every answer that is a failure. */
export type Failure = {
  /** What failed. */
  error: FailureError;
};

/** Why a request failed. */
export type FailureError = {
  /** Why, for programs: `bad-request`, `unknown-game`, `too-many` … It never changes. */
  code: string;
  /** Why, for people, in the language of the request. */
  message: string;
};

/** A game: its names, options, players, board and opponents. */
export type GameInfo = {
  /** The name that programs use. */
  id: string;
  /** The name that people use. */
  name: Texts;
  /** What it is about, in a sentence. */
  about: Texts;
  /** What a player is to reach, in a sentence. */
  aim: Texts;
  /** What is proved about the start, in words. */
  known: Texts;
  /** The value of the start for the player who begins, if it is known. */
  value: ValueKind | null;
  /** The players, light first. */
  sides: [SideInfo, SideInfo];
  /** The options of its rules. */
  options: OptionInfo[];
  /** The buttons that turns are entered with, besides cells. */
  buttons: NamedTexts[];
  /** The rules that marks on the board show, in few words for one of their cells. */
  marks: NamedTexts[];
  /** How many files and ranks its board has. */
  size: [number, number];
  /** How many pawns each side begins with, light first. */
  pawns: [number, number];
  /** The position it begins with. */
  start: string;
  /** A position with something to see, for pictures. */
  sample: string;
  /** The board as data for drawing. */
  view: View;
  /** What people call the rematch that the rules grant after a win, if they do. */
  sequel: Texts | null;
  /** Whether people draw lots for who begins. */
  lot: boolean;
  /** The opponents, the weakest first. */
  levels: string[];
  /** The keys that positions may carry. */
  keys: string[];
};

/** All games. */
export type Games = {
  /** The games, always in the same order. */
  games: GameInfo[];
};

/** How a search stands. */
export type GoOn = {
  /** Whether more would change nothing. */
  done: boolean;
  /** What it has found so far, if anything. */
  report: Report | null;
};

/** The words there are to choose from; what they are in each language is for pages to say. */
export type Greeting =
  /** At the beginning. */
  | 'hello'
  /** Before the first turns. */
  | 'good-luck'
  /** After a good turn, or at the end. */
  | 'well-played'
  /** For the game, or for a turn that could be taken back. */
  | 'thanks'
  /** Before leaving a game that goes on. */
  | 'back-soon'
  /** To somebody who may have forgotten the game. */
  | 'your-turn';

/** A live game that was created, and the inviter's seat in it. */
export type Invited = {
  /** The name of the live game. */
  id: string;
  /** The secret of the inviter's seat. */
  token: string;
  /** The inviter's side. */
  side: Side;
  /** The page where the other player joins, to be told to a friend. */
  invite: string;
  /** The page that opens the inviter's seat from another device; it holds the secret. */
  seat: string;
};

/** A seat that was taken. */
export type Joined = {
  /** The secret of the seat, as it was sent. */
  token: string;
  /** The side of the seat. */
  side: Side;
  /** The page that opens the seat from another device; it holds the secret. */
  seat: string;
};

/** A turn that was made: the position before it, and what was played there. */
export type Last = {
  /** The turn that was played there. */
  turn: string;
  /** The position; the start if there is none. */
  position?: string | null;
};

/** What the last turn did. */
export type LastTurn = {
  /**
   * Where the moved pawn went, from the cell it left to the cell it stands on. One cell: the pawn
   * was placed there. Empty: no pawn moved by itself.
   */
  path: Cell[];
  /** Other cells that got a pawn: the partner of a swap, a pawn sent away. */
  also: Cell[];
  /** Degrees clockwise by which turning regions were turned; 0 if they were not. */
  turned: number;
};

/** Where a search ends by itself. */
export type Limits = {
  /** After so many turns ahead. */
  depth?: number | null;
  /** After so many positions. */
  nodes?: number | null;
};

/** A line of pawns that can be chosen. */
export type LineChoice = {
  /** What is clicked to choose it. */
  click: Click;
  /** The letter that the notation has for it. */
  tag: string;
  /** What people call it; the letter where they have no name for it. */
  name: string;
  /** The cells of its pawns. */
  cells: Cell[];
  /** What choosing it means, in words. */
  words: string;
};

/** A table of exact values. */
export type ListedTable = {
  /** The game whose positions it knows. */
  game: string;
  /** The options of its rules that make a difference to tables. */
  rules: string;
  /** Which of the game's positions it knows. */
  tier: string;
  /** What numbers of turns count to: `end` or `capture`. */
  counts: string;
  /** Its size. */
  bytes: number;
};

/** A turn and where it leads. */
export type ListedTurn = {
  /** The turn. */
  turn: string;
  /** The position after it. */
  after: string;
};

/** A command was granted and is stored. */
export type LiveAck = {
  type: 'ack';
  /** The client's name for it. */
  nonce: string;
  /** Which event it is. */
  version: number;
};

/** The clock of a live game. */
export type LiveClock = {
  /** The seconds that each player began with. */
  initial: number;
  /** The seconds that are added after each turn. */
  increment: number;
  /** The only player whose time is counted; `null` if it is that of both. */
  only: Side | null;
  /** The milliseconds that each player has left. */
  left: {
    /** For light. */
    light: number;
    /** For dark. */
    dark: number;
  };
  /** Whose time runs, if any does. */
  running: Side | null;
};

/** How a live game ended. */
export type LiveEnding = {
  /** Who won; nothing if it was aborted. */
  outcome: OutcomeKind | null;
  /** Why, in the word that records use, or `aborted`, or `length`. */
  how: string;
  /** Why, in words: the game's own if a turn ended it. */
  words: Texts;
};

/** A command was not granted. */
export type LiveError = {
  type: 'error';
  /** Why, for programs. */
  code: string;
  /** Why, for people, in the language of the connection. */
  message: string;
  /** How many turns are on the board. */
  at?: number;
  /** The client's name for its message, if it gave it one that can be read. */
  nonce?: string;
  /** How many events there have been. */
  version?: number;
};

/** Something has happened and is stored. */
export type LiveEvent = {
  type: 'event';
  /** How many events there are with this one. */
  version: number;
  /** Who did it; nobody in the case of the clock. */
  by: Side | null;
  /** The game afterwards. */
  now: LiveNow;
} &
(
  /** The second player took the seat. */
  | {
    kind: 'join';
  }
  /** Both players are there and the clock starts. */
  | {
    kind: 'begin';
  }
  /** A turn was played. */
  | {
    kind: 'turn';
    /** The turn. */
    turn: string;
  }
  /** The game ended otherwise than by a turn. */
  | {
    kind: 'end';
    /** Who won; nothing if it was aborted. */
    outcome: OutcomeKind | null;
    /** Why, in the word that records use, or `aborted`, or `length`. */
    how: string;
  }
  /** A draw was offered. */
  | {
    kind: 'draw-offer';
  }
  /** The offer was declined. */
  | {
    kind: 'draw-decline';
  }
  /** Somebody asked to take a turn back. */
  | {
    kind: 'takeback-offer';
  }
  /** That was declined. */
  | {
    kind: 'takeback-decline';
  }
  /** Turns were taken back. */
  | {
    kind: 'takeback';
    /** How many turns. */
    count: number;
  }
  /** Another game was offered. */
  | {
    kind: 'rematch-offer';
    /** Whether it is the sequel that the rules grant after a win. */
    sequel: boolean;
  }
  /** That was declined. */
  | {
    kind: 'rematch-decline';
  }
  /** The rematch has begun. */
  | {
    kind: 'rematch';
    /** The name of the live game it is. */
    next: string;
  }
  /** The server stopped, and with it the clock. */
  | {
    kind: 'pause';
  }
  /** A player said what they want to be called. */
  | {
    kind: 'name';
    /** The name. */
    name: string;
  }
  /** A player greeted the other, or thanked them. */
  | {
    kind: 'greet';
    /** With this word. */
    word: Greeting;
  }
);

/** A word that one player said to the other. */
export type LiveGreeting = {
  /** Who said it. */
  by: Side;
  /** Which of the words it is. */
  word: Greeting;
};

/** Everything about a live game now but the turns that led there. */
export type LiveNow = {
  /** How many events there have been. */
  version: number;
  /** The position. */
  position: string;
  /** Whose turn it is. */
  to_move: Side;
  /** How the game ended, if it has. */
  over: LiveEnding | null;
  /** Who is there. */
  seats: {
    /** For light. */
    light: LiveSeat;
    /** For dark. */
    dark: LiveSeat;
  };
  /** The clock, if there is one. */
  clock: LiveClock | null;
  /** What is offered. */
  offers: LiveOffers;
  /** The last greeting, until the player it was for has played a turn. */
  greeting: LiveGreeting | null;
  /** What people call the rematch that the rules grant now, if they do. */
  sequel: Texts | null;
  /** The name of the rematch, once it has begun. */
  next: string | null;
  /** After how many seconds of absence a game can be claimed. */
  claim_after: number;
  /** How often the position has occurred. */
  occurrences: number;
};

/** What is offered and not answered yet. */
export type LiveOffers = {
  /** Who offers a draw. */
  draw: Side | null;
  /** Who asks to take a turn back. */
  takeback: Side | null;
  /** Who offers another game. */
  rematch: LiveRematch | null;
};

/** The answer to a ping. */
export type LivePong = {
  type: 'pong';
};

/** Somebody came or went. */
export type LivePresence = {
  type: 'presence';
  /** Who is there. */
  seats: {
    /** For light. */
    light: LiveSeat;
    /** For dark. */
    dark: LiveSeat;
  };
  /** The clock, which may have started. */
  clock: LiveClock | null;
};

/** Another game that is offered. */
export type LiveRematch = {
  /** Who offers it. */
  by: Side;
  /** Whether it is the one that the rules grant after a win. */
  sequel: boolean;
};

/** A seat of a live game. */
export type LiveSeat = {
  /** Whether somebody has taken it. */
  taken: boolean;
  /** Whether they are connected. */
  connected: boolean;
  /** For how many seconds they have been away, if they are. */
  gone: number | null;
  /** What the player wants to be called, if they have said so: 1 to 24 characters. */
  name: string | null;
};

/** The whole game, as one of its players or a spectator sees it. */
export type LiveState = {
  type: 'state';
  /** The name of the live game. */
  id: string;
  /** The game, by the name that programs use. */
  game: string;
  /** Options of its rules that are not at their default. */
  rules: string;
  /** The position it began with. */
  start: string;
  /** The turns played so far. */
  turns: string[];
  /** Which player is told this; a spectator is none. */
  you: Side | null;
  /** The name of the game this one is a rematch of. */
  previous: string | null;
  /** How many events there have been. */
  version: number;
  /** The position. */
  position: string;
  /** Whose turn it is. */
  to_move: Side;
  /** How the game ended, if it has. */
  over: LiveEnding | null;
  /** Who is there. */
  seats: {
    /** For light. */
    light: LiveSeat;
    /** For dark. */
    dark: LiveSeat;
  };
  /** The clock, if there is one. */
  clock: LiveClock | null;
  /** What is offered. */
  offers: LiveOffers;
  /** The last greeting, until the player it was for has played a turn. */
  greeting: LiveGreeting | null;
  /** What people call the rematch that the rules grant now, if they do. */
  sequel: Texts | null;
  /** The name of the rematch, once it has begun. */
  next: string | null;
  /** After how many seconds of absence a game can be claimed. */
  claim_after: number;
  /** How often the position has occurred. */
  occurrences: number;
};

/** What there is to see in a position. */
export type Look = {
  /** The position as it is normally written. */
  position: string;
  /** Whose turn it is. */
  to_move: Side;
  /** How the game ended, if it has. */
  over: Ending | null;
  /** The pawns on the board. */
  pieces: [Cell, Side][];
  /** How many pawns each side has in hand, light first. */
  hand: [number, number];
  /** How many pawns each side has lost since the start, light first. */
  captured: [number, number];
  /** Rules in force and the cells they concern. */
  marks: Mark[];
  /** What the last turn did. */
  last: LastTurn | null;
  /** Own pawns of which one must move, if some must. */
  forced: Cell[];
  /** Own pawns that can begin a turn. */
  movable: Cell[];
  /** Special rules in force, in words. */
  remarks: string[];
};

/** A turn that was made. */
export type Made = {
  /** The turn as it is normally written. */
  turn: string;
  /** Who made it. */
  side: Side;
  /** The position after it. */
  after: string;
  /** What it did on the board, click by click. */
  effects: Effect[][];
};

/** A rule in force and the cells it concerns. */
export type Mark = {
  /** Which rule; one of those the game's `View` lists. */
  kind: string;
  /** The cells it concerns, in the order its words name them. */
  cells: Cell[];
};

/** A rule that a game can put in force, with its words and its picture. */
export type MarkKind = {
  /** The name programs use. */
  kind: string;
  /** Lines as SVG writes them, 100 to a cell, around the middle of each cell it concerns. */
  path: string;
  /**
   * If there is one, the mark stands once, between its two cells: with `path` if they are beside
   * each other, with this if one is above the other.
   */
  upright: string | null;
  /**
   * Whether the mark asks for one of its pawns to be taken off: it gives way to marks that show
   * which can be, and ends when one is.
   */
  removal: boolean;
};

/** What pawns are made of. */
export type Material =
  /** White pawns. */
  | 'ivory'
  /** Black pawns. */
  | 'ebony'
  /** Yellow pawns. */
  | 'yellow'
  /** Red pawns. */
  | 'red';

/** A cell with what stands there. */
export type NamedCell = {
  /** Which cell. */
  cell: Cell;
  /** Whose pawn stands there, if any does. */
  side: Side | null;
  /** Both in words. */
  words: string;
};

/** Something with a name for programs and words for people. */
export type NamedTexts = {
  /** The name that programs use. */
  name: string;
  /** What it means. */
  words: Texts;
};

/** Something that can be clicked next. */
export type NextClick = {
  /** What is clicked. */
  click: Click;
  /** What that does. */
  effects: Effect[];
  /** What that does, in a word. */
  kind: ClickKind;
  /** The position after the turn, if this click completes it. */
  after?: string;
  /** The letter that the notation has for this choice. */
  tag?: string;
  /** The turn, if this click completes it. */
  turn?: string;
};

/** A table that can be fetched. */
export type OfferedTable = {
  /** The name of the file. */
  file: string;
  /** Which of the game's positions it knows. */
  tier: string;
  /** Its size. */
  bytes: number;
};

/** What tables can tell, and which of them can be fetched. */
export type OfferedTables = {
  /** The options that make a difference to tables: they are the same for all others. */
  rules: string;
  /** Whether such tables know the value of the position. */
  known: boolean;
  /** Whether there are any: then they know at least positions with few pawns. */
  some: boolean;
  /** The tables, as files under `/tables/`. */
  tables: OfferedTable[];
};

/** A game that was opened. */
export type Open = {
  /** Its number, for all that follows. */
  session: number;
  /** Where it began. */
  start: string;
  /** Who began. */
  first: Side;
  /** The turns played so far. */
  made: Made[];
  /** How it stands. */
  state: State;
};

/** A rule that can be chosen. */
export type OptionInfo = {
  /** The name that programs use. */
  name: string;
  /** What it is about. */
  words: Texts;
  /** What can be chosen, the default first. */
  values: NamedTexts[];
};

/** Who won. */
export type OutcomeKind =
  /** The light side. */
  | 'light'
  /** The dark side. */
  | 'dark'
  /** Nobody. */
  | 'draw';

/** What a turn changed. */
export type Play = {
  /** The turn that was made. */
  made: Made;
  /** How the game stands now. */
  state: State;
};

/** The board while a turn is entered. */
export type Preview = {
  /** The pawns on the board. */
  pieces: [Cell, Side][];
  /** How many pawns each side has in hand, light first. */
  hand: [number, number];
  /** Rules in force and the cells they concern. */
  marks: Mark[];
  /** The pawn that is chosen. */
  selected: Cell | null;
  /** Cells that can be clicked next, and what clicking them does. */
  targets: [Cell, TargetKind][];
  /** Enemy pawns of which one must be dealt with now. */
  attacked: Cell[];
  /** Pawns that the turn has taken so far. */
  taken: Cell[];
  /** The cells that the pawn has passed, the first one first. */
  path: Cell[];
  /** Lines of pawns of which one must be chosen. */
  choices: LineChoice[];
  /** How far the regions that turn have been turned, in degrees clockwise. */
  angle: number;
};

/** The turns of a game, or of a variation, one after the other. */
export type RecordLine = {
  /** What is said before the first turn. */
  comment: string;
  /** The turns. */
  turns: RecordTurn[];
};

/** A record that was read. */
export type RecordRead = {
  /** The game, by the name that programs use. */
  game: string;
  /** Options of its rules that are not at their default. */
  rules: string;
  /** Where it began. */
  start: string;
  /** What the record says besides the turns, by name. */
  tags: Record<string, string>;
  /** The turns that were played. */
  turns: string[];
  /** How it ended, if it has. */
  over: Ending | null;
  /** The result as records write it: `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result: string;
  /** The whole record, normally written. */
  record: string;
  /** The turns with comments and variations. */
  line: RecordLine;
};

/** A turn of a record. */
export type RecordTurn = {
  /** Its number as records write it: `1.` for who begins, `1...` for the other player. */
  number: string;
  /** The turn. */
  turn: string;
  /** The position after it. */
  position: string;
  /** What is said about it. */
  comment: string;
  /** What else might have been played instead, and how that would have gone on. */
  variations: RecordLine[];
  /** Glyphs behind it: `!`, `?`, `!?` and the like. */
  glyphs?: string[];
};

/** A record that was written. */
export type RecordWrite = {
  /** The record as text. */
  record: string;
};

/** A surface with the cells that belong to it. */
export type Region = {
  /** Name of the region on its board. */
  id: string;
  /** Name of its colours, one of `TONES`. */
  tone: string;
  /** Height above the lowest surface. */
  lift: number;
  /** Whether it can turn about its middle, with all that stands on it. */
  turns: boolean;
  /** The cells on it. */
  cells: Cell[];
} &
(
  /** The unit squares of its cells, taken together. */
  | {
    shape: 'cells';
  }
  /** A rectangle. */
  | {
    shape: 'rect';
    /** `x0, y0, x1, y1`. */
    box: [number, number, number, number];
  }
  /** A circle. */
  | {
    shape: 'disc';
    /** Its middle. */
    centre: [number, number];
    /** Its radius. */
    radius: number;
  }
);

/** What a search has found out. */
export type Report = {
  /** The best turn. */
  turn: string;
  /** The position after it. */
  after: string;
  /** What the position is worth. */
  score: Score;
  /** How many turns ahead it has looked. */
  depth: number;
  /** How many positions it has looked at. */
  nodes: number;
  /** What it expects, the best turn first. */
  line: string[];
  /** Whether the score is proved. */
  exact: boolean;
  /** Why the turn is chosen, in a sentence. */
  why: string;
};

/** A turn, and how it is entered. */
export type Resolved = {
  /** The turn as it was written. */
  turn: string;
  /** The position after it. */
  after: string;
  /** The clicks that enter it, or one of the ways. */
  clicks: Click[];
  /** What each click does. */
  effects: Effect[][];
};

/** A row of the board. */
export type Row = {
  /** The number of the rank. */
  name: string;
  /** Its cells, from the left. */
  cells: NamedCell[];
};

/** The rules of a game. */
export type Rules = {
  /** The rules as Markdown. */
  markdown: string;
};

/** What a search takes the position to be worth to the player to move. */
export type Score = {
  /** Whether it is a value or an estimate. */
  kind: ScoreKind;
  /** An estimate in hundredths of a pawn. */
  points?: number;
  /** After how many turns the win or the loss comes, if that is known. */
  turns?: number;
};

/** What kind of score it is. */
export type ScoreKind =
  /** The player to move wins. */
  | 'win'
  /** The player to move loses. */
  | 'loss'
  /** Neither can win. */
  | 'draw'
  /** It is an estimate. */
  | 'score';

/** The rematch that the rules grant. */
export type Sequel = {
  /** Where it begins, if the rules grant one. */
  position: string | null;
};

/** What the server says of a live game. */
export type ServerMessage = LiveState | LiveEvent | LiveAck | LivePresence | LiveError | LivePong;

/** One of the two players. */
export type Side =
  /** The player with the light pawns (white or yellow). */
  | 'light'
  /** The player with the dark pawns (black or red). */
  | 'dark';

/** One of the players. */
export type SideInfo = {
  /** Which one. */
  side: Side;
  /** What people call this player. */
  name: Texts;
  /** The letter of this player's pawns in positions. */
  letter: string;
  /** What this player's pawns are made of. */
  material: Material;
};

/** How an open game stands. */
export type State = {
  /** How many turns were played. */
  ply: number;
  /** How often the position now has occurred. */
  occurrences: number;
  /** What there is to see in the position now. */
  look: Look;
};

/** What a search has found at its end. */
export type Stop = {
  /** The last report. */
  report: Report;
};

/** What tables that take seconds to build can tell. */
export type TableCoverage = {
  /** The options that make a difference to tables: they are the same for all others. */
  rules: string;
  /** Whether such tables know the value of the position. */
  known: boolean;
  /** Whether there are any: then they know at least positions with few pawns. */
  some: boolean;
};

/** The tables at hand. */
export type Tables = {
  /** One for each tier of each game and rules. */
  tables: ListedTable[];
};

/** What entering a target does. */
export type TargetKind =
  /** Goes to, or places on, an empty cell. */
  | 'go'
  /** Takes the pawn there off the board. */
  | 'take'
  /** Changes places with the pawn there. */
  | 'swap';

/** A board in words. */
export type TextBoard = {
  /** All rows, one per line. */
  text: string;
  /** The same, row by row from the top. */
  rows: Row[];
};

/** A text in every language there is, by the language's code. */
export type Texts = {
  en: string;
  [name: string]: string;
};

/** A search that has begun. */
export type Think = {
  /** Its number, for all that follows. */
  search: number;
};

/** Legal turns. */
export type Turns = {
  /** The position as it is normally written. */
  position: string;
  /** The turns, sorted by their texts; of more than 5,000 only some. */
  turns: ListedTurn[];
  /** Whether there are others. */
  more?: boolean;
};

/** What a position is worth, exactly, to the player to move. */
export type Value = {
  /** Whether it is won, lost or drawn, or unknown. */
  kind: ValueKind;
  /**
   * How many turns the win or the loss takes if both play their best. Absent where tables count
   * only to the next capture.
   */
  turns?: number;
};

/** What a position is worth to the player to move. */
export type ValueKind =
  /** That player wins. */
  | 'win'
  /** That player loses. */
  | 'loss'
  /** Neither can win. */
  | 'draw'
  /** No table at hand tells. */
  | 'unknown';

/** A turn with what it is worth. */
export type ValuedTurn = {
  /** The turn. */
  turn: string;
  /** The position after it. */
  after: string;
  /** What it is worth to the player who makes it. */
  value: Value;
};

/** Exact values. */
export type Values = {
  /** The position as it is normally written. */
  position: string;
  /** What it is worth to the player to move. */
  value: Value;
  /** The legal turns, the best first; of more than 5,000 only the best. */
  turns: ValuedTurn[];
  /** Whether there are others, which are no better. */
  more?: boolean;
};

/** The board of one game: where its cells lie, what they lie on and what pawns are made of. */
export type View = {
  /** How a cell is drawn. */
  cell: CellStyle;
  /** The playing field inside the frame: `x0, y0, x1, y1`. */
  field: [number, number, number, number];
  /** Every cell of the board with the place of its middle. */
  cells: CellPlace[];
  /** Lines drawn between cells. */
  links: [Cell, Cell][];
  /** Surfaces the cells lie on; later ones lie on earlier ones. */
  regions: Region[];
  /** Boxes cut right through the board. */
  holes: [number, number, number, number][];
  /** Buttons that lie on the board itself. */
  controls: Control[];
  /** The rules that its marks can show. */
  marks: MarkKind[];
  /** What the pawns of each side are made of, light first. */
  sides: [Material, Material];
};

/** One of the players. */
export type Winner =
  /** The light side. */
  | 'light'
  /** The dark side. */
  | 'dark';

/** For each request its fields and its answer. */
export type Requests = {
  /** All games with their names, options and geometry. */
  games: [{}, Games];
  /** The rules of a game as people read them. */
  rules: [{
    /** The game, by the name that `games` gives it. */
    game: string;
    /** Options of its rules that are not at their default, as `name=value,name=value`. */
    rules?: string;
  }, Rules];
  /** What there is to see in the position a game begins with. */
  start: [{
    /** The game, by the name that `games` gives it. */
    game: string;
    /** Options of its rules that are not at their default, as `name=value,name=value`. */
    rules?: string;
  }, Look];
  /** What there is to see in any position. */
  look: [{
    /** The game, by the name that `games` gives it. */
    game: string;
    /** The turn that led there. */
    last?: Last | null;
    /** The position; the start if there is none. */
    position?: string | null;
    /** Options of its rules that are not at their default, as `name=value,name=value`. */
    rules?: string;
  }, Look];
  /** The legal turns of a position. */
  turns: [{
    /** The game, by the name that `games` gives it. */
    game: string;
    /** The position; the start if there is none. */
    position?: string | null;
    /** Options of its rules that are not at their default, as `name=value,name=value`. */
    rules?: string;
  }, Turns];
  /** The exact value of a position and of each of its turns, from the tables at hand. */
  value: [{
    /** The game, by the name that `games` gives it. */
    game: string;
    /** The position; the start if there is none. */
    position?: string | null;
    /** Options of its rules that are not at their default, as `name=value,name=value`. */
    rules?: string;
  }, Values];
  /** Whether tables that take seconds to build know a position, be they at hand or not. */
  coverage: [{
    /** The game, by the name that `games` gives it. */
    game: string;
    /** The position; the start if there is none. */
    position?: string | null;
    /** Options of its rules that are not at their default, as `name=value,name=value`. */
    rules?: string;
  }, TableCoverage];
  /** Where the rematch begins that the rules grant after a win. */
  sequel: [{
    /** The game, by the name that `games` gives it. */
    game: string;
    /** Who won. */
    winner: Winner;
    /** Options of its rules that are not at their default, as `name=value,name=value`. */
    rules?: string;
  }, Sequel];
  /** A position as a picture that stands alone as a file. */
  board: [{
    /** The game, by the name that `games` gives it. */
    game: string;
    /** Whether files and ranks are named; they are, unless this says no. */
    coordinates?: boolean | null;
    /** Whether the light side is above. */
    flipped?: boolean;
    /** The turn that led there. */
    last?: Last | null;
    /** Whether details are left out, for small pictures. */
    mini?: boolean;
    /** The position; the start if there is none. */
    position?: string | null;
    /** Options of its rules that are not at their default, as `name=value,name=value`. */
    rules?: string;
    /** Colours for a light or a dark page. */
    theme?: Colours;
  }, Board];
  /** A position in words, for those who hear it. */
  'text-board': [{
    /** The game, by the name that `games` gives it. */
    game: string;
    /** The position; the start if there is none. */
    position?: string | null;
    /** Options of its rules that are not at their default, as `name=value,name=value`. */
    rules?: string;
  }, TextBoard];
  /** Reads and checks a record. */
  'record-read': [{
    /** The record. */
    text: string;
  }, RecordRead];
  /** Which tables of exact values are at hand. */
  tables: [{}, Tables];
  /** Opens a game with the turns already played, and gives it a number. */
  open: [{
    /** The game, by the name that `games` gives it. */
    game: string;
    /** Options of its rules that are not at their default, as `name=value,name=value`. */
    rules?: string;
    /** Where it begins, if not at the ordinary start. */
    start?: string | null;
    /** The turns played so far. */
    turns?: string[];
  }, Open];
  /** Plays a turn in an open game. */
  play: [{
    /** The open game, by the number that `open` gave it. */
    session: number;
    /** The turn, written in any way that is understood. */
    turn: string;
  }, Play];
  /** Takes turns of an open game back. */
  undo: [{
    /** The open game, by the number that `open` gave it. */
    session: number;
    /** How many turns stay. */
    to: number;
  }, State];
  /** What there was to see in an earlier position of an open game. */
  show: [{
    /** The open game, by the number that `open` gave it. */
    session: number;
    /** After how many turns. */
    at: number;
  }, Look];
  /** Follows clicks in an open game, and tells what can be clicked next. */
  enter: [{
    /** The open game, by the number that `open` gave it. */
    session: number;
    /** The clicks so far: cells, and buttons by their names. */
    clicks?: string[];
  }, Enter];
  /** How a turn of an open game is entered, and what it does; nothing is played. */
  resolve: [{
    /** The open game, by the number that `open` gave it. */
    session: number;
    /** The turn, written in any way that is understood. */
    turn: string;
  }, Resolved];
  /** Writes the record of an open game. */
  'record-write': [{
    /** The open game, by the number that `open` gave it. */
    session: number;
    /**
     * A record whose comments and variations are kept, as far as its turns are those of the game.
     */
    notes?: string | null;
    /** How the game ended, where its turns do not show it. */
    over?: EndingGiven | null;
    /** What the record says besides the turns. */
    tags?: Record<string, string>;
  }, RecordWrite];
  /** Closes an open game. */
  close: [{
    /** The open game, by the number that `open` gave it. */
    session: number;
  }, Close];
  /** Begins a search in an open game, and gives it a number. An earlier search is over. */
  think: [{
    /** The open game, by the number that `open` gave it. */
    session: number;
    /**
     * Who thinks: one of the opponents that `games` lists, such as `level-3` or `perfect`, or
     * `search`.
     */
    player: string;
    /** Where it ends by itself. */
    limits?: Limits;
    /** The same seed gives the same turns. */
    seed?: number;
  }, Think];
  /** Goes on with a search for so many positions. */
  'go-on': [{
    /** The search, by its number. */
    search: number;
    /** How many more positions to look at, about. */
    nodes: number;
  }, GoOn];
  /** Ends a search and takes what it has found. */
  stop: [{
    /** The search, by its number. */
    search: number;
  }, Stop];
};
