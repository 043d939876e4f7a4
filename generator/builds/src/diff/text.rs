//! PURE: a short diff for people. Documents and payloads are published on a few very long lines:
//! they are broken at elements and values first, and of a line that is still long only the part
//! around the change is shown.

use similar::{Change, ChangeTag, DiffOp, DiffTag, TextDiff};

/// Lines shown around a change.
const CONTEXT: usize = 1;

/// Longer diffs are cut: a reader that needs more compares the files.
const MAX_LINES: usize = 120;

/// Maximum number of characters that are shown of a line.
const MAX_WIDTH: usize = 160;

/// Characters shown before the first one that differs.
const LEAD: usize = 40;

/// Differences of `after` to `before`: lines that begin with `-`, `+` or a space. `None`: it
/// is no text.
pub fn diff(before: &[u8], after: &[u8], media_type: &str) -> Option<String> {
    let before = lines(before, media_type)?;
    let after = lines(after, media_type)?;
    let diff = TextDiff::from_lines(before.as_str(), after.as_str());
    let mut shown = Vec::new();
    for (number, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if number > 0 {
            shown.push("…".to_owned());
        }
        for op in group {
            let changes = diff.iter_changes(op);
            shown.extend(changes.map(|change| marked_line(&diff, op, &change)));
        }
    }
    if shown.len() > MAX_LINES {
        let more = shown.len() - MAX_LINES;
        shown.truncate(MAX_LINES);
        shown.push(format!("… and {more} more lines"));
    }
    Some(shown.join("\n"))
}

/// A line with its mark in front.
fn marked_line(diff: &TextDiff<'_, '_, str>, op: &DiffOp, change: &Change<&str>) -> String {
    let line = change.value().trim_end_matches('\n');
    let (mark, from) = match change.tag() {
        ChangeTag::Equal => (' ', 0),
        ChangeTag::Delete => ('-', first_difference(diff, op, change)),
        ChangeTag::Insert => ('+', first_difference(diff, op, change)),
    };
    format!("{mark}{}", part(line, from))
}

/// Number of the first character in which a line differs from the one that it replaces, or is
/// replaced by; 0 if there is no such line.
fn first_difference(diff: &TextDiff<'_, '_, str>, op: &DiffOp, change: &Change<&str>) -> usize {
    let (tag, old, new) = op.as_tag_tuple();
    if tag != DiffTag::Replace || old.len() != new.len() {
        return 0;
    }
    let place = change.old_index().map_or_else(
        || change.new_index().unwrap_or(new.start) - new.start,
        |index| index - old.start,
    );
    let old = diff.old_slice(old.start + place);
    let pair = old.zip(diff.new_slice(new.start + place));
    pair.map_or(0, |(old, new)| common(old, new))
}

/// The text with a line per element or value.
fn lines(bytes: &[u8], media_type: &str) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let is_json = media_type.starts_with("application/json");
    if !is_json && !media_type.starts_with("text/") && !media_type.contains("xml") {
        return None;
    }
    let value = is_json.then(|| serde_json::from_str::<serde_json::Value>(text).ok());
    let spread = value
        .flatten()
        .and_then(|value| serde_json::to_string_pretty(&value).ok());
    let text = spread.unwrap_or_else(|| text.to_owned());
    // Documents contain JSON, too, in which `<` is escaped.
    let broken = [
        ("><", ">\n<"),
        ("\\u003e\\u003c", "\\u003e\n\\u003c"),
        (",\"", ",\n\""),
        ("\\n", "\\n\n"),
    ];
    Some(
        broken
            .iter()
            .fold(text, |text, (from, to)| text.replace(from, to)),
    )
}

/// How many characters two lines begin with in common.
fn common(old: &str, new: &str) -> usize {
    old.chars()
        .zip(new.chars())
        .take_while(|(a, b)| a == b)
        .count()
}

/// A line, or the part of it around the character number `from`.
fn part(line: &str, from: usize) -> String {
    if line.chars().count() <= MAX_WIDTH {
        return line.to_owned();
    }
    let start = from.saturating_sub(LEAD);
    let before = if start > 0 { "…" } else { "" };
    let mut rest = line.chars().skip(start);
    let shown: String = rest.by_ref().take(MAX_WIDTH).collect();
    let after = if rest.next().is_some() { "…" } else { "" };
    format!("{before}{shown}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str = "text/html; charset=utf-8";
    const JSON: &str = "application/json";

    fn diff_text(before: &str, after: &str, media_type: &str) -> String {
        diff(before.as_bytes(), after.as_bytes(), media_type).unwrap()
    }

    #[test]
    fn elements_and_values_have_lines_of_their_own() {
        let html = diff_text(
            "<main><h1>Old</h1><p>a</p></main>",
            "<main><h1>New</h1><p>a</p></main>",
            HTML,
        );
        assert_eq!(html, " <main>\n-<h1>Old</h1>\n+<h1>New</h1>\n <p>a</p>");
        let json = diff_text(r#"{"a":1,"b":[1,2]}"#, r#"{"a":1,"b":[1,3]}"#, JSON);
        assert_eq!(json, "     1,\n-    2\n+    3\n   ]");
    }

    #[test]
    fn of_a_long_line_the_part_around_the_change_is_shown() {
        let long = |word: &str| format!("<p>{}{word}{}</p>", "潮".repeat(500), "生".repeat(500));
        let told = diff_text(&long("old"), &long("new"), HTML);
        let (first, second) = told.split_once('\n').unwrap();
        assert!(
            first.starts_with("-…潮") && first.contains("潮old生") && first.ends_with("生…"),
            "{first}"
        );
        assert!(
            second.starts_with("+…潮") && second.contains("潮new生"),
            "{second}"
        );
        assert!(told.chars().count() < 2 * (MAX_WIDTH + 4), "{told}");
    }

    #[test]
    fn a_long_diff_is_cut_and_says_so() {
        let many = |letter: char| {
            (0..500)
                .map(|n| format!("<i>{letter}{n}</i>"))
                .collect::<String>()
        };
        let told = diff_text(&many('a'), &many('b'), HTML);
        assert_eq!(told.lines().count(), MAX_LINES + 1);
        assert!(told.ends_with("… and 880 more lines"), "{told}");
    }

    #[test]
    fn what_is_no_text_has_no_diff() {
        assert_eq!(diff(b"\x89PNG", b"GIF", "image/png"), None);
        assert_eq!(diff(b"\xff", b"a", HTML), None);
        assert_eq!(diff_text("a", "a", HTML), "");
    }
}
