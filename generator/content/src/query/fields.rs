//! From an entry to the object that a page gets: the fields that were asked for, references
//! followed, values written for people.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::view::{View, pointer_below, split};
use super::{Context, Failure, Read, wrong};
use crate::entries::collection::Collection;
use crate::entries::collection::Entry;
use crate::markdown::ShownBody;
use crate::markdown::TextRole;
use crate::marks;
use crate::marks::Marks;
use crate::schema::{QUERY_FIELDS, Shape};
use crate::shown_picture::ShownPicture;
use generator_ground::diagnostic::suggestion;
use generator_ground::message::Message;

/// References are followed this far: `case.company.industry.name`.
const MAX_DEPTH: usize = 6;

/// Dotted names as a tree, in the order in which they were asked for.
#[derive(Debug, Default)]
pub(super) struct Fields {
    children: Vec<(String, Fields)>,
}

impl Fields {
    /// `["title", "company.name", "company.href"]` → `title`, `company{name, href}`.
    pub(super) fn new(names: &[String]) -> Self {
        let mut root = Self::default();
        for name in names {
            let mut at = &mut root;
            for part in name.split('.') {
                let index = at
                    .children
                    .iter()
                    .position(|(known, _)| known == part)
                    .unwrap_or_else(|| {
                        at.children.push((part.to_owned(), Self::default()));
                        at.children.len() - 1
                    });
                at = &mut at.children[index].1;
            }
        }
        root
    }

    /// True if no field below was requested by name: all are included.
    fn is_whole(&self) -> bool {
        self.children.is_empty()
    }
}

/// A value's entry and place.
struct Position<'a> {
    entry: &'a Entry,
    /// How many references led to the entry.
    depth: usize,
    /// The file, and the JSON pointer in its fields; none if texts are not marked.
    place: Option<(Arc<str>, String)>,
}

impl Position<'_> {
    fn below(&self, name: &str) -> Self {
        let below = |(file, field): &(Arc<str>, String)| (file.clone(), pointer_below(field, name));
        Self {
            place: self.place.as_ref().map(below),
            ..*self
        }
    }

    fn item(&self, index: usize) -> Self {
        match self.place {
            Some(_) => self.below(&index.to_string()),
            None => Self {
                place: None,
                ..*self
            },
        }
    }
}

/// The value with a mark on the text that people see of it.
fn mark(shown: Value, shape: &Shape, (file, field): (&str, &str), marks: &Marks) -> Value {
    match shown {
        Value::String(text) => Value::from(marks.field(file, field, &text, shape.prose)),
        Value::Object(mut written) if shape.format.is_some() => {
            if let Some(Value::String(text)) = written.get_mut("text") {
                *text = marks.field(file, field, text, true);
            }
            Value::Object(written)
        }
        Value::Number(number) => {
            marks.field(file, field, &number.to_string(), false);
            Value::Number(number)
        }
        other => other,
    }
}

/// Makes the objects of one answer and notes their inputs.
#[derive(Debug)]
pub(super) struct Projector<'a, 'c> {
    view: View<'a>,
    context: &'c Context<'c>,
    /// Role of the texts that the answer's own entries have; those of entries that they refer to
    /// are among others.
    standing: TextRole,
    bodies: Vec<ShownBody<'a>>,
    reads: BTreeSet<Read>,
}

impl<'a, 'c> Projector<'a, 'c> {
    pub(super) fn new(view: View<'a>, context: &'c Context<'c>, standing: TextRole) -> Self {
        Self {
            view,
            context,
            standing,
            bodies: Vec::new(),
            reads: BTreeSet::new(),
        }
    }

    /// The bodies in the objects, and the reads.
    pub(super) fn finish(self) -> (Vec<ShownBody<'a>>, Vec<Read>) {
        (self.bodies, self.reads.into_iter().collect())
    }

    pub(super) fn read_entry(&mut self, collection: &Collection, entry: &Entry) {
        self.reads.insert(Read::Entry {
            collection: collection.name.clone(),
            slug: entry.slug.clone(),
        });
    }

    pub(super) fn read_collection(&mut self, collection: &Collection) {
        self.reads.insert(Read::Collection(collection.name.clone()));
    }

    pub(super) fn read_field(&mut self, collection: &Collection, field: &str) {
        self.reads.insert(Read::Field {
            collection: collection.name.clone(),
            field: field.into(),
        });
    }

    pub(super) fn read_site(&mut self) {
        self.reads.insert(Read::Site);
    }

