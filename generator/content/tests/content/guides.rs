//! `content/README.md` and `content/README.zh-CN.md`: one guide in two languages, which name the
//! same things in the same order.

use std::collections::BTreeSet;
use std::path::Path;

/// A heading's depth, and the names below it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Section {
    depth: usize,
    /// First cells of tables: fields, files.
    rows: Vec<String>,
    /// Fields, values and files between backticks, but for words of one language.
    names: BTreeSet<String>,
    items: usize,
}

fn guide(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../content")
        .join(name);
    std::fs::read_to_string(path).unwrap()
}

/// Sections of a guide. The contents of code blocks are examples, in words of its language.
fn sections(text: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let mut is_code = false;
    for line in text.lines() {
        let words = line.trim_start();
        if words.starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        if words.starts_with('#') {
            sections.push(Section {
                depth: words.len() - words.trim_start_matches('#').len(),
                ..Section::default()
            });
        }
        let Some(section) = sections.last_mut() else {
            continue;
        };
        let spans = words.split('`').skip(1).step_by(2);
        let named = spans.filter(|span| !span.contains(['[', '*']) && span.is_ascii());
        section.names.extend(named.map(str::to_owned));
        section.items += usize::from(words.starts_with("- "));
        if let Some(cell) = words
            .strip_prefix("| `")
            .and_then(|row| row.split('`').next())
        {
            section.rows.push(cell.to_owned());
        }
    }
    sections
}

#[test]
fn both_guides_for_editors_name_the_same_fields_files_and_values() {
    let english = sections(&guide("README.md"));
    let chinese = sections(&guide("README.zh-CN.md"));
    assert!(english.len() > 15, "{}", english.len());
    for (english, chinese) in english.iter().zip(&chinese) {
        assert_eq!(english, chinese);
    }
    assert_eq!(english.len(), chinese.len());
}

#[test]
fn each_guide_leads_to_the_other_at_its_top() {
    let start = |name: &str| guide(name).lines().take(4).collect::<String>();
    assert!(start("README.md").contains("[简体中文](README.zh-CN.md)"));
    assert!(start("README.zh-CN.md").contains("[English](README.md)"));
}
