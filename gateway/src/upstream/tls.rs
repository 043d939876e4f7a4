//! TLS to another server: the trusted certificates, and the message about an untrusted one.
//!
//! The authorities are read at the start, and those of a file again on SIGHUP. Each connection is
//! checked against them, and against the name that the address has; this check cannot be switched
//! off.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arc_swap::ArcSwap;
use http::uri::Authority;
use sentences::Message;
use sha2::{Digest, Sha256};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{self, CertificateError, ClientConfig, InvalidMessage, RootCertStore};

use crate::config::Authorities;
use crate::protocol::host::bare_host;
use crate::reread::Reread;

/// Reasons why no connection could be checked. Each names the remedy.
#[derive(Debug)]
pub(crate) enum AuthoritiesError {
    /// The file is missing, or this process may not read it.
    Unreadable {
        path: PathBuf,
        option: &'static str,
        error: pem::Error,
    },
    /// The file holds something else.
    Empty { path: PathBuf, option: &'static str },
    /// The system has no trusted authorities.
    NoSystem(&'static str),
    /// The host is neither a name nor an address.
    Host(String),
    /// The library of ciphers refuses its own defaults.
    Tls(rustls::Error),
}

sentences::error_in_words!(AuthoritiesError);

impl AuthoritiesError {
    /// The error in words, for people.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::Unreadable {
                path,
                option,
                error,
            } => Message::new("authorities-unreadable")
                .with("file", path.display().to_string())
                .with("option", *option)
                .with("error", error.to_string()),
            Self::Empty { path, option } => Message::new("authorities-empty")
                .with("file", path.display().to_string())
                .with("option", *option),
            Self::NoSystem(option) => Message::new("authorities-no-system").with("option", *option),
            Self::Host(host) => Message::new("authorities-host").with("host", host),
            Self::Tls(error) => Message::new("authorities-tls").with("error", error.to_string()),
        }
    }
}

impl From<rustls::Error> for AuthoritiesError {
    fn from(error: rustls::Error) -> Self {
        Self::Tls(error)
    }
}

/// Opens TLS on connections to one server.
pub(crate) struct Tls {
    trust: ArcSwap<Trust>,
    name: ServerName<'static>,
    authorities: Authorities,
}

/// The authorities, ready for handshakes.
struct Trust {
    config: Arc<ClientConfig>,
    /// Hash of their file; none for those of the system.
    digest: Option<[u8; 32]>,
}

impl Trust {
    fn read(authorities: &Authorities) -> Result<Self, AuthoritiesError> {
        let digest = match authorities {
            Authorities::System => None,
            // A file that cannot be read has its message below.
            Authorities::File(path) => fs::read(path).ok().map(|all| Sha256::digest(all).into()),
        };
        let mut config = trusting(authorities, "--origin-ca")?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self {
            config: Arc::new(config),
            digest,
        })
    }
}

impl Tls {
    /// Reads the authorities.
    pub(crate) fn new(
        authority: &Authority,
        authorities: Authorities,
    ) -> Result<Self, AuthoritiesError> {
        let host = bare_host(authority);
        let name = ServerName::try_from(host.to_owned())
            .map_err(|_| AuthoritiesError::Host(host.to_owned()))?;
        Ok(Self {
            trust: ArcSwap::from_pointee(Trust::read(&authorities)?),
            name,
            authorities,
        })
    }

    /// A handshake; the error names the remedy. The caller sets the time limit.
    pub(super) async fn connect(&self, stream: TcpStream) -> Result<TlsStream<TcpStream>, String> {
        let connector = TlsConnector::from(Arc::clone(&self.trust.load().config));
        let shaken = connector.connect(self.name.clone(), stream).await;
        shaken.map_err(|error| self.explain(&error))
    }

    /// Reads the file of authorities again; new connections are checked against it. Returns its
    /// path and the result; none for the authorities of the system. Blocks.
    pub(super) fn reread(&self) -> Option<(PathBuf, Reread)> {
        let Authorities::File(path) = &self.authorities else {
            return None;
        };
        let result = match Trust::read(&self.authorities) {
            Ok(trust) if trust.digest == self.trust.load().digest => Reread::Unchanged,
            Ok(trust) => {
                self.trust.store(Arc::new(trust));
                Reread::Changed
            }
            Err(error) => Reread::Refused(error.to_string()),
        };
        Some((path.clone(), result))
    }

    fn explain(&self, error: &io::Error) -> String {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
        match inner {
            Some(error) => explain(error, &self.name.to_str(), &self.authorities),
            None => format!("the TLS handshake broke off: {error}"),
        }
    }
}

