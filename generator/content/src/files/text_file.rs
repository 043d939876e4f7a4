//! Reading a text file of `content/`, and pointing at places in it.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use contract::Hash;
use serde_json::Value;

use super::flaws;
use super::front_matter;
use super::typos;
use super::typos::Slip;
use crate::field_problem::FieldProblem;
use crate::files::folder::ContentFolder;
use crate::marks::Place;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;
use generator_ground::storage::source;
use generator_ground::storage::source::FileStamp;
use yaml_reader as yaml;
use yaml_reader::TextRange;
use yaml_reader::{Syntax, YamlFlaw};

/// Longest Markdown file, in bytes.
pub(crate) const MAX_MARKDOWN: u64 = 10 * 1024 * 1024;
/// Longest YAML or JSON file, in bytes.
pub(crate) const MAX_YAML: u64 = 1024 * 1024;

/// A text file as it was read.
#[derive(Debug)]
pub(crate) struct TextFile {
    /// Text of the file.
    pub(crate) text: String,
    /// Hash of its bytes.
    pub(crate) hash: Hash,
    /// Identity of its content on disk.
    pub(crate) stamp: FileStamp,
}

/// Reads `path`, called `file` in messages.
pub(crate) fn read(path: &Path, file: &str, max: u64) -> Result<TextFile, Box<Diagnostic>> {
    let (bytes, stamp) =
        source::read(path, max).map_err(|error| source::unreadable(file, &error))?;
    let hash = Hash::of(&bytes);
    match String::from_utf8(bytes) {
        Ok(text) => match flaws::check(file, &text) {
            Some(flaw) => Err(Box::new(flaw)),
            None => Ok(TextFile { text, hash, stamp }),
        },
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let line = 1 + error.as_bytes()[..good]
                .iter()
                .filter(|byte| **byte == b'\n')
                .count();
            let message = Message::new("not-utf8").with("line", line);
            Err(Box::new(Diagnostic::new(file, message)))
        }
    }
}

/// The message about a text that is no usable YAML.
fn flaw(flaw: &YamlFlaw) -> Message {
    match flaw {
        YamlFlaw::SeveralDocuments => Message::new("several-documents"),
        YamlFlaw::Alias => Message::new("yaml-alias"),
        YamlFlaw::Tag => Message::new("yaml-tag"),
        YamlFlaw::DuplicateKey(key) => Message::new("duplicate-key").with("field", key),
        YamlFlaw::Unprintable(character) => {
            Message::new("control-character").with("character", flaws::name(*character))
        }
        YamlFlaw::Key => Message::new("yaml-key"),
        YamlFlaw::Levels(depth) => Message::new("too-deep/levels").with("depth", *depth),
        YamlFlaw::Depth(words) => Message::new("too-deep").with("why", words),
        YamlFlaw::Values(most) => Message::new("too-many-values").with("most", *most),
        YamlFlaw::Syntax(syntax, words) => {
            let message = match syntax {
                Syntax::Colon => Message::new("yaml-syntax/colon"),
                Syntax::Tab => Message::new("yaml-syntax/tab"),
                Syntax::Quote => Message::new("yaml-syntax/quote"),
                Syntax::Bracket => Message::new("yaml-syntax/bracket"),
                Syntax::Line => Message::new("yaml-syntax/line"),
                Syntax::Other => Message::new("yaml-syntax"),
            };
            message.with("why", words)
        }
    }
}

/// The YAML in `range` of `text`.
pub(crate) fn yaml(file: &str, text: &str, range: Range<usize>) -> Result<Value, Box<Diagnostic>> {
    let tell = Tell::new(file, text, &range);
    yaml::parse(tell.yaml).map_err(|error| {
        if matches!(error.flaw, YamlFlaw::Unprintable(_) | YamlFlaw::Alias) {
            let place = below(tell.before, error.place);
            return Box::new(Diagnostic::new(file, flaw(&error.flaw)).at(text, place));
        }
        Box::new(match typos::explain(tell.yaml, error.place.line) {
            Some(slip) => tell.slip(slip),
            None => {
                Diagnostic::new(file, flaw(&error.flaw)).at(text, below(tell.before, error.place))
            }
        })
    })
}

/// The JSON in `text`.
pub(crate) fn json(file: &str, text: &str) -> Result<Value, Box<Diagnostic>> {
    serde_json::from_str(text).map_err(|error| {
        let number = |value: usize| u32::try_from(value.max(1)).unwrap_or(u32::MAX);
        let place = TextRange {
            line: number(error.line()),
            column: number(error.column()),
            length: 1,
        };
        let message = Message::new("json-syntax").with("why", error.to_string());
        Box::new(Diagnostic::new(file, message).at(text, place))
    })
}

/// Why the YAML in `range` of `text` is empty, although it can be read: none of its lines is a
/// field.
pub(crate) fn no_fields(file: &str, text: &str, range: Range<usize>) -> Box<Diagnostic> {
    let tell = Tell::new(file, text, &range);
    let slip = typos::explain(tell.yaml, u32::MAX);
    let problem = || Diagnostic::new(file, Message::new("front-matter/no-fields"));
    Box::new(slip.map_or_else(problem, |slip| tell.slip(slip)))
}

