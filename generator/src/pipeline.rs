//! Builds of one site: once, or after every edit. A build is five steps.
//!
//! ```text
//! load ──Inputs──► delta ──Delta──► render ──RenderedPages──► stage ──Staged──► release ──► Built
//! ```
//!
//! | step | module | makes |
//! |---|---|---|
//! | load | `load` | content, frontend and SEO settings, read and checked |
//! | plan the difference | `previous` | what has changed since the last build of the builder |
//! | render | [`render`] | pages that may differ; the others are taken over |
//! | stage | `site_files`, `stage` | every other file, and the map of all paths |
//! | publish | `release` | dictionary, compressed files, index; `latest.json` last |
//!
//! May use everything but commands. Decides the work of each step; how pages, queries, content and
//! builds work is decided below. A visitor sees no change before the last step.

mod app;
mod dictionary;
mod ended;
pub mod files;
mod global_inputs;
mod load;
mod previous;
mod release;
pub mod render;
mod search_files;
mod site_files;
mod stage;
pub mod up_to_date;
pub mod watch;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use contract::build::{BuildId, Entry, File};
use contract::control::{Initiator, Phase};
use jiff::Timestamp;

use crate::config::BuildConfig;
use crate::config::initiator::{CommitQuery, KnownTree};
use crate::fonts::Fonts;
use crate::fonts::first::FirstFaces;
use crate::pages::input::entry_paths;
use crate::report::BuildReport;
use crate::report::held::HeldReport;
use crate::report::progress::Progress;
use crate::report::scheduled::{record, scheduled};
use crate::report::steps::Steps;
use crate::sources::origin::{self, Origin};
use app::App;
use generator_builds::publish::{Outcome, Published};
use generator_builds::reopened::expired;
use generator_builds::{Live, Stage, Store, Tree, sweep};
use generator_content::query::cache::AnswerCache;
use generator_content::{ChangedPaths, KnownBodies, Loader, Sources, Visibility};
use generator_ground::diagnostic::explain::explain;
use generator_ground::diagnostic::failure::Failure;
use generator_ground::diagnostic::warning;
use generator_ground::diagnostic::warning::Warning;
use generator_ground::message::{Language, Message};
use generator_ground::storage::replace::replace_file_unsynced_with;
use load::Inputs;
use previous::{Delta, PreviousBuild};
use release::Release;
use render::{RenderInputs, RenderedPages};
use site_files::SiteFiles;
use stage::Staged;

/// Everything that a generator keeps from one build to the next: parsed content, warm workers,
/// fonts, the client of the origin, and all that the last build was made of.
pub struct Builder {
    config: BuildConfig,
    store: Arc<Store>,
    loader: Loader,
    origin: Origin,
    progress: Progress,
    fonts: Fonts,
    app: Option<App>,
    bodies: KnownBodies,
    live: Option<Live>,
    previous: Option<PreviousBuild>,
    /// The person that requested the next build, if there is one.
    asked_by: Option<Initiator>,
    known_tree: KnownTree,
}

/// The result of a build.
pub struct Built {
    /// Report of the build.
    pub report: BuildReport,
    /// The instant that decided which entries are visible.
    pub now: Timestamp,
    /// The next instant at which an entry appears or disappears by itself.
    pub next_change: Option<Timestamp>,
    /// Folder of a build with files that are still to be compressed.
    pub uncompressed: Option<PathBuf>,
}

impl Built {
    /// The person behind the build and its commit, as recorded in the log; none if there was no
    /// change.
    pub fn initiator(&self, store: &Store) -> Option<Initiator> {
        let build = self.report.build.as_ref()?;
        let line = store.log().ok()?.next()?;
        let is_its = line.build.as_ref() == Some(build);
        is_its.then_some(Initiator {
            by: line.by,
            why: line.why,
            commit: line.commit,
        })
    }

    fn new(report: BuildReport, inputs: &Inputs, uncompressed: Option<PathBuf>) -> Self {
        Self {
            report,
            now: inputs.now,
            next_change: inputs.content.next_change,
            uncompressed,
        }
    }
}

