//! `x-ref` fields: the entry they name must exist.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::Value;

use super::assemble::point;
use super::collection::{Collection, Text};
use super::loader::Known;
use super::parse::Parsed;
use super::scan::Scan;
use super::schema::Shape;
use super::validate::Problem;
use super::yaml::push_pointer;
use crate::diagnostic::{Diagnostic, suggestion};

/// Checks every reference of every text, visible or not.
pub(crate) fn check(
    scan: &Scan,
    collections: &BTreeMap<String, Collection>,
    known: &HashMap<String, Arc<Known>>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for collection in collections
        .values()
        .filter(|collection| !collection.schema.references().is_empty())
    {
        let entries = scan
            .collections
            .get(&*collection.name)
            .map(|folder| &folder.entries);
        for (slug, files) in entries.into_iter().flatten() {
            let is_visible = collection.entry(slug).is_some();
            for found in files {
                if let Some(Parsed::Text(text)) = known.get(&found.file).map(|known| &known.parsed)
                {
                    let checker = Checker {
                        scan,
                        collections,
                        text,
                        is_visible,
                    };
                    checker.fields(&collection.schema.shape, diagnostics);
                }
            }
        }
    }
}

struct Checker<'a> {
    scan: &'a Scan,
    collections: &'a BTreeMap<String, Collection>,
    text: &'a Text,
    is_visible: bool,
}

impl Checker<'_> {
    fn fields(&self, shape: &Shape, diagnostics: &mut Vec<Diagnostic>) {
        for (name, value) in &self.text.fields {
            if let Some(shape) = shape.properties.get(name) {
                let mut pointer = String::new();
                push_pointer(&mut pointer, name);
                self.value(value, shape, &mut pointer, diagnostics);
            }
        }
    }

    fn value(
        &self,
        value: &Value,
        shape: &Shape,
        pointer: &mut String,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let end = pointer.len();
        match (value, &shape.reference) {
            (Value::String(slug), Some(collection)) => {
                diagnostics.extend(self.slug(slug, collection, pointer))
            }
            (Value::Array(items), _) => {
                for (index, item) in items.iter().enumerate() {
                    push_pointer(pointer, &index.to_string());
                    self.value(
                        item,
                        shape.items.as_deref().unwrap_or(shape),
                        pointer,
                        diagnostics,
                    );
                    pointer.truncate(end);
                }
            }
            (Value::Object(fields), None) => {
                for (name, field) in fields {
                    if let Some(shape) = shape.properties.get(name) {
                        push_pointer(pointer, name);
                        self.value(field, shape, pointer, diagnostics);
                        pointer.truncate(end);
                    }
                }
            }
            _ => {}
        }
    }

    fn slug(&self, slug: &str, collection: &str, pointer: &str) -> Vec<Diagnostic> {
        // A collection that does not exist is told once, at the schema.
        let Some(folder) = self.scan.collections.get(collection) else {
            return Vec::new();
        };
        if !folder.entries.contains_key(slug) {
            let near = suggestion(slug, folder.entries.keys().map(String::as_str));
            let remedy = near.map_or_else(
                || format!("use the name of a folder in `{collection}`"),
                |near| format!("did you mean `{near}`?"),
            );
            return point(
                self.text,
                Problem::new(
                    "unknown-reference",
                    pointer,
                    format!("there is no `{collection}/{slug}`"),
                    remedy,
                ),
            );
        }
        let target = self
            .collections
            .get(collection)
            .map(|collection| collection.entry(slug));
        if self.is_visible && matches!(target, Some(None)) {
            let reason = format!(
                "`{collection}/{slug}` is a draft, not yet published or expired, so the page is shown without it"
            );
            let problem = Problem::new(
                "hidden-reference",
                pointer,
                reason,
                "publish it, or remove the reference",
            );
            return point(self.text, problem)
                .into_iter()
                .map(Diagnostic::warning)
                .collect();
        }
        Vec::new()
    }
}
