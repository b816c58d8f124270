-- How far the log had come at some times of the server's life, about once a day: how long ago an
-- event was, whatever the wall clock says.
CREATE TABLE marks (
    uptime      INTEGER PRIMARY KEY,    -- `server.uptime` then
    event       INTEGER NOT NULL        -- the next event's `id` then
);
