// What can be asked of Damier and what it answers: the requests of crates/protocol as types.
// docs/protocol.md says what they mean.

export type Lang = string;
export type Side = 'light' | 'dark';
/** A text in both languages. */
export type Both = { en: string; [code: string]: string };
/** The name of a cell, such as `c4`. */
export type Cell = string;
/** A cell or a button. */
export type Click = string;

export type Effect =
  | { do: 'move'; from: Cell; to: Cell }
  | { do: 'remove'; cell: Cell }
  | { do: 'place'; cell: Cell; side: Side }
  | { do: 'spin'; quarters: number };

export type Region = {
  id: string;
  tone: string;
  shape: 'cells' | 'rect' | 'disc';
  box?: number[];
  centre?: number[];
  radius?: number;
  lift: number;
  turns: boolean;
  cells: Cell[];
};
/** A button on the board: lines and letters on its face, and which way it turns what turns. */
export type Control = {
  id: string;
  at: [number, number];
  path: string;
  text: string;
  lean: number;
};
/** The picture of a rule in force: on each of its cells, or once between two if it has `upright`. */
export type MarkKind = { kind: string; path: string; upright: string | null; removal: boolean };
export type View = {
  cell: 'tile' | 'socket' | 'point';
  field: [number, number, number, number];
  cells: { cell: Cell; x: number; y: number }[];
  links: [Cell, Cell][];
  regions: Region[];
  holes: number[][];
  controls: Control[];
  marks: MarkKind[];
  sides: [string, string];
};

export type LastTurn = { path: Cell[]; also: Cell[]; turned: number };
export type Mark = { kind: string; cells: Cell[] };
export type Choice = { click: Click; tag: string; name: string; cells: Cell[]; words: string };
export type Outcome = 'light' | 'dark' | 'draw';
export type Over = { outcome: Outcome; how: string; words: string; why: string; cells: Cell[] };
export type Named = { name: string; words: Both };
export type Player = { side: Side; name: Both; letter: string; material: string };
export type Option = Named & { values: Named[] };
export type Value = { kind: 'win' | 'loss' | 'draw' | 'unknown'; turns?: number };

export type GameInfo = {
  id: string;
  name: Both;
  about: Both;
  aim: Both;
  known: Both;
  value: 'win' | 'loss' | 'draw' | null;
  sides: [Player, Player];
  options: Option[];
  buttons: Named[];
  marks: Named[];
  size: [number, number];
  pawns: [number, number];
  start: string;
  sample: string;
  view: View;
  sequel: Both | null;
  lot: boolean;
  levels: string[];
  keys: string[];
};

export type Look = {
  position: string;
  to_move: Side;
  over: Over | null;
  pieces: [Cell, Side][];
  hand: [number, number];
  captured: [number, number];
  marks: Mark[];
  last: LastTurn | null;
  forced: Cell[];
  movable: Cell[];
  remarks: string[];
};

export type Next = {
  click: Click;
  effects: Effect[];
  kind: 'go' | 'take' | 'swap' | 'choose' | 'button';
  tag?: string;
  turn?: string;
  after?: string;
};
export type Preview = {
  pieces: [Cell, Side][];
  hand: [number, number];
  marks: Mark[];
  selected: Cell | null;
  targets: [Cell, 'go' | 'take' | 'swap'][];
  attacked: Cell[];
  taken: Cell[];
  path: Cell[];
  choices: Choice[];
  angle: number;
};
export type Entry = {
  clicks: Click[];
  steps: Effect[][];
  next: Next[];
  turn: string | null;
  after: string | null;
  text: string;
  preview: Preview;
  question: string;
  can_end: boolean;
};

export type Listed = { turn: string; after: string };
export type Valued = Listed & { value: Value };
export type Typed = Listed & { clicks: Click[]; effects: Effect[][] };
export type Move = Listed & { side: Side; effects: Effect[][] };
/** How an open game stands. */
export type State = { ply: number; occurrences: number; look: Look };
/** A game as the page keeps it. */
export type Game = State & {
  start: string;
  first: Side;
  moves: Move[];
  positions: string[];
  to_move: Side;
  over: Over | null;
};
export type RecordRead = {
  game: string;
  rules: string;
  start: string;
  tags: Record<string, string>;
  turns: string[];
  over: Over | null;
  result: string;
  record: string;
  line: Line;
};
/** A line of turns with what is said about them: the game itself, or a variation. */
export type Line = {
  comment: string;
  turns: {
    number: string;
    turn: string;
    position: string;
    comment: string;
    glyphs?: string[];
    variations: Line[];
  }[];
};
export type TextRow = { name: string; cells: { cell: Cell; side: Side | null; words: string }[] };
export type Table = {
  game: string;
  rules: string;
  tier: string;
  counts: 'end' | 'capture';
  bytes: number;
};
/**
 * What tables that take seconds to build can tell: for which options, whether the position, whether
 * anything.
 */
