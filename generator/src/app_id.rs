//! The app id: one hash for everything that decides how a page looks and behaves, apart from content.
//!
//! It stands in every document and payload; a client whose own differs reloads. The renderer hash, which is part of every page's
//! key, adds this generator's sources and Node's version: they may change bytes without changing what a client can show.

use contract::Hash;

/// Sources of this generator; set by `build.rs`.
const GENERATOR_BUILD: &str = env!("GENERATOR_BUILD");

/// Hash of `Cargo.lock`; set by `build.rs`.
const CARGO_LOCK: &str = env!("CARGO_LOCK_HASH");

/// The app id of a frontend with these content schemas (name, bytes), in any order.
pub fn app_id(frontend: &Hash, mut schemas: Vec<(String, Vec<u8>)>) -> Hash {
    schemas.sort();
    let version = contract::VERSION.to_le_bytes();
    let frontend = frontend.to_string();
    let fixed = [&version[..], CARGO_LOCK.as_bytes(), frontend.as_bytes()];
    Hash::of_parts(fixed.into_iter().chain(schemas.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes])))
}

/// What, with its input, decides a page's bytes.
pub fn renderer(app: &Hash, node: &str) -> Hash {
    Hash::of_parts([app.to_string().as_bytes(), GENERATOR_BUILD.as_bytes(), node.as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_schema_is_another_app_and_order_does_not_matter() {
        let schema = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
        let frontend = Hash::of(b"frontend");
        let one = app_id(&frontend, vec![schema("a", "1"), schema("b", "2")]);
        assert_eq!(one, app_id(&frontend, vec![schema("b", "2"), schema("a", "1")]));
        assert_ne!(one, app_id(&frontend, vec![schema("a", "1"), schema("b", "3")]));
    }
}
