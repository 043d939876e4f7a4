//! PURE: Markdown of another system as this product's: links, pictures, headings and HTML change at
//! their places, and every other byte stays.
//!
//! A change may give the signs around it another meaning. So the result is parsed again, until
//! there is no change left to make; a text that never comes to rest is refused.

mod edits;
mod inline_html;
mod references;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use generator_content::markdown::{heading_ids, is_angle_word, options};
use generator_ground::message::Message;
use pulldown_cmark::{Event, HeadingLevel, LinkType, Parser, Tag, TagEnd, TextMergeWithOffset};

pub(crate) use self::edits::{Edit, Lines};
use self::inline_html::InlineHtml;
use self::references::{OpenReference, bare_addresses, escape};
pub(crate) use self::references::{escape_line, picture};
use super::html::{
    MAX_DEPTH, Reference, Resolver, encode_address, printable, to_markdown, to_text,
};

/// Rounds after which a text is refused.
pub(crate) const ROUNDS: usize = 12;

/// The body of `lines` with the addresses that `resolve` gives, and reports with their lines.
///
/// # Errors
/// It is nested too deeply, or each change makes another one necessary.
pub(crate) fn rewrite(
    lines: &mut Lines,
    resolve: &Arc<Resolver>,
) -> Result<Vec<(usize, Message)>, Message> {
    let mut reports = Vec::new();
    settle(lines, resolve, &mut reports)?;
    // Headings have their last words now.
    let ids: HashSet<String> = heading_ids(lines.text()).into_iter().collect();
    let anchors: Arc<Resolver> = Arc::new(move |reference: &Reference<'_>| match reference {
        Reference::Link(target) => match target.strip_prefix('#') {
            Some(id) if !ids.contains(id) => {
                Err(Message::new("import/link").with("target", *target))
            }
            _ => Ok((*target).to_owned()),
        },
        Reference::Picture(source) => Ok((*source).to_owned()),
    });
    settle(lines, &anchors, &mut reports)?;
    Ok(reports)
}

/// Changes `lines` until there is no change left to make.
fn settle(
    lines: &mut Lines,
    resolve: &Arc<Resolver>,
    reports: &mut Vec<(usize, Message)>,
) -> Result<(), Message> {
    // The addresses that earlier rounds wrote.
    let settled = Arc::new(Mutex::new(HashSet::<String>::new()));
    for _ in 0..ROUNDS {
        let known = settled
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let (resolve, settled) = (resolve.clone(), settled.clone());
        let resolve: Arc<Resolver> = Arc::new(move |reference: &Reference<'_>| {
            let (Reference::Link(address) | Reference::Picture(address)) = reference;
            if known.contains(*address) {
                return Ok((*address).to_owned());
            }
            let found = resolve(reference)?;
            let mut settled = settled.lock().unwrap_or_else(PoisonError::into_inner);
            settled.insert(encode_address(&found));
            Ok(found)
        });
        let found = Finder::new(lines.text(), &resolve).run()?;
        let places = found.reports.into_iter();
        reports.extend(places.map(|(at, message)| (lines.number(at), message)));
        if found.edits.is_empty() {
            return Ok(());
        }
        lines.apply(found.edits);
    }
    Err(Message::new("import/tangled"))
}

/// The words of Markdown, in one line.
pub(crate) fn words(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new_ext(markdown, options()) {
        match event {
            Event::Text(words) | Event::Code(words) => text += &words,
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item)
            | Event::SoftBreak
            | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    super::fields::plain(&text)
}

/// Places of code, in which no sign means anything else.
pub(crate) fn code_ranges(markdown: &str) -> Vec<Range<usize>> {
    let events = Parser::new_ext(markdown, options()).into_offset_iter();
    let is_code =
        |event: &Event<'_>| matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_)));
    let found = events.filter(|(event, _)| is_code(event));
    found.map(|(_, range)| range).collect()
}

/// The changes that one reading found.
#[derive(Default)]
struct Found {
    edits: Vec<Edit>,
    /// Byte offset → message.
    reports: Vec<(usize, Message)>,
}

/// Reads a text once.
struct Finder<'a> {
    text: &'a str,
    resolve: &'a Arc<Resolver>,
    found: Found,
    /// Open containers and blocks.
    depth: usize,
    /// Open lists, quotes and notes: their lines have marks before them.
    containers: usize,
    is_in_code: bool,
    link: Option<OpenReference>,
    picture: Option<OpenPicture>,
    html: InlineHtml,
    block: Option<(Range<usize>, String)>,
}

