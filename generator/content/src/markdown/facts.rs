//! Facts of a body for the rest of the site: which pages its links need, and the problems
//! in it.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use contract::Hash;
use serde::{Deserialize, Serialize, Serializer};

use super::{Body, BodyProblem, BodySource, Link, ShownBody};
use crate::files::{front_matter, text_file};
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;
use generator_ground::storage::ragged::Ragged;

/// Hash of the code that finds links and problems, set by `build.rs`.
const RECIPE: &str = env!("CONTENT_RECIPE");

/// Paths that something may lead to. Only the hash of each is kept: there are as many as pages, and
/// their names are not needed.
#[derive(Debug, Default)]
pub struct Targets(Vec<Hash>);

impl<Path: AsRef<str>> FromIterator<Path> for Targets {
    fn from_iter<Paths: IntoIterator<Item = Path>>(paths: Paths) -> Self {
        let paths = paths.into_iter();
        let mut hashes: Vec<Hash> = paths
            .map(|path| Hash::of(path.as_ref().as_bytes()))
            .collect();
        hashes.sort_unstable();
        hashes.dedup();
        hashes.shrink_to_fit();
        Self(hashes)
    }
}

impl Targets {
    /// True if it is one of them.
    pub fn contains(&self, path: &str) -> bool {
        self.has(&Hash::of(path.as_bytes()))
    }

    fn has(&self, path: &Hash) -> bool {
        self.0.binary_search(path).is_ok()
    }
}

/// The facts of one body.
#[derive(Clone, Debug)]
pub struct BodyFacts {
    /// Number by which [`KnownBodies::lead`] finds its links; 0 if none leads to a page of this
    /// site.
    pub links: u32,
    /// Broken anchors and images (errors), missing alternative texts (warnings).
    pub diagnostics: Vec<Diagnostic>,
}

/// The links and the problems of bodies, by the bodies' keys: one that is known here needs no
/// rendering.
///
/// A key has neither file nor line, and a diagnostic has both: the problems of a body are kept for
/// one file with one hash.
#[derive(Debug, Default)]
pub struct KnownBodies(RwLock<Bodies>);

#[derive(Debug, Default)]
struct Bodies {
    known: BTreeMap<Hash, Known>,
    links: Links,
}

#[derive(Debug)]
struct Known {
    /// Number of the body's list in [`Links`]; 0 without links.
    links: u32,
    problems: Option<Box<Problems>>,
    /// Whether no earlier process recorded the body.
    is_new: bool,
    /// Whether the body was looked up; the next process forgets other facts.
    is_asked: AtomicBool,
}

/// Problems of a body.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Problems {
    /// `content/news/first-close/en.md`.
    file: String,
    /// Hash of all its bytes.
    hash: Hash,
    diagnostics: Vec<Diagnostic>,
}

/// Where the links of bodies lead, body by body: hashes, as in [`Targets`]. They are numbered from
/// 1; 0 has no links.
#[derive(Debug, Default)]
struct Links(Ragged<Hash>);

/// The bodies as they are written to disk.
#[derive(Serialize)]
struct Recording<'a> {
    /// Hash of the code: other code may find other links.
    recipe: &'a str,
    #[serde(serialize_with = "written_links")]
    bodies: &'a Bodies,
    #[serde(serialize_with = "written_problems")]
    problems: &'a Bodies,
}

/// The bodies as they are read from disk.
#[derive(Deserialize)]
struct Recorded {
    recipe: String,
    bodies: BTreeMap<Hash, Vec<Hash>>,
    problems: BTreeMap<Hash, Box<Problems>>,
}

impl KnownBodies {
    /// The recording of an earlier process; empty if other code wrote it, or the bytes are
    /// damaged.
    pub fn from_json(json: &[u8]) -> Self {
        let mut bodies = Bodies::default();
        if let Ok(mut recorded) = serde_json::from_slice::<Recorded>(json)
            && recorded.recipe == RECIPE
        {
            let Bodies { known, links } = &mut bodies;
            // Made at once, its nodes are full.
            *known = recorded
                .bodies
                .into_iter()
                .map(|(key, paths)| {
                    let known = Known {
                        links: links.add(&paths),
                        problems: recorded.problems.remove(&key),
                        is_new: false,
                        is_asked: AtomicBool::new(false),
                    };
                    (key, known)
                })
                .collect();
        }
        Self(RwLock::new(bodies))
    }

