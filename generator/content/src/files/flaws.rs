//! PURE: text that is legal in its file and that no author means: markers of a merge that was not
//! finished, and characters that cannot be seen.

use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem::Finder;
use pulldown_cmark::{Event, Options, Parser, Tag};
use yaml_reader::{TextRange, is_unprintable};

use super::front_matter;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;

/// Signs of one marker of `git`.
const MARKER: usize = 7;

static MARKERS: LazyLock<[Finder<'static>; 3]> =
    LazyLock::new(|| [b"<<<<<<<", b">>>>>>>", b"|||||||"].map(Finder::new));

/// The first flaw in `text`, by which the file cannot be used.
pub(crate) fn check(file: &str, text: &str) -> Option<Diagnostic> {
    conflict_marker(file, text).or_else(|| unprintable(file, text))
}

/// Marks that change the direction of the text after them, which shows other words than are
/// written.
pub(crate) fn hidden_turns(file: &str, text: &str) -> Vec<Diagnostic> {
    let is_turn =
        |it: &(usize, char)| matches!(it.1, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    // All of them begin with the same byte in UTF-8, as quotation marks do.
    let places = memchr::memchr_iter(0xe2, text.as_bytes());
    let found = places.filter_map(|at| Some((at, text[at..].chars().next()?)));
    let found = found.filter(is_turn);
    let lines = found.map(|(at, character)| (place(text, at), character));
    let mut told: Vec<Diagnostic> = Vec::new();
    for (place, character) in lines {
        // One warning for each line.
        if told
            .last()
            .is_some_and(|last| last.line == Some(place.line))
        {
            continue;
        }
        let message = Message::new("direction-mark").with("character", name(character));
        told.push(Diagnostic::new(file, message).at(text, place).warning());
    }
    told
}

/// A character that no text may hold.
fn unprintable(file: &str, text: &str) -> Option<Diagnostic> {
    if !may_have_unprintable(text.as_bytes()) {
        return None;
    }
    let (at, character) = text.char_indices().find(|(_, it)| is_unprintable(*it))?;
    let message = Message::new("control-character").with("character", name(character));
    Some(Diagnostic::new(file, message).at(text, place(text, at)))
}

/// First bytes of unprintable characters among those that begin as Chinese punctuation does.
static STARTS: LazyLock<[Finder<'static>; 2]> =
    LazyLock::new(|| [b"\xef\xb7", b"\xef\xbf"].map(Finder::new));

/// Bytes that are looked at together, which compilers do in few instructions.
const CHUNK: usize = 64;

/// False if no character of a text in UTF-8 is unprintable: all files of a site are looked through,
/// and hardly one has a byte for which each character has to be read.
fn may_have_unprintable(text: &[u8]) -> bool {
    // Control characters of ASCII, first bytes of the others, and of all code points from U+10000.
    let is_rare = |byte: u8| {
        (byte < b' ') & (byte != b'\t') & (byte != b'\n') & (byte != b'\r')
            | (byte == 0x7f)
            | (byte == 0xc2)
            | (byte >= 0xf0)
    };
    let has_rare = |chunk: &[u8]| chunk.iter().fold(false, |any, byte| any | is_rare(*byte));
    text.chunks(CHUNK).any(has_rare) || STARTS.iter().any(|start| start.find(text).is_some())
}

/// The name of a character that cannot be shown: `U+0008`.
pub(crate) fn name(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

/// A line by which `git` divides two versions of a text.
fn conflict_marker(file: &str, text: &str) -> Option<Diagnostic> {
    if !MARKERS
        .iter()
        .any(|signs| signs.find(text.as_bytes()).is_some())
    {
        return None;
    }
    let code = match file.ends_with(".md") {
        true => code_blocks(text),
        false => Vec::new(),
    };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(at) = marker(line)
            && !code.iter().any(|block| block.contains(&(start + at)))
        {
            let place = TextRange {
                length: u32::try_from(line.trim().chars().count()).unwrap_or(1),
                ..place(text, start + at)
            };
            let message = Message::new("conflict-marker");
            return Some(Diagnostic::new(file, message).at(text, place));
        }
        start += line.len();
    }
    None
}

/// Where a marker begins in `line`. That of a quotation or a list item may be set in; a line of
/// seven `>` or of seven `|` with other words is one at the margin alone.
fn marker(line: &str) -> Option<usize> {
    let bare = line.trim_start_matches('\u{feff}').trim_end();
    let margin = line.len() - line.trim_start_matches('\u{feff}').len();
    let is_inside =
        |it: char| it.is_ascii_whitespace() || it.is_ascii_digit() || ">-*+.)".contains(it);
    let set_in = bare.trim_start_matches(is_inside);
    if is_marker(set_in, '<') {
        return Some(margin + bare.len() - set_in.len());
    }
    let is_old = is_marker(bare, '|') && bare.len() > MARKER && !bare[MARKER..].contains('|');
    (is_marker(bare, '>') || is_old).then_some(margin)
}

/// True for seven signs, alone or with a name after them.
pub(crate) fn is_marker(line: &str, sign: char) -> bool {
    let rest = line.trim_start_matches(sign);
    line.len() - rest.len() == MARKER && (rest.is_empty() || rest.starts_with(' '))
}

/// The blocks of code in the body of a Markdown file, where markers may be shown.
fn code_blocks(text: &str) -> Vec<Range<usize>> {
    let body = front_matter::split(text).map_or(text.len(), |parts| parts.body);
    let events = Parser::new_ext(&text[body..], Options::ENABLE_GFM | Options::ENABLE_TABLES);
    let blocks = events.into_offset_iter().filter_map(|(event, bytes)| {
        let is_code = matches!(event, Event::Start(Tag::CodeBlock(_)));
        is_code.then_some(bytes.start + body..bytes.end + body)
    });
    blocks.collect()
}

/// The place of the character at byte `at`.
pub(super) fn place(text: &str, at: usize) -> TextRange {
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
    TextRange {
        line: number(1 + before.bytes().filter(|byte| *byte == b'\n').count()),
        column: number(1 + before[start..].chars().count()),
        length: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Code, line and column of the flaw in a file.
    fn flaw(file: &str, text: &str) -> Option<(String, u32, u32)> {
        let found = check(file, text)?;
        Some((found.code().to_owned(), found.line?, found.column?))
    }

    const ENTRY: &str = "content/news/a/en.md";
    const CONFLICT: &str = "<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> editor-two\n";

    #[test]
    fn markers_of_an_unfinished_merge_are_found_with_their_line() {
        let front = "---\ntitle: a\n---\n";
        let crlf = format!("{front}x\n\n{CONFLICT}").replace('\n', "\r\n");
        let cases = [
            (ENTRY, format!("{front}x\n\n{CONFLICT}"), 6),
            (ENTRY, crlf, 6),
            (ENTRY, format!("{front}- a\n{CONFLICT}- b\n"), 5),
            (ENTRY, format!("{front}> a\n> <<<<<<< HEAD\n> b\n"), 5),
            (ENTRY, format!("{front}1. a\n   <<<<<<< HEAD\n"), 5),
            (
                ENTRY,
                format!("{front}a\n||||||| parent of 1234567\nb\n"),
                5,
            ),
            (
                ENTRY,
                format!("{front}a\n=======\nb\n>>>>>>> editor-two\n"),
                7,
            ),
            (ENTRY, format!("---\n{CONFLICT}---\n"), 2),
            (ENTRY, format!("\u{feff}{CONFLICT}"), 1),
            (ENTRY, format!("{front}```\ncode\n```\n{CONFLICT}"), 7),
            (ENTRY, format!("{front}<<<<<<<\na\n"), 4),
            ("content/site.yaml", format!("a: 1\n{CONFLICT}"), 2),
            ("content/redirects.yaml", format!("\u{feff}{CONFLICT}"), 1),
            ("content/people/a.yaml", format!("a:\n  - b\n{CONFLICT}"), 3),
            (
                "content/people/_schema.json",
                format!("{{\n{CONFLICT}}}"),
                2,
            ),
        ];
        for (file, text, line) in cases {
            let found = flaw(file, &text).map(|(code, line, _)| (code, line));
            assert_eq!(found, Some(("conflict-marker".to_owned(), line)), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_marker_is_none() {
        let front = "---\ntitle: a\n---\n";
        for body in [
            format!("```\n{CONFLICT}```\n"),
            format!("~~~text\n{CONFLICT}~~~\n"),
            format!("- a\n\n  ```\n  {}```\n", CONFLICT.replace('\n', "\n  ")),
            "a\n\n    <<<<<<< HEAD\n    b\n".to_owned(),
            "Title\n=======\n\nwords\n".to_owned(),
            "<<<<<<<< eight\n\n<<<<<< six\n".to_owned(),
            "|a|b|c|d|e|f|\n|-|-|-|-|-|-|\n|||||||\n".to_owned(),
            "a `<<<<<<< HEAD` b\n".to_owned(),
            ">>>>>>>> deep\n".to_owned(),
        ] {
            assert_eq!(flaw(ENTRY, &format!("{front}{body}")), None, "{body}");
        }
    }

    #[test]
    fn characters_that_no_text_holds_are_found_with_line_and_column() {
        for character in [
            '\0',
            '\u{8}',
            '\u{b}',
            '\u{c}',
            '\u{1b}',
            '\u{7f}',
            '\u{85}',
            '\u{9f}',
            '\u{fdd0}',
            '\u{fffe}',
            '\u{ffff}',
            '\u{1fffe}',
            '\u{10ffff}',
        ] {
            let text = format!("---\ntitle: a\n---\n正文 {character}铃");
            let expected = ("control-character".to_owned(), 4, 4);
            assert_eq!(flaw(ENTRY, &text), Some(expected), "{character:?}");
            assert_eq!(
                flaw("content/site.yaml", &format!("a: {character}"))
                    .unwrap()
                    .2,
                4
            );
        }
        assert_eq!(
            flaw(ENTRY, "\u{feff}---\r\n\ta: \u{a0}\u{200b}\u{200f}😀\r\n---"),
            None
        );
    }

    #[test]
    fn no_unprintable_character_is_passed_over() {
        let passed = ('\0'..=char::MAX).filter(|it| {
            let text = format!("{}，{it}。", "a".repeat(CHUNK));
            is_unprintable(*it) && !may_have_unprintable(text.as_bytes())
        });
        assert_eq!(passed.collect::<String>(), "");
        assert!(!may_have_unprintable("“一”，a\t\r\n".as_bytes()));
    }

    #[test]
    fn marks_that_turn_the_direction_are_warned_of_once_a_line() {
        let text = "a\u{202e}b\u{202c}\nc\n\u{2066}d\u{2069}\u{200f}\n";
        let found = hidden_turns(ENTRY, text);
        let places: Vec<_> = found.iter().map(|it| (it.line, it.column)).collect();
        assert_eq!(places, [(Some(1), Some(2)), (Some(3), Some(1))]);
        assert_eq!(hidden_turns(ENTRY, "مرحبا “a” \u{200f}"), []);
    }
}
