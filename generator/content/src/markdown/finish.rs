//! Last touches on canonical HTML: addresses of links and images, their targets, and ids that are
//! unique on the page.
//!
//! Works on the text, not on a tree: in canonical HTML every `<` begins a tag, and every attribute
//! is `name="value"`.

use std::collections::BTreeSet;
use std::sync::Arc;

use memchr::memchr;

use super::ids::is_of_document;
use super::picture::{FIRST_SIGHT, Image, columns, write_tag};
use super::table::Tables;
use super::tag::{Attributes, checkbox, parse, percent_decode, scale, scheme, tag_end, value};
use super::{BodyProblem, Link, Surroundings};
use crate::shown_picture::{original, size};
use generator_ground::diagnostic::suggestion;
use generator_ground::message::Message;
use generator_media::Media;

/// First path segments that are no pages and have no language.
const UNTRANSLATED: [&str; 4] = ["api", "assets", "builds", "media"];

/// The finished HTML and the facts found in it.
#[derive(Debug, Default)]
pub(super) struct Finished {
    pub(super) html: String,
    pub(super) links: Vec<Link>,
    pub(super) anchors: Vec<String>,
    pub(super) problems: Vec<BodyProblem>,
}

/// Finishes `html` for a page.
pub(super) fn finish(html: &str, surroundings: &Surroundings<'_>) -> Finished {
    let mut finisher = Finisher {
        surroundings,
        done: Finished {
            html: String::with_capacity(html.len() + html.len() / 8),
            ..Finished::default()
        },
        fragments: BTreeSet::new(),
        tables: Tables::default(),
        before: 0,
        has_image: false,
    };
    let mut rest = html;
    while let Some(at) = memchr(b'<', rest.as_bytes()) {
        finisher.done.html.push_str(&rest[..at]);
        // Later images load lazily whatever the count is.
        if finisher.before <= FIRST_SIGHT && !finisher.has_image {
            finisher.before += columns(&rest[..at]);
        }
        let end = tag_end(&rest[at..]);
        finisher.tag(&rest[at..at + end]);
        rest = &rest[at + end..];
        // A browser drops it, and an image that was left out may have been before it.
        if ends_with_pre(&finisher.done.html) {
            rest = rest.trim_start_matches('\n');
        }
    }
    finisher.done.html.push_str(rest);
    finisher.check_fragments();
    finisher.done
}

struct Finisher<'a> {
    surroundings: &'a Surroundings<'a>,
    done: Finished,
    fragments: BTreeSet<String>,
    tables: Tables,
    /// Columns of text before the place it is at, until they are too many for the first sight of a
    /// page, or an image was there.
    before: usize,
    /// True if there is an image before that place.
    has_image: bool,
}

impl<'a> Finisher<'a> {
    fn tag(&mut self, tag: &str) {
        let inside = tag.trim_start_matches('<').trim_end_matches('>');
        let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
        if name == "/table" {
            self.done.html.push_str(tag);
            return self.tables.close(&mut self.done.html);
        }
        let is_touched = matches!(name, "img" | "input" | "table" | "caption" | "thead" | "tr");
        if attributes.is_empty() && !is_touched {
            return self.done.html.push_str(tag);
        }
        let mut attributes = parse(attributes);
        self.ids(&mut attributes);
        match name {
            "a" => self.link(&mut attributes),
            "img" => return self.image(attributes),
            "input" => attributes = checkbox(&attributes),
            "table" => self.tables.open(&self.done.html),
            _ => {
                let (ids, out) = (self.surroundings.ids, &mut self.done.html);
                self.tables.speak(name, &mut attributes, ids, out);
            }
        }
        write_tag(&mut self.done.html, name, &attributes);
    }

