//! Other programs, run with the arguments that they need and none that they could take for an
//! option.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use anyhow::{Context, bail};

/// Bytes of a program's complaint that are shown.
const SHOWN: usize = 2_000;

/// Runs a program, passes it `input`, and returns its output.
pub(super) fn run(mut command: Command, input: &[u8]) -> anyhow::Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env("LC_ALL", "C")
        .env("TZ", "UTC");
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start `{name}`; install it"))?;
    let mut pipe = child.stdin.take();
    // Beside the reading, or both ends could wait for each other.
    let output: std::io::Result<Output> = std::thread::scope(|scope| {
        scope.spawn(move || {
            // A program that ends early reports the reason itself.
            let _ = pipe.as_mut().map(|pipe| pipe.write_all(input));
        });
        child.wait_with_output()
    });
    let output = output.with_context(|| format!("`{name}`"))?;
    let code = output.status.code();
    if output.status.success() {
        return Ok(output.stdout);
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    let shown: String = complaint.trim().chars().take(SHOWN).collect();
    let code = code.map_or_else(|| "a signal".to_owned(), |code| code.to_string());
    bail!("`{name}` ended with {code}: {shown}")
}

/// A text as one word of a POSIX shell.
pub(super) fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_text_is_one_word_whatever_it_says() {
        for text in [
            "plain",
            "two words",
            "it's; rm -rf /",
            "$(id) `id` \\ \"x\"",
            "'",
        ] {
            let mut sh = Command::new("sh");
            sh.arg("-c").arg(format!("printf %s {}", quote(text)));
            assert_eq!(run(sh, b"").unwrap(), text.as_bytes());
        }
    }

    #[test]
    fn a_program_that_fails_says_why_and_one_that_is_missing_is_named() {
        let mut sh = Command::new("sh");
        sh.args(["-c", "echo no room >&2; exit 3"]);
        let error = run(sh, &[b'x'; 1_000_000]).unwrap_err().to_string();
        assert_eq!(error, "`sh` ended with 3: no room");
        let error = run(Command::new("no-such-program"), b"").unwrap_err();
        assert!(error.to_string().contains("no-such-program"));
    }
}