    /// The object of one entry.
    pub(super) fn entry(
        &mut self,
        collection: &'a Collection,
        entry: &'a Entry,
        fields: &Fields,
    ) -> Result<Value, Failure> {
        self.object(collection, entry, fields, 0).map(Value::Object)
    }

    fn object(
        &mut self,
        collection: &'a Collection,
        entry: &'a Entry,
        fields: &Fields,
        depth: usize,
    ) -> Result<Map<String, Value>, Failure> {
        if depth > MAX_DEPTH {
            let message = Message::new("query/depth")
                .with("route", self.context.route)
                .with("depth", MAX_DEPTH);
            return Err(wrong(message));
        }
        self.read_entry(collection, entry);
        let mut object = Map::with_capacity(fields.children.len());
        let written = collection.fields(entry, self.view.locale);
        let at = Position {
            entry,
            depth,
            place: self.place(collection, entry),
        };
        for (name, below) in &fields.children {
            let value = match name.as_str() {
                "slug" => Some(Value::from(&*entry.slug)),
                "href" => Some(self.href(collection, entry)?),
                "body" => Some(self.body(collection, entry, self.standing_at(depth))?),
                "headings" => Some(self.headings(collection, entry, self.standing_at(depth))?),
                _ => {
                    let shape = self.shape(collection, name)?;
                    let value = written.as_ref().and_then(|written| written.get(name));
                    value.map_or(Ok(None), |value| {
                        self.value(&value, shape, below, &at.below(name))
                    })?
                }
            };
            object.extend(value.map(|value| (name.clone(), value)));
        }
        Ok(object)
    }

    /// The file of the entry's fields; none if the page's texts are not marked.
    fn place(&self, collection: &Collection, entry: &Entry) -> Option<(Arc<str>, String)> {
        self.context.marks?;
        let text = collection.text(entry, self.view.locale)?;
        Some((text.file.into(), String::new()))
    }

