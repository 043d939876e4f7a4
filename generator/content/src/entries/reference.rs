//! `x-ref` and `x-image` fields: the entry or the image that they name must be there.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::entries::assemble::point;
use crate::entries::collection::Collection;
use crate::entries::file_cache::{CachedContent, CachedFile};
use crate::entries::text::Text;
use crate::field_problem::FieldProblem;
use crate::files::found::Role;
use crate::files::name::{is_copy, is_leftover, is_media_name};
use crate::files::scan::Scan;
use crate::schema::Shape;
use generator_ground::diagnostic::{Diagnostic, suggestion};
use generator_ground::message::Message;
use yaml_reader::push_pointer;

/// Check of the references of a text, whether its entry is visible or not.
pub(crate) struct Checker<'a> {
    pub(crate) scan: &'a Scan,
    pub(crate) collections: &'a BTreeMap<String, Collection>,
    pub(crate) text: &'a Text,
    /// Files of the text's entry.
    pub(crate) files: &'a [CachedFile],
    pub(crate) is_visible: bool,
    /// Whether an entry has an error of its own, which explains that it is not there.
    pub(crate) has_error: &'a (dyn Fn(&str, &str) -> bool + Sync),
}

impl Checker<'_> {
    /// Problems of the fields of this shape.
    pub(crate) fn check(&self, shape: &Shape) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        self.fields(shape, &mut diagnostics);
        diagnostics
    }

    fn fields(&self, shape: &Shape, diagnostics: &mut Vec<Diagnostic>) {
        for (name, value) in self.text.fields.iter() {
            if let Some(shape) = shape.properties.get(name) {
                let mut pointer = String::new();
                push_pointer(&mut pointer, name);
                self.value(&value, shape, &mut pointer, diagnostics);
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
            (Value::String(name), None) if shape.image => {
                diagnostics.extend(self.image(name, pointer))
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
        // A collection that does not exist is reported once, at the schema.
        let Some(folder) = self.scan.collections.get(collection) else {
            return Vec::new();
        };
        if !folder.entries.contains_key(slug) {
            let near = suggestion(slug, folder.entries.keys().map(|slug| &**slug));
            let message = Message::new("unknown-reference")
                .with("collection", collection)
                .with("slug", slug)
                .suggest(near);
            return point(self.text, FieldProblem::at(pointer, message));
        }
        let target = self
            .collections
            .get(collection)
            .map(|collection| collection.entry(slug));
        let is_hidden = self.is_visible && matches!(target, Some(None));
        if is_hidden && !(self.has_error)(collection, slug) {
            let message = Message::new("hidden-reference")
                .with("collection", collection)
                .with("slug", slug);
            return point(self.text, FieldProblem::at(pointer, message))
                .into_iter()
                .map(Diagnostic::warning)
                .collect();
        }
        Vec::new()
    }

    fn image(&self, name: &str, pointer: &str) -> Vec<Diagnostic> {
        let wanted = name.strip_prefix("./").unwrap_or(name);
        let (is_there, is_image) = self.beside(wanted);
        if is_image {
            return Vec::new();
        }
        if !is_there && self.is_badly_named(wanted) {
            return Vec::new();
        }
        let message = if is_there {
            Message::new("broken-image/no-picture")
        } else {
            let images = || self.names().filter(|other| self.beside(other).1);
            // A reference to the right file in the wrong folder means that file.
            let file = |path: &str| path.rsplit('/').next().map(str::to_owned);
            let same = images().find(|other| file(other) == file(wanted));
            let near = same.or_else(|| suggestion(wanted, images()));
            Message::new("broken-image").suggest(near)
        };
        let found = point(
            self.text,
            FieldProblem::at(pointer, message.with("file", name)),
        );
        // As at its other fields.
        let is_draft = self.text.built_in.draft;
        let told = |problem: Diagnostic| if is_draft { problem.warning() } else { problem };
        found.into_iter().map(told).collect()
    }

    /// True if the file is beside the text under a name that is reported there.
    fn is_badly_named(&self, name: &str) -> bool {
        let is_overlooked = name
            .split('/')
            .any(|part| is_leftover(part) || is_copy(part));
        let source = self.text.source();
        let file = source.parent().map(|folder| folder.join(name));
        !is_media_name(name) && !is_overlooked && file.is_some_and(|file| file.is_file())
    }

    /// The files beside the text.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter_map(|known| match &known.role {
            Role::Media(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Whether there is such a file beside the text, and whether it is an image. Problems of the
    /// file itself are reported there.
    fn beside(&self, name: &str) -> (bool, bool) {
        let mut files = self.files.iter();
        let is_it = |file: &&CachedFile| matches!(&file.role, Role::Media(known) if *known == name);
        let Some(file) = files.find(is_it) else {
            return (false, false);
        };
        let is_other = |media_type: &str| !media_type.starts_with("image/");
        let is_no_image = matches!(file.said, CachedContent::Media(_))
            && generator_media::media_type(&file.file).is_some_and(is_other);
        (true, !is_no_image)
    }
}
