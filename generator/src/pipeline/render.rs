//! Plan and render: every page of the site, made or taken over.
//!
//! A page is taken over without being prepared if its answers depend on no change; of the others,
//! those with the same key as in the live build are taken over without being rendered.

mod anchors;
mod budgets;
pub mod check;
mod previous_pages;
mod problems;

use std::sync::Arc;

use anyhow::Context;
use contract::Hash;
use contract::build::BuildId;
use contract::locale::Locale;
use rayon::prelude::*;

use super::app::App;
use super::files;
use super::global_inputs::GlobalInputs;
use crate::config::BuildConfig;
use crate::fonts::first::FirstFaces;
use crate::pages::card;
use crate::pages::card::Cards;
use crate::pages::crumbs::ParentTitles;
use crate::pages::fan_out;
use crate::pages::feed;
use crate::pages::head::{SeoTable, seo_table};
use crate::pages::input::{Preparer, entry_paths};
use crate::pages::metadata;
use crate::pages::plan::{PageIndex, Plan, plan};
use crate::pages::records::{PageRecord, PageRecords, RecordsBuilder};
use crate::pages::redirects::{Pages as RedirectTargets, Redirects, redirects};
use crate::pages::render::Render;
use crate::pages::render::outcome::Outcome;
use crate::pages::site_json::SiteJson;
use crate::pages::weight::{BUDGET, pictures_size};
use crate::report::PageChanges;
use crate::report::progress::Progress;
use generator_builds::Stage;
use generator_content::query::cache::AnswerCache;
use generator_content::query::change::Change;
use generator_content::{Content, KnownBodies, Targets, Visibility};
use generator_ground::diagnostic::Diagnostic;
use generator_ground::diagnostic::failure::{Exit, Failure};
pub use previous_pages::Pages;
use previous_pages::targets;
use problems::Checked;

/// Inputs of pages.
pub struct RenderInputs<'a> {
    /// Options.
    pub config: &'a BuildConfig,
    /// Frontend and workers.
    pub app: &'a App,
    /// Inputs that all pages share besides content.
    pub(super) globals: &'a GlobalInputs,
    /// Content.
    pub content: &'a Content,
    /// Answers that pages of this content share.
    pub cache: &'a AnswerCache,
    /// Facts of bodies that earlier builds saw.
    pub bodies: &'a KnownBodies,
    /// Fonts for first screens, if the frontend declares any.
    pub first_faces: Option<&'a FirstFaces>,
    /// The stage to which files are written.
    pub stage: &'a Stage<'a>,
    /// Notified of pages that are done.
    pub progress: &'a Progress,
}

/// All pages of a build, made or taken over.
pub struct RenderedPages {
    /// Every page, with its record.
    pub pages: Pages,
    /// Differences to the live build, for the report.
    pub changes: PageChanges,
    /// Pages that were prepared.
    pub prepared: Vec<PageIndex>,
    /// Whether the sitemap differs from the last build's.
    pub has_other_sitemap: bool,
    /// Whether the cards differ from the last build's.
    pub has_other_cards: bool,
    /// Problems that do not stop a build.
    pub warnings: Vec<Diagnostic>,
}

