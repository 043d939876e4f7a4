//! `check-config`: whether `serve` would start, and facts about how it would run. Tries the steps
//! of the start of `serve`, and changes no state.

#[cfg(feature = "builds-in-bucket")]
use std::io::ErrorKind;
use std::sync::Arc;

#[cfg(feature = "builds-in-bucket")]
use crate::bucket::{follow::POINTER_MAX, store::Store};
#[cfg(feature = "builds-in-bucket")]
use crate::config::BucketPlace;
#[cfg(feature = "opentelemetry")]
use crate::config::Otlp;
use crate::config::{Backend, Config, Origin};
use crate::exit::{Exit, Failure};
use crate::net::tls::{Tls, acme};
#[cfg(feature = "opentelemetry")]
use crate::observe;
use crate::protocol::cookie::Marking;
use crate::protocol::host::is_loopback;
use crate::site::availability::Availability;
use crate::site::builds_dir::BuildsDir;
use crate::upstream;
#[cfg(feature = "opentelemetry")]
use crate::upstream::collector::CollectorClient;
use crate::webhook::keys::Keys;
use sentences::Message;

/// Facts that an operator should know, a sentence each; an error if `serve` would not start.
pub fn findings(config: &Config) -> Result<Vec<Message>, Failure> {
    let mut all = vec![builds(config)?];
    all.extend(tls(config)?);
    all.push(origin(&config.origin));
    all.push(generator(config)?);
    all.push(match config.public_origins.0.as_slice() {
        [] => Message::new("pages-of-this-machine"),
        origins => Message::new("pages-of-origins").with("origins", list(origins)),
    });
    if let Some(canonical) = &config.front_door.canonical {
        all.push(Message::new("canonical").with("origin", canonical));
    }
    if let Some(address) = config.http_redirect {
        all.push(Message::new("http-redirects").with("address", address.to_string()));
    }
    if let Some(address) = config.metrics_listen {
        all.push(Message::new("metrics-for-all").with("address", address.to_string()));
    }
    all.push(match config.trusted_proxies.0.as_slice() {
        [] => Message::new("limits-by-connection"),
        proxies => Message::new("limits-by-proxy").with("proxies", list(proxies)),
    });
    if let Some(quota) = config.limits.bytes {
        let share = Message::new("share-of-bytes").with("burst", quota.burst >> 20);
        all.push(share.with("rate", quota.per_second.get() >> 20));
    }
    let unix = config.listen.iter().filter(|one| one.unix().is_some());
    for address in unix {
        all.push(Message::new("unix-is-trusted").with("address", address.to_string()));
    }
    #[cfg(feature = "opentelemetry")]
    if let Some(otlp) = &config.otlp {
        all.extend(spans(otlp)?);
    }
    #[cfg(feature = "embedded-origin")]
    if let Origin::Embedded(embedded) = &config.origin
        && embedded.settings.predictable_captchas
    {
        all.push(Message::new("predictable-captchas"));
    }
    if config.marking == Marking::Plain {
        all.push(Message::new("plain-cookies"));
    }
    if let Some(server) = &config.dev_server {
        all.push(Message::new("dev-server").with("address", server.to_string()));
    }
    Ok(all)
}

fn tls(config: &Config) -> Result<Vec<Message>, Failure> {
    let Some(files) = &config.tls else {
        return Ok(Vec::new());
    };
    let files = files.clone();
    let tls = match &config.acme {
        Some(acme) => Tls::for_acme(acme, files, Arc::default()),
        None => Tls::load(files, &config.public_origins.0),
    };
    let tls = tls.map_err(|error| Failure::new(Exit::Config, error.message()))?;
    let plan = config.acme.as_ref().map(|acme| {
        let client = acme::client(acme);
        client.map_err(|error| Failure::new(Exit::Config, error.message()))?;
        Ok(acme::plan(acme))
    });
    let (speaks, warnings) = tls.findings();
    let warnings = warnings.into_iter().map(warning);
    let facts = plan.transpose()?.into_iter().chain([speaks]);
    Ok(facts.chain(warnings).collect())
}

/// Tries the origin as `serve` does at its start. Returns warnings; an error if `serve` would not
/// start.
pub async fn try_origin(config: &Config) -> Result<Vec<Message>, Failure> {
    match &config.origin {
        #[cfg(feature = "embedded-origin")]
        Origin::Embedded(config) => {
            let checked = origin::Origin::check(config).await;
            checked.map_err(|error| Failure::new(Exit::Origin, error))?;
            Ok(Vec::new())
        }
        Origin::Remote(backend) => try_remote(backend).await,
    }
}

