//! R11.05: a restart that visitors do not notice. The program hands over to a newer process, takes
//! sockets from systemd, and drains.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, test_kill_process};
use tempfile::TempDir;

use crate::fixture::{Build, Builds};
use crate::process::{address_of, gateway};

/// The longest wait of a test for something that happens soon.
const SOON: Duration = Duration::from_secs(30);

/// A gateway as a process of its own, with its log.
pub(crate) struct Program {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    log: mpsc::Receiver<String>,
    _folder: TempDir,
}

impl Program {
    pub(crate) fn start(options: &[&str]) -> Self {
        Self::start_at(&["--listen", "127.0.0.1:0"], options)
    }

    /// With addresses, or a file that has them.
    pub(crate) fn start_at(addresses: &[&str], options: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut builds = Builds::new(&folder.path().join("builds"));
        builds.publish(&Build::site(1, "one"));
        let root = builds.root.to_str().unwrap();
        let arguments = ["serve", "--builds", root];
        let remote = ["--origin", "http://127.0.0.1:9"];
        let all = [&arguments[..], &remote, addresses, options].concat();
        Self::follow(gateway(&all).spawn().unwrap(), folder)
    }

    /// A process that was started with its output in pipes.
    pub(crate) fn follow(mut child: Child, folder: TempDir) -> Self {
        let address = address_of(&mut child);
        let (lines, log) = mpsc::channel();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                let _ = lines.send(line);
            }
        });
        Self {
            child,
            address,
            log,
            _folder: folder,
        }
    }

    pub(crate) fn send(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// The next line of the log that contains `text`.
    pub(crate) fn line(&self, text: &str) -> String {
        loop {
            let line = self.log.recv_timeout(SOON).expect(text);
            if line.contains(text) {
                return line;
            }
            assert!(!line.contains("ERROR"), "{line}");
        }
    }

    /// Hands over; returns the successor, which ends with the test.
    pub(crate) fn hand_over(&self) -> Successor {
        Successor(self.hand_over_from(Pid::from_child(&self.child)))
    }

    /// Lets the process, this one or one of its successors, hand over; returns its successor.
    pub(crate) fn hand_over_from(&self, process: Pid) -> Pid {
        kill_process(process, Signal::USR2).unwrap();
        let line = self.line("the new process serves");
        let number = line.rsplit("process=").next().unwrap();
        let number: String = number.chars().filter(char::is_ascii_digit).collect();
        Pid::from_raw(number.parse().unwrap()).unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The process id of a successor, which is no child of the test.
pub(crate) struct Successor(Pid);

impl Successor {
    /// Stops it in good order, and waits until it has ended.
    pub(crate) fn stop(self) {
        let ended = pidfd_open(self.0, PidfdFlags::empty()).unwrap();
        kill_process(self.0, Signal::TERM).unwrap();
        let mut ends = [PollFd::new(&ended, PollFlags::IN)];
        let limit = Timespec::try_from(SOON).unwrap();
        assert_eq!(poll(&mut ends, Some(&limit)).unwrap(), 1);
    }
}

impl Drop for Successor {
    fn drop(&mut self) {
        let _ = kill_process(self.0, Signal::KILL);
    }
}

/// A connection that asks again and again.
pub(crate) struct Client(BufReader<TcpStream>);

/// An answer: its status, and whether the server ends the connection.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) is_last: bool,
}

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(SOON))?;
        Ok(Self(BufReader::new(stream)))
    }

    pub(crate) fn get(&mut self, path: &str) -> std::io::Result<Answer> {
        let head = format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n");
        self.0.get_mut().write_all(head.as_bytes())?;
        let (mut status, mut length, mut is_last) = (0, 0, false);
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            let line = line.trim().to_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest[..3].parse().unwrap();
            } else if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.parse().unwrap();
            } else if line == "connection: close" {
                is_last = true;
            } else if line.is_empty() {
                break;
            }
        }
        self.0.read_exact(&mut vec![0; length])?;
        Ok(Answer { status, is_last })
    }
}

#[test]
fn clients_that_keep_asking_get_all_answers_while_processes_change() {
    let program = Program::start(&[]);
    let address = program.address;
    let is_over = Arc::new(AtomicBool::new(false));
    let clients: Vec<_> = (0..8)
        .map(|_| {
            let is_over = Arc::clone(&is_over);
            thread::spawn(move || {
                let (mut answers, mut client) = (0, Client::connect(address)?);
                while !is_over.load(Ordering::Relaxed) {
                    let answer = client.get("/about")?;
                    assert_eq!(answer.status, 200);
                    answers += 1;
                    if answer.is_last {
                        client = Client::connect(address)?;
                    }
                }
                std::io::Result::Ok(answers)
            })
        })
        .collect();
    let successor = program.hand_over();
    let mut program = program;
    // The first process finishes, although its clients never pause.
    assert_eq!(program.child.wait().unwrap().code(), Some(0));
    is_over.store(true, Ordering::Relaxed);
    for client in clients {
        let answers = client
            .join()
            .unwrap()
            .expect("no connection is refused or cut");
        assert!(answers > 0);
    }
    assert_eq!(
        Client::connect(address)
            .unwrap()
            .get("/about")
            .unwrap()
            .status,
        200
    );
    assert!(test_kill_process(successor.0).is_ok());
}

