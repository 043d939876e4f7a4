//! The rows at a terminal, and as data.

use generator_content::{Content, FieldProblem};
use generator_ground::diagnostic::console::{MessageFormat, MessageStyle, line};
use generator_ground::message::{Language, Message, join_first};
use serde_json::{Value, json};

use super::{Row, State, count};

/// Prints the rows of `profile`, and their sum; `content` finds the lines of fields.
pub fn print(profile: &str, rows: &[Row], content: &Content, style: MessageStyle) {
    for row in rows {
        let number = line_of(row, content);
        match style.format {
            MessageFormat::Json => line(&data(row, number, style.language).to_string()),
            MessageFormat::Github if row.state == State::Missing => {
                line(&annotation(row, number, style.language));
            }
            MessageFormat::Github => {}
            MessageFormat::Human => line(&words(row, number, style.language)),
        }
    }
    let [fine, missing, unknown] =
        [State::Fine, State::Missing, State::Unknown].map(|state| count(rows, state));
    if style.format == MessageFormat::Json {
        let sum = json!({"profile": profile, "fine": fine, "missing": missing, "unknown": unknown});
        line(&sum.to_string());
        return;
    }
    let sum = Message::new("profile-sum")
        .with("profile", profile)
        .with("rows", rows.len())
        .with("fine", fine)
        .with("missing", missing)
        .with("unknown", unknown);
    line(&sum.text(style.language));
}

/// The line of the row's field, or of the part of the file in which the field is missing.
fn line_of(row: &Row, content: &Content) -> Option<u32> {
    let field = row.field.as_deref()?;
    let problem = FieldProblem::at(field, row.message.clone());
    content.point(&row.file, problem).first()?.line
}

fn place(row: &Row, number: Option<u32>) -> String {
    let mut place = row.file.clone();
    if let Some(number) = number {
        place.push_str(&format!(":{number}"));
    }
    if let Some(field) = &row.field {
        place.push_str(&format!(" ({field})"));
    }
    place
}

fn state(state: State) -> Message {
    match state {
        State::Fine => Message::new("profile-fine"),
        State::Missing => Message::new("profile-missing"),
        State::Unknown => Message::new("profile-unknown"),
    }
}

/// A row for people.
fn words(row: &Row, number: Option<u32>, language: Language) -> String {
    let head = Message::new("profile-row")
        .with("state", state(row.state))
        .with("id", row.id())
        .with("requirement", row.message.text(language));
    let mut lines = vec![head.text(language)];
    if !row.found.is_empty() {
        let found = Message::new("profile-found").with("found", join_first(&row.found));
        lines.push(found.text(language));
    }
    let place = Message::new("profile-place").with("place", place(row, number));
    lines.push(place.text(language));
    if row.state != State::Fine {
        let remedy = Message::new("profile-remedy").with("remedy", row.message.remedy(language));
        lines.push(remedy.text(language));
    }
    lines.join("\n")
}

/// A row for programs.
fn data(row: &Row, number: Option<u32>, language: Language) -> Value {
    json!({
        "id": row.id(),
        "state": row.state.code(),
        "requirement": row.message.text(language),
        "remedy": row.message.remedy(language),
        "file": row.file,
        "line": number,
        "field": row.field,
        "found": row.found,
    })
}

/// A row that is missing, as a mark in the file.
fn annotation(row: &Row, number: Option<u32>, language: Language) -> String {
    use generator_ground::diagnostic::Diagnostic;
    let mut diagnostic = Diagnostic::new(&row.file, row.message.clone()).warning();
    diagnostic.line = number;
    diagnostic.annotation(language)
}
