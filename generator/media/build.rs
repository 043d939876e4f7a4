//! Names the code that makes images: their cache outlives other changes.

use generator_recipe::Recipe;

/// Libraries that free images of metadata.
const LIBRARIES: [&str; 4] = ["ico", "img-parts", "mp4-atom", "png"];

fn main() {
    Recipe::in_workspace()
        .with("generator/media/src/images.rs")
        .with("generator/media/src/images")
        .with_libraries(&LIBRARIES)
        .set("IMAGES_RECIPE");
}