/// Makes all pages that may differ from those of the last build; fails with every problem if one is
/// an error.
pub fn make(
    inputs: &RenderInputs<'_>,
    since: Option<(&Pages, &Change)>,
) -> Result<RenderedPages, Failure> {
    let shared = SharedInputs::new(inputs)?;
    let preparer = shared.preparer(inputs);
    let plan = current_plan(inputs, &preparer, since)?;
    let carried = since.map(|(pages, change)| pages.valid_records(&plan, change));
    let unchanged = carried.as_ref().map(|carried| carried.indices.clone());
    let gathering = RecordsBuilder::new(plan.len(), carried);
    let indices = gathering.indices();
    let mut outcome = render_pages(inputs, (&shared, &preparer), (&plan, &indices), &gathering);
    let records = gathering.finish();
    let (targets, mut found) =
        check_texts((&plan, &records), &indices, &preparer, since, &mut outcome);
    let last = since.zip(unchanged.as_deref());
    let last = last.map(|((pages, _), indices)| pages.anchors_after(indices));
    let checked = Checked {
        plan: &plan,
        records: &records,
        targets: &targets,
        preparer: &preparer,
    };
    let (anchors, missing) = anchors::check(inputs, &checked, last, &mut outcome)?;
    found.extend(missing);
    let last = since.zip(unchanged.as_deref());
    let last = last.map(|((pages, _), indices)| (&pages.budgets, indices));
    let (budgets, exceeded) = budgets::check(inputs, &checked, last, &mut outcome)?;
    found.extend(exceeded);
    let redirects = current_redirects(inputs.content, (&plan, &preparer), &targets, since);
    let is_preview = inputs.config.site.visibility == Visibility::Preview;
    let problems = redirects.problems.iter().cloned();
    // An old address may be a page's until another one takes its place.
    found.extend(problems.map(|told| if is_preview { told.warning() } else { told }));
    found.extend(metadata::problems(preparer.routes, inputs.content));
    inputs.content.site.checks.apply(&mut found);
    let warnings = problems::check(found, &mut outcome)?;
    let is_other = |same: fn(PageRecord<'_>, PageRecord<'_>) -> bool| {
        since.is_none_or(|(pages, _)| !pages.are_same(&plan, &records, &indices, same))
    };
    Ok(RenderedPages {
        has_other_sitemap: is_other(|a, b| a.is_same_in_sitemap(b)),
        has_other_cards: is_other(|a, b| a.card == b.card),
        changes: PageChanges {
            plan: plan.clone(),
            rendered: outcome.rendered,
            changed: outcome.changed,
            // Looked for when all pages are prepared.
            ties: match since {
                None => fan_out::find(&plan, &records, &preparer),
                Some(_) => Vec::new(),
            },
        },
        pages: Pages {
            records,
            plan,
            targets,
            anchors,
            budgets,
            redirects,
            routes: preparer.routes.to_owned(),
        },
        prepared: indices,
        warnings,
    })
}

/// The plan of this build: the last one's while there are the same pages.
fn current_plan(
    inputs: &RenderInputs<'_>,
    preparer: &Preparer<'_>,
    since: Option<(&Pages, &Change)>,
) -> Result<Arc<Plan>, Failure> {
    let (routes, locales) = (preparer.routes, &inputs.config.site.locales);
    let afresh = || {
        let plan = plan(routes, locales, preparer);
        plan.map_err(|error| Failure::new(Exit::Content, error))
    };
    match since {
        Some((pages, change)) => pages.plan_after(change, afresh),
        None => Ok(Arc::new(afresh()?)),
    }
}

