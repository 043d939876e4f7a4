//! One file of an entry: from bytes to checked fields.

use std::ops::Range;
use std::sync::Arc;

use contract::Hash;
use contract::locale::Locale;
use serde_json::{Map, Value};

use super::characters::Characters;
use super::fields::Fields;
use super::text::Text;
use crate::field_problem::FieldProblem;
use crate::files::flaws;
use crate::files::folder::ContentFolder;
use crate::files::found::{FoundFile, Role};
use crate::files::front_matter;
use crate::files::front_matter::BuiltIn;
use crate::files::secrets;
use crate::files::text_file;
use crate::files::text_file::TextFile;
use crate::files::typography::{self, Script};
use crate::files::years::Years;
use crate::redirects::address::address_problem;
use crate::schema::localized;
use crate::schema::undeclared;
use crate::schema::validate;
use crate::schema::{BUILT_IN, Schema};
use generator_ground::diagnostic::Diagnostic;
use generator_ground::storage::source::FileStamp;
use generator_media::MediaFile;

/// Content of a file, checked.
#[derive(Debug)]
pub(crate) enum Parsed {
    /// Fields, and where the body is.
    Text(Box<Text>),
    /// A file beside a text.
    Media(MediaFile),
    /// The file has no usable text; the diagnostics give the reason.
    Nothing,
}

/// A file's outcome and all that is wrong with it; the stamp it had if it could be read.
pub(crate) struct Outcome {
    pub(crate) parsed: Parsed,
    pub(crate) stamp: Option<FileStamp>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Outcome {
    fn from_problem(problem: Diagnostic) -> Self {
        Self {
            parsed: Parsed::Nothing,
            stamp: None,
            diagnostics: vec![problem],
        }
    }
}

/// Reads and checks one file of `folder`.
pub(crate) fn parse(
    folder: &Arc<ContentFolder>,
    found: &FoundFile,
    schema: &Schema,
    locales: &[Locale],
) -> Outcome {
    let path = folder.place_of(&found.file);
    let (max, markdown) = match &found.role {
        Role::Media(_) => {
            let (file, diagnostics) = generator_media::read(&path, &found.file);
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
        Ok(file) => text(folder, found, &file, markdown, schema, locales),
        Err(problem) => Outcome::from_problem(*problem),
    }
}

fn text(
    folder: &Arc<ContentFolder>,
    found: &FoundFile,
    file: &TextFile,
    markdown: bool,
    schema: &Schema,
    locales: &[Locale],
) -> Outcome {
    let whole = &file.text;
    let mut sections = match Sections::split(found, whole, markdown) {
        Ok(sections) => sections,
        Err(problem) => return Outcome::from_problem(*problem),
    };
    let (built_in, body) = (sections.built_in, sections.body);
    let problems = &mut sections.problems;
    problems.extend(wrong_aliases(&built_in.aliases, locales));
    let fields = check(sections.fields, schema, markdown, locales, problems);
    let yaml = sections.yaml;
    let mut diagnostics = text_file::locate(&found.file, whole, yaml.clone(), sections.problems);
    diagnostics.extend(text_file::doubts(&found.file, whole, yaml.clone()));
    diagnostics.extend(flaws::hidden_turns(&found.file, whole));
    let undeclared = undeclared::check(&fields, &schema.source);
    let undeclared = text_file::locate(&found.file, whole, yaml.clone(), undeclared);
    diagnostics.extend(undeclared.into_iter().map(Diagnostic::warning));
    let named = (yaml, secrets::named::find_in(&fields));
    diagnostics.extend(secrets::check(&found.file, whole, named));
    let locale = match &found.role {
        Role::Text(number) => locales.get(*number),
        Role::Data | Role::Media(_) => None,
    };
    let script = locale.and_then(|locale| Script::of_language(&locale.code));
    // A draft is still being written.
    if let (Some(script), false) = (script, built_in.draft) {
        let start = whole.len() - body.len();
        diagnostics.extend(typography::check(&found.file, whole, start, script));
    }
    if built_in.draft {
        // A draft is not published, so an unfinished one does not stop the rest.
        diagnostics = diagnostics.into_iter().map(Diagnostic::warning).collect();
    }
    let text = Text {
        folder: folder.clone(),
        file: found.file.clone(),
        hash: file.hash,
        body_hash: Hash::of(body.as_bytes()),
        names_media: may_name_media(body),
        fields: Fields::new(&schema.names, &fields),
        characters: Characters::new(&fields, body, built_in.access),
        years: Years::find(body, script),
        built_in,
    };
    Outcome {
        parsed: Parsed::Text(Box::new(text)),
        stamp: Some(file.stamp),
        diagnostics,
    }
}

/// A file taken apart.
struct Sections<'a> {
    /// Place of the fields.
    yaml: Range<usize>,
    /// The fields of its collection.
    fields: Map<String, Value>,
    built_in: BuiltIn,
    /// Problems of the built-in fields.
    problems: Vec<FieldProblem>,
    /// Empty in a data file.
    body: &'a str,
}

impl<'a> Sections<'a> {
    /// The sections of the file `found`, which contains `whole`.
    fn split(found: &FoundFile, whole: &'a str, markdown: bool) -> Result<Self, Box<Diagnostic>> {
        let (yaml, body) = if markdown {
            let parts = front_matter::split(whole)
                .map_err(|message| Box::new(Diagnostic::new(&*found.file, message)))?;
            (parts.start..parts.end, parts.body)
        } else {
            (0..whole.len(), whole.len())
        };
        let mut fields = match text_file::yaml(&found.file, whole, yaml.clone())? {
            Value::Object(fields) => fields,
            Value::Null => Map::new(),
            _ => return Err(text_file::no_fields(&found.file, whole, yaml)),
        };
        let mut problems = Vec::new();
        let built_in = match markdown {
            true => front_matter::take_built_in(&mut fields, &mut problems),
            false => BuiltIn::default(),
        };
        Ok(Self {
            yaml,
            fields,
            built_in,
            problems,
            body: whole.get(body..).unwrap_or_default(),
        })
    }
}

fn wrong_aliases(aliases: &[String], locales: &[Locale]) -> Vec<FieldProblem> {
    let wrong = |(index, path): (usize, &String)| {
        let message = address_problem(path, locales)?.message(path);
        Some(FieldProblem::at(format!("/aliases/{index}"), message))
    };
    aliases.iter().enumerate().filter_map(wrong).collect()
}

fn check(
    fields: Map<String, Value>,
    schema: &Schema,
    markdown: bool,
    locales: &[Locale],
    problems: &mut Vec<FieldProblem>,
) -> Map<String, Value> {
    let value = Value::Object(fields);
    let known: &[&str] = if markdown { &BUILT_IN } else { &[] };
    problems.extend(validate::check(
        (&schema.validator, &schema.source),
        &value,
        known,
    ));
    localized::check(&value, &schema.shape, locales, problems);
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// True if the Markdown could lead to a file under `/media/`. Its author may write the path's
/// characters as they are, `/` with a backslash before it, and any of them as a reference (`&#47;`,
/// `&sol;`); no named reference represents the letters.
pub(crate) fn may_name_media(markdown: &str) -> bool {
    ["/media/", "\\/", "&#", "&sol;"]
        .iter()
        .any(|sign| markdown.contains(sign))
}
