//! The origin data of the live build: `builds/origin/<hash>.json`.
//!
//! ```text
//! latest.json ─► index/<id>.json ─► origin/<hash>.json
//! ```
//!
//! One `stat` of `latest.json` per call shows whether another build is live; the answers read from
//! it are kept, ready to be sent. A pointer or a file that cannot be read leaves the answers
//! unchanged, and is logged once.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use contract::Hash;
use contract::api::Protocol;
use contract::build::{Latest, SCHEMA};
use contract::form::Form;
use contract::origin_data::{OriginData, Part, SearchData};
use jiff::tz::TimeZone;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::clock;
use crate::texts::Texts;

/// Origin data kept besides the live one's: the generator asks for the next one once per language.
/// Some hundred KB each.
const KEPT: usize = 4;

/// Origin data, ready to be sent: `language` header value → `data` of the answer.
#[derive(Debug)]
pub struct Answers {
    hash: Hash,
    /// Answers of `GET /api/web/system-config`.
    pub system_config: BTreeMap<String, Arc<RawValue>>,
    /// Answers of `GET /api/web/protocol-config`.
    pub protocol_config: BTreeMap<String, Arc<RawValue>>,
    site_name: BTreeMap<String, String>,
    /// Public address, without a trailing slash; empty in builds from before there was one.
    site_url: String,
    /// Zone of the times in letters.
    time_zone: TimeZone,
    /// Texts for people.
    pub texts: Arc<Texts>,
    /// `language` header value → key → form of messages.
    pub forms: BTreeMap<String, BTreeMap<String, Arc<Form>>>,
    /// `language` header value → key → version of the agreements.
    pub agreements: BTreeMap<String, Agreements>,
    /// The site's own words for its search.
    pub search: Arc<SearchData>,
    /// Parts that the site does not have.
    absent: BTreeSet<Part>,
}

/// Key of each agreement → version of its text.
pub type Agreements = BTreeMap<String, String>;

/// The reader of `builds/`. Clones share the data.
#[derive(Clone, Debug)]
pub struct Content {
    builds: PathBuf,
    /// Texts until the first build.
    built_in: Arc<Texts>,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    live: Option<(Fingerprint, Arc<Answers>)>,
    /// Answers besides the live ones, the newest first.
    kept: VecDeque<Arc<Answers>>,
    /// The pointer that was complained about.
    complained: Option<Fingerprint>,
}

/// Distinguishes one `latest.json` from the next: it is always replaced by rename, so at least the
/// inode differs while both exist.
pub type Fingerprint = (i64, i64, u64, u64);

/// Why there are no answers.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// No build is published: `latest.json` is missing.
    #[error("nothing is published")]
    NoBuild,
    /// A file does not exist.
    #[error("builds/{0} does not exist")]
    Missing(String),
    /// A file cannot be read or has another form than expected; names the file.
    #[error("builds/{0}")]
    Broken(String),
}

/// The part of `contract::build::Index` that the origin reads; the rest, which grows with the site,
/// is skipped.
#[derive(Deserialize)]
struct Root {
    schema: u32,
    origin: Hash,
}

impl Content {
    /// A reader of the folder `builds`. No file is read before the first call.
    pub fn new(builds: PathBuf, built_in: Texts) -> Self {
        Self {
            builds,
            built_in: Arc::new(built_in),
            state: Arc::default(),
        }
    }

    /// The folder of builds.
    pub fn builds(&self) -> &Path {
        &self.builds
    }

    /// The answers of the given origin data, or else of the live build.
    pub async fn answers(&self, hash: Option<Hash>) -> Result<Arc<Answers>, ContentError> {
        let content = self.clone();
        let read = tokio::task::spawn_blocking(move || match hash {
            Some(hash) => content.by_hash(hash).inspect_err(warn_if_broken),
            None => content.live(),
        });
        let stopped = |error| ContentError::Broken(format!("reading was cut off: {error}"));
        read.await.map_err(stopped)?
    }

    /// Whether the live build's site has a call. Before the first build every call is there.
    pub async fn has_call(&self, path: &str) -> bool {
        let users = Part::users_of(path);
        if users.is_empty() {
            return true;
        }
        let answers = self.answers(None).await;
        answers.map_or(true, |live| {
            users.iter().any(|part| !live.absent.contains(part))
        })
    }

