//! PURE: shortcodes. Pictures, code and references become Markdown; the others are removed, and
//! the words between them stay.

use std::collections::BTreeMap;
use std::ops::Range;

use generator_ground::message::Message;

use super::super::fields::{first_words, plain};
use super::super::html::encode_address;
use super::super::markdown::{Edit, Lines, ROUNDS, code_ranges, escape_line, picture};

/// Longer shortcodes are text.
const MAX_BYTES: usize = 4_096;

/// The new address of a page that a shortcode names.
type Target<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// Replaces the shortcodes of `lines`, except in code, and reports the removed ones.
///
/// # Errors
/// Each change makes another one necessary.
pub(super) fn replace(
    lines: &mut Lines,
    target: &Target<'_>,
) -> Result<Vec<(usize, Message)>, Message> {
    let mut reports = Vec::new();
    for _ in 0..ROUNDS {
        let (edits, found) = find(lines.text(), target);
        let found = found.into_iter();
        reports.extend(found.map(|(at, message)| (lines.number(at), message)));
        if edits.is_empty() {
            return Ok(reports);
        }
        lines.apply(edits);
    }
    Err(Message::new("import/tangled"))
}

/// One shortcode.
struct Shortcode {
    range: Range<usize>,
    name: String,
    is_end: bool,
    /// Arguments without a name.
    words: Vec<String>,
    named: BTreeMap<String, String>,
}

fn find(text: &str, target: &Target<'_>) -> (Vec<Edit>, Vec<(usize, Message)>) {
    let (mut edits, mut reports) = (Vec::new(), Vec::new());
    let code = code_ranges(text);
    let mut code = code.iter().peekable();
    let mut done = 0;
    // Without an end, no later one has an end, either.
    let mut may_highlight = true;
    for (at, _) in text.match_indices("{{") {
        while code.next_if(|range| range.end <= at).is_some() {}
        let is_code = code.peek().is_some_and(|range| range.start <= at);
        if at < done || is_code {
            continue;
        }
        if let Some((range, literal)) = parse_literal(text, at) {
            done = range.end;
            edits.push(Edit::new(range, literal));
            continue;
        }
        let Some(found) = parse(text, at) else {
            continue;
        };
        done = found.range.end;
        if found.name == "highlight" && !found.is_end && may_highlight {
            if let Some(end) = find_end(text, done) {
                done = end.end;
                let fence = fence(text, &found, end.start);
                edits.push(Edit::new(found.range.start..end.end, fence));
                continue;
            }
            may_highlight = false;
        }
        let new = match &*found.name {
            "figure" | "img" => figure(&found),
            "ref" | "relref" if is_address(&text[..at]) => reference(&found, target),
            _ => None,
        };
        if new.is_none() && !found.is_end {
            let report = Message::new("import/shortcode").with("name", &found.name);
            reports.push((at, report));
        }
        edits.push(Edit::new(found.range, new.unwrap_or_default()));
    }
    (edits, reports)
}

/// A shortcode that is shown: `{{</* x */>}}`.
fn parse_literal(text: &str, at: usize) -> Option<(Range<usize>, String)> {
    for (start, end, begin, close) in [
        ("{{</*", "*/>}}", "{{<", ">}}"),
        ("{{%/*", "*/%}}", "{{%", "%}}"),
    ] {
        let Some(rest) = text[at..].strip_prefix(start) else {
            continue;
        };
        let length = rest.find(end).filter(|length| *length <= MAX_BYTES)?;
        let range = at..at + start.len() + length + end.len();
        let words = format!("{begin}{}{close}", &rest[..length]);
        // A backslash keeps it from being read again.
        let shown = escape_line(&words).replace("{{%", "{\\{%");
        return Some((range, shown));
    }
    None
}

/// The shortcode at `at`, if there is one.
fn parse(text: &str, at: usize) -> Option<Shortcode> {
    let rest = &text[at + 2..];
    let close = match rest.as_bytes().first()? {
        b'<' => ">}}",
        b'%' => "%}}",
        _ => return None,
    };
    let mut most = rest.len().min(MAX_BYTES);
    while !rest.is_char_boundary(most) {
        most -= 1;
    }
    let mut inside = rest[1..most].trim_start();
    let is_end = inside.starts_with('/');
    inside = inside.trim_start_matches('/').trim_start();
    let mut found = Shortcode {
        range: at..at,
        name: String::new(),
        is_end,
        words: Vec::new(),
        named: BTreeMap::new(),
    };
    loop {
        let trimmed = inside.trim_start();
        let ended = trimmed.strip_prefix('/').unwrap_or(trimmed);
        if let Some(after) = ended.strip_prefix(close) {
            let length = after.as_ptr() as usize - text.as_ptr() as usize;
            found.range = at..length;
            return (!found.name.is_empty()).then_some(found);
        }
        let (word, after) = word(trimmed, close)?;
        if found.name.is_empty() {
            // For a message: it may be anything.
            found.name = first_words(&plain(&word)).to_lowercase();
            inside = after;
            continue;
        }
        match after.strip_prefix('=') {
            Some(value) => {
                let (value, after) = self::word(value.trim_start(), close)?;
                found.named.insert(word.to_lowercase(), value);
                inside = after;
            }
            None => {
                found.words.push(word);
                inside = after;
            }
        }
    }
}

