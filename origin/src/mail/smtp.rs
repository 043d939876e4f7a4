//! One try to send a message, over a pool of connections to an SMTP server.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::builder::TypedValueParser;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use url::{Host, Url};

use crate::secret::{Secret, Unquoted};

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Connections at once: as many as mail servers usually allow one client, and some hundred mails a
/// minute.
pub(super) const CONNECTIONS: u32 = 4;

/// Replies about us rather than about one mail: going away, encryption or a password is missing or
/// wrong (RFC 5321, 4954).
const SERVER_REPLIES: [u16; 6] = [421, 454, 530, 534, 535, 538];

/// Address of an SMTP server. It holds a password, so what is shown of it does not.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpUrl(Url);

/// The text is no such address, or an unsafe one. Says nothing of it: a password may stand in it.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnSmtpUrl {
    /// Another scheme, no host, or an option that does not exist.
    #[error(
        "no address like `smtps://user:password@host` or `smtp://user:password@host:587?tls=required`"
    )]
    Malformed,
    /// A password for a server elsewhere, without encryption.
    #[error("the password would travel in the clear: use `smtps://…`, or add `?tls=required`")]
    Clear,
}

/// Why a server's address cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SmtpError {
    /// The file with the certificates of its authority cannot be read.
    #[error("cannot read `{}`, named by `ca` in the SMTP server's address: is it there, and PEM?", .path.display())]
    Authority {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The system's certificates cannot be used.
    #[error("no encrypted connection to the SMTP server can be set up")]
    Tls(#[from] lettre::transport::smtp::Error),
}

/// Why a try failed. Shows neither the address nor what the server said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// This mail will never be taken.
    Refused(String),
    /// This mail is not taken now (greylisting).
    Deferred(String),
    /// The server takes no mail now: it is not there, does not know us, is too slow.
    Server(String),
}

impl SmtpUrl {
    /// For an option that takes one.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Self> {
        Unquoted::new()
    }

    fn transport(&self) -> Result<Transport, SmtpError> {
        let host = self.0.host_str().unwrap_or_default();
        let mut builder = Transport::from_url(self.0.as_str())?
            .pool_config(PoolConfig::new().max_size(CONNECTIONS));
        if let Some(path) = self.parameter("ca") {
            let mut tls =
                TlsParameters::builder(host.to_owned()).certificate_store(CertificateStore::None);
            tls = tls.add_root_certificate(authority(path.into())?);
            builder = builder.tls(match self.0.scheme() {
                "smtps" => Tls::Wrapper(tls.build()?),
                _ => Tls::Required(tls.build()?),
            });
        }
        Ok(builder.build())
    }

    fn parameter(&self, name: &str) -> Option<String> {
        let mut pairs = self.0.query_pairs();
        Some(pairs.find(|(key, _)| key == name)?.1.into_owned())
    }

    fn is_encrypted(&self) -> bool {
        self.0.scheme() == "smtps" || self.parameter("tls").is_some()
    }

    fn is_loopback(&self) -> bool {
        match self.0.host() {
            Some(Host::Ipv4(address)) => IpAddr::from(address).is_loopback(),
            Some(Host::Ipv6(address)) => IpAddr::from(address).is_loopback(),
            Some(Host::Domain(name)) => match name.parse::<IpAddr>() {
                Ok(address) => address.is_loopback(),
                Err(_) => name == "localhost",
            },
            None => false,
        }
    }
}

impl FromStr for SmtpUrl {
    type Err = NotAnSmtpUrl;

    fn from_str(text: &str) -> Result<Self, NotAnSmtpUrl> {
        let url: Url = text.parse().map_err(|_| NotAnSmtpUrl::Malformed)?;
        let known = url.query_pairs().all(|(key, value)| match &*key {
            "tls" => value == "required" && url.scheme() == "smtp",
            "ca" => !value.is_empty(),
            _ => false,
        });
        let server = matches!(url.scheme(), "smtp" | "smtps");
        let host = url.host_str().is_some_and(|host| !host.is_empty());
        let url = Self(url);
        if !(known && server && host) || (url.parameter("ca").is_some() && !url.is_encrypted()) {
            return Err(NotAnSmtpUrl::Malformed);
        }
        if url.0.password().is_some() && !url.is_encrypted() && !url.is_loopback() {
            return Err(NotAnSmtpUrl::Clear);
        }
        Ok(url)
    }
}

/// Scheme and host.
impl fmt::Display for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.0.host_str().unwrap_or_default();
        write!(f, "{}://{host}", self.0.scheme())
    }
}

