//! Plan and render: every page of the site, made or taken over.

use std::collections::BTreeMap;

use contract::Hash;

use super::App;
use crate::app_id::renderer;
use crate::card::Card;
use crate::config::BuildConfig;
use crate::content::Content;
use crate::diagnostic::{Diagnostic, Severity};
use crate::exit::{Exit, Failure, Problem};
use crate::head::{SeoTable, seo_table};
use crate::origin::SystemConfig;
use crate::output::Stage;
use crate::plan::{PagePlan, plan};
use crate::prepare::Preparer;
use crate::render::Render;
use crate::render::outcome::{Outcome, PageError};
use crate::report;

/// What pages are made from.
pub struct Inputs<'a> {
    /// Options.
    pub config: &'a BuildConfig,
    /// Frontend and workers.
    pub app: &'a App,
    /// Its id.
    pub app_id: Hash,
    /// Content.
    pub content: &'a Content,
    /// SEO settings by language.
    pub system_config: &'a SystemConfig,
    /// Where files go.
    pub stage: &'a Stage<'a>,
}

/// What came of it.
pub struct Made {
    /// Every page.
    pub plan: Vec<PagePlan>,
    /// Which were rendered, reused, changed.
    pub outcome: Outcome,
    /// Their sharing images: path → what is to be drawn there.
    pub cards: BTreeMap<String, Card>,
    /// Problems that do not stop a build.
    pub warnings: Vec<Diagnostic>,
}

/// Makes all pages; prints every problem, and fails if one is an error.
pub fn make(inputs: &Inputs<'_>) -> Result<Made, Failure> {
    let Inputs {
        config,
        app,
        app_id,
        content,
        system_config,
        stage,
    } = inputs;
    let (routes, locales) = (&app.pool.hello.routes, &config.site.locales);
    let seo: Vec<SeoTable> = locales
        .iter()
        .map(|locale| {
            seo_table(
                system_config
                    .get(&locale.language)
                    .map(Vec::as_slice)
                    .unwrap_or_default(),
            )
        })
        .collect();
    let mut preparer = Preparer::new(
        content,
        routes,
        locales,
        &seo,
        renderer(app_id, &app.pool.hello.node),
        app.cards.as_ref(),
    );
    let plan =
        plan(routes, locales, &preparer).map_err(|error| Failure::new(Exit::Content, error))?;
    preparer.check_links_against(&plan);

    let bar = report::Progress::new(plan.len());
    let progress = || bar.step();
    let (pool, documents, app, page_timeout) =
        (&app.pool, &app.documents, *app_id, config.page_timeout);
    let outcome = Render {
        pool,
        documents,
        app,
        locales,
        plan: &plan,
        stage,
        page_timeout,
        progress: &progress,
    }
    .run(&preparer);
    bar.finish();

    let cards = preparer.take_cards();
    let (errors, warnings): (Vec<_>, Vec<_>) = preparer
        .problems()
        .into_iter()
        .partition(|problem| problem.severity == Severity::Error);
    report::diagnostics(&errors, config.site.message_format);
    report::diagnostics(&warnings, config.site.message_format);
    report::page_errors(outcome.errors.values(), config.site.message_format);
    match failure(&outcome, errors.len()) {
        Some(failure) => Err(failure.with_problems(problems(errors, outcome.errors.into_values()))),
        None => Ok(Made {
            plan,
            outcome,
            cards,
            warnings,
        }),
    }
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
    let (exit, number, what) = match (content, render, environment) {
        (0, 0, 0) => return None,
        (1.., ..) => (Exit::Content, content, "errors in the content"),
        (_, 1.., _) => (Exit::Render, render, "pages could not be rendered"),
        _ => (Exit::Environment, environment, "pages could not be written"),
    };
    Some(Failure::new(
        exit,
        anyhow::anyhow!("{number} {what}; nothing was published"),
    ))
}
