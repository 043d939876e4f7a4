//! The places of a page's texts, for the studio.

use generator_content::marks::{Marks, Place};
use generator_content::query::marked_settings;
use serde_json::Value;

use super::super::Builder;
use super::super::app;
use crate::pages::input::{Preparer, entry_paths};
use crate::pages::plan::PagePlan;
use crate::pages::render::marked::markup;
use crate::pages::site_json::SiteJson;

/// A page with marked texts, and the places that the marks name.
pub struct MarkedPage {
    /// Content of the page's root element, with marks ([`generator_content::marks`]).
    pub markup: String,
    /// A mark's number is an index in it.
    pub places: Vec<Place>,
}

impl Builder {
    /// The page at the path `href` of the last build, rendered with marks; none if there is no such
    /// page.
    ///
    /// # Errors
    /// A component cannot render a marked text.
    pub fn marked_page(&self, href: &str) -> anyhow::Result<Option<MarkedPage>> {
        let Some(page) = self.page(href) else {
            return Ok(None);
        };
        let Some(content) = self.previous.as_ref().map(|last| &last.content) else {
            return Ok(None);
        };
        let marks = Marks::default();
        let settings = marked_settings(content, &marks);
        // A component may read a setting instead of showing it, and fail at a mark.
        let (markup, marks) = match self.markup(&page, &marks, &settings) {
            Ok(markup) => (markup, marks),
            Err(_) => {
                let marks = Marks::default();
                (self.markup(&page, &marks, &content.site.public)?, marks)
            }
        };
        let places = content.places(marks);
        Ok(Some(MarkedPage { markup, places }))
    }

    fn page(&self, href: &str) -> Option<PagePlan> {
        let plan = &self.previous.as_ref()?.pages.plan;
        let (_, index) = plan.hrefs().find(|(path, _)| path == href)?;
        Some(plan.page(index))
    }

    fn markup(&self, page: &PagePlan, marks: &Marks, settings: &Value) -> anyhow::Result<String> {
        let app = app::loaded_app(&self.app).map_err(|failure| failure.error)?;
        let Some(last) = &self.previous else {
            anyhow::bail!("no build");
        };
        let site = SiteJson::new(settings)?;
        let routes = &app.pool.hello.routes;
        let preparer = Preparer {
            content: &last.content,
            cache: &last.cache,
            routes,
            locales: &self.config.site.locales,
            seo: &[],
            renderer: last.globals.renderer,
            site: site.hash(),
            cards: None,
            bodies: &self.bodies,
            visibility: self.config.site.visibility,
            marks: Some(marks),
            hrefs: entry_paths(routes),
        };
        let timeout = self.config.page_timeout;
        markup((&preparer, marks), (&app.pool, &site), page, timeout)
    }
}
