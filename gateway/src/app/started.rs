//! The line of the log that says what has started: it answers the first questions of an operator
//! who did not set the gateway up.

use std::path::Path;

use crate::config::{Config, Origin};
use crate::net::sockets::{CoreSockets, Role, addresses};
use crate::state::Gateway;

/// Writes the line.
pub(super) fn write(gateway: &Gateway, sockets: &[CoreSockets]) {
    let config = &gateway.config;
    let site = gateway.live.site();
    let build = site.map(|site| site.index.id.to_string());
    let listen = |role| or_none(list(&addresses(sockets.iter().flatten(), role)));
    let limits = &config.limits;
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        listen = listen(Role::Site),
        tls = config.tls.is_some(),
        redirect = listen(Role::Redirect),
        metrics = listen(Role::Operators),
        public = or_none(list(&config.public_origins.0)),
        trusted_proxies = or_none(list(&config.trusted_proxies.0)),
        build = or_none(build),
        builds = whole(&config.builds),
        bucket = or_none(config.bucket.as_ref().map(|place| place.url.to_string())),
        origin = origin(config),
        spans = or_none(spans(config)),
        connections = limits.connections,
        connections_per_client = limits.share(),
        bytes_per_client = or_none(limits.bytes.map(|quota| quota.per_second.to_string())),
        bodies_bytes = limits.bodies,
        upload_bytes = limits.body,
        head_seconds = limits.head.as_secs_f64(),
        answer_seconds = limits.answer.as_secs_f64(),
        "gateway started"
    );
}

/// The whole path: a relative one depends on the folder in which the process was started.
fn whole(path: &Path) -> String {
    let whole = std::path::absolute(path);
    whole.as_deref().unwrap_or(path).display().to_string()
}

/// The origin as the log has it, without a password.
fn origin(config: &Config) -> String {
    match &config.origin {
        Origin::Remote(backend) => backend.to_string(),
        #[cfg(feature = "embedded-origin")]
        Origin::Embedded(embedded) => match &embedded.settings.database_url {
            Some(database) => format!("embedded, {database}"),
            None => format!("embedded, SQLite in {}", embedded.var.display()),
        },
    }
}

#[cfg(feature = "opentelemetry")]
fn spans(config: &Config) -> Option<String> {
    config.otlp.as_ref().map(ToString::to_string)
}

#[cfg(not(feature = "opentelemetry"))]
fn spans(_: &Config) -> Option<String> {
    None
}

fn list(all: &[impl ToString]) -> Option<String> {
    let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
    (!texts.is_empty()).then(|| texts.join(","))
}

fn or_none(text: Option<String>) -> String {
    text.unwrap_or_else(|| "none".to_owned())
}