impl fmt::Debug for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A server whose address and password may change while we run.
#[derive(Debug)]
pub(super) struct Smtp {
    server: Secret<SmtpUrl>,
    /// The address that the connections were made for, and they.
    current: Mutex<(Arc<SmtpUrl>, Transport)>,
    /// How long a try may take.
    patience: Duration,
}

impl Smtp {
    pub(super) fn new(server: Secret<SmtpUrl>, patience: Duration) -> Result<Self, SmtpError> {
        let url = server.current();
        let transport = url.transport()?;
        Ok(Self {
            server,
            current: Mutex::new((url, transport)),
            patience,
        })
    }

    /// Sends a message, whole; or says why not.
    pub(super) async fn send(&self, message: &Message) -> Result<(), Fault> {
        let transport = self.transport();
        self.within_patience(transport.send(message.clone()))
            .await
            .map(drop)
    }

    /// Says no more than that we are there; or why the server does not listen.
    pub(super) async fn greet(&self) -> Result<(), Fault> {
        let transport = self.transport();
        let listens = self.within_patience(transport.test_connection()).await?;
        let silent = || Fault::Server("the server closed the connection".to_owned());
        listens.then_some(()).ok_or_else(silent)
    }

    async fn within_patience<T>(
        &self,
        asked: impl Future<Output = Result<T, lettre::transport::smtp::Error>>,
    ) -> Result<T, Fault> {
        match tokio::time::timeout(self.patience, asked).await {
            Ok(answered) => answered.map_err(|error| Fault::of(&error)),
            Err(_) => Err(Fault::Server(format!(
                "no answer within {:?}",
                self.patience
            ))),
        }
    }

    fn transport(&self) -> Transport {
        let url = self.server.current();
        // The pair is replaced whole, so it is right even if a thread panicked.
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(&current.0, &url) {
            match url.transport() {
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

impl Fault {
    fn of(error: &lettre::transport::smtp::Error) -> Self {
        if let Some(code) = error.status() {
            let said = format!("the server answered {code}");
            let code: u16 = code.into();
            return match code {
                code if SERVER_REPLIES.contains(&code) => Self::Server(said),
                500.. => Self::Refused(said),
                _ => Self::Deferred(said),
            };
        }
        if error.is_response() || error.is_client() {
            // Its text may quote the server, and the server the address.
            return Self::Server("the server's answer cannot be understood".to_owned());
        }
        let mut causes = vec![error.to_string()];
        let mut source = std::error::Error::source(error);
        while let Some(cause) = source {
            causes.push(cause.to_string());
            source = cause.source();
        }
        causes.dedup();
        Self::Server(causes.join(": "))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason) | Self::Deferred(reason) | Self::Server(reason) => {
                f.write_str(reason)
            }
        }
    }
}

fn authority(path: PathBuf) -> Result<Certificate, SmtpError> {
    let failed = |source| SmtpError::Authority {
        path: path.clone(),
        source,
    };
    let pem = std::fs::read(&path).map_err(|error| failed(error.into()))?;
    Certificate::from_pem(&pem).map_err(|error| failed(error.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_schemes_and_options_are_taken() {
        for right in [
            "smtp://127.0.0.1:2525",
            "smtp://ann:5ecret@[::1]:2525",
            "smtp://mail.example",
            "smtp://ann:p%40ss@mail.example:587?tls=required&ca=/etc/ca.pem",
            "smtps://ann:5ecret@mail.example?ca=/etc/ca.pem",
        ] {
            assert!(right.parse::<SmtpUrl>().is_ok(), "{right}");
        }
        for wrong in [
            "",
            "mail.example",
            "smtp://",
            "http://mail.example",
            "smtp://mail.example?tls=opportunistic",
            "smtp://mail.example?ca=/etc/ca.pem",
            "smtps://mail.example?ca=",
            "smtps://mail.example?verify=no",
        ] {
            assert_eq!(
                wrong.parse::<SmtpUrl>(),
                Err(NotAnSmtpUrl::Malformed),
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_password_does_not_travel_in_the_clear() {
        let clear = "smtp://ann:5ecret@mail.example".parse::<SmtpUrl>();
        assert_eq!(clear, Err(NotAnSmtpUrl::Clear));
    }

    #[test]
    fn an_address_shows_neither_user_nor_password() {
        let url: SmtpUrl = "smtps://ann:5ecret@mail.example".parse().unwrap();
        assert_eq!(
            format!("{url} {url:?}"),
            "smtps://mail.example smtps://mail.example"
        );
    }
}
