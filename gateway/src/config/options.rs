//! The command line and the environment as they were written; [`super::Config`] is the checked
//! result.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand, ValueEnum};
use config_file::command_line::ConfigOption;
use ipnet::IpNet;
use sentences::LanguageOption;

use super::ListenAddress;

/// Serves the builds of the generator, guards private pages, and forwards `/api`
#[derive(Debug, Parser)]
#[command(name = "gateway", version, arg_required_else_help = true, disable_help_flag = true, after_help = format!("{LOG}\n\n{END}"))]
pub struct Cli {
    /// The configuration file.
    #[command(flatten)]
    pub config: ConfigOption,
    /// The language of messages.
    #[command(flatten)]
    pub language: LanguageOption,
    /// Show the options that a site needs first
    #[arg(short, long, action = ArgAction::HelpShort, global = true, display_order = 1001)]
    help: Option<bool>,
    /// Show all options
    #[arg(long, action = ArgAction::HelpLong, global = true, display_order = 1002)]
    help_all: Option<bool>,
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// An environment variable without an option.
const LOG: &str = "The log is written to standard error. PORTICO_LOG sets its level: `error`, `warn`, `info` (the default), `debug`, or by target, \
     such as `info,access=off`";

/// Exit codes and examples.
const END: &str = "Exit codes: 0 stopped on request, 64 the command line is wrong, 69 the embedded origin does not start (its database, its folder), \
     71 the system refuses something, 74 the address cannot be listened on, 78 the options or portico.toml cannot be used.

Examples:

    gateway serve --listen 127.0.0.1:8080
    gateway serve --listen 0.0.0.0:443 --acme letsencrypt --public-origin https://www.example.com
    gateway check-config --config /etc/portico/portico.toml";

/// The place of the other options.
const ALL_OPTIONS: &str = "`--help` shows the options that a site needs first, `--help-all` shows all: e-mail, database, messages, limits, and more";

/// The end of the help of `serve`.
const SERVE: &str = "`--help` shows the options that a site needs first, `--help-all` shows all: e-mail, database, messages, limits, and more. \
     PORTICO_LOG sets the level of the log (`gateway --help`)";

/// Options that the short help has; `--help-all` has all.
const FIRST: [&str; 15] = [
    "listen",
    "public-origin",
    "acme",
    "tls-cert",
    "tls-key",
    "builds",
    "var",
    "http-redirect",
    "canonical-origin",
    "trusted-proxy",
    "origin",
    "config",
    "help",
    "help-all",
    "version",
];

impl Cli {
    /// The command line, whose short help has the options that a site needs first.
    pub fn command_for_beginners() -> clap::Command {
        Self::command().mut_subcommands(|verb| {
            verb.mut_args(|arg| {
                let is_first = arg.get_long().is_some_and(|name| FIRST.contains(&name));
                arg.hide_short_help(!is_first)
            })
        })
    }
}

/// The subcommand.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the site
    #[command(after_help = SERVE)]
    Serve(Box<Options>),
    /// Check the options of `serve` without serving, and report problems
    #[command(after_help = ALL_OPTIONS)]
    CheckConfig(Box<Options>),
}

