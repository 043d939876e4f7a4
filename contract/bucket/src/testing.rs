//! For tests: an S3 service on this machine, which keeps each object as a file.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long the service may take to start.
const START: Duration = Duration::from_secs(20);
/// Ports that are tried.
const TRIES: usize = 10;

/// A service with the bucket `site`; gone when dropped.
pub struct S3 {
    folder: TempDir,
    program: PathBuf,
    port: u16,
    child: Option<Child>,
}

impl S3 {
    /// Starts the service. `built`: a program of this workspace, beside which the service is.
    pub fn start(built: &Path) -> Self {
        let target = built.parent().expect("a program is in a folder");
        let program = target.with_file_name("tools").join("bin/s3s-fs");
        assert!(
            program.exists(),
            "{} is missing: run scripts/test rust once, which installs it",
            program.display()
        );
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("site")).expect("a bucket");
        let mut service = Self {
            folder,
            program,
            port: 0,
            child: None,
        };
        // Another process may take the port that is free now.
        let started = (0..TRIES).any(|_| {
            let free = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
            service.port = free.expect("a port").port();
            service.starts()
        });
        assert!(started, "the S3 service does not start");
        service
    }

    /// Starts the service after [`stop`](Self::stop), with all of its objects.
    pub fn start_again(&mut self) {
        assert!(self.starts(), "the S3 service does not start");
    }

    fn starts(&mut self) -> bool {
        self.stop();
        let mut command = Command::new(&self.program);
        command.args(["--host", "127.0.0.1", "--port", &self.port.to_string()]);
        command.args(["--access-key", "key", "--secret-key", "secret"]);
        command.arg(self.folder.path()).env("RUST_LOG", "off");
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let child = self.child.insert(command.spawn().expect("the service"));
        let began = Instant::now();
        while child.try_wait().is_ok_and(|ended| ended.is_none()) && began.elapsed() < START {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        false
    }

    /// Stops the service: it is away until it starts again.
    pub fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// The bucket as the service keeps it: each object is a file.
    pub fn bucket(&self) -> PathBuf {
        self.folder.path().join("site")
    }

    /// Port of the service on loopback.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Environment variables that lead a client to the service.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        vec![
            ("AWS_ACCESS_KEY_ID", "key".to_owned()),
            ("AWS_SECRET_ACCESS_KEY", "secret".to_owned()),
            ("AWS_REGION", "us-east-1".to_owned()),
            (
                "AWS_ENDPOINT_URL",
                format!("http://127.0.0.1:{}", self.port),
            ),
            ("AWS_ALLOW_HTTP", "true".to_owned()),
        ]
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        self.stop();
    }
}
