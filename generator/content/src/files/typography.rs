//! PURE: signs of one script in words of another, as a typist leaves them who has not switched the
//! keyboard: `你好,世界`, `ＡＢＣ１２３`, `Hello，world`.
//!
//! All are warnings. Code, addresses and markup are left out: there the signs mean something.

use std::ops::Range;

use memchr::memchr2_iter;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use super::flaws::place;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;

/// Script of a text's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// Chinese characters.
    Han,
    /// A script other than those of Chinese and Japanese: Latin, for example.
    Other,
}

impl Script {
    /// The script of a language; none of one whose signs are mixed in other ways.
    pub(crate) fn of_language(code: &str) -> Option<Self> {
        match code.split('-').next()? {
            "zh" => Some(Self::Han),
            "ja" | "ko" | "yue" | "wuu" => None,
            _ => Some(Self::Other),
        }
    }

    /// The places where a sign may be out of place. A text of this script has few.
    fn places(self, text: &str) -> Vec<usize> {
        let bytes = text.as_bytes();
        match self {
            Self::Han => {
                let is_doubtful = |at: &usize| match bytes[*at] {
                    b',' | b';' | b':' | b'?' | b'!' => true,
                    // Of three bytes, with the full-width signs of Chinese.
                    0xef => text[*at..].starts_with(is_full_width_word),
                    _ => false,
                };
                (0..bytes.len()).filter(is_doubtful).collect()
            }
            // Both begin Chinese signs.
            Self::Other => memchr2_iter(0xe3, 0xef, bytes).collect(),
        }
    }
}

/// A sign that is out of place: where, and the one that is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stray {
    at: usize,
    sign: char,
    meant: char,
}

/// The signs out of place in the body of a Markdown file, which begins at `body`: one warning for
/// each line.
pub(crate) fn check(file: &str, whole: &str, body: usize, script: Script) -> Vec<Diagnostic> {
    let markdown = &whole[body..];
    let stray = |range: Range<usize>| {
        let text = &markdown[range.clone()];
        let found = strays(text, script);
        found.into_iter().map(move |stray| Stray {
            at: body + range.start + stray.at,
            ..stray
        })
    };
    // Hardly a text has one, and to read its markup takes longer.
    if strays(markdown, script).is_empty() {
        return Vec::new();
    }
    let mut told: Vec<Diagnostic> = Vec::new();
    for stray in prose(markdown).into_iter().flat_map(stray) {
        let place = place(whole, stray.at);
        if told
            .last()
            .is_some_and(|last| last.line == Some(place.line))
        {
            continue;
        }
        told.push(
            Diagnostic::new(file, message(stray, script))
                .at(whole, place)
                .warning(),
        );
    }
    told
}

fn message(stray: Stray, script: Script) -> Message {
    let message = match script {
        Script::Han if is_full_width_word(stray.sign) => Message::new("full-width-word"),
        Script::Han => Message::new("half-width-sign"),
        Script::Other => Message::new("chinese-sign"),
    };
    message
        .with("sign", stray.sign.to_string())
        .with("meant", stray.meant.to_string())
}

/// The parts of Markdown that are read as words.
fn prose(markdown: &str) -> Vec<Range<usize>> {
    let options = Options::ENABLE_GFM | Options::ENABLE_TABLES;
    let mut outside = 0_u32;
    let mut parts: Vec<Range<usize>> = Vec::new();
    for (event, range) in Parser::new_ext(markdown, options).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock) => outside += 1,
            Event::End(TagEnd::CodeBlock | TagEnd::HtmlBlock) => {
                outside = outside.saturating_sub(1)
            }
            Event::Start(Tag::Link { link_type, .. }) if is_address(link_type) => outside += 1,
            Event::End(TagEnd::Link) => outside = outside.saturating_sub(1),
            Event::Text(_) if outside == 0 => match parts.last_mut() {
                // The parser divides words at signs that could begin something.
                Some(last) if last.end == range.start => last.end = range.end,
                _ => parts.push(range),
            },
            _ => {}
        }
    }
    parts
}

fn is_address(link: LinkType) -> bool {
    matches!(link, LinkType::Autolink | LinkType::Email)
}

fn strays(text: &str, script: Script) -> Vec<Stray> {
    let stray = |at: usize| {
        let (words, rest) = text.split_at(at);
        let mut signs = rest.chars();
        let sign = signs.next()?;
        let before = words.chars().next_back().unwrap_or(' ');
        let after = signs.next().unwrap_or('\n');
        let meant = match script {
            Script::Han => in_chinese(before, sign, after),
            Script::Other => in_latin(before, sign, after),
        }?;
        Some(Stray { at, sign, meant })
    };
    script.places(text).into_iter().filter_map(stray).collect()
}