/// Options, as they were written.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Address to listen on; port 0 takes a free one; or `unix:/run/portico/gateway.sock`, a socket
    /// for a proxy on this machine, which is trusted; may be repeated
    ///
    /// Sockets of a systemd unit take its place.
    #[arg(
        long,
        env = "PORTICO_LISTEN",
        value_name = "ADDRESS",
        value_delimiter = ',',
        default_value = "127.0.0.1:8080"
    )]
    pub listen: Vec<ListenAddress>,
    /// Serve HTTPS (HTTP/2 and 1.1) with this certificate chain: a PEM file
    ///
    /// It is read again when it changes.
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
    /// Serve HTTPS with a certificate by ACME: `letsencrypt`, `letsencrypt-staging` for trials, or
    /// an https address. With this option you accept the authority's terms of service
    ///
    /// The authority issues it for the hosts of all `--public-origin https://…`, and the gateway
    /// renews it. An address is that of another directory.
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
    #[arg(long, env = "PORTICO_ACME_CA", value_name = "FILE", requires = "acme")]
    pub acme_ca: Option<PathBuf>,
    /// Folder that the generator publishes to, or the bucket that `generator push` publishes to, as
    /// `s3://bucket/prefix`
    #[arg(
        long,
        env = "PORTICO_BUILDS",
        value_name = "PLACE",
        default_value = "builds"
    )]
    pub builds: PathBuf,
    /// Folder for files of the bucket that this gateway has needed; by default `builds` in the
    /// folder of `--var`
    #[arg(long, env = "PORTICO_BUILDS_MIRROR", value_name = "FOLDER")]
    pub builds_mirror: Option<PathBuf>,
    /// Room for these files in MiB; when it is full, the oldest are removed
    #[arg(
        long = "builds-mirror-mib",
        env = "PORTICO_BUILDS_MIRROR_MIB",
        value_name = "MIB",
        default_value_t = 4096,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub builds_mirror_mib: u32,
    /// Look for a new build at this interval in milliseconds: in a bucket, where 1,000 are usual,
    /// and on a network file system, for which the kernel reports no changes
    #[arg(long = "poll-builds", env = "PORTICO_POLL_BUILDS", value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub poll_builds_ms: Option<u32>,
    /// Folder of the embedded origin's data
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub var: PathBuf,
    /// Socket of the generator, for `POST /api/regenerate`; by default `generator.sock` in the
    /// folder of `--var`
    #[arg(long, env = "PORTICO_CONTROL", value_name = "PATH")]
    pub control: Option<PathBuf>,
    /// Keys of webhooks that may start builds, one per line, in a file that only its owner may
    /// read: `KEY` signs requests, `github KEY` and `gitlab KEY` are secrets of those services;
    /// read again for each request
    #[arg(
        long = "regenerate-key",
        env = "PORTICO_REGENERATE_KEY_FILE",
        value_name = "FILE"
    )]
    pub regenerate_key_file: Option<PathBuf>,
    /// Server for `/api`: `embedded`, `https://host` or `http://host:port`
    #[arg(long, env = "PORTICO_ORIGIN", default_value = DEFAULT_ORIGIN)]
    pub origin: String,
    /// Certificate authorities for an `https://` origin: a PEM file; by default those of the system
    #[arg(long, env = "PORTICO_ORIGIN_CA", value_name = "FILE")]
    pub origin_ca: Option<PathBuf>,
    /// Address of the site for visitors, as `https://host`; may be repeated
    #[arg(
        long = "public-origin",
        env = "PORTICO_PUBLIC_ORIGIN",
        value_name = "URL",
        value_delimiter = ','
    )]
    pub public_origins: Vec<String>,
    /// The public address that has all pages; the others redirect to it
    ///
    /// Its host alone answers; unknown hosts get 421.
    #[arg(long, env = "PORTICO_CANONICAL_ORIGIN", value_name = "URL")]
    pub canonical_origin: Option<String>,
    /// A second address, which only redirects to HTTPS, as `0.0.0.0:80`
    ///
    /// It has no TLS.
    #[arg(long, env = "PORTICO_HTTP_REDIRECT", value_name = "ADDRESS")]
    pub http_redirect: Option<SocketAddr>,
    /// Address for `/metrics`, `/healthz` and `/readyz` alone, without TLS, as `127.0.0.1:9180`;
    /// then `--listen` has no `/metrics`. Its clients may read all numbers
    #[arg(long, env = "PORTICO_METRICS_LISTEN", value_name = "ADDRESS")]
    pub metrics_listen: Option<SocketAddr>,
    /// Take the figures of visits that pages send when they are left, and show them in the metrics:
    /// load, interaction and layout times, missing pages, errors of scripts. For a site with
    /// `visitorFigures` in `content/site.yaml`
    #[arg(long, hide_short_help = true, env = "PORTICO_VISITOR_FIGURES")]
    pub visitor_figures: bool,
    /// How long browsers come over HTTPS only, once they have (`Strict-Transport-Security`), in
    /// seconds; 0 leaves it out. Two years, 63072000, when everything works over HTTPS
    #[arg(
        long = "hsts",
        env = "PORTICO_HSTS",
        value_name = "SECONDS",
        default_value_t = 300
    )]
    pub hsts_seconds: u32,
    /// For how many seconds a cache in front may use public files without asking (`s-maxage`); 0:
    /// it asks at each use. Only with `generator announce`, which purges the files that change
    #[arg(
        long,
        env = "PORTICO_SHARED_MAX_AGE",
        value_name = "SECONDS",
        default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(0..=31_536_000)
    )]
    pub shared_max_age: u32,
    /// The only host that shows previews, as `preview.example.com` or with a port. Behind a CDN,
    /// name a host that does not use its cache
    #[arg(long, env = "PORTICO_PREVIEW_HOST", value_name = "HOST")]
    pub preview_host: Option<String>,
    /// Trusted proxy: an address or a network, as `10.0.0.0/8`; may be repeated
    ///
    /// Its `X-Forwarded-For` and `X-Forwarded-Proto` count.
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
    #[arg(long, env = "PORTICO_DEV_SERVER", value_name = "URL")]
    pub dev_server: Option<String>,
    /// Set cookies without `Secure`: readers of the network can take over sessions, and sign-in
    /// does not work on pages in another site's frame
    #[arg(long, env = "PORTICO_INSECURE_COOKIES")]
    pub insecure_cookies: bool,
    /// After SIGTERM, serve for so many seconds more, while `/readyz` answers 503, so that a load
    /// balancer takes this gateway out first
    #[arg(
        long = "drain",
        env = "PORTICO_DRAIN",
        value_name = "SECONDS",
        default_value_t = 0
    )]
    pub drain_seconds: u32,
    /// Memory for bodies of requests and answers, in MiB
    #[arg(
        long,
        env = "PORTICO_BODIES_MIB",
        value_name = "MIB",
        default_value_t = 256
    )]
    pub bodies_mib: u32,
    /// Largest request body for `/api`, in MiB
    #[arg(
        long,
        env = "PORTICO_UPLOAD_MIB",
        value_name = "MIB",
        default_value_t = 32
    )]
    pub upload_mib: u32,
    /// Most connections at once, as far as the process may open file descriptors; above it, the
    /// connections that are idle longest are closed
    #[arg(long, env = "PORTICO_CONNECTIONS", value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub connections: u32,
    /// Most connections of one client (an IPv4 address, an IPv6 network of 64 bits) that is not a
    /// trusted proxy; by default an eighth of `--connections`
    #[arg(long, env = "PORTICO_CONNECTIONS_PER_CLIENT", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub connections_per_client: Option<u32>,
    /// Compare one of so many answers with the index while it is sent; 0: none. The log and
    /// `gateway_wrong_bytes_total` report other bytes
    #[arg(
        long,
        env = "PORTICO_PROVE",
        value_name = "N",
        default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(0..=1_000_000)
    )]
    pub prove: u32,
    /// Read the live build's files again and again at so many KiB a second, and report files that
    /// are damaged on disk; 0: never
    #[arg(
        long,
        env = "PORTICO_PATROL_KIB",
        value_name = "KIB",
        default_value_t = 1024,
        value_parser = clap::value_parser!(u32).range(0..=1_048_576)
    )]
    pub patrol_kib: u32,
    /// Most requests a second of one client (an IPv4 address, an IPv6 network of 64 bits), on
    /// average over ten seconds; more get 429. By default there is no limit
    #[arg(long, env = "PORTICO_REQUESTS_PER_CLIENT", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub requests_per_client: Option<u32>,
    /// Most MiB a second of answers to one client (an IPv4 address, an IPv6 network of 64 bits), on
    /// average over ten seconds; more are sent later. 0: no limit
    #[arg(
        long,
        env = "PORTICO_MIB_PER_CLIENT",
        value_name = "MIB",
        default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(0..=100_000)
    )]
    pub mib_per_client: u32,
    /// Send a span of each request to this collector of OpenTelemetry (OTLP over HTTP), as
    /// `http://127.0.0.1:4318`
    ///
    /// `/v1/traces` is appended. Without the option, the variables OTEL_EXPORTER_OTLP_ENDPOINT and
    /// OTEL_EXPORTER_OTLP_TRACES_ENDPOINT name it.
    #[arg(long, env = "PORTICO_OTLP", value_name = "URL")]
    pub otlp: Option<String>,
    /// Form of the log: `text`, or `json`, one object a line
    #[arg(
        long,
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
    fn the_help_of_serve_is_one_screen_and_names_the_place_of_the_rest() {
        let mut command = Cli::command_for_beginners().term_width(100);
        command.build();
        let serve = command.find_subcommand_mut("serve").unwrap();
        let help = serve.render_help().to_string();
        assert!(
            help.lines().count() <= 45,
            "{}: {help}",
            help.lines().count()
        );
        for name in FIRST.iter().filter(|name| **name != "version") {
            assert!(help.contains(&format!("--{name}")), "{name}: {help}");
        }
        assert!(!help.contains("--connections"), "{help}");
        let all = serve.render_long_help().to_string();
        for arg in serve.get_arguments().filter(|arg| arg.get_long().is_some()) {
            let name = arg.get_long().unwrap();
            assert!(all.contains(&format!("--{name}")), "{name}");
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
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
