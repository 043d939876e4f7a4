//! Lines for people and for programs.

use std::io::Write;

/// Tells a person what is about to happen; programs read standard output.
pub(crate) fn announce(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Writes one line for whoever started the program; scripts and tests read it.
pub(crate) fn say(line: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