impl Builder {
    /// Removes remains of earlier builds, and finishes their unfinished work.
    pub fn open(config: BuildConfig, store: Arc<Store>) -> Result<Self, Failure> {
        let language = config.site.messages.language;
        tidy(
            Message::new("left-over/builds"),
            sweep::sweep_unless_building(&store, config.retention.grace)
                .map(Option::unwrap_or_default),
            language,
        );
        let origin = Origin::new(&config.origin)?;
        // A missing file costs only time.
        let bodies = fs::read(config.var.join(BODIES)).unwrap_or_default();
        let bodies = KnownBodies::from_json(&bodies);
        Ok(Self {
            fonts: Fonts::new(&config.var, Arc::clone(&config.site.media_workers)),
            live: store.live()?,
            loader: loader(&config, &store),
            config,
            store,
            origin,
            progress: Progress::new(language),
            app: None,
            bodies,
            previous: None,
            asked_by: None,
            known_tree: KnownTree::default(),
        })
    }

    /// Builds and publishes the changes. `touched`: the content that may have changed since the
    /// last build of this builder.
    pub fn build(&mut self, touched: &ChangedPaths) -> Result<Built, Failure> {
        self.build_unless(touched, &mut || None)
    }

    /// Like [`Self::build`], but gives up if, after all content was read, `unfinished` names a file
    /// that is being written: the part that was read may be incomplete.
    pub fn build_unless(
        &mut self,
        touched: &ChangedPaths,
        unfinished: &mut dyn FnMut() -> Option<PathBuf>,
    ) -> Result<Built, Failure> {
        let store = Arc::clone(&self.store);
        let kept = store.keep_files();
        let built = self.build_in_peace(touched, unfinished);
        self.progress.finish();
        drop(kept);
        let what = Message::new("left-over/builds");
        tidy(
            what,
            sweep::sweep_if_due(&store),
            self.config.site.messages.language,
        );
        built
    }

    fn build_in_peace(
        &mut self,
        touched: &ChangedPaths,
        unfinished: &mut dyn FnMut() -> Option<PathBuf>,
    ) -> Result<Built, Failure> {
        loop {
            self.follow_live()?;
            let (id, mut warnings) = (new_id()?, Vec::new());
            let built = self.make(&id, touched, unfinished, &mut warnings);
            // Data that cannot be read back is empty, and then other problems are not worth
            // reporting.
            let spilled = self.store.spill().check();
            let built = spilled.map_err(Failure::from).and(built);
            if let Err(failure) = &built {
                self.clear_away(&id);
                if failure.disk_fault().is_some() {
                    self.begin_again();
                }
            }
            let built = built.map_err(|mut failure| {
                failure.warnings.splice(..0, warnings);
                failure
            })?;
            if let Some(built) = built {
                return Ok(built);
            }
        }
    }

    /// Removes the files of a failed build: on a full disk they would take the space that the next
    /// one needs.
    fn clear_away(&self, id: &BuildId) {
        let history = self.store.history();
        if history.is_ok_and(|history| history.iter().all(|entry| entry.id != *id))
            && let Err(error) = files::discard(&self.store, id)
        {
            // A sweep will.
            tracing::debug!("{error:#}");
        }
    }

    /// Forgets all data in the spill: a disk that failed may have lost it, and the space that it
    /// takes may be needed.
    fn begin_again(&mut self) {
        self.store.renew_spill();
        self.loader = loader(&self.config, &self.store);
        self.previous = None;
        self.live = None;
    }

    /// Continues from the build that is live now: a command beside may have made another one live.
    fn follow_live(&mut self) -> anyhow::Result<()> {
        let known = self.live.as_ref().map(|live| &live.index.id);
        if self.store.live_id()?.as_ref() != known {
            self.live = self.store.live()?;
            self.previous = None;
        }
        Ok(())
    }

