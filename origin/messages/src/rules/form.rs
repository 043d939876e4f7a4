//! Answers to the questions of a form, judged by its definition (R5.01).
//!
//! A browser judges by the same definition before it sends; `contract/tests/golden/form-cases.json`
//! has the verdicts of both.

use std::collections::BTreeMap;

use contract::form::{FieldFault, FieldKind, Form, FormField, Rule};
use regex::Regex;
use serde_json::{Number, Value};
use url::{Host, Url};

use origin_ground::plain::{is_space, plain_text};

/// Name of a question → its answer.
pub type Answers = BTreeMap<String, Value>;

/// Name of the question for a file.
pub const FILE: &str = "file";

/// Questions without an acceptable answer, in the form's order, and then answers to questions that
/// the form does not have.
pub fn faults(form: &Form, answers: &Answers) -> Vec<FieldFault> {
    let fault = |name: &str, rule| FieldFault {
        name: name.to_owned(),
        rule,
    };
    let asked = form.fields.iter().filter_map(|field| {
        let rule = broken(field, answers.get(&field.name))?;
        Some(fault(&field.name, rule))
    });
    let is_asked = |name: &String| form.fields.iter().any(|field| field.name == *name);
    let unasked = answers.keys().filter(|name| !is_asked(name));
    asked
        .chain(unasked.map(|name| fault(name, Rule::Type)))
        .collect()
}

/// Names of faulty fields, as people read them: `Company, E-mail`.
pub fn labels(form: &Form, faults: &[FieldFault]) -> String {
    /// More would not be read.
    const SHOWN: usize = 8;
    /// Characters of a name that the form does not have.
    const NAME: usize = 40;
    let label = |fault: &FieldFault| {
        let field = form.fields.iter().find(|field| field.name == fault.name);
        let file = form.file.as_ref().filter(|_| fault.name == FILE);
        match (field, file) {
            (Some(field), _) => field.label.clone(),
            (None, Some(file)) => file.label.clone(),
            (None, None) => fault.name.chars().take(NAME).collect(),
        }
    };
    let labels: Vec<_> = faults.iter().take(SHOWN).map(label).collect();
    labels.join(", ")
}

/// The first rule that an answer breaks.
pub fn broken(field: &FormField, answer: Option<&Value>) -> Option<Rule> {
    let Some(answer) = answer.filter(|answer| !is_empty(answer)) else {
        return (!field.optional).then_some(Rule::Required);
    };
    if field.kind == FieldKind::Choices {
        return broken_choices(field, answer);
    }
    let Value::String(text) = answer else {
        return Some(Rule::Type);
    };
    broken_text(field, &plain_text(field, text))
}

/// Answers in their plain form, as they are kept.
pub fn plain_answers(form: &Form, answers: &Answers) -> Answers {
    let plain = |(name, answer): (&String, &Value)| {
        let field = form.fields.iter().find(|field| field.name == *name);
        let answer = match (field, answer) {
            (Some(field), Value::String(text)) => Value::String(plain_text(field, text)),
            _ => answer.clone(),
        };
        (name.clone(), answer)
    };
    answers.iter().map(plain).collect()
}

fn is_empty(answer: &Value) -> bool {
    match answer {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        _ => false,
    }
}

fn broken_choices(field: &FormField, answer: &Value) -> Option<Rule> {
    let Value::Array(values) = answer else {
        return Some(Rule::Type);
    };
    let chosen: Option<Vec<&str>> = values.iter().map(Value::as_str).collect();
    let Some(chosen) = chosen else {
        return Some(Rule::Type);
    };
    if !is_sized(field, chosen.len() as f64) {
        return Some(Rule::Count);
    }
    let offered = |value: &&str| field.options.iter().any(|option| option.value == **value);
    let mut once = chosen.clone();
    once.sort_unstable();
    once.dedup();
    (once.len() < chosen.len() || !chosen.iter().all(offered)).then_some(Rule::Option)
}

