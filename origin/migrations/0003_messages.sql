-- What visitors send through the site's forms: messages, their files, uploads on their way, and what has still to be sent
-- about a message.
--
-- The rules of 0001_init.sql hold here as well. Of a file there is always a row first and a row last:
--
--   arriving ──► kept ──► leaving        and arriving ──► leaving, where the message was never stored
--
-- `arriving` is committed before a byte goes to the store; `kept` in the transaction that makes the message; `leaving` in
-- the one that takes the message's data. Only then the file goes, and after it the row.

CREATE TABLE messages (
    -- 128 random bits: says nothing about how many messages there are.
    id          TEXT   NOT NULL PRIMARY KEY,
    -- For people, `7K3D-9QXF`.
    number      TEXT   NOT NULL UNIQUE,
    -- Name of the form: `bp`.
    form        TEXT   NOT NULL,
    -- Value of the header `language`: what the sender reads.
    language    TEXT   NOT NULL,
    -- Where the confirmation goes; '' if the form asks for none, and once the message is withdrawn.
    email       TEXT   NOT NULL,
    -- JSON: name of the field → value; '{}' once the message is withdrawn.
    fields      TEXT   NOT NULL,
    -- Version of the privacy text that the sender accepted.
    consent     TEXT   NOT NULL,
    -- Hash of the key that the browser chose for this message: the same key again is the same message.
    key_hash    TEXT   NOT NULL UNIQUE CHECK (length(key_hash) = 64),
    -- Hash of the token that shows and withdraws the message; NULL until a letter has told it.
    link_hash   TEXT   UNIQUE CHECK (length(link_hash) = 64),
    received_at BIGINT NOT NULL,
    state       TEXT   NOT NULL CHECK (state IN ('received', 'done', 'withdrawn')),
    -- Since when the state is what it is.
    state_at    BIGINT NOT NULL
);

-- Lists, and retention.
CREATE INDEX messages_by_time ON messages (received_at);
-- "All messages of this address".
CREATE INDEX messages_by_email ON messages (email);

CREATE TABLE message_files (
    -- Random, and the name in the store. What the sender called the file is data, never a path.
    name       TEXT   NOT NULL PRIMARY KEY,
    -- A message cannot go while a file of its is kept.
    message_id TEXT   REFERENCES messages (id),
    state      TEXT   NOT NULL CHECK (state IN ('arriving', 'kept', 'leaving')),
    -- The sender's name for it; '' once it leaves.
    file_name  TEXT   NOT NULL,
    -- By its content.
    media_type TEXT   NOT NULL,
    size       BIGINT NOT NULL,
    -- SHA-256 of its bytes.
    sha256     TEXT   NOT NULL CHECK (length(sha256) = 64),
    -- The scanner's word: 'off' where none is set, 'pending' until it has spoken.
    scan       TEXT   NOT NULL CHECK (scan IN ('off', 'pending', 'clean', 'infected')),
    -- Scans that were begun and told nothing.
    scan_tries BIGINT NOT NULL DEFAULT 0,
    -- The next one not before.
    scan_at    BIGINT NOT NULL DEFAULT 0,
    -- Since when the state is what it is.
    since      BIGINT NOT NULL,
    CHECK ((state = 'kept') = (message_id IS NOT NULL))
);

CREATE INDEX message_files_by_message ON message_files (message_id);
-- What a kill left behind is found by this.
CREATE INDEX message_files_by_state ON message_files (state, since);

CREATE TABLE uploads (
    -- SHA-256 of the upload's id, which is random and opens it; also the name of its file under `var/uploads`. How many
    -- bytes have arrived is that file's length, and stands nowhere else.
    id_hash    TEXT   NOT NULL PRIMARY KEY CHECK (length(id_hash) = 64),
    -- Name of the form that it is for.
    form       TEXT   NOT NULL,
    -- The sender's name for it.
    file_name  TEXT   NOT NULL,
    -- Bytes that will have arrived.
    size       BIGINT NOT NULL,
    -- Keyed hash of the client's network, for the bounds per client.
    client     TEXT   NOT NULL,
    -- The same of the larger network that it is in.
    network    TEXT   NOT NULL,
    -- Since when it waits for bytes, to some minutes; NULL once all have come. Where there is no room for a new upload, those
    -- that have waited longest give way.
    waits_since BIGINT,
    expires_at BIGINT NOT NULL
);

CREATE INDEX uploads_by_client ON uploads (client);
CREATE INDEX uploads_by_waiting ON uploads (waits_since);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);

CREATE TABLE outgoing (
    id           TEXT   NOT NULL PRIMARY KEY,
    message_id   TEXT   NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    -- `confirmation` to the sender; `received` and `withdrawn` to staff.
    kind         TEXT   NOT NULL,
    -- The way that it goes: `mail`, or the hash of a webhook's address, which is a secret. One way that is closed keeps
    -- nothing on another from being sent.
    way        TEXT   NOT NULL,
    -- Address of somebody on the staff; '' where the message or the way says who gets it.
    receiver     TEXT   NOT NULL,
    queued_at    BIGINT NOT NULL,
    -- Tries that failed.
    tries        BIGINT NOT NULL DEFAULT 0,
    -- Not before.
    next_at      BIGINT NOT NULL,
    -- Somebody is sending it until then; 0: nobody.
    leased_until BIGINT NOT NULL DEFAULT 0,
    -- Since when nobody tries any more: it could not be sent in all its time. 0: it has still to be sent.
    given_up_at  BIGINT NOT NULL DEFAULT 0,
    UNIQUE (message_id, kind, way, receiver)
);

CREATE INDEX outgoing_by_time ON outgoing (way, given_up_at, next_at);

-- Messages whose data was taken away. A restore leaves these rows and adds those of the backup, so that no older backup
-- brings such a message back. An id is random and says nothing of anybody.
CREATE TABLE ended_messages (
    id       TEXT   NOT NULL PRIMARY KEY,
    -- By the sender, who still sees that it was, or by staff, and then nothing is left.
    state    TEXT   NOT NULL CHECK (state IN ('withdrawn', 'purged')),
    ended_at BIGINT NOT NULL
);
