//! One file of an entry: from bytes to checked fields.

use std::path::Path;
use std::sync::Arc;

use contract::Hash;
use contract::locale::Locale;
use serde_json::{Map, Value};

use super::characters::Characters;
use super::fields::Fields;
use super::text::Text;
use crate::content::files::found::{Found, Role};
use crate::content::files::front_matter;
use crate::content::files::front_matter::BuiltIn;
use crate::content::files::text_file;
use crate::content::files::text_file::TextFile;
use crate::content::markdown;
use crate::content::schema::validate;
use crate::content::schema::validate::Problem;
use crate::content::schema::{BUILT_IN, Schema, Shape};
use crate::diagnostic::{Diagnostic, suggestion};
use crate::media;
use crate::media::MediaFile;
use crate::message::Message;
use crate::storage::source;
use crate::storage::source::FileStamp;
use crate::text::yaml::push_pointer;

/// Content of a file, checked.
#[derive(Debug)]
pub(crate) enum Parsed {
    /// Fields, and where the body is.
    Text(Box<Text>),
    /// A file beside a text.
    Media(MediaFile),
    /// Nothing usable; the diagnostics say why.
    Nothing,
}

/// A file's outcome and all that is wrong with it; the stamp it had if it could be read.
pub(crate) struct Outcome {
    pub(crate) parsed: Parsed,
    pub(crate) stamp: Option<FileStamp>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Outcome {
    fn failed(problem: Diagnostic) -> Self {
        Self {
            parsed: Parsed::Nothing,
            stamp: None,
            diagnostics: vec![problem],
        }
    }
}

/// Reads and checks one file below `root`.
pub(crate) fn parse(
    root: &Arc<Path>,
    found: &Found,
    schema: &Schema,
    locales: &[Locale],
) -> Outcome {
    let path = source::place(root, &found.file);
    let (max, markdown) = match &found.role {
        Role::Media(_) => {
            let (file, diagnostics) = media::read(&path, &found.file);
            let stamp = file.as_ref().map(|(_, stamp)| *stamp);
            let parsed = file.map_or(Parsed::Nothing, |(file, _)| Parsed::Media(file));
            return Outcome {
                parsed,
                stamp,
                diagnostics,
            };
        }
        Role::Text(_) => (text_file::MAX_MARKDOWN, true),
        Role::Data => (text_file::MAX_YAML, false),
    };
    match text_file::read(&path, &found.file, max) {
        Ok(file) => text(root, found, &file, markdown, schema, locales),
        Err(problem) => Outcome::failed(*problem),
    }
}

fn text(
    root: &Arc<Path>,
    found: &Found,
    file: &TextFile,
    markdown: bool,
    schema: &Schema,
    locales: &[Locale],
) -> Outcome {
    let whole = &file.text;
    let (range, body) = if markdown {
        match front_matter::split(whole) {
            Ok(parts) => (parts.start..parts.end, parts.body),
            Err(message) => return Outcome::failed(Diagnostic::new(&*found.file, message)),
        }
    } else {
        (0..whole.len(), whole.len())
    };
    let mut fields = match text_file::yaml(&found.file, whole, range.clone()) {
        Ok(Value::Object(fields)) => fields,
        Ok(Value::Null) => Map::new(),
        Ok(_) => return Outcome::failed(*text_file::no_fields(&found.file, whole, range)),
        Err(problem) => return Outcome::failed(*problem),
    };
    let mut problems = Vec::new();
    let built_in = if markdown {
        front_matter::take_built_in(&mut fields, &mut problems)
    } else {
        BuiltIn::default()
    };
    let fields = check(fields, schema, markdown, locales, &mut problems);
    let mut diagnostics = text_file::locate(&found.file, whole, range.clone(), problems);
    diagnostics.extend(text_file::doubts(&found.file, whole, range));
    if built_in.draft {
        // Nothing of a draft is published, so an unfinished one does not stop the rest.
        diagnostics = diagnostics.into_iter().map(Diagnostic::warning).collect();
    }
    let body = whole.get(body..).unwrap_or_default();
    let body_hash = Hash::of(body.as_bytes());
    let characters = Characters::of(&fields, body, built_in.access);
    let text = Text {
        root: root.clone(),
        file: found.file.clone(),
        hash: file.hash,
        body_hash,
        names_media: markdown::may_name_media(body),
        fields: Fields::new(&schema.names, &fields),
        characters,
        built_in,
    };
    Outcome {
        parsed: Parsed::Text(Box::new(text)),
        stamp: Some(file.stamp),
        diagnostics,
    }
}

fn check(
    fields: Map<String, Value>,
    schema: &Schema,
    markdown: bool,
    locales: &[Locale],
    problems: &mut Vec<Problem>,
) -> Map<String, Value> {
    let value = Value::Object(fields);
    let names: Vec<&str> = schema.shape.properties.keys().map(String::as_str).collect();
    let known: &[&str] = if markdown { &BUILT_IN } else { &[] };
    problems.extend(validate::check(&schema.validator, &value, &names, known));
    localized(&value, &schema.shape, &mut String::new(), locales, problems);
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Every `x-localized` value has each of the site's languages and no other.
fn localized(
    value: &Value,
    shape: &Shape,
    pointer: &mut String,
    locales: &[Locale],
    problems: &mut Vec<Problem>,
) {
    let end = pointer.len();
    match value {
        Value::Object(texts) if shape.localized => {
            for locale in locales
                .iter()
                .filter(|locale| !texts.contains_key(&locale.code))
            {
                let code = &locale.code;
                let message = Message::new("missing-locale").with("language", code);
                problems.push(Problem::at(pointer.clone(), message));
            }
            for code in texts
                .keys()
                .filter(|code| !locales.iter().any(|locale| locale.code == **code))
            {
                let near = suggestion(code, locales.iter().map(|locale| locale.code.as_str()));
                let message = Message::new("unknown-locale").with("language", code);
                push_pointer(pointer, code);
                problems.push(Problem::at(pointer.clone(), message.suggest(near)).named());
                pointer.truncate(end);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                if let Some(shape) = shape.properties.get(name) {
                    push_pointer(pointer, name);
                    localized(field, shape, pointer, locales, problems);
                    pointer.truncate(end);
                }
            }
        }
        Value::Array(items) => {
            if let Some(shape) = shape.items.as_deref() {
                for (index, item) in items.iter().enumerate() {
                    push_pointer(pointer, &index.to_string());
                    localized(item, shape, pointer, locales, problems);
                    pointer.truncate(end);
                }
            }
        }
        _ => {}
    }
}