fn broken_text(field: &FormField, text: &str) -> Option<Rule> {
    if !has_type(field.kind, text) {
        return Some(Rule::Type);
    }
    if text.chars().all(is_space) {
        return Some(Rule::Whitespace);
    }
    if field.kind == FieldKind::Number {
        let value: Option<f64> = text.parse().ok();
        return match value {
            Some(value) if is_sized(field, value) => None,
            _ => Some(Rule::Number),
        };
    }
    if !is_sized(field, text.chars().count() as f64) {
        return Some(Rule::Length);
    }
    if !fits_pattern(field, text) {
        return Some(Rule::Pattern);
    }
    let (holds, rule) = match field.kind {
        FieldKind::Choice => (
            field.options.iter().any(|option| option.value == text),
            Rule::Option,
        ),
        FieldKind::Date => (is_date(text), Rule::Date),
        FieldKind::Email => (is_email(text), Rule::Email),
        _ => return None,
    };
    (!holds).then_some(rule)
}

fn has_type(kind: FieldKind, text: &str) -> bool {
    let is_break = |char| matches!(char, '\r' | '\n');
    let is_forbidden = |char: char| {
        char.is_control() && char != '\t' && !(kind == FieldKind::Lines && is_break(char))
    };
    if text.chars().any(is_forbidden) {
        return false;
    }
    match kind {
        FieldKind::Number => is_decimal(text),
        FieldKind::Url => is_web_address(text),
        _ => true,
    }
}
/// Whether the bounds of a question hold for a count or a value.
fn is_sized(field: &FormField, size: f64) -> bool {
    let bound = |number: &Option<Number>| number.as_ref().and_then(Number::as_f64);
    bound(&field.len).is_none_or(|len| size == len)
        && bound(&field.min).is_none_or(|min| size >= min)
        && bound(&field.max).is_none_or(|max| size <= max)
}

fn fits_pattern(field: &FormField, text: &str) -> bool {
    let Some(pattern) = &field.pattern else {
        return true;
    };
    match Regex::new(&format!(r"\A(?:{pattern})\z")) {
        Ok(pattern) => pattern.is_match(text),
        // The generator publishes no form with such a pattern.
        Err(_) => false,
    }
}

/// `12`, `-3.5`.
fn is_decimal(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    match unsigned.split_once('.') {
        Some((whole, part)) => digits(whole) && digits(part),
        None => digits(unsigned),
    }
}

/// `https://example.com/a`, or the same without its beginning.
fn is_web_address(text: &str) -> bool {
    if text.chars().any(is_space) {
        return false;
    }
    let lower = text.to_ascii_lowercase();
    let has_scheme = ["http://", "https://"].map(|scheme| lower.starts_with(scheme));
    let parsed = match has_scheme.contains(&true) {
        true => Url::parse(text),
        false => Url::parse(&format!("https://{text}")),
    };
    let Ok(url) = parsed else {
        return false;
    };
    let is_plain = url.username().is_empty() && url.password().is_none();
    is_plain && matches!(url.host(), Some(Host::Domain(name)) if name.contains('.'))
}

/// `2026-11-21`, and a day that exists.
fn is_date(text: &str) -> bool {
    let shape = |(index, byte): (usize, u8)| match index {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    text.len() == 10
        && text.bytes().enumerate().all(shape)
        && text.parse::<jiff::civil::Date>().is_ok()
}

/// An address that `<input type="email">` accepts, with a dot in the host.
fn is_email(text: &str) -> bool {
    const LOCAL: &str = ".!#$%&'*+/=?^_`{|}~-";
    let Some((local, host)) = text.rsplit_once('@') else {
        return false;
    };
    let is_label = |label: &str| {
        let inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        !label.is_empty()
            && label.bytes().all(inner)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    text.len() <= 254
        && !local.is_empty()
        && local
            .chars()
            .all(|char| char.is_ascii_alphanumeric() || LOCAL.contains(char))
        && host.contains('.')
        && host.split('.').all(is_label)
}

#[cfg(test)]
mod tests;
