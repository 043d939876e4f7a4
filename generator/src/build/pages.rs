//! Plan and render: every page of the site, made or taken over.
//!
//! A page whose answers read nothing that changed is taken over without being prepared; of the others, those whose key is the live
//! build's are taken over without being rendered.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use contract::Hash;
use contract::build::BuildId;
use contract::route::Route;

use super::App;
use super::memory::Basis;
use super::ties::{self, Tie};
use crate::card::Card;
use crate::config::BuildConfig;
use crate::content::{Content, KnownBodies, Targets};
use crate::diagnostic::{Diagnostic, Severity};
use crate::exit::{Exit, Failure, Problem};
use crate::head::{SeoTable, seo_table};
use crate::output::Stage;
use crate::plan::{PagePlan, files as page_files, plan};
use crate::prepare::{Preparer, Record, entry_paths};
use crate::query::change::Change;
use crate::render::Render;
use crate::render::outcome::{ChangedPage, Outcome, PageError};
use crate::report;
use crate::site_json::SiteJson;
use crate::sitemap::SitemapPage;

/// What pages are made from.
pub struct Inputs<'a> {
    /// Options.
    pub config: &'a BuildConfig,
    /// Frontend and workers.
    pub app: &'a App,
    /// What all pages depend on.
    pub(super) basis: &'a Basis,
    /// Content.
    pub content: &'a Content,
    /// What earlier builds saw in bodies.
    pub bodies: &'a KnownBodies,
    /// Where files go.
    pub stage: &'a Stage<'a>,
}

/// All pages of a site, and what is remembered of them.
pub struct Pages {
    /// Every page.
    pub plan: Arc<Vec<PagePlan>>,
    /// By place in the plan.
    records: Vec<Arc<Record>>,
    /// Every path that a link may lead to.
    targets: Arc<Targets>,
    /// The route table: a page's files are declared there.
    routes: Vec<Route>,
}

/// What came of it.
pub struct Made {
    /// All pages.
    pub pages: Pages,
    /// How many were rendered.
    pub rendered: usize,
    /// Which of them changed.
    pub changed: Vec<ChangedPage>,
    /// Sharing images of the pages that were prepared: path → what is to be drawn there.
    pub cards: BTreeMap<String, Card>,
    /// The sitemap differs from the last build's.
    pub has_other_sitemap: bool,
    /// There are other cards than in the last build.
    pub has_other_cards: bool,
    /// Entries that too many pages show; looked for when all pages are prepared.
    pub ties: Vec<Tie>,
    /// Problems that do not stop a build.
    pub warnings: Vec<Diagnostic>,
}

