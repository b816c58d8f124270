-- Live games between people. `games` says what was agreed at the beginning and never changes;
-- everything that happened since is a row of `events`, never changed either.
CREATE TABLE games (
    id          INTEGER PRIMARY KEY,
    public      TEXT NOT NULL UNIQUE,   -- what links name
    setup       TEXT NOT NULL,          -- JSON: game, rules, start, clock, seats
    created     INTEGER NOT NULL        -- milliseconds since 1970
);
-- In the order in which things happened, whatever the game, so that a thousand turns of a thousand
-- games go to the same few pages; only the slim index is kept by game.
CREATE TABLE events (
    id          INTEGER PRIMARY KEY,
    game        INTEGER NOT NULL REFERENCES games (id),
    seq         INTEGER NOT NULL,       -- 1, 2, 3 … within its game
    kind        TEXT NOT NULL,
    payload     TEXT NOT NULL,          -- JSON: who, the client's nonce, the clock, the details
    at          INTEGER NOT NULL        -- milliseconds since 1970
);
CREATE UNIQUE INDEX events_by_game ON events (game, seq);
