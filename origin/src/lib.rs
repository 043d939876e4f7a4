//! The embedded backend: what a company with no backend of its own answers `/api` with.
//!
//! ```text
//! gateway ── Handle::call ──┐                 ┌─ platform/content  builds/origin/<hash>.json
//!                           ├─► api ─► flows ─┼─ db                var/origin.db or PostgreSQL
//! origin serve ── serve ────┘                 └─ mail              var/outbox/ or SMTP
//! ```
//!
//! Read `api/calls.rs` first: it is the list of calls. A handler parses, asks a flow once and
//! replies.
//! The shapes are `contract::api`: any other backend that answers them can take this one's place.
//!
//! # Layout
//!
//! Imports point from the top of this table to its bottom.
//!
//! | module | for |
//! |---|---|
//! | `cli` | the program `origin`: options, commands, what they print |
//! | `operator` | what an operator does to the data: accounts, sessions, keys, backup, restore, check |
//! | `host` | threads, sockets, how many calls at once |
//! | `api` | the calls: parsing, envelopes, refusals, the description in OpenAPI |
//! | `flows` | rules of several steps: sign-in, captchas, housekeeping |
//! | `origin` | the parts of an origin, opened together |
//! | `mail` | letters, the outbox, SMTP |
//! | `db` | SQL, and migrations |
//! | `config` | options, addresses of servers |
//! | `model` | values and rules that need neither database nor mail |
//! | `platform` | clock, keys, secrets, texts, the live build, limits per client |
//!
//! # Invariants
//!
//! - Cookies are never read: whoever calls sends `Authorization: Bearer`.
//! - Codes and tokens are stored only as hashes, and no log line holds one, nor an address.
//! - Whatever is sent, the answer is an envelope (but for the API's description); bad input is
//!   never a 5xx.
//! - No answer tells, by its words or its time, whether an address has an account.
//! - [`Handle`] has its own runtime and a bounded number of calls, so it cannot slow whoever calls
//!   it.

mod api;
mod config;
mod db;
mod flows;
mod host;
mod model;
mod operator;
mod origin;
mod platform;

pub mod mail;

pub use api::Body;
pub use config::{Config, DatabaseUrl, NotAnSmtpUrl, Settings, SmtpUrl, UnsafeSettings};
pub use db::OpenError;
pub use db::accounts::Account;
pub use host::admission::Busy;
pub use host::handle::Handle;
pub use host::serve;
pub use model::captcha::PREDICTABLE_ANSWER;
pub use model::registration::{NotARule, Pattern, Registration};
pub use model::user::{Email, Role};
pub use operator::backup::{BackupError, Counts, RestoreOptions};
pub use operator::{Operator, OperatorError, exit, rotate_key};
pub use origin::{Origin, StartError};
pub use platform::clock;
pub use platform::key::KeyError;
pub use platform::watched::WatchedError;
