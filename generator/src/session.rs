//! The pipeline, top to bottom: load → fetch → plan → render → publish.
//!
//! Reading stops at the first step that finds errors; within a step all of them are found. Nothing
//! a visitor can see changes before [`publish`], the last step.

mod dictionary;
pub mod files;
mod global_inputs;
pub mod pages;
mod previous;
mod site_files;
pub mod up_to_date;
pub mod watch;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use contract::Hash;
use contract::build::{Asset, BuildId, Dictionary, Entry, File, Index, RouteRule, SCHEMA};
use contract::locale::Locale;
use contract::route::Route;
use contract::texts::GATEWAY_SECTION;
use jiff::Timestamp;

use crate::builds::publish::{Draft, Published, publish};
use crate::builds::{Live, Stage, Store, Tree, replace_file_unsynced_with, sweep};
use crate::config::BuildConfig;
use crate::config::options::Sidecars;
use crate::content::{Content, KnownBodies, Loaded, Loader, Sources, Touched};
use crate::diagnostic::explain::explain;
use crate::diagnostic::failure::{Exit, Failure, Problem};
use crate::diagnostic::warning;
use crate::diagnostic::warning::Warning;
use crate::diagnostic::{Diagnostic, Severity};
use crate::fonts::Fonts;
use crate::message::{Language, Message};
use crate::pages::card::Cards;
use crate::pages::document::Documents;
use crate::pages::input::entry_paths;
use crate::pages::plan::Plan;
use crate::pages::render::outcome::ChangedPages;
use crate::pages::render::pool::Pool;
use crate::query::cache::AnswerCache;
use crate::report;
use crate::report::BuildReport;
use crate::report::scheduled;
use crate::report::steps::Steps;
use crate::sources::app_id::{app_id, renderer};
use crate::sources::frontend::{Frontend, Stamps};
use crate::sources::origin;
use crate::sources::origin::{Origin, SystemConfig};
use global_inputs::GlobalInputs;
use previous::{Memory, Since};
use site_files::Beside;

/// What a generator keeps from one build to the next: parsed content, warm workers, fonts, the
/// client of the origin, and all that the last build was made of.
pub struct Session {
    config: BuildConfig,
    store: Store,
    loader: Loader,
    origin: Origin,
    fonts: Fonts,
    app: Option<App>,
    bodies: KnownBodies,
    live: Option<Live>,
    memory: Option<Memory>,
}

/// A loaded frontend and its warm workers; replaced when the frontend was built again.
pub struct App {
    frontend: Frontend,
    stamps: Stamps,
    documents: Documents,
    cards: Option<Cards>,
    pool: Pool,
}

/// What a build hands back.
pub struct Built {
    /// What it did.
    pub report: BuildReport,
    /// What decided which entries are visible.
    pub now: Timestamp,
    /// The next instant at which an entry appears or disappears by itself.
    pub next_change: Option<Timestamp>,
    /// A build's folder whose files are still to be compressed.
    pub uncompressed: Option<PathBuf>,
}

impl Session {
    /// Removes what earlier builds left behind, and finishes what they left undone.
    pub fn open(config: BuildConfig, store: Store) -> Result<Self, Failure> {
        let language = config.site.messages.language;
        tidy(
            Message::new("left-over/builds"),
            sweep::sweep(&store),
            language,
        );
        let sources = Sources {
            content: config.site.content.clone(),
            locales: config.site.locales.clone(),
            locale_folder: config.site.locale_folder.clone(),
            images: Some(config.var.join(crate::images::FOLDER)),
            media_workers: Arc::clone(&config.site.media_workers),
        };
        let origin = Origin::new(&config.origin, config.origin_ca.as_deref())?;
        // One that is missing costs time and nothing else.
        let bodies = fs::read(config.var.join(BODIES)).unwrap_or_default();
        let bodies = KnownBodies::from_json(&bodies);
        Ok(Self {
            fonts: Fonts::new(&config.var, Arc::clone(&config.site.media_workers)),
            live: store.live()?,
            loader: Loader::new(sources, store.spill()).speaking(config.site.messages.language),
            config,
            store,
            origin,
            app: None,
            bodies,
            memory: None,
        })
    }

