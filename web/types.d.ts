// Types of the pages. What can be asked, what is answered and what is said in live games is in
// messages.d.ts, which is made from the program's own types.

import type * as messages from './messages';
import type { Ending, ErrorBody, Made, Report, Requests, Side, State } from './messages';

export type * from './messages';
export type {
  LineChoice as Choice,
  Made as Move,
  NamedTexts as Named,
  TableCoverage as Coverage,
  Texts as Both,
  ValuedTurn as Valued,
} from './messages';

export type Lang = string;

/** A game as the page keeps it. */
export type Game = State & {
  start: string;
  first: Side;
  moves: Made[];
  positions: string[];
  to_move: Side;
  over: Ending | null;
};

/** A surface of the board: of whatever shape, one may ask for the fields of each. */
export type Region = messages.Region & { box?: number[]; centre?: number[]; radius?: number };
export type View = Omit<messages.View, 'regions'> & { regions: Region[] };

/** All requests: for each its fields and its answer. */
export type Verbs = Requests;
export type Verb = keyof Verbs;

type Open<V extends Verb> = Verbs[V][0] extends { session: number } ? V : never;
/** What can be asked of an open game: for each request its fields and its answer. */
export type OfOpenGame = {
  [V in Verb as Open<V>]: [Omit<Verbs[V][0], 'session'>, Verbs[V][1]];
};

type Asking<V extends Verb> = { v?: 2; do: V; lang?: Lang } & Verbs[V][0];
/** A request. */
export type Request = { [V in Verb]: Asking<V> }[Verb];
/** An answer, or why there is none. */
export type Reply<A> = { ok: A } | Refusal;
/** The answer to a request. */
export type AnswerTo<R extends { do: Verb }> = Reply<Verbs[R['do']][1]>;
/** Why there is no other answer. */
export type Refusal = { error: ErrorBody };
/** The answer to a table that was handed in. */
export type Added = Reply<messages.Added>;

/** A search in an open game, and what game that is. */
export type Search = Verbs['think'][0] & { of: { game: string; rules?: string }; lang?: Lang };
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