    /// True if a later process should know other bodies than this one started with.
    pub fn have_news(&self) -> bool {
        let bodies = self.read();
        let is_news = |known: &Known| known.is_new || !known.is_written();
        bodies.known.values().any(is_news)
    }

    /// Writes the facts for a later process.
    ///
    /// # Errors
    /// `to` cannot be written.
    pub fn write_json(&self, to: impl Write) -> io::Result<()> {
        let bodies = &*self.read();
        let recording = Recording {
            recipe: RECIPE,
            bodies,
            problems: bodies,
        };
        Ok(serde_json::to_writer(to, &recording)?)
    }

    /// The facts of a body; it is rendered if they are not known.
    ///
    /// # Errors
    /// Its file cannot be read, or has changed since the content was loaded (`retryable`).
    pub fn facts(&self, body: &ShownBody<'_>) -> Result<BodyFacts, Box<Diagnostic>> {
        let text = body.text();
        if let Some(known) = self.known_facts(body.key(), &text.file, text.hash) {
            return Ok(known);
        }
        let rendered = body.get()?;
        let problems = (!rendered.diagnostics.is_empty()).then(|| Problems {
            file: text.file.clone(),
            hash: text.hash,
            diagnostics: rendered.diagnostics.clone(),
        });
        let links = self.learn(body.key(), &rendered.links, problems);
        Ok(BodyFacts {
            links,
            diagnostics: rendered.diagnostics.clone(),
        })
    }

    /// True if every link of the bodies with these numbers leads to one of `targets`.
    pub fn lead(&self, numbers: &[u32], targets: &Targets) -> bool {
        let bodies = self.read();
        let mut links = numbers.iter().flat_map(|number| bodies.links.get(*number));
        links.all(|path| targets.has(path))
    }

    /// True if one of the bodies with these numbers has a link to the page of `href`.
    pub fn lead_to(&self, numbers: &[u32], href: &str) -> bool {
        let page = Hash::of(page_of(href).as_bytes());
        let bodies = self.read();
        let mut links = numbers.iter().flat_map(|number| bodies.links.get(*number));
        links.any(|path| *path == page)
    }

    /// The facts of a body in a file with this hash.
    fn known_facts(&self, key: Hash, file: &str, hash: Hash) -> Option<BodyFacts> {
        let bodies = self.read();
        let known = bodies.known.get(&key)?;
        known.is_asked.store(true, Ordering::Relaxed);
        let diagnostics = match &known.problems {
            None => Vec::new(),
            Some(problems) if (&*problems.file, problems.hash) == (file, hash) => {
                problems.diagnostics.clone()
            }
            Some(_) => return None,
        };
        Some(BodyFacts {
            links: known.links,
            diagnostics,
        })
    }

    /// Records the links and problems of a body. Returns the number of its links.
    fn learn(&self, key: Hash, links: &[Link], problems: Option<Problems>) -> u32 {
        let mut bodies = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let Bodies { known, links: all } = &mut *bodies;
        let known = known.entry(key).or_insert_with(|| {
            let mut paths: Vec<Hash> = links
                .iter()
                .map(|link| Hash::of(page_of(&link.href).as_bytes()))
                .collect();
            paths.sort_unstable();
            paths.dedup();
            Known {
                links: all.add(&paths),
                problems: None,
                is_new: true,
                is_asked: AtomicBool::new(true),
            }
        });
        known.problems = problems.map(Box::new);
        known.is_new = true;
        known.links
    }

    fn read(&self) -> RwLockReadGuard<'_, Bodies> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn is_written(&self) -> bool {
        self.is_asked.load(Ordering::Relaxed)
    }
}

fn written_links<S: Serializer>(bodies: &&Bodies, serializer: S) -> Result<S::Ok, S::Error> {
    let links = bodies.written_bodies();
    serializer.collect_map(links.map(|(key, known)| (key, bodies.links.get(known.links))))
}

