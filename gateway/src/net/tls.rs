//! TLS: the certificate and its key from two PEM files, and the version of HTTP that both sides
//! speak.
//!
//! The files are examined every few seconds: to renew a certificate, replace them; no restart is
//! needed. Open connections keep their certificate. A pair that does not match (one file is new,
//! the other not yet), or that browsers would refuse while they accept the one in use, is ignored
//! and reported once.
//!
//! With ACME the files are this process's own ([`acme`]). There may be none yet: handshakes fail
//! until there are.

pub(crate) mod acme;
mod certificate;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use arc_swap::ArcSwapOption;
use http::uri::Authority;
use sentences::Message;
use sha2::{Digest, Sha256};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::Notify;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::server::{Acceptor, ResolvesServerCertUsingSni};
use tokio_rustls::rustls::{self, ServerConfig};
use tokio_rustls::server::TlsStream;
use tokio_rustls::{LazyConfigAcceptor, TlsAcceptor};

use crate::config::{Acme, TlsFiles};
use crate::observe::metrics::Metrics;
use crate::protocol::host::bare_host;
use crate::reread::Reread;
use acme::challenge::Challenges;
use certificate::{Certificate, Fault, in_days};

/// Why two files are not a certificate with its key.
#[derive(Debug)]
pub(crate) enum TlsError {
    /// A file is missing, or this process may not read it.
    Unreadable { path: PathBuf, error: io::Error },
    /// The file holds no certificate.
    NoCertificate(PathBuf),
    /// The file holds no private key.
    NoKey(PathBuf),
    /// The key needs a password, which a server has no user to type.
    Encrypted(PathBuf),
    /// A certificate that TLS clients cannot read.
    Unusable { path: PathBuf, error: webpki::Error },
    /// The file is damaged.
    Damaged { path: PathBuf, error: pem::Error },
    /// Each may be valid, but they are not a pair, or their kind is not supported.
    Mismatch {
        files: TlsFiles,
        error: rustls::Error,
    },
}

sentences::error_in_words!(TlsError);

impl TlsError {
    /// The error in words, for people.
    pub(crate) fn message(&self) -> Message {
        let about =
            |message: Message, path: &Path| message.with("file", path.display().to_string());
        match self {
            Self::Unreadable { path, error } => {
                about(Message::new("tls-unreadable"), path).with("error", error)
            }
            Self::NoCertificate(path) => about(Message::new("tls-no-certificate"), path),
            Self::NoKey(path) => about(Message::new("tls-no-key"), path),
            Self::Encrypted(path) => about(Message::new("tls-encrypted"), path),
            Self::Unusable { path, error } => {
                about(Message::new("tls-unusable"), path).with("error", format!("{error:?}"))
            }
            Self::Damaged { path, error } => {
                about(Message::new("tls-damaged"), path).with("error", error.to_string())
            }
            Self::Mismatch { files, error } => Message::new("tls-mismatch")
                .with("key", files.key.display().to_string())
                .with("cert", files.cert.display().to_string())
                .with("error", error.to_string()),
        }
    }

