//! PURE: structured data of a page (JSON-LD), for search engines: its route's own, and the pages
//! above it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{HeadInput, own_title, place, site_name};

/// A page above another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crumb {
    /// Title of the page.
    pub name: String,
    /// Path of the page.
    pub href: String,
}

/// One object, or a graph of two; none if there is neither.
pub(super) fn structured_data(
    input: &HeadInput<'_>,
    title: &str,
    image: Option<&String>,
) -> Option<Value> {
    let template = input.route.metadata.json_ld.as_ref();
    let own = template.map(|template| json_ld(template, input, image));
    let trail = (!input.crumbs.is_empty()).then(|| breadcrumbs(input, title));
    let mut object = Map::from_iter([("@context".to_owned(), Value::from("https://schema.org"))]);
    match (own, trail) {
        (None, None) => return None,
        (Some(one), None) | (None, Some(one)) => object.extend(one),
        (Some(own), Some(trail)) => {
            object.insert("@graph".to_owned(), json!([own, trail]));
        }
    }
    Some(Value::Object(object))
}

/// The way to the page from the first page of the site.
fn breadcrumbs(input: &HeadInput<'_>, title: &str) -> Map<String, Value> {
    let above = input.crumbs.last().map(|last| &last.name);
    // The second page of a list has the title of the list above it: the document's has its number.
    let own_title = own_title(input.payload, input.route).filter(|own| above != Some(own));
    let own = Crumb {
        name: own_title.unwrap_or_else(|| title.to_owned()),
        href: input.locale.href(input.path),
    };
    let trail = input.crumbs.iter().chain([&own]).enumerate();
    let item = |(index, crumb): (usize, &Crumb)| {
        json!({
            "@type": "ListItem", "position": index + 1,
            "name": crumb.name, "item": input.absolute(&crumb.href)
        })
    };
    let items: Vec<Value> = trail.map(item).collect();
    Map::from_iter([
        ("@type".to_owned(), Value::from("BreadcrumbList")),
        ("itemListElement".to_owned(), Value::from(items)),
    ])
}

/// Fills the route's template. The site's name and the sharing image are added where readers want
/// them and the template has none.
fn json_ld(
    template: &BTreeMap<String, Value>,
    input: &HeadInput<'_>,
    image: Option<&String>,
) -> Map<String, Value> {
    let mut object = Map::new();
    for (property, value) in template {
        let filled = fill(value, &input.payload.data);
        object.extend(filled.map(|filled| (property.clone(), filled)));
    }
    let name = site_name(input.site, input.locale);
    let kind = object
        .get("@type")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    let mut add = |property: &str, value: Option<Value>| {
        if let (false, Some(value)) = (object.contains_key(property), value) {
            object.insert(property.to_owned(), value);
        }
    };
    if kind.ends_with("Article") {
        let publisher = json!({"@type": "Organization", "name": name, "url": input.url});
        add("publisher", Some(publisher));
        add("image", image.map(|image| Value::from(image.as_str())));
        let day = input.last_change.map(|day| Value::from(day.to_string()));
        add("dateModified", day);
    }
    if kind == "Organization" {
        add("name", Some(Value::from(name)));
    }
    object.insert(
        "inLanguage".to_owned(),
        Value::from(
            input
                .payload
                .content_locale
                .as_deref()
                .unwrap_or(&input.locale.code),
        ),
    );
    object.insert(
        "url".to_owned(),
        Value::from(input.absolute(&input.locale.href(input.path))),
    );
    object
}

/// A value of a template: a string that starts with `$` names a place in `data`, and a value whose
/// places are all empty is left out.
fn fill(value: &Value, data: &Map<String, Value>) -> Option<Value> {
    match value {
        Value::String(text) => match text.strip_prefix('$') {
            Some(name) => place(data, Some(name)).map(Value::from),
            None => Some(value.clone()),
        },
        Value::Array(items) => {
            let items: Vec<Value> = items.iter().filter_map(|item| fill(item, data)).collect();
            (!items.is_empty()).then(|| Value::from(items))
        }
        Value::Object(properties) => {
            let properties = properties.iter();
            let object: Map<String, Value> = properties
                .filter_map(|(name, value)| Some((name.clone(), fill(value, data)?)))
                .collect();
            let says_something = object.keys().any(|name| name != "@type");
            says_something.then(|| Value::Object(object))
        }
        _ => Some(value.clone()),
    }
}