/// The first word, or the first text in quotation marks, and the rest.
fn word<'a>(text: &'a str, close: &str) -> Option<(String, &'a str)> {
    let quote = text.chars().next()?;
    if quote == '"' || quote == '`' {
        let rest = &text[1..];
        let mut is_escaped = false;
        for (at, sign) in rest.char_indices() {
            match sign {
                '\\' if quote == '"' && !is_escaped => is_escaped = true,
                _ if sign == quote && !is_escaped => {
                    let word = rest[..at].replace("\\\"", "\"");
                    return Some((word, &rest[at + 1..]));
                }
                _ => is_escaped = false,
            }
        }
        return None;
    }
    // Another shortcode begins: this one has no end.
    if text.starts_with("{{") {
        return None;
    }
    let is_end = |at: usize, sign: char| {
        let rest = &text[at..];
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        sign.is_whitespace() || sign == '=' || sign == '"' || rest.starts_with(close)
    };
    let end = text.char_indices().find(|(at, sign)| is_end(*at, *sign));
    let end = end.map_or(text.len(), |(at, _)| at);
    (end > 0).then(|| (text[..end].to_owned(), &text[end..]))
}

/// The next `{{< /highlight >}}`.
fn find_end(text: &str, from: usize) -> Option<Range<usize>> {
    let starts = text[from..].match_indices("{{").map(|(at, _)| from + at);
    let mut ends = starts.filter_map(|at| parse(text, at));
    let end = ends.find(|found| found.is_end && found.name == "highlight")?;
    Some(end.range)
}

/// A block of code with the words between `begin` and `end`.
fn fence(text: &str, begin: &Shortcode, end: usize) -> String {
    let code = text[begin.range.end..end].trim_matches(['\n', '\r']);
    let mut marks = "```".to_owned();
    while code.contains(&marks) {
        marks.push('`');
    }
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "+-#._".contains(sign);
    let language = begin.words.first().map_or("", String::as_str);
    let language = if language.chars().all(is_plain) {
        language
    } else {
        ""
    };
    let before = &text[..begin.range.start];
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    // In a list, the marks are as far from the margin as the shortcode was.
    let (margin, gap) = match line.trim().is_empty() {
        true => (line, ""),
        false => ("", "\n\n"),
    };
    format!("{gap}{marks}{language}\n{code}\n{margin}{marks}\n")
}

fn figure(found: &Shortcode) -> Option<String> {
    let source = found.named.get("src").or_else(|| found.words.first())?;
    let words = |name: &str| found.named.get(name).filter(|text| !plain(text).is_empty());
    let caption = words("caption").or_else(|| words("title"));
    let alt = words("alt").or(caption).map_or("", String::as_str);
    let below = caption.filter(|caption| *caption != alt);
    let below = below.map(|caption| format!("\n\n*{}*\n\n", escape_line(caption)));
    Some(picture(alt, source, "") + &below.unwrap_or_default())
}

/// Whether an address is expected after these words.
fn is_address(before: &str) -> bool {
    let before = before.trim_end_matches('<');
    before.ends_with(['(', '"', '\'', '=']) || before.trim_end_matches(' ').ends_with("]:")
}

/// The address of a page; the path itself if there is none, which leads nowhere.
fn reference(found: &Shortcode, target: &Target<'_>) -> Option<String> {
    let path = found.named.get("path").or_else(|| found.words.first())?;
    let path = path.trim();
    (!path.is_empty()).then(|| encode_address(&target(path).unwrap_or_else(|| path.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace_in(text: &str) -> (String, Vec<usize>) {
        let mut lines = Lines::new(text.to_owned(), 1);
        let target = |path: &str| (path == "x.md").then(|| "/news/x".to_owned());
        let reports = replace(&mut lines, &target).unwrap();
        let places = reports.into_iter().map(|(line, _)| line).collect();
        (lines.into_text(), places)
    }

    #[test]
    fn known_shortcodes_become_markdown_and_others_are_removed() {
        for (text, expected, reports) in [
            (
                "{{< figure src=\"a b.png\" alt=\"x [y]\" >}}",
                "![x \\[y\\]](a%20b.png)",
                &[][..],
            ),
            (
                "{{< figure src=\"a.png\" alt=\"x\" caption=\"z\" />}}",
                "![x](a.png)\n\n*z*\n\n",
                &[],
            ),
            ("[a]({{< ref \"x.md\" >}})", "[a](/news/x)", &[]),
            ("[a]({{% relref `no.md` %}})", "[a](no.md)", &[]),
            ("see {{< ref x.md >}}", "see ", &[1]),
            (
                "{{< highlight go \"x=1\" >}}\na ``` b\n{{< / highlight >}}",
                "````go\na ``` b\n````\n",
                &[],
            ),
            ("a\n{{< note >}}b{{< /note >}}", "a\nb", &[2]),
            (
                "`{{< x >}}` ~~~\n\n~~~\n{{< x >}}\n~~~",
                "`{{< x >}}` ~~~\n\n~~~\n{{< x >}}\n~~~",
                &[],
            ),
            ("{{</* x */>}}", "{{\\< x \\>}}", &[]),
            ("{{< youtube\n\"a >}} b\" >}}c {{< open", "c {{< open", &[1]),
            ("{{ .Title }} {{<>}}", "{{ .Title }} {{<>}}", &[]),
        ] {
            assert_eq!(
                replace_in(text),
                (expected.to_owned(), reports.to_vec()),
                "{text}"
            );
        }
    }

    #[test]
    fn hostile_shortcodes_end() {
        for text in [
            "{{< ".repeat(50_000),
            "{{< highlight >}}".repeat(20_000),
            "{{< x \"".repeat(5_000),
        ] {
            let mut lines = Lines::new(text, 1);
            let _ = replace(&mut lines, &|_| None);
        }
        let deep = "{{< ".repeat(20) + "x" + &" >}}".repeat(20);
        let mut lines = Lines::new(deep, 1);
        assert!(replace(&mut lines, &|_| None).is_ok());
    }
}
