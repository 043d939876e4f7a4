//! Plan and render: every page of the site, made or taken over.
//!
//! A page whose answers read nothing that changed is taken over without being prepared; of the
//! others, those whose key is the live build's are taken over without being rendered.

pub mod check;
mod known;
mod problems;

use std::sync::Arc;

use anyhow::Context;
use contract::Hash;
use contract::build::BuildId;
use rayon::prelude::*;

use super::global_inputs::GlobalInputs;
use super::{App, files};
use crate::builds::Stage;
use crate::config::BuildConfig;
use crate::content::{Content, KnownBodies};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::failure::{Exit, Failure};
use crate::pages::card::Cards;
use crate::pages::fan_out;
use crate::pages::fan_out::Tie;
use crate::pages::head::{SeoTable, seo_table};
use crate::pages::input::{Preparer, entry_paths};
use crate::pages::plan::{Plan, plan};
use crate::pages::records::{Gathering, Packed};
use crate::pages::render::Render;
use crate::pages::render::outcome::{ChangeKind, Outcome};
use crate::pages::site_json::SiteJson;
use crate::query::cache::AnswerCache;
use crate::query::change::Change;
use crate::report;
pub use known::Pages;
use known::targets;
use problems::Checked;

/// What pages are made from.
pub struct Inputs<'a> {
    /// Options.
    pub config: &'a BuildConfig,
    /// Frontend and workers.
    pub app: &'a App,
    /// What all pages depend on.
    pub(super) basis: &'a GlobalInputs,
    /// Content.
    pub content: &'a Content,
    /// Answers that pages of this content share.
    pub cache: &'a AnswerCache,
    /// What earlier builds saw in bodies.
    pub bodies: &'a KnownBodies,
    /// Where files go.
    pub stage: &'a Stage<'a>,
}

/// What came of it.
pub struct Made {
    /// All pages.
    pub pages: Pages,
    /// How many were rendered.
    pub rendered: usize,
    /// Which of them changed, by place.
    pub changed: Vec<(usize, ChangeKind)>,
    /// The places of those that were prepared.
    pub places: Vec<usize>,
    /// The sitemap differs from the last build's.
    pub has_other_sitemap: bool,
    /// There are other cards than in the last build.
    pub has_other_cards: bool,
    /// Entries that too many pages show; looked for when all pages are prepared.
    pub ties: Vec<Tie>,
    /// Problems that do not stop a build.
    pub warnings: Vec<Diagnostic>,
}

/// Makes all pages that may differ from those of the last build; fails with every problem if one is
/// an error.
pub fn make(inputs: &Inputs<'_>, since: Option<(&Pages, &Change)>) -> Result<Made, Failure> {
    let Inputs { config, app, .. } = inputs;
    let (routes, locales) = (&app.pool.hello.routes, &config.site.locales);
    let seo = seo_tables(inputs);
    let site = site_json(inputs)?;
    let preparer = preparer(inputs, &seo, &site);
    let afresh = || {
        let plan = plan(routes, locales, &preparer);
        plan.map_err(|error| Failure::new(Exit::Content, error))
    };
    let plan = match since {
        Some((pages, change)) => pages.plan_after(change, afresh)?,
        None => Arc::new(afresh()?),
    };
    let carried = since.map(|(pages, change)| pages.carried(&plan, change));
    let gathering = Gathering::new(plan.len(), carried);
    let places = gathering.places();

    let bar = report::Progress::new(places.len(), inputs.config.site.messages.language);
    let lanes = Render {
        remember: &|place, record| gathering.put(place, record),
        progress: &|| bar.step(),
        ..render(inputs, &site, &plan, &places)
    };
    let mut outcome = lanes.run(&preparer);
    bar.finish();

    let records = gathering.finish();
    let is_other = |same: fn(Packed<'_>, Packed<'_>) -> bool| {
        since.is_none_or(|(pages, _)| !pages.are_same(&plan, &records, &places, same))
    };
    let has_other_sitemap = is_other(|a, b| a.is_listed() == b.is_listed());
    let has_other_cards = is_other(|a, b| a.card() == b.card());
    let kept_targets = since.and_then(|(pages, change)| pages.targets_after(&plan, change));
    // A link may have lost its page although its own text is as it was.
    let are_all_checked = kept_targets.is_none();
    let targets =
        kept_targets.unwrap_or_else(|| Arc::new(targets(&plan, routes, inputs.content, [])));
    let pages = Checked {
        plan: &plan,
        records: &records,
        targets: &targets,
        preparer: &preparer,
    };
    let found = match are_all_checked {
        true => pages.in_bodies(0..plan.len(), &mut outcome),
        false => pages.in_bodies(places.iter().copied(), &mut outcome),
    };
    let warnings = problems::check(found, &mut outcome)?;
    let ties = match since {
        None => fan_out::find(&plan, &records, &preparer),
        Some(_) => Vec::new(),
    };
    Ok(Made {
        ties,
        pages: Pages {
            records,
            plan,
            targets,
            routes: routes.clone(),
        },
        rendered: outcome.rendered,
        changed: outcome.changed,
        places,
        has_other_sitemap,
        has_other_cards,
        warnings,
    })
}