    /// The texts of the live build; the built-in ones before the first.
    pub async fn texts(&self) -> Arc<Texts> {
        let answers = self.answers(None).await;
        answers.map_or_else(
            |_| Arc::clone(&self.built_in),
            |live| Arc::clone(&live.texts),
        )
    }

    /// The texts as they were read last, for when there is no time to look.
    pub fn last_texts(&self) -> Arc<Texts> {
        let live = self.with_state(|state| Some(Arc::clone(&state.live.as_ref()?.1.texts)));
        live.unwrap_or_else(|| Arc::clone(&self.built_in))
    }

    /// The site's name in a language; none if no build is published or the site has none.
    pub async fn site_name(&self, language: &str) -> Option<String> {
        let answers = self.answers(None).await.ok()?;
        answers.site_name.get(language).cloned()
    }

    /// The site's public address; none if no build is published, or an older one.
    pub async fn site_url(&self) -> Option<String> {
        let answers = self.answers(None).await.ok()?;
        let url = &answers.site_url;
        (!url.is_empty()).then(|| url.clone())
    }

    /// A moment as the site shows it, from seconds since the epoch.
    pub async fn moment(&self, seconds: i64) -> String {
        clock::for_people(seconds, self.time_zone().await)
    }

    /// The site's time zone.
    pub async fn time_zone(&self) -> TimeZone {
        let answers = self.answers(None).await;
        answers.map_or(TimeZone::UTC, |answers| answers.time_zone.clone())
    }

    /// A form's name for people, in a language or in the default one; its key where the site has no
    /// such form any more.
    pub async fn form_title(&self, language: Option<&str>, name: &str) -> String {
        let form = self.form(language, name).await;
        form.map_or_else(|| name.to_owned(), |form| form.title.clone())
    }

    /// A form in a language or in the default one.
    pub async fn form(&self, language: Option<&str>, name: &str) -> Option<Arc<Form>> {
        let answers = self.answers(None).await.ok()?;
        let default = answers.texts.default_language();
        let forms = language.and_then(|language| answers.forms.get(language));
        forms
            .or_else(|| answers.forms.get(default))?
            .get(name)
            .cloned()
    }

    /// The answers of the live build, for threads that may block.
    pub fn live(&self) -> Result<Arc<Answers>, ContentError> {
        let print = match fs::metadata(self.builds.join("latest.json")) {
            Ok(metadata) => fingerprint(&metadata),
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(ContentError::NoBuild),
            Err(error) => return Err(ContentError::Broken(format!("latest.json: {error}"))),
        };
        let known = self.with_state(|state| state.live.clone());
        if let Some((seen, answers)) = &known
            && *seen == print
        {
            return Ok(Arc::clone(answers));
        }
        match (self.follow_pointer(), known) {
            (Ok(answers), _) => {
                self.with_state(|state| state.live = Some((print, Arc::clone(&answers))));
                Ok(answers)
            }
            (Err(error), Some((_, answers))) => {
                self.complain(print, &error);
                Ok(answers)
            }
            (Err(error), None) => {
                self.complain(print, &error);
                Err(error.of_the_live_build())
            }
        }
    }

    fn follow_pointer(&self) -> Result<Arc<Answers>, ContentError> {
        let latest: Latest = self.parse("latest.json")?;
        let name = format!("index/{}.json", latest.id);
        let root: Root = self.parse(&name)?;
        if root.schema > SCHEMA {
            let (found, known) = (root.schema, SCHEMA);
            let reason = format!("{name}: schema {found}, this program knows {known}: update it");
            return Err(ContentError::Broken(reason));
        }
        self.by_hash(root.origin)
    }

    fn by_hash(&self, hash: Hash) -> Result<Arc<Answers>, ContentError> {
        let kept =
            self.with_state(|state| state.kept.iter().find(|kept| kept.hash == hash).cloned());
        if let Some(answers) = kept {
            return Ok(answers);
        }
        let name = format!("origin/{hash}.json");
        let bytes = self.read(&name)?;
        if Hash::of(&bytes) != hash {
            let reason = format!("{name}: its bytes do not have that hash: publish again");
            return Err(ContentError::Broken(reason));
        }
        let answers = Arc::new(Answers::new(hash, &parse(&name, &bytes)?)?);
        self.with_state(|state| {
            state.kept.push_front(Arc::clone(&answers));
            state.kept.truncate(KEPT);
        });
        Ok(answers)
    }

