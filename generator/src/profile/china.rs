//! PURE: the requirements of a site that runs on the Chinese mainland.
//!
//! Sources: Measures for Internet Information Services (filing), the rules of the police register,
//! the Personal Information Protection Law (`PIPL`), GB/T 37668 (accessibility), and the practice
//! of Baidu and WeChat. A row judges a sign of a requirement, such as a word in a text. Whether the
//! text is lawful is for a lawyer to decide.

mod access;
mod filing;
mod finding;
mod forms;
mod hosts;
mod language;
mod privacy;

use super::{Facts, Row};

/// The site's configuration.
const SITE: &str = "content/site.yaml";
/// The frames of pages.
const LAYOUTS: &str = "frontend/site/layouts";
/// The template of documents.
const TEMPLATE: &str = "frontend/templates/document.html";

/// Judges one requirement.
type Requirement = fn(&Facts) -> Row;

/// The requirements, by subject.
const ROWS: [&[Requirement]; 7] = [
    filing::ROWS,
    access::ROWS,
    language::ROWS,
    hosts::ROWS,
    privacy::ROWS,
    forms::ROWS,
    finding::ROWS,
];

/// Every row, in the order of subjects.
pub fn rows(facts: &Facts) -> Vec<Row> {
    let rows = ROWS.iter().copied().flatten();
    rows.map(|row| row(facts)).collect()
}

/// True if the pattern, which is written in this module, is found.
fn matches(text: &str, pattern: &str) -> bool {
    regex::Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(text))
}
