//! Names this generator by its sources: part of every page's key, so that a changed template engine, Markdown renderer or
//! line of code here renders every page afresh. Sources rather than the executable, because two clones must agree.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let workspace = root.join("..");
    let mut files = vec![workspace.join("Cargo.lock")];
    for folder in [root.join("src"), workspace.join("contract/src")] {
        println!("cargo::rerun-if-changed={}", folder.display());
        collect(&folder, &mut files);
    }
    println!("cargo::rerun-if-changed={}", files[0].display());
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
