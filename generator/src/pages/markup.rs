//! PURE: tags and texts of a document.

/// Elements whose content is no text of the page.
const RAW: [&str; 3] = ["script", "style", "noscript"];

/// A part of a document.
pub(crate) enum Token<'a> {
    /// Text between two tags, with references.
    Text(&'a str),
    /// A tag.
    Tag(Tag<'a>),
}

/// The texts and tags of `html` in order, without comments and the content of scripts.
pub(crate) fn tokens(html: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = html;
    std::iter::from_fn(move || {
        loop {
            let at = rest.find('<')?;
            if at > 0 {
                let (text, after) = rest.split_at(at);
                rest = after;
                return Some(Token::Text(text));
            }
            if let Some(comment) = rest.strip_prefix("<!--") {
                rest = comment.split_once("-->").map_or("", |(_, after)| after);
                continue;
            }
            let Some((tag, after)) = Tag::read(rest) else {
                rest = &rest[1..];
                continue;
            };
            rest = after;
            let raw = RAW.iter().find(|name| !tag.is_end && **name == tag.name);
            if let Some(name) = raw {
                let end = format!("</{name}");
                rest = rest.find(&end).map_or("", |at| &rest[at..]);
            }
            return Some(Token::Tag(tag));
        }
    })
}

/// A tag with its attributes.
pub(crate) struct Tag<'a> {
    /// Name of the element.
    pub(crate) name: &'a str,
    /// It ends the element.
    pub(crate) is_end: bool,
    attributes: Vec<(&'a str, &'a str)>,
}

impl<'a> Tag<'a> {
    /// The tag at the beginning of `text`, and the text after it; none: it is a plain `<`.
    fn read(text: &'a str) -> Option<(Self, &'a str)> {
        let inner = text.strip_prefix('<')?;
        let (is_end, inner) = match inner.strip_prefix('/') {
            Some(inner) => (true, inner),
            None => (false, inner),
        };
        let end = inner.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))?;
        let (name, mut rest) = inner.split_at(end);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
            if let Some(after) = rest.strip_prefix('>') {
                let tag = Self {
                    name,
                    is_end,
                    attributes,
                };
                return Some((tag, after));
            }
            let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/' | '='))?;
            let (attribute, after) = rest.split_at(end);
            let (value, after) = match after.strip_prefix('=') {
                None => ("", after),
                Some(after) => match after.strip_prefix(['"', '\'']) {
                    Some(quoted) => {
                        let quote = &after[..1];
                        quoted.split_once(quote)?
                    }
                    None => {
                        let end = after.find(|c: char| c.is_whitespace() || c == '>')?;
                        after.split_at(end)
                    }
                },
            };
            // An odd character would be read again and again.
            if attribute.is_empty() && after.len() == rest.len() {
                return None;
            }
            attributes.push((attribute, value));
            rest = after;
        }
    }

    /// The value of an attribute, without references.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        let mut attributes = self.attributes.iter();
        let (_, value) = attributes.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(unescape(value))
    }
}

/// The text with the characters that references stand for.
pub(crate) fn unescape(text: &str) -> String {
    let references = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#x27;", "'"),
        ("&#39;", "'"),
        ("&nbsp;", "\u{a0}"),
        ("&#x2F;", "/"),
        ("&amp;", "&"),
    ];
    let mut text = text.to_owned();
    for (reference, character) in references {
        if text.contains(reference) {
            text = text.replace(reference, character);
        }
    }
    text
}
