//! Ids that a text cannot have, because a script or a link of the document means something else by
//! them. PURE.

/// Ids of documents: of the template, of layouts and of components. A test holds them against the
/// frontend.
pub(super) const OF_DOCUMENT: [&str; 5] = ["content", "letter", "map", "portico-state", "root"];

/// React begins the ids with it that it makes up (`useId`).
const OF_REACT: char = '_';

/// Numbered ids that the writer of HTML gives to footnotes.
const OF_NOTES: [&str; 2] = ["fn-", "fnref-"];

/// True for an id of the document around the text.
pub(super) fn is_of_document(id: &str) -> bool {
    OF_DOCUMENT.contains(&id) || id.starts_with(OF_REACT)
}

/// True for an id that no heading gets, whatever its words are.
pub(super) fn is_taken(id: &str) -> bool {
    let is_number = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit());
    let numbered = OF_NOTES.iter().filter_map(|start| id.strip_prefix(start));
    is_of_document(id) || numbered.into_iter().any(is_number)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use walkdir::WalkDir;

    use super::*;

    /// Every text between `before` and the next quotation mark.
    fn after<'t>(text: &'t str, before: &str) -> Vec<&'t str> {
        let rest = text.split(before).skip(1);
        rest.filter_map(|rest| rest.split(['"', '\'']).next())
            .filter(|id| !id.is_empty() && !id.contains(['{', '$', '<']))
            .collect()
    }

    /// Every id in a template, a layout, a component or a script of the frontend.
    fn written_ids() -> BTreeSet<String> {
        let frontend = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend");
        let files =
            ["templates", "portico/src", "site"].map(|folder| WalkDir::new(frontend.join(folder)));
        let mut ids = BTreeSet::new();
        for file in files.into_iter().flatten().map(Result::unwrap) {
            let path = file.path().to_string_lossy();
            let is_source = [".html", ".js", ".ts", ".tsx"]
                .iter()
                .any(|end| path.ends_with(end));
            if !is_source
                || path.contains(".test.")
                || path.contains("/testing/")
                || path.contains("/tests/")
            {
                continue;
            }
            let text = fs::read_to_string(file.path()).unwrap();
            for before in [" id=\"", "getElementById('"] {
                ids.extend(after(&text, before).into_iter().map(str::to_owned));
            }
        }
        ids
    }

    #[test]
    fn every_id_of_the_frontend_is_reserved_and_no_other() {
        let reserved: BTreeSet<String> = OF_DOCUMENT.map(str::to_owned).into();
        assert_eq!(written_ids(), reserved);
    }

    #[test]
    fn ids_of_documents_footnotes_and_components_are_taken() {
        for id in ["root", "portico-state", "_R_1_", "fn-1", "fnref-12"] {
            assert!(is_taken(id), "{id}");
        }
        for id in [
            "outlook", "portico", "fn", "fn-ance", "fn-1-1", "root-1", "r_",
        ] {
            assert!(!is_taken(id), "{id}");
        }
    }
}
