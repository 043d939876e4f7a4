//! Other machines for tests, on loopback: an S3 service, and a host that ssh leads to.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bucket::testing::S3;
use tempfile::TempDir;

/// How long a server may take to start.
const START: Duration = Duration::from_secs(20);

/// A process that ends with the test.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    /// Starts the command that `command` makes for a port, and waits until it listens.
    fn start(command: impl Fn(u16) -> Command) -> Self {
        for _ in 0..10 {
            // Free now; if another process takes it first, another port is tried.
            let port = TcpListener::bind("127.0.0.1:0")
                .unwrap()
                .local_addr()
                .unwrap()
                .port();
            let mut child = command(port).stdin(Stdio::null()).spawn().unwrap();
            let began = Instant::now();
            while child.try_wait().unwrap().is_none() && began.elapsed() < START {
                if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                    return Self { child, port };
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
        panic!("the server does not start");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program that `scripts/test rust` installs.
fn tool(path: PathBuf) -> PathBuf {
    assert!(
        path.exists(),
        "{} is missing: run scripts/test rust once, which installs it",
        path.display()
    );
    path
}

/// An S3 service with the bucket `site`.
pub(super) fn start_s3() -> S3 {
    S3::start(Path::new(env!("CARGO_BIN_EXE_generator")))
}

/// An ssh server that lets in the user that runs the test.
pub(super) struct Ssh {
    folder: TempDir,
    server: Server,
}

impl Ssh {
    pub(super) fn start() -> Self {
        let sshd = tool(PathBuf::from("/usr/sbin/sshd"));
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name).display().to_string();
        for key in ["host", "client"] {
            let mut keygen = Command::new("ssh-keygen");
            keygen.args(["-q", "-t", "ed25519", "-N", "", "-f", &place(key)]);
            assert!(keygen.status().unwrap().success());
        }
        fs::copy(place("client.pub"), place("authorized")).unwrap();
        fs::set_permissions(place("authorized"), fs::Permissions::from_mode(0o600)).unwrap();
        // Root's server wants it; others have no use for it.
        let _ = fs::create_dir_all("/run/sshd");
        let config = format!(
            "ListenAddress 127.0.0.1\nHostKey {}\nAuthorizedKeysFile {}\nPidFile none\nStrictModes no\nUsePAM no\n\
             PasswordAuthentication no\nPermitRootLogin yes\nMaxStartups 100\n",
            place("host"),
            place("authorized")
        );
        fs::write(place("config"), config).unwrap();
        let server = Server::start(|port| {
            let mut command = Command::new(&sshd);
            command.args(["-D", "-q", "-f", &place("config"), "-p", &port.to_string()]);
            command
        });
        Self { folder, server }
    }

    /// The command that leads there.
    pub(super) fn command(&self) -> String {
        format!(
            "ssh -p {} -i {} -o BatchMode=yes -o LogLevel=ERROR -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null",
            self.server.port,
            self.folder.path().join("client").display()
        )
    }
}
