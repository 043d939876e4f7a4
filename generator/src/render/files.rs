//! A rendered page becomes its document, its payload, and the files that its route declares.

use anyhow::Context;
use contract::Hash;
use contract::page::{InlineState, PageInput, PayloadFile};
use serde_json::{Map, Value};

use super::bodies::Bodies;
use super::outcome::{ChangeKind, ChangedPage};
use super::{Pending, Render};
use crate::document::script_json;
use crate::output::stage::Attributes;
use crate::plan::PagePlan;
use crate::plan::files::{self as page_files, beside, media_type};
use crate::worker::Answer;

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";

impl Render<'_> {
    /// Puts document, payload and files on the stage; says what of the page changed.
    pub(super) fn write(
        &self,
        pending: Pending<'_>,
        answer: &Answer,
        markup: &str,
    ) -> anyhow::Result<Option<ChangedPage>> {
        let Pending {
            page,
            key,
            input,
            bodies,
            ..
        } = pending;
        let is_new = self.stage.previous(&page.href).is_none();
        let status = self.route(page).status;
        let (payload, mut state) = self.payload_and_state(input)?;
        let payload = bodies.fill_json(&payload, |html| Ok(serde_json::to_string(html)?))?;
        let payload_changed = self.stage.put(
            &page_files::payload(&page.href),
            payload.as_bytes(),
            self.attributes(page, JSON, None, None),
        )?;
        for field in &answer.meta.html_fields {
            if !take_out(&mut state.page.payload.data, field) {
                anyhow::bail!(
                    "the markup shows the field `{field}`, which is no text in the page's data"
                );
            }
        }
        let document = self.document(page, &state, &bodies, markup)?;
        let document_changed = self.stage.put(
            &page.href,
            document.as_bytes(),
            self.attributes(page, HTML, status, Some(key)),
        )?;
        let files_changed = self.write_files(page, answer)?;
        let kind = match (is_new, payload_changed || files_changed, document_changed) {
            (true, ..) => ChangeKind::New,
            (_, true, _) => ChangeKind::Content,
            (_, _, true) => ChangeKind::Chrome,
            _ => return Ok(None),
        };
        Ok(Some(ChangedPage {
            path: page.href.clone(),
            kind,
        }))
    }

    /// Puts the page's files on the stage, under its access. Returns whether the bytes of one are new.
    fn write_files(&self, page: &PagePlan, answer: &Answer) -> anyhow::Result<bool> {
        let declared = &self.route(page).files;
        let made = answer.meta.files.iter().map(|file| &file.name);
        if !declared.iter().map(|file| &file.name).eq(made) {
            anyhow::bail!("the worker made other files than the route declares");
        }
        let mut changed = false;
        for (file, bytes) in declared.iter().zip(&answer.files) {
            let media_type = media_type(file)
                .with_context(|| format!("the file `{}` has an unknown type", file.name))?;
            let attributes = self.attributes(page, media_type, None, None);
            changed |= self
                .stage
                .put(&beside(&page.href, &file.name), bytes, attributes)?;
        }
        Ok(changed)
    }

    /// `_payload.json` with tokens, and the inline state that still holds every field.
    fn payload_and_state(&self, input: PageInput) -> anyhow::Result<(String, InlineState)> {
        let PageInput {
            route,
            path,
            locale,
            payload,
            head,
            site,
            ..
        } = input;
        let page = PayloadFile {
            app: self.app,
            route,
            path,
            locale,
            payload,
            head,
        };
        Ok((serde_json::to_string(&page)?, InlineState { page, site }))
    }

    fn document(
        &self,
        page: &PagePlan,
        state: &InlineState,
        bodies: &Bodies,
        markup: &str,
    ) -> anyhow::Result<String> {
        let (route, locale) = (&state.page.route, &state.page.locale);
        let assets = self
            .pool
            .hello
            .assets
            .get(route)
            .and_then(|by_locale| by_locale.get(locale));
        let assets = assets.with_context(|| {
            format!("the bundle names no assets for route `{route}` in `{locale}`")
        })?;
        let locale = &self.locales[page.locale];
        let inline = script_json(state)?;
        let inline = bodies.fill_json(&inline, script_json)?;
        let head = &state.page.head;
        self.documents
            .render(head, locale, page.access, assets, markup, &inline)
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
            class: self.route(page).header_class,
            status,
            key,
        }
    }
}

/// Removes the text at a dotted place (`entry.body`, `items.0.body`); false if there is none.
fn take_out(data: &mut Map<String, Value>, field: &str) -> bool {
    let mut steps: Vec<&str> = field.split('.').collect();
    let last = steps.pop().unwrap_or_default();
    let Some((first, inner)) = steps.split_first() else {
        return remove_text(data, last);
    };
    let Some(mut place) = data.get_mut(*first) else {
        return false;
    };
    for step in inner {
        let next = match place {
            Value::Object(map) => map.get_mut(*step),
            Value::Array(items) => step
                .parse()
                .ok()
                .and_then(|index: usize| items.get_mut(index)),
            _ => None,
        };
        let Some(next) = next else { return false };
        place = next;
    }
    place
        .as_object_mut()
        .is_some_and(|map| remove_text(map, last))
}

/// `shift_remove` keeps the order of the other fields: order is part of the bytes.
fn remove_text(map: &mut Map<String, Value>, name: &str) -> bool {
    map.get(name).is_some_and(Value::is_string) && map.shift_remove(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_field_that_stands_in_the_markup_is_left_out_of_the_state() {
        let mut data = json!({"entry": {"title": "t", "body": "<p>"}, "list": {"items": [{"body": "1"}, {"body": "2"}]}, "n": 1})
            .as_object()
            .unwrap()
            .clone();
        assert!(take_out(&mut data, "entry.body"));
        assert!(take_out(&mut data, "list.items.1.body"));
        assert_eq!(
            Value::Object(data.clone()),
            json!({"entry": {"title": "t"}, "list": {"items": [{"body": "1"}, {}]}, "n": 1})
        );
        for missing in [
            "entry.body",
            "other.body",
            "n",
            "entry.title.x",
            "list.items.7.body",
            "list.items",
        ] {
            assert!(!take_out(&mut data, missing), "{missing}");
        }
    }
}
