//! The `main` of a document as plain HTML that a converter to Markdown understands.
//!
//! A page's layout has cards that are links, terms with their values, boxes side by side, and rows
//! whose first cell is a heading. None of these exist in Markdown: they become lists, words with a
//! space between them, and tables with one row of headings.

use htmd::HtmlToMarkdown;
use htmd::options::{BulletListMarker, HrStyle, Options};
use html5gum::{StartTag, Token};

use crate::text::{LeftOut, attribute, colon_after, ends_before, is_heading, is_inline};

/// Elements that are nested deeper become part of the text around them: a converter of trees
/// descends as deep as they are.
const MAX_DEPTH: usize = 100;

/// Inline elements that layouts set as blocks.
const BOXES: [&[u8]; 3] = [b"a", b"span", b"time"];

/// The first row of a table, among the names of elements in the markup.
const FIRST_ROW: &str = "first row";

/// A term with its values, among the names of elements in the document.
const TERM: &[u8] = b"term and values";

/// Separator of a term's values.
const VALUES: &str = " · ";

/// The markup, as it is read.
#[derive(Debug)]
pub(super) struct MainMarkup {
    html: String,
    left_out: LeftOut,
    open: Vec<Open>,
    /// Elements that are open beyond [`MAX_DEPTH`].
    beyond: usize,
    seam: Seam,
    /// The end of the last text.
    last: Option<char>,
    /// Whether the term has a value.
    has_value: bool,
}

/// An element that is open.
#[derive(Debug)]
struct Open {
    /// Name of the element in the document.
    name: Vec<u8>,
    /// Name in the markup; empty if the element is not in it, or waits for its first row.
    written: &'static str,
}

/// The place between two boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seam {
    #[default]
    None,
    /// A box has ended, and no text came since.
    Ended,
    /// Another box has begun, at this place in the markup.
    Between(usize),
}

impl MainMarkup {
    /// The markup of a `main` before its first token.
    pub(super) fn new() -> Self {
        Self {
            html: String::new(),
            left_out: LeftOut::with_furniture(),
            open: Vec::new(),
            beyond: 0,
            seam: Seam::None,
            last: None,
            has_value: false,
        }
    }

    /// Reads the next token of the page at the absolute address `page`.
    pub(super) fn token(&mut self, token: &Token<()>, page: &str) {
        match token {
            Token::StartTag(tag) if !self.left_out.start(tag) => self.start(tag, page),
            Token::EndTag(tag) if !self.left_out.end(&tag.name) => self.end(&tag.name),
            Token::String(text) if !self.left_out.is_open() => {
                self.text(&String::from_utf8_lossy(text));
            }
            _ => {}
        }
    }

    /// The Markdown of the markup.
    pub(super) fn into_markdown(self) -> String {
        let options = Options {
            bullet_list_marker: BulletListMarker::Dash,
            hr_style: HrStyle::Dashes,
            ul_bullet_spacing: 1,
            ol_number_spacing: 1,
            ..Options::default()
        };
        let converter = HtmlToMarkdown::builder().options(options).build();
        // It reads from memory, which cannot fail.
        converter.convert(&self.html).unwrap_or_default()
    }

    fn start(&mut self, tag: &StartTag<()>, page: &str) {
        let name: &[u8] = &tag.name;
        if BOXES.contains(&name) && self.seam == Seam::Ended {
            self.seam = Seam::Between(self.html.len());
        }
        match name {
            b"br" if self.is_in_line() => self.space(),
            b"br" => self.html += "<br>",
            b"hr" if !self.is_in_line() => self.html += "<hr>",
            b"img" => self.picture(tag, page),
            b"hr" | b"col" | b"input" | b"wbr" | b"source" => {}
            _ if self.open.len() >= MAX_DEPTH => self.beyond += 1,
            b"a" => {
                let href = attribute(tag, "href").unwrap_or_default();
                let href = escape(&absolute(&href, page));
                self.html += &format!("<a href=\"{href}\">");
                self.push(name, "a");
            }
            b"table" => self.begin_table(),
            b"tr" => self.begin_row(),
            b"td" | b"th" => self.begin_cell(name),
            b"dt" => self.begin_term(),
            b"dd" => self.begin_value(),
            _ => match written_name(name) {
                Some(written) => self.begin(name, written),
                None if is_inline(name) => self.push(name, ""),
                // Groups of terms.
                None if self.is_in_list_of_terms() => self.push(name, ""),
                None => self.begin(name, "div"),
            },
        }
    }

    fn end(&mut self, name: &[u8]) {
        if BOXES.contains(&name) {
            self.seam = Seam::Ended;
        }
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        let Some(at) = self.open.iter().rposition(|open| open.name == name) else {
            return;
        };
        self.close_from(at);
        if !is_inline(name) && self.is_in_line() {
            self.space();
        }
        if name == b"dt" {
            let term = self.last.map(String::from).unwrap_or_default();
            self.html += colon_after(&term);
        }
    }

    fn text(&mut self, text: &str) {
        let before = self.last.map(String::from).unwrap_or_default();
        let seam = std::mem::take(&mut self.seam);
        let is_code = self.is_in(b"pre") || self.is_in(b"code");
        if let Seam::Between(at) = seam
            && !is_code
            && ends_before(&before, text)
        {
            self.html.insert(at, ' ');
        }
        self.html += &escape(text);
        self.last = text.chars().next_back().or(self.last);
    }

