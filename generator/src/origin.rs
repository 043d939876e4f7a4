//! The system-config call: once per locale and build, like any client (R3.02, R7.04).

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use contract::Hash;
use contract::api::{Envelope, SystemConfigEntry};
use contract::locale::Locale;

use crate::cli::OriginDown;
use crate::message::Message;
use crate::output::replace_file;

/// `language` header value → entries.
pub type SystemConfig = BTreeMap<String, Vec<SystemConfigEntry>>;

/// One call may take this long; a build is not held up by an origin that hangs.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Waits before the second and the third try.
const RETRY_AFTER: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(1)];

/// Name of the recording under `var/`.
const RECORDING: &str = "system-config.json";

/// A client of one origin, with a runtime of its own: everything else in the generator is plain threads.
pub struct Origin {
    address: String,
    client: reqwest::Client,
    runtime: tokio::runtime::Runtime,
}

impl Origin {
    /// A client for `address` (no trailing slash).
    pub fn new(address: &str) -> anyhow::Result<Self> {
        // A process has one TLS library, which reqwest finds installed; the second client finds it there, too.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // No proxy from the environment: the origin is addressed directly, whatever the machine's settings are.
        let client = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .no_proxy()
            .build()?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        Ok(Self {
            address: address.to_owned(),
            client,
            runtime,
        })
    }

    /// The system configuration in every language. `data` is what the embedded origin should answer from.
    pub fn system_config(&self, locales: &[Locale], data: &Hash) -> anyhow::Result<SystemConfig> {
        let fetch =
            |locale: &Locale| Ok((locale.language.clone(), self.fetch(&locale.language, data)?));
        locales.iter().map(fetch).collect()
    }

    fn fetch(&self, language: &str, data: &Hash) -> anyhow::Result<Vec<SystemConfigEntry>> {
        let url = format!("{}/api/web/system-config", self.address);
        let place = || format!("GET {url} (language: {language})");
        let body = self.runtime.block_on(async {
            let mut waits = RETRY_AFTER.iter();
            loop {
                let request = self
                    .client
                    .get(&url)
                    .header("language", language)
                    .header(contract::origin_data::HEADER, data.to_string());
                let answer = match request.send().await {
                    Ok(answer) if answer.status().is_server_error() => {
                        Err(anyhow::anyhow!("the origin answered {}", answer.status()))
                    }
                    Ok(answer) => return answer.bytes().await.map_err(anyhow::Error::from),
                    Err(error) => Err(anyhow::Error::from(error)),
                };
                match waits.next() {
                    Some(wait) => tokio::time::sleep(*wait).await,
                    None => return answer,
                }
            }
        });
        let envelope: Envelope<Vec<SystemConfigEntry>> =
            serde_json::from_slice(&body.with_context(place)?)
                .context("the answer is no system configuration")
                .with_context(place)?;
        checked(envelope).with_context(place)
    }
}

fn checked(envelope: Envelope<Vec<SystemConfigEntry>>) -> anyhow::Result<Vec<SystemConfigEntry>> {
    if envelope.code != 200 {
        bail!("the origin answered {}: {}", envelope.code, envelope.msg);
    }
    let entries = envelope.data.context("the answer has no `data`")?;
    for entry in &entries {
        if !entry.path.starts_with('/') {
            bail!("the path `{}` does not start with `/`", entry.path);
        }
        if entry.seo_config.title.trim().is_empty() {
            bail!("`{}` has an empty `seoConfig.title`", entry.path);
        }
    }
    Ok(entries)
}

/// What to build with: the answer, or with `--origin-down last-good` the last recording. The second value is a warning.
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

/// Paths that `next` drops or newly hides from search engines, if they are more than a tenth: a slip in the backend's
/// settings should not take a site out of every index.
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
    fn an_answer_with_a_relative_path_or_an_error_code_is_refused() {
        let envelope = |code, path: &str| {
            let seo_config = SeoConfig {
                title: "t".to_owned(),
                ..SeoConfig::default()
            };
            let data = vec![SystemConfigEntry {
                path: path.to_owned(),
                seo_config,
            }];
            Envelope {
                code,
                msg: "no".to_owned(),
                data: Some(data),
            }
        };
        assert!(checked(envelope(200, "/about")).is_ok());
        assert!(checked(envelope(200, "about")).is_err());
        assert!(checked(envelope(503, "/about")).is_err());
    }
}