    /// Whether the file is not there.
    fn is_missing(&self) -> bool {
        matches!(self, Self::Unreadable { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
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
    files: TlsFiles,
    /// Names that visitors use.
    hosts: Vec<ServerName<'static>>,
    /// The pair for handshakes; none before the first certificate.
    pair: ArcSwapOption<Pair>,
    /// Settings for handshakes before the first certificate: each is refused.
    refusal: Arc<ServerConfig>,
    challenges: Arc<Challenges>,
    /// Notified when new files are there.
    renewed: Notify,
    last_look: Mutex<LastLook>,
}

/// The last look at the files.
struct LastLook {
    stamps: [Stamp; 2],
    /// Browsers would refuse this pair but accept the one in use: it may become valid later.
    waiting: Option<Pair>,
}

/// A certificate with its key, ready for handshakes.
struct Pair {
    config: Arc<ServerConfig>,
    certificate: Certificate,
    /// Hash of certificates and key.
    digest: [u8; 32],
    /// How many certificates the file has.
    certificates: usize,
}

impl Tls {
    /// Reads both files. `public_origins` are the addresses that visitors use, such as
    /// `https://www.example.com`.
    pub(crate) fn load(files: TlsFiles, public_origins: &[String]) -> Result<Self, TlsError> {
        let mut tls = Self::without_certificate(files, hosts(public_origins))?;
        tls.pair = ArcSwapOption::from_pointee(read(&tls.files)?);
        Ok(tls)
    }

    /// Reads the certificate that ACME has kept, if there is one.
    pub(crate) fn for_acme(
        acme: &Acme,
        files: TlsFiles,
        challenges: Arc<Challenges>,
    ) -> Result<Self, TlsError> {
        let names = acme.names.iter().cloned();
        let hosts = names.filter_map(|name| ServerName::try_from(name).ok());
        let mut tls = Self::without_certificate(files, hosts.collect())?;
        tls.challenges = challenges;
        match read(&tls.files) {
            Ok(pair) => tls.pair = ArcSwapOption::from_pointee(pair),
            Err(error) if error.is_missing() => {}
            Err(error) => tracing::warn!(%error, "the kept certificate is not used"),
        }
        Ok(tls)
    }

    fn without_certificate(
        files: TlsFiles,
        hosts: Vec<ServerName<'static>>,
    ) -> Result<Self, TlsError> {
        let refusal = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions();
        let refusal = refusal.map_err(|error| TlsError::Mismatch {
            files: files.clone(),
            error,
        })?;
        let nothing = Arc::new(ResolvesServerCertUsingSni::new());
        Ok(Self {
            refusal: Arc::new(refusal.with_no_client_auth().with_cert_resolver(nothing)),
            pair: ArcSwapOption::empty(),
            challenges: Arc::default(),
            renewed: Notify::new(),
            last_look: Mutex::new(LastLook {
                stamps: stamps(&files),
                waiting: None,
            }),
            hosts,
            files,
        })
    }

    /// Paths of certificate and key.
    fn files(&self) -> &TlsFiles {
        &self.files
    }

    /// Names that visitors use.
    fn hosts(&self) -> &[ServerName<'static>] {
        &self.hosts
    }

    /// Whether handshakes can succeed.
    pub(crate) fn has_certificate(&self) -> bool {
        self.pair.load().is_some()
    }

    /// Has the files read without waiting for the next look at them.
    fn read_soon(&self) {
        self.renewed.notify_one();
    }

    /// Facts of the certificate for an operator: its path, and a warning for each reason why
    /// browsers refuse it, or soon will.
    pub(crate) fn findings(&self) -> (Message, Vec<Message>) {
        let (pair, now) = (self.pair.load(), SystemTime::now());
        let Some(pair) = pair.as_ref() else {
            return (Message::new("tls-none-yet"), Vec::new());
        };
        let about = |message: Message| message.with("file", self.files.cert.display().to_string());
        let speaks = about(Message::new("tls-speaks").with("count", pair.certificates));
        let certificate = &pair.certificate;
        let faults = certificate.faults(now, &self.hosts).into_iter();
        let faults = faults
            .map(|fault| about(Message::new("certificate-faulty").with("fault", fault.message())));
        let soon = certificate
            .ends_within_days(now)
            .map(|days| about(Message::new("certificate-ends").with("time", in_days(days))));
        (speaks, faults.chain(soon).collect())
    }

    /// Last second of the certificate's life, since 1970; 0 without one.
    pub(crate) fn not_after(&self) -> u64 {
        let pair = self.pair.load();
        pair.as_ref().map_or(0, |pair| pair.certificate.not_after())
    }

    /// A handshake; none if it was an authority's, which needs no more. The caller sets the time
    /// limit.
    pub(crate) async fn accept<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        stream: S,
    ) -> io::Result<Option<(TlsStream<S>, Version)>> {
        let stream = if self.challenges.wait_for_handshakes() {
            let hello = LazyConfigAcceptor::new(Acceptor::default(), stream).await?;
            if let Some(config) = self.challenges.handshake(&hello.client_hello()) {
                return hello
                    .into_stream(config)
                    .await?
                    .shutdown()
                    .await
                    .map(|()| None);
            }
            hello.into_stream(self.config()).await?
        } else {
            TlsAcceptor::from(self.config()).accept(stream).await?
        };
        let version = match stream.get_ref().1.alpn_protocol() {
            Some(b"h2") => Version::Http2,
            _ => Version::Http1,
        };
        Ok(Some((stream, version)))
    }

    fn config(&self) -> Arc<ServerConfig> {
        let pair = self.pair.load();
        let config = pair.as_ref().map_or(&self.refusal, |pair| &pair.config);
        Arc::clone(config)
    }

    /// Loads new files when they appear, and updates the metrics; runs until the process ends.
    pub(crate) async fn watch(self: Arc<Self>, every: Duration, metrics: Arc<Metrics>) {
        loop {
            metrics.certificate_not_after.set(self.not_after());
            // An error means that the time is up.
            let _ = tokio::time::timeout(every, self.renewed.notified()).await;
            self.look();
        }
    }

    /// Reads the files if they have changed.
    fn look(&self) {
        let mut looked = self.last_look();
        let now = stamps(&self.files);
        if now != looked.stamps {
            looked.stamps = now;
            looked.waiting = self.read_again();
        }
        let is_fine = |pair: &mut Pair| self.new_fault(pair).is_none();
        if let Some(pair) = looked.waiting.take_if(is_fine) {
            self.pair.store(Some(Arc::new(pair)));
            tracing::info!(cert = %self.files.cert.display(), "new certificate in use");
        }
    }

    /// Reads the files now, changed or not, as an operator asks for it. Returns their names and the
    /// result, which is not logged here. Blocks.
    pub(crate) fn reread(&self) -> (String, Reread) {
        let mut looked = self.last_look();
        looked.stamps = stamps(&self.files);
        looked.waiting = None;
        let result = match read(&self.files) {
            Ok(pair) if self.is_in_use(&pair) => Reread::Unchanged,
            Ok(pair) => match self.new_fault(&pair) {
                Some(fault) => {
                    looked.waiting = Some(pair);
                    Reread::Refused(format!("`{}` {fault}", self.files.cert.display()))
                }
                None => {
                    self.pair.store(Some(Arc::new(pair)));
                    // Updates the metrics.
                    self.read_soon();
                    Reread::Changed
                }
            },
            // The authority has issued none yet.
            Err(error) if error.is_missing() && !self.has_certificate() => Reread::Unchanged,
            Err(error) => Reread::Refused(error.to_string()),
        };
        (self.files.to_string(), result)
    }

    fn last_look(&self) -> MutexGuard<'_, LastLook> {
        self.last_look
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn is_in_use(&self, pair: &Pair) -> bool {
        let in_use = self.pair.load();
        in_use.as_ref().is_some_and(|its| its.digest == pair.digest)
    }

    fn read_again(&self) -> Option<Pair> {
        const NOT_USED: &str = "the new certificate is not used; the one before stays";
        let pair = read(&self.files);
        match &pair {
            Ok(pair) => {
                if let Some(fault) = self.new_fault(pair) {
                    let cert = self.files.cert.display();
                    tracing::error!(error = format!("`{cert}` {fault}"), NOT_USED);
                }
            }
            Err(error) => tracing::error!(%error, NOT_USED),
        }
        pair.ok()
    }

    /// A reason for browsers to refuse a pair that does not apply to the one in use.
    fn new_fault(&self, pair: &Pair) -> Option<Fault> {
        let now = SystemTime::now();
        let in_use = self.pair.load();
        // Any is better than none.
        let in_use = in_use.as_ref()?.certificate.faults(now, &self.hosts);
        let faults = pair.certificate.faults(now, &self.hosts);
        let is_new = |fault: &Fault| !in_use.iter().any(|known| known.is_like(fault));
        faults.into_iter().find(is_new)
    }
}

/// Hosts of the addresses over TLS.
fn hosts(public_origins: &[String]) -> Vec<ServerName<'static>> {
    let host = |origin: &String| {
        let authority: Authority = origin.strip_prefix("https://")?.parse().ok()?;
        ServerName::try_from(bare_host(&authority).to_owned()).ok()
    };
    public_origins.iter().filter_map(host).collect()
}

fn read(files: &TlsFiles) -> Result<Pair, TlsError> {
    let certificates = certificates(&files.cert)?;
    let count = certificates.len();
    let key = key(&files.key)?;
    let mut digest = Sha256::new();
    for part in certificates.iter().map(AsRef::as_ref) {
        digest.update(part);
    }
    digest.update(key.secret_der());
    let unusable = |error| TlsError::Unusable {
        path: files.cert.clone(),
        error,
    };
    let certificate = Certificate::read(&certificates[0]).map_err(unusable)?;
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
    Ok(Pair {
        config: Arc::new(config),
        certificate,
        digest: digest.finalize().into(),
        certificates: count,
    })
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let bytes = bytes(path)?;
    let all = CertificateDer::pem_slice_iter(&bytes).collect::<Result<Vec<_>, _>>();
    let all = all.map_err(|error| pem_error(path, error))?;
    if all.is_empty() {
        return Err(TlsError::NoCertificate(path.to_owned()));
    }
    Ok(all)
}

fn key(path: &Path) -> Result<PrivateKeyDer<'static>, TlsError> {
    let bytes = bytes(path)?;
    // A header of the old form, and a label of PKCS#8; neither is PEM that can be read without the
    // password.
    let marks = [
        "Proc-Type: 4,ENCRYPTED",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----",
    ];
    let text = String::from_utf8_lossy(&bytes);
    if marks.iter().any(|mark| text.contains(mark)) {
        return Err(TlsError::Encrypted(path.to_owned()));
    }
    match PrivateKeyDer::from_pem_slice(&bytes) {
        Ok(key) => Ok(key),
        Err(pem::Error::NoItemsFound) => Err(TlsError::NoKey(path.to_owned())),
        Err(error) => Err(pem_error(path, error)),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, TlsError> {
    fs::read(path).map_err(|error| TlsError::Unreadable {
        path: path.to_owned(),
        error,
    })
}

fn pem_error(path: &Path, error: pem::Error) -> TlsError {
    TlsError::Damaged {
        path: path.to_owned(),
        error,
    }
}

/// Changes whenever a file is replaced or written, also behind a symbolic link; none if it is not
/// there.
type Stamp = Option<(SystemTime, u64)>;

fn stamps(files: &TlsFiles) -> [Stamp; 2] {
    [&files.cert, &files.key].map(|path| {
        let metadata = fs::metadata(path).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    })
}
