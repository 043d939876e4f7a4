//! The SEO settings that the origin answers: once per locale and build (R3.02, R7.04).
//!
//! The embedded origin answers from data that the generator itself writes, so a build for it sends
//! no request: no server, port or database is needed. A remote one is requested over HTTP as by any
//! client.

mod client;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};
use contract::Hash;
use contract::api::SystemConfigEntry;
use contract::locale::Locale;
use contract::origin_data::OriginData;

use crate::config::OriginAddress;
use crate::config::options::OriginDown;
use client::Client;
use generator_ground::message::Message;
use generator_ground::storage::replace::replace_file;

/// `language` header value → entries.
pub type SystemConfig = BTreeMap<String, Vec<SystemConfigEntry>>;

/// Name of the recording under `var/`.
const RECORDING: &str = "system-config.json";

/// The origin that SEO settings come from.
pub struct Origin(Kind);

enum Kind {
    Embedded,
    Remote(Client),
}

impl Origin {
    /// The origin at `address`. Sends no request yet.
    pub fn new(address: &OriginAddress) -> anyhow::Result<Self> {
        Ok(Self(match address {
            OriginAddress::Embedded => Kind::Embedded,
            OriginAddress::Remote { url, ca } => Kind::Remote(Client::new(url, ca.as_deref())?),
        }))
    }

    /// The system configuration in every language. `data`, which the file `hash` holds, is all that
    /// the embedded origin knows.
    pub fn system_config(
        &self,
        locales: &[Locale],
        data: &OriginData,
        hash: &Hash,
    ) -> anyhow::Result<SystemConfig> {
        match &self.0 {
            Kind::Embedded => embedded_answers(locales, data),
            Kind::Remote(client) => client.system_config(locales, hash),
        }
    }

    /// Whether the answer may differ from the recording under `var`, for a build with the same
    /// sources. The embedded origin's answer is one of the sources.
    pub fn may_differ(&self, locales: &[Locale], data: &Hash, var: &Path) -> anyhow::Result<bool> {
        match &self.0 {
            Kind::Embedded => Ok(false),
            // An origin that is down is reported at the next request.
            Kind::Remote(client) => Ok(client.system_config(locales, data).ok() != recording(var)?),
        }
    }
}

/// The answers of the embedded origin.
fn embedded_answers(locales: &[Locale], data: &OriginData) -> anyhow::Result<SystemConfig> {
    let answer = |locale: &Locale| {
        let entries = data.system_config.get(&locale.language).with_context(|| {
            format!(
                "the content has no system configuration for `{}`",
                locale.language
            )
        })?;
        Ok((locale.language.clone(), check_entries(entries.clone())?))
    };
    locales.iter().map(answer).collect()
}

/// Entries that pages can be made from, checked for every kind of origin.
fn check_entries(entries: Vec<SystemConfigEntry>) -> anyhow::Result<Vec<SystemConfigEntry>> {
    for entry in &entries {
        if !entry.path.starts_with('/') {
            bail!("the path `{}` does not start with `/`", entry.path);
        }
        if entry.seo_config.title.trim().is_empty() {
            bail!("`{}` has an empty `seoConfig.title`", entry.path);
        }
        if let Some(image) = &entry.seo_config.image
            && !is_address(image)
        {
            bail!(
                "`{}` has the `seoConfig.image` `{image}`, which is neither a path that starts with `/` nor an http(s) address",
                entry.path
            );
        }
    }
    Ok(entries)
}

/// Whether a text is a path on the site or an address that any client may fetch.
fn is_address(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_path = lower.starts_with('/') && !lower.starts_with("//");
    is_path || lower.starts_with("https://") || lower.starts_with("http://")
}

/// Settings to build with: the answer, or with `--origin-down last-good` the last recording. The
/// second value is a warning.
pub fn or_last_good(
    answer: anyhow::Result<SystemConfig>,
    policy: OriginDown,
    var: &Path,
) -> anyhow::Result<(SystemConfig, Option<Message>)> {
    match (answer, policy) {
        (Ok(config), _) => Ok((config, None)),
        (Err(error), OriginDown::Fail) => Err(error),
        (Err(error), OriginDown::LastGood) => {
            let why = format!("{error:#}");
            let Some(config) = recording(var)? else {
                return Err(Message::new("origin-down/no-recording").because(error));
            };
            let warning = Message::new("origin-down/last-good").with("why", why);
            Ok((config, Some(warning)))
        }
    }
}

