//! A rendered page becomes its document, its payload, and the files that its route declares.

use anyhow::Context;
use contract::Hash;
use contract::build::{Access, Weight};
use contract::route::Query;

use super::outcome::ChangeKind;
use super::{Buffers, PageFacts, Pending, Render};
use crate::fonts::first::FirstFace;
use crate::pages::document::{DocumentStart, FaceLink};
use crate::pages::markup::anchor_links;
use crate::pages::plan::{PagePlan, files as page_files};
use crate::pages::weight;
use generator_builds::diff::places::{PayloadChange, payload_change};
use generator_builds::paths;
use generator_builds::paths::beside;
use generator_builds::stage::Attributes;
use generator_media::workers::page::Answer;

/// Type of documents.
pub const HTML: &str = "text/html; charset=utf-8";
/// Content type of a payload.
pub const JSON: &str = "application/json";

impl Render<'_> {
    /// Puts document, payload and files on the stage; answers how the page changed, and the facts
    /// of its document.
    pub(super) fn write(
        &self,
        pending: &Pending,
        answer: &Answer,
        buffers: &mut Buffers,
    ) -> anyhow::Result<(Option<ChangeKind>, PageFacts)> {
        let is_new = self.stage.previous(&pending.page.href).is_none();
        let payload = self.put_payload(pending, is_new, &mut buffers.file)?;
        let payload_size = weight::hasty(&buffers.file)?;
        let (document_changed, facts) =
            self.put_document(pending, answer, payload_size, buffers)?;
        let files_changed = self.put_files(&pending.page, answer)?;
        let change = match payload {
            _ if is_new => Some(ChangeKind::New),
            _ if files_changed => Some(ChangeKind::Content),
            None if document_changed => Some(ChangeKind::Chrome),
            payload => payload,
        };
        Ok((change, facts))
    }

    /// Puts the payload on the stage; returns how it changed.
    fn put_payload(
        &self,
        pending: &Pending,
        is_new: bool,
        buffer: &mut Vec<u8>,
    ) -> anyhow::Result<Option<ChangeKind>> {
        let page = &pending.page;
        buffer.clear();
        pending
            .json
            .write_payload(&self.app, &pending.bodies, buffer)?;
        let path = paths::payload(&page.href);
        let attributes = self.attributes(page, JSON, None, None);
        if !self.stage.put(&path, buffer, attributes)? {
            return Ok(None);
        }
        if is_new {
            return Ok(Some(ChangeKind::New));
        }
        // It contains the app and the head, too: a change of the template is not a change of the
        // page's content.
        let Some(before) = self.stage.previous_bytes(&path) else {
            return Ok(Some(ChangeKind::Content));
        };
        let asked = &self.route(page).data;
        let is_own = |name: &str| matches!(asked.get(name), Some(Query::Entry { .. }));
        Ok(Some(match payload_change(&before, buffer, is_own) {
            PayloadChange::Own => ChangeKind::Content,
            PayloadChange::Listed => ChangeKind::Listed,
            PayloadChange::None => ChangeKind::Chrome,
        }))
    }

    /// Puts the document on the stage. Returns whether its bytes are new, and its facts.
    fn put_document(
        &self,
        pending: &Pending,
        answer: &Answer,
        payload_size: u32,
        Buffers { file, markup }: &mut Buffers,
    ) -> anyhow::Result<(bool, PageFacts)> {
        let page = &pending.page;
        markup.clear();
        pending.bodies.write_markup(&answer.markup, markup);
        let anchors = anchor_links(markup);
        let pictures = (self.pictures_size)(markup);
        let first = self
            .first_screens
            .map(|screens| screens.needs(markup.as_bytes()));
        let faces = match &first {
            Some(first) => self.faces(page, &first.characters)?,
            None => Vec::new(),
        };
        let links: Vec<FaceLink<'_>> = faces.iter().map(FaceLink::new).collect();
        let figures = self.figures(page);
        let screen = DocumentStart {
            style: first.as_ref().map(|first| first.style.css.as_str()),
            faces: &links,
            feeds: &self.feeds[page.locale],
            figures: figures.as_deref(),
        };
        file.clear();
        self.write_document(pending, (answer, markup), screen, file)?;
        let weight = Weight {
            document: weight::hasty(file)?,
            payload: payload_size,
            pictures,
        };
        let status = self.route(page).status;
        let attributes = Attributes {
            style: first.map(|first| first.style.source.clone()),
            faces: faces
                .iter()
                .filter(|face| face.is_own)
                .map(|face| face.subset.hash)
                .collect(),
            anchors: anchors.clone(),
            weight: Some(weight),
            ..self.attributes(page, HTML, status, Some(pending.key))
        };
        let is_new = self.stage.put(&page.href, file, attributes)?;
        Ok((is_new, PageFacts { anchors, weight }))
    }

    /// Puts the page's files on the stage, under its access. Returns whether the bytes of one are
    /// new.
    fn put_files(&self, page: &PagePlan, answer: &Answer) -> anyhow::Result<bool> {
        let declared = &self.route(page).files;
        let made = answer.meta.files.iter().map(|file| &file.name);
        if !declared.iter().map(|file| &file.name).eq(made) {
            anyhow::bail!("the worker made other files than the route declares");
        }
        let mut changed = false;
        for (file, bytes) in declared.iter().zip(&answer.files) {
            let media_type = page_files::media_type(file)
                .with_context(|| format!("the file `{}` has an unknown type", file.name))?;
            let attributes = self.attributes(page, media_type, None, None);
            changed |= self
                .stage
                .put(&beside(&page.href, &file.name), bytes, attributes)?;
        }
        Ok(changed)
    }

    /// The fonts that the page loads first. A page for members has none: a public file would
    /// disclose its characters.
    fn faces(&self, page: &PagePlan, characters: &str) -> anyhow::Result<Vec<FirstFace>> {
        let Some(faces) = self.first_faces.filter(|_| page.access != Access::Guarded) else {
            return Ok(Vec::new());
        };
        let has_own = !self.without_own_faces.contains(&self.route(page).id);
        let language = &self.locales[page.locale].language;
        faces.faces_for(language, characters, has_own)
    }

    /// The element of the script of sampled visits, in a page for everyone.
    fn figures(&self, page: &PagePlan) -> Option<String> {
        let figures = self.figures.filter(|_| page.access == Access::Public)?;
        Some(figures.element(self.route(page).status))
    }

    fn write_document(
        &self,
        pending: &Pending,
        (answer, markup): (&Answer, &str),
        start: DocumentStart<'_>,
        out: &mut Vec<u8>,
    ) -> anyhow::Result<()> {
        let Pending {
            page, json, bodies, ..
        } = pending;
        let (route, locale) = (self.route(page), &self.locales[page.locale]);
        let assets = self.pool.hello.assets.get(&route.id);
        let assets = assets.and_then(|by_locale| by_locale.get(&locale.code));
        let assets = assets.with_context(|| {
            format!(
                "the bundle names no assets for route `{}` in `{}`",
                route.id, locale.code
            )
        })?;
        let heads = (&pending.head, &pending.crawler_head);
        let frame = self
            .documents
            .frame(heads, locale, page.access, assets, start)?;
        let shown = &answer.meta.html_fields;
        frame.write(
            out,
            |out| out.extend_from_slice(markup.as_bytes()),
            |out| json.write_state(&self.app, self.site, bodies, shown, out),
        )
    }

    fn attributes(
        &self,
        page: &PagePlan,
        media_type: &'static str,
        status: Option<u16>,
        key: Option<Hash>,
    ) -> Attributes {
        Attributes {
            media_type,
            access: page.access,
            class: self.route(page).header_class.clone(),
            status,
            style: None,
            faces: Vec::new(),
            anchors: Box::default(),
            weight: None,
            key,
        }
    }
}
