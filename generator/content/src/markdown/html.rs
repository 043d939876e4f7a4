//! Markdown's events to canonical HTML: only HTML that a browser's parser returns unchanged.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::LazyLock;

use linkify::{LinkFinder, LinkKind};
use pulldown_cmark::{
    Alignment, BlockQuoteKind, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options,
    Parser, Tag, TagEnd, TextMergeWithOffset,
};

use super::BodyProblem;
use super::block_marks::BlockMarks;
use super::ids::is_taken;
use super::input::ParserInput;
use super::literal;
use super::literal::LiteralSigns;
use super::open_elements::{OpenElements, WrittenTag, tags};
use super::text::{escape, escape_attribute, is_set_solid, slug};
use crate::marks;
use generator_ground::message::Message;

/// Maximum depth of nesting; deeper is an error, because browsers flatten at 512.
const MAX_DEPTH: usize = 100;

/// HTML without the last touches.
#[derive(Debug, Default)]
pub(super) struct UnfinishedHtml {
    /// The HTML; canonical unless `raw`.
    pub(super) html: String,
    /// True if the body holds HTML of the author.
    pub(super) raw: bool,
    /// Problems that were found.
    pub(super) problems: Vec<BodyProblem>,
}

/// Finds addresses in running text; Chinese punctuation after one is no part of it.
static LINKS: LazyLock<LinkFinder> = LazyLock::new(|| {
    let mut finder = LinkFinder::new();
    finder.url_can_be_iri(false);
    finder
});

/// GitHub's dialect.
pub fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
}

/// Renders `source`, which has `\n` at the end of lines.
pub(super) fn write(source: &str) -> UnfinishedHtml {
    write_with(source, None)
}

/// Like [`write`], with a mark at the first text of each block, and one at the end of the HTML.
pub(super) fn write_marked(source: &str, marks: BlockMarks<'_>) -> UnfinishedHtml {
    let mut written = write_with(source, Some(marks));
    // An empty body stays empty: a page may show something else then.
    if !written.html.is_empty() {
        written.html.push(marks::END);
    }
    written
}

fn write_with(source: &str, marks: Option<BlockMarks<'_>>) -> UnfinishedHtml {
    let input = ParserInput::from_markdown(source);
    let mut writer = Writer::new(&input, source.len() + source.len() / 4);
    writer.marks = marks;
    let mut signs = LiteralSigns::new(&input);
    let events = Parser::new_ext(input.text(), options()).into_offset_iter();
    let events = events.inspect(|(event, bytes)| signs.see(event, bytes, &input));
    for (event, bytes) in TextMergeWithOffset::new(events) {
        writer.event(input.restore_event(event), bytes);
    }
    writer.finish();
    let mut problems = writer.problems;
    problems.extend(signs.problems(&input));
    UnfinishedHtml {
        html: writer.out,
        raw: writer.raw,
        problems,
    }
}

struct Writer<'s> {
    input: &'s ParserInput<'s>,
    out: String,
    raw: bool,
    problems: Vec<BodyProblem>,
    depth: usize,
    /// Column alignments of the open table, and the current column.
    table: (Vec<Alignment>, usize),
    in_table_head: bool,
    /// Place of the open heading's `>`, and its words.
    heading: Option<(usize, String)>,
    ids: HashSet<String>,
    image: Option<Image<'s>>,
    /// The words after a box of a task list are its label.
    in_label: bool,
    in_link: bool,
    in_code: bool,
    /// A line ended here; a space belongs in its place unless both sides are Chinese.
    soft_break: bool,
    notes: Notes,
    elements: OpenElements,
    /// The block of HTML that is being read.
    html_block: Option<HtmlBlock>,
    /// Marks of blocks, where they are asked for.
    marks: Option<BlockMarks<'s>>,
}

/// A block of HTML that arrives line by line.
#[derive(Default)]
struct HtmlBlock {
    html: String,
    /// Where each line begins: in `html`, and in the input.
    lines: Vec<(usize, usize)>,
}

impl HtmlBlock {
    /// The byte of the input that byte `at` of the block is.
    fn byte_of_input(&self, at: usize) -> usize {
        let line = self.lines.iter().rev().find(|(start, _)| *start <= at);
        line.map_or(0, |(start, byte)| byte + at - start)
    }
}

struct Image<'s> {
    address: CowStr<'s>,
    title: CowStr<'s>,
    alt: String,
    depth: usize,
}

