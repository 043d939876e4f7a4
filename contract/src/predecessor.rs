//! Scripts and style sheets from release to release: the stem of a name, and the copies of a file
//! that are compressed against its predecessors (RFC 9842, `dcz`).

use serde::{Deserialize, Serialize};

/// Lengths of the hash in a name, as the frontend's build writes it.
const HASH_LENGTHS: [usize; 2] = [7, 8];

/// A file of an earlier build that had the stem of a file of this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Predecessor {
    /// File name under `/assets/`; the index names it as an asset, too.
    pub asset: String,
    /// SHA-256 of its bytes in Base64: how a browser names it in `Available-Dictionary`, between
    /// two colons.
    pub sha256: String,
}

impl Predecessor {
    /// Name under `/assets/` of the copy of `asset` against this predecessor, without `.dcz`: the
    /// name of the file and the predecessor's hash.
    pub fn copy_of(&self, asset: &str) -> String {
        let hash = Stem::parse(&self.asset).map_or("", |stem| stem.hash);
        format!("{asset}.{hash}")
    }
}

/// A name under `/assets/`, cut where its hash is: `chunks/app-`, `1a2b3c4`, `js`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stem<'a> {
    /// The part that stays from release to release, with its folder.
    pub before: &'a str,
    /// The hash.
    pub hash: &'a str,
    /// The extension: `js` or `css`.
    pub extension: &'a str,
}

impl<'a> Stem<'a> {
    /// The stem of a script or style sheet; none of any other name.
    pub fn parse(name: &'a str) -> Option<Self> {
        let (rest, extension) = name.rsplit_once('.')?;
        let separator = match extension {
            "js" => '-',
            "css" => '.',
            _ => return None,
        };
        let (before, hash) = rest.split_at(rest.rfind(separator)? + 1);
        let is_hash = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase();
        // Other characters have a meaning in a URL pattern, or end the header that has it.
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
        let is_stem = HASH_LENGTHS.contains(&hash.len())
            && hash.bytes().all(is_hash)
            && before.bytes().all(is_plain);
        is_stem.then_some(Self {
            before,
            hash,
            extension,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_ends_where_the_hash_begins() {
        let cut = |name| Stem::parse(name).map(|stem| (stem.before, stem.hash, stem.extension));
        let rows = [
            (
                "chunks/app-1a2b3c4.js",
                Some(("chunks/app-", "1a2b3c4", "js")),
            ),
            (
                "chunks/route-news-article-1a2b3c4.js",
                Some(("chunks/route-news-article-", "1a2b3c4", "js")),
            ),
            (
                "static/style.1a2b3c4d.css",
                Some(("static/style.", "1a2b3c4d", "css")),
            ),
            ("chunks/chunk-BjffZKW-.js", None),
            ("chunks/a\"b-1a2b3c4.js", None),
            ("chunks/a(b-1a2b3c4.js", None),
            ("app.js", None),
            ("fonts/1a2b3c4d.woff2", None),
        ];
        for (name, expected) in rows {
            assert_eq!(cut(name), expected, "{name}");
        }
    }

    #[test]
    fn a_copy_is_named_by_the_file_and_the_predecessor() {
        let predecessor = Predecessor {
            asset: "chunks/app-1a2b3c4.js".to_owned(),
            sha256: String::new(),
        };
        let copy = predecessor.copy_of("chunks/app-5d6e7f8.js");
        assert_eq!(copy, "chunks/app-5d6e7f8.js.1a2b3c4");
    }
}