    /// Builds and publishes what changed. `touched`: what of the content may have changed since the
    /// last build of this session.
    pub fn build(&mut self, touched: &Touched) -> Result<Built, Failure> {
        self.build_unless(touched, &mut || None)
    }

    /// The same, given up if after all content was read `unfinished` names a file that is being
    /// written: what was read of it may be half.
    pub fn build_unless(
        &mut self,
        touched: &Touched,
        unfinished: &mut dyn FnMut() -> Option<PathBuf>,
    ) -> Result<Built, Failure> {
        let mut warnings = Vec::new();
        let built = self.make(touched, unfinished, &mut warnings);
        // What cannot be read back is empty, and then nothing else that was found is worth telling.
        self.store.spill().check()?;
        built.map_err(|mut failure| {
            failure.warnings.splice(..0, warnings);
            failure
        })
    }

    fn make(
        &mut self,
        touched: &Touched,
        unfinished: &mut dyn FnMut() -> Option<PathBuf>,
        warnings: &mut Vec<Warning>,
    ) -> Result<Built, Failure> {
        let started = Instant::now();
        let mut steps = Steps::begin();
        let Self {
            config,
            store,
            loader,
            origin,
            fonts,
            app,
            bodies,
            live,
            memory,
        } = self;
        let now = config.site.now.unwrap_or_else(Timestamp::now);
        let loaded = loader.load(now, touched);
        // What cannot be read back looks like texts that are missing.
        store.spill().check()?;
        let content = sound(loaded, config, app, bodies, warnings)?;
        if let Some(path) = unfinished() {
            return Err(being_written(&path));
        }
        steps.done("content");
        steps.of_which("images", loader.images().took());
        let app = current(app, config)?;
        steps.done("frontend");
        let app_id = app_id(&app.frontend.hash, &content.schemas);
        let origin_data = files::write_origin_data(store, &content)?;
        let (system_config, warning) = system_config(config, origin, &origin_data)?;
        warnings.extend(warning.map(Warning::Origin));
        steps.done("origin");
        let basis = GlobalInputs {
            app: app_id,
            renderer: renderer(&app_id, &app.pool.hello.node),
            site: content.site.clone(),
            system_config,
        };
        let since = memory
            .as_ref()
            .and_then(|memory| memory.since(&basis, &content));
        let cache = since
            .as_ref()
            .map_or_else(AnswerCache::default, Since::cache);

        let nothing = Tree::empty(store.spill());
        let previous = live.as_ref().map_or(&nothing, |live| &live.tree);
        let id = new_id()?;
        let stage = Stage::new(store, id.clone(), previous);
        let inputs = pages::Inputs {
            config,
            app,
            basis: &basis,
            content: &content,
            cache: &cache,
            bodies,
            stage: &stage,
        };
        let beside = match &since {
            Some(since) => since.memory.beside.clone(),
            None => Beside::begin(store, app, &content.locales)?,
        };
        steps.done("assets");
        let made = pages::make(&inputs, since.as_ref().map(Since::pages))?;
        steps.done("pages");
        let images = loader.images();
        let beside = beside.with(
            &inputs,
            &made,
            fonts,
            images,
            since.as_ref().map(|since| &since.change),
            &mut steps,
        )?;
        let (put, written) = stage.finish();
        let tree = match &since {
            Some(since) => {
                // What is put after it is gone stays.
                let gone = since
                    .gone(&made.pages, &beside)
                    .into_iter()
                    .map(|path| (path, None));
                let put = put.into_entries().into_iter();
                let put = put.map(|(path, entry)| (path, Some(entry)));
                previous.with(gone.chain(put).collect())
            }
            None => Tree::new(&put, live.as_ref().map(|live| &live.tree)),
        };

        let dictionary = match config.sidecars {
            Sidecars::Never => None,
            _ => dictionary::of(store, live.as_ref(), &app_id, &tree)?,
        };
        steps.done("dictionary");
        let named = dictionary.as_ref().map(|(named, _)| named.asset.as_str());
        let uncompressed = files::compress(store, &id, written, config.sidecars, named)?;
        let removed = previous.without(&tree);
        let removed_pages = removed.iter().filter(|path| is_page(previous, path));
        let removed_pages = removed_pages.cloned().collect();
        let index = index(
            config,
            app,
            &content,
            &made.pages.plan,
            Roots {
                id: id.clone(),
                app: app_id,
                now,
                assets: beside.assets(),
                dictionary,
                speculation_rules: beside.speculation_rules(),
                origin: origin_data,
            },
        );
        let draft = Draft {
            index,
            tree,
            routes: route_rules(&app.pool.hello.routes),
            timestamp: report::rfc3339(Timestamp::now()),
        };
        let published = publish(store, draft, live.as_ref())?;
        steps.done("publish");
        if *touched == Touched::Everything {
            remember(bodies, &config.var)?;
        }
        let pruned = images.prune();
        let language = config.site.messages.language;
        tidy(
            Message::new("left-over/pictures"),
            pruned.map_err(Into::into),
            language,
        );
        let mut warnings = std::mem::take(warnings);
        warnings.extend(made.warnings.into_iter().map(Warning::Content));
        warnings.extend(beside.warnings().iter().cloned().map(Warning::Site));
        let mut report = BuildReport {
            build: None,
            app: app_id,
            pages: made.pages.plan.len(),
            rendered: made.rendered,
            reused: made.pages.plan.len() - made.rendered,
            changed: ChangedPages::new(made.pages.plan.clone(), made.changed),
            files_written: written,
            shards: (0, 0),
            removed_pages,
            removed,
            scheduled: scheduled::scheduled(&content, &entry_paths(&app.pool.hello.routes)),
            ties: made.ties,
            warnings,
            steps,
            duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        };
        let next_change = content.next_change;
        *memory = Some(Memory {
            basis,
            content,
            cache,
            pages: made.pages,
            beside,
        });
        let uncompressed = match published {
            Published::Unchanged => {
                files::discard(store, &id)?;
                None
            }
            Published::Live {
                live: next,
                shards_written,
            } => {
                if let Some(memory) = memory {
                    origin::record(&config.var, &memory.basis.system_config)?;
                }
                report.build = Some(id);
                report.shards = (shards_written, next.index.shards.len());
                *live = Some(*next);
                tidy(Message::new("left-over/builds"), retain(store), language);
                uncompressed
            }
        };
        Ok(Built {
            report,
            now,
            next_change,
            uncompressed,
        })
    }

