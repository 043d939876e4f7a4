//! Files that a browser searches on a site without an origin: read from the documents of the build,
//! so that a visitor finds the visible text.
//!
//! All public documents are read again whenever a page was made: a site that small has few.

use std::collections::BTreeSet;

use contract::build::Access;

use super::render::{RenderInputs, RenderedPages};
use crate::pages::render::HTML;
use crate::pages::search::{MAX_BYTES, SearchIndex};
use generator_builds::stage::Attributes;
use generator_content::SearchedBy;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::diagnostic::failure::{Exit, Failure, Problem};
use generator_ground::message::Message;

/// Puts a file for each language on the stage. Answers their paths: none where others answer.
pub(super) fn write(
    inputs: &RenderInputs<'_>,
    pages: &RenderedPages,
) -> Result<BTreeSet<String>, Failure> {
    let mut paths = BTreeSet::new();
    if inputs.content.site.search != SearchedBy::Browser {
        return Ok(paths);
    }
    let index = index(inputs, pages)?;
    let locales = inputs.content.locales.iter();
    for file in index.files(locales.map(|locale| locale.code.as_str())) {
        let (path, json) = file.map_err(anyhow::Error::from)?;
        if json.len() > MAX_BYTES {
            return Err(too_large(&path, json.len()));
        }
        let attributes = Attributes::public("application/json");
        inputs.stage.put(&path, &json, attributes)?;
        paths.insert(path);
    }
    Ok(paths)
}

/// Everything that a guest can open and find.
fn index(inputs: &RenderInputs<'_>, pages: &RenderedPages) -> anyhow::Result<SearchIndex> {
    let mut index = SearchIndex::default();
    let plan = &pages.pages.plan;
    for page in (0..plan.len()).map(|at| plan.page(at)) {
        let route = &pages.pages.routes[page.route];
        if page.access != Access::Public || route.status.is_some() {
            continue;
        }
        let document = inputs.stage.bytes(&page.href, HTML)?.unwrap_or_default();
        if let Some(found) = page_text::read(&String::from_utf8_lossy(&document)) {
            index.add(found, route.entries.as_deref());
        }
    }
    Ok(index)
}

fn too_large(path: &str, bytes: usize) -> Failure {
    const MIB: usize = 1024 * 1024;
    let message = Message::new("search-too-large")
        .with("path", path)
        .with("size", bytes.div_ceil(MIB))
        .with("most", MAX_BYTES / MIB);
    let told = Diagnostic::new("site.yaml", message).field("/public/runtime/search");
    let sum = Message::new("not-published/content").with("number", 1_usize);
    let error = Message::new("not-published").with("sums", sum);
    Failure::new(Exit::Content, error).with_problems([Problem::Content(Box::new(told))])
}