    /// A build by the five steps; none if another one went live meanwhile.
    fn make(
        &mut self,
        id: &BuildId,
        touched: &ChangedPaths,
        unfinished: &mut dyn FnMut() -> Option<PathBuf>,
        warnings: &mut Vec<Warning>,
    ) -> Result<Option<Built>, Failure> {
        let mut steps = Steps::begin();
        self.progress.phase(Phase::Content);
        let inputs = self.load(touched, unfinished, warnings, &mut steps)?;
        let delta = self.previous.as_ref().and_then(|last| last.delta(&inputs));
        let cache = delta.as_ref().map(Delta::cache).unwrap_or_default();
        let initiator = self.asked_by.as_ref().unwrap_or(&self.config.initiator);
        let commit = CommitQuery::of(
            &self.config.site.content,
            initiator.clone(),
            &self.known_tree,
            touched,
        );
        let (app, nothing) = (app::loaded(&self.app)?, Tree::empty(&self.store.spill()));
        let live = self.live.as_ref().map(|live| &live.tree);
        let stage = Stage::new(&self.store, id.clone(), live.unwrap_or(&nothing));
        let declaration = app.frontend.fonts.as_ref();
        let first_faces = declaration
            .filter(|_| app.first_screens.is_some())
            .map(|declaration| self.fonts.first(declaration))
            .transpose()?;
        let rendering = RenderInputs {
            config: &self.config,
            app,
            globals: &inputs.globals,
            content: &inputs.content,
            cache: &cache,
            bodies: &self.bodies,
            first_faces: first_faces.as_ref(),
            stage: &stage,
            progress: &self.progress,
        };
        let last = delta.as_ref().map(Delta::site_files);
        let site_files = SiteFiles::begin(last, &self.store, app, &inputs.content.locales)?;
        steps.done("assets");
        let since = delta.as_ref().map(Delta::pages);
        let pages = steps.timed("pages", || render::make(&rendering, since))?;
        self.progress.phase(Phase::Files);
        let change = delta.as_ref().map(|delta| &delta.change);
        let makers = (&mut self.fonts, self.loader.images());
        let site_files = site_files.with(&rendering, &pages, makers, change, &mut steps)?;
        let staged = Staged::new(stage, live, delta.as_ref(), &pages, &site_files);
        let site_files = match &first_faces {
            Some(faces) => site_files.with_first_faces(
                &self.store,
                faces,
                (&app.pool.hello.routes, &inputs.globals),
                (&pages.pages.plan, &staged.tree),
            )?,
            None => site_files,
        };
        steps.done("first fonts");
        let made = BuildArtifacts {
            inputs,
            cache,
            pages,
            site_files,
            staged,
            commit,
            first_faces,
        };
        self.publish(made, touched, warnings, steps)
    }

    /// Publishes the new build, and keeps it for the next build of the builder.
    fn publish(
        &mut self,
        mut made: BuildArtifacts,
        touched: &ChangedPaths,
        warnings: &mut Vec<Warning>,
        mut steps: Steps,
    ) -> Result<Option<Built>, Failure> {
        self.progress.phase(Phase::Publish);
        warnings.extend(made.warnings());
        made.staged.changes.ended = ended::of(
            &made,
            self.live.as_ref(),
            &self.store,
            &app::loaded(&self.app)?.pool.hello.routes,
        );
        let ended = crate::report::ended::warnings(&made.staged.changes.ended);
        warnings.extend(ended.into_iter().map(Warning::Change));
        let (Staged { id, tree, changes }, inputs) = (made.staged, made.inputs);
        let app = app::loaded(&self.app)?;
        let release = Release {
            config: &self.config,
            store: &self.store,
            app,
            live: self.live.as_ref(),
            inputs: &inputs,
            plan: &made.pages.pages.plan,
            changed: &made.pages.changes.changed,
            site_files: &made.site_files,
            id: &id,
            written: changes.written,
        };
        let (published, uncompressed) = release.publish(tree, made.commit, &mut steps)?;
        if matches!(published, Published::Overtaken) {
            files::discard(&self.store, &id)?;
            return Ok(None);
        }
        let is_held = matches!(published, Published::Held(_));
        let scheduled = scheduled(&inputs.content, &entry_paths(&app.pool.hello.routes));
        // A preview shows scheduled content, so it has no scheduled changes.
        if self.config.site.visibility != Visibility::Preview {
            self.warn_of(record(&scheduled, &self.config.var));
        }
        self.warn_of(self.tidy_caches(touched));
        let (app, warnings) = (inputs.globals.app, std::mem::take(warnings));
        let pages = made.pages.changes;
        let report = BuildReport::new(app, pages, changes, warnings, scheduled, steps);
        let mut built = Built::new(report, &inputs, uncompressed);
        built.report.held = self.held(&inputs, &published)?;
        built.report.ended_hold = matches!(
            published,
            Published::Written {
                ended_hold: true,
                ..
            }
        );
        // The next build continues from the live one; a held build is not live.
        if !is_held {
            self.previous = Some(PreviousBuild {
                globals: inputs.globals,
                content: inputs.content,
                cache: made.cache,
                pages: made.pages.pages,
                site_files: made.site_files,
                first_faces: made.first_faces,
            });
        }
        self.settle(published, id, &mut built)?;
        Ok(Some(built))
    }

