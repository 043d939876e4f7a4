//! The origin from outside: requests in, envelopes out, over a real database and real builds in a
//! temporary folder.
//!
//! | module | what it proves |
//! |---|---|
//! | `requests` | whatever is sent gets an envelope, and bad input never a 5xx |
//! | `openapi` | the description of the API is the one in the repository |
//! | `content` | system-config and protocol-config follow the live build |
//! | `captcha` | a question that is asked for free and answered once |
//! | `sign_in` | codes, sessions, names |
//! | `limits` | what nobody can do too often, and that it harms nobody else |
//! | `agreements` | what is accepted is what is in force |
//! | `account` | sessions elsewhere, and the end of an account |
//! | `faults` | a locked database, a full disk, two at once: nothing lost, nothing half written |
//! | `secrecy` | no log line holds an address, a code, a token |
//! | `security` | `docs/security.md` names tests that exist, one for each threat and call |
//! | `properties` | the same as `requests`, over bytes that nobody thought of |
//! | `running` | the handle's bound and its end; the program over HTTP |
//! | `operators` | `origin user …` and `origin session …`, beside a running program |
//! | `backup` | backup and restore under load, under damage, and when killed |
//! | `check` | whether it would start is told truly, and changes nothing |
//! | `keys` | keys rotate beside a running origin |
//! | `mail` | e-mail over a real SMTP server that takes it, refuses it, hangs, asks for a password, encrypts |
//! | `engines` | PostgreSQL: what is said when it cannot be used, and that the origin outlives its absence |
//!
//! They run on SQLite, and on PostgreSQL when `DATABASE_URL` names a server: `scripts/with-postgres
//! cargo test -p origin`.

#![expect(
    clippy::unwrap_used,
    reason = "what a test cannot go on without ends it"
)]

mod account;
mod agreements;
mod answer;
mod backup;
mod builds;
mod captcha;
mod check;
mod content;
mod database;
mod engines;
mod faults;
mod harness;
mod keys;
mod limits;
mod log;
mod mail;
mod openapi;
mod operators;
mod program;
mod properties;
mod requests;
mod running;
mod secrecy;
mod security;
mod sign_in;
mod smtp;
