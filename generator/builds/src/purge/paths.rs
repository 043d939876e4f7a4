//! Paths to purge, and the files at them.

use std::collections::BTreeSet;

use percent_encoding::percent_decode_str;

/// Extensions of compressed files beside their originals.
const SIDECARS: [&str; 4] = [".br", ".gz", ".zst", ".dcz"];

/// Characters that rsync adds to the name of a file that is not whole yet, with a dot.
const RSYNC_SUFFIX: usize = 6;

/// Paths to remove, with all paths below them.
#[derive(Clone, Debug)]
pub struct PurgedPaths(BTreeSet<String>);

/// The path is none that can be purged.
#[derive(Debug, thiserror::Error)]
#[error("not a path below `/`")]
pub struct NotAPath;

impl PurgedPaths {
    /// Paths from addresses as people write them: with or without a slash at the end, a query, or
    /// escapes.
    pub fn new(paths: &[String]) -> Result<Self, NotAPath> {
        paths
            .iter()
            .map(|path| canonical(path))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// The paths, sorted.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// True if `path` is one of these, is below one, or is a variant of a picture at one.
    pub fn cover(&self, path: &str) -> bool {
        coverers(path).any(|coverer| self.0.contains(coverer))
    }
}

/// The paths that cover `path` when they are purged: itself, its parents, and the path of the
/// picture of which it is a variant.
pub(super) fn coverers(path: &str) -> impl Iterator<Item = &str> {
    let above = path.match_indices('/').skip(1).map(|(end, _)| &path[..end]);
    [Some(path), picture_of(path)]
        .into_iter()
        .flatten()
        .chain(above)
}

/// `/a/tide.png.1200.avif`, `/a/tide.png.still.webp` → `/a/tide.png`.
fn picture_of(path: &str) -> Option<&str> {
    let (rest, extension) = path.rsplit_once('.')?;
    let (picture, role) = rest.rsplit_once('.')?;
    let is_width = !role.is_empty() && role.bytes().all(|byte| byte.is_ascii_digit());
    ((is_width || role == "still") && !extension.contains('/')).then_some(picture)
}

fn canonical(path: &str) -> Result<String, NotAPath> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.strip_prefix('/').ok_or(NotAPath)?;
    let path = unescape(path.trim_end_matches('/')).ok_or(NotAPath)?;
    let is_sound = |part: &str| {
        !matches!(part, "" | "." | "..") && !part.contains(|c: char| c.is_control() || c == '\\')
    };
    match path.split('/').all(is_sound) {
        true => Ok(format!("/{path}")),
        false => Err(NotAPath),
    }
}

/// `%E6%BD%AE` → `潮`.
fn unescape(path: &str) -> Option<String> {
    let is_escape = |rest: &str| {
        let digits = rest.as_bytes().first_chunk::<2>();
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if !path.split('%').skip(1).all(is_escape) {
        return None;
    }
    let text = percent_decode_str(path).decode_utf8().ok()?;
    Some(text.into_owned())
}

/// The file to which one belongs that is a sidecar, or is not whole yet: `a/index.html.br.tmp`, and
/// rsync's `a/.index.html.br.X1y2Z3` → `a/index.html`.
pub fn original(name: &str) -> String {
    let (folder, file) = name
        .rsplit_once('/')
        .map_or(("", name), |(folder, file)| (folder, file));
    let partial = file.strip_prefix('.').and_then(|file| {
        let (file, suffix) = file.rsplit_once('.')?;
        let is_random =
            suffix.len() == RSYNC_SUFFIX && suffix.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_random.then_some(file)
    });
    let file = partial.or(file.strip_suffix(".tmp")).unwrap_or(file);
    let original = SIDECARS
        .iter()
        .find_map(|extension| file.strip_suffix(extension));
    let file = original.unwrap_or(file);
    match name.contains('/') {
        true => format!("{folder}/{file}"),
        false => file.to_owned(),
    }
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
            "", "/", "//", "news", "/a/../b", "/a//b", "/a%00", "/%2", "/%+1", "/%é", "/%FF", "?",
        ] {
            assert!(PurgedPaths::new(&[wrong.to_owned()]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sidecars_belong_to_their_files() {
        for (name, whole) in [
            ("/a/index.html", "/a/index.html"),
            ("/a/index.html.br", "/a/index.html"),
            ("/a/index.html.dcz.tmp", "/a/index.html"),
            ("/a/.index.html.br.X1y2Z3", "/a/index.html"),
            ("/a/.uncompressed", "/a/.uncompressed"),
            ("index.html.zst", "index.html"),
        ] {
            assert_eq!(original(name), whole);
        }
    }
}
