//! The file of receivers. It contains secrets, so only its owner may read it, and no error repeats
//! a value of it.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use notices::receivers::{self, Receiver};

use super::NoticeKind;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::Message;

/// A file of receivers is no longer, in bytes.
const LONGEST: u64 = 64 * 1024;

/// A receiver of notices about builds.
pub type Target = Receiver<NoticeKind>;

/// The receivers of a file.
pub fn read(path: &Path) -> Result<Vec<Target>, Failure> {
    let place = path.display().to_string();
    let usage = |error: anyhow::Error| Failure::new(Exit::Usage, error);
    let unread = |error: std::io::Error| {
        let unread = Message::new("notify-file").with("file", &place);
        usage(unread.because(error))
    };
    let file = File::open(path).map_err(unread)?;
    if file.metadata().map_err(unread)?.mode() & 0o077 != 0 {
        let open = Message::new("notify-file/open").with("file", &place);
        return Err(usage(open.into()));
    }
    let mut text = String::new();
    file.take(LONGEST)
        .read_to_string(&mut text)
        .map_err(unread)?;
    receivers::parse(&text).map_err(|flaw| {
        let wrong = Message::new("notify-file/flaw").with("file", &place);
        usage(wrong.with("flaw", flaw.message()).into())
    })
}

#[cfg(test)]
pub(super) fn some(text: &str) -> Vec<Target> {
    receivers::parse(text).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use generator_ground::message::Language;
    use std::os::unix::fs::PermissionsExt;

    const GOOD: &str = "- url: https://hooks.example/s3cret\n  format: feishu\n  on: [published, failed]\n  secret: word\n";

    #[test]
    fn a_flaw_is_told_in_words_that_hold_no_secret() {
        for (text, flaw) in [
            (GOOD.replace("failed", "received"), "`on`"),
            ("[]".to_owned(), "1 to 16"),
            ("url: https://hooks.example/s3cret".to_owned(), "list"),
            ("- url: \"https://hooks.example/s3cret".to_owned(), "line"),
        ] {
            let flawed = receivers::parse::<NoticeKind>(&text).unwrap_err();
            let words = flawed.message().text(Language::English);
            assert!(words.contains(flaw) && !words.contains("s3cret"), "{words}");
        }
    }

    #[test]
    fn a_file_that_others_can_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify.yaml");
        std::fs::write(&path, GOOD).unwrap();
        for (mode, is_fine) in [(0o600, true), (0o640, false), (0o604, false)] {
            std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            assert_eq!(read(&path).is_ok(), is_fine, "{mode:o}");
        }
    }
}