/// Renders the pages at `indices` of the plan, and puts their records into `gathering`.
fn render_pages(
    inputs: &RenderInputs<'_>,
    (shared, preparer): (&SharedInputs, &Preparer<'_>),
    (plan, indices): (&Plan, &[PageIndex]),
    gathering: &RecordsBuilder<'_>,
) -> Outcome {
    let counter = inputs.progress.pages(indices.len());
    let site = &inputs.content.site;
    let is_checked = site.checks.are_reported(BUDGET);
    let render = Render {
        pictures_size: &|markup| pictures_size(markup, inputs.content),
        may_exceed: &|weight| is_checked && site.budgets.may_exceed(weight),
        remember: &|index, record| gathering.put(index, record),
        progress: &|| counter.step(),
        ..render(inputs, shared, plan, indices)
    };
    render.run(preparer)
}

/// The paths that links may lead to, and the problems in the texts of pages.
fn check_texts(
    (plan, records): (&Arc<Plan>, &PageRecords),
    indices: &[PageIndex],
    preparer: &Preparer<'_>,
    since: Option<(&Pages, &Change)>,
    outcome: &mut Outcome,
) -> (Arc<Targets>, Vec<Diagnostic>) {
    let kept = since.and_then(|(pages, change)| pages.targets_after(plan, change));
    // A link may have lost its page although its own text is as it was.
    let are_all_checked = kept.is_none();
    let afresh = || Arc::new(targets(plan, preparer.routes, preparer.content, []));
    let targets = kept.unwrap_or_else(afresh);
    let pages = Checked {
        plan,
        records,
        targets: &targets,
        preparer,
    };
    let found = match are_all_checked {
        true => pages.in_bodies(0..plan.len(), outcome),
        false => pages.in_bodies(indices.iter().copied(), outcome),
    };
    (targets, found)
}

/// Old addresses: those of the last build if no change affects them.
fn current_redirects(
    content: &Content,
    (plan, preparer): (&Plan, &Preparer<'_>),
    targets: &Arc<Targets>,
    since: Option<(&Pages, &Change)>,
) -> Arc<Redirects> {
    let kept = since.and_then(|(pages, change)| pages.redirects_after(targets, change));
    kept.unwrap_or_else(|| {
        let pages = RedirectTargets {
            targets,
            hrefs: &preparer.hrefs,
            plan,
        };
        Arc::new(redirects(content, &pages))
    })
}

/// Renders `count` of `pages` afresh, whatever the live build has; `seed` chooses them.
pub(super) fn again(
    inputs: &RenderInputs<'_>,
    pages: &Pages,
    count: usize,
    seed: &BuildId,
) -> Result<(), Failure> {
    let mut indices: Vec<PageIndex> = (0..pages.plan.len()).collect();
    indices.sort_by_cached_key(|index| {
        Hash::of_parts([seed.as_str().as_bytes(), pages.plan.href(*index).as_bytes()])
    });
    indices.truncate(count);
    let shared = SharedInputs::new(inputs)?;
    let preparer = shared.preparer(inputs);
    let render = Render {
        pictures_size: &|markup| pictures_size(markup, inputs.content),
        ..render(inputs, &shared, &pages.plan, &indices)
    };
    let mut outcome = render.run(&preparer);
    problems::check(Vec::new(), &mut outcome).map(|_| ())
}

/// Puts the sharing images of the pages that were `made` on the stage. The text of each image is
/// computed again: drawing takes far longer, and the texts of all images of a site would take much
/// memory until then.
pub(super) fn write_cards(
    inputs: &RenderInputs<'_>,
    cards: &Cards,
    made: &RenderedPages,
) -> anyhow::Result<()> {
    let shared = SharedInputs::new(inputs)?;
    let preparer = shared.preparer(inputs);
    let Pages { plan, records, .. } = &made.pages;
    let write = |index: &PageIndex| {
        let Some(hash) = records.get(*index).card else {
            return Ok(());
        };
        let path = card::path(hash);
        files::write_card(inputs.stage, cards, &path, || {
            let card = preparer.card(&plan.page(*index));
            let card = card.map_err(|problem| *problem)?;
            card.with_context(|| format!("nothing is to be drawn at `{path}`"))
        })
    };
    made.prepared.par_iter().try_for_each(write)
}

/// Inputs that all pages share, in the form in which pages take them.
struct SharedInputs {
    /// SEO settings by position of the locale.
    seo: Vec<SeoTable>,
    /// Addresses of the feeds, by position of the locale.
    feeds: Vec<Vec<String>>,
    site: SiteJson,
}

impl SharedInputs {
    fn new(inputs: &RenderInputs<'_>) -> anyhow::Result<Self> {
        let locales = &inputs.config.site.locales;
        let sources = feed::sources(inputs.content, &inputs.app.pool.hello.routes);
        let feeds = |locale| sources.iter().map(|source| source.href(locale)).collect();
        Ok(Self {
            seo: seo_tables(locales, inputs.globals),
            feeds: locales.iter().map(feeds).collect(),
            site: SiteJson::new(&inputs.content.site.public)?,
        })
    }

    fn preparer<'a>(&'a self, inputs: &'a RenderInputs<'_>) -> Preparer<'a> {
        let routes = &inputs.app.pool.hello.routes;
        Preparer {
            content: inputs.content,
            cache: inputs.cache,
            routes,
            locales: &inputs.config.site.locales,
            seo: &self.seo,
            renderer: inputs.globals.renderer,
            site: self.site.hash(),
            cards: inputs.app.cards.as_ref(),
            bodies: inputs.bodies,
            visibility: inputs.config.site.visibility,
            marks: None,
            hrefs: entry_paths(routes),
            parents: ParentTitles::default(),
        }
    }
}

/// SEO settings by position of the locale.
pub(super) fn seo_tables(locales: &[Locale], globals: &GlobalInputs) -> Vec<SeoTable> {
    let settings = |locale: &Locale| globals.system_config.get(&locale.language);
    let table = |locale| seo_table(settings(locale).map_or(&[], Vec::as_slice));
    locales.iter().map(table).collect()
}

fn render<'a>(
    inputs: &'a RenderInputs<'_>,
    shared: &'a SharedInputs,
    plan: &'a Plan,
    indices: &'a [PageIndex],
) -> Render<'a> {
    Render {
        pool: &inputs.app.pool,
        documents: &inputs.app.documents,
        first_screens: inputs.app.first_screens.as_ref(),
        first_faces: inputs.first_faces,
        without_own_faces: &inputs.globals.without_own_faces,
        feeds: &shared.feeds,
        figures: inputs.globals.figures.as_ref(),
        site: &shared.site,
        app: inputs.globals.app,
        locales: &inputs.config.site.locales,
        plan,
        indices,
        stage: inputs.stage,
        page_timeout: inputs.config.page_timeout,
        pictures_size: &|_| 0,
        may_exceed: &|_| false,
        remember: &|_, _| (),
        progress: &|| (),
    }
}
