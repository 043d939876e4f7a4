//! Lines for people and for programs.

use std::io::{IsTerminal, Write};

use anyhow::{Context, bail};

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

/// Asks a person before something that cannot be undone, unless `--yes` has answered. Ends the
/// command if the answer is another one, or nobody is there to give it.
pub(crate) fn confirm(question: &str, yes: bool) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    let (input, mut terminal) = (std::io::stdin(), std::io::stderr());
    if !input.is_terminal() || !terminal.is_terminal() {
        bail!("about to {question}: say `--yes` where nobody can be asked; nothing was deleted");
    }
    write!(terminal, "{question}? [y/N] ").and_then(|()| terminal.flush())?;
    let mut answer = String::new();
    input.read_line(&mut answer).context("no answer came")?;
    match answer.trim() {
        "y" | "Y" | "yes" => Ok(()),
        _ => bail!("nothing was deleted"),
    }
}
