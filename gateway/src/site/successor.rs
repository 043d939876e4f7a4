//! The copies of a script or style sheet against its predecessors (RFC 9842, `dcz`): a browser that
//! has the file of an earlier release is sent the difference.
//!
//! Each file is a dictionary for the next of its stem; `Use-As-Dictionary` declares this. A copy is
//! a separate resource, so that it is found, checked and held as every body is, and files without
//! predecessors need no memory for copies.

use std::sync::Arc;

use contract::build::Asset;
use contract::predecessor::Stem;
use http::HeaderMap;
use http::header::{HeaderValue, VARY};

use super::builds_dir::BuildsDir;
use super::dictionary::{Dictionary, USE_AS_DICTIONARY};
use super::resource::{Facts, Resource};
use super::template::{Template, VARY_BY_DICTIONARY};

/// Folder of all assets under `builds/`.
const FOLDER: &str = "assets";

/// A copy against one predecessor.
pub(crate) struct Copy {
    dictionary: Arc<Dictionary>,
    /// Path of the copy in the folder of assets, without `.dcz`.
    pub(crate) path: Box<str>,
    /// The file, with the predecessor as its dictionary.
    pub(crate) resource: Arc<Resource>,
}

impl Copy {
    /// The copies of the asset `name` with the facts `facts`; their files may not be there yet.
    pub(crate) fn all(
        name: &str,
        asset: &Asset,
        facts: &Facts,
        builds: &BuildsDir,
    ) -> anyhow::Result<Box<[Self]>> {
        let copies = asset.predecessors.iter().map(|predecessor| {
            let place = format!("{FOLDER}/{}", predecessor.asset);
            let dictionary = Dictionary::in_file(builds.clone(), place, &predecessor.sha256)?;
            let dictionary = Arc::new(dictionary);
            let template = Template {
                dictionary: Some(Arc::clone(&dictionary)),
                ..Template::clone(&facts.template)
            };
            let facts = Facts {
                template: Arc::new(template),
                holder: Arc::clone(&facts.holder),
                ..*facts
            };
            Ok(Self {
                dictionary,
                path: predecessor.copy_of(name).into_boxed_str(),
                resource: Arc::new(Resource::new(facts)),
            })
        });
        copies.collect()
    }

    /// Whether the client has the predecessor and wants the difference.
    pub(crate) fn is_available(&self, headers: &HeaderMap) -> bool {
        self.dictionary.is_available(headers)
    }
}

/// The template of an asset: that of its kind, with the header of a dictionary if it has a stem.
pub(crate) fn template(
    name: &str,
    asset: &Asset,
    kind: Arc<Template>,
) -> anyhow::Result<Arc<Template>> {
    let Some(stem) = Stem::parse(name) else {
        return Ok(kind);
    };
    let mut template = Template::clone(&kind);
    let successors = HeaderValue::try_from(successors(stem))?;
    for headers in [&mut template.headers, &mut template.not_modified] {
        headers.insert(USE_AS_DICTIONARY, successors.clone());
        if !asset.predecessors.is_empty() {
            headers.insert(VARY, VARY_BY_DICTIONARY);
        }
    }
    Ok(Arc::new(template))
}

/// `Use-As-Dictionary` of a file: for the files with its stem, when they are loaded as style sheets
/// or as scripts.
fn successors(stem: Stem<'_>) -> String {
    let destination = match stem.extension {
        "css" => "style",
        _ => "script",
    };
    let Stem {
        before, extension, ..
    } = stem;
    format!("match=\"/assets/{before}*.{extension}\", match-dest=(\"{destination}\")")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_dictionary_for_its_stem_and_destination() {
        let of = |name| successors(Stem::parse(name).unwrap());
        assert_eq!(
            of("chunks/route-home-1a2b3c4.js"),
            r#"match="/assets/chunks/route-home-*.js", match-dest=("script")"#
        );
        assert_eq!(
            of("static/style.1a2b3c4d.css"),
            r#"match="/assets/static/style.*.css", match-dest=("style")"#
        );
    }
}
