//! A build on disk: the files that the generator writes under `builds/` and the gateway reads.
//!
//! ```text
//! latest.json ──► index/<id>.json ──► shards/<hash>.json ──► <holder id>/<path>
//!    (rename)        one per build      shared, immutable       only what that build changed
//! ```
//!
//! Killed before `latest.json` is renamed: the old build is served, and the next build removes the
//! remaining files. Killed after: the new build is complete, because all files that it names were
//! on disk before the rename.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use crate::hash::Hash;
use crate::header_class::HeaderClasses;
use crate::locale::Locale;
use crate::predecessor::Predecessor;

/// The layout described here. A gateway that meets another number keeps the build it has, and
/// reports it.
///
/// Since 2 the index defines header classes. This is the only difference from 1. Generator and
/// origin therefore read 1, too, and the first build of a newer generator continues from the live
/// one.
pub const SCHEMA: u32 = 2;

/// Names one publish: `20261121T030405Z-9f3ac1b2`. Sorts by time; never reused.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct BuildId([u8; ID_LENGTH]);

/// Length of a build id, in bytes. It is fixed, because a site keeps one per file in memory.
const ID_LENGTH: usize = 25;

impl BuildId {
    /// From a UTC time as `YYYYMMDDTHHMMSSZ` and 32 random bits.
    pub fn new(utc: &str, random: u32) -> Result<Self, NotABuildId> {
        format!("{utc}-{random:08x}").parse()
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        // All of it is ASCII.
        str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The time at which it was made: UTC, as `YYYYMMDDTHHMMSSZ`.
    pub fn utc(&self) -> &str {
        self.as_str().split('-').next().unwrap_or_default()
    }
}

/// The text is not a build id, and is never used as a path.
#[derive(Debug, thiserror::Error)]
#[error("not a build id like `20261121T030405Z-9f3ac1b2`")]
pub struct NotABuildId;

impl FromStr for BuildId {
    type Err = NotABuildId;

    fn from_str(text: &str) -> Result<Self, NotABuildId> {
        const SHAPE: &[u8; ID_LENGTH] = b"ddddddddTddddddZ-xxxxxxxx";
        let id: [u8; ID_LENGTH] = text.as_bytes().try_into().map_err(|_| NotABuildId)?;
        let fits = |(byte, shape): (&u8, &u8)| match shape {
            b'd' => byte.is_ascii_digit(),
            b'x' => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            literal => byte == literal,
        };
        if id.iter().zip(SHAPE).all(fits) {
            Ok(Self(id))
        } else {
            Err(NotABuildId)
        }
    }
}

impl TryFrom<String> for BuildId {
    type Error = NotABuildId;

    fn try_from(text: String) -> Result<Self, NotABuildId> {
        text.parse()
    }
}

impl From<BuildId> for String {
    fn from(id: BuildId) -> Self {
        id.as_str().to_owned()
    }
}

impl fmt::Debug for BuildId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for BuildId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// `builds/latest.json`: the live build. Public; replaced by rename, last of all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Latest {
    /// The live build.
    pub id: BuildId,
    /// When it was published, RFC 3339 UTC. In a bucket it may be a few seconds ahead: gateways
    /// switch then.
    pub timestamp: String,
    /// The app of its pages.
    pub app: Hash,
}

/// One element of `builds/history.json`, newest last. Private; written just before `latest.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// The build.
    pub id: BuildId,
    /// Its app.
    pub app: Hash,
    /// Its state.
    pub state: BuildState,
    /// When it last became live, RFC 3339 UTC.
    pub timestamp: String,
}

/// State of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BuildState {
    /// Served now.
    Live,
    /// Replaced by a newer one; its payloads answer tabs of its app.
    Superseded,
    /// Rolled back: no request is answered from it.
    Withdrawn,
    /// Made, and not published yet: no request is answered from it.
    Staged,
}

/// `builds/meta/<id>.json`: the public facts of a build, for the client (R7.05). It has no path of
/// a guarded entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    /// The build.
    pub id: BuildId,
    /// Its app.
    pub app: Hash,
    /// The locales.
    pub locales: Vec<Locale>,
    /// Route rules.
    pub routes: Vec<RouteRule>,
    /// Public prerendered paths with prefix, sorted; left out beyond [`META_PATHS_MAX`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prerendered: Option<Vec<String>>,
}

/// Limit that keeps the manifest small, which every visitor fetches: beyond this many paths it
/// names none (about 40 KB of JSON).
pub const META_PATHS_MAX: usize = 1_000;

/// Facts of a route that the client router needs before it has the component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RouteRule {
    /// Route id.
    pub id: String,
    /// Unprefixed pattern: `/news/:id`.
    pub path: String,
    /// Only signed-in visitors.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub requires_auth: bool,
    /// Only guests.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guest_only: bool,
    /// Has a `_payload.json` per path.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub prerender: bool,
}

