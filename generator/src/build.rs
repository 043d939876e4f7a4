//! The pipeline, top to bottom: load → fetch → plan → render → publish.
//!
//! Reading stops at the first step that finds errors; within a step all of them are found. Nothing a visitor can see changes
//! before [`publish`], the last step.

pub mod files;
pub mod pages;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use contract::Hash;
use contract::build::{Asset, BuildId, Index, RouteRule, SCHEMA};
use contract::locale::Locale;
use contract::route::Route;
use jiff::Timestamp;

use crate::app_id::app_id;
use crate::card::Cards;
use crate::config::BuildConfig;
use crate::content::{Content, Loader, Sources};
use crate::diagnostic::{Diagnostic, Severity};
use crate::document::Documents;
use crate::exit::{Exit, Failure, Problem};
use crate::fonts::Fonts;
use crate::frontend::Frontend;
use crate::origin::{self, Origin, SystemConfig};
use crate::output::publish::{Draft, Published, publish};
use crate::output::{Stage, Store, sweep};
use crate::plan::PagePlan;
use crate::render::pool::Pool;
use crate::report::{self, BuildReport, steps::Steps};

/// What a generator keeps from one build to the next: parsed content, warm workers, fonts, the client of the origin.
pub struct Session {
    config: BuildConfig,
    store: Store,
    loader: Loader,
    origin: Origin,
    fonts: Fonts,
    app: Option<App>,
}

/// A loaded frontend and its warm workers; replaced when the frontend was built again.
pub struct App {
    frontend: Frontend,
    documents: Documents,
    cards: Option<Cards>,
    pool: Pool,
}

/// What a build hands back.
pub struct Built {
    /// What it did.
    pub report: BuildReport,
    /// The next instant at which an entry appears or disappears by itself.
    pub next_change: Option<Timestamp>,
    /// A build's folder whose files are still to be compressed.
    pub uncompressed: Option<PathBuf>,
}

impl Session {
    /// Removes what earlier builds left behind, and finishes what they left undone.
    pub fn open(config: BuildConfig, store: Store) -> Result<Self, Failure> {
        tidy("old builds", sweep::sweep(&store));
        files::compress_left_over(&store)?;
        let sources = Sources {
            content: config.site.content.clone(),
            locales: config.site.locales.clone(),
            images: Some(config.var.join("images")),
        };
        let origin = Origin::new(&config.origin)?;
        Ok(Self {
            fonts: Fonts::new(&config.var),
            config,
            store,
            loader: Loader::new(sources),
            origin,
            app: None,
        })
    }

    /// Builds once and publishes what changed.
    pub fn build(&mut self) -> Result<Built, Failure> {
        let started = Instant::now();
        let mut steps = Steps::begin();
        let Self {
            config,
            store,
            loader,
            origin,
            fonts,
            app,
        } = self;
        let now = config.site.now.unwrap_or_else(Timestamp::now);
        let content = load(loader, now, config)?;
        steps.done("content");
        steps.of_which("images", loader.images().took());
        let app = current(app, config)?;
        steps.done("frontend");
        let app_id = app_id(&app.frontend.hash, &content.schemas);
        let fonts = match &app.frontend.fonts {
            Some(declaration) => Some(fonts.make(declaration, &content)?),
            None => None,
        };
        steps.done("fonts");
        let origin_data = files::write_origin_data(store, &content)?;
        let (system_config, warning) = system_config(config, origin, &origin_data)?;
        steps.done("origin");

        let live = store.live()?;
        let nothing = HashMap::new();
        let previous = live.as_ref().map_or(&nothing, |live| &live.entries);
        let id = new_id()?;
        let stage = Stage::new(store, id.clone(), previous);
        let made = pages::make(&pages::Inputs {
            config,
            app,
            app_id,
            content: &content,
            system_config: &system_config,
            stage: &stage,
        })?;
        steps.done("pages");
        files::write_media(&stage, &content, loader.images())?;
        steps.done("media");
        if let Some(cards) = &app.cards {
            files::write_cards(&stage, cards, &made.cards)?;
        }
        steps.done("cards");
        files::write_machine_files(&stage, &made.outcome.sitemap, &content.site.url)?;
        let mut assets = files::copy_assets(store, &app.frontend.assets)?;
        if let Some(fonts) = &fonts {
            assets.extend(files::write_fonts(store, &stage, fonts)?);
        }
        let (entries, written) = stage.finish();
        steps.done("assets");

        let uncompressed = files::compress(store, &id, written.len(), config.sidecars)?;
        let removed = previous
            .keys()
            .filter(|path| !entries.contains_key(*path))
            .cloned()
            .collect();
        let index = index(
            config,
            app,
            &content,
            &made.plan,
            Roots {
                id: id.clone(),
                app: app_id,
                now,
                assets,
                origin: origin_data,
            },
        );
        let draft = Draft {
            index,
            entries,
            routes: route_rules(&app.pool.hello.routes),
            timestamp: report::rfc3339(Timestamp::now()),
        };
        let published = publish(store, draft, live.as_ref())?;
        steps.done("publish");
        if published == Published::Unchanged {
            files::discard(store, &id)?;
        } else {
            origin::record(&config.var, &system_config)?;
            tidy("old builds", retain(store));
        }
        let pruned = loader.images().prune();
        tidy("pictures that nobody needs", pruned.map_err(Into::into));
        let report = BuildReport {
            build: None,
            app: app_id,
            pages: made.plan.len(),
            rendered: made.outcome.rendered,
            reused: made.outcome.reused,
            changed: made.outcome.changed,
            files_written: written.len(),
            shards: (0, 0),
            removed,
            warnings: made
                .warnings
                .iter()
                .map(ToString::to_string)
                .chain(warning)
                .chain(fonts.into_iter().flat_map(|fonts| fonts.warnings))
                .collect(),
            steps,
            duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        };
        let uncompressed = uncompressed.filter(|_| published != Published::Unchanged);
        Ok(Built {
            report: report.published(id, &published),
            next_change: content.next_change,
            uncompressed,
        })
    }

