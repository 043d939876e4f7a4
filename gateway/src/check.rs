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

/// Facts that an operator should know, a sentence each; an error if `serve` would not start.
pub fn findings(config: &Config) -> Result<Vec<String>, Failure> {
    let mut all = vec![builds(config)?];
    all.extend(tls(config)?);
    all.push(origin(&config.origin));
    all.push(generator(config)?);
    all.push(match config.public_origins.0.as_slice() {
        [] => "only pages opened on this machine may make calls that change something; visitors from elsewhere need `--public-origin`".to_owned(),
        origins => format!("pages of {} may make calls that change something", list(origins)),
    });
    if let Some(canonical) = &config.front_door.canonical {
        all.push(format!("only {canonical} has pages: other public addresses redirect to it, unknown hosts get 421"));
    }
    if let Some(address) = config.http_redirect {
        all.push(format!(
            "visitors who come to {address} without TLS are redirected to HTTPS"
        ));
    }
    if let Some(address) = config.metrics_listen {
        all.push(format!(
            "all clients that reach http://{address} may read the numbers of `/metrics`"
        ));
    }
    all.push(match config.trusted_proxies.0.as_slice() {
        [] => "limits count by the address of each connection; behind a proxy they count all visitors as one unless it is named with `--trusted-proxy`".to_owned(),
        proxies => format!("limits count by the address that {} vouch for in X-Forwarded-For", list(proxies)),
    });
    let unix = config.listen.iter().filter(|one| one.unix().is_some());
    for address in unix {
        all.push(format!(
            "programs of the gateway's group may connect to {address}, and are trusted proxies: limits count by the address in their X-Forwarded-For"
        ));
    }
    #[cfg(feature = "opentelemetry")]
    if let Some(otlp) = &config.otlp {
        all.extend(spans(otlp)?);
    }
    #[cfg(feature = "embedded-origin")]
    if let Origin::Embedded(embedded) = &config.origin
        && embedded.settings.predictable_captchas
    {
        all.push("for tests: the answer to every captcha is known".to_owned());
    }
    if config.marking == Marking::Plain {
        all.push(
            "cookies are set without `Secure`: whoever reads the network can take over sessions"
                .to_owned(),
        );
    }
    if let Some(server) = &config.dev_server {
        all.push(format!("development: documents come from http://{server} without a Content-Security-Policy; never serve visitors this way"));
    }
    Ok(all)
}

fn tls(config: &Config) -> Result<Vec<String>, Failure> {
    let Some(files) = &config.tls else {
        return Ok(Vec::new());
    };
    let files = files.clone();
    let tls = match &config.acme {
        Some(acme) => Tls::for_acme(acme, files, Arc::default()),
        None => Tls::load(files, &config.public_origins.0),
    };
    let tls = tls.map_err(|error| Failure::new(Exit::Config, error))?;
    let plan = config.acme.as_ref().map(|acme| {
        let client = acme::client(acme);
        client.map_err(|error| Failure::new(Exit::Config, error))?;
        Ok(acme::plan(acme))
    });
    let (speaks, warnings) = tls.findings();
    let warnings = warnings.iter().map(|warning| format!("warning: {warning}"));
    let facts = plan.transpose()?.into_iter().chain([speaks]);
    Ok(facts.chain(warnings).collect())
}