#[derive(Default)]
struct Notes {
    /// Label → number and how often it was referred to.
    numbers: HashMap<String, (usize, usize)>,
    /// Label → HTML.
    texts: HashMap<String, String>,
    /// The definition being written: its label and the output before it.
    open: Vec<OpenNote>,
}

/// A definition that is being written.
struct OpenNote {
    label: String,
    /// Text before it, and elements that were open in it.
    before: String,
    elements: OpenElements,
}

impl<'s> Writer<'s> {
    fn new(input: &'s ParserInput<'s>, capacity: usize) -> Self {
        Self {
            input,
            out: String::with_capacity(capacity),
            raw: false,
            problems: Vec::new(),
            depth: 0,
            table: (Vec::new(), 0),
            in_table_head: false,
            heading: None,
            ids: HashSet::new(),
            image: None,
            in_label: false,
            in_link: false,
            in_code: false,
            soft_break: false,
            notes: Notes::default(),
            elements: OpenElements::default(),
            html_block: None,
            marks: None,
        }
    }

    /// Ends the text.
    fn finish(&mut self) {
        self.end_elements();
        self.problems
            .extend(self.elements.finish(&mut self.out, self.input));
        self.footnotes();
    }

    fn event(&mut self, event: Event<'s>, bytes: Range<usize>) {
        self.mark_block(&event, &bytes);
        if self.image.is_some() {
            return self.alternative_text(&event);
        }
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(code) => {
                self.settle_break(code.chars().next());
                self.note_heading(&code);
                self.out.push_str("<code>");
                escape(&mut self.out, &code);
                self.out.push_str("</code>");
            }
            Event::Html(html) => {
                let block = self.html_block.get_or_insert_default();
                block.lines.push((block.html.len(), bytes.start));
                block.html.push_str(&html);
            }
            Event::InlineHtml(html) => self.html(&html, false, |at| bytes.start + at),
            Event::FootnoteReference(label) => self.reference(&label),
            Event::SoftBreak => self.soft_break = true,
            Event::HardBreak => self.out.push_str("<br>\n"),
            Event::Rule => {
                self.end_elements();
                self.end_label();
                self.out.push_str("<hr>\n");
            }
            Event::TaskListMarker(done) => {
                let checked = if done { " checked=\"\"" } else { "" };
                // Writing to a String cannot fail, here and below.
                let _ = write!(
                    self.out,
                    "<label><input type=\"checkbox\" disabled=\"\"{checked}> "
                );
                self.in_label = true;
            }
            // Not asked for in `options`.
            Event::InlineMath(text) | Event::DisplayMath(text) => self.text(&text),
        }
    }

    /// Notes a block that begins, and marks its first text.
    fn mark_block(&mut self, event: &Event<'_>, bytes: &Range<usize>) {
        let Some(marks) = &mut self.marks else { return };
        if self.depth == 0 && matches!(event, Event::Start(_)) {
            marks.begin(bytes, self.input);
        }
        let out = match &mut self.image {
            Some(image) => &mut image.alt,
            None => &mut self.out,
        };
        if matches!(event, Event::Text(_) | Event::Code(_) | Event::Html(_)) {
            out.extend(marks.take());
        }
    }

    fn start(&mut self, tag: Tag<'s>) {
        self.settle_break(None);
        if !is_inline(&tag) {
            self.end_elements();
            self.end_label();
        }
        self.depth += 1;
        if self.depth == MAX_DEPTH {
            let message = Message::new("too-deep/text").with("depth", MAX_DEPTH);
            self.problems.push(BodyProblem::error("", message));
        }
        if self.depth >= MAX_DEPTH {
            return;
        }
        match tag {
            Tag::Paragraph => self.out.push_str("<p>"),
            Tag::Heading { level, .. } => {
                let _ = write!(self.out, "<{level}");
                self.heading = Some((self.out.len(), String::new()));
                self.out.push('>');
            }
            Tag::BlockQuote(kind) => self.quote(kind),
            Tag::CodeBlock(kind) => {
                self.in_code = true;
                self.code_block(&kind);
            }
            Tag::List(Some(1)) => self.out.push_str("<ol>\n"),
            Tag::List(Some(first)) => {
                let _ = writeln!(self.out, "<ol start=\"{first}\">");
            }
            Tag::List(None) => self.out.push_str("<ul>\n"),
            Tag::Item => self.out.push_str("<li>"),
            Tag::FootnoteDefinition(label) => {
                self.notes.open.push(OpenNote {
                    label: label.into_string(),
                    before: std::mem::take(&mut self.out),
                    elements: std::mem::take(&mut self.elements),
                });
            }
            Tag::Table(alignments) => {
                self.table = (alignments, 0);
                self.out.push_str("<table>");
            }
            Tag::TableHead => {
                (self.in_table_head, self.table.1) = (true, 0);
                self.out.push_str("<thead><tr>");
            }
            Tag::TableRow => {
                self.table.1 = 0;
                self.out.push_str("<tr>");
            }
            Tag::TableCell => self.cell(),
            Tag::Emphasis => self.out.push_str("<em>"),
            Tag::Strong => self.out.push_str("<strong>"),
            Tag::Strikethrough => self.out.push_str("<del>"),
            Tag::Link {
                link_type: LinkType::Email,
                dest_url,
                title,
                ..
            } => self.link(&format!("mailto:{dest_url}"), &title),
            Tag::Link {
                dest_url, title, ..
            } => self.link(&dest_url, &title),
            Tag::Image {
                dest_url, title, ..
            } => {
                self.image = Some(Image {
                    address: dest_url,
                    title,
                    alt: String::new(),
                    depth: 0,
                });
            }
            // Raw HTML comes as events of its own; the others are not asked for in `options`.
            Tag::HtmlBlock
            | Tag::Superscript
            | Tag::Subscript
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        self.soft_break = false;
        if !matches!(
            tag,
            TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Link
                | TagEnd::Image
        ) {
            self.end_elements();
        }
        if matches!(tag, TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_)) {
            self.end_label();
        }
        self.depth = self.depth.saturating_sub(1);
        if self.depth + 1 >= MAX_DEPTH {
            return;
        }
        match tag {
            TagEnd::Paragraph => self.out.push_str("</p>\n"),
            TagEnd::Heading(level) => {
                if let Some((at, words)) = self.heading.take() {
                    self.problems
                        .extend((level == HeadingLevel::H1).then(|| second_title(&words)));
                    let id = self.unique_id(&slug(&words));
                    self.out.insert_str(at, &format!(" id=\"{id}\""));
                }
                let _ = writeln!(self.out, "</{level}>");
            }
            TagEnd::BlockQuote(_) => self.out.push_str("</blockquote>\n"),
            TagEnd::CodeBlock => {
                self.in_code = false;
                self.out.push_str("</code></pre>\n");
            }
            TagEnd::List(true) => self.out.push_str("</ol>\n"),
            TagEnd::List(false) => self.out.push_str("</ul>\n"),
            TagEnd::Item => self.out.push_str("</li>\n"),
            TagEnd::FootnoteDefinition => {
                self.problems
                    .extend(self.elements.finish(&mut self.out, self.input));
                if let Some(note) = self.notes.open.pop() {
                    let text = std::mem::replace(&mut self.out, note.before);
                    self.elements = note.elements;
                    self.notes.texts.entry(note.label).or_insert(text);
                }
            }
            TagEnd::Table => self.out.push_str("</tbody></table>\n"),
            TagEnd::TableHead => {
                self.in_table_head = false;
                self.out.push_str("</tr></thead><tbody>\n");
            }
            TagEnd::TableRow => self.out.push_str("</tr>\n"),
            TagEnd::TableCell => {
                self.out
                    .push_str(if self.in_table_head { "</th>" } else { "</td>" });
                self.table.1 += 1;
            }
            TagEnd::Emphasis => self.out.push_str("</em>"),
            TagEnd::Strong => self.out.push_str("</strong>"),
            TagEnd::Strikethrough => self.out.push_str("</del>"),
            TagEnd::Link => {
                self.in_link = false;
                self.out.push_str("</a>");
            }
            TagEnd::HtmlBlock => self.end_html_block(),
            TagEnd::Image
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::MetadataBlock(_) => {}
        }
    }

    fn text(&mut self, text: &str) {
        self.settle_break(text.chars().next());
        self.note_heading(text);
        if self.in_link || self.in_code || !(text.contains("://") || text.contains('@')) {
            return escape(&mut self.out, text);
        }
        for span in LINKS.spans(text) {
            match span.kind() {
                Some(LinkKind::Url) => self.bare_link(span.as_str(), ""),
                _ => self.text_with_emails(span.as_str()),
            }
        }
    }

    /// The finder takes Chinese letters for part of an e-mail address, and with them the words
    /// around it, so it gets each run of ASCII by itself.
    fn text_with_emails(&mut self, text: &str) {
        let same_kind = |a: &u8, b: &u8| a.is_ascii() == b.is_ascii();
        for run in text.as_bytes().chunk_by(same_kind) {
            // A run ends between two characters, so it is text.
            let run = std::str::from_utf8(run).unwrap_or_default();
            for span in LINKS.spans(run) {
                match span.kind() {
                    Some(LinkKind::Email) if run.is_ascii() => {
                        self.bare_link(span.as_str(), "mailto:");
                    }
                    _ => escape(&mut self.out, span.as_str()),
                }
            }
        }
    }

    /// GFM's autolinks: an address in running text.
    fn bare_link(&mut self, address: &str, scheme: &str) {
        self.out.push_str("<a href=\"");
        escape_attribute(&mut self.out, &format!("{scheme}{address}"));
        self.out.push_str("\">");
        escape(&mut self.out, address);
        self.out.push_str("</a>");
    }

    /// The end of a source line: no space between two Chinese characters, which are set without
    /// spaces.
    fn settle_break(&mut self, next: Option<char>) {
        if std::mem::take(&mut self.soft_break) {
            let closed = |side: Option<char>| side.is_some_and(is_set_solid);
            if !(closed(self.out.chars().next_back()) && closed(next)) {
                self.out.push('\n');
            }
        }
    }

    /// A label holds words only: it ends where the item's first line does.
    fn end_label(&mut self) {
        if std::mem::take(&mut self.in_label) {
            self.out.push_str("</label>");
        }
    }

    fn note_heading(&mut self, text: &str) {
        if let Some((_, words)) = &mut self.heading {
            words.push_str(text);
        }
    }

    /// Ends the author's elements among the words of the block that ends here.
    fn end_elements(&mut self) {
        if self.elements.has("a") {
            self.in_link = false;
        }
        self.problems
            .extend(self.elements.end_block(&mut self.out, self.input));
    }

    fn end_html_block(&mut self) {
        let Some(block) = self.html_block.take() else {
            return;
        };
        let begin = self.out.len();
        self.html(&block.html, true, |at| block.byte_of_input(at));
        self.elements.end_html_block(begin, &self.out);
    }

    /// HTML of the author; `byte` is where a byte of it is in the input.
    fn html(&mut self, html: &str, is_block: bool, byte: impl Fn(usize) -> usize) {
        self.settle_break(None);
        let tags = tags(html);
        let is_comment =
            matches!(&tags[..], [tag] if tag.words == html.trim() && tag.name().is_empty());
        if is_comment {
            return;
        }
        self.raw = true;
        let mut done = 0;
        for tag in tags {
            self.words_of_html(&html[done..tag.at], byte(done));
            let begin = self.out.len();
            self.out.push_str(&self.input.restore_html(tag.words));
            self.tag(&tag, begin, byte(tag.at), is_block);
            done = tag.at + tag.words.len();
        }
        self.words_of_html(&html[done..], byte(done));
    }

    /// Words between the author's tags, which begin at `byte` of the input.
    fn words_of_html(&mut self, words: &str, byte: usize) {
        let angles = words.match_indices('<').map(|(at, _)| byte + at);
        let found = angles.filter(|at| self.input.is_word(*at));
        let found: Vec<_> = found.map(|at| literal::word(at, self.input)).collect();
        self.problems.extend(found);
        self.out.push_str(&self.input.restore_html(words));
    }

    /// A tag of the author, written from byte `begin`.
    fn tag(&mut self, tag: &WrittenTag<'_>, begin: usize, byte: usize, is_block: bool) {
        let name = tag.name();
        if !tag.is_end() && super::clean::is_forbidden(&name) {
            let message = Message::new("raw-html").with("element", &*name);
            self.problems
                .push(BodyProblem::warning_at(self.input.place(byte), message));
        }
        let written = begin..self.out.len();
        let left_out = self.elements.see(tag, written, byte, is_block);
        let problem = left_out.and_then(|element| element.problem(self.input));
        self.problems.extend(problem);
        // An address in the author's own link is no second link.
        if name == "a" {
            self.in_link = !tag.is_end();
        }
    }

    fn quote(&mut self, kind: Option<BlockQuoteKind>) {
        let class = match kind {
            None => return self.out.push_str("<blockquote>\n"),
            Some(BlockQuoteKind::Note) => "note",
            Some(BlockQuoteKind::Tip) => "tip",
            Some(BlockQuoteKind::Important) => "important",
            Some(BlockQuoteKind::Warning) => "warning",
            Some(BlockQuoteKind::Caution) => "caution",
        };
        let _ = writeln!(self.out, "<blockquote class=\"alert-{class}\">");
    }

    fn code_block(&mut self, kind: &CodeBlockKind<'_>) {
        self.out.push_str("<pre><code");
        if let CodeBlockKind::Fenced(info) = kind {
            let language = info.split([' ', ',', '\t']).next().unwrap_or_default();
            if !language.is_empty()
                && language
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"+-#._".contains(&byte))
            {
                let _ = write!(self.out, " class=\"language-{language}\"");
            }
        }
        self.out.push('>');
    }

    fn cell(&mut self) {
        self.out
            .push_str(if self.in_table_head { "<th" } else { "<td" });
        self.out.push_str(match self.table.0.get(self.table.1) {
            Some(Alignment::Left) => " align=\"left\">",
            Some(Alignment::Center) => " align=\"center\">",
            Some(Alignment::Right) => " align=\"right\">",
            Some(Alignment::None) | None => ">",
        });
    }

    fn link(&mut self, address: &str, title: &str) {
        // A link in a link is not HTML: the sanitiser sorts it out.
        self.raw |= self.in_link;
        self.in_link = true;
        self.out.push_str("<a href=\"");
        escape_attribute(&mut self.out, address);
        self.out.push('"');
        self.title(title);
        self.out.push('>');
    }

    fn title(&mut self, title: &str) {
        if !title.is_empty() {
            self.out.push_str(" title=\"");
            escape_attribute(&mut self.out, title);
            self.out.push('"');
        }
    }

    /// Between an image's start and end only words count.
    fn alternative_text(&mut self, event: &Event<'_>) {
        let Some(image) = &mut self.image else { return };
        match event {
            Event::Start(_) => image.depth += 1,
            Event::End(_) if image.depth > 0 => image.depth -= 1,
            Event::End(_) => self.finish_image(),
            Event::Text(text) | Event::Code(text) => image.alt.push_str(text),
            Event::SoftBreak | Event::HardBreak => image.alt.push(' '),
            _ => {}
        }
    }

    fn finish_image(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        let Some(image) = self.image.take() else {
            return;
        };
        self.out.push_str("<img src=\"");
        escape_attribute(&mut self.out, &image.address);
        self.out.push_str("\" alt=\"");
        escape_attribute(&mut self.out, &image.alt);
        self.out.push('"');
        self.title(&image.title);
        self.out.push('>');
    }

    fn reference(&mut self, label: &str) {
        self.settle_break(None);
        // As in `link`.
        self.raw |= self.in_link;
        let next = self.notes.numbers.len() + 1;
        let (number, times) = self
            .notes
            .numbers
            .entry(label.to_owned())
            .or_insert((next, 0));
        *times += 1;
        let (number, again) = (
            *number,
            if *times > 1 {
                format!("-{times}")
            } else {
                String::new()
            },
        );
        let _ = write!(
            self.out,
            "<sup id=\"fnref-{number}{again}\"><a href=\"#fn-{number}\" class=\"footnote-ref\">{number}</a></sup>"
        );
    }

    fn footnotes(&mut self) {
        let mut notes: Vec<(usize, String)> = Vec::new();
        for (label, (number, _)) in std::mem::take(&mut self.notes.numbers) {
            notes.push((number, self.notes.texts.remove(&label).unwrap_or_default()));
        }
        if notes.is_empty() {
            return;
        }
        notes.sort();
        self.out.push_str("<div class=\"footnotes\"><ol>\n");
        for (number, text) in notes {
            let back = format!(" <a href=\"#fnref-{number}\" class=\"footnote-back\">↩</a>");
            let text = text.trim_end();
            let text = match text.strip_suffix("</p>") {
                Some(inside) => format!("{inside}{back}</p>"),
                None => format!("{text}{back}"),
            };
            let _ = writeln!(self.out, "<li id=\"fn-{number}\">{text}</li>");
        }
        self.out.push_str("</ol></div>\n");
    }

    fn unique_id(&mut self, wanted: &str) -> String {
        let mut id = wanted.to_owned();
        let mut number = 1;
        while is_taken(&id) || !self.ids.insert(id.clone()) {
            id = format!("{wanted}-{number}");
            number += 1;
        }
        id
    }
}

fn second_title(words: &str) -> BodyProblem {
    BodyProblem::warning(words, Message::new("second-title"))
}

/// True for elements that may be among words.
fn is_inline(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
    )
}
