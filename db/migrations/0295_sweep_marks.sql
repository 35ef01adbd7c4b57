-- What database and places for files remember alike, so that a database that was put back from a snapshot is noticed. See decision 0181.
SET LOCAL ROLE app_owner;
-- The mark of the last look, and one that a look has begun to write into the places.
ALTER TABLE app.scrub ADD COLUMN mark uuid, ADD COLUMN next_mark uuid;
RESET ROLE;
