//! Pages that are larger than a budget of the site allows.
//!
//! Each page is weighed when it is made, in haste and from above; the figures travel with its
//! document. So a build measures exactly only the pages that may be too large, and of those only
//! the ones that were made anew: it keeps its findings about the others.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::problems::Checked;
use super::{Outcome, RenderInputs};
use crate::pages::plan::{PageIndex, PagePlan};
use crate::pages::render::{HTML, JSON};
use crate::pages::weight::{first_pictures, kilobytes, largest_part};
use generator_builds::{paths, sidecar};
use generator_content::Content;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;

/// The findings, by the index of their page; a page that was measured and fits has none.
#[derive(Debug, Default)]
pub(super) struct CheckedBudgets(BTreeMap<PageIndex, Vec<Diagnostic>>);

/// Compares all pages with the budgets. `last` is the last build's answer, and by index the pages
/// that are as they were: their old index. Without all documents there is no answer.
pub(super) fn check(
    inputs: &RenderInputs<'_>,
    pages: &Checked<'_>,
    last: Option<(&CheckedBudgets, &[Option<u32>])>,
    outcome: &mut Outcome,
) -> anyhow::Result<(CheckedBudgets, Vec<Diagnostic>)> {
    let made = std::mem::take(&mut outcome.heavy);
    if !outcome.errors.is_empty() {
        return Ok((CheckedBudgets::default(), Vec::new()));
    }
    let measure = |index: PageIndex| {
        let page = pages.plan.page(index);
        Ok((index, findings(inputs, pages, &page)?))
    };
    let measured: anyhow::Result<Vec<_>> = made.into_par_iter().map(measure).collect();
    let mut all: BTreeMap<PageIndex, Vec<Diagnostic>> = measured?.into_iter().collect();
    if let Some((last, indices)) = last {
        let moved = indices.iter().enumerate();
        all.extend(moved.filter_map(|(index, old)| {
            let found = last.0.get(&((*old)? as usize))?;
            Some((index, found.clone()))
        }));
    }
    let mut found: Vec<Diagnostic> = all.values().flatten().cloned().collect();
    found.sort_by_cached_key(|it| (it.file.clone(), format!("{it:?}")));
    Ok((CheckedBudgets(all), found))
}

/// The budgets that a page exceeds.
fn findings(
    inputs: &RenderInputs<'_>,
    pages: &Checked<'_>,
    page: &PagePlan,
) -> anyhow::Result<Vec<Diagnostic>> {
    let (href, content) = (&*page.href, inputs.content);
    let budgets = &content.site.budgets;
    let document = inputs.stage.bytes(href, HTML)?.unwrap_or_default();
    let payload = inputs.stage.bytes(&paths::payload(href), JSON)?;
    let payload = payload.unwrap_or_default();
    let part = || largest_part(&payload).unwrap_or_else(|| "-".to_owned());
    let mut messages = Vec::new();
    for (bytes, budget, message) in [
        (&document, budgets.document(), Message::new("budget")),
        (&payload, budgets.payload(), Message::new("budget/payload")),
    ] {
        let size = sidecar::sent_size(bytes, usize::try_from(budget)?)? as u64;
        if size > budget {
            let message = message
                .with("page", href)
                .with("size", kilobytes(size))
                .with("budget", kilobytes(budget))
                .with("part", part());
            messages.push(message);
        }
    }
    let file = own_file(pages, page);
    let finding = |message| Diagnostic::new(file.as_deref().unwrap_or(href), message).warning();
    let mut found: Vec<Diagnostic> = messages.into_iter().map(finding).collect();
    let pictures = pictures(content, href, &String::from_utf8_lossy(&document));
    found.extend(pictures.map(|(picture, message)| {
        Diagnostic::new(file.as_deref().unwrap_or(picture), message).warning()
    }));
    Ok(found)
}

/// The file of the largest picture that a document shows first, and the message about all of them,
/// if they are too large.
fn pictures<'a>(content: &'a Content, href: &str, document: &str) -> Option<(&'a str, Message)> {
    let budget = content.site.budgets.pictures();
    let first = first_pictures(document);
    let known: Vec<_> = first.iter().filter_map(|it| it.find(content)).collect();
    let size: u64 = known.iter().map(|(_, size)| size).sum();
    let (largest, own) = known.iter().max_by_key(|(_, size)| size)?;
    let message = || {
        Message::new("budget/pictures")
            .with("page", href)
            .with("size", kilobytes(size))
            .with("budget", kilobytes(budget))
            .with("file", &largest.file)
            .with("own", kilobytes(*own))
    };
    (size > budget).then(|| (&*largest.file, message()))
}

/// The file of the entry that a page is about; none of a page without one.
fn own_file(pages: &Checked<'_>, page: &PagePlan) -> Option<String> {
    let preparer = pages.preparer;
    let collection = preparer.routes[page.route].entries.as_ref()?;
    let collection = preparer.content.collections.get(collection)?;
    let entry = collection.entry(&page.param.as_ref()?.value)?;
    Some(collection.text(entry, page.locale)?.file)
}
