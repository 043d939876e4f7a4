//! An S3 service on this machine, which keeps each object as a file.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long the service may take to start.
const START: Duration = Duration::from_secs(20);

/// A service with the bucket `site`; gone when dropped.
pub(crate) struct S3 {
    folder: TempDir,
    child: Child,
    port: u16,
}

impl S3 {
    pub(crate) fn start() -> Self {
        let target = Path::new(env!("CARGO_BIN_EXE_origin")).parent().unwrap();
        let program = target.with_file_name("tools").join("bin/s3s-fs");
        assert!(
            program.exists(),
            "{} is missing: run scripts/test rust once, which installs it",
            program.display()
        );
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("site")).unwrap();
        // Free now; a process that takes it first makes the test fail with the service's own words.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
        let port = port.unwrap().port();
        let mut command = Command::new(program);
        command.args(["--host", "127.0.0.1", "--port", &port.to_string()]);
        command.args(["--access-key", "key", "--secret-key", "secret"]);
        command.arg(folder.path()).env("RUST_LOG", "off");
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let child = command.spawn().unwrap();
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(began.elapsed() < START, "the S3 service does not start");
            std::thread::sleep(Duration::from_millis(5));
        }
        Self {
            folder,
            child,
            port,
        }
    }

    /// The part of the bucket with keys that begin with `messages/`.
    pub(crate) fn messages(&self) -> PathBuf {
        self.folder.path().join("site/messages")
    }

    /// Leads a program to that part.
    pub(crate) fn give_to(&self, command: &mut Command) {
        let endpoint = format!("http://127.0.0.1:{}", self.port);
        command
            .env("PORTICO_MESSAGE_STORE", "s3://site/messages")
            .env("AWS_ACCESS_KEY_ID", "key")
            .env("AWS_SECRET_ACCESS_KEY", "secret")
            .env("AWS_REGION", "us-east-1")
            .env("AWS_ENDPOINT_URL", endpoint)
            .env("AWS_ALLOW_HTTP", "true");
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
