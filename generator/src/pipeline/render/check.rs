//! Problems of the pages of a site, found as a build finds it, without rendering one.

use std::collections::BTreeMap;

use contract::Hash;
use contract::locale::Locale;
use contract::route::Route;
use rayon::prelude::*;

use super::previous_pages::targets;
use super::problems::Checked;
use crate::pages::crumbs::ParentTitles;
use crate::pages::head::seo_tables;
use crate::pages::input::{Preparer, entry_paths};
use crate::pages::metadata;
use crate::pages::plan::{PageIndex, Plan, plan};
use crate::pages::records::{PageRecords, RecordsBuilder};
use crate::pages::redirects::{Pages, redirects};
use crate::pages::render::Prepare;
use crate::pages::render::outcome::{Outcome, PageError};
use generator_content::query::cache::AnswerCache;
use generator_content::{Content, KnownBodies, Visibility};
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::diagnostic::{Diagnostic, Severity};

/// Inputs of pages, as far as they decide which problems pages have.
pub struct Site<'a> {
    /// Content.
    pub content: &'a Content,
    /// The route table.
    pub routes: &'a [Route],
    /// Facts of bodies that earlier builds saw.
    pub bodies: &'a KnownBodies,
}

/// Problems of pages that `told`, the problems of files, does not contain yet, and both together in
/// the order of files.
///
/// A file with errors may be missing in the content: links to its entry lead somewhere, and a page
/// that cannot be prepared lacks it.
///
/// # Errors
/// The route table and the content do not fit together.
pub fn with_pages(site: &Site<'_>, told: Vec<Diagnostic>) -> Result<Vec<Diagnostic>, Failure> {
    let errors = told
        .iter()
        .filter(|problem| problem.severity == Severity::Error);
    let unusable: Vec<&str> = errors.map(|problem| problem.file.as_str()).collect();
    let of_pages = match of_pages(site, &unusable) {
        Err(_) if !unusable.is_empty() => Vec::new(),
        of_pages => of_pages?,
    };
    let mut all = told;
    all.extend(of_pages);
    let position = |problem: &Diagnostic| (problem.file.clone(), problem.line, problem.column);
    all.sort_by_cached_key(position);
    Ok(all)
}

fn of_pages(site: &Site<'_>, unusable: &[&str]) -> Result<Vec<Diagnostic>, Failure> {
    let Site {
        content,
        routes,
        bodies,
    } = site;
    let seo = seo_tables(content);
    let cache = AnswerCache::default();
    let preparer = Preparer {
        content,
        cache: &cache,
        routes,
        locales: &content.locales,
        seo: &seo,
        // Names of pages and cards are not asked for here.
        renderer: Hash::of(b""),
        site: Hash::of(b""),
        cards: None,
        bodies,
        visibility: Visibility::Public,
        marks: None,
        hrefs: entry_paths(routes),
        parents: ParentTitles::default(),
    };
    let plan = plan(routes, &content.locales, &preparer);
    let plan = plan.map_err(|error| Failure::new(Exit::Content, error))?;
    let (records, mut outcome) = prepare_all(&plan, &preparer);
    let missing = unusable_paths(unusable, &preparer.hrefs, &content.locales);
    let targets = targets(&plan, routes, content, missing);
    let checked = Checked {
        plan: &plan,
        records: &records,
        targets: &targets,
        preparer: &preparer,
    };
    let mut found = checked.in_bodies(0..plan.len(), &mut outcome);
    let folders = unusable_media(unusable);
    found.retain(|problem| !leads_into(problem, &folders));
    let pages = Pages {
        targets: &targets,
        hrefs: &preparer.hrefs,
        plan: &plan,
    };
    found.extend(redirects(content, &pages).problems);
    found.extend(metadata::problems(routes, content));
    content.site.checks.apply(&mut found);
    if unusable.is_empty() {
        found.extend(of_content(outcome.errors));
    }
    Ok(found)
}

/// The records of all pages, and those that cannot be prepared.
fn prepare_all(plan: &Plan, preparer: &Preparer<'_>) -> (PageRecords, Outcome) {
    let gathering = RecordsBuilder::new(plan.len(), None);
    let prepare = |index: PageIndex| match preparer.prepare(&plan.page(index)) {
        Ok(prepared) => {
            gathering.put(index, prepared.record);
            None
        }
        Err(error) => Some((index, error)),
    };
    let indices = (0..plan.len()).into_par_iter();
    let outcome = Outcome {
        errors: indices.filter_map(prepare).collect(),
        ..Outcome::default()
    };
    (gathering.finish(), outcome)
}

/// Pages of entries that have a file with errors: `content/news/first-close/en.md`,
/// `content/news/first-close.yaml`.
fn unusable_paths(
    files: &[&str],
    hrefs: &BTreeMap<String, String>,
    locales: &[Locale],
) -> Vec<String> {
    let path = |file: &str| {
        let mut parts = file.split('/').skip(1);
        let (collection, slug) = (parts.next()?, parts.next()?);
        let slug = slug.strip_suffix(".yaml").unwrap_or(slug);
        Some(hrefs.get(collection)?.replace(":id", slug))
    };
    let paths = files.iter().filter_map(|file| path(file));
    paths
        .flat_map(|path| locales.iter().map(move |locale| locale.href(&path)))
        .collect()
}

/// Addresses of the files beside entries that have a file with errors: `/media/news/first-close/`.
fn unusable_media(files: &[&str]) -> Vec<String> {
    let folder = |file: &&str| {
        let mut parts = file.split('/').skip(1);
        let (collection, slug) = (parts.next()?, parts.next()?);
        Some(format!("/media/{collection}/{slug}/"))
    };
    files.iter().filter_map(folder).collect()
}

/// True if a text names a file below one of these addresses, and the file is not published.
fn leads_into(problem: &Diagnostic, folders: &[String]) -> bool {
    let is_of_file = matches!(problem.code(), "broken-image" | "broken-link");
    let file = problem.message.text_of("file").filter(|_| is_of_file);
    file.is_some_and(|file| {
        folders
            .iter()
            .any(|folder| file.starts_with(folder.as_str()))
    })
}

fn of_content(errors: BTreeMap<PageIndex, PageError>) -> impl Iterator<Item = Diagnostic> {
    errors.into_values().filter_map(|error| match error {
        PageError::Content(problem) => Some(*problem),
        PageError::Render(_) | PageError::Environment(_) => None,
    })
}
