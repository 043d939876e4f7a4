//! The command line and the environment, checked once, here: what comes out cannot be wrong in itself.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use http::Uri;
use http::uri::Authority;

use crate::cookie::Marking;
use crate::cross_site::{PublicOrigins, is_loopback};

/// Serves the site that the generator built, guards what is private, and passes `/api` on
#[derive(Debug, Parser)]
#[command(name = "gateway", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the site
    Serve(Box<Options>),
    /// Say whether `serve` would start with these options, and what to know about them
    CheckConfig(Box<Options>),
}

/// Options, as they were written.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, env = "PORTICO_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Folder that the generator publishes to
    #[arg(long, env = "PORTICO_BUILDS", default_value = "builds")]
    pub builds: PathBuf,
    /// Folder of the embedded origin's data
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub var: PathBuf,
    /// Who answers `/api`: `embedded`, or another server as `http://host:port`
    #[arg(long, env = "PORTICO_ORIGIN", default_value = DEFAULT_ORIGIN)]
    pub origin: String,
    /// Address that visitors see, as `https://host`; may be given more than once
    #[arg(
        long = "public-origin",
        env = "PORTICO_PUBLIC_ORIGIN",
        value_name = "URL",
        value_delimiter = ','
    )]
    pub public_origins: Vec<String>,
    /// Development: documents come from this server, as `http://127.0.0.1:PORT`
    #[arg(long, env = "PORTICO_DEV_SERVER", value_name = "URL")]
    pub dev_server: Option<String>,
    /// Set cookies without `Secure`: whoever can read the network can take over sessions, and Feishu frames do not work
    #[arg(long, env = "PORTICO_INSECURE_COOKIES")]
    pub insecure_cookies: bool,
    /// Memory for bodies, in MiB
    #[arg(
        long,
        env = "PORTICO_BODIES_MIB",
        value_name = "MIB",
        default_value_t = 256
    )]
    pub bodies_mib: u32,
    /// Longest body of a call to `/api`, in MiB
    #[arg(
        long,
        env = "PORTICO_UPLOAD_MIB",
        value_name = "MIB",
        default_value_t = 32
    )]
    pub upload_mib: u32,
    /// Connections at once; more wait
    #[arg(long, env = "PORTICO_CONNECTIONS", value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub connections: u32,
    /// The embedded origin's own options
    #[cfg(feature = "embedded-origin")]
    #[command(flatten)]
    pub embedded: origin::Settings,
}

#[cfg(feature = "embedded-origin")]
const DEFAULT_ORIGIN: &str = "embedded";
#[cfg(not(feature = "embedded-origin"))]
const DEFAULT_ORIGIN: &str = "http://127.0.0.1:8090";

/// Everything the gateway needs to know.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The generator's output.
    pub builds: PathBuf,
    /// Sizes and times.
    pub limits: Limits,
    pub(crate) origin: Origin,
    pub(crate) public_origins: PublicOrigins,
    pub(crate) dev_server: Option<Authority>,
    pub(crate) marking: Marking,
}

/// Sizes and times that bound what a client can cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// Bytes of bodies held in memory.
    pub bodies: u64,
    /// Bytes of a request's body.
    pub body: u64,
    /// For the head of a request to arrive, and for an idle connection to stay.
    pub head: Duration,
    /// For the head of the origin's answer to arrive, once the request was sent; long, because an upload counts too.
    pub answer: Duration,
    /// For what is in hand when the process is told to stop.
    pub drain: Duration,
}

/// Who answers `/api`.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// This process.
    #[cfg(feature = "embedded-origin")]
    Embedded(Box<origin::Config>),
    /// Another one.
    Remote(Authority),
}

/// An option has a value that cannot work. Says which, why, and what to write instead.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ConfigError {
    /// Not an address of another server.
    #[error("`{option} {value}` is no address like `{like}`")]
    Address {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// What it could look like.
        like: &'static str,
    },
    /// The origin is not part of this program.
    #[error("this gateway was built without the embedded origin; give `--origin http://host:port`")]
    NoEmbeddedOrigin,
    /// Reachable from elsewhere, but nobody said under which address.
    #[error(
        "`--listen {0}` can be reached from other machines; say which address visitors see with `--public-origin https://…`"
    )]
    NoPublicOrigin(SocketAddr),
    /// Cookies that browsers refuse, or that anyone can read.
    #[error(
        "`--public-origin {0}` is plain HTTP, where browsers refuse the session cookie; put TLS in front and name the https address, \
         or accept with `--insecure-cookies` that whoever reads the network can take over sessions"
    )]
    PlainHttp(String),
}

impl TryFrom<Options> for Config {
    type Error = ConfigError;

