//! Node itself, which every worker runs on.

use std::env::{self, consts};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::bail;

use generator_ground::message::Message;

/// The oldest major version that a frontend runs on. Tools of a site have the same number
/// (`frontend/portico/bin/node-version.mjs`).
pub const LEAST: u32 = 24;

/// The executable of Node for the frontend in `folder`: the one that is installed with its
/// packages, so that every machine renders with the same one; else the machine's own, if it is new
/// enough. Its version is part of every page's key.
///
/// # Errors
/// There is neither, or no package is installed.
pub fn node(folder: &Path) -> anyhow::Result<PathBuf> {
    let packages = folder.join("node_modules");
    if !packages.is_dir() {
        bail!(
            Message::new("not-installed")
                .with("file", packages.display().to_string())
                .with("folder", folder.display().to_string())
        );
    }
    let installed = packages.join(package()).join("bin").join(executable());
    if installed.is_file() {
        return Ok(installed);
    }
    match on_path(&env::var_os("PATH").unwrap_or_default()) {
        Some(node) if version(&node).is_some_and(|version| is_new(&version)) => Ok(node),
        _ => bail!(
            Message::new("no-node")
                .with("least", LEAST)
                .with("file", installed.display().to_string())
        ),
    }
}

/// The package of Node for this machine.
fn package() -> String {
    let system = match consts::OS {
        "macos" => "darwin",
        "windows" => "win",
        other => other,
    };
    let processor = match consts::ARCH {
        "aarch64" => "arm64",
        _ => "x64",
    };
    format!("node-{system}-{processor}")
}

fn executable() -> String {
    format!("node{}", consts::EXE_SUFFIX)
}

fn on_path(path: &OsStr) -> Option<PathBuf> {
    let mut files = env::split_paths(path).map(|folder| folder.join(executable()));
    files.find(|file| file.is_file())
}

/// The version that an executable reports: `v24.21.0`.
fn version(node: &Path) -> Option<String> {
    let told = Command::new(node)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    String::from_utf8(told.stdout).ok()
}

/// Whether a version, `v24.21.0`, is new enough.
fn is_new(version: &str) -> bool {
    let numbers = version.trim().strip_prefix('v');
    let major = numbers.and_then(|numbers| numbers.split_once('.')?.0.parse::<u32>().ok());
    major.is_some_and(|major| major >= LEAST)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_first_node_of_the_path_counts() {
        let [empty, one, other] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        for folder in [&one, &other] {
            fs::write(folder.path().join(executable()), "").unwrap();
        }
        let path = env::join_paths([empty.path(), one.path(), other.path()]).unwrap();
        assert_eq!(on_path(&path), Some(one.path().join(executable())));
        assert_eq!(on_path(&env::join_paths([empty.path()]).unwrap()), None);
    }

    #[test]
    fn an_old_node_and_a_program_that_is_none_are_not_taken() {
        for (version, expected) in [
            ("v24.21.0\n", true),
            ("v26.0.0", true),
            ("v20.11.1", false),
            ("24.21.0", false),
            ("v24", false),
            ("vX.1.2", false),
            ("", false),
        ] {
            assert_eq!(is_new(version), expected, "{version}");
        }
        assert_eq!(version(Path::new("/nowhere/node")), None);
    }

    #[test]
    fn tools_of_a_site_want_the_same_version() {
        let tools = include_str!("../../../../frontend/portico/bin/node-version.mjs");
        assert!(tools.contains(&format!("export const LEAST = {LEAST}\n")));
    }
}
