//! PURE: names in angle brackets: which are elements of HTML, and which are words.

use std::borrow::Cow;

use memchr::memmem;

/// Elements of HTML, those that browsers still know among them, sorted.
const KNOWN: [&str; 136] = [
    "a",
    "abbr",
    "acronym",
    "address",
    "applet",
    "area",
    "article",
    "aside",
    "audio",
    "b",
    "base",
    "basefont",
    "bdi",
    "bdo",
    "bgsound",
    "big",
    "blink",
    "blockquote",
    "body",
    "br",
    "button",
    "canvas",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "data",
    "datalist",
    "dd",
    "del",
    "details",
    "dfn",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "fieldset",
    "figcaption",
    "figure",
    "font",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "input",
    "ins",
    "kbd",
    "label",
    "legend",
    "li",
    "link",
    "main",
    "map",
    "mark",
    "marquee",
    "math",
    "menu",
    "meta",
    "meter",
    "nav",
    "nobr",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "ol",
    "optgroup",
    "option",
    "output",
    "p",
    "param",
    "picture",
    "plaintext",
    "pre",
    "progress",
    "q",
    "rb",
    "rp",
    "rt",
    "rtc",
    "ruby",
    "s",
    "samp",
    "script",
    "search",
    "section",
    "select",
    "slot",
    "small",
    "source",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "summary",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
    "template",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "time",
    "title",
    "tr",
    "track",
    "tt",
    "u",
    "ul",
    "var",
    "video",
    "wbr",
    "xmp",
];

/// Elements without an end.
const VOID: [&str; 16] = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "link", "meta", "param", "source", "wbr",
];

/// True for an element of HTML; `name` is in lower case.
pub(super) fn is_known(name: &str) -> bool {
    KNOWN.binary_search(&name).is_ok()
}

/// True for an element that has no end.
pub(super) fn is_void(name: &str) -> bool {
    VOID.contains(&name)
}

/// True if `text`, which begins with `<`, begins with words in angle brackets that a parser of
/// Markdown would take for HTML. Comments are meant to be hidden, and addresses (`<https:…>`,
/// `<a@b>`) are Markdown's own.
pub fn is_word(text: &str) -> bool {
    let rest = &text[1..];
    if let Some(declaration) = rest.strip_prefix('!') {
        let is_name = |it: char| it.is_ascii_alphabetic();
        return declaration.starts_with(is_name) || declaration.starts_with("[CDATA[");
    }
    if rest.starts_with('?') {
        return true;
    }
    let name = name(rest.strip_prefix('/').unwrap_or(rest));
    !name.is_empty() && !is_known(&in_lower_case(name)) && is_tag(rest)
}

/// `name` in lower case, as nearly everybody writes it.
pub(super) fn in_lower_case(name: &str) -> Cow<'_, str> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    }
}

/// True if `rest`, which follows a `<`, has the form of a whole tag. CommonMark's rule, without
/// that of values: text between two quotation marks is one.
fn is_tag(rest: &str) -> bool {
    let (is_end, rest) = rest
        .strip_prefix('/')
        .map_or((false, rest), |rest| (true, rest));
    let mut rest = &rest[name(rest).len()..];
    loop {
        let trimmed = rest.trim_start_matches([' ', '\t', '\n']);
        if trimmed.starts_with('>') || (!is_end && trimmed.starts_with("/>")) {
            return true;
        }
        let is_name = |it: char| it.is_ascii_alphanumeric() || "_:.-".contains(it);
        let begins = trimmed.starts_with(|it: char| it.is_ascii_alphabetic() || "_:".contains(it));
        if is_end || trimmed.len() == rest.len() || !begins {
            return false;
        }
        rest = after_value(trimmed.trim_start_matches(is_name));
    }
}

/// The text behind the value of an attribute, if `rest` begins with one.
fn after_value(rest: &str) -> &str {
    let Some(value) = rest.trim_start().strip_prefix('=').map(str::trim_start) else {
        return rest;
    };
    let quoted = ['"', '\''].into_iter().find_map(|quote| {
        let (_, after) = value.strip_prefix(quote)?.split_once(quote)?;
        Some(after)
    });
    let is_bare = |it: char| !it.is_ascii_whitespace() && !"\"'=<>`".contains(it);
    quoted.unwrap_or_else(|| value.trim_start_matches(is_bare))
}

/// Drawings and formulas, with element names of their own.
#[derive(Debug, Default)]
pub(super) struct Foreign {
    /// Whether no end of `svg` and of `math` is left in the text.
    have_no_end: [bool; 2],
}

impl Foreign {
    /// Bytes of `text`, which begins with `<`, up to the next place at which words may begin.
    pub(super) fn skip(&mut self, text: &str) -> usize {
        let name = name(&text[1..]);
        let ends = ["</svg", "</math"].into_iter().zip(&mut self.have_no_end);
        for (end, has_no_end) in ends {
            if name.eq_ignore_ascii_case(&end[2..]) && !*has_no_end {
                let found = memmem::find(text.as_bytes(), end.as_bytes());
                *has_no_end = found.is_none();
                return found.unwrap_or(1);
            }
        }
        1
    }
}

/// The letters, digits and hyphens that begin `text`, if the first is a letter.
pub(super) fn name(text: &str) -> &str {
    let is_part = |it: &u8| it.is_ascii_alphanumeric() || *it == b'-';
    let length = text.bytes().take_while(is_part).count();
    match text.as_bytes().first() {
        Some(first) if first.is_ascii_alphabetic() => &text[..length],
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_are_sorted() {
        assert!(KNOWN.is_sorted());
        assert!(VOID.iter().all(|name| is_known(name)));
    }

    #[test]
    fn words_in_angle_brackets_are_told_from_elements() {
        for text in [
            "<T>",
            "</T>",
            "<name>",
            "<your-name>",
            "<T/>",
            "<K extends V>",
            "<?xml version='1'?>",
            "<!DOCTYPE html>",
            "<![CDATA[x]]>",
            "<custom-element a=b>",
            "<n\n>",
            "<n a='>' b = c>",
            "<n and m>",
        ] {
            assert!(is_word(text), "{text}");
        }
        for text in [
            "<b>",
            "</B>",
            "<br/>",
            "<img src=x>",
            "<https://e.example>",
            "<a@b.example>",
            "<",
            "<!-- x -->",
            "< T>",
            "<![x]",
            "<!",
            "<3",
            "<姓名>",
            "<K,V>",
            "<T",
            "<n && m>",
            "<n a=\">",
            "</n m>",
            "<n m",
        ] {
            assert!(!is_word(text), "{text}");
        }
    }
}
