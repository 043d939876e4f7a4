//! PURE: elements of HTML among words: a few stay, links and pictures become Markdown, and the
//! others leave their words.

use std::ops::Range;
use std::sync::Arc;

use generator_content::markdown::is_angle_word;
use generator_ground::message::Message;

use super::super::html::{Resolver, to_markdown};
use super::{Edit, Found};

/// Elements that Markdown has no signs for, and that are harmless without attributes.
const KEPT: [&str; 10] = [
    "sub", "sup", "kbd", "ins", "del", "b", "i", "em", "strong", "mark",
];

/// Open elements of a block, of Markdown and of HTML.
#[derive(Default)]
pub(super) struct InlineHtml {
    open: Vec<Open>,
}

/// An element whose end was not read yet.
enum Open {
    /// Emphasis or a link of Markdown.
    Markdown,
    /// One of HTML, with its new start and its new end, if it stays.
    Html {
        name: String,
        range: Range<usize>,
        kept: Option<(String, String)>,
    },
}

impl InlineHtml {
    pub(super) fn open_element(&mut self) {
        self.open.push(Open::Markdown);
    }

    /// Ends an element of Markdown, and all of HTML that began in it.
    pub(super) fn close_element(&mut self, found: &mut Found) {
        while let Some(Open::Html { name, range, .. }) = self.open.pop() {
            remove(&name, range, found);
        }
    }

    /// Elements end with their block.
    pub(super) fn end_block(&mut self, found: &mut Found) {
        for open in std::mem::take(&mut self.open) {
            if let Open::Html { name, range, .. } = open {
                remove(&name, range, found);
            }
        }
    }

    pub(super) fn see(
        &mut self,
        html: &str,
        range: Range<usize>,
        resolve: &Arc<Resolver>,
        found: &mut Found,
    ) {
        if is_angle_word(html) {
            let at = range.start;
            return found.edits.push(Edit::new(at..at, "\\"));
        }
        if html.starts_with("<!--") {
            return found.edits.push(Edit::new(range, ""));
        }
        let (is_end, rest) = match html[1..].strip_prefix('/') {
            Some(rest) => (true, rest),
            None => (false, &html[1..]),
        };
        let end = rest.find(|sign: char| !sign.is_ascii_alphanumeric());
        let name = rest[..end.unwrap_or(rest.len())].to_ascii_lowercase();
        match (&*name, is_end) {
            ("br", _) => found.edits.push(Edit::new(range, "<br>")),
            ("img", _) => {
                let picture = convert(html, range.start, resolve, found);
                found.edits.push(Edit::new(range, picture));
            }
            ("a", false) => {
                let link = convert(&format!("{html}x</a>"), range.start, resolve, found);
                let end = link.strip_prefix("[x").map(str::to_owned);
                let kept = end.map(|end| ("[".to_owned(), end));
                self.open.push(Open::Html { name, range, kept });
            }
            (known, false) if KEPT.contains(&known) => {
                let kept = Some((format!("<{known}>"), format!("</{known}>")));
                self.open.push(Open::Html { name, range, kept });
            }
            (_, false) => remove(&name, range, found),
            (_, true) => self.close(&name, range, found),
        }
    }

    fn close(&mut self, ended: &str, end: Range<usize>, found: &mut Found) {
        let is_last = matches!(self.open.last(), Some(Open::Html { name, .. }) if name == ended);
        let last = is_last.then(|| self.open.pop()).flatten();
        let Some(Open::Html { range, kept, .. }) = last else {
            return found.edits.push(Edit::new(end, ""));
        };
        let (start_tag, end_tag) = kept.unwrap_or_default();
        found.edits.push(Edit::new(range, start_tag));
        found.edits.push(Edit::new(end, end_tag));
    }
}

fn remove(name: &str, range: Range<usize>, found: &mut Found) {
    let report = Message::new("import/element").with("element", name);
    found.reports.push((range.start, report));
    found.edits.push(Edit::new(range, ""));
}

/// An element as Markdown, in one line.
fn convert(html: &str, at: usize, resolve: &Arc<Resolver>, found: &mut Found) -> String {
    match to_markdown(html, resolve.clone()) {
        Ok((markdown, reports)) => {
            let reports = reports.into_iter().map(|report| (at, report));
            found.reports.extend(reports);
            markdown.trim().replace('\n', " ")
        }
        Err(report) => {
            found.reports.push((at, report));
            String::new()
        }
    }
}
