//! Scanners for tests: clamd itself, and servers that speak clamd's protocol and ICAP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long clamd may take to start.
const START: Duration = Duration::from_secs(30);

/// Bytes that scanners find.
pub(crate) const VIRUS: &[u8] = b"%%VIRUS%%";

/// clamd itself, which knows one virus; gone when dropped.
pub(crate) struct Clamd {
    child: Child,
    folder: TempDir,
}

impl Clamd {
    pub(crate) fn start() -> Self {
        let program = Path::new("/usr/sbin/clamd");
        assert!(
            program.exists(),
            "{} is missing: run scripts/test rust once, which installs it",
            program.display()
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display();
        let signatures = folder.path().join("signatures");
        std::fs::create_dir(&signatures).unwrap();
        let signature = format!("Test-Virus:0:*:{}\n", hex::encode(VIRUS));
        std::fs::write(signatures.join("test.ndb"), signature).unwrap();
        let settings = format!(
            "Foreground yes\nDatabaseDirectory {path}/signatures\nLocalSocket {path}/clamd.sock\n"
        );
        let file = folder.path().join("clamd.conf");
        std::fs::write(&file, settings).unwrap();
        let mut command = Command::new(program);
        command.arg("-c").arg(file);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let child = command.spawn().unwrap();
        let clamd = Self { child, folder };
        let began = Instant::now();
        while UnixStream::connect(clamd.socket()).is_err() {
            assert!(began.elapsed() < START, "clamd does not start");
            thread::sleep(Duration::from_millis(20));
        }
        clamd
    }

    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.path().join("clamd.sock")
    }
}

impl Drop for Clamd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn finds(file: &[u8]) -> bool {
    file.windows(VIRUS.len()).any(|part| part == VIRUS)
}

/// clamd: reads a file by `INSTREAM` and answers.
pub(crate) fn clamd(mut stream: impl Read + Write) -> std::io::Result<()> {
    let mut command = [0; 10];
    stream.read_exact(&mut command)?;
    assert_eq!(&command, b"zINSTREAM\0");
    let mut file = Vec::new();
    loop {
        let mut length = [0; 4];
        stream.read_exact(&mut length)?;
        let mut piece = vec![0; u32::from_be_bytes(length) as usize];
        if piece.is_empty() {
            break;
        }
        stream.read_exact(&mut piece)?;
        file.extend(piece);
    }
    match finds(&file) {
        true => stream.write_all(b"stream: Test-Virus FOUND\0"),
        false => stream.write_all(b"stream: OK\0"),
    }
}

/// Speaks on each connection, until the test ends.
pub(crate) fn listen(speak: impl Fn(TcpStream) -> std::io::Result<()> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = speak(stream.unwrap());
        }
    });
    address
}

pub(crate) fn start_at(socket: &Path) {
    let listener = UnixListener::bind(socket).unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = clamd(stream.unwrap());
        }
    });
}

/// An ICAP service with a preview of 1024 bytes.
pub(crate) fn icap(stream: TcpStream) -> std::io::Result<()> {
    let mut write = stream.try_clone()?;
    let mut read = BufReader::new(stream);
    let head = read_head(&mut read)?;
    if head.starts_with("OPTIONS icap://") {
        let options = "ICAP/1.0 200 OK\r\nMethods: RESPMOD\r\nPreview: 1024\r\nAllow: 204\r\nEncapsulated: null-body=0\r\n\r\n";
        return write.write_all(options.as_bytes());
    }
    assert!(head.starts_with("RESPMOD icap://"), "{head}");
    assert!(head.contains("\r\nAllow: 204\r\n") && head.contains("\r\nPreview: 1024\r\n"));
    let http = [read_head(&mut read)?, read_head(&mut read)?];
    let (request, answer) = (http[0].len(), http[0].len() + http[1].len());
    let parts = format!("req-hdr=0, res-hdr={request}, res-body={answer}\r\n");
    assert!(head.contains(&parts), "{head}");
    let mut file = Vec::new();
    if !read_chunks(&mut read, &mut file)? {
        assert_eq!(file.len(), 1024);
        write.write_all(b"ICAP/1.0 100 Continue\r\n\r\n")?;
        read_chunks(&mut read, &mut file)?;
    }
    let length = format!("Content-Length: {}\r\n", file.len());
    assert!(http[1].contains(&length), "{}", http[1]);
    write.write_all(match finds(&file) {
        true => b"ICAP/1.0 200 OK\r\nX-Infection-Found: Type=0; Resolution=2; Threat=Test;\r\nEncapsulated: res-hdr=0, null-body=27\r\n\r\nHTTP/1.1 403 Forbidden\r\n\r\n",
        false => b"ICAP/1.0 204 No Content\r\n\r\n",
    })
}

fn read_head(read: &mut impl BufRead) -> std::io::Result<String> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(read.read_line(&mut head)? > 0, "{head}");
    }
    Ok(head)
}

/// Reads chunks up to an empty one. True if it says that nothing follows.
fn read_chunks(read: &mut impl BufRead, file: &mut Vec<u8>) -> std::io::Result<bool> {
    loop {
        let mut line = String::new();
        read.read_line(&mut line)?;
        let (size, extension) = line
            .trim_end()
            .split_once("; ")
            .unwrap_or((line.trim_end(), ""));
        let mut chunk = vec![0; usize::from_str_radix(size, 16).unwrap()];
        read.read_exact(&mut chunk)?;
        let mut end = [0; 2];
        read.read_exact(&mut end)?;
        assert_eq!(&end, b"\r\n");
        if chunk.is_empty() {
            return Ok(extension == "ieof");
        }
        file.extend(chunk);
    }
}