    /// Renders `count` pages of the live build afresh, chosen by the build's id, and compares.
    /// Answers the paths that differ: there are none, unless a page depends on something that is
    /// not in its input.
    pub fn audit(&self, count: usize) -> Result<Vec<String>, Failure> {
        let (Some(memory), Some(live), Some(app)) = (&self.memory, &self.live, &self.app) else {
            return Ok(Vec::new());
        };
        let nothing = Tree::empty(self.store.spill());
        let stage = Stage::new(&self.store, new_id()?, &nothing);
        let inputs = pages::Inputs {
            config: &self.config,
            app,
            basis: &memory.basis,
            content: &memory.content,
            cache: &memory.cache,
            bodies: &self.bodies,
            stage: &stage,
        };
        let rendered = pages::again(&inputs, &memory.pages, count, &live.index.id);
        let id = stage.id.clone();
        let (again, _) = stage.finish();
        files::discard(&self.store, &id)?;
        // What was lost on the way to the disk would not be compared.
        self.store.spill().check()?;
        rendered?;
        let differs =
            |(path, entry): &(String, Entry)| !is_same(live.tree.get(path).as_ref(), entry);
        let again = again.into_entries().into_iter();
        Ok(again.filter(differs).map(|(path, _)| path).collect())
    }

    /// From now on builds as if it were that time.
    pub fn set_now(&mut self, now: Timestamp) {
        self.config.site.now = Some(now);
    }

