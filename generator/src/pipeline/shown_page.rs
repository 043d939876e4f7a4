//! A page of the last build as the studio shows it: its document, and the places of its texts.

use std::collections::BTreeMap;

use contract::build::{Entry, Index};
use contract::route::Route;
use generator_builds::Builds;
use generator_content::Content;
use generator_content::marks::{Marks, Place};
use generator_content::query::mark_settings;
use serde_json::Value;

use super::Builder;
use super::app;
use super::render::seo_tables;
use crate::pages::crumbs::ParentTitles;
use crate::pages::input::{Preparer, entry_paths};
use crate::pages::plan::PagePlan;
use crate::pages::render::marked::markup;
use crate::pages::site_json::SiteJson;

/// Content type of documents, without its parameters.
const HTML: &str = "text/html";

/// Folder of the assets, in the folder of builds and in addresses.
const ASSETS: &str = "assets/";

/// A page with marked texts, and the places that the marks name.
pub struct MarkedPage {
    /// Content of the page's root element, with marks ([`generator_content::marks`]).
    pub markup: String,
    /// A mark's number is an index in it.
    pub places: Vec<Place>,
}

/// The page or the redirect at a path of the last build.
pub enum Shown {
    /// A page's document.
    Document(Vec<u8>),
    /// A redirect to another address.
    Redirect(String),
}

impl Shown {
    /// The page or the redirect of an entry.
    pub fn read(builds: &Builds, path: &str, entry: Option<Entry>) -> anyhow::Result<Option<Self>> {
        Ok(match entry {
            Some(Entry::File(file)) if file.media_type.starts_with(HTML) => {
                Some(Self::Document(builds.bytes(path, &file)?))
            }
            Some(Entry::Redirect { to, .. }) => Some(Self::Redirect(to)),
            _ => None,
        })
    }
}

/// The file at `path` of a build, and its content type; `find` answers the entry there.
pub fn read_file(
    builds: &Builds,
    build: &Index,
    path: &str,
    find: impl FnOnce() -> anyhow::Result<Option<Entry>>,
) -> anyhow::Result<Option<(Vec<u8>, String)>> {
    if let Some(name) = path.strip_prefix('/')
        && let Some(asset) = name
            .strip_prefix(ASSETS)
            .and_then(|name| build.assets.get(name))
    {
        let bytes = std::fs::read(builds.root().join(name))?;
        return Ok(Some((bytes, asset.media_type.to_string())));
    }
    match find()? {
        Some(Entry::File(file)) => {
            let bytes = builds.bytes(path, &file)?;
            Ok(Some((bytes, file.media_type.into_owned())))
        }
        _ => Ok(None),
    }
}

impl Builder {
    /// The page or the redirect that the last build has at `path`.
    pub fn look_up(&self, path: &str) -> anyhow::Result<Option<Shown>> {
        let entry = self.live.as_ref().and_then(|live| live.tree.get(path));
        Shown::read(&self.store, path, entry)
    }

    /// The content of the last build.
    pub fn content(&self) -> Option<&Content> {
        self.previous.as_ref().map(|last| &last.content)
    }

    /// The routes of the last build.
    pub fn routes(&self) -> &[Route] {
        let app = self.app.as_ref();
        app.map_or(&[], |app| &app.pool.hello.routes)
    }

    /// Collection → path pattern of the pages of its entries.
    pub fn entry_paths(&self) -> BTreeMap<String, String> {
        entry_paths(self.routes())
    }

    /// The file at `path` of the last build, and its content type.
    pub fn shown_file(&self, path: &str) -> anyhow::Result<Option<(Vec<u8>, String)>> {
        let Some(live) = &self.live else {
            return Ok(None);
        };
        read_file(&self.store, &live.index, path, || Ok(live.tree.get(path)))
    }

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
        let settings = mark_settings(content, &marks);
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
        let index = (0..plan.len()).find(|index| plan.href(*index) == href)?;
        Some(plan.page(index))
    }

    fn markup(&self, page: &PagePlan, marks: &Marks, settings: &Value) -> anyhow::Result<String> {
        let app = app::loaded_app(&self.app).map_err(|failure| failure.error)?;
        let Some(last) = &self.previous else {
            anyhow::bail!("no build");
        };
        let site = SiteJson::new(settings)?;
        let routes = &app.pool.hello.routes;
        let locales = &self.config.site.locales;
        let seo = seo_tables(locales, &last.globals);
        let preparer = Preparer {
            content: &last.content,
            cache: &last.cache,
            routes,
            locales,
            seo: &seo,
            renderer: last.globals.renderer,
            site: site.hash(),
            cards: None,
            bodies: &self.bodies,
            visibility: self.config.site.visibility,
            marks: Some(marks),
            hrefs: entry_paths(routes),
            parents: ParentTitles::default(),
        };
        let timeout = self.config.page_timeout;
        markup((&preparer, marks), (&app.pool, &site), page, timeout)
    }
}