/// The sign that is meant in Chinese words, if another one is written.
fn in_chinese(before: char, sign: char, after: char) -> Option<char> {
    if is_full_width_word(sign) {
        return half_width(sign);
    }
    let meant = match sign {
        ',' => '，',
        ';' => '；',
        ':' => '：',
        '?' => '？',
        '!' => '！',
        _ => return None,
    };
    let ends = |it: char| is_han(it) || it.is_whitespace();
    (is_han(before) && ends(after)).then_some(meant)
}

/// The sign that is meant in words of a script with spaces, if a Chinese one is written.
fn in_latin(before: char, sign: char, after: char) -> Option<char> {
    let meant = match sign {
        '，' | '、' => ',',
        '。' => '.',
        '；' => ';',
        '：' => ':',
        '？' => '?',
        '！' => '!',
        _ => return None,
    };
    let is_word = |it: char| it.is_alphanumeric() && !is_han(it);
    ((is_word(before) && !is_han(after)) || (is_word(after) && !is_han(before))).then_some(meant)
}

/// Letters and digits of the width of Chinese characters.
fn is_full_width_word(sign: char) -> bool {
    matches!(sign, '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ')
}

fn half_width(sign: char) -> Option<char> {
    char::from_u32(u32::from(sign).checked_sub(0xfee0)?)
}

fn is_han(sign: char) -> bool {
    matches!(sign, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRONT: &str = "---\ntitle: a\n---\n";

    /// Code, line and column of each warning about a body.
    fn warnings(body: &str, script: Script) -> Vec<(String, u32, u32)> {
        let whole = format!("{FRONT}{body}");
        let found = check("content/news/a/zh-CN.md", &whole, FRONT.len(), script);
        let places = found.into_iter();
        places
            .filter_map(|it| Some((it.code().to_owned(), it.line?, it.column?)))
            .collect()
    }

    #[test]
    fn signs_of_a_latin_keyboard_between_chinese_words_are_found() {
        for (body, column) in [
            ("你好,世界", 3),
            ("你好!\n", 3),
            ("问题: 什么", 3),
            ("**重点**是:先看", 8),
            ("| 一 | 二 |\n|-|-|\n| 好? | 三 |", 4),
        ] {
            let found = warnings(body, Script::Han);
            assert_eq!(found.len(), 1, "{body}: {found:?}");
            assert_eq!(
                (&*found[0].0, found[0].2),
                ("half-width-sign", column),
                "{body}"
            );
        }
        assert_eq!(warnings("第１季度", Script::Han)[0].0, "full-width-word");
        assert_eq!(warnings("ＡＢＣ 公司", Script::Han)[0].0, "full-width-word");
    }

    #[test]
    fn signs_of_a_chinese_keyboard_between_latin_words_are_found() {
        for (body, column) in [("Hello，world", 6), ("The end。", 8), ("One、two", 4)] {
            let found = warnings(body, Script::Other);
            assert_eq!(found.len(), 1, "{body}: {found:?}");
            assert_eq!(
                (&*found[0].0, found[0].2),
                ("chinese-sign", column),
                "{body}"
            );
        }
    }

    #[test]
    fn signs_that_are_meant_are_left_alone() {
        for body in [
            "版本 1.2, 1:30, A?B",
            "`你好,世界`",
            "```\n你好,世界\n```",
            "<p title=\"你好,世界\">一</p>",
            "<https://example.com/你好,世界>",
            "[看](/news/你好,世界)",
            "11:30 开始，共 1,234 家",
            "API:接口",
        ] {
            assert_eq!(warnings(body, Script::Han), [], "{body}");
        }
        for body in [
            "The sign 潮。 is Chinese",
            "潮生（Tidewater）",
            "“Quoted”, he said",
            "`a，b`",
        ] {
            assert_eq!(warnings(body, Script::Other), [], "{body}");
        }
    }

    #[test]
    fn a_line_is_warned_of_once() {
        let found = warnings("你,我,他\n好,的", Script::Han);
        let lines: Vec<u32> = found.iter().map(|(_, line, _)| *line).collect();
        assert_eq!(lines, [4, 5]);
    }

    #[test]
    fn japanese_and_korean_have_rules_of_their_own() {
        assert_eq!(Script::of_language("zh-CN"), Some(Script::Han));
        assert_eq!(Script::of_language("en"), Some(Script::Other));
        assert_eq!(Script::of_language("ja"), None);
    }
}
