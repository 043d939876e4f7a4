//! Lines for people, in their language, and for programs.

use std::io::{IsTerminal, Write};

use sentences::{Language, Message};

/// The streams of the program, for a reader of one language.
#[derive(Clone, Copy)]
pub(crate) struct Console {
    /// The reader's language.
    pub(crate) language: Language,
}

impl Console {
    /// Announces a step to a person; programs read standard output.
    pub(crate) fn announce(self, line: &Message) {
        let _ = writeln!(std::io::stderr(), "{}", line.text(self.language));
    }

    /// Writes a line to standard output, for a person.
    pub(crate) fn say(self, line: &Message) -> anyhow::Result<()> {
        print(&line.text(self.language))
    }

    /// Asks a person before something that cannot be undone, unless `--yes` has answered. Ends the
    /// command if the answer is another one, or no person is there to give it.
    pub(crate) fn confirm(self, question: Message, yes: bool) -> anyhow::Result<()> {
        if yes {
            return Ok(());
        }
        let (input, mut terminal) = (std::io::stdin(), std::io::stderr());
        if !input.is_terminal() || !terminal.is_terminal() {
            return Err(Message::new("confirm-alone").with("act", question).into());
        }
        let question = Message::new("confirm").with("act", question);
        write!(terminal, "{} [y/N] ", question.text(self.language))?;
        terminal.flush()?;
        let mut answer = String::new();
        let read = input.read_line(&mut answer);
        read.map_err(|error| Message::new("confirm-no-answer").because(error))?;
        match answer.trim() {
            "y" | "Y" | "yes" => Ok(()),
            _ => Err(Message::new("confirm-refused").into()),
        }
    }
}

/// Writes a text and a line break to standard output; scripts and tests read it.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
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
