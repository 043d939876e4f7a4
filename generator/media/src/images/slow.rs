//! A line for a person that waits: pictures take seconds, and an editor should know the reason.

use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::Media;
use generator_ground::diagnostic::console;
use generator_ground::message::{Language, Message};

/// Time after which the line is printed.
const PATIENCE: Duration = Duration::from_millis(500);

/// Does `work`, and prints that pictures of `sources` are being made once that takes long.
pub(super) fn with_notice<T>(
    sources: &[&Media],
    language: Language,
    work: impl FnOnce() -> T,
) -> T {
    let Some(message) = message(sources) else {
        return work();
    };
    std::thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        scope.spawn(move || {
            if is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                console::note(&message.text(language));
            }
        });
        let made = work();
        drop(done);
        made
    })
}

/// `encoding table.jpg …`; none if there is no image to encode.
fn message(sources: &[&Media]) -> Option<Message> {
    let (first, rest) = sources.split_first()?;
    let name = Path::new(&first.file).file_name().unwrap_or_default();
    let message = match rest {
        [] => Message::new("encoding"),
        rest => Message::new("encoding/others").with("others", rest.len()),
    };
    Some(message.with("file", name.to_string_lossy().into_owned()))
}

#[cfg(test)]
mod tests {
    use contract::Hash;
    use contract::build::Access;

    use super::*;

    #[test]
    fn the_file_is_named_and_others_are_counted() {
        let media = |file: &str| Media {
            path: String::new(),
            file: file.to_owned(),
            source: file.into(),
            hash: Hash::of(b""),
            size: 0,
            media_type: "image/jpeg",
            access: Access::Public,
            pixels: None,
        };
        let [a, b] = ["content/news/a/table.jpg", "content/news/b/chair.png"].map(media);
        fn text(sources: &[&Media]) -> Option<String> {
            Some(message(sources)?.text(Language::English))
        }
        assert_eq!(text(&[]), None);
        assert_eq!(text(&[&a]).unwrap(), "encoding table.jpg …");
        let both = "encoding table.jpg and 1 other picture …";
        assert_eq!(text(&[&a, &b]).unwrap(), both);
    }
}
