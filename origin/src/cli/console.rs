//! Lines for people and for programs.

use std::io::{IsTerminal, Write};

use anyhow::{Context, bail};

/// Announces a step to a person; programs read standard output.
pub(crate) fn announce(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Writes one line for the caller of the program; scripts and tests read it.
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

/// A text without characters that a terminal obeys: controls, and those that turn the direction of
/// writing.
pub(crate) fn plain(text: &str) -> String {
    let is_obeyed = |char: char| {
        char.is_control()
            || matches!(
                char,
                '\u{061c}'
                    | '\u{200b}'..='\u{200f}'
                    | '\u{2028}'..='\u{202e}'
                    | '\u{2060}'..='\u{206f}'
                    | '\u{feff}'
                    | '\u{fff9}'..='\u{fffb}'
            )
    };
    let plain = |char: char| if is_obeyed(char) { '\u{fffd}' } else { char };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_sender_wrote_moves_the_cursor() {
        assert_eq!(plain("a\u{1b}[2Jb\u{9b}c\u{202e}d\te"), "a�[2Jb�c�d�e");
        assert_eq!(plain("潮汐 – Tide №1"), "潮汐 – Tide №1");
    }
}