    /// What it builds with.
    pub fn config(&self) -> &BuildConfig {
        &self.config
    }

    /// Where it publishes.
    pub fn store(&self) -> &Store {
        &self.store
    }
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

/// True if a page stood at `path`.
fn is_page(tree: &Tree, path: &str) -> bool {
    let entry = tree.get(path);
    matches!(entry, Some(Entry::File(file)) if file.key.is_some() && file.media_type.starts_with("text/html"))
}

/// Fails with every problem of what was `loaded` if one is an error, and then with what is wrong
/// with pages, too: who mends a file wants to know all of it.
fn sound(
    loaded: Loaded,
    config: &BuildConfig,
    app: &mut Option<App>,
    bodies: &KnownBodies,
    warnings: &mut Vec<Warning>,
) -> Result<Content, Failure> {
    let Loaded {
        content,
        mut diagnostics,
    } = loaded;
    let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
    if diagnostics.iter().any(is_error)
        && let Ok(app) = current(app, config)
    {
        let site = pages::check::Site {
            content: &content,
            routes: &app.pool.hello.routes,
            bodies,
        };
        diagnostics = pages::check::with_pages(&site, diagnostics)?;
    }
    let (errors, found): (Vec<Diagnostic>, Vec<Diagnostic>) =
        diagnostics.into_iter().partition(is_error);
    warnings.extend(found.into_iter().map(Warning::Content));
    if !errors.is_empty() {
        let error = Message::new("not-published").with(
            "sums",
            Message::new("not-published/content").with("number", errors.len()),
        );
        let problems = errors
            .into_iter()
            .map(|problem| Problem::Content(Box::new(problem)));
        return Err(Failure::new(Exit::Content, error).with_problems(problems));
    }
    Ok(content)
}

/// A build that read a file which was not whole yet.
fn being_written(path: &Path) -> Failure {
    let problem = Diagnostic::new(path.to_string_lossy(), Message::new("changing/open"));
    let problem = Problem::Content(Box::new(problem.retry()));
    let error = Message::new("not-published").with(
        "sums",
        Message::new("not-published/content").with("number", 1_usize),
    );
    Failure::new(Exit::Content, error).with_problems([problem])
}

/// The frontend as it is on disk now, with warm workers.
fn current<'a>(app: &'a mut Option<App>, config: &BuildConfig) -> Result<&'a App, Failure> {
    let folder = &config.site.frontend;
    match app {
        Some(app) if app.stamps.are_current(folder) => {}
        _ => renew(app, Stamps::of(folder)?, config)?,
    }
    app.as_ref()
        .ok_or_else(|| anyhow::anyhow!("no frontend").into())
}

/// Takes over another frontend, with new workers; one whose bytes are the same keeps them.
fn renew(app: &mut Option<App>, stamps: Stamps, config: &BuildConfig) -> Result<(), Failure> {
    let frontend = Frontend::load(&config.site.frontend, &stamps)?;
    if let Some(app) = app
        .as_mut()
        .filter(|app| app.frontend.hash == frontend.hash)
    {
        app.stamps = stamps;
        return Ok(());
    }
    let documents = Documents::new(
        &frontend.template,
        &frontend.inline_script,
        frontend.fonts.is_some(),
    )
    .context("the template `document.html`")?;
    let cards = Cards::load(
        &config.site.frontend,
        Arc::clone(&config.site.media_workers),
    )?;
    let pool = Pool::start(frontend.worker.clone(), config.workers)
        .map_err(|error| Failure::new(Exit::Render, error))?;
    *app = Some(App {
        frontend,
        stamps,
        documents,
        cards,
        pool,
    });
    Ok(())
}

fn system_config(
    config: &BuildConfig,
    origin: &Origin,
    data: &Hash,
) -> Result<(SystemConfig, Option<Message>), Failure> {
    let answer = origin.system_config(&config.site.locales, data);
    let (next, warning) = origin::or_last_good(answer, config.origin_down, &config.var)
        .map_err(|error| Failure::new(Exit::Origin, error))?;
    let last = origin::recording(&config.var)?.unwrap_or_default();
    match origin::hidden_paths(&last, &next) {
        Some(paths) if !config.accept_seo => {
            let error = Message::new("seo")
                .with("number", paths.len())
                .with("paths", paths.join(", "));
            Err(Failure::new(Exit::Seo, error))
        }
        _ => Ok((next, warning)),
    }
}

