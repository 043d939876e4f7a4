//! The origin from outside: requests in, envelopes out, over a real database and real builds in a temporary folder.
//!
//! | module | what it proves |
//! |---|---|
//! | `requests` | whatever is sent gets an envelope, and bad input never a 5xx |
//! | `content` | system-config and protocol-config follow the live build |
//! | `sign_in` | codes, sessions, names |
//! | `running` | the handle's bound and its end; the program over HTTP |
//! | `operators` | `origin user …` and `origin session …`, beside a running program |
//! | `backup` | backup and restore under load, under damage, and when killed |
//! | `keys` | keys rotate beside a running origin |
//! | `mail` | e-mail over a real SMTP server that takes it, refuses it, hangs, asks for a password, encrypts |
//! | `engines` | PostgreSQL: what is said when it cannot be used, and that the origin outlives its absence |
//!
//! They run on SQLite, and on PostgreSQL when `DATABASE_URL` names a server: `scripts/with-postgres cargo test -p origin`.

#![expect(
    clippy::unwrap_used,
    reason = "what a test cannot go on without ends it"
)]

mod backup;
mod content;
mod database;
mod engines;
mod harness;
mod keys;
mod log;
mod mail;
mod operators;
mod program;
mod requests;
mod running;
mod sign_in;
mod smtp;
