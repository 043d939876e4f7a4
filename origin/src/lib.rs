//! The embedded backend: what a company with no backend of its own answers `/api` with.
//!
//! ```text
//! gateway ── Handle::call ──┐                            ┌─ content.rs  builds/origin/<hash>.json
//!                           ├─► api.rs ─► api/… ─► domain/ ─► db/  var/origin.db or PostgreSQL
//! origin serve ── serve.rs ─┘   (table)   (parse)   (rules) └─ mail.rs  var/outbox/ or SMTP
//! ```
//!
//! Read `api.rs` first: it is the list of calls. A handler parses, asks the domain once and
//! replies; rules live in `domain/`, SQL in `db/` and `migrations/`. The shapes are
//! `contract::api`: any other backend that answers them can take this one's place.
//!
//! **Invariants**
//! - Cookies are never read: whoever calls sends `Authorization: Bearer`.
//! - Codes and tokens are stored only as hashes, and no log line holds one, nor an address.
//! - Whatever is sent, the answer is an envelope (but for the API's description); bad input is
//!   never a 5xx.
//! - No answer tells, by its words or its time, whether an address has an account.
//! - [`Handle`] has its own runtime and a bounded number of calls, so it cannot slow whoever calls
//!   it.

mod api;
mod backup;
mod captcha;
mod check;
mod config;
mod content;
mod db;
mod domain;
mod error;
mod handle;
mod housekeeping;
mod key;
mod limits;
mod operator;
mod origin;
mod places;
mod secret;
mod texts;
mod watched;

pub mod clock;
pub mod exit;
pub mod mail;
pub mod serve;

pub use api::Body;
pub use backup::{BackupError, Counts, RestoreOptions};
pub use config::{Config, DatabaseUrl, Settings, UnsafeSettings};
pub use db::OpenError;
pub use db::accounts::Account;
pub use domain::captcha::PREDICTABLE_ANSWER;
pub use domain::registration::{NotARule, Pattern, Registration};
pub use domain::user::{Email, Role};
pub use handle::{Busy, Handle};
pub use key::KeyError;
pub use operator::{Operator, OperatorError, rotate_key};
pub use origin::{Origin, StartError};
pub use watched::WatchedError;
