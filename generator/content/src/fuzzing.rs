//! Doors for `tests/fuzz`, which feeds inner functions texts that no author wrote. Not a part of
//! the interface.

use std::path::Path;

use contract::Hash;
use contract::build::Access;
use contract::locale::Locale;
use generator_media::images::Pictures;

use crate::entries::collection::Entry;
use crate::markdown::{Body, BodySource, Surroundings, render};
use crate::redirects::{RedirectFile, Row};

/// The body of a Markdown text on the page of `locales[0]`, of an entry without files.
pub fn body(markdown: &str, locales: &[Locale]) -> Body {
    let entry = Entry {
        slug: "a".into(),
        access: Access::Public,
        shown: Box::default(),
        files: Box::default(),
    };
    let source = BodySource {
        source: Path::new(""),
        file: "content/news/a/en.md",
        whole: markdown,
        body: 0,
    };
    let surroundings = Surroundings {
        locale: &locales[0],
        locales,
        entry: &entry,
        media: &[],
        pictures: &Pictures::default(),
        ids: "",
        marks: None,
    };
    render(&source, &surroundings)
}

/// The rows of a file of redirects; none while one is wrong.
pub fn redirects(text: &str, locales: &[Locale]) -> Vec<Row> {
    let hash = Hash::of(text.as_bytes());
    RedirectFile::parse("content/redirects.yaml", text, hash, locales).rows
}
