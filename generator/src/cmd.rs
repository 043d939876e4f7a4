//! One function per subcommand.

pub mod builds;
pub mod site;
pub mod why;
