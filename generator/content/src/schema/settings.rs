//! `content/settings.schema.json`: the settings in `public` of `site.yaml` that this site has
//! beyond those of every site. A closed JSON Schema, like that of a collection.

use contract::locale::Locale;
use jsonschema::Validator;
use serde_json::Value;

use super::keywords::{self, Reads};
use super::validate;
use super::{Shape, localized, shape};
use crate::field_problem::FieldProblem;
use generator_ground::message::Message;

/// Settings that every site has; the generator's own schema of `site.yaml` checks them.
pub(super) const COMMON: [&str; 2] = ["name", "runtime"];

/// The schema, compiled.
#[derive(Debug)]
pub(crate) struct SettingsSchema {
    validator: Validator,
    /// The file as it was parsed.
    source: Value,
    shape: Shape,
}

impl SettingsSchema {
    /// Compiles the parsed file. All problems are reported at once.
    pub(crate) fn compile(value: &Value) -> Result<Self, Vec<FieldProblem>> {
        let mut problems = Vec::new();
        keywords::check(value, Reads::Settings, &mut problems);
        if value["additionalProperties"] != Value::Bool(false) {
            problems.push(FieldProblem::at("", Message::new("schema/open")));
        }
        let shape = shape(value, "", 0, &mut problems);
        for name in COMMON
            .iter()
            .filter(|name| shape.properties.contains_key(**name))
        {
            let message = Message::new("schema/taken-by-site").with("field", *name);
            problems.push(FieldProblem::at(format!("/properties/{name}"), message));
        }
        match super::validator(value) {
            Ok(validator) if problems.is_empty() => Ok(Self {
                validator,
                source: value.clone(),
                shape,
            }),
            Ok(_) => Err(problems),
            Err(problem) => {
                problems.push(problem);
                Err(problems)
            }
        }
    }

    /// Problems of `public` of `site.yaml`; pointers begin there.
    pub(crate) fn check(&self, public: &Value, locales: &[Locale]) -> Vec<FieldProblem> {
        let mut settings = public.clone();
        if let Value::Object(settings) = &mut settings {
            settings.retain(|name, _| !COMMON.contains(&name.as_str()));
        }
        let compiled = (&self.validator, &self.source);
        let mut problems = validate::check(compiled, &settings, &COMMON);
        localized::check(&settings, &self.shape, locales, &mut problems);
        problems
    }
}