    /// A field's value; `None` if a reference leads to no entry that this page may show.
    fn value(
        &mut self,
        value: &Value,
        shape: &Shape,
        fields: &Fields,
        at: &Position<'a>,
    ) -> Result<Option<Value>, Failure> {
        match (value, &shape.reference) {
            (Value::Array(items), _) => {
                let shape = shape.items.as_deref().unwrap_or(shape);
                let mut shown = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    shown.extend(self.value(item, shape, fields, &at.item(index))?);
                }
                Ok(Some(Value::Array(shown)))
            }
            (Value::String(slug), Some(name)) => self.reference(name, slug, fields, at.depth),
            (Value::String(name), None) if shape.image => Ok(self.picture(name, at.entry)),
            (Value::Object(texts), None) if shape.localized => Ok(texts
                .get(self.view.code())
                .map(|text| self.present(text, shape, &at.below(self.view.code())))),
            (Value::Object(inside), None) => self.inner_object(inside, shape, fields, at).map(Some),
            (value, _) => Ok(Some(self.present(value, shape, at))),
        }
    }

    /// The image beside an entry: it is published wherever the entry is.
    fn picture(&self, name: &str, entry: &Entry) -> Option<Value> {
        let media = entry.file(name.strip_prefix("./").unwrap_or(name))?;
        let picture = self.view.content.pictures.get(&media.hash);
        let shown = ShownPicture::new(media, picture.map(|picture| &**picture));
        serde_json::to_value(shown).ok()
    }

    fn reference(
        &mut self,
        name: &str,
        slug: &str,
        fields: &Fields,
        depth: usize,
    ) -> Result<Option<Value>, Failure> {
        let Some((collection, entry)) = self.view.target(name, slug) else {
            // It may appear.
            let collection = self
                .view
                .content
                .collection(name)
                .map(|collection| collection.name.clone());
            self.reads.extend(collection.map(Read::Collection));
            return Ok(None);
        };
        self.read_entry(collection, entry);
        if fields.is_whole() {
            return Ok(Some(Value::from(slug)));
        }
        self.object(collection, entry, fields, depth + 1)
            .map(|object| Some(Value::Object(object)))
    }

    fn inner_object(
        &mut self,
        inside: &Map<String, Value>,
        shape: &Shape,
        fields: &Fields,
        at: &Position<'a>,
    ) -> Result<Value, Failure> {
        static PLAIN: std::sync::LazyLock<Shape> = std::sync::LazyLock::new(Shape::default);
        let mut object = Map::with_capacity(inside.len());
        for (name, value) in inside {
            let below = fields
                .children
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, below)| below);
            let wanted = if fields.is_whole() {
                Some(fields)
            } else {
                below
            };
            if let Some(wanted) = wanted {
                let shape = shape.properties.get(name).unwrap_or(&PLAIN);
                let value = self.value(value, shape, wanted, &at.below(name))?;
                object.extend(value.map(|value| (name.clone(), value)));
            }
        }
        Ok(Value::Object(object))
    }

    fn present(&self, value: &Value, shape: &Shape, at: &Position<'_>) -> Value {
        let shown = self.format(value, shape);
        match (self.context.marks, &at.place) {
            (Some(marks), Some((file, field))) => mark(shown, shape, (file, field), marks),
            _ => shown,
        }
    }

    fn format(&self, value: &Value, shape: &Shape) -> Value {
        match (
            shape.format,
            self.view.content.formats.get(self.view.locale),
        ) {
            (Some(format), Some(formats)) => {
                formats.present(format, value, &self.view.content.site.time_zone)
            }
            _ => value.clone(),
        }
    }

    fn href(&self, collection: &Collection, entry: &Entry) -> Result<Value, Failure> {
        let Some(pattern) = self.context.hrefs.get(&*collection.name) else {
            let message = Message::new("query/no-href")
                .with("route", self.context.route)
                .with("collection", &*collection.name);
            return Err(wrong(message));
        };
        let path = pattern.replace(":id", &entry.slug);
        let locale = self.view.content.locales.get(self.view.locale);
        Ok(Value::from(
            locale.map_or(path.clone(), |locale| locale.href(&path)),
        ))
    }

    fn standing_at(&self, depth: usize) -> TextRole {
        if depth == 0 {
            self.standing
        } else {
            TextRole::Among
        }
    }

    /// The token of a body: its HTML takes the token's place when the page is written.
    fn body(
        &mut self,
        collection: &'a Collection,
        entry: &'a Entry,
        standing: TextRole,
    ) -> Result<Value, Failure> {
        let content = self.view.content;
        let body = content.shown_body(collection, entry, self.view.locale, standing)?;
        if body.text().names_media {
            self.reads.insert(Read::Media);
        }
        let token = Value::from(body.token());
        self.bodies.push(body);
        Ok(token)
    }

    /// The headings of a body, for a table of contents. Unlike its token they are part of the
    /// page's key, so the body is rendered for it.
    fn headings(
        &self,
        collection: &Collection,
        entry: &Entry,
        standing: TextRole,
    ) -> Result<Value, Failure> {
        let content = self.view.content;
        let locale = self.view.locale;
        let Some(marks) = self.context.marks else {
            let body = content.body(collection, entry, locale, standing)?;
            return Ok(json!(body.headings()));
        };
        let body = content.marked_body(collection, entry, locale, standing, marks)?;
        let mut headings = body.headings();
        headings
            .iter_mut()
            .for_each(|heading| heading.text.push(marks::END));
        Ok(json!(headings))
    }

    fn shape(&self, collection: &'a Collection, name: &str) -> Result<&'a Shape, Failure> {
        let known = &collection.schema.shape.properties;
        known.get(name).ok_or_else(|| {
            let near = suggestion(name, known.keys().map(String::as_str).chain(QUERY_FIELDS));
            let message = Message::new("query/field")
                .with("route", self.context.route)
                .with("collection", &*collection.name)
                .with("field", name);
            wrong(message.suggest(near))
        })
    }

    /// Checks that a dotted path to sort, filter or relate by names fields that exist; notes the
    /// collections that it leads through.
    pub(super) fn check_path(
        &mut self,
        collection: &'a Collection,
        path: &str,
    ) -> Result<(), Failure> {
        self.read_collection(collection);
        let (mut collection, mut path) = (collection, path);
        loop {
            let (name, rest) = split(path);
            if name == "slug" && rest.is_empty() {
                return Ok(());
            }
            let shape = self.shape(collection, name)?;
            self.read_field(collection, name);
            let reference = shape
                .reference
                .as_ref()
                .or_else(|| shape.items.as_deref()?.reference.as_ref());
            let Some(next) = reference.and_then(|name| self.view.content.collection(name)) else {
                return Ok(());
            };
            self.read_collection(next);
            if rest.is_empty() {
                return Ok(());
            }
            (collection, path) = (next, rest);
        }
    }
}