fn written_problems<S: Serializer>(bodies: &&Bodies, serializer: S) -> Result<S::Ok, S::Error> {
    let problems = bodies.written_bodies();
    let problems = problems.filter_map(|(key, known)| Some((key, known.problems.as_ref()?)));
    serializer.collect_map(problems)
}

impl Bodies {
    /// Bodies that are written down.
    fn written_bodies(&self) -> impl Iterator<Item = (&Hash, &Known)> {
        self.known.iter().filter(|(_, known)| known.is_written())
    }
}

impl Links {
    /// Adds those of one more body. Answers their number.
    fn add(&mut self, paths: &[Hash]) -> u32 {
        if paths.is_empty() {
            return 0;
        }
        self.0.push(paths);
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn get(&self, number: u32) -> &[Hash] {
        let row = number.checked_sub(1);
        row.map_or(&[], |row| self.0.get(row as usize))
    }
}

impl ShownBody<'_> {
    /// Problems of its links, given all that links of this site may lead to; `nearest` is the page
    /// whose path is nearest to a wrong one.
    ///
    /// # Errors
    /// As [`ShownBody::get`].
    pub fn broken_links(
        &self,
        targets: &Targets,
        nearest: impl Fn(&str) -> Option<String>,
    ) -> Result<Vec<Diagnostic>, Box<Diagnostic>> {
        let body = self.get()?;
        let problem = |link: &Link| {
            let message = Message::new("broken-link/page").with("address", &link.target);
            let message = message.suggest(nearest(page_of(&link.target)));
            tell(body, &BodyProblem::error(&link.target, message))
        };
        let links = body.links.iter();
        let broken = links.filter(|link| !targets.contains(page_of(&link.href)));
        Ok(broken.map(problem).collect())
    }

    /// A warning about each of its links that `wrong` has a message about, with the link.
    ///
    /// # Errors
    /// As [`ShownBody::get`].
    pub fn link_warnings<'b>(
        &'b self,
        wrong: impl Fn(&Link) -> Option<Message>,
    ) -> Result<Vec<(&'b Link, Diagnostic)>, Box<Diagnostic>> {
        let body = self.get()?;
        let warning = |link: &'b Link| {
            let problem = BodyProblem::warning(&link.target, wrong(link)?);
            Some((link, tell(body, &problem)))
        };
        Ok(body.links.iter().filter_map(warning).collect())
    }

    /// A warning at the place of these words in its file, front matter included; none if they are
    /// not there.
    pub fn warning_at(&self, words: &str, message: Message) -> Option<Diagnostic> {
        let text = self.text();
        warning_in_file(&text.source(), &text.file, words, message)
    }
}

/// A warning at the place of these words in a file; none if they are not there.
pub fn warning_in_file(
    source: &Path,
    file: &str,
    words: &str,
    message: Message,
) -> Option<Diagnostic> {
    let read = text_file::read(source, file, text_file::MAX_MARKDOWN).ok()?;
    let origin = BodySource {
        source,
        file,
        body: 0,
        whole: &read.text,
    };
    let is_there = read.text.contains(words);
    is_there.then(|| origin.tell(&BodyProblem::warning(words, message)))
}

/// A problem of a body. Reads the file again, to point at the place.
fn tell(body: &Body, problem: &BodyProblem) -> Diagnostic {
    let whole = text_file::read(&body.source, &body.file, text_file::MAX_MARKDOWN)
        .map(|file| file.text)
        .unwrap_or_default();
    let origin = BodySource {
        source: &body.source,
        file: &body.file,
        body: front_matter::split(&whole).map_or(0, |parts| parts.body),
        whole: &whole,
    };
    origin.tell(problem)
}

