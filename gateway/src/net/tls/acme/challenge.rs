//! Challenges: proofs to an authority that a name leads to this gateway.
//!
//! HTTP-01 (RFC 8555, 8.3) asks for a text on port 80, TLS-ALPN-01 (RFC 8737) for a certificate on
//! port 443. Both are answered only while an order waits for them.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use arc_swap::ArcSwap;
use rcgen::{CertificateParams, CustomExtension, KeyPair};
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::ClientHello;
use tokio_rustls::rustls::sign::{CertifiedKey, SingleCertAndKey};

use crate::protocol::http_challenge::HttpChallenges;

/// The protocol of TLS-ALPN-01.
const ALPN: &[u8] = b"acme-tls/1";

/// A challenge that this gateway can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A text on the redirecting port.
    Http01,
    /// A certificate on the port with TLS.
    TlsAlpn01,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Http01 => "HTTP-01",
            Self::TlsAlpn01 => "TLS-ALPN-01",
        })
    }
}

/// Answers to the challenges of the order in progress.
#[derive(Default)]
pub(crate) struct Challenges {
    http: Arc<HttpChallenges>,
    /// Settings of handshakes by TLS-ALPN-01, by the name that is checked.
    tls: ArcSwap<HashMap<String, Arc<ServerConfig>>>,
}

impl Challenges {
    /// Answers of no order yet; `http` has those that the redirecting socket gives.
    pub(crate) fn new(http: Arc<HttpChallenges>) -> Self {
        Self {
            http,
            tls: ArcSwap::default(),
        }
    }

    /// Whether a handshake may be an authority's.
    pub(crate) fn wait_for_handshakes(&self) -> bool {
        !self.tls.load().is_empty()
    }

    /// The answer to an authority's handshake; none for a visitor's.
    pub(crate) fn handshake(&self, hello: &ClientHello<'_>) -> Option<Arc<ServerConfig>> {
        let mut protocols = hello.alpn()?;
        if protocols.next() != Some(ALPN) || protocols.next().is_some() {
            return None;
        }
        let name = hello.server_name()?.to_ascii_lowercase();
        self.tls.load().get(&name).cloned()
    }

    /// An order's answers, which are forgotten when the returned value is dropped.
    pub(super) fn begin(&self) -> OpenAnswers<'_> {
        OpenAnswers(self)
    }
}

/// The answers of one order.
pub(super) struct OpenAnswers<'a>(&'a Challenges);

impl OpenAnswers<'_> {
    /// Answers with the text at the token's path.
    pub(super) fn add_text(&self, token: &str, text: &str) {
        self.0.http.add(token, text);
    }

    /// Answers with a certificate that has the digest, for a name.
    pub(super) fn add_certificate(&self, name: &str, digest: &[u8]) -> Result<(), CannotAnswer> {
        let config = Arc::new(proof(name, digest)?);
        self.0.tls.rcu(|answers| {
            let mut answers = HashMap::clone(answers);
            answers.insert(name.to_ascii_lowercase(), Arc::clone(&config));
            answers
        });
        Ok(())
    }
}

impl Drop for OpenAnswers<'_> {
    fn drop(&mut self) {
        self.0.http.clear();
        self.0.tls.store(Arc::default());
    }
}

/// The libraries refuse to make a certificate for the name.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(crate) struct CannotAnswer(Box<dyn std::error::Error + Send + Sync>);

fn proof(name: &str, digest: &[u8]) -> Result<ServerConfig, CannotAnswer> {
    let cannot = |error: rcgen::Error| CannotAnswer(error.into());
    let mut params = CertificateParams::new([name.to_owned()]).map_err(cannot)?;
    params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
    let key = KeyPair::generate().map_err(cannot)?;
    let certificate = params.self_signed(&key).map_err(cannot)?;
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let provider = Arc::new(ring::default_provider());
    let key = provider.key_provider.load_private_key(key);
    let key = key.map_err(|error| CannotAnswer(error.into()))?;
    // Without rustls' check of a pair, which refuses the extension, as clients other than
    // authorities shall.
    let pair = CertifiedKey::new(vec![certificate.der().clone()], key);
    let config =
        ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|error| CannotAnswer(error.into()))?;
    let mut config = config
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(SingleCertAndKey::from(pair)));
    config.alpn_protocols = vec![ALPN.to_vec()];
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handshakes_are_examined_only_while_an_order_waits_for_one() {
        let challenges = Challenges::default();
        assert!(!challenges.wait_for_handshakes());
        let answers = challenges.begin();
        answers.add_certificate("a.example", &[7; 32]).unwrap();
        assert!(challenges.wait_for_handshakes());
        drop(answers);
        assert!(!challenges.wait_for_handshakes());
    }
}
