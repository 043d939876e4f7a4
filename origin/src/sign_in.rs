//! Sign-in by an e-mailed code: accounts, sessions, and the addresses that may register.
//!
//! ```text
//! http ─► rules (login: code, session) ─► store
//!                     └─► letter ─► mail
//! ```

pub(crate) mod code;
pub(crate) mod device;
pub(crate) mod http;
pub(crate) mod registration;
pub(crate) mod session;
pub(crate) mod store;
