//! A page's markup: its tags, classes and attributes, and the text that is set in a web face.
//!
//! The markup is React's, with bodies that were sanitised: tags are closed and attributes quoted.
//! Other markup is read as far as possible; a misread part is styled after the first paint.

use std::collections::HashSet;

use memchr::{memchr, memmem};

use super::rules::{Rules, Seen, Token};

const VOID: [&[u8]; 13] = [
    b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta",
    b"source", b"track", b"wbr",
];

/// How the characters that HTML needs escaped are written.
const ESCAPED: [(&str, char); 6] = [
    ("&amp;", '&'),
    ("&lt;", '<'),
    ("&gt;", '>'),
    ("&quot;", '"'),
    ("&#x27;", '\''),
    ("&#39;", '\''),
];

/// An element that is open.
struct Open {
    /// Index of the first token of the element.
    tokens: usize,
    is_web: bool,
}

/// Tags, classes and attributes in `markup`, and the characters set in a web face, each once.
pub(super) fn read(markup: &[u8], rules: &Rules) -> (Seen, String) {
    let mut reader = Reader {
        rules,
        seen: rules.none(),
        path: Vec::new(),
        open: Vec::new(),
        characters: String::new(),
        known: HashSet::new(),
    };
    let mut rest = markup;
    loop {
        let Some(at) = memchr(b'<', rest) else {
            reader.text(rest);
            return (reader.seen, reader.characters);
        };
        reader.text(&rest[..at]);
        rest = reader.tag(&rest[at..]);
    }
}

struct Reader<'a> {
    rules: &'a Rules,
    seen: Seen,
    /// Tokens of all open elements.
    path: Vec<Token>,
    open: Vec<Open>,
    characters: String,
    known: HashSet<char>,
}

impl Reader<'_> {
    fn text(&mut self, text: &[u8]) {
        if !self.open.last().is_some_and(|open| open.is_web) {
            return;
        }
        let text = String::from_utf8_lossy(text);
        let mut rest = text.as_ref();
        while let Some(character) = rest.chars().next() {
            let (character, length) = match ESCAPED.iter().find(|(name, _)| rest.starts_with(name))
            {
                Some((name, character)) => (*character, name.len()),
                None => (character, character.len_utf8()),
            };
            rest = &rest[length..];
            if self.known.insert(character) {
                self.characters.push(character);
            }
        }
    }

    /// Reads the tag or the comment at the start of `rest`; returns the rest after it.
    fn tag<'m>(&mut self, rest: &'m [u8]) -> &'m [u8] {
        if rest.starts_with(b"<!--") {
            return after(rest, b"-->");
        }
        if rest.starts_with(b"</") {
            if let Some(open) = self.open.pop() {
                self.path.truncate(open.tokens);
            }
            return after(rest, b">");
        }
        let name_end = rest[1..]
            .iter()
            .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
        let Some(name_end) = name_end.map(|end| end + 1) else {
            return &[];
        };
        let name = &rest[1..name_end];
        let own = self.path.len();
        self.add(name);
        let (follows, is_closed) = self.attributes(&rest[name_end..]);
        let rules = self.rules;
        let (path, own_tokens) = self.path.split_at(own);
        let inherited = self.open.last().is_some_and(|open| open.is_web);
        let is_web = rules.face(own_tokens, path).unwrap_or(inherited);
        if is_closed || VOID.contains(&name) {
            self.path.truncate(own);
            return follows;
        }
        self.open.push(Open {
            tokens: own,
            is_web,
        });
        follows
    }

    /// Reads the attributes of a tag; returns the rest after it, and whether it closes itself.
    fn attributes<'m>(&mut self, mut rest: &'m [u8]) -> (&'m [u8], bool) {
        loop {
            rest = rest.trim_ascii_start();
            if let Some(follows) = rest.strip_prefix(b"/>") {
                return (follows, true);
            }
            if let Some(follows) = rest.strip_prefix(b">") {
                return (follows, false);
            }
            let end = rest.iter().position(|byte| b"= />".contains(byte));
            let Some(end) = end.filter(|end| *end > 0) else {
                return (&[], false);
            };
            let name = &rest[..end];
            rest = &rest[end..];
            let mut value: &[u8] = b"";
            if let Some(quoted) = rest.strip_prefix(b"=\"") {
                let Some(close) = memchr(b'"', quoted) else {
                    return (&[], false);
                };
                value = &quoted[..close];
                rest = &quoted[close + 1..];
            }
            if name == b"class" {
                for class in value.split(|byte| *byte == b' ') {
                    self.add_named(&[b".", class]);
                }
            }
            self.add_named(&[b"[", name, b"]"]);
            if !value.is_empty() {
                self.add_named(&[b"[", name, b"=", value, b"]"]);
            }
        }
    }

    fn add(&mut self, name: &[u8]) {
        if let Some(token) = self.rules.token(name) {
            self.seen.add(token);
            self.path.push(token);
        }
    }

    fn add_named(&mut self, parts: &[&[u8]]) {
        // No selector of a length that matters is longer.
        let mut buffer = [0; 64];
        let mut length = 0;
        for part in parts {
            let Some(place) = buffer.get_mut(length..length + part.len()) else {
                return;
            };
            place.copy_from_slice(part);
            length += part.len();
        }
        self.add(&buffer[..length]);
    }
}

/// The rest after `mark`; empty if it is missing.
fn after<'m>(rest: &'m [u8], mark: &[u8]) -> &'m [u8] {
    memmem::find(rest, mark).map_or(&[], |at| &rest[at + mark.len()..])
}
