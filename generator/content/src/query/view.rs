//! Views: the content as one page may show it.

use contract::build::Access;
use serde_json::{Map, Value};

use crate::content::Content;
use crate::entries::collection::Collection;
use crate::entries::collection::Entry;
use crate::files::scan::SITE;
use crate::marks::Marks;
use crate::schema::Shape;

/// The content as the pages of one locale and one guard state see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(crate) content: &'a Content,
    pub(crate) locale: usize,
    pub(crate) guarded: bool,
}

impl<'a> View<'a> {
    /// True if the entry exists for such a page.
    pub(super) fn sees(&self, entry: &Entry) -> bool {
        entry.text(self.locale).is_some() && (self.guarded || entry.access == Access::Public)
    }

    /// The entry that a reference names, if it exists for such a page.
    pub(super) fn target(
        &self,
        collection: &str,
        slug: &str,
    ) -> Option<(&'a Collection, &'a Entry)> {
        let collection = self.content.collection(collection)?;
        let entry = collection.entry(slug).filter(|entry| self.sees(entry))?;
        Some((collection, entry))
    }

    /// Code of the locale.
    pub(super) fn code(&self) -> &'a str {
        self.content
            .locales
            .get(self.locale)
            .map_or("", |locale| &locale.code)
    }

    /// The plain values at the dotted path `path`: one, none, or those of a list. References that
    /// lead nowhere have no value.
    pub(super) fn values(
        &self,
        collection: &'a Collection,
        entry: &'a Entry,
        path: &str,
    ) -> Vec<Value> {
        let mut found = Vec::new();
        self.entry_values(collection, entry, path, &mut found);
        found
    }

    fn entry_values(
        &self,
        collection: &'a Collection,
        entry: &'a Entry,
        path: &str,
        found: &mut Vec<Value>,
    ) {
        let (name, rest) = split(path);
        if name == "slug" {
            found.push(Value::from(&*entry.slug));
            return;
        }
        let fields = collection.fields(entry, self.locale);
        let value = fields.and_then(|fields| fields.get(name));
        if let (Some(value), Some(shape)) = (value, collection.schema.shape.properties.get(name)) {
            self.field_values(value, shape, rest, found);
        }
    }

    fn field_values(&self, value: Value, shape: &Shape, path: &str, found: &mut Vec<Value>) {
        match (value, &shape.reference) {
            (Value::Array(items), _) => {
                let shape = shape.items.as_deref().unwrap_or(shape);
                items
                    .into_iter()
                    .for_each(|item| self.field_values(item, shape, path, found));
            }
            (Value::String(slug), Some(collection)) => match self.target(collection, &slug) {
                Some(_) if path.is_empty() => found.push(Value::String(slug)),
                Some((collection, entry)) => self.entry_values(collection, entry, path, found),
                None => {}
            },
            (Value::Object(mut texts), _) if shape.localized => {
                found.extend(texts.remove(self.code()))
            }
            (Value::Object(mut fields), _) => {
                let (name, rest) = split(path);
                if let (Some(value), Some(shape)) =
                    (fields.remove(name), shape.properties.get(name))
                {
                    self.field_values(value, shape, rest, found);
                }
            }
            (value, _) => found.push(value),
        }
    }

    /// A value of `site.yaml` with every text by locale reduced to this one's.
    pub(super) fn localise(&self, value: &Value) -> Value {
        match value {
            Value::Object(fields) if self.is_by_locale(fields) => {
                fields.get(self.code()).cloned().unwrap_or_default()
            }
            Value::Object(fields) => fields
                .iter()
                .map(|(name, field)| (name.clone(), self.localise(field)))
                .collect(),
            Value::Array(items) => items.iter().map(|item| self.localise(item)).collect(),
            other => other.clone(),
        }
    }

    /// As [`Self::localise`], with a mark on each text for people. `field`: JSON pointer to `value`
    /// in `site.yaml`.
    pub(super) fn localise_with_marks(&self, value: &Value, field: &str, marks: &Marks) -> Value {
        let below = |name: &str| pointer_below(field, name);
        match value {
            Value::Object(fields) if self.is_by_locale(fields) => {
                let field = below(self.code());
                match fields.get(self.code()) {
                    Some(Value::String(text)) => Value::from(marks.field(
                        &self.content.folder.name(SITE),
                        &field,
                        text,
                        true,
                    )),
                    value => {
                        let value = value.cloned().unwrap_or_default();
                        self.localise_with_marks(&value, &field, marks)
                    }
                }
            }
            Value::Object(fields) => fields
                .iter()
                .map(|(name, value)| {
                    let value = self.localise_with_marks(value, &below(name), marks);
                    (name.clone(), value)
                })
                .collect(),
            Value::Array(items) => (0..)
                .zip(items)
                .map(|(index, item)| {
                    self.localise_with_marks(item, &below(&index.to_string()), marks)
                })
                .collect(),
            Value::String(text) => {
                let file = self.content.folder.name(SITE);
                Value::from(marks.field(&file, field, text, is_prose(text)))
            }
            other => other.clone(),
        }
    }

    fn is_by_locale(&self, fields: &Map<String, Value>) -> bool {
        fields.contains_key(self.code())
            && fields.keys().all(|key| {
                self.content
                    .locales
                    .iter()
                    .any(|locale| locale.code == *key)
            })
    }
}

/// JSON pointer to the member `name` of the value at `pointer`.
pub(super) fn pointer_below(pointer: &str, name: &str) -> String {
    let mut below = pointer.to_owned();
    yaml_reader::push_pointer(&mut below, name);
    below
}

/// Whether a setting reads as words. An address or a name that a component looks up does not.
pub(super) fn is_prose(text: &str) -> bool {
    let is_word = !text.is_ascii() || text.contains([' ', '@']);
    is_word && !text.contains("://")
}

/// First segment of a dotted path, and the rest.
pub(super) fn split(path: &str) -> (&str, &str) {
    path.split_once('.').unwrap_or((path, ""))
}