    /// A picture that says something.
    fn picture(&mut self, tag: &StartTag<()>, page: &str) {
        let text = attribute(tag, "alt").unwrap_or_default();
        let source = attribute(tag, "src").unwrap_or_default();
        if !text.is_empty() && !source.is_empty() {
            let (source, text) = (escape(&absolute(&source, page)), escape(&text));
            self.html += &format!("<img src=\"{source}\" alt=\"{text}\">");
        }
    }

    fn begin(&mut self, name: &[u8], written: &'static str) {
        let is_block = !matches!(written, "strong" | "em" | "code" | "th" | "td");
        if is_block && self.is_in_line() {
            self.space();
            return self.push(name, "");
        }
        self.html += &format!("<{written}>");
        self.push(name, written);
    }

    /// A table is written at its first row: captions are paragraphs before it.
    fn begin_table(&mut self) {
        if self.is_in_line() {
            self.space();
        }
        self.push(b"table", "");
    }

    fn begin_row(&mut self) {
        if self.is_in_line() {
            return self.begin(b"tr", "div");
        }
        let table = self.open.iter_mut().rfind(|open| open.name == b"table");
        if let Some(table) = table.filter(|table| table.written.is_empty()) {
            table.written = "table";
            self.html += "<table><tr>";
            return self.push(b"tr", FIRST_ROW);
        }
        self.begin(b"tr", "tr");
    }

    /// The first row has the headings, whatever its cells are; the other rows have none.
    fn begin_cell(&mut self, name: &[u8]) {
        let row = self.open.iter().rfind(|open| open.name == b"tr");
        match row.map_or("", |row| row.written) {
            "" => self.begin(name, "div"),
            FIRST_ROW => self.begin(name, "th"),
            _ => self.begin(name, "td"),
        }
    }

    /// A term is an item of a list, which its values continue.
    fn begin_term(&mut self) {
        if let Some(at) = self.open.iter().rposition(|open| open.name == TERM) {
            self.close_from(at);
        }
        self.begin(TERM, "li");
        self.begin(b"dt", "strong");
        self.has_value = false;
    }

    fn begin_value(&mut self) {
        if std::mem::replace(&mut self.has_value, true) {
            self.html += VALUES;
        }
        self.push(b"dd", "");
    }

    fn is_in_list_of_terms(&self) -> bool {
        self.open.last().is_some_and(|open| open.name == b"dl")
    }

    fn push(&mut self, name: &[u8], written: &'static str) {
        let name = name.to_owned();
        self.open.push(Open { name, written });
    }

    fn close_from(&mut self, at: usize) {
        for open in self.open.split_off(at).into_iter().rev() {
            match open.written {
                "" => {}
                FIRST_ROW => self.html += "</tr>",
                written => self.close(written),
            }
        }
    }

    /// Closes an element; an empty one is removed, but for cells, which have their columns.
    fn close(&mut self, written: &str) {
        let start = format!("<{written}>");
        match self.html.strip_suffix(&start) {
            Some(before) if !matches!(written, "td" | "th") => self.html.truncate(before.len()),
            _ => self.html += &format!("</{written}>"),
        }
    }

    fn is_in(&self, name: &[u8]) -> bool {
        self.open.iter().any(|open| open.name == name)
    }

    /// Whether blocks are words of one line here.
    fn is_in_line(&self) -> bool {
        let is_line = |open: &Open| {
            matches!(&*open.name, b"a" | b"td" | b"th" | b"dt") || is_heading(&open.name)
        };
        self.open.iter().any(is_line)
    }

    fn space(&mut self) {
        self.html.push(' ');
        self.last = Some(' ');
    }
}

/// The name of an element in the markup; none for elements that Markdown does not have.
fn written_name(name: &[u8]) -> Option<&'static str> {
    Some(match name {
        b"blockquote" => "blockquote",
        b"b" | b"strong" => "strong",
        b"caption" | b"p" => "p",
        b"code" => "code",
        b"dl" | b"ul" => "ul",
        b"em" | b"i" => "em",
        b"h1" => "h1",
        b"h2" => "h2",
        b"h3" => "h3",
        b"h4" => "h4",
        b"h5" => "h5",
        b"h6" => "h6",
        b"li" => "li",
        b"ol" => "ol",
        b"pre" => "pre",
        _ => return None,
    })
}

/// The absolute address of a link on the page at `page`.
fn absolute(address: &str, page: &str) -> String {
    match address {
        _ if address.starts_with('#') => format!("{page}{address}"),
        _ if address.starts_with('/') && !address.starts_with("//") => {
            format!("{}{address}", origin_of(page))
        }
        _ => address.to_owned(),
    }
}

/// Scheme and host of an absolute address; empty for a relative one.
fn origin_of(address: &str) -> &str {
    let Some((scheme, rest)) = address.split_once("://") else {
        return "";
    };
    let host = rest.find('/').unwrap_or(rest.len());
    &address[..scheme.len() + "://".len() + host]
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_absolute() {
        let page = "https://a.example/b/c";
        for (address, expected) in [
            ("/d", "https://a.example/d"),
            ("#d", "https://a.example/b/c#d"),
            ("//d.example", "//d.example"),
            ("mailto:d@e", "mailto:d@e"),
        ] {
            assert_eq!(absolute(address, page), expected);
        }
        assert_eq!(absolute("/d", "https://a.example"), "https://a.example/d");
        assert_eq!(absolute("/d", ""), "/d");
    }
}
