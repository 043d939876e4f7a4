//! The files of a site that are Portico's as they are: the package, the makers of pictures and
//! fonts, the checks of pages, the documentation, the script of every document. `new` writes them,
//! `upgrade` replaces them.

use include_dir::{Dir, include_dir};

use super::file::{NewFile, all};

/// Makers of pictures and fonts, which the generator calls.
static MEDIA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../frontend/media");

/// The package that every site uses: a site has it as it is, and takes the next one whole.
static PACKAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../frontend/portico");

/// The checks of a site's pages in a browser.
static KIT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../tests/kit");

/// The documentation of this version: place in `docs/` → text, as `build.rs` finds it.
static DOCUMENTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/documents.rs"));

/// Place of the documentation in a site.
const DOCUMENTS_FOLDER: &str = "frontend/portico/docs";

/// The script inside every document.
const INLINE_SCRIPT: &str = include_str!("../../../frontend/templates/inline.js");

/// Folders that contain only files of the package.
pub(super) const FOLDERS: [&str; 3] = ["frontend/media", "frontend/portico", "tests/kit"];

/// Every such file, for a site with the default language `language`.
pub(super) fn files(language: &str) -> Vec<NewFile> {
    let mut files = vec![NewFile::text("frontend/templates/inline.js", INLINE_SCRIPT)];
    for (place, folder) in FOLDERS.into_iter().zip([&MEDIA, &PACKAGE, &KIT]) {
        for (path, bytes) in all(folder).into_iter().filter(|(path, _)| !is_test(path)) {
            let runs = path.starts_with("bin/");
            let path = format!("{place}/{path}");
            files.push(NewFile {
                path,
                bytes: bytes.to_vec(),
                runs,
            });
        }
    }
    files.extend(documents(language));
    files
}

/// The end of the names of documents in Chinese.
const CHINESE: &str = ".zh-CN.md";

/// The part before `.md` in the names of a site's documents that exist in its language.
pub(super) fn mark_of_documents(language: &str) -> &'static str {
    let is_chinese = language.split('-').next() == Some("zh");
    if is_chinese { ".zh-CN" } else { "" }
}

/// The documents of this version, with a list of them: each in one language, in English if it has
/// no other.
fn documents(language: &str) -> Vec<NewFile> {
    let is_chinese = !mark_of_documents(language).is_empty();
    let is_other = |path: &str| match path.strip_suffix(CHINESE) {
        Some(_) => !is_chinese,
        None => {
            let chinese = path.replace(".md", CHINESE);
            is_chinese && DOCUMENTS.iter().any(|(path, _)| *path == chinese)
        }
    };
    let mut list = format!(
        "# Documentation of Portico {}\n\nLinks to files that are not here lead into the repository.\n\n",
        env!("CARGO_PKG_VERSION")
    );
    let mut files = Vec::new();
    for (path, text) in DOCUMENTS.iter().filter(|(path, _)| !is_other(path)) {
        let title = text.lines().next().unwrap_or_default();
        list += &format!("- [{}]({path})\n", title.trim_start_matches("# "));
        files.push(NewFile::text(format!("{DOCUMENTS_FOLDER}/{path}"), *text));
    }
    files.push(NewFile::text(format!("{DOCUMENTS_FOLDER}/README.md"), list));
    files
}

/// True if a file of the package tests the package; the helpers of a site's tests are in
/// `testing/`.
fn is_test(path: &str) -> bool {
    path.contains(".test.")
}
