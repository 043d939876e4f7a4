-- People who come through Feishu, what Feishu gave this site for a while, and the list of suppliers.
--
-- The rules of 0001_init.sql hold here as well.

-- How the session began: by a code that was mailed, by an operator, or by Feishu's word.
ALTER TABLE sessions ADD COLUMN method TEXT NOT NULL DEFAULT 'code' CHECK (method IN ('code', 'operator', 'feishu'));

CREATE TABLE feishu_people (
    -- The person, the same for all apps of the same company at Feishu.
    union_id TEXT   NOT NULL PRIMARY KEY,
    -- The app that vouched first: an account belongs to one person of an app.
    app_id   TEXT   NOT NULL,
    user_id  TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Last sign-in.
    seen_at  BIGINT NOT NULL,
    UNIQUE (user_id, app_id)
);

CREATE TABLE feishu_tokens (
    -- Hash of Feishu's address, the app's id and the kind: tokens of the app and of the company, the ticket for scripts.
    name       TEXT   NOT NULL PRIMARY KEY CHECK (length(name) = 64),
    -- Encrypted under the origin's key, which is not in this database.
    sealed     TEXT   NOT NULL,
    -- Until then it is used; Feishu takes it some minutes longer.
    good_until BIGINT NOT NULL
);

CREATE TABLE suppliers (
    -- Chosen by whoever keeps the list.
    id       TEXT NOT NULL PRIMARY KEY,
    status   TEXT NOT NULL CHECK (status IN ('approved', 'trial', 'paused', 'ended')),
    -- JSON: all that is known, as the import read it.
    record   TEXT NOT NULL,
    -- The names in all languages, letters and digits alone, in one case and width.
    names    TEXT NOT NULL,
    -- The same of all that is searched.
    searched TEXT NOT NULL
);
