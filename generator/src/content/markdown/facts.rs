//! What the rest of the site has to know of a body: which pages its links need, and what is wrong in it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

use contract::Hash;
use serde::{Deserialize, Serialize};

use super::{Link, Origin, Problem, ShownBody};
use crate::app_id::GENERATOR_BUILD;
use crate::content::{Text, front_matter, text_file};
use crate::diagnostic::Diagnostic;

/// All paths that a link may lead to. Of each only the hash is kept: there are as many as pages, and nobody asks for their names.
#[derive(Debug, Default)]
pub struct Targets(HashSet<Hash>);

impl Targets {
    /// One more.
    pub fn add(&mut self, path: &str) {
        self.0.insert(Hash::of(path.as_bytes()));
    }

    /// True if it is one of them.
    pub fn contains(&self, path: &str) -> bool {
        self.0.contains(&Hash::of(path.as_bytes()))
    }
}

/// The facts of one body.
#[derive(Clone, Debug)]
pub struct BodyFacts {
    text: Arc<Text>,
    /// Links to pages of this site, each once, in order.
    pub links: Arc<[Link]>,
    /// Broken anchors and images (errors), missing alternative texts (warnings).
    pub diagnostics: Vec<Diagnostic>,
}

/// The links of bodies in which nothing is wrong, by the bodies' keys: what is known here needs no rendering.
///
/// What is wrong is told with its line, which is no part of a key; so a body with problems is rendered again.
#[derive(Debug, Default)]
pub struct KnownBodies {
    links: RwLock<Links>,
    /// From an earlier process; those that nobody asks for are forgotten.
    before: Links,
}

type Links = BTreeMap<Hash, Arc<[Link]>>;

/// How they are written down.
#[derive(Serialize, Deserialize)]
struct Recording<'a> {
    /// Another generator may find other links.
    generator: String,
    links: Cow<'a, Links>,
}

impl KnownBodies {
    /// What an earlier process wrote down; nothing if it was another generator, or the bytes are damaged.
    pub fn from_json(json: &[u8]) -> Self {
        let links = match serde_json::from_slice::<Recording<'_>>(json) {
            Ok(recording) if recording.generator == GENERATOR_BUILD => recording.links.into_owned(),
            _ => Links::new(),
        };
        Self {
            links: RwLock::default(),
            before: links,
        }
    }

    /// What a later process may know; none if it is what this one was told.
    pub fn to_json(&self) -> serde_json::Result<Option<Vec<u8>>> {
        let links = self.links.read().unwrap_or_else(PoisonError::into_inner);
        if *links == self.before {
            return Ok(None);
        }
        let recording = Recording {
            generator: GENERATOR_BUILD.to_owned(),
            links: Cow::Borrowed(&*links),
        };
        serde_json::to_vec(&recording).map(Some)
    }
}

impl KnownBodies {
    /// The facts of a body; it is rendered if they are not known.
    ///
    /// # Errors
    /// Its file cannot be read, or has changed since the content was loaded (`retryable`).
    pub fn of(&self, body: &ShownBody<'_>) -> Result<BodyFacts, Box<Diagnostic>> {
        if let Some(links) = self.known(body.key()) {
            return Ok(BodyFacts {
                text: Arc::new(body.text().clone()),
                links,
                diagnostics: Vec::new(),
            });
        }
        let rendered = body.get()?;
        let facts = BodyFacts {
            text: Arc::new(body.text().clone()),
            links: rendered.links.as_slice().into(),
            diagnostics: rendered.diagnostics.clone(),
        };
        if facts.diagnostics.is_empty() {
            let mut known = self.links.write().unwrap_or_else(PoisonError::into_inner);
            known.insert(body.key(), facts.links.clone());
        }
        Ok(facts)
    }
}

impl KnownBodies {
    fn known(&self, key: Hash) -> Option<Arc<[Link]>> {
        let links = self.links.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = links.get(&key) {
            return Some(known.clone());
        }
        drop(links);
        let known = self.before.get(&key)?;
        let mut links = self.links.write().unwrap_or_else(PoisonError::into_inner);
        links.insert(key, known.clone());
        Some(known.clone())
    }
}

impl BodyFacts {
    /// What is wrong with the links, given all that links of this site may lead to.
    pub fn broken_links(&self, targets: &Targets) -> Vec<Diagnostic> {
        let is_broken = |link: &&Link| !targets.contains(page_of(&link.href));
        self.links
            .iter()
            .filter(is_broken)
            .map(|link| self.broken(link))
            .collect()
    }

    /// What to tell the author when `link` leads to no page. Reads the file again, to point at the place.
    fn broken(&self, link: &Link) -> Diagnostic {
        let (source, file) = (self.text.source(), &self.text.file);
        let whole = text_file::read(&source, file, text_file::MAX_MARKDOWN)
            .map(|file| file.text)
            .unwrap_or_default();
        let body = front_matter::split(&whole).map_or(0, |parts| parts.body);
        let origin = Origin {
            source: &source,
            file,
            whole: &whole,
            body,
        };
        let reason = format!("there is no page `{}`", link.target);
        origin.tell(&Problem::error(
            "broken-link",
            &link.target,
            reason,
            "correct the address".to_owned(),
        ))
    }
}

/// `/about#team` and `/about?x` → `/about`.
fn page_of(target: &str) -> &str {
    let path = target.split(['#', '?']).next().unwrap_or(target);
    if path.is_empty() { "/" } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(targets: &[&str]) -> Arc<[Link]> {
        let link = |target: &&str| Link {
            target: (*target).to_owned(),
            href: format!("/en{target}"),
        };
        targets.iter().map(link).collect()
    }

    #[test]
    fn a_later_process_knows_what_was_asked_for_and_forgets_the_rest() {
        let (asked, other) = (Hash::of(b"asked"), Hash::of(b"other"));
        let first = KnownBodies::default();
        let mut known = first.links.write().unwrap();
        known.insert(asked, links(&["/about", "/news"]));
        known.insert(other, links(&[]));
        drop(known);
        let json = first.to_json().unwrap().unwrap();

        let second = KnownBodies::from_json(&json);
        assert_eq!(second.known(asked), Some(links(&["/about", "/news"])));
        let json = second.to_json().unwrap().unwrap();
        let third = KnownBodies::from_json(&json);
        assert_eq!(third.known(other), None);
        assert_eq!(third.known(asked), second.known(asked));
        assert_eq!(third.to_json().unwrap(), None, "nothing new to write down");
    }

    #[test]
    fn what_another_generator_wrote_down_is_not_known() {
        let key = Hash::of(b"asked");
        let first = KnownBodies::default();
        first.links.write().unwrap().insert(key, links(&["/about"]));
        let json = String::from_utf8(first.to_json().unwrap().unwrap()).unwrap();
        let other = json.replace(GENERATOR_BUILD, "another");
        assert_eq!(KnownBodies::from_json(other.as_bytes()).known(key), None);
        assert_eq!(
            KnownBodies::from_json(&json.as_bytes()[1..]).known(key),
            None
        );
        assert!(KnownBodies::from_json(json.as_bytes()).known(key).is_some());
    }
}
