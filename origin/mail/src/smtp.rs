//! One try to send a message, over a pool of connections to an SMTP server.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use crate::fault::Fault;
use crate::smtp_url::SmtpUrl;
use origin_ground::secret::Secret;
use origin_ground::watched::Reread;

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Connections at once: as many as mail servers usually allow one client, and some hundred mails a
/// minute.
pub(super) const CONNECTIONS: u32 = 4;

/// Replies about us rather than about one mail: going away, encryption or a password is missing or
/// wrong (RFC 5321, 4954).
const SERVER_REPLIES: [u16; 6] = [421, 454, 530, 534, 535, 538];

/// Why a server's address cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum SmtpError {
    /// The file with the certificates of its authority cannot be read.
    Authority {
        /// The file.
        path: PathBuf,
        /// The fault in it.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The system's certificates cannot be used.
    Tls(#[from] lettre::transport::smtp::Error),
}

impl SmtpError {
    /// The error in words, for people.
    pub fn message(&self) -> sentences::Message {
        match self {
            Self::Authority { path, .. } => {
                let file = path.display().to_string();
                sentences::Message::new("smtp-authority").with("file", file)
            }
            Self::Tls(_) => sentences::Message::new("smtp-tls"),
        }
    }
}

/// A server, of which address and password may change while we run.
#[derive(Debug)]
pub(super) struct Smtp {
    server: Secret<SmtpUrl>,
    /// The address of the connections, and the connections.
    current: Mutex<(Arc<SmtpUrl>, Transport)>,
    /// How long a try may take.
    patience: Duration,
}

impl Smtp {
    pub(super) fn new(server: Secret<SmtpUrl>, patience: Duration) -> Result<Self, SmtpError> {
        let url = server.current();
        let transport = transport_to(&url)?;
        Ok(Self {
            server,
            current: Mutex::new((url, transport)),
            patience,
        })
    }

    /// Reads the server's file again, if it has one; returns its path and the result.
    pub(super) fn reread(&self) -> Option<(PathBuf, Reread)> {
        self.server.reread()
    }

    /// Sends a message, whole; or returns the fault.
    pub(super) async fn send(&self, message: &Message) -> Result<(), Fault> {
        let transport = self.transport();
        self.within_patience(transport.send(message.clone()))
            .await
            .map(drop)
    }

    /// Greets the server, without a mail; or returns why the server does not listen.
    pub(super) async fn greet(&self) -> Result<(), Fault> {
        let transport = self.transport();
        let listens = self.within_patience(transport.test_connection()).await?;
        let silent = || Fault::Away("the server closed the connection".to_owned());
        listens.then_some(()).ok_or_else(silent)
    }

    async fn within_patience<T>(
        &self,
        asked: impl Future<Output = Result<T, lettre::transport::smtp::Error>>,
    ) -> Result<T, Fault> {
        match tokio::time::timeout(self.patience, asked).await {
            Ok(answered) => answered.map_err(|error| fault(&error)),
            Err(_) => Err(Fault::Away(format!("no answer within {:?}", self.patience))),
        }
    }

    fn transport(&self) -> Transport {
        let url = self.server.current();
        // The pair is replaced whole, so it is right even if a thread panicked.
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(&current.0, &url) {
            match transport_to(&url) {
                Ok(transport) => *current = (url, transport),
                Err(error) => {
                    tracing::error!(
                        error = &error as &dyn std::error::Error,
                        "the SMTP server stays the one it was"
                    );
                    current.0 = url;
                }
            }
        }
        current.1.clone()
    }
}

/// The reason of a failed try, from the library's error.
fn fault(error: &lettre::transport::smtp::Error) -> Fault {
    if let Some(code) = error.status() {
        let said = format!("the server answered {code}");
        let code: u16 = code.into();
        return match code {
            code if SERVER_REPLIES.contains(&code) => Fault::Away(said),
            500.. => Fault::Refused(said),
            _ => Fault::Deferred(said),
        };
    }
    if error.is_response() || error.is_client() {
        // Its text may quote the server, and the server the address.
        return Fault::Away("the server's answer cannot be understood".to_owned());
    }
    let mut causes = vec![error.to_string()];
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        causes.push(cause.to_string());
        source = cause.source();
    }
    causes.dedup();
    Fault::Away(causes.join(": "))
}

/// A pool of connections to the server at an address; none is opened yet.
fn transport_to(url: &SmtpUrl) -> Result<Transport, SmtpError> {
    let address = url.reveal();
    let host = address.host_str().unwrap_or_default();
    let mut builder =
        Transport::from_url(address.as_str())?.pool_config(PoolConfig::new().max_size(CONNECTIONS));
    if let Some(path) = url.parameter("ca") {
        let mut tls =
            TlsParameters::builder(host.to_owned()).certificate_store(CertificateStore::None);
        tls = tls.add_root_certificate(authority(path.into())?);
        builder = builder.tls(match address.scheme() {
            "smtps" => Tls::Wrapper(tls.build()?),
            _ => Tls::Required(tls.build()?),
        });
    }
    Ok(builder.build())
}

fn authority(path: PathBuf) -> Result<Certificate, SmtpError> {
    let failed = |source| SmtpError::Authority {
        path: path.clone(),
        source,
    };
    let pem = std::fs::read(&path).map_err(|error| failed(error.into()))?;
    Certificate::from_pem(&pem).map_err(|error| failed(error.into()))
}
