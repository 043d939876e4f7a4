//! PURE: HTML of which it is plain, without building a tree, that the parser of browsers gives it
//! back as it is.
//!
//! Building a tree costs several times as much as all other steps for a text. The output of the
//! sanitiser is well formed already: every element has its end, in order. It can differ from a
//! browser's reading only where the parser moves, closes or drops elements, and the rules here are
//! stricter than that: few elements, each where it belongs.
//!
//! Saves 16 % of a clean build's processor time, 13 % of its wall time: with it 5.15 s and 3.0 s,
//! with a second run for every text 6.1 s and 3.5 s (medians of four rounds of
//! `scripts/bench generator --articles 1000`, two cores; four texts in ten have HTML of the
//! author).

use memchr::memchr;

use crate::markdown::tag::tag_end;

/// Content model of an element: parents and children that it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `a`: like a phrase, but never in another one.
    Link,
    /// `em`: wherever text is allowed.
    Phrase,
    /// `br`: the same, and without an end.
    Void,
    /// `div`: would end a paragraph.
    Block,
    /// `hr`: the same, and without an end.
    Rule,
    /// `h2`: the same, and in no other heading.
    Heading,
    /// `pre`: the same; a line's end at its start is dropped.
    Preformatted,
    /// `ul`, `ol`, `dl`: blocks, and the only place of items.
    List,
    /// `li`, `dt`, `dd`
    Item,
    /// `table`: a block. Content outside of cells would be moved out.
    Table,
    /// `caption`
    Caption,
    /// `thead`, `tbody`, `tfoot`
    Rows,
    /// `tr`
    Row,
    /// `td`, `th`: paragraphs and links outside do not count inside.
    Cell,
}

impl Kind {
    /// The kind of the element `name`; none if the element is left to a parser.
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "a" => Self::Link,
            "abbr" | "b" | "bdi" | "bdo" | "cite" | "code" | "del" | "dfn" | "em" | "i" | "ins"
            | "kbd" | "label" | "mark" | "q" | "s" | "samp" | "small" | "span" | "strike"
            | "strong" | "sub" | "sup" | "time" | "tt" | "u" | "var" => Self::Phrase,
            "br" | "img" | "input" | "wbr" => Self::Void,
            "article" | "aside" | "blockquote" | "center" | "details" | "div" | "figcaption"
            | "figure" | "footer" | "header" | "nav" | "p" | "section" | "summary" => Self::Block,
            "hr" => Self::Rule,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Self::Heading,
            "pre" => Self::Preformatted,
            "dl" | "ol" | "ul" => Self::List,
            "dd" | "dt" | "li" => Self::Item,
            "table" => Self::Table,
            "caption" => Self::Caption,
            "tbody" | "tfoot" | "thead" => Self::Rows,
            "tr" => Self::Row,
            "td" | "th" => Self::Cell,
            _ => return None,
        })
    }

    /// True if only parts of a table may be in it.
    fn is_table_structure(self) -> bool {
        matches!(self, Self::Table | Self::Rows | Self::Row)
    }
}

/// True if it is plain that `html`, which the sanitiser wrote, is given back unchanged.
pub(super) fn is_settled(html: &str) -> bool {
    // The parser drops the one at the start, and makes line feeds of the others.
    if html.starts_with('\u{feff}') || html.contains('\r') {
        return false;
    }
    let mut open: Vec<(&str, Kind)> = Vec::new();
    let mut rest = html;
    while let Some(at) = memchr(b'<', rest.as_bytes()) {
        let (text, tag) = rest.split_at(at);
        if !may_hold_text(&open, text) {
            return false;
        }
        let end = tag_end(tag);
        let inside = tag[..end].trim_start_matches('<').trim_end_matches('>');
        rest = &tag[end..];
        let is_kept = match inside.strip_prefix('/') {
            Some(name) => open.pop().is_some_and(|(begun, _)| begun == name),
            None => begin(&mut open, inside, rest),
        };
        if !is_kept {
            return false;
        }
    }
    open.is_empty()
}

fn may_hold_text(open: &[(&str, Kind)], text: &str) -> bool {
    let is_between_cells = open
        .last()
        .is_some_and(|(_, kind)| kind.is_table_structure());
    !is_between_cells
        || text
            .bytes()
            .all(|byte| matches!(byte, b' ' | b'\n' | b'\t'))
}

fn begin<'h>(open: &mut Vec<(&'h str, Kind)>, tag: &'h str, after: &str) -> bool {
    let name = tag.split(' ').next().unwrap_or_default();
    let Some(kind) = Kind::from_name(name) else {
        return false;
    };
    let parent = open.last().copied();
    let parent_kind = parent.map(|(_, kind)| kind);
    let in_structure = parent_kind.is_some_and(Kind::is_table_structure);
    let has_place = match kind {
        Kind::Link => {
            !in_structure && !is_inside(open, |(_, kind): (&str, Kind)| kind == Kind::Link)
        }
        Kind::Phrase | Kind::Void => !in_structure,
        Kind::Block | Kind::Rule | Kind::Preformatted | Kind::List | Kind::Table => {
            !in_structure && !is_inside(open, is_paragraph)
        }
        Kind::Heading => {
            let ends = |element: (&str, Kind)| is_paragraph(element) || element.1 == Kind::Heading;
            !in_structure && !is_inside(open, ends)
        }
        Kind::Item => match parent {
            Some(("dl", _)) => name != "li",
            Some(("ol" | "ul", _)) => name == "li",
            _ => false,
        },
        Kind::Caption | Kind::Rows => parent_kind == Some(Kind::Table),
        Kind::Row => parent_kind == Some(Kind::Rows),
        Kind::Cell => parent_kind == Some(Kind::Row),
    };
    let loses_a_line = kind == Kind::Preformatted && after.starts_with('\n');
    if !matches!(kind, Kind::Void | Kind::Rule) {
        open.push((name, kind));
    }
    has_place && !loses_a_line
}

fn is_paragraph((name, _): (&str, Kind)) -> bool {
    name == "p"
}

/// Whether such an element is open, in the innermost cell.
fn is_inside(open: &[(&str, Kind)], is_such: impl Fn((&str, Kind)) -> bool) -> bool {
    let inner = open.iter().rev().copied();
    inner
        .take_while(|(_, kind)| !matches!(kind, Kind::Cell | Kind::Caption))
        .any(is_such)
}