/// The system configuration of the last publish.
pub fn recording(var: &Path) -> anyhow::Result<Option<SystemConfig>> {
    let path = var.join(RECORDING);
    if !path.exists() {
        return Ok(None);
    }
    let text = std::fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok(Some(serde_json::from_slice(&text).with_context(|| {
        format!("`{}` is damaged; delete it", path.display())
    })?))
}

/// Remembers the system configuration of a publish.
pub fn record(var: &Path, config: &SystemConfig) -> anyhow::Result<()> {
    // Most edits leave it as it is, and a synced write would be the slowest step of theirs.
    if recording(var).is_ok_and(|last| last.as_ref() == Some(config)) {
        return Ok(());
    }
    let path = var.join(RECORDING);
    replace_file(&path, &serde_json::to_vec_pretty(config)?)
        .with_context(|| format!("cannot write `{}`", path.display()))
}

/// Paths that `next` drops or newly hides from search engines, if they are more than a tenth: a
/// slip in the backend's settings should not take a site out of every index.
pub fn hidden_paths(last: &SystemConfig, next: &SystemConfig) -> Option<Vec<String>> {
    let mut hidden = Vec::new();
    let mut total = 0;
    for (language, entries) in last {
        let next = next.get(language).map(Vec::as_slice).unwrap_or_default();
        for entry in entries.iter().filter(|entry| !entry.seo_config.noindex) {
            total += 1;
            let now = next.iter().find(|candidate| candidate.path == entry.path);
            if now.is_none_or(|now| now.seo_config.noindex) {
                hidden.push(format!("{} ({language})", entry.path));
            }
        }
    }
    (hidden.len() * 10 > total).then_some(hidden)
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::api::SeoConfig;

    fn config(paths: impl IntoIterator<Item = (usize, bool)>) -> SystemConfig {
        let entry = |(n, noindex)| {
            let seo_config = SeoConfig {
                title: "t".to_owned(),
                noindex,
                ..SeoConfig::default()
            };
            SystemConfigEntry {
                path: format!("/{n}"),
                seo_config,
            }
        };
        BTreeMap::from([("en".to_owned(), paths.into_iter().map(entry).collect())])
    }

    #[test]
    fn hiding_more_than_a_tenth_is_noticed_and_a_tenth_is_not() {
        let last = config((0..20).map(|n| (n, false)));
        assert_eq!(
            hidden_paths(&last, &config((0..20).map(|n| (n, n < 2)))),
            None
        );
        assert_eq!(
            hidden_paths(&last, &config((0..20).map(|n| (n, n < 3))))
                .unwrap()
                .len(),
            3
        );
        assert_eq!(
            hidden_paths(&last, &config((3..20).map(|n| (n, false)))).unwrap(),
            ["/0 (en)", "/1 (en)", "/2 (en)"]
        );
        assert_eq!(
            hidden_paths(&last, &SystemConfig::new()).unwrap().len(),
            20,
            "an empty answer hides everything"
        );
        assert_eq!(hidden_paths(&config([]), &last), None);
    }

    #[test]
    fn a_path_is_absolute_and_a_title_is_not_empty() {
        let entry = |path: &str, title: &str| {
            let seo_config = SeoConfig {
                title: title.to_owned(),
                ..SeoConfig::default()
            };
            vec![SystemConfigEntry {
                path: path.to_owned(),
                seo_config,
            }]
        };
        assert!(check_entries(entry("/about", "About")).is_ok());
        assert!(check_entries(entry("about", "About")).is_err());
        assert!(check_entries(entry("/about", " ")).is_err());
    }

    #[test]
    fn a_sharing_image_is_a_path_or_an_http_address() {
        for (image, is_good) in [
            ("/media/a.png", true),
            ("https://cdn.example/a.png", true),
            ("HTTP://cdn.example/a.png", true),
            ("javascript:alert(1)", false),
            ("data:image/png;base64,AAAA", false),
            ("//cdn.example/a.png", false),
            ("a.png", false),
            ("", false),
        ] {
            assert_eq!(is_address(image), is_good, "{image}");
        }
    }
}
