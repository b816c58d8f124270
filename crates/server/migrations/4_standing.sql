-- What a game waits for, changed together with the event that changes it: `open` (a second player),
-- `playing` (its end), `over` (nothing), `damaged` (cannot be read). Nothing where an earlier
-- version did not say it.
ALTER TABLE games ADD COLUMN standing TEXT;
-- `server.uptime` at the end of the game; where `standing` is nothing, when something last happened.
ALTER TABLE games ADD COLUMN ended INTEGER;
-- By whom open invitations are counted: a digest of the address, forgotten when the seat is taken.
ALTER TABLE games ADD COLUMN inviter TEXT;
UPDATE games SET standing = 'open'
    WHERE (setup ->> '$.seats[0]' IS NULL OR setup ->> '$.seats[1]' IS NULL)
    AND NOT EXISTS (SELECT 1 FROM events WHERE events.game = games.id);
UPDATE games SET ended = COALESCE(
        (SELECT MIN(marks.uptime) FROM marks
         WHERE marks.event > COALESCE((SELECT MAX(id) FROM events WHERE game = games.id), 0)
         AND marks.uptime >= games.born),
        (SELECT uptime FROM server))
    WHERE standing IS NULL;
-- How long ago something was is stored where it is needed now.
DROP TABLE marks;
-- The queues of what is deleted when its time has come, and of what must be looked at for that.
CREATE INDEX games_open ON games (born) WHERE standing = 'open';
CREATE INDEX games_over ON games (ended) WHERE standing = 'over';
CREATE INDEX games_unsorted ON games (ended) WHERE standing IS NULL;
CREATE INDEX games_by_inviter ON games (inviter, born) WHERE standing = 'open';
