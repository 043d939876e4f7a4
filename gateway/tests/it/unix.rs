//! R11.05: a Unix socket for a proxy on this machine: whom it believes, and its file's life.

use std::fs;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::fixture::{Build, Builds};
use crate::handover::Program;
use crate::harness::GatewayTest;
use crate::process::gateway;

/// A folder with a path for a socket, and its address.
fn place() -> (TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gateway.sock");
    let address = format!("unix:{}", path.display());
    (folder, path, address)
}

fn ask(path: &Path, target: &str, headers: &str) -> std::io::Result<String> {
    let mut stream = UnixStream::connect(path)?;
    let head = format!("GET {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{headers}\r\n");
    stream.write_all(head.as_bytes())?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    Ok(text)
}

fn is_served(path: &Path) -> bool {
    ask(path, "/about", "").is_ok_and(|text| text.starts_with("HTTP/1.1 200 "))
}

/// Exit code and last words of a command that ends by itself.
fn ended(command: &str, options: &[&str]) -> (Option<i32>, String) {
    let remote = ["--origin", "http://127.0.0.1:9"];
    let output = gateway(&[&[command], options, &remote[..]].concat()).output();
    let output = output.unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[tokio::test]
async fn the_client_that_a_proxy_names_over_the_socket_counts() {
    let (_folder, path, address) = place();
    let publish = |builds: &mut Builds| builds.publish(&Build::site(1, "one"));
    let limits = ["--listen", &address, "--connections-per-client", "1"];
    let t = GatewayTest::configured(publish, &limits, |_| {}).await;
    // More connections than one client may have: a proxy has many clients.
    let idle: Vec<_> = (0..3)
        .map(|_| UnixStream::connect(&path).unwrap())
        .collect();
    let (socket, named) = (path.clone(), "X-Forwarded-For: 192.0.2.7\r\n");
    let text = tokio::task::spawn_blocking(move || ask(&socket, "/api/search", named));
    let text = text.await.unwrap().unwrap();
    assert!(text.starts_with("HTTP/1.1 200 "), "{text}");
    let (_, headers, _) = t.backend.last();
    assert_eq!(headers["x-forwarded-for"], "192.0.2.7");
    // Over TCP the same header is a claim of anyone.
    let over_tcp = t
        .ask("GET", "/api/search")
        .header("X-Forwarded-For", "192.0.2.7");
    over_tcp.send().await;
    let (_, headers, _) = t.backend.last();
    assert_eq!(headers["x-forwarded-for"], "127.0.0.1");
    drop(idle);
    t.stop().await;
}

#[test]
fn the_file_is_for_the_group_alone_and_is_removed_at_the_end() {
    let (_folder, path, address) = place();
    // As after a crash: the file is there, and no process listens.
    drop(UnixListener::bind(&path).unwrap());
    let mut program = Program::start(&["--listen", &address]);
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o660);
    assert!(is_served(&path));
    for command in ["serve", "check-config"] {
        let (code, words) = ended(command, &["--listen", &address]);
        assert_eq!(code, Some(74), "{words}");
        assert!(
            words.contains(&format!(
                "cannot listen on {address}; stop the program that has it"
            )),
            "{words}"
        );
    }
    assert!(is_served(&path), "the others left it alone");
    program.send(Signal::TERM);
    assert_eq!(program.child.wait().unwrap().code(), Some(0));
    assert!(!path.exists());
}

#[test]
fn check_config_predicts_the_start_and_leaves_no_file() {
    let (folder, path, address) = place();
    let (code, words) = ended("check-config", &["--listen", &address]);
    assert_eq!(code, Some(0), "{words}");
    assert!(!path.exists());
    fs::write(&path, "precious").unwrap();
    let nowhere = format!("unix:{}/none/gateway.sock", folder.path().display());
    for command in ["serve", "check-config"] {
        for (address, code, reason) in [
            (
                address.as_str(),
                74,
                "a file that is no socket has this name",
            ),
            (&nowhere, 74, "its folder is missing"),
            ("unix:gateway.sock", 64, "begins with `/`"),
        ] {
            let (ended_with, words) = ended(command, &["--listen", address]);
            assert_eq!(ended_with, Some(code), "{command} {address}: {words}");
            assert!(words.contains(reason), "{words}");
        }
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
}

#[test]
fn a_successor_has_the_socket_and_removes_the_file_in_the_end() {
    let (folder, stays, address) = place();
    let goes = folder.path().join("other.sock");
    let file = folder.path().join("portico.toml");
    let write = |addresses: &[&str]| {
        let list = format!("[gateway]\nlisten = {addresses:?}\n");
        fs::write(&file, list).unwrap();
    };
    let other = format!("unix:{}", goes.display());
    write(&["127.0.0.1:0", &address, &other]);
    let mut program = Program::start_at(&["--config", file.to_str().unwrap()], &[]);
    assert!(is_served(&stays) && is_served(&goes));
    write(&["127.0.0.1:0", &address]);
    let successor = program.hand_over();
    assert_eq!(program.child.wait().unwrap().code(), Some(0));
    assert!(is_served(&stays));
    assert!(!goes.exists(), "no option has it any more");
    successor.stop();
    assert!(!stays.exists());
}

#[test]
fn a_successor_that_fails_leaves_the_socket_to_its_predecessor() {
    let (folder, path, address) = place();
    let keys = folder.path().join("keys");
    fs::write(&keys, "0123456789abcdef0123456789abcdef\n").unwrap();
    fs::set_permissions(&keys, PermissionsExt::from_mode(0o600)).unwrap();
    let keys_option = ["--regenerate-key", keys.to_str().unwrap()];
    let mut program = Program::start(&[&["--listen", &address], &keys_option[..]].concat());
    fs::remove_file(&keys).unwrap();
    program.send(Signal::USR2);
    program.line("the new process cannot take over");
    assert!(is_served(&path));
    program.send(Signal::TERM);
    assert_eq!(program.child.wait().unwrap().code(), Some(0));
    assert!(!path.exists());
}

#[test]
fn a_unix_socket_of_systemd_is_served_and_its_file_left_to_systemd() {
    let (_folder, path, address) = place();
    let socket = UnixListener::bind(&path).unwrap();
    // As systemd does it: the sockets are descriptors from 3 on.
    let script = r#"LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve --origin http://127.0.0.1:9 3<&0"#;
    let mut child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_gateway")])
        .env_clear()
        .stdin(Stdio::from(OwnedFd::from(socket)))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = [0; 512];
    let length = child.stdout.as_mut().unwrap().read(&mut line).unwrap();
    let line = String::from_utf8_lossy(&line[..length]);
    assert_eq!(line.trim(), format!("Listening at {address}"));
    assert!(
        ask(&path, "/healthz", "")
            .unwrap()
            .starts_with("HTTP/1.1 200 ")
    );
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(path.exists());
}