export type Coverage = { rules: string; known: boolean; some: boolean };
export type Report = {
  turn: string;
  after: string;
  score: { kind: 'win' | 'loss' | 'draw' | 'score'; turns?: number; points?: number };
  depth: number;
  nodes: number;
  line: string[];
  exact: boolean;
  why: string;
};

/** A game and its options, such as `first=black`. */
type Of = { game: string; rules?: string };
/** A position; the start if there is none. */
type At = Of & { position?: string | null };
/** The position before this one and the turn that led here. */
type Last = { last?: { position?: string; turn: string } | null };

/** What can be asked of an open game: for each request its fields and its answer. */
export interface OfOpenGame {
  play: [{ turn: string }, { made: Move; state: State }];
  undo: [{ to: number }, State];
  show: [{ at: number }, Look];
  enter: [{ clicks: Click[] }, Entry];
  resolve: [{ turn: string }, Typed];
  'record-write': [
    {
      tags?: Record<string, string>;
      over?: { outcome: Outcome; how: string; words?: string } | null;
      notes?: string | null;
    },
    { record: string },
  ];
  close: [{}, { closed: boolean }];
  think: [
    { player: string; seed?: number; limits?: { nodes?: number; depth?: number } },
    { search: number },
  ];
}

/** For each request its fields and its answer. */
export interface Stateless {
  games: [{}, { games: GameInfo[] }];
  rules: [Of, { markdown: string }];
  start: [Of, Look];
  look: [At & Last, Look];
  turns: [At, { turns: Listed[]; more?: boolean }];
  value: [At, { position: string; value: Value; turns: Valued[]; more?: boolean }];
  coverage: [At, Coverage];
  sequel: [Of & { winner: Side }, { position: string | null }];
  'record-read': [{ text: string }, RecordRead];
  board: [
    At &
      Last & { theme?: 'light' | 'dark'; coordinates?: boolean; flipped?: boolean; mini?: boolean },
    { svg: string },
  ];
  'text-board': [At, { text: string; rows: TextRow[] }];
  tables: [{}, { tables: Table[] }];
  open: [
    Of & { start?: string | null; turns?: string[] },
    { session: number; start: string; first: Side; made: Move[]; state: State },
  ];
  'go-on': [{ search: number; nodes: number }, { done: boolean; report: Report | null }];
  stop: [{ search: number }, { report: Report }];
}

/** All requests. */
export type Verbs = Stateless & {
  [V in keyof OfOpenGame]: [{ session: number } & OfOpenGame[V][0], OfOpenGame[V][1]];
};

export type Verb = keyof Verbs;
type Asking<V extends Verb> = { v?: 2; do: V; lang?: Lang } & Verbs[V][0];
/** A request. */
export type Request = { [V in Verb]: Asking<V> }[Verb];
/** An answer, or why there is none. */
export type Reply<A> = { ok: A } | Refusal;
/** The answer to a request. */
export type AnswerTo<R extends { do: Verb }> = Reply<Verbs[R['do']][1]>;

export type Code =
  | 'bad-request'
  | 'unknown-game'
  | 'bad-rules'
  | 'bad-position'
  | 'bad-turn'
  | 'bad-record'
  | 'bad-table'
  | 'over'
  | 'not-open'
  | 'too-many-open'
  | 'no-search'
  | 'too-much-work'
  | 'unknown-level';
/** Why there is no other answer. */
export type Refusal = { error: { code: Code; message: string } };
/** The answer to a table that was handed in. */
export type Added = Reply<{ table: Table }>;

/** A search in an open game, and what game that is. */
export type Search = Verbs['think'][0] & { of: Of; lang?: Lang };
/** What a page sends to the worker: a request, a search to be run, or that it is to stop. */
export type ToWorker =
  { id: number; text: string } | { id: number; search: Search; time?: number } | { stop: number };
/** What the worker sends back: an answer, how a search goes on, or whether it waits for tables. */
export type FromWorker =
  | { id: number; text: string }
  | { id: number; report: Report }
  | { id: number; waiting: boolean }
  /** The module has broken down over this. */
  | { id: number; trap: string };
