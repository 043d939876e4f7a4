//! `content/search.yaml`: words that mean the same on this site, for its search.

use serde::Deserialize;

use crate::files::folder::ContentFolder;
use crate::files::scan::SEARCH;
use crate::files::text_file;
use crate::schema::root_file::parse_and_check;
use generator_ground::diagnostic::Diagnostic;

const SCHEMA: &str = include_str!("search.schema.json");

/// The file; an empty one has no entries.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchFile {
    #[serde(default)]
    synonyms: Vec<Vec<String>>,
}

/// Groups of words that mean the same, from the file in `folder`, called `file` in messages.
pub(super) fn read_synonyms(
    folder: &ContentFolder,
    file: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Vec<String>> {
    let read = text_file::read(&folder.place(SEARCH), file, text_file::MAX_YAML);
    let read = read.map_err(|problem| diagnostics.push(*problem)).ok();
    let value = read.and_then(|read| parse_and_check(file, &read.text, SCHEMA, diagnostics));
    let found = value.and_then(|value| Option::<SearchFile>::deserialize(&value).ok());
    found.flatten().unwrap_or_default().synonyms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<Vec<String>>, usize) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(SEARCH), text).unwrap();
        let mut diagnostics = Vec::new();
        let groups = read_synonyms(
            &ContentFolder::new(folder.path()),
            "content/search.yaml",
            &mut diagnostics,
        );
        (groups, diagnostics.len())
    }

    #[test]
    fn groups_of_words_are_read_and_anything_else_is_told() {
        let (groups, problems) = read("synonyms:\n  - [薄暮, Duskline]\n");
        assert_eq!(
            (groups, problems),
            (vec![vec!["薄暮".to_owned(), "Duskline".to_owned()]], 0)
        );
        assert_eq!(read(""), (Vec::new(), 0));
        for wrong in [
            "synonyms: [[alone]]",
            "synonyms: [a, b]",
            "synonym: []",
            "- a",
            "synonyms: [[a, '']]",
        ] {
            let (groups, problems) = read(wrong);
            assert!(groups.is_empty() && problems > 0, "{wrong}");
        }
    }
}