    /// Content of this build that was taken back: it was not published, or it is live all the same,
    /// because only other things than content were taken back.
    fn held(&self, inputs: &Inputs, published: &Published) -> anyhow::Result<Option<HeldReport>> {
        let content = &inputs.content;
        let found = match (published, &self.live) {
            (Published::Held(held), _) => Some((**held).clone()),
            (Published::Unchanged, Some(live)) => {
                let hold = self.store.hold()?.unwrap_or_default();
                hold.find_in(live, Some(&content.source_list))
            }
            _ => None,
        };
        let live = self.live.as_ref();
        let expired = live.map(|live| expired(&live.index, inputs.now));
        let expired = expired.unwrap_or_default();
        let zone = content.site.time_zone.clone();
        Ok(found.map(|held| {
            let files = |names: &_| content.source_files(names);
            HeldReport::new(held, files, expired, zone)
        }))
    }

    /// Continues from the build that is live now, keeps one that is staged, or drops a new one
    /// without changes.
    fn settle(
        &mut self,
        published: Published,
        id: BuildId,
        built: &mut Built,
    ) -> Result<(), Failure> {
        let Published::Written {
            build,
            shards_written,
            ..
        } = published
        else {
            built.uncompressed = None;
            return Ok(files::discard(&self.store, &id)?);
        };
        let shards = (shards_written, build.index.shards.len());
        if self.config.outcome == Outcome::Staged {
            built.report.staged(id, shards);
            return Ok(());
        }
        let is_public = self.config.site.visibility == Visibility::Public;
        if let Some(previous) = self.previous.as_ref().filter(|_| is_public) {
            let recorded = origin::record(&self.config.var, &previous.globals.system_config);
            self.warn_of(recorded);
        }
        built.report.published(id, shards);
        self.live = Some(*build);
        let what = Message::new("left-over/builds");
        let language = self.config.site.messages.language;
        tidy(what, retain(&self.store, &self.config), language);
        Ok(())
    }

    /// Warns of notes that could not be written: the build stays live, and the next build writes
    /// them again.
    fn warn_of(&self, noted: anyhow::Result<()>) {
        if let Err(error) = noted {
            let language = self.config.site.messages.language;
            let why = explain(&error, language);
            let warning = Message::new("after-publish/notes").with("why", why);
            warning::warning_line(&warning, language);
        }
    }

    /// Writes the known facts about bodies, and deletes pictures that are not needed.
    fn tidy_caches(&self, touched: &ChangedPaths) -> anyhow::Result<()> {
        let is_public = self.config.site.visibility == Visibility::Public;
        if *touched == ChangedPaths::Everything && is_public {
            remember(&self.bodies, &self.config.var)?;
        }
        let pruned = self.loader.images().prune().map_err(Into::into);
        let language = self.config.site.messages.language;
        tidy(Message::new("left-over/pictures"), pruned, language);
        Ok(())
    }

    /// Renders `count` pages of the live build afresh, chosen by the build's id, and compares.
    /// Answers the paths that differ: there are none, unless a page depends on something that is
    /// not in its input.
    pub fn audit(&self, count: usize) -> Result<Vec<String>, Failure> {
        let (Some(previous), Some(live), Some(app)) = (&self.previous, &self.live, &self.app)
        else {
            return Ok(Vec::new());
        };
        let nothing = Tree::empty(&self.store.spill());
        let stage = Stage::new(&self.store, new_id()?, &nothing);
        let inputs = RenderInputs {
            config: &self.config,
            app,
            globals: &previous.globals,
            content: &previous.content,
            cache: &previous.cache,
            bodies: &self.bodies,
            first_faces: previous.first_faces.as_ref(),
            stage: &stage,
            progress: &self.progress,
        };
        let rendered = render::again(&inputs, &previous.pages, count, &live.index.id);
        let id = stage.id.clone();
        let (again, _) = stage.finish();
        files::discard(&self.store, &id)?;
        // Data that was lost on the way to the disk would not be compared.
        self.store.spill().check()?;
        rendered?;
        let differs =
            |(path, entry): &(String, Entry)| !is_same(live.tree.get(path).as_ref(), entry);
        let again = again.into_entries().into_iter();
        Ok(again.filter(differs).map(|(path, _)| path).collect())
    }

