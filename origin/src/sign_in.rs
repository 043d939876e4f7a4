//! Sign-in by an e-mailed code: accounts, sessions, and the addresses that may register.
//!
//! ```text
//! http ─► rules (login: code, session) ─► store
//!                     └─► letter ─► mail
//! ```

pub(crate) mod http;
pub(crate) mod letter;
mod operator;
pub(crate) mod rules;
pub(crate) mod store;
