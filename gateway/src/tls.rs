//! TLS: the certificate and its key from two PEM files, and the version of HTTP that both sides speak.
//!
//! The files are looked at every few seconds: whoever renews a certificate replaces them and restarts nothing. Connections that are
//! open keep what they began with. A pair that does not fit (one file is new, the other not yet) changes nothing and is
//! reported once.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use arc_swap::ArcSwap;
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};
use tokio_rustls::server::TlsStream;

/// Where certificate and key lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Files {
    /// The certificate and those between it and the authority, PEM.
    pub(crate) cert: PathBuf,
    /// Its private key, PEM.
    pub(crate) key: PathBuf,
}

/// Why two files are no certificate with its key.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TlsError {
    /// Not there, or not for us to read.
    #[error("cannot read `{}`: {error}", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    /// Something else stands in it.
    #[error("`{}` has no certificate in PEM (`-----BEGIN CERTIFICATE-----`)", .0.display())]
    NoCertificate(PathBuf),
    /// Something else stands in it, or a password protects it.
    #[error("`{}` has no private key in PEM that is not encrypted (`-----BEGIN PRIVATE KEY-----`)", .0.display())]
    NoKey(PathBuf),
    /// Damaged.
    #[error("`{}`: {error}", path.display())]
    Damaged { path: PathBuf, error: pem::Error },
    /// Each may be well, but they are not of one pair, or of a kind that nobody speaks.
    #[error("the key in `{}` is not the one of the certificate in `{}`: {error}", files.key.display(), files.cert.display())]
    Mismatch { files: Files, error: rustls::Error },
}

/// The version of HTTP that both sides chose by ALPN; without it 1.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// HTTP/1.1.
    Http1,
    /// HTTP/2.
    Http2,
}

/// The certificate in use.
pub(crate) struct Tls {
    files: Files,
    config: ArcSwap<ServerConfig>,
    certificates: usize,
}

impl Tls {
    /// Reads both files.
    pub(crate) fn load(files: Files) -> Result<Self, TlsError> {
        Ok(Self {
            certificates: certificates(&files.cert)?.len(),
            config: ArcSwap::from(read(&files)?),
            files,
        })
    }

    /// How many certificates were in the file at the start.
    pub(crate) fn certificates(&self) -> usize {
        self.certificates
    }

    /// A handshake. Without a time limit: that is the caller's.
    pub(crate) async fn accept(
        &self,
        stream: TcpStream,
    ) -> io::Result<(TlsStream<TcpStream>, Version)> {
        let stream = TlsAcceptor::from(self.config.load_full())
            .accept(stream)
            .await?;
        let version = match stream.get_ref().1.alpn_protocol() {
            Some(b"h2") => Version::Http2,
            _ => Version::Http1,
        };
        Ok((stream, version))
    }

    /// Takes new files into use when they are there; runs until the process ends.
    pub(crate) async fn watch(self: Arc<Self>, every: Duration) {
        let mut seen = stamps(&self.files);
        loop {
            tokio::time::sleep(every).await;
            let now = stamps(&self.files);
            if now == seen {
                continue;
            }
            seen = now;
            match read(&self.files) {
                Ok(config) => {
                    self.config.store(config);
                    tracing::info!(cert = %self.files.cert.display(), "new certificate in use");
                }
                Err(error) => {
                    tracing::error!(%error, "the new certificate is not used; the one before stays")
                }
            }
        }
    }
}

fn read(files: &Files) -> Result<Arc<ServerConfig>, TlsError> {
    let certificates = certificates(&files.cert)?;
    let key = key(&files.key)?;
    let mismatch = |error| TlsError::Mismatch {
        files: files.clone(),
        error,
    };
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(mismatch)?
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .map_err(mismatch)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    // Tickets cost no memory here, unlike sessions that are remembered.
    config.ticketer = ring::Ticketer::new().map_err(mismatch)?;
    Ok(Arc::new(config))
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let bytes = bytes(path)?;
    let all = CertificateDer::pem_slice_iter(&bytes).collect::<Result<Vec<_>, _>>();
    let all = all.map_err(|error| damaged(path, error))?;
    if all.is_empty() {
        return Err(TlsError::NoCertificate(path.to_owned()));
    }
    Ok(all)
}

fn key(path: &Path) -> Result<PrivateKeyDer<'static>, TlsError> {
    match PrivateKeyDer::from_pem_slice(&bytes(path)?) {
        Ok(key) => Ok(key),
        Err(pem::Error::NoItemsFound) => Err(TlsError::NoKey(path.to_owned())),
        Err(error) => Err(damaged(path, error)),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, TlsError> {
    fs::read(path).map_err(|error| TlsError::Unreadable {
        path: path.to_owned(),
        error,
    })
}

fn damaged(path: &Path, error: pem::Error) -> TlsError {
    TlsError::Damaged {
        path: path.to_owned(),
        error,
    }
}

/// Changes whenever a file is replaced or written, also behind a symbolic link; none if it is not there.
type Stamp = Option<(SystemTime, u64)>;

fn stamps(files: &Files) -> [Stamp; 2] {
    [&files.cert, &files.key].map(|path| {
        let metadata = fs::metadata(path).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    })
}