/// Describes a fault of another server's TLS, and its remedy. Pure.
fn explain(error: &rustls::Error, host: &str, authorities: &Authorities) -> String {
    use CertificateError as Wrong;
    let rustls::Error::InvalidCertificate(wrong) = error else {
        return match error {
            rustls::Error::InvalidMessage(InvalidMessage::InvalidContentType) => {
                "no TLS is spoken there: check the port, or write `http://` if that is meant"
                    .to_owned()
            }
            _ => format!("the TLS handshake failed: {error}"),
        };
    };
    match wrong {
        // A bad signature comes from another authority of the same name.
        Wrong::UnknownIssuer | Wrong::BadSignature => match authorities {
            Authorities::System => "its certificate comes from an authority that this machine does not know: name that authority's certificate with `--origin-ca FILE`".to_owned(),
            Authorities::File(path) => format!("its certificate comes from none of the authorities in `{}`: put the right one there, and send SIGHUP", path.display()),
        },
        Wrong::NotValidForName | Wrong::NotValidForNameContext { .. } => format!(
            "its certificate is not made out to `{host}` ({wrong}): write one of its names in `--origin`, or have a certificate made for `{host}`"
        ),
        Wrong::Expired | Wrong::ExpiredContext { .. } => {
            format!("its certificate has expired ({wrong}): renew it on the origin's machine")
        }
        Wrong::NotValidYet | Wrong::NotValidYetContext { .. } => format!(
            "its certificate is not valid yet ({wrong}): set the clocks of both machines"
        ),
        _ => format!("its certificate cannot be accepted: {wrong}"),
    }
}

/// A client's side of TLS that trusts these authorities, which `option` names.
pub(crate) fn trusting(
    authorities: &Authorities,
    option: &'static str,
) -> Result<ClientConfig, AuthoritiesError> {
    let roots = match authorities {
        Authorities::System => system(option)?,
        Authorities::File(path) => in_file(path, option)?,
    };
    Ok(client_config(roots)?)
}

/// A client's side of TLS that trusts no server: for one that is reached without TLS.
#[cfg(feature = "opentelemetry")]
pub(super) fn trusting_no_server() -> Result<ClientConfig, AuthoritiesError> {
    Ok(client_config(RootCertStore::empty())?)
}

fn client_config(roots: RootCertStore) -> Result<ClientConfig, rustls::Error> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(config)
}

fn system(option: &'static str) -> Result<RootCertStore, AuthoritiesError> {
    let mut roots = RootCertStore::empty();
    // A system has more than a hundred, and some of these are often of an obsolete kind.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err(AuthoritiesError::NoSystem(option));
    }
    Ok(roots)
}

fn in_file(path: &Path, option: &'static str) -> Result<RootCertStore, AuthoritiesError> {
    let unreadable = |error| AuthoritiesError::Unreadable {
        path: path.to_owned(),
        option,
        error,
    };
    let certificates = CertificateDer::pem_file_iter(path).map_err(unreadable)?;
    let certificates: Result<Vec<_>, _> = certificates.collect();
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(certificates.map_err(unreadable)?);
    if roots.is_empty() {
        return Err(AuthoritiesError::Empty {
            path: path.to_owned(),
            option,
        });
    }
    Ok(roots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_certificate_names_the_remedy() {
        let system = Authorities::System;
        let file = Authorities::File("ca.pem".into());
        let certificate = rustls::Error::InvalidCertificate;
        let rows = [
            (
                certificate(CertificateError::UnknownIssuer),
                &system,
                "`--origin-ca FILE`",
            ),
            (
                certificate(CertificateError::UnknownIssuer),
                &file,
                "authorities in `ca.pem`",
            ),
            (
                certificate(CertificateError::NotValidForName),
                &system,
                "made out to `db.example`",
            ),
            (certificate(CertificateError::Expired), &system, "renew it"),
            (
                certificate(CertificateError::NotValidYet),
                &system,
                "clocks",
            ),
            (
                certificate(CertificateError::BadEncoding),
                &system,
                "cannot be accepted",
            ),
            (
                rustls::Error::InvalidMessage(InvalidMessage::InvalidContentType),
                &system,
                "write `http://`",
            ),
            (rustls::Error::DecryptError, &system, "handshake failed"),
        ];
        for (error, authorities, remedy) in rows {
            let said = explain(&error, "db.example", authorities);
            assert!(said.contains(remedy), "{error:?}: {said}");
        }
    }
}
