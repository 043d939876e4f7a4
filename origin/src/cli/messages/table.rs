//! Messages as a person reads them on a terminal. They contain the sender's text, so no character
//! of it may move the cursor or turn the line around.

use origin::{FileRecord, MessageRecord, UnsentRecord};
use sentences::{Language, Message};
use unicode_width::UnicodeWidthStr;

use crate::cli::console::plain;

/// The line above a list.
pub(super) fn head(language: Language) -> String {
    Message::new("messages-head").text(language)
}

/// A message in a list. Its address comes last, because it may be long.
pub(super) fn line(message: &MessageRecord, language: Language) -> String {
    let file = message.file.as_ref();
    let file = file.map_or("-".to_owned(), |file| summary(file).text(language));
    let space = " ".repeat(18_usize.saturating_sub(file.width()));
    format!(
        "{:9}  {:16}  {:9}  {:10}  {file}{space}  {}",
        message.number,
        minute(&message.received_at),
        message.state,
        plain(&message.form),
        plain(&message.email),
    )
}

/// A message as a whole.
pub(super) fn page(message: &MessageRecord, language: Language) -> String {
    let form = plain(&message.form);
    let form = match &message.title {
        Some(title) => Message::new("message-form").with("title", plain(title)),
        None => Message::new("message-form/gone"),
    }
    .with("form", form);
    let address = match &*message.email {
        "" => Message::new("message-address/none"),
        address => Message::new("message-address").with("address", plain(address)),
    };
    let mut lines = vec![
        Message::new("message-page/number").with("number", &message.number),
        Message::new("message-page/form").with("form", form),
        Message::new("message-page/received").with("at", &message.received_at),
        Message::new("message-page/state")
            .with("state", message.state.to_string())
            .with("since", &message.state_at),
        Message::new("message-page/language").with("language", plain(&message.language)),
        Message::new("message-page/address").with("address", address),
        Message::new("message-page/consent").with("version", plain(&message.consent)),
    ];
    if let Some(file) = &message.file {
        lines.push(Message::new("message-page/file").with("name", plain(&file.name)));
        let summary = Message::new("message-page/size").with("summary", summary(file));
        lines.push(summary.with("type", file.media_type.to_string()));
        lines.push(Message::new("message-page/hash").with("hash", &file.sha256));
    }
    lines.extend(message.unsent.iter().map(unsent));
    let mut lines: Vec<_> = lines.iter().map(|line| line.text(language)).collect();
    for answer in &message.answers {
        lines.push(String::new());
        lines.push(plain(&answer.label));
        lines.extend(
            answer
                .text
                .lines()
                .map(|line| format!("    {}", plain(line))),
        );
    }
    lines.join("\n")
}

/// A message in a question: `message 7K3D-9QXF (bp, ann@example.com, 2026-11-23) with its file`.
pub(super) fn sketch(message: &MessageRecord) -> Message {
    let received = &message.received_at;
    let day = received.split_once('T').map_or(&**received, |(day, _)| day);
    let address = match &*message.email {
        "" => Message::new("message-address/missing"),
        address => Message::new("message-address").with("address", plain(address)),
    };
    match message.file {
        Some(_) => Message::new("message-sketch/with-file"),
        None => Message::new("message-sketch"),
    }
    .with("number", &message.number)
    .with("form", plain(&message.form))
    .with("address", address)
    .with("day", day)
}

/// A letter that waits, or that has been given up.
fn unsent(unsent: &UnsentRecord) -> Message {
    let UnsentRecord {
        kind, way, tries, ..
    } = unsent;
    let tries = tries.unsigned_abs();
    let when = match (&unsent.given_up_at, &unsent.next_at) {
        (Some(at), _) if tries > 0 => Message::new("letter-given-up/tries").with("at", at),
        (Some(at), _) => Message::new("letter-given-up").with("at", at),
        (None, Some(at)) if tries > 0 => Message::new("letter-next/tries").with("at", at),
        (None, Some(at)) => Message::new("letter-next").with("at", at),
        (None, None) => Message::new("letter-waits"),
    }
    .with("tries", tries);
    match unsent.receiver.as_str() {
        "" => Message::new("message-page/unsent"),
        receiver => Message::new("message-page/unsent-to").with("receiver", plain(receiver)),
    }
    .with("kind", kind)
    .with("way", *way)
    .with("when", when)
}

/// Size and the scanner's word.
fn summary(file: &FileRecord) -> Message {
    match file.scan.as_str() {
        "off" => Message::new("file-summary/off"),
        "pending" => Message::new("file-summary/pending"),
        "clean" => Message::new("file-summary/clean"),
        "infected" => Message::new("file-summary/infected"),
        other => Message::new("file-summary").with("scan", other),
    }
    .with("size", size(file.size))
}

fn size(bytes: i64) -> String {
    const KB: i64 = 1_000;
    const MB: i64 = 1_000_000;
    match bytes {
        ..KB => format!("{bytes} B"),
        KB..MB => format!("{} kB", bytes / KB),
        MB.. => format!("{}.{} MB", bytes / MB, bytes % MB / (MB / 10)),
    }
}

/// `2026-11-23 13:45` of `2026-11-23T13:45:12Z`.
fn minute(moment: &str) -> String {
    moment
        .chars()
        .take(16)
        .collect::<String>()
        .replace('T', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        let sizes = [0, 999, 1_000, 999_999, 1_000_000, 20_971_520].map(size);
        assert_eq!(
            sizes,
            ["0 B", "999 B", "1 kB", "999 kB", "1.0 MB", "20.9 MB"]
        );
    }
}
