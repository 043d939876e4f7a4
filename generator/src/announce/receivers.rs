//! The file of receivers: YAML or JSON. It holds keys, so only its owner may read it, and no error
//! repeats a value of it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use contract::Hash;
use serde::Deserialize;
use serde_json::Value;
use yaml_reader as yaml;

use super::news::Hears;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::Message;

/// The file is no longer, in bytes.
const LONGEST: u64 = 64 * 1024;

/// Receivers of a file at most.
const MOST: usize = 16;

/// A receiver that hears which addresses changed.
#[derive(Clone)]
pub struct Receiver {
    pub(super) kind: Kind,
}

/// One receiver, as the file names it.
#[derive(Clone, Deserialize)]
#[serde(tag = "to", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Kind {
    /// Search engines of IndexNow (Bing, Yandex and others).
    IndexNow {
        /// The text of `/<key>.txt`.
        key: String,
        #[serde(default = "indexnow")]
        url: String,
    },
    /// Baidu's search.
    Baidu {
        /// The token from Baidu's page for owners of sites.
        token: String,
        #[serde(default = "baidu")]
        url: String,
    },
    /// Cloudflare's cache.
    Cloudflare {
        /// Id of the zone.
        zone: String,
        /// Token that may purge the zone's cache.
        token: String,
        #[serde(default = "cloudflare")]
        url: String,
    },
    /// The cache of Alibaba Cloud.
    Aliyun {
        /// Id of an access key that may refresh its cache.
        id: String,
        /// Secret of the access key.
        key: String,
        #[serde(default = "aliyun")]
        url: String,
    },
    /// The cache of Tencent Cloud.
    Tencent {
        /// Id of a key that may purge its cache.
        id: String,
        /// The key.
        key: String,
        #[serde(default = "tencent")]
        url: String,
    },
    /// A program of one's own.
    Webhook {
        url: String,
        /// Secret that signs each call.
        secret: String,
    },
}

fn indexnow() -> String {
    "https://api.indexnow.org".to_owned()
}

fn baidu() -> String {
    "http://data.zz.baidu.com".to_owned()
}

fn cloudflare() -> String {
    "https://api.cloudflare.com".to_owned()
}

fn aliyun() -> String {
    "https://cdn.aliyuncs.com".to_owned()
}

fn tencent() -> String {
    "https://cdn.tencentcloudapi.com".to_owned()
}

impl Kind {
    /// The part of the site that it hears of.
    pub(super) fn hears(&self) -> Hears {
        match self {
            Self::IndexNow { .. } | Self::Baidu { .. } => Hears::Pages,
            Self::Cloudflare { .. }
            | Self::Aliyun { .. }
            | Self::Tencent { .. }
            | Self::Webhook { .. } => Hears::Files,
        }
    }

    /// Addresses of a call, at most.
    pub(super) fn batch(&self) -> usize {
        match self {
            Self::IndexNow { .. } => 10_000,
            Self::Baidu { .. } => 2_000,
            Self::Cloudflare { .. } => 30,
            Self::Aliyun { .. } | Self::Tencent { .. } | Self::Webhook { .. } => 1_000,
        }
    }

    /// Whether the receiver has a quota from which an address takes a part each time it is sent.
    pub(super) fn counts_repeats(&self) -> bool {
        matches!(self, Self::Baidu { .. })
    }

    /// Whether the receiver has no use for addresses that ended.
    pub(super) fn forgets(&self) -> bool {
        matches!(self, Self::Baidu { .. })
    }

    /// Whether the receiver keeps copies of files.
    pub(super) fn is_cache(&self) -> bool {
        self.hears() == Hears::Files
    }
}

impl Receiver {
    /// Name of the receiver in reports.
    pub fn name(&self) -> String {
        match &self.kind {
            Kind::IndexNow { .. } => "indexnow",
            Kind::Baidu { .. } => "baidu",
            Kind::Cloudflare { .. } => "cloudflare",
            Kind::Aliyun { .. } => "aliyun",
            Kind::Tencent { .. } => "tencent",
            Kind::Webhook { .. } => "webhook",
        }
        .to_owned()
    }

    /// Name of the receiver's record: with another key it is the same receiver, with another
    /// address it is not.
    pub(super) fn id(&self) -> String {
        let place = match &self.kind {
            Kind::IndexNow { url, .. } | Kind::Baidu { url, .. } | Kind::Webhook { url, .. } => {
                url.clone()
            }
            Kind::Cloudflare { url, zone, .. } => format!("{url}/{zone}"),
            Kind::Aliyun { url, .. } | Kind::Tencent { url, .. } => url.clone(),
        };
        let hash = Hash::of(place.as_bytes()).to_string();
        format!("{}-{}", self.name(), &hash[..8])
    }

    /// The path of the file that proves to it whose site it is.
    pub fn proof(&self) -> Option<String> {
        match &self.kind {
            Kind::IndexNow { key, .. } => Some(format!("/{key}.txt")),
            _ => None,
        }
    }
}

