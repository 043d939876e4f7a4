//! The markup of an image in a body.
//!
//! ```text
//! lazy   <picture><source data-srcset …><img class="lazy" data-src …></picture><noscript><img src …></noscript>
//! eager  <picture><source srcset sizes …><img fetchpriority="high" src …></picture>
//! ```
//!
//! A lazy image gets its source when it comes into view (R1.06), from the frontend's `LazyImage`, which knows how wide it stands; its
//! `<noscript>` twin is for those without JavaScript. The image that the eye meets first is never lazy.

use std::fmt::Write as _;

use super::tag::Attributes;
use super::text::escape_attribute;
use crate::content::media::{Media, address};
use crate::images::{Format, Picture, Variant};

/// An image is met first if it is a body's first and at most so many columns of text stand before it (a Chinese character takes two):
/// about eight lines of a telephone.
pub(super) const FIRST_SIGHT: usize = 320;

/// Width of a column of text, in CSS pixels, where the window is wider than this: what an eager image is at most shown at. Lazy ones are
/// measured.
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

    /// What a browser chooses from, best first.
    fn sources(&self) -> Vec<Attributes<'_>> {
        let Some(picture) = self.picture else {
            return Vec::new();
        };
        if let Some(still) = &picture.still {
            let media = ("media", "(prefers-reduced-motion: reduce)".to_owned());
            let kind = ("type", still.format.media_type().to_owned());
            return vec![vec![
                media,
                kind,
                (self.name("srcset"), self.address(still)),
            ]];
        }
        let source = |format: Format| {
            let set: Vec<String> = picture
                .rungs(format)
                .map(|rung| format!("{} {}w", self.address(rung), rung.width))
                .collect();
            let mut source = vec![("type", format.media_type().to_owned())];
            if self.is_eager {
                source.push(("sizes", self.sizes()));
            }
            source.push((self.name("srcset"), set.join(", ")));
            (!set.is_empty()).then_some(source)
        };
        [Format::Avif, Format::Webp]
            .into_iter()
            .filter_map(source)
            .collect()
    }

    fn main(&self) -> Attributes<'_> {
        let mut attributes = Attributes::new();
        if self.is_eager {
            attributes.push(("fetchpriority", "high".to_owned()));
            attributes.push(("decoding", "async".to_owned()));
        } else {
            attributes.push(("class", "lazy".to_owned()));
        }
        attributes.push((self.name("src"), self.original()));
        attributes.extend(self.attributes.iter().cloned());
        if let Some([upper, middle, lower]) =
            self.picture.and_then(|picture| picture.colours.as_ref())
        {
            let colours = format!("background:linear-gradient(#{upper},#{middle},#{lower})");
            attributes.push(("style", colours));
        }
        attributes
    }

    fn twin(&self) -> Attributes<'_> {
        let source = match self.picture {
            Some(picture) => self.address(picture.single()),
            None => self.original(),
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

    fn original(&self) -> String {
        match self.picture {
            Some(picture) => self.address(&picture.original),
            None => address(&self.media.path, &self.media.hash),
        }
    }

    fn address(&self, variant: &Variant) -> String {
        address(&variant.path(&self.media.path), &variant.hash)
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
pub(crate) fn columns(text: &str) -> usize {
    let wide = |c: char| 1 + usize::from(c >= '\u{2e80}');
    text.chars().filter(|c| *c != '\n').map(wide).sum()
}
