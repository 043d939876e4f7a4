//! Builds of one site: once, or after every edit. A build is five steps.
//!
//! ```text
//! load ──Inputs──► delta ──Delta──► render ──RenderedPages──► stage ──Staged──► publish ──► Built
//! ```
//!
//! | step | module | makes |
//! |---|---|---|
//! | load | `load` | content, frontend and SEO settings, read and checked |
//! | plan the difference | `previous` | what has changed since the last build of the builder |
//! | render | [`render`] | pages that may differ; the others are taken over |
//! | stage | `site_files`, `stage` | every other file, and the map of all paths |
//! | publish | `publisher` | dictionary, compressed files, index; `latest.json` last |
//!
//! May use everything but commands. Decides the work of each step; how pages, queries, content and
//! builds work is decided below. A visitor sees no change before the last step.

mod app;
mod artifacts;
mod audit;
mod dictionary;
mod ended;
mod feeds;
pub mod files;
mod global_inputs;
mod load;
pub mod preview;
mod previous;
mod publisher;
pub mod render;
mod search_files;
pub mod shown_page;
mod site_files;
mod stage;
pub mod up_to_date;
mod upkeep;
pub mod watch;

use std::path::PathBuf;
use std::sync::Arc;

use contract::build::BuildId;
use contract::control::{Initiator, Phase};
use jiff::Timestamp;

