//! Scanners: a file that is not found clean cannot be taken out, whatever the scanner does (R2.04).

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use crate::kills::Kept;
use crate::program::{Ended, Program, Site};
use crate::s3::S3;
use crate::scanners::{Clamd, VIRUS, clamd, icap, listen, start_at};

/// The program and its scanner may take so long.
const PATIENCE: Duration = Duration::from_secs(30);

/// The answer to a command that takes a file out.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    Taken,
    Pending,
    Infected,
}

/// A site with a scanner.
struct Scanned {
    kept: Kept,
    url: String,
}

impl Scanned {
    fn new(url: String) -> Self {
        let kept = Kept {
            site: Site::new(),
            s3: None,
        };
        Self { kept, url }
    }

    fn serve(&self) -> Program {
        self.kept.serve_with(&["--scanner", &self.url])
    }

    fn staff(&self, arguments: &[&str]) -> Ended {
        let arguments = [&["messages"], arguments].concat();
        let mut command = self.kept.site.command(&arguments);
        if let Some(s3) = &self.kept.s3 {
            s3.give_to(&mut command);
        }
        Ended::of(&mut command)
    }

    /// Tries to take a file out.
    fn take(&self, number: &str) -> Told {
        let place = self.kept.site.path().join("taken.pdf");
        let ended = self.staff(&["file", number, place.to_str().unwrap(), "--force"]);
        match ended.code {
            Some(0) => Told::Taken,
            _ if ended.error().contains("infected") => Told::Infected,
            _ if ended.error().contains("not scanned yet") => Told::Pending,
            _ => panic!("{ended:?}"),
        }
    }

    /// Waits until the scanner has spoken.
    fn verdict(&self, number: &str) -> Told {
        let began = Instant::now();
        loop {
            match self.take(number) {
                Told::Pending if began.elapsed() < PATIENCE => {
                    thread::sleep(Duration::from_millis(50));
                }
                told => return told,
            }
        }
    }

    /// Sends a file that is clean and one that is not.
    fn both(&self, program: &Program) {
        let (clean, _) = self.kept.message(program);
        let infected = self.kept.message_with(program, VIRUS);
        assert_eq!(self.verdict(&clean), Told::Taken);
        assert_eq!(self.verdict(&infected), Told::Infected);
        let list = self.staff(&["list"]);
        assert!(list.out.contains("6.0 MB, clean"), "{list:?}");
        assert!(list.out.contains("6.0 MB, infected"), "{list:?}");
    }
}

#[test]
fn clamd_itself_is_understood() {
    let clamd = Clamd::start();
    let scanned = Scanned::new(format!("clamd://{}", clamd.socket().display()));
    let program = scanned.serve();
    scanned.both(&program);
}

#[test]
fn a_file_is_taken_out_once_clamd_finds_it_clean_and_not_if_it_is_infected() {
    let scanned = Scanned::new(format!("clamd://{}", listen(clamd)));
    let program = scanned.serve();
    scanned.both(&program);
}

#[test]
fn a_file_in_a_bucket_is_scanned_as_well() {
    let mut scanned = Scanned::new(format!("clamd://{}", listen(clamd)));
    scanned.kept.s3 = Some(S3::start());
    let program = scanned.serve();
    scanned.both(&program);
}

#[test]
fn a_scanner_that_was_away_is_asked_again_at_its_socket() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("clamd.sock");
    let scanned = Scanned::new(format!("clamd://{}", socket.display()));
    let program = scanned.serve();
    let (number, _) = scanned.kept.message(&program);
    assert_eq!(scanned.take(&number), Told::Pending);
    start_at(&socket);
    assert_eq!(scanned.verdict(&number), Told::Taken);
}

#[test]
fn garbage_and_silence_of_a_scanner_let_nothing_out_and_stop_no_call() {
    for answer in [&b"stream: OK"[..], b"\xff\x00\xff", &[b'x'; 100_000], b""] {
        let scanned = Scanned::new(format!(
            "clamd://{}",
            listen(move |mut stream| {
                let _ = stream.write_all(answer);
                std::io::copy(&mut stream, &mut std::io::sink()).map(drop)
            })
        ));
        let program = scanned.serve();
        let (number, _) = scanned.kept.message(&program);
        assert_eq!(scanned.take(&number), Told::Pending);
        // A call while the scanner has the file; and the end of the program.
        scanned.kept.message(&program);
        assert_eq!(scanned.take(&number), Told::Pending);
        assert_eq!(program.stop(), Some(0));
    }
}

#[test]
fn a_scanner_that_is_set_later_holds_files_back_and_one_that_is_gone_no_longer() {
    let nowhere = Scanned::new("clamd:///nowhere/clamd.sock".to_owned());
    let program = nowhere.kept.serve();
    let (number, _) = nowhere.kept.message(&program);
    assert_eq!(nowhere.take(&number), Told::Taken);
    drop(program);
    drop(nowhere.serve());
    assert_eq!(nowhere.take(&number), Told::Pending);
    drop(nowhere.kept.serve());
    assert_eq!(nowhere.take(&number), Told::Taken);
}

#[test]
fn a_service_of_icap_is_shown_a_preview_then_the_rest_and_its_word_counts() {
    let scanned = Scanned::new(format!("icap://{}/avscan", listen(icap)));
    let program = scanned.serve();
    scanned.both(&program);
}