/// A picture with its words so far.
struct OpenPicture {
    range: Range<usize>,
    source: String,
    title: String,
    is_inline: bool,
    alt: String,
    depth: usize,
}

impl<'a> Finder<'a> {
    fn new(text: &'a str, resolve: &'a Arc<Resolver>) -> Self {
        Self {
            text,
            resolve,
            found: Found::default(),
            depth: 0,
            containers: 0,
            is_in_code: false,
            link: None,
            picture: None,
            html: InlineHtml::default(),
            block: None,
        }
    }

    fn run(mut self) -> Result<Found, Message> {
        let parser = Parser::new_ext(self.text, options());
        let definitions = parser.reference_definitions().iter();
        // Links are written with their address: none needs its definition.
        let definitions: Vec<Edit> = definitions
            .map(|(_, definition)| Edit::new(definition.span.clone(), ""))
            .collect();
        for (event, range) in TextMergeWithOffset::new(parser.into_offset_iter()) {
            self.see(event, range)?;
        }
        self.found.edits.extend(definitions);
        let text = self.text;
        self.found.edits.retain(|edit| edit.changes(text));
        Ok(self.found)
    }

    fn see(&mut self, event: Event<'_>, range: Range<usize>) -> Result<(), Message> {
        self.count_depth(&event)?;
        if self.see_picture(&event) {
            return Ok(());
        }
        if let Some(link) = &mut self.link {
            link.see(&range);
        }
        match event {
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                ..
            }) => {
                self.picture = Some(OpenPicture {
                    is_inline: link_type == LinkType::Inline,
                    range,
                    source: dest_url.into_string(),
                    title: title.into_string(),
                    alt: String::new(),
                    depth: 0,
                });
            }
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                ..
            }) => {
                self.html.open_element();
                self.link = Some(OpenReference::new(link_type, range, &dest_url, &title));
            }
            Event::End(TagEnd::Link) => {
                self.html.close_element(&mut self.found);
                if let Some(link) = self.link.take() {
                    link.finish(self.text, self.resolve, &mut self.found);
                }
            }
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough) => {
                self.html.open_element();
            }
            Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough) => {
                self.html.close_element(&mut self.found);
            }
            Event::Start(Tag::Heading { level, .. }) => self.heading(level, &range),
            Event::Start(Tag::HtmlBlock) => self.block = Some((range, String::new())),
            Event::Html(html) => {
                if let Some((_, whole)) = &mut self.block {
                    whole.push_str(&html);
                }
            }
            Event::End(TagEnd::HtmlBlock) => self.html_block(),
            Event::InlineHtml(html) => {
                self.html.see(&html, range, self.resolve, &mut self.found);
            }
            Event::Text(words) => self.words(&words, range),
            Event::Start(Tag::CodeBlock(_)) => self.is_in_code = true,
            Event::End(TagEnd::CodeBlock) => self.is_in_code = false,
            Event::Start(_) | Event::End(_) => self.html.end_block(&mut self.found),
            _ => {}
        }
        Ok(())
    }

    fn count_depth(&mut self, event: &Event<'_>) -> Result<(), Message> {
        let is_container = |tag: TagEnd| {
            matches!(
                tag,
                TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item | TagEnd::FootnoteDefinition
            )
        };
        match event {
            Event::Start(tag) => {
                self.depth += 1;
                self.containers += usize::from(is_container(tag.to_end()));
            }
            Event::End(tag) => {
                self.depth -= 1;
                self.containers -= usize::from(is_container(*tag));
            }
            _ => {}
        }
        match self.depth > MAX_DEPTH {
            true => Err(Message::new("import/nested").with("depth", MAX_DEPTH)),
            false => Ok(()),
        }
    }

    /// Whether the event belongs to the words of a picture.
    fn see_picture(&mut self, event: &Event<'_>) -> bool {
        let Some(picture) = &mut self.picture else {
            return false;
        };
        match event {
            Event::Start(_) => picture.depth += 1,
            Event::End(_) if picture.depth > 0 => picture.depth -= 1,
            Event::End(_) => self.finish_picture(),
            Event::Text(words) | Event::Code(words) => picture.alt.push_str(words),
            Event::SoftBreak | Event::HardBreak => picture.alt.push(' '),
            _ => {}
        }
        true
    }

    fn finish_picture(&mut self) {
        let Some(open) = self.picture.take() else {
            return;
        };
        if let Some(link) = &mut self.link {
            link.see(&open.range);
        }
        match (self.resolve)(&Reference::Picture(&open.source)) {
            Ok(name) if name == open.source && open.is_inline => {}
            Ok(name) => {
                let new = picture(&open.alt, &name, &open.title);
                self.found.edits.push(Edit::new(open.range, new));
            }
            Err(report) => {
                self.found.reports.push((open.range.start, report));
                self.found.edits.push(Edit::new(open.range, ""));
            }
        }
    }

    /// The title of an entry is its heading of the first level. Words in braces at the end are
    /// attributes, which this product's Markdown does not have.
    fn heading(&mut self, level: HeadingLevel, range: &Range<usize>) {
        self.html.end_block(&mut self.found);
        let whole = &self.text[range.clone()];
        let trimmed = whole.trim_end();
        let (start, end) = (range.start, range.start + trimmed.len());
        let is_atx = whole.starts_with('#');
        if level == HeadingLevel::H1 && is_atx {
            self.found.edits.push(Edit::new(start..start, "#"));
        } else if level == HeadingLevel::H1 {
            let signs = trimmed.len() - trimmed.trim_end_matches('=').len();
            let line = "-".repeat(signs.max(3));
            self.found.edits.push(Edit::new(end - signs..end, line));
        }
        let first = trimmed.lines().next().unwrap_or_default();
        let attributes = first.rfind(" {").filter(|at| {
            let rest = &first[*at + 2..];
            first.ends_with('}') && rest.starts_with(['#', '.'])
        });
        if let Some(at) = attributes {
            let place = start + at..start + first.len();
            self.found.edits.push(Edit::new(place, ""));
        }
    }

    fn html_block(&mut self) {
        let Some((range, html)) = self.block.take() else {
            return;
        };
        let begin = html.trim_start();
        if begin.starts_with('<') && is_angle_word(begin) {
            let at = range.start + (html.len() - begin.len());
            if self.text[at..].starts_with('<') {
                return self.found.edits.push(Edit::new(at..at, "\\"));
            }
        }
        let is_comment = begin.starts_with("<!--") && begin.trim_end().ends_with("-->");
        if !is_comment {
            let report = Message::new("import/html");
            self.found.reports.push((range.start, report));
        }
        // In a list or a quote, more lines would need its marks.
        if self.containers > 0 {
            let line = format!("{}\n", escape_line(&to_text(&html)));
            return self.found.edits.push(Edit::new(range, line));
        }
        let markdown = match to_markdown(&html, self.resolve.clone()) {
            Ok((markdown, reports)) => {
                let reports = reports.into_iter().map(|report| (range.start, report));
                self.found.reports.extend(reports);
                markdown
            }
            Err(report) => {
                self.found.reports.push((range.start, report));
                String::new()
            }
        };
        let new = format!("\n{}\n\n", markdown.trim());
        self.found.edits.push(Edit::new(range, new));
    }

    fn words(&mut self, words: &str, range: Range<usize>) {
        if self.is_in_code {
            return;
        }
        let addresses = match self.link {
            Some(_) => Vec::new(),
            None => bare_addresses(words),
        };
        for at in &addresses {
            let (before, after) = (&words[..*at], &words[*at..]);
            let begin = before
                .rsplit(char::is_whitespace)
                .next()
                .unwrap_or_default();
            let end = after.split(char::is_whitespace).next().unwrap_or_default();
            let report = Message::new("import/link").with("target", format!("{begin}{end}"));
            self.found.reports.push((range.start, report));
        }
        // A number may stand for a character that no text may have.
        let is_printable = !words.chars().any(yaml_reader::is_unprintable);
        if is_printable && self.text.get(range.clone()) == Some(words) {
            let places = addresses.into_iter().map(|at| range.start + at + 1);
            let edits = places.map(|at| Edit::new(at..at, " "));
            return self.found.edits.extend(edits);
        }
        if is_printable && addresses.is_empty() {
            return;
        }
        let mut new = words.to_owned();
        for at in addresses.into_iter().rev() {
            new.insert(at + 1, ' ');
        }
        self.found
            .edits
            .push(Edit::new(range, escape(&printable(&new))));
    }
}

#[cfg(test)]
mod tests;