/// Renders `count` of `pages` afresh, whatever the live build has; `seed` chooses them.
pub(super) fn again(
    inputs: &Inputs<'_>,
    pages: &Pages,
    count: usize,
    seed: &BuildId,
) -> Result<(), Failure> {
    let mut places: Vec<usize> = (0..pages.plan.len()).collect();
    places.sort_by_cached_key(|place| {
        Hash::of_parts([seed.as_str().as_bytes(), pages.plan.href(*place).as_bytes()])
    });
    places.truncate(count);
    let seo = seo_tables(inputs);
    let site = site_json(inputs)?;
    let preparer = preparer(inputs, &seo, &site);
    let mut outcome = render(inputs, &site, &pages.plan, &places).run(&preparer);
    problems::check(Vec::new(), &mut outcome).map(|_| ())
}

/// Puts the sharing images of the pages that were `made` on the stage. What is drawn on one is
/// worked out again: drawing takes far longer, and the words of all images of a site would be much
/// to hold until then.
pub(super) fn write_cards(inputs: &Inputs<'_>, cards: &Cards, made: &Made) -> anyhow::Result<()> {
    let seo = seo_tables(inputs);
    let site = site_json(inputs)?;
    let preparer = preparer(inputs, &seo, &site);
    let Pages { plan, records, .. } = &made.pages;
    let write = |place: &usize| {
        let Some(path) = records.get(*place).card() else {
            return Ok(());
        };
        files::write_card(inputs.stage, cards, &path, || {
            let card = preparer.card(&plan.page(*place));
            let card = card.map_err(|problem| *problem)?;
            card.with_context(|| format!("nothing is to be drawn at `{path}`"))
        })
    };
    made.places.par_iter().try_for_each(write)
}

fn seo_tables(inputs: &Inputs<'_>) -> Vec<SeoTable> {
    let locales = inputs.config.site.locales.iter();
    locales
        .map(|locale| {
            let entries = inputs.basis.system_config.get(&locale.language);
            seo_table(entries.map(Vec::as_slice).unwrap_or_default())
        })
        .collect()
}

fn site_json(inputs: &Inputs<'_>) -> anyhow::Result<SiteJson> {
    Ok(SiteJson::new(&inputs.content.site.public)?)
}

fn preparer<'a>(inputs: &'a Inputs<'_>, seo: &'a [SeoTable], site: &SiteJson) -> Preparer<'a> {
    let routes = &inputs.app.pool.hello.routes;
    Preparer {
        content: inputs.content,
        cache: inputs.cache,
        routes,
        locales: &inputs.config.site.locales,
        seo,
        renderer: inputs.basis.renderer,
        site: site.hash(),
        cards: inputs.app.cards.as_ref(),
        bodies: inputs.bodies,
        hrefs: entry_paths(routes),
    }
}

fn render<'a>(
    inputs: &'a Inputs<'_>,
    site: &'a SiteJson,
    plan: &'a Plan,
    places: &'a [usize],
) -> Render<'a> {
    Render {
        pool: &inputs.app.pool,
        documents: &inputs.app.documents,
        site,
        app: inputs.basis.app,
        locales: &inputs.config.site.locales,
        plan,
        places,
        stage: inputs.stage,
        page_timeout: inputs.config.page_timeout,
        remember: &|_, _| (),
        progress: &|| (),
    }
}