/// Tries the origin as `serve` does at its start. Returns warnings; an error if `serve` would not
/// start.
pub async fn try_origin(config: &Config) -> Result<Vec<String>, Failure> {
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
async fn try_remote(backend: &Backend) -> Result<Vec<String>, Failure> {
    let mut warnings = Vec::new();
    if backend.tls.is_none() && !is_loopback(backend.authority.as_str()) {
        warnings.push(format!(
            "warning: what visitors send goes to {backend} unencrypted, sessions too: write `https://…`, unless nobody else is in that network"
        ));
    }
    let reached = upstream::try_reaching(backend).await;
    if let Err(error) = reached.map_err(|error| Failure::new(Exit::Config, error))? {
        warnings.push(format!(
            "warning: {error}; `/api` answers 503 until that is mended"
        ));
    }
    Ok(warnings)
}

fn origin(origin: &Origin) -> String {
    match origin {
        #[cfg(feature = "embedded-origin")]
        Origin::Embedded(config) => embedded_origin(config),
        Origin::Remote(backend) => format!("`/api` is answered by {backend}"),
    }
}

#[cfg(feature = "embedded-origin")]
fn embedded_origin(config: &origin::Config) -> String {
    let settings = &config.settings;
    let key = match &settings.key_file {
        Some(file) => file.display().to_string(),
        None => config.var.join("origin.key").display().to_string(),
    };
    match &settings.database_url {
        Some(database) => format!(
            "`/api` is answered by this process with its data in {database}; every gateway of this site needs that database and the same keys as `{key}` (`--key-file`)"
        ),
        None => format!(
            "`/api` is answered by this process with its data in SQLite under `{}`; a second gateway needs PostgreSQL for both (`DATABASE_URL`) and the same keys as `{key}` (`--key-file`), or one origin for both with `--origin https://host`",
            config.var.display()
        ),
    }
}

fn generator(config: &Config) -> Result<String, Failure> {
    let socket = config.control.display();
    let is_there = match config.control.exists() {
        true => "is there",
        false => "is not there yet: `generator watch` makes it",
    };
    let programs = match &config.regenerate_key_file {
        None => "programs may not: `--regenerate-key` names the keys of those that may".to_owned(),
        Some(file) => {
            let keys = Keys::read(file).map_err(|error| Failure::new(Exit::Config, error))?;
            format!("so may programs, by the keys in `{}`", file.display())
                + &format!(" ({})", keys.count())
        }
    };
    Ok(format!(
        "editors may publish by `POST /api/regenerate`, which asks the generator at `{socket}` ({is_there}); {programs}"
    ))
}

#[cfg(feature = "opentelemetry")]
fn spans(otlp: &Otlp) -> Result<Vec<String>, Failure> {
    let client = CollectorClient::new(otlp);
    let client = client.map_err(|error| Failure::new(Exit::Config, error))?;
    let checked = observe::spans::check(&otlp.endpoint, client);
    checked.map_err(|error| Failure::new(Exit::Config, error))?;
    let mut all = vec![format!(
        "a span of each request goes to {otlp}: method, path without query, status, no cookie and no address of a visitor"
    )];
    if otlp.is_plain_and_remote() {
        all.push(format!("warning: spans go to {otlp} unencrypted: write `https://…`, or run a collector on this machine"));
    }
    Ok(all)
}

fn list(all: &[impl ToString]) -> String {
    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
    all.join(", ")
}

fn builds(config: &Config) -> Result<String, Failure> {
    #[cfg(feature = "builds-in-bucket")]
    if let Some(place) = &config.bucket {
        return builds_in_bucket(place);
    }
    let found = Availability::new(&BuildsDir::new(&config.builds));
    let warning = if found.is_warning() { "warning: " } else { "" };
    Ok(format!("{warning}{found}"))
}

#[cfg(feature = "builds-in-bucket")]
/// A bucket that does not answer does not keep `serve` from starting; wrong settings do.
fn builds_in_bucket(place: &BucketPlace) -> Result<String, Failure> {
    let store = Store::open(&place.url, Arc::default());
    let store = store.map_err(|error| Failure::new(Exit::Config, error))?;
    let mirror = place.mirror.display();
    Ok(match store.pointer("latest.json", None, POINTER_MAX) {
        Ok(_) => format!(
            "builds come from {}; files that visitors ask for are kept in `{mirror}`, at most {} MiB",
            place.url,
            place.most >> 20
        ),
        Err(error) if error.kind() == ErrorKind::NotFound => format!(
            "warning: {} has no build yet: `generator push {}` publishes one",
            place.url, place.url
        ),
        Err(error) => format!("warning: {error}; what `{mirror}` holds is served until then"),
    })
}
