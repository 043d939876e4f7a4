//! Previews in memory: builds that are visible only by a secret address.
//!
//! `preview.json` is read for every request, so a preview is closed at its second, or as soon as
//! the generator has deleted it; its build is loaded by the first request. Few are kept, because
//! only a few editors look at previews.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use contract::preview::{FILE, FOLDER, Preview, PreviewId, PreviewKey};

use super::Site;
use super::builds_dir::BuildsDir;
use super::load::{self, Settings};

/// Previews that are kept loaded; beyond that the least recently requested one is evicted.
const LOADED_MAX: usize = 4;

/// Interval at which expired previews are removed from memory.
const TIDY: Duration = Duration::from_secs(10);

/// The previews of a folder of builds.
pub(crate) struct Previews {
    builds: BuildsDir,
    settings: Settings,
    /// Loaded previews, the most recently requested one last.
    loaded: Mutex<Vec<Loaded>>,
}

struct Loaded {
    id: PreviewId,
    /// The file that opened the preview: its id may be given to another one later.
    preview: Preview,
    site: Arc<Site>,
}

/// A preview that is open to the client.
pub(crate) struct OpenPreview {
    /// The build.
    pub(crate) site: Arc<Site>,
    /// Seconds until it is closed.
    pub(crate) left: u64,
}

impl Previews {
    /// Previews in `builds`; none is loaded yet.
    pub(crate) fn new(builds: BuildsDir, settings: Settings) -> Self {
        let settings = Settings {
            // A preview is complete when it appears at its path.
            partial: true,
            ..settings
        };
        Self {
            builds,
            settings,
            loaded: Mutex::default(),
        }
    }

    /// The preview of `key`, if it is open now. Blocks.
    pub(crate) fn open(&self, key: &PreviewKey) -> Option<OpenPreview> {
        let name = format!("{FOLDER}/{}/{FILE}", key.id);
        let bytes = self.builds.read(&name).ok()?;
        let preview: Preview = serde_json::from_slice(&bytes).ok()?;
        let left = preview.opens(key, now()?)?;
        let site = self.site(&key.id, &preview)?;
        Some(OpenPreview { site, left })
    }

    /// The build of an open preview. One is loaded at a time.
    fn site(&self, id: &PreviewId, preview: &Preview) -> Option<Arc<Site>> {
        let mut loaded = self.still_open();
        let known = loaded
            .iter()
            .position(|one| one.id == *id && one.preview == *preview);
        let one = match known {
            Some(known) => loaded.remove(known),
            None => Loaded {
                id: id.clone(),
                preview: preview.clone(),
                site: self.load(id)?,
            },
        };
        let site = Arc::clone(&one.site);
        if loaded.len() == LOADED_MAX {
            loaded.remove(0);
        }
        loaded.push(one);
        Some(site)
    }

    /// Removes expired previews from memory, until the process ends.
    pub(crate) async fn tidy(self: Arc<Self>) {
        loop {
            tokio::time::sleep(TIDY).await;
            let previews = Arc::clone(&self);
            let tidied = tokio::task::spawn_blocking(move || drop(previews.still_open()));
            if tidied.await.is_err() {
                return;
            }
        }
    }

    /// Previews in memory, without expired ones.
    fn still_open(&self) -> MutexGuard<'_, Vec<Loaded>> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let is_open = |one: &Loaded| {
            now().is_some_and(|now| now < one.preview.expires) && self.is_there(&one.id)
        };
        loaded.retain(is_open);
        loaded
    }

    fn is_there(&self, id: &PreviewId) -> bool {
        self.builds
            .stamp(&format!("{FOLDER}/{id}/{FILE}"))
            .is_some()
    }

    fn load(&self, id: &PreviewId) -> Option<Arc<Site>> {
        let site = load::live(&self.builds.preview(id), self.settings, None);
        match site {
            Ok(site) => Some(Arc::new(site)),
            Err(error) => {
                let error = format!("{error:#}");
                tracing::error!(preview = %id, error, "a preview cannot be served");
                None
            }
        }
    }
}

/// Unix time in seconds.
fn now() -> Option<u64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Some(now.as_secs())
}
