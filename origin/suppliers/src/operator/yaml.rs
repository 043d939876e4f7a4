//! A list of suppliers as YAML: a mapping each. Texts are `name_zh: …` or `name: {zh: …}`.

use sentences::Message;
use serde_json::{Map, Value};
use yaml_reader as yaml;
use yaml_reader::{Places, YamlError, push_pointer};

use super::fields::{Cell, Column, Fault, Row, is_language, text_field};

/// A file that is read: its places, and the faults so far.
struct Reading {
    places: Places,
    faults: Vec<Fault>,
}

/// The suppliers that can be read, and the faults of the others; or the reasons why none can be.
pub(super) fn rows(text: &str) -> Result<(Vec<Row>, Vec<Fault>), Vec<Fault>> {
    let value = yaml::parse(text).map_err(|error| vec![broken(&error)])?;
    let Value::Array(items) = value else {
        return Err(vec![Fault::new(1, Message::new("suppliers-no-list"))]);
    };
    let mut reading = Reading {
        places: yaml::places(text),
        faults: Vec::new(),
    };
    let rows: Vec<_> = items
        .iter()
        .enumerate()
        .filter_map(|(number, item)| reading.row(&format!("/{number}"), item))
        .collect();
    Ok((rows, reading.faults))
}

impl Reading {
    fn row(&mut self, pointer: &str, item: &Value) -> Option<Row> {
        let line = self.line(pointer);
        let Value::Object(fields) = item else {
            let why = Message::new("suppliers-no-supplier");
            self.faults.push(Fault::new(line, why));
            return None;
        };
        let mut cells = Vec::new();
        for (name, value) in fields {
            let mut below = pointer.to_owned();
            push_pointer(&mut below, name);
            match (text_field(name), value) {
                (Some(_), Value::Object(texts)) => self.texts(&below, (name, texts), &mut cells),
                _ => self.cell(&below, name, value, &mut cells),
            }
        }
        Some(Row { line, cells })
    }

    /// A field with a text per language, one below the other.
    fn texts(
        &mut self,
        pointer: &str,
        (name, texts): (&str, &Map<String, Value>),
        cells: &mut Vec<Cell>,
    ) {
        for (language, value) in texts {
            let mut below = pointer.to_owned();
            push_pointer(&mut below, language);
            if is_language(language) {
                self.cell(&below, &format!("{name}_{language}"), value, cells);
            } else {
                let why = Message::new("suppliers-no-language").with("language", language);
                self.faults.push(Fault::new(self.line(&below), why));
            }
        }
    }

    fn cell(&mut self, pointer: &str, name: &str, value: &Value, cells: &mut Vec<Cell>) {
        let line = self.line(pointer);
        match (Column::parse(name), text(value)) {
            (Ok(column), Some(text)) => cells.push(Cell { line, column, text }),
            (Ok(_), None) => {
                let why = Message::new("suppliers-no-text").with("name", name);
                self.faults.push(Fault::new(line, why));
            }
            (Err(why), _) => self.faults.push(Fault::new(line, why)),
        }
    }

    fn line(&self, pointer: &str) -> usize {
        self.places
            .key(pointer)
            .map_or(1, |place| place.line as usize)
    }
}

/// A value as a cell of a table would have it; lists as certificates are written.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => {
            let items: Option<Vec<_>> = items.iter().map(|item| item.as_str()).collect();
            items.map(|items| items.join("; "))
        }
        Value::Bool(_) | Value::Object(_) => None,
    }
}

fn broken(error: &YamlError) -> Fault {
    let line = error.place.line as usize;
    let why = Message::new("suppliers-no-yaml")
        .with("column", error.place.column)
        .with("flaw", flaw(error));
    Fault::new(line, why)
}

fn flaw(error: &YamlError) -> Message {
    use yaml::YamlFlaw::{
        Alias, Depth, DuplicateKey, Key, Levels, SeveralDocuments, Syntax, Tag, Unprintable, Values,
    };
    match &error.flaw {
        SeveralDocuments => Message::new("suppliers-yaml/documents"),
        Alias => Message::new("suppliers-yaml/alias"),
        Tag => Message::new("suppliers-yaml/tag"),
        DuplicateKey(key) => Message::new("suppliers-yaml/key-twice").with("key", key),
        Key => Message::new("suppliers-yaml/key"),
        Levels(most) => Message::new("suppliers-yaml/levels").with("most", *most),
        Values(most) => Message::new("suppliers-yaml/values").with("most", *most),
        Unprintable(c) => {
            let character = format!("U+{:04X}", u32::from(*c));
            Message::new("suppliers-yaml/unprintable").with("character", character)
        }
        Depth(words) | Syntax(_, words) => Message::new("system-words").with("words", words),
    }
}
