//! One page's markup with marks that lead from each text to its place in `content/`.
//!
//! The page is rendered by the same worker as the page that visitors see, from the same input but
//! for the marks. It is compared with the real page and never written.

use std::time::Duration;

use super::bodies::Bodies;
use super::page_json::PageJson;
use super::pool::Pool;
use crate::pages::input::Preparer;
use crate::pages::plan::PagePlan;
use crate::pages::site_json::SiteJson;
use generator_content::marks::Marks;

/// Renders `page` with the marks of `preparer`, which `marks` are.
///
/// # Errors
/// The page cannot be rendered: a component refuses a marked text, or the page itself is broken.
pub fn markup(
    (preparer, marks): (&Preparer<'_>, &Marks),
    (pool, site): (&Pool, &SiteJson),
    page: &PagePlan,
    timeout: Duration,
) -> anyhow::Result<String> {
    let (mut input, shown) = preparer.marked_input(page).map_err(|problem| *problem)?;
    let mut bodies = Bodies::render_marked(&shown, marks).map_err(|problem| *problem)?;
    bodies
        .find(&mut input.payload.data, shown.len())
        .map_err(anyhow::Error::msg)?;
    let json = PageJson::new(&input)?;
    let answer = pool.markup(json.input().as_bytes(), site, timeout)?;
    if let Some(error) = answer.meta.error {
        anyhow::bail!("{error}");
    }
    let mut markup = String::new();
    bodies.write_markup(&answer.markup, &mut markup);
    Ok(markup)
}