/// Name of what is known of bodies, under `var/`.
const BODIES: &str = "bodies.json";

/// Writes down what is known of bodies, for a later process.
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

/// How many builds a history keeps by itself; `generator prune` keeps fewer.
const KEPT_BUILDS: usize = 100;

/// Drops builds from a history that has grown to twice what is kept, and deletes what none needs
/// any more.
fn retain(store: &Store) -> anyhow::Result<usize> {
    if store.history()?.len() < 2 * KEPT_BUILDS {
        return Ok(0);
    }
    sweep::prune(store, KEPT_BUILDS, Timestamp::now())?;
    sweep::sweep(store)
}

/// What cannot be read, or not be deleted, must not keep a new build from being published.
fn tidy(what: Message, deleted: anyhow::Result<usize>, language: Language) {
    if let Err(error) = deleted {
        let why = explain(&error, language);
        let left = Message::new("left-over")
            .with("what", what)
            .with("why", why);
        warning::warning_line(&left, language);
    }
}

/// What names a build and what lies beside its pages.
struct Roots {
    id: BuildId,
    app: Hash,
    now: Timestamp,
    assets: BTreeMap<String, Asset>,
    dictionary: Option<(Dictionary, Asset)>,
    speculation_rules: Option<String>,
    origin: Hash,
}

fn index(
    config: &BuildConfig,
    app: &App,
    content: &Content,
    plan: &Plan,
    mut roots: Roots,
) -> Index {
    let dictionary = roots.dictionary.map(|(dictionary, asset)| {
        roots.assets.insert(dictionary.asset.clone(), asset);
        dictionary
    });
    Index {
        schema: SCHEMA,
        id: roots.id,
        app: roots.app,
        content_hash: Hash::of(b""),
        now: report::rfc3339(roots.now),
        locales: config.site.locales.clone(),
        texts: gateway_texts(content),
        locale_cookie: content.site.locale_cookie.clone(),
        public_url: content.site.url.clone(),
        inline_scripts: app.documents.inline_scripts(),
        errors: error_documents(plan, &app.pool.hello.routes, &config.site.locales),
        shard_bits: 0,
        shards: Vec::new(),
        holders: Default::default(),
        assets: roots.assets,
        dictionary,
        speculation_rules: roots.speculation_rules,
        origin: roots.origin,
    }
}

/// Locale code → what the gateway says.
fn gateway_texts(content: &Content) -> BTreeMap<String, BTreeMap<String, String>> {
    let texts = content.server_texts.iter();
    texts
        .filter_map(|(code, texts)| Some((code.clone(), texts.get(GATEWAY_SECTION)?.clone())))
        .collect()
}

/// locale code → status → path, from the routes that declare a status.
fn error_documents(
    plan: &Plan,
    routes: &[Route],
    locales: &[Locale],
) -> BTreeMap<String, BTreeMap<u16, String>> {
    let mut documents: BTreeMap<String, BTreeMap<u16, String>> = BTreeMap::new();
    for (position, route) in routes.iter().enumerate() {
        let Some(status) = route.status else {
            continue;
        };
        for place in plan.of_route(position) {
            let locale = &locales[plan.locale(place)];
            let of_locale = documents.entry(locale.code.clone()).or_default();
            of_locale.insert(status, plan.href(place));
        }
    }
    documents
}

fn route_rules(routes: &[Route]) -> Vec<RouteRule> {
    let rule = |route: &Route| RouteRule {
        id: route.id.clone(),
        path: route.path.clone(),
        requires_auth: route.requires_auth,
        guest_only: route.guest_only,
        prerender: true,
    };
    routes
        .iter()
        .filter(|route| !crate::pages::plan::is_error_document(route))
        .map(rule)
        .collect()
}
