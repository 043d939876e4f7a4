//! Announcements after each build of a sequence: each receiver gets the addresses of which the
//! content differs between the two photos, no more and no fewer.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use contract::build::{Access, Entry};
use generator::announce::announce;
use generator::announce::receivers::{self, Receiver};
use generator_builds::Builds;
use generator_ground::http::HttpClient;
use serde_json::Value;

use crate::photo::Photo;
use crate::recorder::Recorder;
use crate::world::World;

/// Receivers, and the content that they know.
pub(crate) struct Announced {
    recorder: Recorder,
    receivers: Vec<Receiver>,
    client: HttpClient,
    known: Contents,
}

/// Address → all that decides whether it is news.
#[derive(Clone, Debug, PartialEq)]
struct Contents {
    /// Public address of the site.
    site: String,
    pages: BTreeMap<String, Vec<Value>>,
    files: BTreeMap<String, (Entry, Vec<u8>)>,
}

impl Announced {
    /// Receivers that have heard of a site as it is.
    pub(crate) fn start(world: &World, live: &Photo) -> Self {
        let recorder = Recorder::start();
        recorder.state.lock().unwrap().quota = usize::MAX;
        let read = receivers::read(&recorder.write_file(world));
        let receivers = read.map_err(|failure| failure.error).unwrap();
        let mut announced = Self {
            recorder,
            receivers,
            client: HttpClient::new(Duration::from_secs(20)).unwrap(),
            known: Contents::read(live),
        };
        announced.send(world);
        announced.recorder.take_all();
        announced
    }

    /// Announces the live build; answers how that differs from the difference of the photos.
    pub(crate) fn flaw_after(&mut self, world: &World, live: &Photo) -> Option<String> {
        let next = Contents::read(live);
        let mut before = std::mem::replace(&mut self.known, next);
        if before.site != self.known.site {
            // All addresses are new, and the files that a cache has of them are not known.
            before.pages.clear();
            before.files = self.known.files.clone();
        }
        let pages = differing(&before.pages, &self.known.pages);
        let files = differing(&before.files, &self.known.files);
        let there = pages
            .iter()
            .filter(|path| self.known.pages.contains_key(*path));
        let there: Vec<String> = there.cloned().collect();
        self.send(world);
        let sent = self.recorder.take_all();
        for (receiver, expected) in [
            ("indexnow", &pages),
            ("baidu", &there),
            ("cloudflare", &files),
            ("webhook", &files),
        ] {
            if sent[receiver] != *expected {
                let sent = &sent[receiver];
                return Some(format!("{receiver} gets {sent:?} instead of {expected:?}"));
            }
        }
        None
    }

    fn send(&mut self, world: &World) {
        let builds = Builds::new(&world.folder.path("live/builds"));
        let live = builds.live().unwrap().unwrap();
        let var = world.folder.path("live/var");
        let results = announce(&builds, &live, &self.receivers, &var, &self.client).unwrap();
        assert!(
            results.iter().all(|result| result.waiting == 0),
            "{results:?}"
        );
    }
}

impl Contents {
    fn read(photo: &Photo) -> Self {
        let mut contents = Self {
            site: photo.index.public_url.clone(),
            pages: BTreeMap::new(),
            files: BTreeMap::new(),
        };
        for (path, (entry, bytes)) in &photo.paths {
            if let Entry::File(file) = entry {
                if file.access != Access::Public {
                    continue;
                }
                let payload = format!("{}/_payload.json", path.trim_end_matches('/'));
                let is_page = file.media_type.starts_with("text/html") && file.status.is_none();
                if let (true, Some((_, payload))) = (is_page, photo.paths.get(&payload)) {
                    let payload: Value = serde_json::from_slice(payload).unwrap();
                    if payload["head"]["noindex"] != true {
                        contents
                            .pages
                            .insert(path.clone(), own_content(photo, &payload));
                    }
                }
            }
            let rules = match entry {
                // Where the bytes lie, and how they are rendered, is nothing that visitors get.
                Entry::File(file) => Entry::Redirect {
                    to: file.media_type.to_string(),
                    permanent: false,
                },
                other => other.clone(),
            };
            contents.files.insert(path.clone(), (rules, bytes.clone()));
        }
        contents
    }
}

/// Title, description, and the entries that the page's route asks for; all answers without any.
fn own_content(photo: &Photo, payload: &Value) -> Vec<Value> {
    let data = payload["payload"]["data"].as_object().cloned();
    let route = payload["route"].as_str().unwrap();
    let own = photo.index.own.get(route);
    let answers = data.unwrap_or_default().into_iter();
    let answers = answers.filter(|(name, _)| own.is_none_or(|own| own.contains(name)));
    let head = ["title", "description"].map(|field| payload["head"][field].clone());
    head.into_iter()
        .chain(answers.map(|(_, answer)| answer))
        .collect()
}

/// Sorted names that are in one of the maps only, or have other values in them.
fn differing<V: PartialEq>(one: &BTreeMap<String, V>, other: &BTreeMap<String, V>) -> Vec<String> {
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let names = names.into_iter();
    names
        .filter(|name| one.get(*name) != other.get(*name))
        .cloned()
        .collect()
}