    fn try_from(options: Options) -> Result<Self, ConfigError> {
        let public_origins = options
            .public_origins
            .iter()
            .map(|url| public_origin(url))
            .collect::<Result<Vec<_>, _>>()?;
        if public_origins.is_empty() && !options.listen.ip().is_loopback() {
            return Err(ConfigError::NoPublicOrigin(options.listen));
        }
        let plain = public_origins
            .iter()
            .find(|origin| is_plain_and_remote(origin));
        if let Some(plain) = plain.filter(|_| !options.insecure_cookies) {
            return Err(ConfigError::PlainHttp(plain.clone()));
        }
        let dev_server = options
            .dev_server
            .as_deref()
            .map(|url| authority("--dev-server", url))
            .transpose()?;
        Ok(Self {
            listen: options.listen,
            limits: limits(&options),
            public_origins: PublicOrigins(public_origins),
            dev_server,
            marking: if options.insecure_cookies {
                Marking::Plain
            } else {
                Marking::Secure
            },
            builds: options.builds.clone(),
            origin: origin(options)?,
        })
    }
}

impl Config {
    /// Whether visitors come over TLS, which ends in front of this process.
    pub(crate) fn is_tls(&self) -> bool {
        let origins = &self.public_origins.0;
        !origins.is_empty() && origins.iter().all(|origin| origin.starts_with("https://"))
    }
}

fn limits(options: &Options) -> Limits {
    const MIB: u64 = 1024 * 1024;
    Limits {
        connections: usize::try_from(options.connections).unwrap_or(usize::MAX),
        bodies: u64::from(options.bodies_mib) * MIB,
        body: u64::from(options.upload_mib) * MIB,
        head: Duration::from_secs(20),
        answer: Duration::from_secs(120),
        drain: Duration::from_secs(10),
    }
}

fn origin(options: Options) -> Result<Origin, ConfigError> {
    if options.origin != "embedded" {
        return authority("--origin", &options.origin).map(Origin::Remote);
    }
    #[cfg(feature = "embedded-origin")]
    return Ok(Origin::Embedded(Box::new(origin::Config {
        var: options.var,
        builds: options.builds,
        settings: options.embedded,
    })));
    #[cfg(not(feature = "embedded-origin"))]
    Err(ConfigError::NoEmbeddedOrigin)
}

/// `http://host:port` and nothing behind it.
fn authority(option: &'static str, url: &str) -> Result<Authority, ConfigError> {
    let wrong = || ConfigError::Address {
        option,
        value: url.to_owned(),
        like: "http://127.0.0.1:8090",
    };
    let (scheme, authority) = split(url).ok_or_else(wrong)?;
    if scheme == "http" {
        Ok(authority)
    } else {
        Err(wrong())
    }
}

/// As browsers write it in `Origin`: lower case, no default port, no slash.
fn public_origin(url: &str) -> Result<String, ConfigError> {
    let wrong = || ConfigError::Address {
        option: "--public-origin",
        value: url.to_owned(),
        like: "https://www.example.com",
    };
    let (scheme, authority) = split(url).ok_or_else(wrong)?;
    let host = authority.host().to_ascii_lowercase();
    Ok(match (scheme.as_str(), authority.port_u16()) {
        ("https", None | Some(443)) | ("http", None | Some(80)) => format!("{scheme}://{host}"),
        (_, Some(port)) => format!("{scheme}://{host}:{port}"),
        (_, None) => return Err(wrong()),
    })
}

fn split(url: &str) -> Option<(String, Authority)> {
    let uri: Uri = url.parse().ok()?;
    let scheme = uri
        .scheme_str()
        .filter(|scheme| matches!(*scheme, "http" | "https"))?;
    let authority = uri
        .authority()
        .filter(|authority| !authority.as_str().contains('@') && !authority.host().is_empty())?;
    let is_bare = matches!(uri.path(), "" | "/") && uri.query().is_none();
    is_bare.then(|| (scheme.to_owned(), authority.clone()))
}

fn is_plain_and_remote(origin: &str) -> bool {
    origin
        .strip_prefix("http://")
        .is_some_and(|host| !is_loopback(host))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
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
        let rows: [(&[&str], &str); 6] = [
            (&["--listen", "0.0.0.0:80"], "--public-origin https://…"),
            (
                &["--public-origin", "http://example.com"],
                "--insecure-cookies",
            ),
            (&["--public-origin", "example.com"], "no address like"),
            (
                &["--public-origin", "https://example.com/site"],
                "no address like",
            ),
            (
                &["--dev-server", "https://127.0.0.1:5173"],
                "no address like",
            ),
            (
                &["--dev-server", "http://user@127.0.0.1"],
                "no address like",
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
