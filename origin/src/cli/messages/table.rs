//! Messages as a person reads them on a terminal. They contain the sender's text, so no character
//! of it may move the cursor or turn the line around.

use origin::{FileRecord, MessageRecord, UnsentRecord};

use crate::cli::console::plain;

/// The line above a list.
pub(super) const HEAD: &str =
    "NUMBER     RECEIVED          STATE      FORM        FILE                ADDRESS";

/// A message in a list. Its address comes last, because it may be long.
pub(super) fn line(message: &MessageRecord) -> String {
    let file = message.file.as_ref().map_or("-".to_owned(), summary);
    format!(
        "{:9}  {:16}  {:9}  {:10}  {:18}  {}",
        message.number,
        minute(&message.received_at),
        message.state,
        plain(&message.form),
        file,
        plain(&message.email),
    )
}

/// A message as a whole.
pub(super) fn page(message: &MessageRecord) -> String {
    let form = match &message.title {
        Some(title) => format!("{} ({})", plain(title), plain(&message.form)),
        None => format!("{} (not in the live build)", plain(&message.form)),
    };
    let mut lines = vec![
        format!("Number:    {}", message.number),
        format!("Form:      {form}"),
        format!("Received:  {}", message.received_at),
        format!("State:     {} since {}", message.state, message.state_at),
        format!("Language:  {}", plain(&message.language)),
        format!("Address:   {}", or_none(&message.email)),
        format!("Consent:   privacy text {}", plain(&message.consent)),
    ];
    if let Some(file) = &message.file {
        lines.push(format!("File:      {}", plain(&file.name)));
        lines.push(format!("           {}, {}", summary(file), file.media_type));
        lines.push(format!("           SHA-256 {}", file.sha256));
    }
    lines.extend(message.unsent.iter().map(unsent));
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
pub(super) fn sketch(message: &MessageRecord) -> String {
    let received = &message.received_at;
    let day = received.split_once('T').map_or(&**received, |(day, _)| day);
    let file = message.file.as_ref().map_or("", |_| " with its file");
    format!(
        "message {} ({}, {}, {day}){file}",
        message.number,
        plain(&message.form),
        match &*message.email {
            "" => "no address".to_owned(),
            address => plain(address),
        },
    )
}

/// A letter that waits, or that has been given up.
fn unsent(unsent: &UnsentRecord) -> String {
    let UnsentRecord {
        kind, way, tries, ..
    } = unsent;
    let to = match unsent.receiver.as_str() {
        "" => String::new(),
        receiver => format!(" to {}", plain(receiver)),
    };
    let tries = match tries {
        0 => String::new(),
        1 => " after 1 try".to_owned(),
        _ => format!(" after {tries} tries"),
    };
    let when = match (&unsent.given_up_at, &unsent.next_at) {
        (Some(since), _) => format!("given up at {since}{tries}"),
        (None, Some(next)) => format!("next try at {next}{tries}"),
        (None, None) => "waits".to_owned(),
    };
    format!("Unsent:    {kind} by {way}{to}, {when}")
}

/// Size and the scanner's word.
fn summary(file: &FileRecord) -> String {
    let scan = match file.scan.as_str() {
        "off" => "not scanned",
        "pending" => "scan pending",
        other => other,
    };
    format!("{}, {scan}", size(file.size))
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

fn or_none(text: &str) -> String {
    match text {
        "" => "none".to_owned(),
        text => plain(text),
    }
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
