//! The command line and the environment, checked once, here: the result has no invalid values.
//!
//! Opens no file and no connection; `check-config` and the start do that.

mod acme;
mod address;
mod backend;
mod builds;
mod limits;
mod listen;
mod options;
mod otlp;

use std::fmt;
#[cfg(feature = "embedded-origin")]
use std::net::Ipv4Addr;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use http::uri::Authority;
use sentences::Message;

pub(crate) use acme::Acme;
use address::{Scheme, authority, is_plain_and_remote, public_origin, server};
pub(crate) use backend::{Authorities, Backend, Origin};
pub use builds::BucketPlace;
pub use limits::{ByteQuota, Limits, SessionLimits};
pub use listen::{ListenAddress, NoListenAddress};
pub use options::{Cli, Command, LogFormat, Options};
#[cfg(feature = "opentelemetry")]
pub(crate) use otlp::Otlp;

use crate::protocol::client::TrustedProxies;
use crate::protocol::cookie::Marking;
use crate::protocol::cross_site::PublicOrigins;
use crate::protocol::front_door::FrontDoor;
use crate::protocol::headers::Hsts;

/// Everything the gateway needs to know.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: Vec<ListenAddress>,
    /// How long to serve after SIGTERM, until a load balancer has noticed.
    pub drain: Duration,
    /// The folder of builds: the generator's output, or the mirror of a bucket.
    pub builds: PathBuf,
    /// The bucket behind that folder.
    pub bucket: Option<BucketPlace>,
    /// Interval of looking for a new build, instead of waiting for the kernel's reports.
    pub poll_builds: Option<Duration>,
    /// Sizes and times.
    pub limits: Limits,
    pub(crate) origin: Origin,
    pub(crate) public_origins: PublicOrigins,
    pub(crate) front_door: FrontDoor,
    hsts: Hsts,
    /// For how many seconds shared caches may use public files.
    pub(crate) shared_max_age: u32,
    /// Where to listen for visitors without TLS, who are sent to HTTPS.
    pub http_redirect: Option<SocketAddr>,
    /// Where to listen for operators' tools: health and metrics.
    pub metrics_listen: Option<SocketAddr>,
    pub(crate) trusted_proxies: TrustedProxies,
    /// Whether trusted proxies name their client by the PROXY protocol.
    pub(crate) proxy_protocol: bool,
    /// Whether pages may send the figures of visits.
    pub(crate) visitor_figures: bool,
    /// The collector of spans.
    #[cfg(feature = "opentelemetry")]
    pub(crate) otlp: Option<Otlp>,
    pub(crate) dev_server: Option<Authority>,
    pub(crate) marking: Marking,
    /// The only host that shows previews; none: any does.
    pub(crate) preview_host: Option<String>,
    /// The files of the certificate; with ACME, those that it writes.
    pub(crate) tls: Option<TlsFiles>,
    pub(crate) acme: Option<Acme>,
    /// The generator's socket.
    pub(crate) control: PathBuf,
    /// The socket of the generator's studio.
    pub(crate) studio: PathBuf,
    /// Keys of webhooks that ask for builds.
    pub(crate) regenerate_key_file: Option<PathBuf>,
}

/// Paths of certificate and key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TlsFiles {
    /// The certificate and those between it and the authority, PEM.
    pub(crate) cert: PathBuf,
    /// The certificate's private key, PEM.
    pub(crate) key: PathBuf,
}

impl fmt::Display for TlsFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.cert.display())?;
        if self.key != self.cert {
            write!(f, " and `{}`", self.key.display())?;
        }
        Ok(())
    }
}

