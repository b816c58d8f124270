-- What the server keeps about itself, in one row: how long it has been running over this database
-- by a clock that nobody sets, and a number that is written to see whether writing works.
CREATE TABLE server (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    uptime      INTEGER NOT NULL,       -- seconds
    probes      INTEGER NOT NULL
);
INSERT INTO server (id, uptime, probes) VALUES (1, 0, 0);
-- `server.uptime` when the game was created: how old it is, whatever the wall clock says.
ALTER TABLE games ADD COLUMN born INTEGER NOT NULL DEFAULT 0;
