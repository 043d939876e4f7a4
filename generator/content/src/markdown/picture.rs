//! The markup of an image in a body.
//!
//! ```text
//! lazy   <picture><source data-srcset …><img class="lazy" data-src …></picture><noscript><img src …></noscript>
//! eager  <picture><source srcset sizes …><img fetchpriority="high" src …></picture>
//! ```
//!
//! A lazy image gets its source when it comes into view (R1.06), from the frontend's `LazyImage`,
//! which knows its width on the page; its `<noscript>` twin is for browsers without JavaScript. The
//! image that a reader sees first is never lazy.

use std::fmt::Write as _;

use super::tag::Attributes;
use super::text::escape_attribute;
use crate::shown_picture::{Source, original, placeholder, sources, variant};
use generator_media::Media;
use generator_media::images::Picture;

/// An image is seen first if it is a body's first and at most this many columns of text precede it
/// (a Chinese character takes two): about eight lines of a telephone.
pub(super) const FIRST_SIGHT: usize = 320;

/// Width of a column of text, in CSS pixels, where the window is wider than this: the maximum width
/// of an eager image. Lazy ones are measured.
const COLUMN: u32 = 960;

/// An image to be written.
pub(super) struct Image<'a> {
    pub(super) media: &'a Media,
    pub(super) picture: Option<&'a Picture>,
    /// `width`, `height`, `alt`, `title`.
    pub(super) attributes: Attributes<'a>,
    pub(super) is_eager: bool,
}

impl Image<'_> {
    /// Appends the markup to `out`.
    pub(super) fn write(&self, out: &mut String) {
        let sources = self.sources();
        if !sources.is_empty() {
            out.push_str("<picture>");
            sources
                .iter()
                .for_each(|source| write_tag(out, "source", source));
        }
        write_tag(out, "img", &self.main());
        if !sources.is_empty() {
            out.push_str("</picture>");
        }
        if !self.is_eager {
            out.push_str("<noscript>");
            write_tag(out, "img", &self.twin());
            out.push_str("</noscript>");
        }
    }

    /// Attributes of the sources that a browser chooses from, best first.
    fn sources(&self) -> Vec<Attributes<'_>> {
        let sources = self
            .picture
            .map_or_else(Vec::new, |picture| sources(self.media, picture));
        let attributes = |source: Source| {
            let is_choice_of_widths = source.media.is_none();
            let media = source.media.map(|media| ("media", media.to_owned()));
            let kind = ("type", source.media_type.to_owned());
            let sizes = (self.is_eager && is_choice_of_widths).then(|| ("sizes", self.sizes()));
            let set = (self.name("srcset"), source.srcset);
            media
                .into_iter()
                .chain([kind])
                .chain(sizes)
                .chain([set])
                .collect()
        };
        sources.into_iter().map(attributes).collect()
    }

    fn main(&self) -> Attributes<'_> {
        let mut attributes = Attributes::new();
        if self.is_eager {
            attributes.push(("fetchpriority", "high".to_owned()));
            attributes.push(("decoding", "async".to_owned()));
        } else {
            attributes.push(("class", "lazy".to_owned()));
        }
        attributes.push((self.name("src"), original(self.media, self.picture)));
        attributes.extend(self.attributes.iter().cloned());
        if let Some(colours) = self.picture.and_then(placeholder) {
            attributes.push(("style", format!("background:{colours}")));
        }
        attributes
    }

    fn twin(&self) -> Attributes<'_> {
        let source = match self.picture {
            Some(picture) => variant(self.media, picture.single()),
            None => original(self.media, None),
        };
        let mut attributes = vec![("src", source), ("loading", "lazy".to_owned())];
        attributes.extend(self.attributes.iter().cloned());
        attributes
    }

    fn name(&self, name: &'static str) -> &'static str {
        match (name, self.is_eager) {
            ("srcset", false) => "data-srcset",
            ("src", false) => "data-src",
            _ => name,
        }
    }

    fn sizes(&self) -> String {
        let shown =
            super::tag::value(&self.attributes, "width").and_then(|width| width.parse().ok());
        let most = shown.unwrap_or(COLUMN).min(COLUMN);
        format!("(max-width: {most}px) 100vw, {most}px")
    }
}

/// Appends one canonical tag.
pub(super) fn write_tag(out: &mut String, name: &str, attributes: &Attributes<'_>) {
    out.push('<');
    out.push_str(name);
    for (name, value) in attributes {
        let _ = write!(out, " {name}=\"");
        escape_attribute(out, value);
        out.push('"');
    }
    out.push('>');
}

/// How much of a line `text` takes, in columns of Latin letters.
pub fn columns(text: &str) -> usize {
    let wide = |c: char| 1 + usize::from(c >= '\u{2e80}');
    text.chars().filter(|c| *c != '\n').map(wide).sum()
}