/// An option has a value that cannot work. The message names the option, the reason, and the
/// expected form.
#[derive(Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// Not an address of another server.
    Address {
        /// The option.
        option: &'static str,
        /// The value of the option.
        value: String,
        /// An example of a value.
        like: &'static str,
    },
    /// The origin is not part of this program.
    NoEmbeddedOrigin,
    /// Authorities for a server that shows no certificate.
    AuthoritiesWithoutTls(String),
    /// The address can be reached from elsewhere, and no public address is configured.
    NoPublicOrigin(SocketAddr),
    /// An option for tests is set at an address that others can reach.
    Captchas(String),
    /// The canonical address is none of the site's.
    UnknownCanonical(String),
    /// A redirect to HTTPS, where no public address has HTTPS.
    NoHttps,
    /// Not the address of a directory.
    AcmeDirectory(String),
    /// Not an address for mail.
    AcmeContact(String),
    /// ACME without a public address over TLS: a certificate needs a name.
    AcmeWithoutNames,
    /// A host that an authority cannot check.
    AcmeName(String),
    /// Not the address of a bucket.
    Bucket(String),
    /// The S3 client is not part of this program.
    NoBucket(String),
    /// OpenTelemetry is not part of this program.
    NoOpenTelemetry(String),
    /// A bucket with the embedded origin, which reads all of a build.
    BucketWithoutOrigin(String),
    /// The PROXY protocol without a trusted proxy: anyone could claim any address.
    NoProxy,
    /// Cookies that browsers refuse, or that other people can read.
    PlainHttp(String),
}

sentences::error_in_words!(ConfigError);

impl ConfigError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        let about = |message: Message, value: &String| message.with("value", value);
        match self {
            Self::Address {
                option,
                value,
                like,
            } => Message::new("option-address")
                .with("option", *option)
                .with("value", value)
                .with("like", *like),
            Self::NoEmbeddedOrigin => Message::new("no-embedded-origin"),
            Self::AuthoritiesWithoutTls(value) => {
                about(Message::new("authorities-without-tls"), value)
            }
            Self::NoPublicOrigin(address) => {
                Message::new("no-public-origin").with("address", address.to_string())
            }
            Self::Captchas(value) => about(Message::new("captchas-elsewhere"), value),
            Self::UnknownCanonical(value) => about(Message::new("unknown-canonical"), value),
            Self::NoHttps => Message::new("no-https"),
            Self::AcmeDirectory(value) => about(Message::new("acme-directory"), value),
            Self::AcmeContact(value) => about(Message::new("acme-contact"), value),
            Self::AcmeWithoutNames => Message::new("acme-without-names"),
            Self::AcmeName(value) => about(Message::new("acme-name"), value),
            Self::Bucket(value) => about(Message::new("option-bucket"), value),
            Self::NoBucket(value) => about(Message::new("no-bucket"), value),
            Self::NoOpenTelemetry(value) => about(Message::new("no-opentelemetry"), value),
            Self::BucketWithoutOrigin(value) => about(Message::new("bucket-without-origin"), value),
            Self::NoProxy => Message::new("no-proxy"),
            Self::PlainHttp(value) => about(Message::new("plain-http"), value),
        }
    }
}

impl TryFrom<Options> for Config {
    type Error = ConfigError;

    fn try_from(options: Options) -> Result<Self, ConfigError> {
        let public_origins = options
            .public_origins
            .iter()
            .map(|url| public_origin("--public-origin", url))
            .collect::<Result<Vec<_>, _>>()?;
        // A Unix socket is as near as loopback.
        let mut tcp = options.listen.iter().filter_map(ListenAddress::tcp);
        if let Some(remote) = tcp.find(|address| !address.ip().is_loopback())
            && public_origins.is_empty()
        {
            return Err(ConfigError::NoPublicOrigin(remote));
        }
        #[cfg(feature = "embedded-origin")]
        for address in &options.listen {
            let nearest = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            let address = address.tcp().unwrap_or(nearest);
            let checked = options.embedded.check(address, &public_origins);
            checked.map_err(|unsafe_at| ConfigError::Captchas(unsafe_at.0))?;
        }
        let has_unix = options.listen.iter().any(|one| one.unix().is_some());
        if options.proxy_protocol && options.trusted_proxies.is_empty() && !has_unix {
            return Err(ConfigError::NoProxy);
        }
        check_cookies(&public_origins, options.insecure_cookies)?;
        let front_door = front_door(&options, &public_origins)?;
        let acme = acme::acme(&options, &public_origins)?;
        let dev_server = options
            .dev_server
            .as_deref()
            .map(|url| authority("--dev-server", url))
            .transpose()?;
        #[cfg(not(feature = "opentelemetry"))]
        otlp::refuse(&options)?;
        let (builds, bucket) = builds::builds(&options)?;
        Ok(Self {
            listen: options.listen.clone(),
            drain: Duration::from_secs(options.drain_seconds.into()),
            limits: limits(&options),
            public_origins: PublicOrigins(public_origins),
            front_door,
            hsts: Hsts(options.hsts_seconds),
            shared_max_age: options.shared_max_age,
            http_redirect: options.http_redirect,
            metrics_listen: options.metrics_listen,
            trusted_proxies: TrustedProxies(options.trusted_proxies.clone()),
            proxy_protocol: options.proxy_protocol,
            visitor_figures: options.visitor_figures,
            #[cfg(feature = "opentelemetry")]
            otlp: otlp::otlp(&options)?,
            dev_server,
            marking: if options.insecure_cookies {
                Marking::Plain
            } else {
                Marking::Secure
            },
            preview_host: options.preview_host.clone(),
            tls: tls(&options, acme.as_ref()),
            acme,
            control: control(&options),
            studio: options.var.join(contract::studio::SOCKET),
            regenerate_key_file: options.regenerate_key_file.clone(),
            poll_builds: options
                .poll_builds_ms
                .map(|ms| Duration::from_millis(ms.into())),
            origin: origin(options, &builds)?,
            builds,
            bucket,
        })
    }
}

