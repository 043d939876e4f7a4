//! `mcp`: the studio of a running `watch`, for an agent.

use crate::config::options::McpArgs;
use crate::mcp::serve;
use generator_ground::diagnostic::failure::Failure;
use generator_ground::message::Language;
use generator_ground::storage::process_name::user;

/// Serves the studio until standard input ends.
pub fn mcp(args: &McpArgs, language: Language) -> Result<(), Failure> {
    let by = args.by.as_deref().map(str::trim);
    let by = by.filter(|name| !name.is_empty()).map(str::to_owned);
    serve(&args.var, &by.unwrap_or_else(user), language)
}
