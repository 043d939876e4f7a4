//! `docs/security.md` names tests and constants that exist, a test for each threat, and every call.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::openapi::GOLDEN;

const PAGE: &str = include_str!("../../../docs/security.md");

/// Where files without a folder are.
const HOME: &str = "origin/tests/it";

/// Fewer are found only by a search that is broken.
const AT_LEAST: usize = 150;

/// What the page promises to be there: `file::text`, between backticks.
struct Reference<'a> {
    file: &'a str,
    text: &'a str,
}

/// All references in a part of the page.
fn references(part: &str) -> impl Iterator<Item = Reference<'_>> {
    let spans = part
        .lines()
        .flat_map(|line| line.split('`').skip(1).step_by(2));
    spans.filter_map(|span| {
        let (file, text) = span.split_once("::")?;
        let is_file = [".rs", ".ts", ".tsx"].iter().any(|end| file.ends_with(end));
        is_file.then_some(Reference { file, text })
    })
}

impl Reference<'_> {
    fn path(&self) -> PathBuf {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        match self.file.contains('/') {
            true => root.join(self.file),
            false => root.join(HOME).join(self.file),
        }
    }

    /// In Rust a name alone is a test's; anything else stands there as it is.
    fn exists(&self) -> bool {
        let source = std::fs::read_to_string(self.path()).unwrap_or_default();
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let is_test = self.file.ends_with(".rs") && self.text.chars().all(is_name);
        let test = format!("fn {}(", self.text);
        source.contains(if is_test { &test } else { self.text })
    }
}

/// The page between two headings.
fn part<'a>(from: &str, to: &str) -> &'a str {
    let (_, rest) = PAGE.split_once(&format!("\n## {from}")).unwrap();
    rest.split_once(&format!("\n## {to}"))
        .map_or(rest, |(part, _)| part)
}

/// Rows of the tables in a part, without their heads.
fn rows(part: &str) -> Vec<&str> {
    let mut rows = Vec::new();
    for line in part.lines().filter(|line| line.starts_with('|')) {
        if line.starts_with("|---") {
            // The line before was the head.
            rows.pop();
        } else {
            rows.push(line);
        }
    }
    rows
}

#[test]
fn every_test_and_constant_that_the_page_names_exists() {
    let all: Vec<_> = references(PAGE).collect();
    assert!(all.len() >= AT_LEAST, "{} references", all.len());
    let gone = all.iter().filter(|reference| !reference.exists());
    let gone: Vec<_> = gone
        .map(|Reference { file, text }| format!("{file}::{text}"))
        .collect();
    assert_eq!(gone, [""; 0], "correct docs/security.md");
}

#[test]
fn every_threat_has_a_test() {
    let threats = rows(part("Threats", "The arithmetic"));
    assert!(threats.len() > 30, "{}", threats.len());
    for threat in threats {
        let tests = threat.trim_end_matches('|').rsplit('|').next().unwrap();
        assert!(references(tests).next().is_some(), "{threat}");
    }
}

#[test]
fn every_call_is_on_the_page_with_its_tests() {
    let document: Value = serde_json::from_slice(&std::fs::read(GOLDEN).unwrap()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let calls: BTreeSet<_> = paths
        .iter()
        .flat_map(|(path, calls)| {
            let methods = calls.as_object().unwrap().keys();
            methods.map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    let listed: BTreeSet<_> = rows(part("Every call", "the end"))
        .into_iter()
        .filter(|row| references(row).next().is_some())
        .map(|row| row.split('`').nth(1).unwrap().to_owned())
        .collect();
    assert_eq!(listed, calls);
}
