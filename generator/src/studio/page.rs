//! A page of the site, with a change set or as it was, as the editors' page shows it.

use contract::build::Index;
use generator_builds::Builds;
use generator_content::marks::Place;
use generator_ground::diagnostic::failure::{Failure, Problem};
use generator_ground::message::Language;
use generator_studio::SetId;
use serde::Serialize;
use serde_json::{Value, json};

use super::site_files;
use crate::pipeline::Builder;
use crate::pipeline::shown_page::Shown;

/// A page, and the places of its texts.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StudioPage {
    /// Path with the locale's prefix.
    pub path: String,
    /// The document as a build makes it.
    pub html: String,
    /// Content of its root element with marks; none if a component cannot render marked texts.
    pub marked: Option<String>,
    /// A mark's number is an index in it.
    pub places: Vec<Place>,
    /// Address before the paths of the page's pictures and fonts.
    pub files: String,
}

/// The page at `path`, after redirects; none if the site has no page there.
///
/// # Errors
/// The build cannot be read.
pub fn page(
    builder: &Builder,
    path: &str,
    set: Option<&SetId>,
) -> anyhow::Result<Option<StudioPage>> {
    let Some((path, html)) = follow(path, |path| builder.look_up(path))? else {
        return Ok(None);
    };
    let (marked, places) = match builder.marked_page(&path) {
        Ok(Some(page)) => (Some(page.markup), page.places),
        Ok(None) => (None, Vec::new()),
        Err(error) => {
            tracing::warn!(path, "no places of texts: {error:#}");
            (None, Vec::new())
        }
    };
    Ok(Some(StudioPage {
        path,
        html,
        marked,
        places,
        files: site_files::address(set),
    }))
}

/// The page at `path` of a published build, after redirects; its texts cannot be changed.
///
/// # Errors
/// The build cannot be read.
pub fn past_page(builds: &Builds, build: &Index, path: &str) -> anyhow::Result<Option<StudioPage>> {
    let look_up = |path: &str| Shown::read(builds, path, builds.entry(build, path)?);
    let page = follow(path, look_up)?;
    Ok(page.map(|(path, html)| StudioPage {
        path,
        html,
        marked: None,
        places: Vec::new(),
        files: site_files::address_in_build(&build.id),
    }))
}

/// The path and the document that a path leads to.
fn follow(
    path: &str,
    look_up: impl Fn(&str) -> anyhow::Result<Option<Shown>>,
) -> anyhow::Result<Option<(String, String)>> {
    let mut path = path.to_owned();
    // An alias may lead to a page that moved again.
    for _ in 0..5 {
        match look_up(&path)? {
            Some(Shown::Document(bytes)) => return Ok(Some((path, String::from_utf8(bytes)?))),
            Some(Shown::Redirect(to)) => path = to,
            None => return Ok(None),
        }
    }
    Ok(None)
}

/// The problems of a build, for the editors' page.
pub fn problems(failure: &Failure, language: Language) -> Vec<Value> {
    if failure.problems.is_empty() {
        return vec![json!({ "severity": "error", "reason": format!("{:#}", failure.error) })];
    }
    let problems = failure.problems.iter();
    problems
        .map(|problem: &Problem| problem.json(language))
        .collect()
}
