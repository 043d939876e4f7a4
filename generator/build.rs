//! Names this generator by its sources: part of every page's key, so that a changed template
//! engine, Markdown renderer or line of code here renders every page afresh. Sources rather than
//! the executable, because two clones must agree.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let workspace = root.join("..");
    let mut files = vec![workspace.join("Cargo.lock")];
    // The contract, and the crates in its folder.
    let contract = workspace.join("contract");
    let crates = fs::read_dir(&contract).into_iter().flatten().flatten();
    let crates = crates.map(|entry| entry.path().join("src"));
    let crates = crates.filter(|folder| folder.is_dir());
    let own = [root.join("src"), contract.join("src")];
    for folder in own.into_iter().chain(crates) {
        println!("cargo::rerun-if-changed={}", folder.display());
        collect(&folder, &mut files);
    }
    println!("cargo::rerun-if-changed={}", files[0].display());
    // The files that are embedded for `generator new`.
    for embedded in [
        root.join("template"),
        workspace.join("locales"),
        workspace.join("frontend/media"),
        workspace.join("frontend/portico"),
        workspace.join("frontend/templates/inline.js"),
    ] {
        println!("cargo::rerun-if-changed={}", embedded.display());
    }
    files.sort();
    let mut hasher = blake3::Hasher::new();
    for file in &files {
        let bytes = fs::read(file).unwrap_or_default();
        let name = file
            .strip_prefix(&workspace)
            .unwrap_or(file)
            .to_string_lossy()
            .into_owned();
        for part in [name.as_bytes(), &bytes] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    println!(
        "cargo::rustc-env=GENERATOR_BUILD={}",
        hasher.finalize().to_hex()
    );
    let lock = fs::read(workspace.join("Cargo.lock")).unwrap_or_default();
    println!(
        "cargo::rustc-env=CARGO_LOCK_HASH={}",
        blake3::hash(&lock).to_hex()
    );
    let images = recipe(&root, "images", &IMAGE_LIBRARIES, &lock);
    println!("cargo::rustc-env=IMAGES_RECIPE={images}");
    let cards = recipe(&root, "pages/card", &CARD_LIBRARIES, &lock);
    println!("cargo::rustc-env=CARDS_RECIPE={cards}");
}

/// Libraries that free images of metadata.
const IMAGE_LIBRARIES: [&str; 4] = ["ico", "img-parts", "mp4-atom", "png"];

/// Libraries that fill in cards' templates.
const CARD_LIBRARIES: [&str; 1] = ["tera"];

/// Everything that determines the output of `module`: its sources, and the versions of its
/// libraries. Its cache outlives other changes.
fn recipe(root: &Path, module: &str, libraries: &[&str], lock: &[u8]) -> String {
    let mut files = vec![root.join(format!("src/{module}.rs"))];
    collect(&root.join("src").join(module), &mut files);
    files.sort();
    let mut hasher = blake3::Hasher::new();
    for file in &files {
        hasher.update(&fs::read(file).unwrap_or_default());
    }
    for package in String::from_utf8_lossy(lock).split("[[package]]") {
        let is_named = |name: &&str| package.contains(&format!("name = \"{name}\"\n"));
        if libraries.iter().any(is_named) {
            hasher.update(package.as_bytes());
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
