//! The key that signs requests, from a file as the gateway has it.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::Message;

/// A file of keys is no longer, in bytes.
const LONGEST: u64 = 4096;

/// The first key of `path` that signs requests.
pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let place = path.display().to_string();
    let usage = |error: anyhow::Error| Failure::new(Exit::Usage, error);
    let unread = |error: std::io::Error| {
        let unread = Message::new("key-file").with("file", &place);
        usage(unread.because(error))
    };
    let file = File::open(path).map_err(unread)?;
    if file.metadata().map_err(unread)?.mode() & 0o077 != 0 {
        let open = Message::new("key-file/open").with("file", &place);
        return Err(usage(open.into()));
    }
    let mut text = String::new();
    file.take(LONGEST)
        .read_to_string(&mut text)
        .map_err(unread)?;
    let none = Message::new("key-file/empty").with("file", &place);
    key(&text).ok_or_else(|| usage(none.into()))
}

/// The first line that is a key alone: others are for git hosts.
fn key(text: &str) -> Option<String> {
    let lines = text.lines().map(str::trim);
    let mut keys = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let key = keys.find(|line| !line.contains(char::is_whitespace))?;
    Some(key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn the_first_line_that_is_a_key_alone_signs() {
        for (text, expected) in [
            ("abc\n", Some("abc")),
            ("# CI\n\ngithub xyz\n  new \nold", Some("new")),
            ("gitlab xyz", None),
            ("", None),
        ] {
            assert_eq!(key(text).as_deref(), expected, "{text}");
        }
    }
}
