//! The system-config call: once per locale and build, like any client (R3.02, R7.04).

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use contract::Hash;
use contract::api::{Envelope, SystemConfigEntry};
use contract::locale::Locale;
use reqwest::header::{HeaderValue, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Certificate, Response};

use crate::builds::replace_file;
use crate::config::options::OriginDown;
use crate::message::Message;

/// `language` header value → entries.
pub type SystemConfig = BTreeMap<String, Vec<SystemConfigEntry>>;

/// One call may take this long; a build is not held up by an origin that hangs.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Longest answer, in bytes: tens of thousands of paths. A server that sends more is no origin, or
/// wants this machine's memory.
const LONGEST: usize = 8 * 1024 * 1024;

/// Waits before the second and the third try.
const RETRY_AFTER: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(1)];

/// Name of the recording under `var/`.
const RECORDING: &str = "system-config.json";

/// A client of one origin, with a runtime of its own: everything else in the generator is plain
/// threads.
pub struct Origin {
    address: String,
    client: reqwest::Client,
    runtime: tokio::runtime::Runtime,
}

impl Origin {
    /// A client for `address` (no trailing slash). `ca` holds the authorities that may vouch for
    /// one with TLS; without it the system's are asked.
    pub fn new(address: &str, ca: Option<&Path>) -> anyhow::Result<Self> {
        // A process has one TLS library, which reqwest finds installed; the second client finds it
        // there, too.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // No proxy from the environment: the origin is addressed directly, whatever the machine's
        // settings are. No redirects: a backend that was taken over must not point this machine at
        // others in its network.
        let mut client = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .redirect(Policy::none())
            .no_proxy();
        if let Some(ca) = ca {
            client = client.tls_certs_only(authorities(ca)?);
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        Ok(Self {
            address: address.to_owned(),
            client: client.build()?,
            runtime,
        })
    }

    /// The system configuration in every language. `data` is what the embedded origin should answer
    /// from.
    pub fn system_config(&self, locales: &[Locale], data: &Hash) -> anyhow::Result<SystemConfig> {
        let fetch =
            |locale: &Locale| Ok((locale.language.clone(), self.fetch(&locale.language, data)?));
        locales.iter().map(fetch).collect()
    }

    fn fetch(&self, language: &str, data: &Hash) -> anyhow::Result<Vec<SystemConfigEntry>> {
        let url = format!("{}/api/web/system-config", self.address);
        let place = || format!("GET {url} (language: {language})");
        let answer = self.runtime.block_on(self.ask(&url, language, data));
        let envelope: Envelope<Vec<SystemConfigEntry>> =
            serde_json::from_slice(&answer.with_context(place)?)
                .context("the answer is no system configuration")
                .with_context(place)?;
        checked(envelope).with_context(place)
    }

    /// The body of an answer, after as many tries as an origin that is down gets.
    async fn ask(&self, url: &str, language: &str, data: &Hash) -> anyhow::Result<Vec<u8>> {
        let mut waits = RETRY_AFTER.iter();
        loop {
            let request = self
                .client
                .get(url)
                .header("language", language)
                .header(contract::origin_data::HEADER, data.to_string());
            let error = match request.send().await {
                Ok(answer) if answer.status().is_server_error() => {
                    anyhow!("the origin answered {}", answer.status())
                }
                Ok(answer) => return body(answer).await,
                Err(error) => with_remedy(error),
            };
            match waits.next() {
                Some(wait) => tokio::time::sleep(*wait).await,
                None => return Err(error),
            }
        }
    }
}

fn authorities(file: &Path) -> anyhow::Result<Vec<Certificate>> {
    let place = || format!("--origin-ca: `{}`", file.display());
    let pem = std::fs::read(file).with_context(place)?;
    let all = Certificate::from_pem_bundle(&pem).with_context(place)?;
    if all.is_empty() {
        bail!("{}: there is no certificate in PEM", place());
    }
    Ok(all)
}

/// The whole body, as far as it can be a system configuration.
async fn body(mut answer: Response) -> anyhow::Result<Vec<u8>> {
    let status = answer.status();
    if status.is_redirection() {
        let place = answer.headers().get(LOCATION);
        let place = String::from_utf8_lossy(place.map_or(b"nowhere", HeaderValue::as_bytes));
        bail!(
            "the origin answered {status} and points to `{place}`, which is not followed: name the address that answers by itself with `--origin`"
        );
    }
    let mut bytes = Vec::new();
    while let Some(piece) = answer.chunk().await? {
        if bytes.len() + piece.len() > LONGEST {
            bail!(
                "the answer is longer than {} MiB, which no system configuration is: does `--origin` name the right server?",
                LONGEST >> 20
            );
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// Says what to do where the origin's certificate is refused.
fn with_remedy(error: reqwest::Error) -> anyhow::Error {
    use rustls::CertificateError as Wrong;
    let remedy = match certificate_error(&error) {
        // A bad signature is that of another authority of the same name.
        Some(Wrong::UnknownIssuer | Wrong::BadSignature) => {
            "the origin's certificate comes from an authority that is not known here: name that authority's certificate with `--origin-ca FILE`"
        }
        Some(Wrong::NotValidForName | Wrong::NotValidForNameContext { .. }) => {
            "the origin's certificate is made out to another name: write that one in `--origin`, or have another certificate made"
        }
        Some(Wrong::Expired | Wrong::ExpiredContext { .. }) => {
            "the origin's certificate has expired: renew it on the origin's machine"
        }
        Some(Wrong::NotValidYet | Wrong::NotValidYetContext { .. }) => {
            "the origin's certificate is not valid yet: set the clocks of both machines"
        }
        _ => return error.into(),
    };
    anyhow::Error::from(error).context(remedy)
}

fn certificate_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a rustls::CertificateError> {
    let mut causes = std::iter::successors(Some(error), |error: &&'a (dyn Error + 'static)| {
        (*error).source()
    });
    let found = causes.find_map(|cause| innermost(cause).downcast_ref::<rustls::Error>());
    match found? {
        rustls::Error::InvalidCertificate(error) => Some(error),
        _ => None,
    }
}

/// An error without the I/O errors around it, which do not count what they wrap among their causes.
fn innermost<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    match error.downcast_ref().and_then(std::io::Error::get_ref) {
        Some(inner) => innermost(inner),
        None => error,
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
