//! A mail server for one test: `tests/smtp_server.py`, a thin shell around aiosmtpd.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

/// The longest wait of a test for something that happens at once.
pub(crate) const SOON: Duration = Duration::from_secs(20);

/// A running server. It ends with its standard input, so it does not outlive the test.
pub(crate) struct SmtpServer {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    pub(crate) port: u16,
}

impl SmtpServer {
    /// Starts a server; its options are described in the script.
    pub(crate) async fn start(options: &[&str]) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let python = root.join("../tests/.venv/bin/python");
        assert!(
            python.exists(),
            "Python's packages are missing: run scripts/test rust once, which installs them"
        );
        let mut child = Command::new(python)
            // Some tests are about a request for a password in the clear.
            .args(["-W", "ignore"])
            .arg(root.join("tests/smtp_server.py"))
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines.next_line().await.unwrap().unwrap().parse().unwrap();
        Self { child, lines, port }
    }

    /// Ends the server and returns the remaining events.
    pub(crate) async fn rest(mut self) -> Vec<String> {
        self.child.kill().await.unwrap();
        let mut rest = Vec::new();
        while let Some(line) = self.lines.next_line().await.unwrap() {
            rest.push(line);
        }
        rest
    }

    /// The next thing that happened.
    pub(crate) async fn event(&mut self) -> Value {
        let line = tokio::time::timeout(SOON, self.lines.next_line()).await;
        serde_json::from_str(&line.unwrap().unwrap().unwrap()).unwrap()
    }
}

/// A certificate for 127.0.0.1 and its key, as files; the certificate is its own authority.
pub(crate) struct Certificate {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
}

impl Certificate {
    pub(crate) fn make(folder: &Path) -> Self {
        let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
        let write = |name: &str, text: String| {
            let path = folder.join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        Self {
            certificate: write("certificate.pem", made.cert.pem()),
            key: write("key.pem", made.signing_key.serialize_pem()),
        }
    }

    /// The server's options.
    pub(crate) fn options(&self) -> [&str; 4] {
        let [certificate, key] = [&self.certificate, &self.key].map(|path| path.to_str().unwrap());
        ["--certificate", certificate, "--key", key]
    }
}
