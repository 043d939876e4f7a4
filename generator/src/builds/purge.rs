//! Taking paths out of every build that is kept: what must vanish, not only from the live site.
//!
//! | step | then |
//! |---|---|
//! | every build with one of the paths leaves `history.json` | gateways answer nothing from them |
//! | files that no other build needs are deleted, without the grace that a sweep gives | |
//! | everything below `builds/` is looked at | whatever lies at such a path still is deleted, too |
//!
//! The live build must not have the paths: what it shows is content, and stays until that is
//! edited. Nor may it have a dictionary from their time, which is made of parts of public pages.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use contract::Hash;
use contract::build::{Access, BuildId, Entry, Index, file_path};
use walkdir::WalkDir;

use super::log::LogLine;
use super::{Builds, Store, preview, sweep};

/// Extensions of compressed files beside their originals.
const SIDECARS: [&str; 4] = [".br", ".gz", ".zst", ".dcz"];

/// How often files at the paths are deleted: one that is being compressed just then may come back.
const ATTEMPTS: usize = 5;

/// How long compressing one file takes at most, by far.
const PAUSE: Duration = Duration::from_millis(200);

/// Paths to take away, with all that lies below them.
pub struct PurgedPaths(Vec<String>);

/// The path is none that can be purged.
#[derive(Debug, thiserror::Error)]
#[error("not a path below `/`")]
pub struct NotAPath;

/// The outcome of a purge.
pub struct Purged {
    /// Builds that left the history.
    pub builds: usize,
    /// Files and folders that were deleted.
    pub files: usize,
    /// Full addresses of all that was there, for caches elsewhere.
    pub addresses: BTreeSet<String>,
    /// Files that lie at other paths and have the very bytes of one that was purged.
    pub same_bytes: Vec<String>,
}

/// The live build has a path that was to be purged.
#[derive(Debug, thiserror::Error)]
#[error("the live build still has `{0}`")]
pub struct StillLive(pub String);

/// The live build's dictionary was made while a path that was to be purged was there.
#[derive(Debug, thiserror::Error)]
#[error("parts of it may be in the dictionary of the live build")]
pub struct InDictionary;

impl PurgedPaths {
    /// From addresses as people write them: with or without a slash at the end, a query, or
    /// escapes.
    pub fn new(paths: &[String]) -> Result<Self, NotAPath> {
        paths
            .iter()
            .map(|path| canonical(path))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// True if `path` is one of these, lies below one, or is a variant of a picture at one.
    fn cover(&self, path: &str) -> bool {
        self.0.iter().any(|wanted| {
            let rest = path.strip_prefix(wanted.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || is_variant(rest))
        })
    }
}

fn canonical(path: &str) -> Result<String, NotAPath> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.strip_prefix('/').ok_or(NotAPath)?;
    let path = unescaped(path.trim_end_matches('/')).ok_or(NotAPath)?;
    let is_sound = |part: &str| {
        !matches!(part, "" | "." | "..") && !part.contains(|c: char| c.is_control() || c == '\\')
    };
    match path.split('/').all(is_sound) {
        true => Ok(format!("/{path}")),
        false => Err(NotAPath),
    }
}

