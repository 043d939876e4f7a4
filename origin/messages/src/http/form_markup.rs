//! A form in a prerendered document: its controls, found by their names, and the values that are
//! written into them.

use std::cell::RefCell;
use std::collections::BTreeSet;

use contract::refusals::{FIELD_MARK, SUMMARY_MARK};
use lol_html::errors::RewritingError;
use lol_html::html_content::{ContentType, Element};
use lol_html::{RewriteStrSettings, element, rewrite_str, text};

use origin_ground::html::escape;

/// A form in its page, and the values that are written into it.
pub struct Markup<'a> {
    /// HTML of the page, as the build has it.
    pub document: &'a str,
    /// Key of the form.
    pub form_name: &'a str,
    /// Name → value, as they were sent.
    pub pairs: &'a [(String, String)],
    /// Questions whose answers are refused.
    pub reasons: &'a [Filled],
}

/// A question with the reason why its answer is not taken.
pub struct Filled {
    /// Name of the question, as forms send it.
    pub name: String,
    /// The reason, as HTML.
    pub reason: String,
    /// The id of the reason's element.
    pub reason_id: String,
}

/// The id of a question's control, by its name.
pub type IdOf<'a> = &'a dyn Fn(&str) -> String;

/// Facts of the document that its beginning needs.
#[derive(Default)]
struct Outline {
    /// Name → id of its first control, in the document's order.
    ids: Vec<(String, String)>,
    title: String,
}

impl Markup<'_> {
    /// The document with the answers in its controls, and the reasons beside them. `summary` is
    /// made with the id of each question's control, `title` with the document's own.
    pub fn rewrite(
        &self,
        summary: &dyn Fn(IdOf<'_>) -> String,
        title: &dyn Fn(&str) -> String,
    ) -> Result<String, RewritingError> {
        let outline = self.outline()?;
        let id_of = |name: &str| {
            let known = outline.ids.iter().find(|(known, _)| known == name);
            known.map_or_else(String::new, |(_, id)| id.clone())
        };
        let summary = summary(&id_of);
        let first = outline.ids.iter().map(|(name, _)| name.as_str());
        let first = first.into_iter().find(|name| self.reason(name).is_some());
        // The focus is led to the first question, else to the summary.
        let focused = RefCell::new(first);
        let fill = |control: &mut Element<'_, '_>| self.fill_control(control, &focused);
        let form = format!(r#"form[action$="/api/message/{}"]"#, self.form_name);
        let handlers = vec![
            element!("script", |script| {
                script.remove();
                Ok(())
            }),
            element!("title", |element| {
                element.set_inner_content(&title(&outline.title), ContentType::Html);
                Ok(())
            }),
            element!(format!("{form} [{SUMMARY_MARK}]"), |place| {
                place.set_inner_content(&summary, ContentType::Html);
                if first.is_none() {
                    place.set_attribute("tabindex", "-1")?;
                    place.set_attribute("autofocus", "")?;
                }
                Ok(())
            }),
            element!(format!("{form} [{FIELD_MARK}]"), |field| {
                let name = field.get_attribute(FIELD_MARK).unwrap_or_default();
                if let Some(reason) = self.reason(&name) {
                    field.append(&reason.reason, ContentType::Html);
                }
                Ok(())
            }),
            element!(format!("{form} [{FIELD_MARK}] input[name]"), fill),
            element!(format!("{form} [{FIELD_MARK}] textarea[name]"), fill),
            element!(format!("{form} [{FIELD_MARK}] select[name]"), fill),
        ];
        let options = self.option_handlers(&form);
        rewritten(self.document, handlers.into_iter().chain(options))
    }

    /// Ids of the controls, and the title.
    fn outline(&self) -> Result<Outline, RewritingError> {
        let outline = RefCell::new(Outline::default());
        let form = format!(r#"form[action$="/api/message/{}"]"#, self.form_name);
        let handlers = [
            element!(format!("{form} [{FIELD_MARK}] [name]"), |control| {
                let name = control.get_attribute("name").unwrap_or_default();
                let id = control.get_attribute("id").unwrap_or_default();
                outline.borrow_mut().ids.push((name, id));
                Ok(())
            }),
            text!("title", |chunk| {
                outline.borrow_mut().title.push_str(chunk.as_str());
                Ok(())
            }),
        ];
        rewritten(self.document, handlers)?;
        Ok(outline.into_inner())
    }

    fn reason(&self, name: &str) -> Option<&Filled> {
        self.reasons.iter().find(|reason| reason.name == name)
    }

    fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let pairs = self.pairs.iter().filter(move |(known, _)| known == name);
        pairs.map(|(_, value)| value.as_str())
    }

    /// Writes the answer into a control, and ties the reason to it.
    fn fill_control(
        &self,
        control: &mut Element<'_, '_>,
        focused: &RefCell<Option<&str>>,
    ) -> lol_html::HandlerResult {
        let name = control.get_attribute("name").unwrap_or_default();
        if let Some(reason) = self.reason(&name) {
            let described = control
                .get_attribute("aria-describedby")
                .unwrap_or_default();
            let described = format!("{described} {}", reason.reason_id);
            control.set_attribute("aria-describedby", described.trim())?;
            control.set_attribute("aria-invalid", "true")?;
            if *focused.borrow() == Some(&*name) {
                control.set_attribute("autofocus", "")?;
                focused.replace(None);
            }
        }
        match (
            control.tag_name().as_str(),
            control.get_attribute("type").as_deref(),
        ) {
            ("textarea", _) => {
                let text = escape(self.values(&name).next().unwrap_or_default());
                // A parser leaves the first line break out.
                control.set_inner_content(&format!("\n{text}"), ContentType::Html);
            }
            ("input", Some("checkbox" | "radio")) => {
                let own = control.get_attribute("value").unwrap_or_default();
                if self
                    .values(&name)
                    .any(|value| escape(value) == escape(&own))
                {
                    control.set_attribute("checked", "")?;
                }
            }
            ("input", kind) if kind != Some("file") && kind != Some("hidden") => {
                let text = escape(self.values(&name).next().unwrap_or_default());
                control.set_attribute("value", &text)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Chooses options: their choice is known by its name, which they have not themselves.
    fn option_handlers<'h>(&'h self, form: &str) -> Vec<ElementHandler<'h>> {
        let names: BTreeSet<&str> = self.pairs.iter().map(|(name, _)| &**name).collect();
        let is_plain = |name: &&str| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            !name.is_empty() && name.bytes().all(plain)
        };
        let names = names.into_iter().filter(is_plain);
        names
            .map(|name| {
                element!(
                    format!(r#"{form} select[name="{name}"] option"#),
                    move |option| {
                        let own = option.get_attribute("value").unwrap_or_default();
                        option.remove_attribute("selected");
                        if self.values(name).any(|value| value == own) {
                            option.set_attribute("selected", "")?;
                        }
                        Ok(())
                    }
                )
            })
            .collect()
    }
}

fn rewritten<'h>(
    document: &str,
    handlers: impl IntoIterator<Item = ElementHandler<'h>>,
) -> Result<String, RewritingError> {
    let settings = handlers.into_iter().fold(
        RewriteStrSettings::new(),
        RewriteStrSettings::append_element_content_handler,
    );
    rewrite_str(document, settings)
}

/// A selector, and the handlers for its elements.
type ElementHandler<'h> = (
    std::borrow::Cow<'static, lol_html::Selector>,
    lol_html::ElementContentHandlers<'h>,
);
