//! One function per subcommand.

pub mod builds;
pub mod diff;
pub mod site;
pub mod why;
