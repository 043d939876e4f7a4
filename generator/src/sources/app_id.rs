//! The app id: one hash for everything that decides how a page looks and behaves, apart from
//! content.
//!
//! It is in every document and payload; a client with another one reloads. The renderer hash, which
//! is part of every page's key, adds this generator's sources and Node's version: they may change
//! bytes without changing the client's display.

use contract::Hash;

use crate::version::GENERATOR_BUILD;

use generator_content::SchemaFile;

/// Hash of `Cargo.lock`; set by `build.rs`.
const CARGO_LOCK: &str = env!("CARGO_LOCK_HASH");

/// The app id of a frontend with these content schemas.
pub fn app_id(frontend: &Hash, schemas: &[SchemaFile]) -> Hash {
    let version = contract::VERSION.to_le_bytes();
    let frontend = frontend.to_string();
    let schemas: Vec<String> = schemas
        .iter()
        .map(|schema| format!("{} {}", below_content(&schema.path), schema.hash))
        .collect();
    let fixed = [&version[..], CARGO_LOCK.as_bytes(), frontend.as_bytes()];
    Hash::of_parts(
        fixed
            .into_iter()
            .chain(schemas.iter().map(String::as_bytes)),
    )
}

/// A clone may call its folder of content otherwise.
fn below_content(path: &str) -> &str {
    path.split_once('/').map_or(path, |(_, below)| below)
}

/// Hash of all that decides a page's bytes besides its input.
pub fn renderer(app: &Hash, node: &str) -> Hash {
    Hash::of_parts([
        app.to_string().as_bytes(),
        GENERATOR_BUILD.as_bytes(),
        node.as_bytes(),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    // R10.05
    #[test]
    fn the_name_of_the_content_folder_is_no_part_of_the_app() {
        let frontend = Hash::of(b"frontend");
        let id = |path: &str| {
            let (path, hash) = (path.to_owned(), Hash::of(b"schema"));
            app_id(&frontend, &[SchemaFile { path, hash }])
        };
        assert_eq!(
            id("content/news/_schema.json"),
            id("texts/news/_schema.json")
        );
        assert_ne!(
            id("content/news/_schema.json"),
            id("content/notes/_schema.json")
        );
    }

    #[test]
    fn a_changed_schema_is_another_app() {
        let schema = |text: &[u8]| SchemaFile {
            path: "content/news/_schema.json".to_owned(),
            hash: Hash::of(text),
        };
        let frontend = Hash::of(b"frontend");
        assert_eq!(
            app_id(&frontend, &[schema(b"1")]),
            app_id(&frontend, &[schema(b"1")])
        );
        assert_ne!(
            app_id(&frontend, &[schema(b"1")]),
            app_id(&frontend, &[schema(b"2")])
        );
    }
}