/// `builds/index/<id>.json`: the root of a build. Private.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Index {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The build.
    pub id: BuildId,
    /// Its app.
    pub app: Hash,
    /// Hash over (path, identity hash, type, access) of all entries, to compare builds for "same
    /// input, same bytes".
    pub content_hash: Hash,
    /// The build's "now", RFC 3339: `publishAt` and `expireAt` were compared with it.
    pub now: String,
    /// The locales.
    pub locales: Vec<Locale>,
    /// locale code → the gateway's own texts, by key: the section `gateway` of
    /// [`crate::texts::Texts`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub texts: BTreeMap<String, BTreeMap<String, String>>,
    /// Name of the locale cookie (R9.01).
    pub locale_cookie: String,
    /// The site's public URL without a trailing slash.
    pub public_url: String,
    /// CSP sources of the inline scripts, the same on every page: `sha256-…`.
    pub inline_scripts: Vec<String>,
    /// The header classes that files name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub header_classes: HeaderClasses,
    /// locale code → status → path of the error document.
    pub errors: BTreeMap<String, BTreeMap<u16, String>>,
    /// Shards are chosen by the first `shard_bits` bits of the hash of the path; there are `1 <<
    /// shard_bits`.
    pub shard_bits: u8,
    /// File names of the shards, in order.
    pub shards: Vec<Hash>,
    /// The builds that have files of this one in their folders.
    pub holders: BTreeSet<BuildId>,
    /// File name under `/assets/` → file; predecessors are among them.
    pub assets: BTreeMap<String, Asset>,
    /// The dictionary that sidecars of documents and JSON files are compressed against; none if
    /// there was too little to make one from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dictionary: Option<Dictionary>,
    /// File name under `/assets/` of the rules by which browsers fetch documents ahead; its type is
    /// [`SPECULATION_RULES_TYPE`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speculation_rules: Option<String>,
    /// Pages that expire, with their time of expiry, RFC 3339 UTC; an entry without a page is named
    /// `collection/slug`. The first [`EXPIRIES_MAX`] by time; only the generator reads it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub expires: BTreeMap<String, String>,
    /// Route id → names of the answers in a payload's `data` that are the own content of its pages;
    /// the others show something of other entries. Only the generator reads it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub own: BTreeMap<String, Vec<String>>,
    /// `builds/origin/<hash>.json`.
    pub origin: Hash,
    /// Hash over all content files, shown or not: the same content has the same hash in every
    /// build, for any frontend and generator. Only the generator reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_hash: Option<Hash>,
}

impl Index {
    /// Removes all parts that depend on earlier builds: predecessors, and references to them.
    pub fn forget_predecessors(&mut self) {
        let assets = self.assets.values_mut();
        let named = assets.flat_map(|asset| std::mem::take(&mut asset.predecessors));
        let named: Vec<String> = named.map(|predecessor| predecessor.asset).collect();
        for name in &named {
            self.assets.remove(name);
        }
    }
}

/// Limit that keeps an index small: of more expiries it names the first ones by time (about 200 KB
/// of JSON).
pub const EXPIRIES_MAX: usize = 4_000;

/// One hashed client asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asset {
    /// Hash of the bytes.
    pub hash: Hash,
    /// Length in bytes.
    pub size: u64,
    /// Content type.
    #[serde(rename = "type")]
    pub media_type: String,
    /// Files of earlier builds with the stem of this one, the newest first: a browser that has one
    /// fetches the difference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub predecessors: Vec<Predecessor>,
}

/// Text that the documents and JSON files of an app have in common, for browsers that keep it and
/// request the rest (RFC 9842). It stays the same as long as the app, or every edit would require
/// all sidecars to be made again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dictionary {
    /// File name under `/assets/`; its type is [`DICTIONARY_TYPE`].
    pub asset: String,
    /// SHA-256 of its bytes in Base64, as a browser names it in `Available-Dictionary`, between two
    /// colons.
    pub sha256: String,
    /// The build that had the public pages it was made from; only the generator reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trained_on: Option<BuildId>,
    /// The paths of the files it was made from: it is used while all of them are public. Only the
    /// generator reads them; a build of an older generator has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<String>,
}

/// Content type of a [`Dictionary`].
pub const DICTIONARY_TYPE: &str = "application/x-compression-dictionary";

/// Content type of [`Index::speculation_rules`].
pub const SPECULATION_RULES_TYPE: &str = "application/speculationrules+json";

/// A `.dcz` sidecar starts with this and the 32 bytes of the dictionary's SHA-256; a Zstandard
/// frame follows (RFC 9842, 5).
pub const DCZ_MAGIC: [u8; 8] = [0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0];

