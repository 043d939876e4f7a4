//! The words of the forms that the live build has. Without a build, names stand for them.

use std::collections::BTreeMap;
use std::sync::Arc;

use contract::api::FormName;
use contract::form::{FieldKind, Form, FormField};
use serde_json::Value;

use super::record::{Answer, Column, FileRecord, MessageRecord, save_as};
use crate::rules::form::Answers;
use crate::store::records::{FileRecord as FileRow, Record};
use origin_ground::clock;
use origin_ground::content::Content;

/// Forms in each language.
#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    /// `language` header value → name → form.
    forms: BTreeMap<String, BTreeMap<String, Arc<Form>>>,
    /// The language of the site's first address.
    default: String,
}

impl Forms {
    /// Reads the live build; without one no form is known.
    pub(super) async fn read(content: &Content) -> Self {
        let Ok(live) = content.answers(None).await else {
            return Self::default();
        };
        Self {
            forms: live.forms.clone(),
            default: live.texts.for_language(None).locale.language.clone(),
        }
    }

    fn find(&self, language: &str, name: &str) -> Option<&Form> {
        let forms = self.forms.get(language);
        let forms = forms.or_else(|| self.forms.get(&self.default))?;
        forms.get(name).map(|form| &**form)
    }

    /// Names of the forms of the default language.
    pub(super) fn names(&self) -> Vec<&str> {
        let forms = self.forms.get(&self.default);
        forms.map_or(Vec::new(), |forms| {
            forms.keys().map(String::as_str).collect()
        })
    }

    /// Names and titles of the forms in a language, or in the default one.
    pub(super) fn titles(&self, language: Option<&str>) -> Vec<FormName> {
        let forms = language.and_then(|language| self.forms.get(language));
        let forms = forms.or_else(|| self.forms.get(&self.default));
        let forms = forms.into_iter().flatten();
        let title = |(name, form): (&String, &Arc<Form>)| FormName {
            name: name.clone(),
            title: form.title.clone(),
        };
        forms.map(title).collect()
    }

    /// Whether a question of a message is one for several lines of text.
    pub(super) fn has_lines(&self, message: &MessageRecord, question: &str) -> bool {
        let field = self.field(message, question);
        field.is_some_and(|field| field.kind == FieldKind::Lines)
    }

    /// Whether a question of a message is one for a short text, and had to be answered.
    pub(super) fn is_short_text(&self, message: &MessageRecord, question: &str) -> bool {
        let field = self.field(message, question);
        field.is_some_and(|field| field.kind == FieldKind::Text && !field.optional)
    }

    fn field(&self, message: &MessageRecord, question: &str) -> Option<&FormField> {
        let form = self.find(&message.language, &message.form);
        form.and_then(|form| field(form, question))
    }

    /// A row as it is shown.
    pub(super) fn record(&self, row: Record) -> MessageRecord {
        let form = self.find(&row.language, &row.form);
        MessageRecord {
            title: form.map(|form| form.title.clone()),
            answers: answers(form, &row.fields),
            file: row.file.map(|file| file_record(&row.number, file)),
            unsent: Vec::new(),
            received_at: clock::rfc3339(row.received_at),
            state_at: clock::rfc3339(row.state_at),
            number: row.number,
            form: row.form,
            language: row.language,
            state: row.state,
            email: row.email,
            consent: row.consent,
        }
    }

    /// Columns that have seen no message yet.
    pub(super) fn columns(&self) -> Columns<'_> {
        Columns {
            forms: self,
            seen: Vec::new(),
        }
    }
}

/// Questions that messages answer, each once.
pub(super) struct Columns<'a> {
    forms: &'a Forms,
    seen: Vec<Column>,
}

impl Columns<'_> {
    /// Adds the questions of a message.
    pub(super) fn see(&mut self, message: &MessageRecord) {
        let form = self.forms.find(&self.forms.default, &message.form);
        for answer in &message.answers {
            if !self.seen.iter().any(|column| column.name == answer.name) {
                let field = form.and_then(|form| field(form, &answer.name));
                let label = field.map_or(&answer.name, |field| &field.label);
                self.seen.push(Column {
                    name: answer.name.clone(),
                    label: label.clone(),
                });
            }
        }
    }

    /// All questions, in the order in which they came.
    pub(super) fn into_columns(self) -> Vec<Column> {
        self.seen
    }
}

fn field<'a>(form: &'a Form, name: &str) -> Option<&'a FormField> {
    form.fields.iter().find(|field| field.name == name)
}

/// Answers in the order of the form; questions that it no longer has come last.
fn answers(form: Option<&Form>, fields: &str) -> Vec<Answer> {
    // The origin wrote it.
    let mut answers: Answers = serde_json::from_str(fields).unwrap_or_default();
    let mut told = Vec::with_capacity(answers.len());
    for field in form.map_or(&[][..], |form| &form.fields) {
        if let Some(value) = answers.remove(&field.name) {
            told.push(Answer {
                name: field.name.clone(),
                label: field.label.clone(),
                text: text(Some(field), &value),
                value,
            });
        }
    }
    told.extend(answers.into_iter().map(|(name, value)| Answer {
        label: name.clone(),
        name,
        text: text(None, &value),
        value,
    }));
    told
}

/// An answer for people.
fn text(field: Option<&FormField>, value: &Value) -> String {
    let chosen = |value: &str| {
        let options = field.map_or(&[][..], |field| &field.options);
        let option = options.iter().find(|option| option.value == value);
        option.map_or(value, |option| &option.label).to_owned()
    };
    match value {
        Value::String(text) => chosen(text),
        Value::Array(values) => {
            let texts = values.iter().filter_map(Value::as_str).map(chosen);
            texts.collect::<Vec<_>>().join("; ")
        }
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn file_record(number: &str, file: FileRow) -> FileRecord {
    FileRecord {
        save_as: save_as(number, &file.file_name),
        name: file.file_name,
        media_type: file.media_type,
        size: file.size,
        sha256: file.sha256,
        scan: file.scan,
    }
}
