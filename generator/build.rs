//! Names this generator by its sources: part of every page's key, so that a changed template
//! engine, Markdown renderer or line of code here renders every page afresh.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use generator_recipe::Recipe;

/// Libraries that fill in cards' templates.
const CARD_LIBRARIES: [&str; 1] = ["tera"];

/// Files that are embedded for `generator new`.
const EMBEDDED: [&str; 6] = [
    "generator/template",
    "locales",
    "frontend/media",
    "frontend/portico",
    "frontend/templates/inline.js",
    "tests/kit",
];

/// Folders with documents that new sites get.
const DOCUMENTS: [&str; 2] = ["docs", "docs/reference"];

/// Documents about the repository alone.
const OF_REPOSITORY: [&str; 3] = ["benchmarks.md", "design.md", "requirements.md"];

fn main() -> io::Result<()> {
    Recipe::in_workspace()
        .with_lock()
        .with_crates("contract")
        .with_crates("generator")
        .set("GENERATOR_BUILD");
    Recipe::in_workspace().with_lock().set("CARGO_LOCK_HASH");
    Recipe::in_workspace()
        .with("generator/src/pages/card.rs")
        .with("generator/src/pages/card")
        .with_libraries(&CARD_LIBRARIES)
        .set("CARDS_RECIPE");
    for path in EMBEDDED {
        println!("cargo::rerun-if-changed=../{path}");
    }
    write_documents()
}

/// Writes the table of documents, which `scaffold` includes. The folder `docs` as a whole is
/// neither embedded nor watched: it also holds the site of the documentation with its packages.
fn write_documents() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("..");
    let mut rows = Vec::new();
    for folder in DOCUMENTS {
        for entry in fs::read_dir(root.join(folder))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if !name.ends_with(".md") || OF_REPOSITORY.contains(&name.as_str()) {
                continue;
            }
            let file = root.join(folder).join(&name);
            println!("cargo::rerun-if-changed={}", file.display());
            let place = Path::new(folder).join(&name);
            let place = place.strip_prefix("docs").unwrap_or(&place).to_owned();
            rows.push(format!("({place:?}, include_str!({file:?})),\n"));
        }
    }
    println!("cargo::rerun-if-changed=../docs/reference");
    rows.sort();
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    fs::write(out.join("documents.rs"), format!("&[\n{}]", rows.concat()))
}
