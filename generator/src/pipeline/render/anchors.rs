//! Links to anchors that their pages do not have.
//!
//! A page names its links to anchors when it is made, and the anchors of a page are read from its
//! document, only if some page links to one: ids come from components as well as from headings. So
//! a build that follows another one asks the same questions as one from scratch; it keeps the
//! answers about pages that are as they were.

use std::collections::{BTreeMap, BTreeSet};

use contract::build::Access;
use rayon::prelude::*;

use super::problems::Checked;
use super::{Outcome, RenderInputs};
use crate::pages::anchors::{AnchorLinks, CheckedAnchors, LastAnchors, TextWarnings, Verdict};
use crate::pages::markup::Anchors;
use crate::pages::plan::{PageIndex, PagePlan};
use crate::pages::render::HTML;
use crate::pages::render::outcome::PageError;
use generator_content::{Link, warning_in_file};
use generator_ground::diagnostic::Diagnostic;

/// Number of pages in whose texts the place of a component's link is looked for.
const MOST_PAGES: usize = 16;

/// Checks the links of all pages. Without all documents there is no answer: nothing is published
/// then, and other problems come first.
pub(super) fn check(
    inputs: &RenderInputs<'_>,
    pages: &Checked<'_>,
    last: Option<LastAnchors<'_>>,
    outcome: &mut Outcome,
) -> anyhow::Result<(CheckedAnchors, Vec<Diagnostic>)> {
    let made = std::mem::take(&mut outcome.anchors);
    if !outcome.errors.is_empty() {
        return Ok((CheckedAnchors::default(), Vec::new()));
    }
    let kept = last.into_iter().flat_map(LastAnchors::links);
    let links = AnchorLinks::new(made, kept);
    let verdicts = verdicts(inputs, pages, &links, last)?;
    let mut in_texts = BTreeMap::new();
    let mut of_components: BTreeMap<&str, Vec<PageIndex>> = BTreeMap::new();
    for (index, links) in links.iter() {
        let is_missing = |link: &&str| matches!(verdicts.get(*link), Some(Verdict::Missing(_)));
        let links_here = links.iter().map(|link| &**link);
        let missing: Vec<&str> = links_here.filter(is_missing).collect();
        let known = last.and_then(|last| last.in_texts(index, links, &verdicts));
        let found = match known {
            Some(known) => Ok(Some(known.clone())),
            None => text_warnings(pages, index, &missing, &verdicts),
        };
        let found = found.unwrap_or_else(|error| {
            outcome.errors.insert(index, PageError::Content(error));
            None
        });
        let in_text = found.iter().flatten().map(|(link, _)| &**link);
        let is_in_text = |link: &&str| in_text.clone().any(|known| known == *link);
        for link in missing.into_iter().filter(|link| !is_in_text(link)) {
            of_components.entry(link).or_default().push(index);
        }
        in_texts.extend(found.map(|found| (index, found)));
    }
    let place = |(link, indices): (&str, Vec<PageIndex>)| {
        place(inputs, pages, (link, verdicts.get(link)?), &indices)
    };
    let of_components = of_components.into_iter().filter_map(place);
    let of_texts = in_texts.values().flatten();
    let of_texts = of_texts.map(|(_, warning): &(String, Diagnostic)| warning.clone());
    let mut warnings: Vec<Diagnostic> = of_texts.chain(of_components).collect();
    warnings.sort_by_cached_key(|it| (it.file.clone(), it.line, it.column, format!("{it:?}")));
    // Several pages may show a text.
    warnings.dedup();
    let checked = CheckedAnchors {
        links,
        verdicts,
        in_texts,
    };
    Ok((checked, warnings))
}

/// Warnings about the `missing` anchors in the texts of a page; none if no text links to a page
/// that lacks one, and then no text is rendered.
fn text_warnings(
    pages: &Checked<'_>,
    index: PageIndex,
    missing: &[&str],
    verdicts: &BTreeMap<Box<str>, Verdict>,
) -> Result<Option<TextWarnings>, Box<Diagnostic>> {
    let bodies = pages.records.get(index).bodies;
    let is_in_text = |link: &&str| pages.preparer.bodies.lead_to(bodies, link);
    if !missing.iter().any(is_in_text) {
        return Ok(None);
    }
    let wrong = |link: &Link| {
        // A component may show no part of a text.
        let shown = missing.iter().find(|shown| **shown == link.href)?;
        verdicts.get(*shown)?.message(&link.target)
    };
    let page = pages.plan.page(index);
    pages.preparer.link_warnings(&page, wrong).map(Some)
}

/// Verdicts about all links that lead to a public page: documents of others are no visitor's
/// business.
fn verdicts(
    inputs: &RenderInputs<'_>,
    pages: &Checked<'_>,
    links: &AnchorLinks,
    last: Option<LastAnchors<'_>>,
) -> anyhow::Result<BTreeMap<Box<str>, Verdict>> {
    let mut targets = links.by_target();
    if targets.is_empty() {
        return Ok(BTreeMap::new());
    }
    let hrefs = pages.plan.hrefs().enumerate();
    let targets: Vec<(PageIndex, String, BTreeSet<&str>)> = hrefs
        .filter_map(|(index, (href, _))| {
            let links = targets.remove(&*href)?;
            let is_public = pages.plan.page(index).access == Access::Public;
            is_public.then_some((index, href, links))
        })
        .collect();
    let verdicts = |(index, href, links): &(PageIndex, String, BTreeSet<&str>)| {
        let known = |link: &&str| Some((Box::from(*link), last?.verdict(*index, link)?));
        let known: Option<Vec<(Box<str>, Verdict)>> = links.iter().map(known).collect();
        if let Some(known) = known {
            return Ok(known);
        }
        // A damaged document is not judged.
        let Some(document) = inputs.stage.bytes(href, HTML)? else {
            return Ok(Vec::new());
        };
        let anchors = Anchors::new(&String::from_utf8_lossy(&document));
        let links = links.iter();
        let verdict = |link: &&str| (Box::from(*link), Verdict::new(link, &anchors));
        Ok(links.map(verdict).collect())
    };
    let verdicts: anyhow::Result<Vec<_>> = targets.par_iter().map(verdicts).collect();
    Ok(verdicts?.into_iter().flatten().collect())
}

/// The warning about a component's link: at its place in a text of the pages with it or in
/// `site.yaml`, where such links come from, or else at the first of the pages.
fn place(
    inputs: &RenderInputs<'_>,
    pages: &Checked<'_>,
    (link, verdict): (&str, &Verdict),
    indices: &[PageIndex],
) -> Option<Diagnostic> {
    let some = indices.iter().take(MOST_PAGES);
    let some: Vec<PagePlan> = some.map(|index| pages.plan.page(*index)).collect();
    let first = some.first()?;
    let prefix = &pages.preparer.locales[first.locale].prefix;
    let unprefixed = link
        .strip_prefix('/')
        .and_then(|it| it.strip_prefix(&**prefix));
    let unprefixed = unprefixed.filter(|rest| !prefix.is_empty() && rest.starts_with('/'));
    let site = inputs.config.site.content.join("site.yaml");
    let at = |written: &str| {
        let message = verdict.message(written)?;
        let mut texts = some.iter();
        let in_text = texts.find_map(|page| pages.preparer.warning_at(page, written, &message));
        in_text.or_else(|| warning_in_file(&site, "content/site.yaml", written, message))
    };
    let written = unprefixed.into_iter().chain([link]);
    let at_page = || Some(Diagnostic::new(&*first.href, verdict.message(link)?).warning());
    written.map(at).find_map(|place| place).or_else(at_page)
}
