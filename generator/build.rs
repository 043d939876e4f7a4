//! Names this generator by its sources: part of every page's key, so that a changed template
//! engine, Markdown renderer or line of code here renders every page afresh.

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

fn main() {
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
}
