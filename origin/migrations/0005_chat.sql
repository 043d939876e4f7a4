-- Tokens that the assistant's model has cost. Nothing of a question or an answer is kept.
--
-- The rules of 0001_init.sql hold here as well.

CREATE TABLE chat_tokens (
    -- Days since 1970-01-01, UTC.
    day     BIGINT NOT NULL,
    -- Keyed hash of the visitor's address; 'all' for everybody together.
    visitor TEXT   NOT NULL,
    -- Spent, or set aside for answers that are being written.
    tokens  BIGINT NOT NULL CHECK (tokens >= 0),
    PRIMARY KEY (day, visitor)
);
