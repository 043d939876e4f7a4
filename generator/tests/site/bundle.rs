//! The worker of the small frontend as one file: as in the real frontend, no module is compiled or
//! resolved when it starts.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use generator_media::workers::node::node;

use crate::folder::ROOT;

static WORKER: OnceLock<Vec<u8>> = OnceLock::new();

/// `dist/server/worker.mjs`, without the route table and the words: tests exchange those.
pub(crate) fn worker() -> &'static [u8] {
    WORKER.get_or_init(|| bundle(&Path::new(ROOT).join("../frontend")))
}

fn bundle(frontend: &Path) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    for shared in ["node_modules", "portico"] {
        let target = frontend.join(shared).canonicalize().unwrap();
        symlink(target, folder.path().join(shared)).unwrap();
    }
    let server = folder.path().join("dist/server");
    fs::create_dir_all(&server).unwrap();
    let source = Path::new(ROOT).join("tests/fixtures/frontend/worker.mjs");
    fs::copy(source, server.join("worker.mjs")).unwrap();
    let output = Command::new(node(frontend).unwrap())
        .arg(frontend.join("node_modules/rolldown/bin/cli.mjs"))
        .args(["worker.mjs", "--file", "bundle.mjs", "--format", "esm"])
        .args(["--platform", "node"])
        .args(["--external", "./routes.mjs", "--external", "./words.json"])
        .arg("--transform.define")
        .arg("process.env.NODE_ENV:\"production\"")
        .env("NODE_DISABLE_COMPILE_CACHE", "1")
        .current_dir(&server)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    fs::read(server.join("bundle.mjs")).unwrap()
}