/// `builds/shards/<hash>.json`: canonical path → the entry at that path, sorted.
///
/// Paths are URL paths as the gateway canonicalises them, with the locale's prefix: a document's is
/// `/en/news`, its payload's `/en/news/_payload.json`.
pub type Shard = BTreeMap<String, Entry>;

/// A file, a redirect or the trace of a removed file, at a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Entry {
    /// A file in a build's folder.
    File(File),
    /// Another address.
    Redirect {
        /// Path on this site.
        to: String,
        /// 308 if true, else 307.
        permanent: bool,
    },
    /// Once here, now taken away: 410.
    Gone,
}

/// A file in a build's folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct File {
    /// The build that has the file in its folder.
    pub build: BuildId,
    /// Hash of the bytes, uncompressed.
    pub hash: Hash,
    /// Length in bytes, uncompressed.
    pub size: u64,
    /// Content type.
    #[serde(rename = "type", deserialize_with = "media_type")]
    pub media_type: Cow<'static, str>,
    /// Access of visitors to it.
    #[serde(default, skip_serializing_if = "Access::is_public")]
    pub access: Access,
    /// Name of its header class; ordinary pages have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Box<str>>,
    /// Status of its document, where it is not 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// CSP source of the style in its document: `sha256-…`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<Box<str>>,
    /// Hashes of the fonts that its document alone loads first, `fonts/<hash>.woff2` under
    /// `/assets/`; only the generator reads them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<Hash>,
    /// Links of its document to anchors of pages, sorted: `/en/about#team`; only the generator
    /// reads them.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub anchors: Box<[Box<str>]>,
    /// How much a browser loads for its document; only the generator reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Weight>,
    /// The key of the page input it was made from; only the generator reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Hash>,
}

/// Upper limits of the bytes that a browser loads for a page. They do not depend on the site's
/// budgets, so that a page which is taken over keeps them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weight {
    /// The document, compressed in haste.
    pub document: u32,
    /// The payload, compressed in haste.
    pub payload: u32,
    /// The pictures that it shows first, on the largest screens.
    pub pictures: u32,
}

/// Types of which a site has thousands of files: each text is in memory once.
const COMMON_TYPES: [&str; 6] = [
    "application/json",
    "image/avif",
    "image/jpeg",
    "image/png",
    "image/webp",
    "text/html; charset=utf-8",
];

fn media_type<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'static, str>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let common = COMMON_TYPES.iter().find(|known| **known == text);
    Ok(common.map_or(Cow::Owned(text), |known| Cow::Borrowed(known)))
}

/// Access of visitors to a file.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Everyone.
    #[default]
    Public,
    /// Guests only (`/login`): signed-in visitors are sent home.
    Guest,
    /// Signed-in visitors only.
    Guarded,
    /// No visitor, by any address: error documents, and files for the origin only.
    Private,
}

impl Access {
    /// True for the access that needs no mention.
    pub fn is_public(&self) -> bool {
        matches!(self, Self::Public)
    }
}

/// The shard that holds `path`.
pub fn shard_of(path: &str, shard_bits: u8) -> usize {
    let hash = Hash::of(path.as_bytes());
    let [a, b, c, d, ..] = *hash.as_bytes();
    let first = u32::from_be_bytes([a, b, c, d]);
    if shard_bits == 0 {
        0
    } else {
        (first >> (32 - u32::from(shard_bits))) as usize
    }
}

/// File of the entry at `path` inside its holder's folder: `<path>/index.html` for a document,
/// `path` for all others.
pub fn file_path(path: &str, media_type: &str) -> String {
    let relative = path.trim_matches('/');
    match (media_type.starts_with("text/html"), relative) {
        (false, relative) => relative.to_owned(),
        (true, "") => "index.html".to_owned(),
        (true, relative) => format!("{relative}/index.html"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_id_is_never_a_path() {
        assert!(BuildId::new("20261121T030405Z", 7).is_ok());
        for wrong in [
            "../../etc",
            "",
            "20261121T030405Z-9F3AC1B2",
            "20261121T030405Z-9f3ac1b2/",
            "latest",
        ] {
            assert!(wrong.parse::<BuildId>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn documents_lie_in_folders_and_other_files_as_named() {
        assert_eq!(file_path("/", "text/html; charset=utf-8"), "index.html");
        assert_eq!(
            file_path("/en/news", "text/html; charset=utf-8"),
            "en/news/index.html"
        );
        assert_eq!(
            file_path("/en/news/_payload.json", "application/json"),
            "en/news/_payload.json"
        );
    }

    #[test]
    fn every_path_has_a_shard() {
        for bits in 0..=12 {
            for path in ["/", "/en", "/news/first-close"] {
                assert!(shard_of(path, bits) < 1 << bits);
            }
        }
    }
}