    /// Ids are links' anchors, unless they are the document's own: a script would take the element
    /// for the document's.
    fn ids(&mut self, attributes: &mut Attributes<'_>) {
        let Some(index) = attributes.iter().position(|(name, _)| *name == "id") else {
            return;
        };
        let id = attributes[index].1.clone();
        if is_of_document(&id) {
            attributes.remove(index);
            let message = Message::new("reserved-id").with("id", &id);
            let problem = BodyProblem::error(&id, message);
            return self.done.problems.push(problem);
        }
        attributes[index].1 = format!("{}{id}", self.surroundings.ids);
        self.done.anchors.push(id);
    }

    fn link(&mut self, attributes: &mut Attributes<'_>) {
        attributes.retain(|(name, _)| *name != "rel");
        let Some(index) = attributes.iter().position(|(name, _)| *name == "href") else {
            return;
        };
        let target = attributes[index].1.clone();
        match self.destination(&target) {
            Destination::Elsewhere => attributes.push(("rel", "noopener noreferrer".to_owned())),
            Destination::Here(href) => attributes[index].1 = href,
            Destination::Nowhere(problem) => {
                attributes.remove(index);
                self.done.problems.push(problem);
            }
        }
    }

    fn destination(&mut self, target: &str) -> Destination {
        if let Some(fragment) = target.strip_prefix('#') {
            self.fragments.insert(fragment.to_owned());
            let ids = Some(self.surroundings.ids).filter(|_| !fragment.is_empty());
            return Destination::Here(format!("#{}{fragment}", ids.unwrap_or_default()));
        }
        if target.starts_with("//") || target.starts_with("/\\") {
            return Destination::Elsewhere;
        }
        if target.starts_with('/') {
            return self.page(target);
        }
        match scheme(target).as_deref() {
            Some("http" | "https") => Destination::Elsewhere,
            Some("mailto" | "tel") => Destination::Here(target.to_owned()),
            Some(scheme) => {
                let message = Message::new("bad-link").with("scheme", scheme);
                Destination::Nowhere(BodyProblem::error(target, message))
            }
            None => match self.file_beside(target) {
                Some(media) => Destination::Here(self.address(media)),
                None => Destination::Nowhere(
                    self.no_file(Message::new("broken-link").with("file", target), target),
                ),
            },
        }
    }

    /// A path of this site, in the page's language.
    fn page(&mut self, target: &str) -> Destination {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let first = path[1..].split('/').next().unwrap_or_default();
        if first == "media" {
            return match self.published_media(path) {
                Some(media) => Destination::Here(self.address(media)),
                None => Destination::Nowhere(self.no_file(
                    Message::new("broken-link/media").with("address", target),
                    target,
                )),
            };
        }
        let has_prefix = self
            .surroundings
            .locales
            .iter()
            .any(|locale| !locale.prefix.is_empty() && locale.prefix == first);
        if UNTRANSLATED.contains(&first) {
            return Destination::Here(target.to_owned());
        }
        let href = if has_prefix {
            target.to_owned()
        } else {
            self.surroundings.locale.href(path) + &target[path.len()..]
        };
        if !self.done.links.iter().any(|link| link.target == target) {
            self.done
                .problems
                .extend(has_prefix.then(|| names_language(target, first)));
            self.done.links.push(Link {
                target: target.to_owned(),
                href: href.clone(),
            });
        }
        Destination::Here(href)
    }

    fn image(&mut self, attributes: Attributes<'_>) {
        let source = value(&attributes, "src").unwrap_or_default().to_owned();
        let alt = value(&attributes, "alt").unwrap_or_default().to_owned();
        if alt.trim().is_empty() {
            let message = Message::new("missing-alt").with("file", &source);
            self.done
                .problems
                .push(BodyProblem::warning(&source, message));
        }
        let media = match self.picture(&source) {
            Ok(found) => found,
            Err(problem) => {
                self.done.problems.push(problem);
                return;
            }
        };
        let picture = self.surroundings.pictures.get(&media.hash);
        let pixels = size(media, picture.map(|picture| &**picture));
        let mut own: Attributes<'_> = Vec::new();
        if let Some((width, height)) =
            pixels.map(|pixels| scale(pixels, value(&attributes, "width")))
        {
            own.extend([("width", width.to_string()), ("height", height.to_string())]);
        }
        own.push(("alt", alt));
        own.extend(attributes.into_iter().filter(|(name, _)| *name == "title"));
        let is_eager = !std::mem::replace(&mut self.has_image, true) && self.before <= FIRST_SIGHT;
        Image {
            media,
            picture: picture.map(|picture| &**picture),
            attributes: own,
            is_eager,
        }
        .write(&mut self.done.html);
    }