    fn parse<T: DeserializeOwned>(&self, name: &str) -> Result<T, ContentError> {
        parse(name, &self.read(name)?)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, ContentError> {
        fs::read(self.builds.join(name)).map_err(|error| match error.kind() {
            ErrorKind::NotFound => ContentError::Missing(name.to_owned()),
            _ => ContentError::Broken(format!("{name}: {error}")),
        })
    }

    fn complain(&self, print: Fingerprint, error: &ContentError) {
        let news = self.with_state(|state| state.complained.replace(print) != Some(print));
        if news {
            tracing::error!(%error, "the live build cannot be read; its configuration stays as it was");
        }
    }

    fn with_state<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        // Every change is one assignment, so the state is whole even if a thread panicked.
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A client that names missing data is no news; a file that cannot be read is.
fn warn_if_broken(error: &ContentError) {
    if let ContentError::Broken(_) = error {
        tracing::warn!(%error, "origin data that a request named cannot be read");
    }
}

impl ContentError {
    /// A file that the live build leads to and that does not exist is a fault of the build, not of
    /// the request.
    fn of_the_live_build(self) -> Self {
        match self {
            Self::Missing(name) => Self::Broken(format!("{name}: does not exist")),
            error => error,
        }
    }
}

impl Answers {
    fn new(hash: Hash, data: &OriginData) -> Result<Self, ContentError> {
        Ok(Self {
            hash,
            system_config: ready(&data.system_config)?,
            protocol_config: ready(&data.protocol_config)?,
            site_name: data.site_name.clone(),
            site_url: data.site_url.clone(),
            time_zone: TimeZone::get(&data.time_zone).unwrap_or(TimeZone::UTC),
            texts: Arc::new(Texts::from_build(data).map_err(unusable)?),
            forms: forms(data),
            agreements: agreements(data),
            search: Arc::new(data.search.clone()),
            absent: data.absent.clone(),
        })
    }
}

fn unusable(error: impl std::error::Error) -> ContentError {
    ContentError::Broken(format!("origin: {error}"))
}

fn forms(data: &OriginData) -> BTreeMap<String, BTreeMap<String, Arc<Form>>> {
    let shared = |forms: &BTreeMap<String, Form>| {
        let pairs = forms.iter();
        pairs
            .map(|(name, form)| (name.clone(), Arc::new(form.clone())))
            .collect()
    };
    let languages = data.forms.iter();
    languages
        .map(|(language, forms)| (language.clone(), shared(forms)))
        .collect()
}

fn agreements(data: &OriginData) -> BTreeMap<String, Agreements> {
    let versions = |protocols: &Vec<Protocol>| {
        let pairs = protocols.iter();
        pairs
            .map(|one| (one.key.clone(), one.version.clone()))
            .collect()
    };
    let languages = data.protocol_config.iter();
    languages
        .map(|(language, protocols)| (language.clone(), versions(protocols)))
        .collect()
}

fn ready<T: Serialize>(
    languages: &BTreeMap<String, T>,
) -> Result<BTreeMap<String, Arc<RawValue>>, ContentError> {
    let write = |(language, answer): (&String, &T)| match to_raw_value(answer) {
        Ok(json) => Ok((language.clone(), Arc::from(json))),
        Err(error) => Err(unusable(error)),
    };
    languages.iter().map(write).collect()
}

fn parse<T: DeserializeOwned>(name: &str, bytes: &[u8]) -> Result<T, ContentError> {
    serde_json::from_slice(bytes).map_err(|error| ContentError::Broken(format!("{name}: {error}")))
}

/// The fingerprint of a file with this metadata.
pub fn fingerprint(metadata: &Metadata) -> Fingerprint {
    (
        metadata.mtime(),
        metadata.mtime_nsec(),
        metadata.size(),
        metadata.ino(),
    )
}
