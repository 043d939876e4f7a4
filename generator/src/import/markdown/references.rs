//! PURE: links, pictures and addresses as Markdown has them.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::LinkType;

use super::super::html::{Reference, Resolver, encode_address};
use super::{Edit, Found};

/// A link whose end was not read yet.
pub(super) struct OpenReference {
    kind: LinkType,
    range: Range<usize>,
    address: String,
    title: String,
    /// The end of its words.
    inner_end: usize,
}

impl OpenReference {
    pub(super) fn new(kind: LinkType, range: Range<usize>, address: &str, title: &str) -> Self {
        Self {
            kind,
            inner_end: range.start + 1,
            range,
            address: address.to_owned(),
            title: title.to_owned(),
        }
    }

    /// Sees the bytes of a part of its words.
    pub(super) fn see(&mut self, part: &Range<usize>) {
        if part.end < self.range.end {
            self.inner_end = self.inner_end.max(part.end);
        }
    }

    pub(super) fn finish(self, text: &str, resolve: &Arc<Resolver>, found: &mut Found) {
        let (start, mut end) = (self.range.start, self.range.end);
        // The parser leaves them out.
        if self.kind == LinkType::Collapsed && text[end..].starts_with("[]") {
            end += 2;
        }
        // Mail is the only address without a scheme in angle brackets.
        if self.kind == LinkType::Email {
            return;
        }
        let resolved = resolve(&Reference::Link(&self.address));
        if self.kind == LinkType::Autolink {
            if let Err(report) = resolved {
                found.reports.push((start, report));
                found.edits.push(Edit::new(start..start + 1, ""));
                found.edits.push(Edit::new(end - 1..end, ""));
            }
            return;
        }
        let rest = &text[self.inner_end..end];
        let Some(close) = rest.find(']') else { return };
        let tail = self.inner_end + close..end;
        let is_empty = text[start + 1..tail.start].trim().is_empty();
        match resolved {
            Ok(address) if address == self.address && self.kind == LinkType::Inline => {}
            Ok(address) => {
                let new = format!("]({})", destination(&address, &self.title));
                found.edits.push(Edit::new(tail, new));
            }
            Err(report) => {
                found.reports.push((start, report));
                if is_empty {
                    return found.edits.push(Edit::new(start..end, ""));
                }
                found.edits.push(Edit::new(start..start + 1, ""));
                found.edits.push(Edit::new(tail, ""));
            }
        }
    }
}

/// A picture in Markdown.
pub(crate) fn picture(alt: &str, name: &str, title: &str) -> String {
    format!("![{}]({})", escape_line(alt), destination(name, title))
}

/// An address and a title, between the brackets of a link.
fn destination(address: &str, title: &str) -> String {
    match title.is_empty() {
        true => encode_address(address),
        false => format!("{} \"{}\"", encode_address(address), escape_line(title)),
    }
}

/// Words in one line, in which no sign has a meaning.
pub(crate) fn escape_line(words: &str) -> String {
    escape(&super::super::fields::plain(words))
}

/// Words in which no sign has a meaning.
pub(super) fn escape(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for sign in words.chars() {
        if "\\`*_[]<>&|~#!\"".contains(sign) {
            text.push('\\');
        }
        text.push(sign);
    }
    text
}

/// Places of addresses in running text of which this product would make links, and refuse them: a
/// space after the colon keeps them words.
pub(super) fn bare_addresses(words: &str) -> Vec<usize> {
    let is_in_scheme = |sign: char| sign.is_ascii_alphanumeric() || "+-.".contains(sign);
    let colons = words.match_indices("://").map(|(at, _)| at);
    let is_refused = |at: &usize| {
        let before = &words[..*at];
        let scheme = &before[before.trim_end_matches(is_in_scheme).len()..];
        !scheme.is_empty() && !["http", "https"].contains(&&*scheme.to_ascii_lowercase())
    };
    colons.filter(is_refused).collect()
}