    fn picture(&self, source: &str) -> Result<&'a Media, BodyProblem> {
        let local = if source.starts_with("/media/") {
            self.published_media(source)
        } else {
            self.file_beside(source)
        };
        if let Some(media) = local {
            if media.pixels.is_some() || media.media_type.starts_with("image/") {
                return Ok(media);
            }
            let message = Message::new("broken-image/link").with("file", source);
            return Err(BodyProblem::error(source, message));
        }
        if matches!(scheme(source).as_deref(), Some("http" | "https")) || source.starts_with("//") {
            let message = Message::new("foreign-image").with("address", source);
            return Err(BodyProblem::error(source, message));
        }
        Err(self.no_file(Message::new("broken-image").with("file", source), source))
    }

    /// Address of a link to the file: that of the file published at its path.
    fn address(&self, media: &Media) -> String {
        let picture = self.surroundings.pictures.get(&media.hash);
        original(media, picture.map(|picture| &**picture))
    }

    fn file_beside(&self, name: &str) -> Option<&'a Arc<Media>> {
        self.surroundings
            .entry
            .file(name.strip_prefix("./").unwrap_or(name))
    }

    fn published_media(&self, path: &str) -> Option<&'a Arc<Media>> {
        let media = self.surroundings.media;
        let found = media.get(
            media
                .binary_search_by(|media| media.path.as_str().cmp(path))
                .ok()?,
        )?;
        // A public text must not lean on a file that its readers may not see.
        (found.access == self.surroundings.entry.access || found.access.is_public())
            .then_some(found)
    }

    fn no_file(&self, message: Message, target: &str) -> BodyProblem {
        let names = self
            .surroundings
            .entry
            .files
            .iter()
            .filter_map(|media| media.path.rsplit('/').next());
        BodyProblem::error(target, message.suggest(suggestion(target, names)))
    }

    fn check_fragments(&mut self) {
        for fragment in std::mem::take(&mut self.fragments) {
            let is_there = fragment.is_empty()
                || self
                    .done
                    .anchors
                    .iter()
                    .any(|anchor| *anchor == fragment || *anchor == percent_decode(&fragment));
            if !is_there {
                let target = format!("#{fragment}");
                let near = suggestion(&fragment, self.done.anchors.iter().map(String::as_str));
                let message = Message::new("broken-anchor")
                    .with("anchor", &target)
                    .suggest(near.map(|near| format!("#{near}")));
                self.done
                    .problems
                    .push(BodyProblem::error(&target, message));
            }
        }
    }
}

/// True if the last tag of `html` begins a `pre` and no text is behind it.
fn ends_with_pre(html: &str) -> bool {
    let tag = html.rfind('<').map_or("", |at| &html[at..]);
    html.ends_with('>') && (tag == "<pre>" || tag.starts_with("<pre "))
}

/// A link that leads the readers of every language to one of them.
fn names_language(target: &str, prefix: &str) -> BodyProblem {
    let rest = target
        .strip_prefix('/')
        .and_then(|target| target.strip_prefix(prefix));
    let rest = rest.filter(|rest| rest.starts_with('/')).unwrap_or("/");
    let message = Message::new("language-in-link")
        .with("target", target)
        .with("path", rest);
    BodyProblem::warning(target, message)
}

enum Destination {
    Elsewhere,
    Here(String),
    Nowhere(BodyProblem),
}