/// Makes all pages that may differ from those of the last build; prints every problem, and fails if one is an error.
pub fn make(inputs: &Inputs<'_>, since: Option<(&Pages, &Change)>) -> Result<Made, Failure> {
    let Inputs {
        config,
        app,
        content,
        ..
    } = inputs;
    let (routes, locales) = (&app.pool.hello.routes, &config.site.locales);
    let seo = seo_tables(inputs);
    let site = site_json(inputs)?;
    let preparer = preparer(inputs, &seo, &site);
    let plan = match since {
        Some((pages, change)) if !change.moves_entries() && !change.sets_fields() => {
            pages.plan.clone()
        }
        _ => Arc::new(
            plan(routes, locales, &preparer).map_err(|error| Failure::new(Exit::Content, error))?,
        ),
    };
    let targets = match since {
        Some((pages, change)) if Arc::ptr_eq(&plan, &pages.plan) && !change.media => {
            pages.targets.clone()
        }
        _ => Arc::new(targets(&plan, routes, content)),
    };
    let mut records: Vec<Option<Arc<Record>>> = match since {
        Some((pages, change)) => pages.carried(&plan, change),
        None => vec![None; plan.len()],
    };
    let places: Vec<usize> = (0..plan.len())
        .filter(|place| records[*place].is_none())
        .collect();

    let bar = report::Progress::new(places.len());
    let progress = || bar.step();
    let mut outcome = render(inputs, &site, &plan, &places, &progress).run(&preparer);
    bar.finish();

    let made: Vec<(usize, Arc<Record>)> = std::mem::take(&mut outcome.records)
        .into_iter()
        .map(|(place, record)| (place, Arc::new(record)))
        .collect();
    let cards = std::mem::take(&mut outcome.cards);
    let is_other = |of: fn(&Record, &Record) -> bool| match since {
        Some((pages, _)) if Arc::ptr_eq(&plan, &pages.plan) => made
            .iter()
            .any(|(place, record)| !of(record, &pages.records[*place])),
        _ => true,
    };
    let has_other_sitemap = is_other(|a, b| a.is_listed == b.is_listed);
    let has_other_cards = is_other(|a, b| a.card == b.card);
    // A link may have lost its page although its own text is as it was.
    let is_checked_again = since.is_none_or(|(pages, _)| !Arc::ptr_eq(&targets, &pages.targets));
    for (place, record) in made.iter() {
        records[*place] = Some(record.clone());
    }
    let known = records.iter().flatten();
    let checked: Vec<&Arc<Record>> = if is_checked_again {
        known.collect()
    } else {
        made.iter().map(|(_, record)| record).collect()
    };
    let problems_found = body_problems(checked, records.iter().flatten(), &targets);
    let (errors, warnings): (Vec<_>, Vec<_>) = problems_found
        .into_iter()
        .partition(|problem| problem.severity == Severity::Error);
    report::diagnostics(&errors, config.site.message_format);
    report::diagnostics(&warnings, config.site.message_format);
    report::page_errors(outcome.errors.values(), config.site.message_format);
    if let Some(failure) = failure(&outcome, errors.len()) {
        return Err(failure.with_problems(problems(errors, outcome.errors.into_values())));
    }
    let ties = match since {
        None => ties::find(&plan, &records, &preparer),
        Some(_) => Vec::new(),
    };
    Ok(Made {
        ties,
        pages: Pages {
            records: records.into_iter().flatten().collect(),
            plan,
            targets,
            routes: routes.clone(),
        },
        rendered: outcome.rendered,
        changed: outcome.changed,
        cards,
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
        Hash::of_parts([seed.as_str().as_bytes(), pages.plan[*place].href.as_bytes()])
    });
    places.truncate(count);
    let seo = seo_tables(inputs);
    let site = site_json(inputs)?;
    let preparer = preparer(inputs, &seo, &site);
    let outcome = render(inputs, &site, &pages.plan, &places, &|| ()).run(&preparer);
    report::page_errors(outcome.errors.values(), inputs.config.site.message_format);
    match failure(&outcome, 0) {
        Some(failure) => Err(failure),
        None => Ok(()),
    }
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
    plan: &'a [PagePlan],
    places: &'a [usize],
    progress: &'a (dyn Fn() + Sync),
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
        progress,
    }
}

impl Pages {
    /// By place in `plan`: what is known of the page, if nothing that its answers read has changed.
    fn carried(&self, plan: &Arc<Vec<PagePlan>>, change: &Change) -> Vec<Option<Arc<Record>>> {
        let touched = change.marks();
        let holds = |record: &&Arc<Record>| !record.reads.iter().any(|read| touched.contains(read));
        if Arc::ptr_eq(plan, &self.plan) {
            let records = self.records.iter();
            return records
                .map(|record| Some(record).filter(holds).cloned())
                .collect();
        }
        let numbered = self.plan.iter().zip(&self.records);
        let known: HashMap<&str, (&PagePlan, &Arc<Record>)> = numbered
            .map(|(page, record)| (&*page.href, (page, record)))
            .collect();
        let carried = |page: &PagePlan| {
            let (old, record) = known.get(&*page.href)?;
            (*old == page)
                .then_some(record)
                .copied()
                .filter(holds)
                .cloned()
        };
        plan.iter().map(carried).collect()
    }

    /// Paths of these pages that `next` has not.
    pub(super) fn gone(&self, next: &Self) -> Vec<String> {
        if Arc::ptr_eq(&self.plan, &next.plan) {
            return Vec::new();
        }
        let kept: HashSet<String> = next.paths().collect();
        self.paths().filter(|path| !kept.contains(path)).collect()
    }