/// Warnings about YAML in `range` of `text` that can be read, but probably has another meaning than
/// intended.
pub(crate) fn doubts(file: &str, text: &str, range: Range<usize>) -> Vec<Diagnostic> {
    let tell = Tell::new(file, text, &range);
    let found = typos::joined_items(tell.yaml).into_iter();
    let taken = typos::taken_signs(tell.yaml).into_iter();
    let slips = found.chain(taken);
    slips.map(|slip| tell.slip(slip).warning()).collect()
}

/// The YAML in a part of a file, and its problems.
struct Tell<'a> {
    file: &'a str,
    text: &'a str,
    yaml: &'a str,
    /// Lines of the file before it.
    before: u32,
}

impl<'a> Tell<'a> {
    fn new(file: &'a str, text: &'a str, range: &Range<usize>) -> Self {
        Self {
            file,
            text,
            yaml: bare(&text[range.clone()]),
            before: lines_before(text, range.start),
        }
    }

    fn slip(&self, slip: Slip) -> Diagnostic {
        Diagnostic::new(self.file, slip.message).at(self.text, below(self.before, slip.place))
    }
}

/// A problem that was found after the `file` of `folder` was read: it is read again, which only
/// costs when something is wrong.
pub(crate) fn point(folder: &ContentFolder, file: &str, problem: FieldProblem) -> Vec<Diagnostic> {
    let Ok(read) = read(&folder.place_of(file), file, MAX_MARKDOWN) else {
        return vec![Diagnostic::new(file, problem.message).field(problem.pointer)];
    };
    let range = fields_of(file, &read.text);
    locate(file, &read.text, range, vec![problem])
}

/// Fills in the lines and columns of `places`, as far as they are fields: each file is read again.
pub(crate) fn locate_fields(folder: &ContentFolder, places: &mut [Place]) {
    let files: BTreeSet<String> = places.iter().map(|place| place.file.clone()).collect();
    for file in files {
        let Ok(read) = read(&folder.place_of(&file), &file, MAX_MARKDOWN) else {
            continue;
        };
        let range = fields_of(&file, &read.text);
        let before = lines_before(&read.text, range.start);
        let known = yaml::places(bare(&read.text[range]));
        let fields = |place: &&mut Place| place.file == file && !place.field.is_empty();
        for place in places.iter_mut().filter(fields) {
            let Some(at) = known.value(&place.field).map(|at| below(before, at)) else {
                continue;
            };
            (place.lines, place.column) = ((at.line, at.line), at.column);
        }
    }
}

/// The range of the fields in the `text` of `file`.
fn fields_of(file: &str, text: &str) -> Range<usize> {
    match front_matter::split(text) {
        Ok(parts) if file.ends_with(".md") => parts.start..parts.end,
        _ => 0..text.len(),
    }
}

/// The problems with the YAML in `range` of `text`, each at its place.
pub(crate) fn locate(
    file: &str,
    text: &str,
    range: Range<usize>,
    problems: Vec<FieldProblem>,
) -> Vec<Diagnostic> {
    if problems.is_empty() {
        return Vec::new();
    }
    let before = lines_before(text, range.start);
    let places = yaml::places(bare(&text[range]));
    let point = |problem: FieldProblem| {
        let place = if problem.name {
            places.key(&problem.pointer)
        } else {
            places.value(&problem.pointer)
        };
        // A missing field is reported at the top of the fields.
        let place = place.unwrap_or(TextRange {
            line: 1,
            column: 1,
            length: 1,
        });
        let diagnostic = Diagnostic::new(file, problem.message).at(text, below(before, place));
        if problem.pointer.is_empty() {
            diagnostic
        } else {
            diagnostic.field(problem.pointer)
        }
    };
    problems.into_iter().map(point).collect()
}

/// The places in `text` of those values of the YAML in `range` that the `pointers` name.
pub(crate) fn values(
    text: &str,
    range: Range<usize>,
    pointers: Vec<String>,
) -> impl Iterator<Item = (String, TextRange)> {
    let places = (!pointers.is_empty()).then(|| {
        let before = lines_before(text, range.start);
        (before, yaml::places(bare(&text[range])))
    });
    pointers.into_iter().filter_map(move |pointer| {
        let (before, places) = places.as_ref()?;
        let place = below(*before, places.value(&pointer)?);
        Some((pointer, place))
    })
}

/// A byte order mark is no part of the text.
fn bare(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn lines_before(text: &str, offset: usize) -> u32 {
    let count = text.as_bytes()[..offset]
        .iter()
        .filter(|byte| **byte == b'\n')
        .count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn below(before: u32, place: TextRange) -> TextRange {
    TextRange {
        line: place.line.saturating_add(before),
        ..place
    }
}