/// The receivers of a file.
pub fn read(path: &Path) -> Result<Vec<Receiver>, Failure> {
    let place = path.display().to_string();
    let usage = |message: Message| Failure::new(Exit::Usage, message);
    let unread = |error: std::io::Error| {
        let unread = Message::new("announce-file").with("file", &place);
        Failure::new(Exit::Usage, unread.because(error))
    };
    let file = File::open(path).map_err(unread)?;
    if file.metadata().map_err(unread)?.mode() & 0o077 != 0 {
        return Err(usage(
            Message::new("announce-file/open").with("file", &place),
        ));
    }
    let mut text = String::new();
    let mut limited = file.take(LONGEST);
    limited.read_to_string(&mut text).map_err(unread)?;
    parse(&text).map_err(|flaw| {
        usage(match flaw {
            Flaw::Yaml(line) => Message::new("announce-file/yaml")
                .with("file", &place)
                .with("line", line),
            Flaw::Count => Message::new("announce-file/count")
                .with("file", &place)
                .with("most", MOST),
            Flaw::Receiver(number) => Message::new("announce-file/receiver")
                .with("file", &place)
                .with("number", number),
            Flaw::Twice(number) => Message::new("announce-file/twice")
                .with("file", &place)
                .with("number", number),
        })
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    Yaml(u32),
    Count,
    /// Number of the receiver, from 1.
    Receiver(usize),
    Twice(usize),
}

fn parse(text: &str) -> Result<Vec<Receiver>, Flaw> {
    let value = yaml::parse(text).map_err(|error| Flaw::Yaml(error.place.line))?;
    let Value::Array(items) = value else {
        return Err(Flaw::Count);
    };
    if items.is_empty() || items.len() > MOST {
        return Err(Flaw::Count);
    }
    let mut ids = BTreeSet::new();
    let mut receivers = Vec::new();
    for (number, item) in (1..).zip(items) {
        let kind = Kind::deserialize(item).ok().filter(is_sound);
        let receiver = Receiver {
            kind: kind.ok_or(Flaw::Receiver(number))?,
        };
        if !ids.insert(receiver.id()) {
            return Err(Flaw::Twice(number));
        }
        receivers.push(receiver);
    }
    Ok(receivers)
}

/// Keys are parts of addresses and headers, so they have no signs that mean something there.
fn is_sound(kind: &Kind) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let is_key = |key: &String| (4..=256).contains(&key.len()) && key.bytes().all(plain);
    let is_address = |url: &String| {
        let is_http = url.starts_with("https://") || url.starts_with("http://");
        is_http && url.bytes().all(|byte| byte.is_ascii_graphic())
    };
    match kind {
        Kind::IndexNow { key, url } => is_key(key) && is_address(url),
        Kind::Baidu { token, url } => is_key(token) && is_address(url),
        Kind::Aliyun { id, key, url } | Kind::Tencent { id, key, url } => {
            is_key(id) && is_key(key) && is_address(url)
        }
        Kind::Cloudflare { zone, token, url } => is_key(zone) && is_key(token) && is_address(url),
        Kind::Webhook { url, secret } => is_address(url) && !secret.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "- to: indexnow\n  key: 0123abcd\n- to: baidu\n  token: s3cret\n\
        - to: cloudflare\n  zone: abcd\n  token: s3cret\n- to: aliyun\n  id: abcd\n  key: s3cret\n\
        - to: tencent\n  id: abcd\n  key: s3cret\n- to: webhook\n  url: https://a.example/x\n  secret: w0rd\n";

    #[test]
    fn a_file_names_receivers_and_their_keys() {
        let receivers = parse(GOOD).ok().unwrap();
        let names: Vec<String> = receivers.iter().map(Receiver::name).collect();
        let known = [
            "indexnow",
            "baidu",
            "cloudflare",
            "aliyun",
            "tencent",
            "webhook",
        ];
        assert_eq!(names, known);
        assert_eq!(receivers[0].proof().as_deref(), Some("/0123abcd.txt"));
    }

    #[test]
    fn a_flaw_has_its_place_and_no_key() {
        for (text, flaw) in [
            ("[]", Flaw::Count),
            ("to: baidu", Flaw::Count),
            ("- to: bing\n  key: 0123", Flaw::Receiver(1)),
            ("- to: indexnow", Flaw::Receiver(1)),
            ("- to: indexnow\n  key: ../x", Flaw::Receiver(1)),
            ("- to: baidu\n  token: s3cret\n  site: x", Flaw::Receiver(1)),
            ("- to: baidu\n  token: a&site=b", Flaw::Receiver(1)),
            (
                "- to: webhook\n  url: ftp://x\n  secret: w",
                Flaw::Receiver(1),
            ),
            (
                "- to: baidu\n  token: s3cret\n- to: baidu\n  token: other",
                Flaw::Twice(2),
            ),
            ("- to: \"baidu", Flaw::Yaml(1)),
        ] {
            assert_eq!(parse(text).err(), Some(flaw), "{text}");
        }
    }
}