    /// Documents, payloads and files.
    fn paths(&self) -> impl Iterator<Item = String> {
        self.plan.iter().flat_map(|page| {
            let own = [page.href.to_string(), page_files::payload(&page.href)];
            own.into_iter()
                .chain(page_files::paths(page, &self.routes[page.route]))
        })
    }

    /// What search engines are told.
    pub(super) fn sitemap(&self) -> Vec<SitemapPage<'_>> {
        let pages = self.plan.iter().zip(&self.records);
        let listed = pages.filter(|(_, record)| record.is_listed);
        listed
            .map(|(page, _)| SitemapPage {
                route: &self.routes[page.route],
                page,
            })
            .collect()
    }

    /// Paths of the sharing images.
    pub(super) fn cards(&self) -> impl Iterator<Item = String> {
        self.records.iter().filter_map(|record| record.card.clone())
    }
}

fn targets(plan: &[PagePlan], routes: &[Route], content: &Content) -> Targets {
    let mut targets = Targets::default();
    for page in plan {
        targets.add(&page.href);
        page_files::paths(page, &routes[page.route]).for_each(|path| targets.add(&path));
    }
    content
        .media
        .iter()
        .for_each(|media| targets.add(&media.path));
    targets
}

/// What is wrong in the texts of pages, each problem once, in the order of files: links of `checked`, everything else of `all`.
fn body_problems<'a>(
    checked: Vec<&'a Arc<Record>>,
    all: impl Iterator<Item = &'a Arc<Record>>,
    targets: &Targets,
) -> Vec<Diagnostic> {
    let links = checked.into_iter().flat_map(|record| &record.bodies);
    let mut problems: Vec<Diagnostic> = links.flat_map(|body| body.broken_links(targets)).collect();
    let bodies = all.flat_map(|record| &record.bodies);
    problems.extend(bodies.flat_map(|body| body.diagnostics.iter().cloned()));
    let place = |problem: &Diagnostic| {
        (
            problem.file.clone(),
            problem.line,
            problem.column,
            problem.code,
        )
    };
    problems.sort_by_key(place);
    problems.dedup_by_key(|problem| place(problem));
    problems
}

fn problems(
    in_bodies: Vec<Diagnostic>,
    of_pages: impl Iterator<Item = PageError>,
) -> impl Iterator<Item = Problem> {
    let of_pages = of_pages.filter_map(|error| match error {
        PageError::Content(diagnostic) => Some(Problem::Content(diagnostic)),
        PageError::Render(problem) => Some(problem),
        PageError::Environment(_) => None,
    });
    in_bodies
        .into_iter()
        .map(|diagnostic| Problem::Content(Box::new(diagnostic)))
        .chain(of_pages)
}

/// How the process ends: content before rendering before the machine, because an editor can mend the first.
fn failure(outcome: &Outcome, in_bodies: usize) -> Option<Failure> {
    let count =
        |is: fn(&PageError) -> bool| outcome.errors.values().filter(|error| is(error)).count();
    let content = in_bodies + count(|error| matches!(error, PageError::Content(_)));
    let render = count(|error| matches!(error, PageError::Render(_)));
    let environment = count(|error| matches!(error, PageError::Environment(_)));
    let exit = match (content, render, environment) {
        (0, 0, 0) => return None,
        (1.., ..) => Exit::Content,
        (_, 1.., _) => Exit::Render,
        _ => Exit::Environment,
    };
    let sums = [
        (content, "error in the content", "errors in the content"),
        (
            render,
            "page could not be rendered",
            "pages could not be rendered",
        ),
        (
            environment,
            "page could not be written",
            "pages could not be written",
        ),
    ];
    let sums = sums.into_iter().filter(|(number, ..)| *number > 0);
    let told: Vec<String> = sums
        .map(|(number, one, many)| report::count(number, one, many))
        .collect();
    Some(Failure::new(
        exit,
        anyhow::anyhow!("{}; nothing was published", told.join(", ")),
    ))
}
