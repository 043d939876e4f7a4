//! The command line and the environment as they were written; [`super::Config`] is the checked
//! result.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ipnet::IpNet;

/// Serves the builds of the generator, guards private pages, and forwards `/api`
#[derive(Debug, Parser)]
#[command(name = "gateway", version, arg_required_else_help = true, after_help = LOG)]
pub struct Cli {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// An environment variable without an option.
const LOG: &str = "The log is written to standard error. PORTICO_LOG sets its level: `error`, `warn`, `info` (the default), `debug`, or by target, \
     such as `info,access=off`";

/// The subcommand.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the site
    #[command(after_help = LOG)]
    Serve(Box<Options>),
    /// Check the options of `serve` without serving, and report problems
    CheckConfig(Box<Options>),
}

/// Options, as they were written.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Address to listen on; port 0 takes a free one; may be repeated. Sockets of a systemd unit
    /// take its place
    #[arg(
        long,
        env = "PORTICO_LISTEN",
        value_name = "ADDRESS",
        value_delimiter = ',',
        default_value = "127.0.0.1:8080"
    )]
    pub listen: Vec<SocketAddr>,
    /// Serve HTTPS (HTTP/2 and 1.1) with this certificate chain: a PEM file, which is read again
    /// when it changes
    #[arg(
        long,
        env = "PORTICO_TLS_CERT",
        value_name = "FILE",
        requires = "tls_key"
    )]
    pub tls_cert: Option<PathBuf>,
    /// The certificate's private key: a PEM file without a password
    #[arg(
        long,
        env = "PORTICO_TLS_KEY",
        value_name = "FILE",
        requires = "tls_cert"
    )]
    pub tls_key: Option<PathBuf>,
    /// Serve HTTPS with a certificate that an authority issues by ACME for the hosts of all
    /// `--public-origin https://…`, and renew it: `letsencrypt`, `letsencrypt-staging` for trials,
    /// or the https address of another directory. With this option you accept the authority's terms
    /// of service
    #[arg(
        long,
        env = "PORTICO_ACME",
        value_name = "DIRECTORY",
        conflicts_with_all = ["tls_cert", "tls_key"]
    )]
    pub acme: Option<String>,
    /// Address for the authority's mail about the certificate, as `ann@example.com`; may be
    /// repeated
    #[arg(
        long = "acme-contact",
        env = "PORTICO_ACME_CONTACT",
        value_name = "EMAIL",
        value_delimiter = ',',
        requires = "acme"
    )]
    pub acme_contacts: Vec<String>,
    /// Certificate authorities for the TLS of the directory itself: a PEM file; by default those of
    /// the system
    #[arg(
        long,
        hide_short_help = true,
        env = "PORTICO_ACME_CA",
        value_name = "FILE",
        requires = "acme"
    )]
    pub acme_ca: Option<PathBuf>,
    /// Folder that the generator publishes to
    #[arg(long, env = "PORTICO_BUILDS", default_value = "builds")]
    pub builds: PathBuf,
    /// Look for a new build at this interval in milliseconds, for a network file system, for which
    /// the kernel reports no changes
    #[arg(long = "poll-builds", hide_short_help = true, env = "PORTICO_POLL_BUILDS", value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub poll_builds_ms: Option<u32>,
    /// Folder of the embedded origin's data
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub var: PathBuf,
    /// Socket of the generator, for `POST /api/regenerate`; by default `generator.sock` in the
    /// folder of `--var`
    #[arg(
        long,
        hide_short_help = true,
        env = "PORTICO_CONTROL",
        value_name = "PATH"
    )]
    pub control: Option<PathBuf>,
    /// Keys of webhooks that may start builds, one per line, in a file that only its owner may
    /// read: `KEY` signs requests, `github KEY` and `gitlab KEY` are secrets of those services;
    /// read again for each request
    #[arg(
        long = "regenerate-key",
        hide_short_help = true,
        env = "PORTICO_REGENERATE_KEY_FILE",
        value_name = "FILE"
    )]
    pub regenerate_key_file: Option<PathBuf>,
    /// Server for `/api`: `embedded`, `https://host` or `http://host:port`
    #[arg(long, env = "PORTICO_ORIGIN", default_value = DEFAULT_ORIGIN)]
    pub origin: String,
    /// Certificate authorities for an `https://` origin: a PEM file; by default those of the system
    #[arg(
        long,
        hide_short_help = true,
        env = "PORTICO_ORIGIN_CA",
        value_name = "FILE"
    )]
    pub origin_ca: Option<PathBuf>,
    /// Address of the site for visitors, as `https://host`; may be repeated
    #[arg(
        long = "public-origin",
        env = "PORTICO_PUBLIC_ORIGIN",
        value_name = "URL",
        value_delimiter = ','
    )]
    pub public_origins: Vec<String>,
    /// The public address that has all pages: its host alone answers; the other public addresses
    /// redirect to it, unknown hosts get 421
    #[arg(long, env = "PORTICO_CANONICAL_ORIGIN", value_name = "URL")]
    pub canonical_origin: Option<String>,
    /// A second address to listen on, without TLS, which only redirects visitors to HTTPS, as
    /// `0.0.0.0:80`
    #[arg(long, env = "PORTICO_HTTP_REDIRECT", value_name = "ADDRESS")]
    pub http_redirect: Option<SocketAddr>,
    /// Address for `/metrics`, `/healthz` and `/readyz` alone, without TLS, as `127.0.0.1:9180`;
    /// then `--listen` has no `/metrics`. Its clients may read all numbers
    #[arg(long, env = "PORTICO_METRICS_LISTEN", value_name = "ADDRESS")]
    pub metrics_listen: Option<SocketAddr>,
    /// How long browsers come over HTTPS only, once they have (`Strict-Transport-Security`), in
    /// seconds; 0 leaves it out. Two years, 63072000, when everything works over HTTPS
    #[arg(
        long = "hsts",
        env = "PORTICO_HSTS",
        value_name = "SECONDS",
        default_value_t = 300
    )]
    pub hsts_seconds: u32,
    /// The only host that shows previews, as `preview.example.com` or with a port. Behind a CDN,
    /// name a host that does not use its cache
    #[arg(
        long,
        hide_short_help = true,
        env = "PORTICO_PREVIEW_HOST",
        value_name = "HOST"
    )]
    pub preview_host: Option<String>,
    /// Trusted proxy, for its `X-Forwarded-For` and `X-Forwarded-Proto`: an address, or a network
    /// such as `10.0.0.0/8`; may be repeated
    #[arg(
        long = "trusted-proxy",
        env = "PORTICO_TRUSTED_PROXIES",
        value_name = "CIDR",
        value_delimiter = ',',
        value_parser = network
    )]
    pub trusted_proxies: Vec<IpNet>,
    /// Trusted proxies name their client by the PROXY protocol (version 1 or 2) at the start of
    /// each connection, as proxies do that pass TLS on; one of theirs without it is closed
    #[arg(long, hide_short_help = true, env = "PORTICO_PROXY_PROTOCOL")]
    pub proxy_protocol: bool,
    /// Development server for documents, as `http://127.0.0.1:PORT`
    #[arg(
        long,
        hide_short_help = true,
        env = "PORTICO_DEV_SERVER",
        value_name = "URL"
    )]
    pub dev_server: Option<String>,
    /// Set cookies without `Secure`: readers of the network can take over sessions, and sign-in
    /// does not work on pages in another site's frame
    #[arg(long, hide_short_help = true, env = "PORTICO_INSECURE_COOKIES")]
    pub insecure_cookies: bool,
    /// After SIGTERM, serve for so many seconds more, while `/readyz` answers 503, so that a load
    /// balancer takes this gateway out first
    #[arg(
        long = "drain",
        hide_short_help = true,
        env = "PORTICO_DRAIN",
        value_name = "SECONDS",
        default_value_t = 0
    )]
    pub drain_seconds: u32,
    /// Memory for bodies of requests and answers, in MiB
    #[arg(
        long,
        hide_short_help = true,
        env = "PORTICO_BODIES_MIB",
        value_name = "MIB",
        default_value_t = 256
    )]
    pub bodies_mib: u32,
    /// Largest request body for `/api`, in MiB
    #[arg(
        long,
        hide_short_help = true,
        env = "PORTICO_UPLOAD_MIB",
        value_name = "MIB",
        default_value_t = 32
    )]
    pub upload_mib: u32,
    /// Most connections at once, as far as the process may open file descriptors; above it, the
    /// connections that are idle longest are closed
    #[arg(long, hide_short_help = true, env = "PORTICO_CONNECTIONS", value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub connections: u32,
    /// Most connections of one client (an IPv4 address, an IPv6 network of 64 bits) that is not a
    /// trusted proxy; by default an eighth of `--connections`
    #[arg(long, hide_short_help = true, env = "PORTICO_CONNECTIONS_PER_CLIENT", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub connections_per_client: Option<u32>,
    /// Form of the log: `text`, or `json`, one object a line
    #[arg(
        long,
        hide_short_help = true,
        env = "PORTICO_LOG_FORMAT",
        value_name = "FORMAT",
        default_value = "text"
    )]
    pub log_format: LogFormat,
    /// The embedded origin's own options
    #[cfg(feature = "embedded-origin")]
    #[command(flatten)]
    pub embedded: origin::Settings,
}

