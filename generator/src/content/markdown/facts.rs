//! What the rest of the site has to know of a body: which pages its links need, and what is wrong in it.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

use contract::Hash;

use super::{Link, Origin, Problem, ShownBody};
use crate::content::{Text, front_matter, text_file};
use crate::diagnostic::Diagnostic;

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
    links: RwLock<HashMap<Hash, Arc<[Link]>>>,
}

impl KnownBodies {
    /// The facts of a body; it is rendered if they are not known.
    ///
    /// # Errors
    /// Its file cannot be read, or has changed since the content was loaded (`retryable`).
    pub fn of(&self, body: &ShownBody<'_>) -> Result<BodyFacts, Box<Diagnostic>> {
        if let Some(links) = self.known(body.key()) {
            return Ok(BodyFacts {
                text: body.text().clone(),
                links,
                diagnostics: Vec::new(),
            });
        }
        let rendered = body.get()?;
        let facts = BodyFacts {
            text: body.text().clone(),
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
        links.get(&key).cloned()
    }
}

impl BodyFacts {
    /// What is wrong with the links, given every path of the site.
    pub fn broken_links(&self, paths: &HashSet<String>) -> Vec<Diagnostic> {
        let is_broken = |link: &&Link| !paths.contains(page_of(&link.href));
        self.links
            .iter()
            .filter(is_broken)
            .map(|link| self.broken(link))
            .collect()
    }

    /// What to tell the author when `link` leads to no page. Reads the file again, to point at the place.
    fn broken(&self, link: &Link) -> Diagnostic {
        let Text { source, file, .. } = &*self.text;
        let whole = text_file::read(source, file, text_file::MAX_MARKDOWN)
            .map(|file| file.text)
            .unwrap_or_default();
        let body = front_matter::split(&whole).map_or(0, |parts| parts.body);
        let origin = Origin {
            source,
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
