//! Files of the live build, as its index leads to them.
//!
//! ```text
//! latest.json ─► index/<id>.json ─► shards/<hash>.json ─► <build>/<path>
//! ```

use std::fs;
use std::io;
use std::path::Path;

use contract::Hash;
use contract::build::{Entry, Latest, SCHEMA, Shard, file_path, shard_of};
use contract::locale::Locale;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The part of `contract::build::Index` that says where files are.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Root {
    schema: u32,
    /// The site's locales.
    pub locales: Vec<Locale>,
    /// First bits of a path's hash that choose its shard.
    pub shard_bits: u8,
    /// File names of the shards, in order.
    pub shards: Vec<Hash>,
}

impl Root {
    /// The root of the live build. `None` if no build is published.
    pub fn live(builds: &Path) -> io::Result<Option<Self>> {
        let latest: Latest = match parse(builds, "latest.json") {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            latest => latest?,
        };
        let root: Self = parse(builds, &format!("index/{}.json", latest.id))?;
        if root.schema > SCHEMA {
            return Err(io::Error::other("a newer generator made the live build"));
        }
        Ok(Some(root))
    }

    /// The bytes of the file at a path, if everybody may read it. `None` if there is none of this
    /// type, or it comes with a status of its own.
    pub fn public_file(
        &self,
        builds: &Path,
        path: &str,
        media_type: &str,
    ) -> io::Result<Option<Vec<u8>>> {
        let Some(hash) = self.shards.get(shard_of(path, self.shard_bits)) else {
            return Ok(None);
        };
        let Some(Entry::File(file)) = shard(builds, *hash)?.remove(path) else {
            return Ok(None);
        };
        let is_it =
            file.access.is_public() && file.status.is_none() && &*file.media_type == media_type;
        if !is_it {
            return Ok(None);
        }
        let place = file_path(path, media_type);
        fs::read(builds.join(file.build.as_str()).join(place)).map(Some)
    }
}

/// Content type of documents.
pub const HTML: &str = "text/html; charset=utf-8";

/// A page in one language, and a file that it offers.
pub struct OfferedPage {
    /// The page's language.
    pub locale: Locale,
    /// The site's languages.
    pub locales: Vec<Locale>,
    /// HTML of the page, for a policy that runs no script and allows no style element.
    pub document: String,
    /// Bytes of the file.
    pub file: Vec<u8>,
}

impl OfferedPage {
    /// Reads the live build's page at an unprefixed path, with its file `name`. `None` if there is
    /// none that everybody may read. `asked` is the code of a locale, or the value of the header
    /// `language`.
    pub fn read(
        builds: &Path,
        path: &str,
        asked: Option<&str>,
        name: &str,
        media_type: &str,
    ) -> io::Result<Option<Self>> {
        let Some(root) = Root::live(builds)? else {
            return Ok(None);
        };
        let locales = root.locales.clone();
        let is_asked = |locale: &&Locale| {
            let asked = asked.unwrap_or_default();
            locale.code == asked || locale.language == asked
        };
        let locale = locales.iter().find(is_asked).or(locales.first());
        let Some(locale) = locale.cloned() else {
            return Ok(None);
        };
        let href = locale.href(path);
        let file = format!("{}/{name}", href.trim_end_matches('/'));
        let document = root.public_file(builds, &href, HTML)?;
        let file = root.public_file(builds, &file, media_type)?;
        Ok(document.zip(file).map(|(document, file)| Self {
            locale,
            locales,
            document: without_scripts(&String::from_utf8_lossy(&document)),
            file,
        }))
    }
}

/// PURE: a document whose style sheets no script loads. Its head has them for browsers that run
/// none, as this one may; its own style and the fonts that a script declares are removed.
fn without_scripts(document: &str) -> String {
    let Some((head, rest)) = document.split_once("</head>") else {
        return document.to_owned();
    };
    let head = without(head, "<style>", "</style>");
    let head = without(&head, "<link rel=\"preload\" as=\"font\"", ">");
    let head = head.replace("<noscript>", "").replace("</noscript>", "");
    format!("{head}</head>{rest}")
}

/// The text without its parts from a `start` to the next `end`.
fn without(text: &str, start: &str, end: &str) -> String {
    let mut parts = text.split(start);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(part.split_once(end).map_or("", |(_, rest)| rest));
    }
    kept
}

/// A part of the map from path to entry.
pub fn shard(builds: &Path, hash: Hash) -> io::Result<Shard> {
    parse(builds, &format!("shards/{hash}.json"))
}

fn parse<T: DeserializeOwned>(builds: &Path, name: &str) -> io::Result<T> {
    let bytes = fs::read(builds.join(name))?;
    serde_json::from_slice(&bytes).map_err(|error| io::Error::other(format!("{name}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_runs_no_script_has_its_style_sheets_all_the_same() {
        let face = "<link rel=\"preload\" as=\"font\" href=\"/a.woff2\" data-characters=\"a\">";
        let sheet = "<link rel=\"stylesheet\" href=\"/a.css\">";
        let body = "<body><noscript>Needs scripts</noscript></body>";
        let document = format!(
            "<head>{face}{face}<style>a{{}}</style><noscript>{sheet}</noscript></head>{body}"
        );
        assert_eq!(
            without_scripts(&document),
            format!("<head>{sheet}</head>{body}")
        );
        assert_eq!(without_scripts("no head"), "no head");
    }
}