#[test]
fn a_client_that_pauses_gets_one_more_answer_and_is_asked_to_leave() {
    let program = Program::start(&[]);
    let mut client = Client::connect(program.address).unwrap();
    let stays = client.get("/about").unwrap();
    assert!(!stays.is_last);
    let _successor = program.hand_over();
    let leaves = client.get("/about").unwrap();
    assert_eq!((leaves.status, leaves.is_last), (200, true));
}

#[test]
fn a_successor_that_cannot_start_leaves_the_site_as_it_was() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let keys = folder.path().join("keys");
    std::fs::write(&keys, "0123456789abcdef0123456789abcdef0123456789abcdef\n").unwrap();
    std::fs::set_permissions(&keys, PermissionsExt::from_mode(0o600)).unwrap();
    let mut program = Program::start(&["--regenerate-key", keys.to_str().unwrap()]);
    std::fs::remove_file(&keys).unwrap();
    program.send(Signal::USR2);
    let line = program.line("the new process cannot take over");
    assert!(line.contains("the new process ended with"), "{line}");
    let answer = Client::connect(program.address).unwrap().get("/about");
    assert_eq!(answer.unwrap().status, 200);
    program.send(Signal::TERM);
    assert_eq!(program.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_gateway_that_drains_says_so_and_answers_until_it_is_told_again() {
    let mut program = Program::start(&["--drain", "600"]);
    let ask = |path| Client::connect(program.address).unwrap().get(path).unwrap();
    assert_eq!(ask("/readyz").status, 200);
    program.send(Signal::TERM);
    program.line("draining");
    let leaves = |status| Answer {
        status,
        is_last: true,
    };
    assert_eq!(ask("/readyz"), leaves(503));
    assert_eq!(ask("/about"), leaves(200));
    program.send(Signal::TERM);
    assert_eq!(program.child.wait().unwrap().code(), Some(0));
}

#[test]
fn sockets_of_systemd_take_the_place_of_addresses() {
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    // As systemd does it: the sockets are descriptors from 3 on.
    let script = r#"LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve --origin http://127.0.0.1:9 3<&0"#;
    let child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_gateway")])
        .env_clear()
        .stdin(Stdio::from(OwnedFd::from(socket)))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut program = Program::follow(child, tempfile::tempdir().unwrap());
    assert_eq!(program.address, address);
    let status = || {
        Client::connect(address)
            .unwrap()
            .get("/healthz")
            .unwrap()
            .status
    };
    assert_eq!(status(), 200);
    // A successor has them, too, though no option names them.
    let _successor = program.hand_over();
    assert_eq!(program.child.wait().unwrap().code(), Some(0));
    assert_eq!(status(), 200);
}

#[test]
fn every_address_is_listened_on() {
    // A free port of an address that no other test uses stays free.
    let free = TcpListener::bind("127.77.0.1:0").unwrap();
    let second = free.local_addr().unwrap();
    drop(free);
    let mut program = Program::start(&["--listen", &second.to_string()]);
    for address in [program.address, second] {
        let answer = Client::connect(address).unwrap().get("/about");
        assert_eq!(answer.unwrap().status, 200, "{address}");
    }
    program.send(Signal::TERM);
    assert_eq!(program.child.wait().unwrap().code(), Some(0));
    for address in [program.address, second] {
        assert!(Client::connect(address).is_err(), "{address}");
    }
}

#[test]
fn a_successor_has_the_addresses_that_the_file_has_by_then() {
    let [stays, goes, comes] = [(); 3].map(|()| {
        // A free port of an address that no other test uses stays free.
        let free = TcpListener::bind("127.77.0.2:0").unwrap();
        free.local_addr().unwrap()
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("portico.toml");
    let write = |addresses: [SocketAddr; 2]| {
        let addresses = addresses.map(|address| format!("\"{address}\""));
        let text = format!("[gateway]\nlisten = [{}]\n", addresses.join(", "));
        std::fs::write(&file, text).unwrap();
    };
    write([stays, goes]);
    let mut program = Program::start_at(&["--config", file.to_str().unwrap()], &[]);
    let status = |address| {
        let mut client = Client::connect(address).ok()?;
        client.get("/about").ok().map(|answer| answer.status)
    };
    assert_eq!(
        [stays, goes, comes].map(status),
        [Some(200), Some(200), None]
    );
    write([stays, comes]);
    let _successor = program.hand_over();
    assert_eq!(program.child.wait().unwrap().code(), Some(0));
    assert_eq!(
        [stays, goes, comes].map(status),
        [Some(200), None, Some(200)]
    );
}
