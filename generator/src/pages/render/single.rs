//! One page's document, for a reader that publishes none.

use std::time::Duration;

use contract::page::Head;
use contract::route::DocumentAssets;

use super::bodies::Bodies;
use super::page_json::PageJson;
use crate::pages::document::{DocumentStart, Documents};
use crate::pages::input::Preparer;
use crate::pages::plan::PagePlan;
use crate::pages::site_json::SiteJson;
use generator_media::workers::page::Worker;

/// The program that renders, and the frame around its markup.
pub struct Printer<'a> {
    /// A warm worker.
    pub worker: &'a mut Worker,
    /// The template.
    pub documents: &'a Documents,
    /// The part of the site that every page may know.
    pub site: &'a SiteJson,
    /// How long a page may render.
    pub timeout: Duration,
}

impl Printer<'_> {
    /// The document of `page`, without its state, the rules of its first screen and its fonts; and
    /// its head.
    ///
    /// # Errors
    /// The page cannot be rendered.
    pub fn document(
        &mut self,
        preparer: &Preparer<'_>,
        page: &PagePlan,
    ) -> anyhow::Result<(String, Head)> {
        let (mut input, shown) = preparer.marked_input(page).map_err(|problem| *problem)?;
        let mut bodies = Bodies::render(&shown).map_err(|problem| *problem)?;
        bodies
            .find(&mut input.payload.data, shown.len())
            .map_err(anyhow::Error::msg)?;
        let json = PageJson::new(&input)?;
        self.worker
            .request_markup(self.site.frame(), json.input().as_bytes())?;
        let answer = self.worker.answer(self.timeout)?;
        if let Some(error) = answer.meta.error {
            anyhow::bail!("{}: {error}", page.href);
        }
        let locale = &preparer.locales[page.locale];
        let (assets, start) = (DocumentAssets::default(), DocumentStart::default());
        let documents = self.documents;
        let heads = (&input.head, &input.crawler_head);
        let frame = documents.frame(heads, locale, page.access, &assets, start)?;
        let mut document = Vec::new();
        let mut markup = String::new();
        bodies.write_markup(&answer.markup, &mut markup);
        let write = |out: &mut Vec<u8>| out.extend_from_slice(markup.as_bytes());
        frame.write(&mut document, write, |_| Ok(()))?;
        Ok((String::from_utf8(document)?, input.head))
    }
}
