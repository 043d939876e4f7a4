-- Recipients read messages to the company in the studio.
--
-- The rules of 0001_init.sql hold here as well. It is no step above or below the other roles: a publisher is not a recipient, and
-- a recipient is no editor.

-- 1 for a recipient, else 0.
ALTER TABLE users ADD COLUMN recipient BIGINT NOT NULL DEFAULT 0 CHECK (recipient IN (0, 1));
