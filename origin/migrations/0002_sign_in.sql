-- What signing in safely needs: codes that belong to a browser, captchas that work once, budgets for sending, browsers that
-- are known, agreements that were accepted, and a name for the device of a session.
--
-- The rules of 0001_init.sql hold here as well.

-- Codes that are on their way are lost: they would have lasted ten minutes.
DROP TABLE email_codes;

CREATE TABLE email_codes (
    email      TEXT   NOT NULL,
    -- Hash of the anonymous id of the browser that asked; '' where it sent none. One code per address and browser, so that
    -- nobody else's requests replace a visitor's code and nobody else's tries burn it.
    browser    TEXT   NOT NULL,
    -- Keyed hash (HMAC-SHA-256) over address, browser and code. The key is not in this database.
    code_hash  TEXT   NOT NULL CHECK (length(code_hash) = 64),
    -- Decides when another may be sent.
    sent_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Tries so far, right or wrong; counted before a try is compared, so that tries at the same moment count too.
    attempts   BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (email, browser)
);

CREATE INDEX email_codes_by_expiry ON email_codes (expires_at);

CREATE TABLE used_captchas (
    -- What makes a captcha unlike any other. Whoever inserts it first has used the captcha, in whichever process.
    nonce      TEXT   NOT NULL PRIMARY KEY,
    -- From then on the captcha is refused for its age, and this row may go.
    expires_at BIGINT NOT NULL
);

CREATE INDEX used_captchas_by_expiry ON used_captchas (expires_at);

CREATE TABLE sending_budgets (
    -- Keyed hash of an address and a known browser, or of an address and nothing: no address stands here.
    budget     TEXT   NOT NULL PRIMARY KEY,
    -- When the whole budget is there again; the row may go then.
    full_at    BIGINT NOT NULL
);

CREATE INDEX sending_budgets_by_time ON sending_budgets (full_at);

CREATE TABLE known_browsers (
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Hash of the browser's id, which is random.
    browser    TEXT   NOT NULL,
    -- Last sign-in; long unused ones are forgotten.
    seen_at    BIGINT NOT NULL,
    PRIMARY KEY (user_id, browser)
);

CREATE INDEX known_browsers_by_time ON known_browsers (seen_at);

CREATE TABLE accepted_agreements (
    user_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- `terms`, `privacy`.
    agreement   TEXT   NOT NULL,
    -- Hash of the text that was accepted, so each language has its own.
    version     TEXT   NOT NULL,
    -- The first time that this version was.
    accepted_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, agreement, version)
);

-- Browser and system that signed in, for the list of sessions; '' where they are not known.
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
