//! HTTP as pure functions over a request's head: its target, its client, the formats that it
//! accepts, and the common parts of all answers.
//!
//! Each file is one decision with a table of cases. This module opens no file, does not wait, has
//! no state, and does not know the site.

pub(crate) mod body;
pub(crate) mod cache_policy;
pub(crate) mod claims;
pub(crate) mod client;
pub(crate) mod conditional;
pub(crate) mod cookie;
pub(crate) mod cross_site;
pub(crate) mod destination;
pub(crate) mod encoding;
pub(crate) mod front_door;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod http_challenge;
pub(crate) mod locale;
pub(crate) mod observed_body;
pub(crate) mod path;
pub(crate) mod qvalue;
pub(crate) mod rejection;
pub(crate) mod target;
pub(crate) mod trace_context;
pub(crate) mod visit;