/// `/about#team` and `/about?x` → `/about`.
pub fn page_of(target: &str) -> &str {
    let path = target.split(['#', '?']).next().unwrap_or(target);
    if path.is_empty() { "/" } else { path }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn link(target: &str) -> Link {
        Link {
            target: target.to_owned(),
            href: format!("/en{target}"),
        }
    }

    fn json(bodies: &KnownBodies) -> Option<Vec<u8>> {
        let mut json = Vec::new();
        bodies.write_json(&mut json).unwrap();
        bodies.have_news().then_some(json)
    }

    /// The number of a body's links.
    fn known_facts(bodies: &KnownBodies, key: Hash) -> Option<u32> {
        let facts = bodies.known_facts(key, "content/news/a/en.md", Hash::of(b"file"))?;
        Some(facts.links)
    }

    /// A process that has seen a body `asked` with two links, and one without.
    fn first() -> (KnownBodies, Hash, Hash) {
        let (asked, other) = (Hash::of(b"asked"), Hash::of(b"other"));
        let first = KnownBodies::default();
        first.learn(asked, &[link("/about#team"), link("/news")], None);
        first.learn(other, &[], None);
        (first, asked, other)
    }

    #[test]
    fn a_later_process_knows_what_was_asked_for_and_forgets_the_rest() {
        let (first, asked, other) = first();
        let second = KnownBodies::from_json(&json(&first).unwrap());
        let links = known_facts(&second, asked).unwrap();
        let json_of_second = json(&second).unwrap();
        for (there, lead) in [
            (&["/en/about", "/en/news"][..], true),
            (&["/en/news"], false),
            (&[], false),
        ] {
            assert_eq!(second.lead(&[0, links], &there.iter().collect()), lead);
        }
        let third = KnownBodies::from_json(&json_of_second);
        assert_eq!(known_facts(&third, other), None);
        assert!(known_facts(&third, asked).is_some());
        assert_eq!(json(&third), None, "nothing new to write down");
    }

    #[test]
    fn what_another_generator_wrote_down_is_not_known() {
        let (first, key, _) = first();
        let json = String::from_utf8(json(&first).unwrap()).unwrap();
        let other = json.replace(RECIPE, "another");
        assert_eq!(
            known_facts(&KnownBodies::from_json(other.as_bytes()), key),
            None
        );
        let damaged = &json.as_bytes()[1..];
        assert_eq!(known_facts(&KnownBodies::from_json(damaged), key), None);
        assert!(known_facts(&KnownBodies::from_json(json.as_bytes()), key).is_some());
    }

    #[test]
    fn problems_are_known_for_one_file_in_one_state() {
        const FILE: &str = "content/news/a/en.md";
        let (key, hash) = (Hash::of(b"key"), Hash::of(b"file"));
        let diagnostic = Diagnostic::new(FILE, Message::new("missing-alt")).warning();
        let problems = Problems {
            file: FILE.to_owned(),
            hash,
            diagnostics: vec![diagnostic.clone()],
        };
        let first = KnownBodies::default();
        let links = first.learn(key, &[link("/about")], Some(problems));
        assert!(!first.lead(&[links], &Targets::default()));
        let second = KnownBodies::from_json(&json(&first).unwrap());
        for bodies in [&first, &second] {
            let facts = bodies.known_facts(key, FILE, hash).unwrap();
            assert_eq!(facts.diagnostics, std::slice::from_ref(&diagnostic));
            let elsewhere = ("content/news/b/en.md", hash);
            let edited = (FILE, Hash::of(b"a line above the body is new"));
            for (file, hash) in [elsewhere, edited] {
                assert!(bodies.known_facts(key, file, hash).is_none(), "{file}");
            }
        }
        assert_eq!(second.learn(key, &[link("/about")], None), 1);
        let mended = second
            .known_facts(key, "content/news/b/en.md", hash)
            .unwrap();
        assert_eq!(mended.diagnostics, []);
        let third = KnownBodies::from_json(&json(&second).unwrap());
        assert!(
            third
                .known_facts(key, FILE, hash)
                .unwrap()
                .diagnostics
                .is_empty()
        );
    }

    proptest! {
        #![proptest_config(property_tests::cases(200))]
        #[test]
        fn the_links_of_every_body_come_back(
            all in prop::collection::vec(prop::collection::vec(any::<[u8; 16]>().prop_map(Hash::from), 0..4), 0..9),
        ) {
            let mut links = Links::default();
            let numbers: Vec<u32> = all.iter().map(|paths| links.add(paths)).collect();
            for (number, paths) in numbers.into_iter().zip(&all) {
                prop_assert_eq!(links.get(number), &paths[..]);
            }
        }
    }
}
