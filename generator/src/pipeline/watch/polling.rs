//! Polling of the sources, for folders where the kernel does not report changes.
//!
//! On a network file system the kernel reports the writes of this machine, but not those of others.
//! Here every file's stamp is compared with that of the look before; a file that differs is
//! reported as being written until its stamp has rested for [`REST`], because closes are not
//! reported.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use walkdir::WalkDir;

use super::edit::Change;
use generator_ground::storage::source::FileStamp;

/// How long a file must look the same before it counts as written to its end. Shorter than
/// [`Edit`](super::edit::Edit) waits for a file without reports.
const REST: Duration = Duration::from_secs(1);

/// How long files that are being written are looked at by themselves before the others get their
/// turn again.
const LONGEST_REST: Duration = Duration::from_secs(30);

/// Path → stamp of each file that a look found.
type Seen = HashMap<PathBuf, FileStamp>;

/// Paths of one look and their changes.
type Changes = Vec<(PathBuf, Change)>;

/// Looks every `interval` at all files below `sources`. `tell` returns whether there is still a
/// receiver.
pub(super) fn start(
    sources: Vec<PathBuf>,
    is_source: fn(&Path) -> bool,
    interval: Duration,
    tell: impl Fn(Changes) -> bool + Send + 'static,
) {
    // Before the first build reads them: writes from now on are noticed.
    let mut seen = look(&sources, is_source);
    thread::spawn(move || {
        loop {
            thread::sleep(interval);
            let next = look(&sources, is_source);
            let changes = difference(&seen, &next);
            seen = next;
            if !changes.is_empty() && !settle(changes, &mut seen, interval, &tell) {
                return;
            }
        }
    });
}

/// Stamps of all files below `sources`.
fn look(sources: &[PathBuf], is_source: fn(&Path) -> bool) -> Seen {
    let below = |source| WalkDir::new(source).follow_links(false).into_iter();
    // A file that cannot be read counts as missing until it can.
    let entries = sources.iter().flat_map(below).flatten();
    let files = entries.filter(|entry| entry.file_type().is_file() && is_source(entry.path()));
    let stamped = files.filter_map(|entry| {
        let stamp = FileStamp::new(&entry.metadata().ok()?);
        Some((entry.into_path(), stamp))
    });
    stamped.collect()
}

/// The paths at which two looks differ.
fn difference(before: &Seen, after: &Seen) -> Changes {
    let gone = before.keys().filter(|path| !after.contains_key(*path));
    let gone = gone.map(|path| (path.clone(), Change::Gone));
    let written = after
        .iter()
        .filter(|(path, stamp)| before.get(*path) != Some(*stamp));
    let written = written.map(|(path, _)| (path.clone(), Change::Written));
    gone.chain(written).collect()
}

/// Reports `changes`, and continues to look at the files among them until they rest. False if there
/// is no receiver any more.
fn settle(
    changes: Changes,
    seen: &mut Seen,
    interval: Duration,
    tell: &impl Fn(Changes) -> bool,
) -> bool {
    let began = Instant::now();
    let written = changes
        .iter()
        .filter(|(_, change)| *change == Change::Written);
    let mut writing: HashMap<PathBuf, Instant> =
        written.map(|(path, _)| (path.clone(), began)).collect();
    let mut listens = tell(changes);
    while listens && !writing.is_empty() && began.elapsed() < LONGEST_REST {
        thread::sleep(interval.min(REST));
        let mut changes = Vec::new();
        writing.retain(|path, since| {
            let change = looked_again(path, since, seen);
            changes.push((path.clone(), change));
            change == Change::Written
        });
        listens = tell(changes);
    }
    listens
}

/// Change of a file that was being written when it was looked at last, and has had the same stamp
/// since `since`.
fn looked_again(path: &Path, since: &mut Instant, seen: &mut Seen) -> Change {
    let Ok(metadata) = path.symlink_metadata() else {
        seen.remove(path);
        return Change::Gone;
    };
    let stamp = FileStamp::new(&metadata);
    if seen.insert(path.to_owned(), stamp) != Some(stamp) {
        *since = Instant::now();
    }
    match since.elapsed() < REST {
        true => Change::Written,
        false => Change::Finished,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc;

    use super::*;

    const INTERVAL: Duration = Duration::from_millis(5);

    fn all(_: &Path) -> bool {
        true
    }

    /// Changes until `path` is reported as `last`.
    fn until(events: &mpsc::Receiver<Changes>, path: &Path, last: Change) -> Vec<Change> {
        let mut told = Vec::new();
        while told.last() != Some(&last) {
            let changes = events.recv_timeout(Duration::from_secs(60)).unwrap();
            let of_path = changes.into_iter().filter(|(changed, _)| changed == path);
            told.extend(of_path.map(|(_, change)| change));
        }
        told
    }

    // R10.03
    #[test]
    fn a_file_is_reported_until_it_rests_and_again_when_it_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("news/en.md");
        fs::create_dir(folder.path().join("news")).unwrap();
        let (sender, events) = mpsc::channel();
        let tell = move |changes| sender.send(changes).is_ok();
        start(vec![folder.path().to_owned()], all, INTERVAL, tell);
        fs::write(&path, "half").unwrap();
        let told = until(&events, &path, Change::Finished);
        let (finished, written) = told.split_last().unwrap();
        assert_eq!(*finished, Change::Finished);
        assert!(written.len() > 1 && written.iter().all(|change| *change == Change::Written));
        // Of the same length, and an hour older than before, as a checkout may leave it.
        fs::write(&path, "full").unwrap();
        let hour_ago = std::time::SystemTime::now() - Duration::from_secs(3600);
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(hour_ago).unwrap();
        assert!(until(&events, &path, Change::Finished).contains(&Change::Written));
        fs::remove_dir_all(folder.path().join("news")).unwrap();
        until(&events, &path, Change::Gone);
    }

    #[test]
    fn two_looks_differ_in_what_came_went_and_was_written() {
        let stamp = |bytes: &[u8]| {
            let file = tempfile::NamedTempFile::new().unwrap();
            fs::write(file.path(), bytes).unwrap();
            FileStamp::new(&file.as_file().metadata().unwrap())
        };
        let (a, b) = (stamp(b"a"), stamp(b"b more"));
        let seen = |files: &[(&str, FileStamp)]| {
            let files = files.iter().map(|(path, stamp)| (path.into(), *stamp));
            files.collect::<Seen>()
        };
        let before = seen(&[("same", a), ("written", a), ("gone", a)]);
        let after = seen(&[("same", a), ("written", b), ("new", b)]);
        let mut told = difference(&before, &after);
        told.sort_by(|a, b| a.0.cmp(&b.0));
        let expected = [
            ("gone", Change::Gone),
            ("new", Change::Written),
            ("written", Change::Written),
        ];
        assert_eq!(told, expected.map(|(path, change)| (path.into(), change)));
    }
}
