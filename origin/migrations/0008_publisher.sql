-- A third role: a publisher publishes what editors change.
--
-- The rules of 0001_init.sql hold here as well. SQLite cannot change a CHECK, so a new column takes the place of the old one.

-- The highest role: each includes those before it.
ALTER TABLE users ADD COLUMN highest_role TEXT NOT NULL DEFAULT 'member'
    CHECK (highest_role IN ('member', 'editor', 'publisher'));
UPDATE users SET highest_role = role;
ALTER TABLE users DROP COLUMN role;
ALTER TABLE users RENAME COLUMN highest_role TO role;
