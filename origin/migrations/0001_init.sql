-- People, their sessions, and the codes they sign in with.
--
-- Never edit this file after a release: add the next number. What stands here runs on SQLite and on PostgreSQL alike, so
-- types are TEXT and BIGINT, times are seconds since 1970 UTC, and hashes and ids are lower-case hexadecimal.

CREATE TABLE users (
    -- 128 random bits: says nothing about how many people there are.
    id         TEXT   NOT NULL PRIMARY KEY,
    -- Normalised (lower case), so that UNIQUE means one account per address.
    email      TEXT   NOT NULL UNIQUE,
    -- Shown in the header; the member may change it.
    name       TEXT   NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    -- The highest role: an editor is a member as well.
    role       TEXT   NOT NULL CHECK (role IN ('member', 'editor')),
    created_at BIGINT NOT NULL
);

CREATE TABLE sessions (
    -- Names the session where the token must not be told: in lists, in logs.
    id         TEXT   NOT NULL PRIMARY KEY,
    -- SHA-256 of the token. The token has 256 random bits, so this needs no salt; UNIQUE is the index that every call uses.
    token_hash TEXT   NOT NULL UNIQUE CHECK (length(token_hash) = 64),
    -- An account that is deleted takes its sessions with it.
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- "All sessions of this person", and the cascade above.
CREATE INDEX sessions_by_user ON sessions (user_id);
-- Expired ones are swept at every sign-in.
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE email_codes (
    -- At most one code per address: a new one takes the old one's place. No reference to users, who may not exist yet.
    email      TEXT   NOT NULL PRIMARY KEY,
    -- Keyed hash (HMAC-SHA-256) over address and code. The key is not in this database.
    code_hash  TEXT   NOT NULL CHECK (length(code_hash) = 64),
    -- Decides when another may be sent.
    sent_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Tries so far, right or wrong; counted before a try is compared, so that tries at the same moment count too.
    attempts   BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX email_codes_by_expiry ON email_codes (expires_at);