use crate::config::BuildConfig;
use crate::config::initiator::{CommitQuery, KnownTree};
use crate::fonts::Fonts;
use crate::fonts::first::FirstFaces;
use crate::pages::input::entry_paths;
use crate::report::ended::EndedAddress;
use crate::report::progress::Progress;
use crate::report::scheduled::scheduled_changes;
use crate::report::steps::Steps;
use crate::report::{BuildFacts, BuildReport};
use crate::sources::origin::Origin;
use app::App;
use artifacts::BuildArtifacts;
use generator_builds::{Live, Stage, Store, Tree, sweep};
use generator_content::{ChangedPaths, ContentFolder, KnownBodies, Loader, Sources};
use generator_ground::diagnostic::failure::Failure;
use generator_ground::diagnostic::warning::Warning;
use generator_ground::message::Message;
use load::Inputs;
use previous::{Delta, PreviousBuild};
use publisher::{Publication, PublishOutcome, Publisher};
use render::RenderInputs;
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
        upkeep::tidy(
            Message::new("left-over/builds"),
            sweep::sweep_unless_building(&store, config.retention.grace)
                .map(Option::unwrap_or_default),
            language,
        );
        let origin = Origin::new(&config.origin)?;
        let bodies = upkeep::recorded_bodies(&config.var);
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
        let swept = sweep::sweep_if_due(&store);
        self.tidy(Message::new("left-over/builds"), swept);
        built
    }

    fn build_in_peace(
        &mut self,
        touched: &ChangedPaths,
        unfinished: &mut dyn FnMut() -> Option<PathBuf>,
    ) -> Result<Built, Failure> {
        loop {
            self.follow_live()?;
            let id = new_id()?;
            let built = self.make(&id, touched, unfinished);
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
            if let Some(built) = built? {
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
    ) -> Result<Option<Built>, Failure> {
        let mut steps = Steps::begin();
        self.progress.phase(Phase::Content);
        let (inputs, mut warnings) = self.load(touched, unfinished, &mut steps)?;
        let made = match self.render_and_stage(id, inputs, touched, &mut steps) {
            Ok(made) => made,
            Err(failure) => return Err(failure.after(warnings)),
        };
        let ended = self.ended_addresses(&made)?;
        warnings.extend(made.warnings(&ended));
        self.publish(made, ended, touched, (&warnings, steps))
            .map_err(|failure| failure.after(warnings))
    }

    /// Makes all files of the new build and writes them where no pointer names them yet.
    fn render_and_stage(
        &mut self,
        id: &BuildId,
        inputs: Inputs,
        touched: &ChangedPaths,
        steps: &mut Steps,
    ) -> Result<BuildArtifacts, Failure> {
        let delta = self.previous.as_ref().and_then(|last| last.delta(&inputs));
        let cache = delta.as_ref().map(Delta::cache).unwrap_or_default();
        let commit = self.commit_query(touched);
        let app = app::loaded_app(&self.app)?;
        let nothing = Tree::empty(&self.store.spill());
        let live = self.live.as_ref().map(|live| &live.tree);
        let stage = Stage::new(&self.store, id.clone(), live.unwrap_or(&nothing));
        let first_faces = first_faces(&mut self.fonts, app)?;
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
        let shared = (&*inputs.content.locales, inputs.globals.figures.as_ref());
        let store = (&*self.store, self.config.sidecars);
        let site_files = SiteFiles::begin(last, store, app, shared)?;
        steps.done("assets");
        let since = delta.as_ref().map(Delta::pages);
        let pages = steps.time("pages", || render::make(&rendering, since))?;
        self.progress.phase(Phase::Files);
        let change = delta.as_ref().map(|delta| &delta.change);
        let makers = (&mut self.fonts, self.loader.images());
        let site_files = site_files.with(&rendering, &pages, makers, change, steps)?;
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
        Ok(BuildArtifacts {
            inputs,
            cache,
            pages,
            site_files,
            staged,
            commit,
            first_faces,
        })
    }

    /// Asks git about the content while pages are rendered.
    fn commit_query(&self, touched: &ChangedPaths) -> CommitQuery {
        let initiator = self.asked_by.as_ref().unwrap_or(&self.config.initiator);
        let content = &self.config.site.content;
        CommitQuery::new(content, initiator.clone(), &self.known_tree, touched)
    }

    /// Publishes the new build, and keeps it for the next build of the builder.
    fn publish(
        &mut self,
        made: BuildArtifacts,
        ended: Vec<EndedAddress>,
        touched: &ChangedPaths,
        (warnings, mut steps): (&[Warning], Steps),
    ) -> Result<Option<Built>, Failure> {
        self.progress.phase(Phase::Publish);
        let (Staged { id, tree, changes }, inputs) = (made.staged, made.inputs);
        let app = app::loaded_app(&self.app)?;
        let publisher = Publisher {
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
        let Publication {
            outcome,
            uncompressed,
        } = publisher.publish(tree, made.commit, &mut steps)?;
        if matches!(outcome, PublishOutcome::Overtaken) {
            return Ok(None);
        }
        let scheduled = scheduled_changes(&inputs.content, &entry_paths(&app.pool.hello.routes));
        self.note(&scheduled, touched);
        let report = BuildReport::new(BuildFacts {
            app: inputs.globals.app,
            pages: made.pages.changes,
            files: changes,
            ended,
            publication: outcome.report(id),
            warnings: warnings.to_vec(),
            scheduled,
            steps,
        });
        let built = Built::new(report, &inputs, uncompressed);
        // The next build continues from the live one; a held build is not live.
        if !matches!(outcome, PublishOutcome::Held(_)) {
            self.previous = Some(PreviousBuild {
                globals: inputs.globals,
                content: inputs.content,
                cache: made.cache,
                pages: made.pages.pages,
                site_files: made.site_files,
                first_faces: made.first_faces,
            });
        }
        if let PublishOutcome::Live { build, .. } = outcome {
            self.live = Some(*build);
            self.note_live();
        }
        Ok(Some(built))
    }

    /// The addresses that the new build ends.
    fn ended_addresses(&self, made: &BuildArtifacts) -> Result<Vec<EndedAddress>, Failure> {
        let routes = &app::loaded_app(&self.app)?.pool.hello.routes;
        let live = self.live.as_ref();
        Ok(ended::ended_addresses(made, live, &self.store, routes))
    }

    /// From now on the log names `asked_by` as the origin of the builds; without one, it names the
    /// person that started the builder.
    pub fn build_for(&mut self, asked_by: Option<Initiator>) {
        self.asked_by = asked_by;
    }

    /// Makes later builds as if it were that time.
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

    /// Progress of the present build.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The options it builds with.
    pub fn config(&self) -> &BuildConfig {
        &self.config
    }

    /// The store in which the builder publishes.
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }
}

/// The fonts of first screens; none for a site without web fonts.
fn first_faces(fonts: &mut Fonts, app: &App) -> anyhow::Result<Option<FirstFaces>> {
    let declaration = app.frontend.fonts.as_ref();
    declaration
        .filter(|_| app.first_screens.is_some())
        .map(|declaration| fonts.first(declaration))
        .transpose()
}

/// A loader that has not read any content yet.
fn loader(config: &BuildConfig, store: &Store) -> Loader {
    let sources = Sources {
        content: ContentFolder::new(config.site.content.as_path())
            .with_changes(config.site.changes.clone()),
        locales: config.site.locales.clone(),
        locale_folder: config.site.locale_folder.clone(),
        images: Some(config.var.join(generator_media::images::FOLDER)),
        media_workers: Arc::clone(&config.site.media_workers),
        visibility: config.site.visibility,
    };
    Loader::new(sources, &store.spill()).speaking(config.site.messages.language)
}

fn new_id() -> anyhow::Result<BuildId> {
    let utc = Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    Ok(BuildId::new(&utc, rand::random())?)
}
