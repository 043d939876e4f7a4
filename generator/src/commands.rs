//! One function per subcommand: options in, a result printed.
//!
//! The top of the crate: may use everything, and no module uses it. Decides no content, page or
//! build.

pub mod announce;
pub mod builds;
pub mod deploy;
pub mod diff;
pub mod import;
pub mod mcp;
pub mod new;
pub mod preview;
mod purge;
pub mod records;
pub mod site;
pub mod translations;
pub mod trigger;
pub mod upgrade;
pub mod why;
