-- What operators and staff did with personal data: who, when and what, and not a word of the data.
--
-- The rules of 0001_init.sql hold here as well. Rows are only added, by restores too.

CREATE TABLE acts (
    -- 128 random bits.
    id      TEXT   NOT NULL PRIMARY KEY,
    -- In seconds since the epoch.
    done_at BIGINT NOT NULL,
    -- The person who gave the command.
    actor   TEXT   NOT NULL,
    -- The command: `messages export`.
    verb    TEXT   NOT NULL,
    -- The number of a message or the id of an account; '' where there are several, or the message is purged.
    object  TEXT   NOT NULL,
    -- How many messages, accounts, sessions or suppliers it concerned.
    count   BIGINT NOT NULL
);

CREATE INDEX acts_by_time ON acts (done_at);