    /// What it builds with.
    pub fn config(&self) -> &BuildConfig {
        &self.config
    }
}

/// Reads the content; prints every problem, and fails if one is an error.
fn load(loader: &mut Loader, now: Timestamp, config: &BuildConfig) -> Result<Content, Failure> {
    let loaded = loader.load(now);
    report::diagnostics(&loaded.diagnostics, config.site.message_format);
    let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
    let errors: Vec<Diagnostic> = loaded.diagnostics.into_iter().filter(is_error).collect();
    if !errors.is_empty() {
        let error = anyhow::anyhow!(
            "{} errors in the content; nothing was published",
            errors.len()
        );
        let problems = errors
            .into_iter()
            .map(|problem| Problem::Content(Box::new(problem)));
        return Err(Failure::new(Exit::Content, error).with_problems(problems));
    }
    Ok(loaded.content)
}

/// The frontend as it is on disk now, with warm workers.
fn current<'a>(app: &'a mut Option<App>, config: &BuildConfig) -> Result<&'a App, Failure> {
    let frontend = Frontend::load(&config.site.frontend)?;
    if app
        .as_ref()
        .is_none_or(|app| app.frontend.hash != frontend.hash)
    {
        let documents = Documents::new(&frontend).context("the template `document.html`")?;
        let cards = Cards::load(&config.site.frontend)?;
        let pool = Pool::start(frontend.worker.clone(), config.workers)
            .map_err(|error| Failure::new(Exit::Render, error))?;
        *app = Some(App {
            frontend,
            documents,
            cards,
            pool,
        });
    }
    app.as_ref()
        .ok_or_else(|| anyhow::anyhow!("no frontend").into())
}

fn system_config(
    config: &BuildConfig,
    origin: &Origin,
    data: &Hash,
) -> Result<(SystemConfig, Option<String>), Failure> {
    let answer = origin.system_config(&config.site.locales, data);
    let (next, warning) = origin::or_last_good(answer, config.origin_down, &config.var)
        .map_err(|error| Failure::new(Exit::Origin, error))?;
    if let Some(warning) = &warning {
        report::note(&format!("warning: {warning}"));
    }
    let last = origin::recording(&config.var)?.unwrap_or_default();
    match origin::hidden_paths(&last, &next) {
        Some(paths) if !config.accept_seo => {
            let list = paths.join(", ");
            let error = anyhow::anyhow!(
                "the system configuration drops, or hides from search engines, {} paths at once: {list}; if that is meant, build with --accept-seo",
                paths.len()
            );
            Err(Failure::new(Exit::Seo, error))
        }
        _ => Ok((next, warning)),
    }
}

fn new_id() -> anyhow::Result<BuildId> {
    let utc = Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    Ok(BuildId::new(&utc, rand::random())?)
}

/// How many builds a history keeps by itself; `generator prune` keeps fewer.
const KEPT_BUILDS: usize = 100;

/// Drops builds from a history that has grown to twice what is kept, and deletes what none needs any more.
fn retain(store: &Store) -> anyhow::Result<usize> {
    if store.history()?.len() < 2 * KEPT_BUILDS {
        return Ok(0);
    }
    sweep::prune(store, KEPT_BUILDS, Timestamp::now())?;
    sweep::sweep(store)
}

/// What cannot be read, or not be deleted, must not keep a new build from being published.
fn tidy(what: &str, deleted: anyhow::Result<usize>) {
    if let Err(error) = deleted {
        report::note(&format!("warning: {what} were left as they are: {error:#}"));
    }
}

/// What names a build and what lies beside its pages.
struct Roots {
    id: BuildId,
    app: Hash,
    now: Timestamp,
    assets: BTreeMap<String, Asset>,
    origin: Hash,
}

fn index(
    config: &BuildConfig,
    app: &App,
    content: &Content,
    plan: &[PagePlan],
    roots: Roots,
) -> Index {
    Index {
        schema: SCHEMA,
        id: roots.id,
        app: roots.app,
        content_hash: Hash::of(b""),
        now: report::rfc3339(roots.now),
        locales: config.site.locales.clone(),
        locale_cookie: content.site.locale_cookie.clone(),
        public_url: content.site.url.clone(),
        inline_scripts: app.documents.inline_scripts(),
        errors: error_documents(plan, &app.pool.hello.routes, &config.site.locales),
        shard_bits: 0,
        shards: Vec::new(),
        holders: Default::default(),
        assets: roots.assets,
        origin: roots.origin,
    }
}

/// locale code → status → path, from the routes that declare a status.
fn error_documents(
    plan: &[PagePlan],
    routes: &[Route],
    locales: &[Locale],
) -> BTreeMap<String, BTreeMap<u16, String>> {
    let mut documents: BTreeMap<String, BTreeMap<u16, String>> = BTreeMap::new();
    for page in plan {
        if let Some(status) = routes[page.route].status {
            documents
                .entry(locales[page.locale].code.clone())
                .or_default()
                .insert(status, page.href.clone());
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
        .filter(|route| !crate::plan::is_error_document(route))
        .map(rule)
        .collect()
}