    /// From now on the log names this person as the origin of the builds; without one, it names the
    /// person that started the builder.
    pub fn build_for(&mut self, asked_by: Option<Initiator>) {
        self.asked_by = asked_by;
    }

    /// From now on builds as if it were that time.
    pub fn set_now(&mut self, now: Timestamp) {
        self.config.site.now = Some(now);
    }

    /// Public address of the site; empty before its first build.
    pub fn site_url(&self) -> &str {
        let built = self.previous.as_ref().map(|last| &last.content.site.url);
        let live = || self.live.as_ref().map(|live| &live.index.public_url);
        built.or_else(live).map_or("", String::as_str)
    }

    /// Address of the site for the reader of the terminal, without a trailing slash.
    pub fn address(&self) -> &str {
        let told = self.config.address.as_deref();
        told.unwrap_or_else(|| self.site_url())
    }

    /// How far it is.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The options it builds with.
    pub fn config(&self) -> &BuildConfig {
        &self.config
    }

    /// Where it publishes.
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }
}

/// A loader that has not read any content yet.
fn loader(config: &BuildConfig, store: &Store) -> Loader {
    let sources = Sources {
        content: config.site.content.clone(),
        locales: config.site.locales.clone(),
        locale_folder: config.site.locale_folder.clone(),
        images: Some(config.var.join(generator_media::images::FOLDER)),
        media_workers: Arc::clone(&config.site.media_workers),
        visibility: config.site.visibility,
    };
    Loader::new(sources, &store.spill()).speaking(config.site.messages.language)
}

/// The same bytes under the same rules, whichever build holds them.
fn is_same(published: Option<&Entry>, again: &Entry) -> bool {
    match (published, again) {
        (Some(Entry::File(published)), Entry::File(again)) => {
            let build = again.build.clone();
            File {
                build,
                ..published.clone()
            } == *again
        }
        _ => false,
    }
}

/// Everything of a build before it is published.
struct BuildArtifacts {
    inputs: Inputs,
    cache: AnswerCache,
    pages: RenderedPages,
    site_files: SiteFiles,
    staged: Staged,
    commit: CommitQuery,
    first_faces: Option<FirstFaces>,
}

impl BuildArtifacts {
    /// Warnings of its pages and of its other files.
    fn warnings(&self) -> impl Iterator<Item = Warning> {
        let of_pages = self.pages.warnings.iter().cloned();
        let of_files = self.site_files.warnings().iter().cloned();
        let of_pages = of_pages.map(Warning::Content);
        of_pages.chain(of_files.map(Warning::Site))
    }
}

/// Name of the file of facts about bodies, under `var/`.
const BODIES: &str = "bodies.json";

/// Writes the known facts about bodies, for a later process.
fn remember(bodies: &KnownBodies, var: &Path) -> anyhow::Result<()> {
    if !bodies.have_news() {
        return Ok(());
    }
    let path = var.join(BODIES);
    replace_file_unsynced_with(&path, |file| bodies.write_json(file))
        .with_context(|| format!("cannot write `{}`", path.display()))
}

fn new_id() -> anyhow::Result<BuildId> {
    let utc = Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    Ok(BuildId::new(&utc, rand::random())?)
}

/// Drops builds from a history with enough superfluous builds that looking at all of them is
/// worthwhile, and deletes files that no build needs any more.
fn retain(store: &Store, config: &BuildConfig) -> anyhow::Result<usize> {
    let (now, retention) = (Timestamp::now(), config.retention);
    let history = store.history()?;
    if history.len() < sweep::kept(&history, retention, now).len() + retention.builds {
        return Ok(0);
    }
    sweep::prune(store, retention, now, &config.initiator)?;
    sweep::sweep(store, retention.grace)
}

/// Warns of files that could not be read or deleted: they must not keep a build from being
/// published.
fn tidy(what: Message, deleted: anyhow::Result<usize>, language: Language) {
    if let Err(error) = deleted {
        let why = explain(&error, language);
        let left = Message::new("left-over")
            .with("what", what)
            .with("why", why);
        warning::warning_line(&left, language);
    }
}
