//! Names the code that reads and renders content: facts of bodies are kept until it changes.

use generator_recipe::Recipe;

fn main() {
    Recipe::in_workspace()
        .with_lock()
        .with_crates("contract")
        .with("generator/ground/src")
        .with("generator/media/src")
        .with("generator/content/src")
        .set("CONTENT_RECIPE");
}