impl Config {
    /// The scheme of the addresses on which this process listens.
    pub fn scheme(&self) -> &'static str {
        match self.tls {
            Some(_) => "https",
            None => "http",
        }
    }

    /// The time of `Strict-Transport-Security`; none where visitors come without TLS.
    pub(crate) fn hsts(&self) -> Hsts {
        match self.is_tls() {
            true => self.hsts,
            false => Hsts::NONE,
        }
    }

    /// Whether visitors come over TLS, which ends here or in front of this process.
    pub(crate) fn is_tls(&self) -> bool {
        let origins = &self.public_origins.0;
        self.tls.is_some()
            || !origins.is_empty() && origins.iter().all(|origin| origin.starts_with("https://"))
    }
}

/// Refuses addresses where browsers refuse the session cookie, unless that is accepted.
fn check_cookies(public_origins: &[String], is_accepted: bool) -> Result<(), ConfigError> {
    let mut plain = public_origins
        .iter()
        .filter(|origin| is_plain_and_remote(origin));
    match plain.next().filter(|_| !is_accepted) {
        Some(plain) => Err(ConfigError::PlainHttp(plain.clone())),
        None => Ok(()),
    }
}

fn front_door(options: &Options, origins: &[String]) -> Result<FrontDoor, ConfigError> {
    let canonical = options.canonical_origin.as_deref();
    let canonical = canonical
        .map(|url| public_origin("--canonical-origin", url))
        .transpose()?;
    if let Some(unknown) = canonical.as_ref().filter(|one| !origins.contains(one)) {
        return Err(ConfigError::UnknownCanonical(unknown.clone()));
    }
    let is_secure = |origin: &String| origin.starts_with("https://");
    if options.http_redirect.is_some() && !canonical.iter().chain(origins).any(is_secure) {
        return Err(ConfigError::NoHttps);
    }
    Ok(FrontDoor {
        origins: origins.to_vec(),
        canonical,
        preview_host: options.preview_host.clone(),
    })
}

/// The generator's socket: the one that is named, else that of a generator beside this gateway.
fn control(options: &Options) -> PathBuf {
    let named = options.control.clone();
    named.unwrap_or_else(|| options.var.join(contract::control::SOCKET))
}

/// The command line takes both or none, and neither with ACME.
fn tls(options: &Options, acme: Option<&Acme>) -> Option<TlsFiles> {
    if let Some(pair) = acme.map(Acme::pair) {
        return Some(TlsFiles {
            cert: pair.clone(),
            key: pair,
        });
    }
    let (cert, key) = options.tls_cert.clone().zip(options.tls_key.clone())?;
    Some(TlsFiles { cert, key })
}

