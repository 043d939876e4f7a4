//! The client of an origin that answers over HTTP.

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

use super::{SystemConfig, check_entries};
use generator_ground::http::client;

/// One call may take this long; a build is not held up by an origin that hangs.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Longest answer, in bytes: tens of thousands of paths. A server that sends more is no origin, or
/// wants this machine's memory.
const LONGEST: usize = 8 * 1024 * 1024;

/// Waits before the second and the third try.
const RETRY_AFTER: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(1)];

/// A client of one origin, with a runtime of its own: everything else in the generator is plain
/// threads.
pub(super) struct Client {
    address: String,
    client: reqwest::Client,
    runtime: tokio::runtime::Runtime,
}

impl Client {
    /// A client for `address` (no trailing slash). `ca` holds the authorities that may vouch for
    /// one with TLS; without it the system's are asked.
    pub(super) fn new(address: &str, ca: Option<&Path>) -> anyhow::Result<Self> {
        let authorities = ca.map(authorities).transpose()?;
        // No proxy from the environment: the origin is addressed directly, whatever the machine's
        // settings are. No redirects: a backend that was taken over must not point this machine at
        // others in its network.
        let client = client(|builder| {
            let builder = builder.timeout(TIMEOUT).redirect(Policy::none()).no_proxy();
            match &authorities {
                Some(authorities) => builder.tls_certs_only(authorities.clone()),
                None => builder,
            }
        });
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        Ok(Self {
            address: address.to_owned(),
            client: client?,
            runtime,
        })
    }

    /// The system configuration in every language. `data` is the hash of the data from which the
    /// embedded origin should answer.
    pub(super) fn system_config(
        &self,
        locales: &[Locale],
        data: &Hash,
    ) -> anyhow::Result<SystemConfig> {
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
        entries(envelope).with_context(place)
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

fn entries(envelope: Envelope<Vec<SystemConfigEntry>>) -> anyhow::Result<Vec<SystemConfigEntry>> {
    if envelope.code != 200 {
        bail!("the origin answered {}: {}", envelope.code, envelope.msg);
    }
    check_entries(envelope.data.context("the answer has no `data`")?)
}

/// Adds the remedy to an error if the origin's certificate is refused.
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

/// An error without the I/O errors around it, which do not list the wrapped error among their
/// causes.
fn innermost<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    match error.downcast_ref().and_then(std::io::Error::get_ref) {
        Some(inner) => innermost(inner),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_with_an_error_code_or_without_data_is_refused() {
        let envelope = |code, data| Envelope {
            code,
            msg: "no".to_owned(),
            data,
        };
        assert!(entries(envelope(200, Some(Vec::new()))).is_ok());
        assert!(entries(envelope(503, Some(Vec::new()))).is_err());
        assert!(entries(envelope(200, None)).is_err());
    }
}
