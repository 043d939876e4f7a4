//! HTTP as pure functions over a request's head: what it asks for, who asks, what it accepts, and
//! the parts that every answer is made of.
//!
//! Each file is one decision with a table of cases. Nothing here opens, waits, remembers, or knows
//! the site.

pub(crate) mod body;
pub(crate) mod claims;
pub(crate) mod client;
pub(crate) mod conditional;
pub(crate) mod cookie;
pub(crate) mod cross_site;
pub(crate) mod encoding;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod locale;
pub(crate) mod observed_body;
pub(crate) mod path;
pub(crate) mod qvalue;
pub(crate) mod rejection;
pub(crate) mod target;
