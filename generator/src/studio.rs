//! The studio: the editors' page, answered from the `watch` that owns the content folder.
//!
//! ```text
//! browser ──► gateway (session, role, origin) ──Unix socket──► server ──► calls ──► change sets
//!                                                                            └────► workshop: a second builder
//! ```
//!
//! An editor works on a change set ([`generator_studio`]), never on `content/` itself. The
//! [`workshop`] builds the site with the change set, in a folder of its own and for reviewers: the
//! page that the editor sees is the page that a build makes. Nothing here reaches a visitor before
//! a publisher publishes the change set ([`publication`]).

pub mod calls;
pub mod entries;
mod held;
pub mod page;
pub mod past;
mod past_text;
pub mod publication;
pub mod server;
pub mod settings;
mod site_files;
mod static_files;
pub(crate) mod translations;
pub mod workshop;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use contract::locale::Locale;
use contract::route::Route;
use generator_content::{ChangedPaths, Visibility};
use generator_ground::diagnostic::failure::Failure;
use generator_studio::audit::AuditLog;
use generator_studio::{ChangeSets, Repository, Sources};

use crate::config::BuildConfig;
use crate::control::served::Served;
use publication::Publications;
use settings::Settings;
use static_files::StaticFiles;
use translations::Translations;
use workshop::Workshop;

/// Folder of the built editors' page, in a frontend that has its sources.
const BUILT_PAGE: &str = "studio/dist";

/// Folder of the editors' page beside the program, for all other sites.
const INSTALLED_PAGE: &str = "studio";

/// A workshop, which takes the memory of a build.
struct OpenWorkshop {
    workshop: Workshop,
    used: Instant,
}

/// The parts of a studio that requests share.
pub struct Studio {
    /// Change sets.
    sets: ChangeSets,
    /// The site with a change set; one request uses it at a time. None before the first request.
    review: Mutex<Option<OpenWorkshop>>,
    /// The site with a change set, as visitors will see it.
    public: Mutex<Option<OpenWorkshop>>,
    config: BuildConfig,
    /// Content that changed since the last build of each workshop.
    touched: [Mutex<ChangedPaths>; 2],
    /// Change sets on their way to the site.
    publications: Publications,
    /// Which versions of originals and translations belong together.
    translations: Translations,
    /// The texts that builds were made of.
    sources: Sources,
    /// The routes of the live build.
    routes: Mutex<Vec<Route>>,
    /// The log of acts.
    audit: AuditLog,
    /// The published builds, and the commands that change which one is live.
    served: Arc<Served>,
    /// The languages of the site.
    locales: Vec<Locale>,
    /// Files of the editors' page.
    files: StaticFiles,
    /// Held while a preview is built.
    preview: Mutex<()>,
    /// Settings as `site.yaml` had them when it could be read last.
    settings: Mutex<Settings>,
}

impl Studio {
    /// The studio of the site that `config` builds. Change sets whose publication a crash
    /// interrupted are written first.
    ///
    /// # Errors
    /// Its folders cannot be written, or another process uses them.
    pub fn open(config: &BuildConfig, served: Arc<Served>) -> Result<Self, Failure> {
        let sets = ChangeSets::new(&config.var, &config.site.content);
        let publications = Publications::resume(&sets).map_err(anyhow::Error::from)?;
        Ok(Self {
            review: Mutex::default(),
            public: Mutex::default(),
            config: config.clone(),
            touched: [nothing(), nothing()].map(Mutex::new),
            publications,
            translations: Translations::read(&config.var),
            sources: Sources::open(&config.var, &config.site.content),
            routes: Mutex::default(),
            audit: AuditLog::new(&config.var),
            sets,
            served,
            locales: config.site.locales.clone(),
            files: StaticFiles::read(&page_folder(config))?,
            preview: Mutex::default(),
            settings: Mutex::new(Settings::unknown()),
        })
    }

    /// Settings as `site.yaml` has them, or had them before it got a mistake.
    fn settings(&self) -> Settings {
        let mut known = lock(&self.settings);
        if let Some(settings) = Settings::read(self.sets.content()) {
            *known = settings;
        }
        known.clone()
    }

    /// Calls `record` with the repository of the content, if it is in one. A failure is in the log:
    /// git is a record, and keeps no change from going on.
    fn in_repository(&self, record: impl FnOnce(&Repository) -> anyhow::Result<()>) {
        let Some(repository) = Repository::find(self.sets.content()) else {
            return;
        };
        if let Err(error) = record(&repository) {
            tracing::warn!("studio: {error:#}");
        }
    }

    /// Calls `work` with the workshop of those readers, which knows of all changes on disk.
    ///
    /// # Errors
    /// Its folders cannot be written, or another process uses them.
    fn with_workshop<T>(
        &self,
        readers: Visibility,
        work: impl FnOnce(&mut Workshop) -> T,
    ) -> Result<T, Failure> {
        let [of_review, of_public] = &self.touched;
        let (workshop, touched) = match readers {
            Visibility::Preview => (&self.review, of_review),
            Visibility::Public => (&self.public, of_public),
        };
        let mut open = lock(workshop);
        let open = match &mut *open {
            Some(open) => open,
            closed => closed.insert(OpenWorkshop {
                workshop: Workshop::open(&self.config, self.sets.clone(), readers)?,
                used: Instant::now(),
            }),
        };
        let workshop = &mut open.workshop;
        workshop.note(&std::mem::replace(&mut *lock(touched), nothing()));
        let result = work(workshop);
        open.used = Instant::now();
        Ok(result)
    }

    /// Removes the texts of builds that are no longer kept.
    pub fn drop_old_sources(&self) {
        if let Err(error) = self.sources.prune(|| self.served.store.source_lists()) {
            tracing::warn!("studio: texts of old builds: {error}");
        }
    }

    /// Closes workshops that no request has used for so long. The next request opens them again,
    /// and finds their builds on disk.
    pub fn close_idle(&self, idle: Duration) {
        for workshop in [&self.review, &self.public] {
            // A workshop in use is not idle.
            let Ok(mut open) = workshop.try_lock() else {
                continue;
            };
            open.take_if(|open| open.used.elapsed() >= idle);
        }
    }
}

fn nothing() -> ChangedPaths {
    ChangedPaths::Paths(BTreeSet::new())
}

/// The folder of the editors' page, which belongs to the product and not to a site.
fn page_folder(config: &BuildConfig) -> PathBuf {
    let built = config.site.frontend.join(BUILT_PAGE);
    if built.is_dir() {
        return built;
    }
    // A link to the program leads to the folder of its installation.
    let program = std::env::current_exe().and_then(std::fs::canonicalize);
    match program {
        Ok(program) => program.with_file_name(INSTALLED_PAGE),
        Err(_) => built,
    }
}

/// A lock that outlives a panic of another request.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
