//! Hashes of sources and libraries, for build scripts.
//!
//! A cache is valid as long as the code that filled it. A build script names that code, and the
//! crate compares the hash with the one of a cache. Sources rather than the executable, because
//! two clones must agree.

#![expect(
    clippy::print_stdout,
    reason = "build scripts speak to cargo by their output"
)]

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The lock file of the workspace.
const LOCK: &str = "Cargo.lock";

/// Sources and libraries that determine an output. Paths are those of the workspace.
pub struct Recipe {
    workspace: PathBuf,
    files: Vec<PathBuf>,
    libraries: Vec<String>,
}

impl Recipe {
    /// An empty recipe, in the build script of a crate of the workspace.
    pub fn in_workspace() -> Self {
        let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
        let workspace = own.ancestors().find(|folder| folder.join(LOCK).is_file());
        Self {
            workspace: workspace.unwrap_or(&own).to_owned(),
            files: Vec::new(),
            libraries: Vec::new(),
        }
    }

    /// The recipe with a file, or with all files of a folder.
    pub fn with(mut self, path: &str) -> Self {
        let path = self.workspace.join(path);
        println!("cargo::rerun-if-changed={}", path.display());
        collect(&path, &mut self.files);
        self
    }

    /// The recipe with the sources of the crate in `folder`, and of the crates in its folders.
    pub fn with_crates(self, folder: &str) -> Self {
        let inner = fs::read_dir(self.workspace.join(folder));
        let mut crates: Vec<String> = inner
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.path().join("Cargo.toml").is_file())
            .map(|entry| format!("{folder}/{}/src", entry.file_name().to_string_lossy()))
            .collect();
        crates.push(format!("{folder}/src"));
        crates.iter().fold(self, |recipe, path| recipe.with(path))
    }

    /// The recipe with the versions of all libraries.
    pub fn with_lock(self) -> Self {
        self.with(LOCK)
    }

    /// The recipe with the versions of these libraries.
    pub fn with_libraries(mut self, names: &[&str]) -> Self {
        println!(
            "cargo::rerun-if-changed={}",
            self.workspace.join(LOCK).display()
        );
        let lock = fs::read_to_string(self.workspace.join(LOCK)).unwrap_or_default();
        let packages = lock.split("[[package]]").filter(|package| {
            let is_named = |name: &&str| package.contains(&format!("name = \"{name}\"\n"));
            names.iter().any(is_named)
        });
        self.libraries.extend(packages.map(str::to_owned));
        self
    }

    /// Hash of the recipe as 64 hexadecimal digits.
    pub fn hash(mut self) -> String {
        self.files.sort();
        let mut hasher = blake3::Hasher::new();
        let mut update = |part: &[u8]| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        };
        for file in &self.files {
            let name = file.strip_prefix(&self.workspace).unwrap_or(file);
            update(name.to_string_lossy().as_bytes());
            update(&fs::read(file).unwrap_or_default());
        }
        for library in &self.libraries {
            update(library.as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }

    /// Makes its hash the environment variable `name` of the crate's compilation.
    pub fn set(self, name: &str) {
        println!("cargo::rustc-env={name}={}", self.hash());
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_file() {
        files.push(path.to_owned());
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        collect(&entry.path(), files);
    }
}