/// The form of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One object a line.
    Json,
}

#[cfg(feature = "embedded-origin")]
const DEFAULT_ORIGIN: &str = "embedded";
#[cfg(not(feature = "embedded-origin"))]
const DEFAULT_ORIGIN: &str = "http://127.0.0.1:8090";

/// A network, or one address of its own.
fn network(text: &str) -> Result<IpNet, String> {
    let network: Option<IpNet> = text
        .parse()
        .or_else(|_| {
            text.parse()
                .map(|address: IpAddr| address.to_canonical().into())
        })
        .ok();
    match network {
        None => Err("expected an address or a network, such as `10.0.0.0/8`".to_owned()),
        Some(network) if network.prefix_len() == 0 => {
            Err("this network contains all addresses, so any client could claim any address; name the proxies".to_owned())
        }
        Some(network) => Ok(network),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn a_trusted_proxy_is_an_address_or_a_network_but_never_all_addresses() {
        for (text, expected) in [
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("192.0.2.1", "192.0.2.1/32"),
            ("2001:db8::/32", "2001:db8::/32"),
            ("::1", "::1/128"),
            ("::ffff:192.0.2.1", "192.0.2.1/32"),
        ] {
            assert_eq!(network(text).unwrap().to_string(), expected, "{text}");
        }
        for text in [
            "",
            "proxy.example",
            "10.0.0.0/33",
            "10.0.0.0/8,",
            "0.0.0.0/0",
            "::/0",
        ] {
            assert!(network(text).is_err(), "{text}");
        }
    }
}
