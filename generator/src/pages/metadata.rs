//! PURE: whether the metadata of routes fits the answers to their queries. A slip there would
//! publish pages without title and description.

use std::collections::{BTreeMap, BTreeSet};

use contract::route::{Metadata, Query, Route};
use serde_json::Value;

use generator_content::schema::Shape;
use generator_content::{Collection, Content};
use generator_ground::diagnostic::{Diagnostic, suggestion};
use generator_ground::message::Message;

/// File of the metadata.
const FILE: &str = "frontend/site/metadata.ts";

/// Problems of the metadata of all routes.
pub fn problems(routes: &[Route], content: &Content) -> Vec<Diagnostic> {
    let of_route = |route| problems_of(route, content);
    routes.iter().flat_map(of_route).collect()
}

fn problems_of(route: &Route, content: &Content) -> Vec<Diagnostic> {
    let is_public = !route.requires_auth && !route.guest_only && route.status.is_none();
    if is_public && route.metadata.is_missing {
        let message = Message::new("metadata/none").with("route", &*route.id);
        return vec![Diagnostic::new(FILE, message)];
    }
    let places = Places::new(route, content);
    let named = named_places(&route.metadata).into_iter();
    named
        .filter(|(_, place, kind)| !places.have(place, *kind))
        .map(|(field, place, kind)| {
            let message = match kind {
                Kind::Text => Message::new("metadata/place"),
                Kind::Picture => Message::new("metadata/picture"),
                Kind::Value => Message::new("metadata/value"),
            };
            let message = message
                .with("route", &*route.id)
                .with("field", field)
                .with("place", place);
            Diagnostic::new(FILE, message.suggest(places.nearest(place, kind)))
        })
        .collect()
}

/// Fields of the metadata, the place in the data that each names, and the kind of value there.
fn named_places(metadata: &Metadata) -> Vec<(String, &str, Kind)> {
    let fields = [
        ("title", &metadata.title, Kind::Text),
        ("description", &metadata.description, Kind::Text),
        ("image", &metadata.image, Kind::Picture),
    ];
    let fields = fields
        .into_iter()
        .filter_map(|(field, place, kind)| Some((field.to_owned(), place.as_deref()?, kind)))
        // An empty place is none.
        .filter(|(_, place, _)| !place.is_empty());
    let templates = [
        ("jsonLd", &metadata.json_ld, Kind::Text),
        ("moment", &metadata.moment, Kind::Value),
    ];
    let in_templates = templates.into_iter().flat_map(|(field, template, kind)| {
        let properties = template.iter().flatten();
        properties.flat_map(move |(name, value)| {
            let mut found = Vec::new();
            // A moment has places at its first level only.
            if kind == Kind::Text || value.is_string() {
                collect_places(format!("{field}.{name}"), value, &mut found);
            }
            found
                .into_iter()
                .map(move |(field, place)| (field, place, kind))
        })
    });
    fields.chain(in_templates).collect()
}

/// The places that a value of a template names, each with the field that names it.
fn collect_places<'a>(field: String, value: &'a Value, found: &mut Vec<(String, &'a str)>) {
    match value {
        Value::String(text) => found.extend(text.strip_prefix('$').map(|place| (field, place))),
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                collect_places(format!("{field}.{number}"), item, found);
            }
        }
        Value::Object(properties) => {
            for (name, value) in properties {
                collect_places(format!("{field}.{name}"), value, found);
            }
        }
        _ => {}
    }
}

/// Kind of a value that metadata can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Picture,
    /// Any value, as a card takes it: also an object, a list, and what is in a list.
    Value,
}

/// Dotted places in the data of a route's pages at which a value can be.
struct Places<'a> {
    content: &'a Content,
    kinds: BTreeMap<String, Kind>,
    /// Places of lists.
    lists: BTreeSet<String>,
}

impl<'a> Places<'a> {
    fn new(route: &Route, content: &'a Content) -> Self {
        let (kinds, lists) = (BTreeMap::new(), BTreeSet::new());
        let mut places = Self {
            content,
            kinds,
            lists,
        };
        for (name, query) in &route.data {
            places.add_answer(name, query);
        }
        places
    }

    fn have(&self, place: &str, kind: Kind) -> bool {
        match kind {
            Kind::Value => self.kinds.contains_key(&self.without_positions(place)),
            Kind::Text | Kind::Picture => self.kinds.get(place) == Some(&kind),
        }
    }

    /// The place of a field of all items, instead of that of one item: `years.items.0.assets` is
    /// `years.items.assets`.
    fn without_positions(&self, place: &str) -> String {
        place.split('.').fold(String::new(), |known, step| {
            match (known.is_empty(), step.parse::<usize>()) {
                (true, _) => step.to_owned(),
                (false, Ok(_)) if self.lists.contains(&known) => known,
                (false, _) => format!("{known}.{step}"),
            }
        })
    }