/// `%E6%BD%AE` → `潮`.
fn unescaped(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        if *first != b'%' {
            bytes.push(*first);
            rest = after;
            continue;
        }
        let (digits, after) = after.split_at_checked(2)?;
        let digits = str::from_utf8(digits)
            .ok()
            .filter(|text| !text.starts_with('+'))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

/// `.1200.avif`, `.still.webp`: what a variant's path has more than its picture's.
fn is_variant(rest: &str) -> bool {
    let mut parts = rest.split('.');
    let parts = (parts.next(), parts.next(), parts.next(), parts.next());
    let (Some(""), Some(role), Some(extension), None) = parts else {
        return false;
    };
    let is_width = !role.is_empty() && role.bytes().all(|byte| byte.is_ascii_digit());
    (is_width || role == "still") && !extension.contains('/')
}

/// Takes `paths` out of all builds. `line` is told in the log.
pub fn purge(store: &Store, paths: &PurgedPaths, line: LogLine) -> anyhow::Result<Purged> {
    let found = drop_builds(store, paths, line)?;
    // A build in the making may take over what nobody needs now.
    let _kept = store.keep_files();
    let mut files = delete_unneeded(store, &found)?;
    files += sweep::sweep(store, Duration::ZERO)?;
    files += delete_at(store, paths)?;
    files += end_previews(store, paths)?;
    Ok(Purged {
        builds: found.dropped.len(),
        files,
        same_bytes: same_bytes(store, &found)?,
        addresses: found.addresses,
    })
}

/// Files of the builds that are dropped, at the paths and elsewhere.
#[derive(Default)]
struct Found {
    dropped: Vec<BuildId>,
    addresses: BTreeSet<String>,
    /// Bytes at the paths: size and hash.
    bytes: HashSet<(u64, Hash)>,
    /// Files of the builds that are dropped: holder and place in its folder.
    files: BTreeSet<(BuildId, String)>,
    /// Dictionaries of builds with one of the paths: they are made of parts of public pages.
    dictionaries: HashSet<String>,
    has_guarded: bool,
}

/// Drops the builds that have one of the paths from the history.
fn drop_builds(store: &Store, paths: &PurgedPaths, line: LogLine) -> anyhow::Result<Found> {
    let pointers = store.pointers();
    let live = pointers.live_id()?;
    let mut found = Found::default();
    let (mut shards, mut builds) = (HashMap::new(), Vec::new());
    for entry in pointers.history()? {
        let index = pointers.index(&entry.id)?;
        let mut has_path = false;
        for shard in &index.shards {
            let covered = match shards.get(shard) {
                Some(covered) => covered,
                None => {
                    let read = covered(store, shard, paths)?;
                    shards.entry(*shard).or_insert(read)
                }
            };
            if live.as_ref() == Some(&entry.id)
                && let Some((path, _)) = covered.first_key_value()
            {
                return Err(StillLive(path.clone()).into());
            }
            has_path |= !covered.is_empty();
            for (path, entry) in covered {
                found.note(&index.public_url, path, entry);
            }
        }
        if has_path {
            found.dictionaries.extend(dictionary(&index));
        }
        builds.push((entry, index, has_path));
    }
    let mut kept = Vec::new();
    for (entry, index, has_path) in builds {
        let is_made_of_it =
            dictionary(&index).is_some_and(|name| found.dictionaries.contains(&name));
        if is_made_of_it && live.as_ref() == Some(&entry.id) {
            return Err(InDictionary.into());
        }
        match has_path || is_made_of_it {
            true => found.drop_build(store, &index)?,
            false => kept.push(entry),
        }
    }
    let line = LogLine {
        // A path of a guarded page is told to nobody.
        paths: if found.has_guarded {
            Vec::new()
        } else {
            paths.0.clone()
        },
        ..line
    };
    pointers.purge(&kept, line)?;
    Ok(found)
}

fn dictionary(index: &Index) -> Option<String> {
    let dictionary = index.dictionary.as_ref();
    dictionary.map(|dictionary| dictionary.asset.clone())
}

/// The entries of a shard that `paths` cover.
fn covered(
    builds: &Builds,
    shard: &Hash,
    paths: &PurgedPaths,
) -> anyhow::Result<BTreeMap<String, Entry>> {
    let entries = builds.shard(shard)?.into_iter();
    Ok(entries.filter(|(path, _)| paths.cover(path)).collect())
}

impl Found {
    fn note(&mut self, url: &str, path: &str, entry: &Entry) {
        self.addresses.insert(format!("{url}{}", escaped(path)));
        if let Entry::File(file) = entry {
            self.has_guarded |= file.access != Access::Public;
            self.bytes.insert((file.size, file.hash));
        }
    }

    fn drop_build(&mut self, builds: &Builds, index: &Index) -> anyhow::Result<()> {
        self.dropped.push(index.id.clone());
        for shard in &index.shards {
            for (path, entry) in builds.shard(shard)? {
                if let Entry::File(file) = entry {
                    let place = file_path(&path, &file.media_type);
                    self.files.insert((file.build, place));
                }
            }
        }
        Ok(())
    }
}

/// The path as requests have it.
fn escaped(path: &str) -> String {
    let escape = |byte: u8| match byte {
        b'/' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    path.bytes().map(escape).collect()
}

/// Deletes the files of dropped builds that no build of the history has.
fn delete_unneeded(store: &Store, found: &Found) -> anyhow::Result<usize> {
    let mut files = found.files.clone();
    let mut seen = HashSet::new();
    for entry in store.history()? {
        for shard in store.index(&entry.id)?.shards {
            if !seen.insert(shard) {
                continue;
            }
            for (path, entry) in store.shard(&shard)? {
                if let Entry::File(file) = entry {
                    files.remove(&(file.build, file_path(&path, &file.media_type)));
                }
            }
        }
    }
    let mut deleted = 0;
    for (holder, place) in files {
        let path = store.root().join(holder.as_str()).join(place);
        deleted += delete_with_sidecars(&path)?;
    }
    Ok(deleted)
}

fn delete_with_sidecars(path: &Path) -> anyhow::Result<usize> {
    let beside = SIDECARS.iter().map(|extension| {
        let mut name = path.as_os_str().to_owned();
        name.push(extension);
        PathBuf::from(name)
    });
    let mut deleted = 0;
    for path in [path.to_owned()].into_iter().chain(beside) {
        deleted += delete(&path)?;
    }
    Ok(deleted)
}

fn delete(path: &Path) -> anyhow::Result<usize> {
    match fs::remove_file(path) {
        Ok(()) => Ok(1),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error).with_context(|| format!("cannot delete `{}`", path.display())),
    }
}

/// Deletes whatever lies at the paths in the folder of any build, until nothing does.
fn delete_at(store: &Store, paths: &PurgedPaths) -> anyhow::Result<usize> {
    let mut deleted = 0;
    for _ in 0..ATTEMPTS {
        let left = files_of_builds(store.root(), |_, path| paths.cover(path))?;
        if left.is_empty() {
            return Ok(deleted);
        }
        for file in left {
            deleted += delete(&file)?;
        }
        std::thread::sleep(PAUSE);
    }
    anyhow::bail!("files at these paths come back; is another program writing into `builds/`?")
}

/// Ends the previews that have something at the paths.
fn end_previews(store: &Store, paths: &PurgedPaths) -> anyhow::Result<usize> {
    let mut ended = 0;
    for (_, folder) in preview::folders(store.root()) {
        if !files_of_builds(&folder, |_, path| paths.cover(path))?.is_empty() {
            preview::delete(&folder)?;
            ended += 1;
        }
    }
    Ok(ended)
}

/// Files in the folders of builds for which `is_wanted` holds: the file, and its path on the site
/// without the extension of a sidecar.
fn files_of_builds(
    root: &Path,
    is_wanted: impl Fn(&walkdir::DirEntry, &str) -> bool,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in fs::read_dir(root)? {
        let folder = folder?;
        let name = folder.file_name();
        if name
            .to_str()
            .is_none_or(|name| name.parse::<BuildId>().is_err())
        {
            continue;
        }
        for file in WalkDir::new(folder.path()) {
            let file = file?;
            let inside = file.path().strip_prefix(folder.path())?;
            let path = format!("/{}", inside.to_string_lossy());
            if !file.file_type().is_dir() && is_wanted(&file, original(&path)) {
                found.push(file.into_path());
            }
        }
    }
    Ok(found)
}

/// `index.html.br.tmp` → `index.html`.
fn original(path: &str) -> &str {
    let path = path.strip_suffix(".tmp").unwrap_or(path);
    let original = SIDECARS
        .iter()
        .find_map(|extension| path.strip_suffix(extension));
    original.unwrap_or(path)
}

/// Files that have the bytes of one that was purged.
fn same_bytes(store: &Store, found: &Found) -> anyhow::Result<Vec<String>> {
    let sizes: HashSet<u64> = found.bytes.iter().map(|(size, _)| *size).collect();
    let is_same = |file: &walkdir::DirEntry| {
        let size = file.metadata().map(|file| file.len()).unwrap_or_default();
        let bytes = sizes.contains(&size).then(|| fs::read(file.path()).ok())?;
        found
            .bytes
            .contains(&(size, Hash::of(&bytes?)))
            .then_some(())
    };
    let same = files_of_builds(store.root(), |file, _| is_same(file).is_some())?;
    let name = |path: &PathBuf| path.display().to_string();
    Ok(same.iter().map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_covers_itself_what_lies_below_it_and_the_variants_of_a_picture() {
        let paths = ["/en/news/a/?x=1", "/media/news/%E6%BD%AE/tide.png"];
        let paths = PurgedPaths::new(&paths.map(str::to_owned)).unwrap();
        for (path, is_covered) in [
            ("/en/news/a", true),
            ("/en/news/a/_payload.json", true),
            ("/en/news/a/index.html", true),
            ("/en/news/ab", false),
            ("/en/news/a.b", false),
            ("/en/news", false),
            ("/news/a", false),
            ("/media/news/潮/tide.png", true),
            ("/media/news/潮/tide.png.1200.avif", true),
            ("/media/news/潮/tide.png.still.webp", true),
            ("/media/news/潮/tide.png.txt", false),
            ("/media/news/潮/tide.pngs", false),
        ] {
            assert_eq!(paths.cover(path), is_covered, "{path}");
        }
    }

    #[test]
    fn the_whole_site_and_what_is_no_path_are_refused() {
        for wrong in [
            "", "/", "//", "news", "/a/../b", "/a//b", "/a%00", "/%2", "/%+1", "/%FF", "?",
        ] {
            assert!(PurgedPaths::new(&[wrong.to_owned()]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn addresses_are_escaped_and_sidecars_belong_to_their_files() {
        assert_eq!(escaped("/news/潮 a"), "/news/%E6%BD%AE%20a");
        for name in ["/a/index.html", "/a/index.html.br", "/a/index.html.dcz.tmp"] {
            assert_eq!(original(name), "/a/index.html");
        }
    }
}