fn limits(options: &Options) -> Limits {
    const MIB: u64 = 1024 * 1024;
    Limits {
        connections: usize::try_from(options.connections).unwrap_or(usize::MAX),
        connections_per_client: options
            .connections_per_client
            .map(|count| usize::try_from(count).unwrap_or(usize::MAX)),
        bodies: u64::from(options.bodies_mib) * MIB,
        body: u64::from(options.upload_mib) * MIB,
        // A quarter of the places of the embedded origin.
        calls_per_client: 64,
        head: Duration::from_secs(20),
        answer: Duration::from_secs(120),
        studio: Duration::from_secs(30),
        sign_in: Duration::from_secs(10),
        triggers: Limits::TRIGGERS,
        visits: Limits::VISITS,
        followers: 8,
        session: SessionLimits::default(),
        requests: options
            .requests_per_client
            .and_then(NonZeroU32::new)
            .map(Limits::requests),
        bytes: Limits::bytes(options.mib_per_client),
        prove: options.prove,
        patrol: u64::from(options.patrol_kib) * 1024,
        // A small site is read through in seconds, and its disk does not fail so fast.
        patrol_round: Duration::from_secs(600),
        drain: Duration::from_secs(10),
        certificate: Duration::from_secs(5),
    }
}

fn origin(options: Options, builds: &Path) -> Result<Origin, ConfigError> {
    if options.origin != "embedded" {
        return backend(&options.origin, options.origin_ca).map(Origin::Remote);
    }
    if options.origin_ca.is_some() {
        return Err(ConfigError::AuthoritiesWithoutTls(options.origin));
    }
    #[cfg(feature = "embedded-origin")]
    return Ok(Origin::Embedded(Box::new(origin::Config {
        var: options.var,
        builds: builds.to_owned(),
        settings: options.embedded,
    })));
    #[cfg(not(feature = "embedded-origin"))]
    {
        let _ = builds;
        Err(ConfigError::NoEmbeddedOrigin)
    }
}

fn backend(url: &str, ca: Option<PathBuf>) -> Result<Backend, ConfigError> {
    let (scheme, authority) = server("--origin", url)?;
    let tls = match (scheme, ca) {
        (Scheme::Https, Some(file)) => Some(Authorities::File(file)),
        (Scheme::Https, None) => Some(Authorities::System),
        (Scheme::Http, None) => None,
        (Scheme::Http, Some(_)) => return Err(ConfigError::AuthoritiesWithoutTls(url.to_owned())),
    };
    Ok(Backend { authority, tls })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn config(arguments: &[&str]) -> Result<Config, ConfigError> {
        let all = ["gateway", "serve", "--origin", "http://127.0.0.1:1"]
            .iter()
            .chain(arguments);
        let Command::Serve(options) = Cli::try_parse_from(all).unwrap().command else {
            unreachable!("the arguments say serve");
        };
        Config::try_from(*options)
    }

    #[test]
    fn public_origins_are_written_as_browsers_send_them() {
        let config = config(&[
            "--public-origin",
            "HTTPS://Example.com:443/,https://example.com:8443",
        ])
        .unwrap();
        assert_eq!(
            config.public_origins.0,
            ["https://example.com", "https://example.com:8443"]
        );
        assert!(config.is_tls());
    }

    #[test]
    fn what_cannot_work_is_refused_with_a_reason() {
        let rows: [(&[&str], &str); 7] = [
            (&["--proxy-protocol"], "`--trusted-proxy` names"),
            (&["--listen", "0.0.0.0:80"], "--public-origin https://…"),
            (
                &["--public-origin", "http://example.com"],
                "--insecure-cookies",
            ),
            (
                &["--public-origin", "example.com"],
                "expected an address such as",
            ),
            (
                &["--public-origin", "https://example.com/site"],
                "expected an address such as",
            ),
            (
                &["--dev-server", "https://127.0.0.1:5173"],
                "expected an address such as",
            ),
            (
                &["--dev-server", "http://user@127.0.0.1"],
                "expected an address such as",
            ),
        ];
        for (arguments, reason) in rows {
            let error = config(arguments).unwrap_err().to_string();
            assert!(error.contains(reason), "{arguments:?}: {error}");
        }
    }

    #[test]
    fn loopback_needs_nothing_and_plain_http_a_word() {
        assert_eq!(config(&[]).unwrap().marking, Marking::Secure);
        assert_eq!(
            config(&["--public-origin", "http://localhost:8080"])
                .unwrap()
                .marking,
            Marking::Secure
        );
        let plain = config(&[
            "--listen",
            "0.0.0.0:80",
            "--public-origin",
            "http://example.com",
            "--insecure-cookies",
        ])
        .unwrap();
        assert_eq!(plain.marking, Marking::Plain);
        assert!(!plain.is_tls());
    }
}