/// An unreachable origin does not keep `serve` from starting; unreadable authorities do.
async fn try_remote(backend: &Backend) -> Result<Vec<Message>, Failure> {
    let mut warnings = Vec::new();
    if backend.tls.is_none() && !is_loopback(backend.authority.as_str()) {
        let finding = Message::new("origin-unencrypted").with("address", backend.to_string());
        warnings.push(warning(finding));
    }
    let reached = upstream::try_reaching(backend).await;
    let reached = reached.map_err(|error| Failure::new(Exit::Config, error.message()))?;
    if let Err(error) = reached {
        let finding = Message::new("origin-down").with("error", error.to_string());
        warnings.push(warning(finding));
    }
    Ok(warnings)
}

/// A finding that an operator should act on.
fn warning(finding: Message) -> Message {
    Message::new("finding-warning").with("finding", finding)
}

fn origin(origin: &Origin) -> Message {
    match origin {
        #[cfg(feature = "embedded-origin")]
        Origin::Embedded(config) => embedded_origin(config),
        Origin::Remote(backend) => Message::new("origin-at").with("address", backend.to_string()),
    }
}

#[cfg(feature = "embedded-origin")]
fn embedded_origin(config: &origin::Config) -> Message {
    let settings = &config.settings;
    let key = match &settings.key_file {
        Some(file) => file.display().to_string(),
        None => config.var.join("origin.key").display().to_string(),
    };
    match &settings.database_url {
        Some(database) => Message::new("origin-in-database")
            .with("database", database.to_string())
            .with("key", key),
        None => Message::new("origin-in-sqlite")
            .with("folder", config.var.display().to_string())
            .with("key", key),
    }
}

/// Which programs may have the generator publish, and the generator that is asked.
fn generator(config: &Config) -> Result<Message, Failure> {
    let state = match config.control.exists() {
        true => Message::new("socket-there"),
        false => Message::new("socket-not-there"),
    };
    let programs = match &config.regenerate_key_file {
        None => Message::new("programs-may-not"),
        Some(file) => {
            let keys =
                Keys::read(file).map_err(|error| Failure::new(Exit::Config, error.message()))?;
            Message::new("programs-may")
                .with("file", file.display().to_string())
                .with("count", keys.count())
        }
    };
    Ok(Message::new("editors-may-publish")
        .with("socket", config.control.display().to_string())
        .with("state", state)
        .with("programs", programs))
}

/// Where spans go; no request is made.
#[cfg(feature = "opentelemetry")]
fn spans(otlp: &Otlp) -> Result<Vec<Message>, Failure> {
    let client = CollectorClient::new(otlp);
    let client = client.map_err(|error| Failure::new(Exit::Config, error.message()))?;
    let checked = observe::spans::check(&otlp.endpoint, client);
    checked.map_err(|error| Failure::new(Exit::Config, error))?;
    let mut all = vec![Message::new("spans-go-to").with("address", otlp.to_string())];
    if otlp.is_plain_and_remote() {
        let finding = Message::new("spans-unencrypted").with("address", otlp.to_string());
        all.push(warning(finding));
    }
    Ok(all)
}

fn list(all: &[impl ToString]) -> String {
    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
    all.join(", ")
}

fn builds(config: &Config) -> Result<Message, Failure> {
    #[cfg(feature = "builds-in-bucket")]
    if let Some(place) = &config.bucket {
        return builds_in_bucket(place);
    }
    let found = Availability::new(&BuildsDir::new(&config.builds));
    let finding = found.message();
    Ok(match found.is_warning() {
        true => warning(finding),
        false => finding,
    })
}

/// A bucket that does not answer does not keep `serve` from starting; wrong settings do.
#[cfg(feature = "builds-in-bucket")]
fn builds_in_bucket(place: &BucketPlace) -> Result<Message, Failure> {
    let store = Store::open(&place.url, Arc::default());
    let store = store.map_err(|error| Failure::new(Exit::Config, error.message()))?;
    let folder = place.mirror.display().to_string();
    let url = place.url.to_string();
    Ok(match store.pointer("latest.json", None, POINTER_MAX) {
        Ok(_) => Message::new("bucket-builds")
            .with("url", url)
            .with("folder", folder)
            .with("mebibytes", place.most >> 20),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            warning(Message::new("bucket-empty").with("url", url))
        }
        Err(error) => {
            let away = Message::new("bucket-away").with("folder", folder);
            warning(away.with("error", error.to_string()))
        }
    })
}
