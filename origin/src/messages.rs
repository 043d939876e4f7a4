//! Messages of the site's forms: from the form to the letters and notices about them.
//!
//! ```text
//! http ─► rules::submission ─► store ─► outbox ─┬─► letter ─► mail
//!                                               └─► webhooks
//! operator: reading, purging and exporting
//! ```

pub(crate) mod http;
pub(crate) mod letter;
pub(crate) mod operator;
pub(crate) mod outbox;
pub(crate) mod queue;
pub(crate) mod rules;
pub(crate) mod store;
pub(crate) mod webhooks;