    /// The place of the kind with the nearest name.
    fn nearest(&self, place: &str, kind: Kind) -> Option<&str> {
        let is_right = |known: Kind| kind == Kind::Value || known == kind;
        let same = self.kinds.iter().filter(|(_, known)| is_right(**known));
        suggestion(place, same.map(|(known, _)| known.as_str()))
    }

    /// Adds a place; one inside a list gets the kind that only cards take.
    fn add(&mut self, place: String, kind: Kind) {
        let ends = place.match_indices('.').map(|(end, _)| end);
        let mut prefixes = ends.chain([place.len()]).filter_map(|end| place.get(..end));
        let kind = match prefixes.any(|prefix| self.lists.contains(prefix)) {
            true => Kind::Value,
            false => kind,
        };
        self.kinds.insert(place, kind);
    }

    fn add_list(&mut self, place: String) {
        self.lists.insert(place.clone());
        self.add(place, Kind::Value);
    }

    fn add_answer(&mut self, name: &str, query: &Query) {
        match query {
            Query::Entry {
                collection, fields, ..
            } => self.add_fields(name, collection, fields),
            Query::Neighbours {
                collection, fields, ..
            } => {
                for side in ["before", "after"] {
                    self.add_fields(&format!("{name}.{side}"), collection, fields);
                }
            }
            Query::List {
                collection, fields, ..
            } => {
                let items = format!("{name}.items");
                self.add_list(items.clone());
                self.add_fields(&items, collection, fields);
                for number in ["total", "page", "pages"] {
                    self.add(format!("{name}.{number}"), Kind::Text);
                }
            }
            Query::Config { keys } => {
                for key in keys {
                    let pointer = format!("/{}", key.replace('.', "/"));
                    if let Some(value) = self.content.site.public.pointer(&pointer) {
                        self.add_setting(format!("{name}.{key}"), value);
                    }
                }
            }
            Query::Related {
                collection, fields, ..
            }
            | Query::Latest {
                collection, fields, ..
            } => {
                self.add_list(name.to_owned());
                self.add_fields(name, collection, fields);
            }
        }
    }

    /// A value of `site.yaml`; of a text by locale a page gets its own.
    fn add_setting(&mut self, place: String, value: &Value) {
        let Value::Object(inside) = value else {
            return self.add(place, Kind::Text);
        };
        let is_code = |key: &String| {
            self.content
                .locales
                .iter()
                .any(|locale| locale.code == *key)
        };
        if !inside.is_empty() && inside.keys().all(is_code) {
            return self.add(place, Kind::Text);
        }
        for (key, value) in inside {
            self.add_setting(format!("{place}.{key}"), value);
        }
    }

    fn add_fields(&mut self, prefix: &str, collection: &str, fields: &[String]) {
        let Some(collection) = self.content.collection(collection) else {
            return;
        };
        for field in fields {
            self.add_field(format!("{prefix}.{field}"), collection, field);
        }
    }

    /// A field that is asked for at `place`, and those within it.
    fn add_field(&mut self, place: String, collection: &Collection, field: &str) {
        let (name, rest) = field.split_once('.').unwrap_or((field, ""));
        match (name, rest) {
            ("slug" | "href", "") => self.add(place, Kind::Text),
            _ => {
                if let Some(shape) = collection.schema.shape.properties.get(name) {
                    self.add_below(place, shape, rest);
                }
            }
        }
    }

    /// The value of a shape, or the part `rest` of it.
    fn add_below(&mut self, place: String, shape: &Shape, rest: &str) {
        if rest.is_empty() {
            return self.add_value(place, shape);
        }
        if let Some(target) = &shape.reference {
            if let Some(collection) = self.content.collection(target) {
                self.add_field(place, collection, rest);
            }
            return;
        }
        let (name, rest) = rest.split_once('.').unwrap_or((rest, ""));
        if let Some(inside) = shape.properties.get(name) {
            self.add_below(place, inside, rest);
        }
    }

    /// A whole value: a text, a picture with its address, an object, or a list of them.
    fn add_value(&mut self, place: String, shape: &Shape) {
        if let Some(item) = &shape.items {
            self.add_list(place.clone());
            return self.add_value(place, item);
        }
        let is_object = !shape.localized && !shape.properties.is_empty();
        if is_object {
            for (name, inside) in &shape.properties {
                self.add_value(format!("{place}.{name}"), inside);
            }
            return self.add(place, Kind::Value);
        }
        let parts: &[&str] = match (shape.image, shape.format) {
            (true, _) => &["src", "width", "height"],
            (false, Some(_)) => &["value", "text"],
            (false, None) => &[],
        };
        for part in parts {
            self.add(format!("{place}.{part}"), Kind::Text);
        }
        let kind = if shape.image {
            Kind::Picture
        } else {
            Kind::Text
        };
        self.add(place, kind);
    }
}
