//! YAML files at the root of `content/`, which follow schemas of the generator.

use jsonschema::Validator;
use serde_json::Value;

use crate::files::{flaws, secrets, text_file};
use crate::schema::validate;
use generator_ground::diagnostic::Diagnostic;

/// The YAML of a file at the root, if it follows `schema`.
pub(crate) fn parse_and_check(
    file: &str,
    text: &str,
    schema: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Value> {
    let value = text_file::yaml(file, text, 0..text.len())
        .map_err(|problem| diagnostics.push(*problem))
        .ok()?;
    diagnostics.extend(text_file::doubts(file, text, 0..text.len()));
    diagnostics.extend(flaws::hidden_turns(file, text));
    let named = secrets::named::find(&value);
    diagnostics.extend(secrets::check(file, text, (0..text.len(), named)));
    let schema: Value = serde_json::from_str(schema).unwrap_or_default();
    let problems = match compile(&schema) {
        Some(validator) => validate::check((&validator, &schema), &value, &[]),
        None => Vec::new(),
    };
    if problems.is_empty() {
        return Some(value);
    }
    diagnostics.extend(text_file::locate(file, text, 0..text.len(), problems));
    None
}

fn compile(schema: &Value) -> Option<Validator> {
    jsonschema::draft202012::new(schema).ok()
}
