//! Portico's gateway: serves what the generator built, guards what is private, signs visitors in,
//! and passes `/api` on.
//!
//! # One request
//!
//! | step | what | where |
//! |---|---|---|
//! | 1 | limits, target and method, who asks | `server`, `connection_limit`, `connection`, `tls`, `target`, `handler`, `client` |
//! | 2 | one canonical path | `path` |
//! | 3 | `/api` | `api`, `proxy`, `cross_site`, `language` |
//! | 4 | `/assets`; of `/builds` exactly `latest.json` and `meta/<id>.json` | `handler::named` |
//! | 5 | locale: only `/` redirects | `handler::home`, `locale` |
//! | 6 | guard | `guard`, `session` |
//! | 7 | lookup in one immutable snapshot of the build | `site`, `handler::representation` |
//! | 8 | conditional, range, encoding | `file`, `conditional`, `encoding`, `dictionary` |
//! | 9 | headers | `headers` |
//!
//! `handler` has the steps in this order under these numbers, and is the only file that knows the
//! order. Decisions are pure functions over the request's head with a table test each; what goes
//! wrong is a `respond::Rejection`.
//!
//! # Life
//!
//! [`config::Config`] (nothing opened) → [`App`] (build loaded, origin started) → [`App::serve`]
//! (listener and shutdown are arguments, so a test binds port 0 and stops the server by dropping a
//! sender).
//!
//! # Invariants
//! - It never renders and never writes under `builds/`.
//! - Guard and lookup see the same canonical path, and access stands in the index: a file has one
//!   rule, whatever its spelling, encoding or build.
//! - The origin never sees a cookie, the browser never sees a token.
//! - Values that come from outside (paths, ids, hashes, media types, redirect targets) are parsed
//!   into types before they become part of a path on disk or of a header.

mod access_log;
mod api;
mod body;
mod builtin;
mod client;
mod conditional;
mod connection;
mod connection_limit;
mod cookie;
mod cross_site;
mod development;
mod dictionary;
mod encoding;
mod file;
mod guard;
mod handler;
mod headers;
mod language;
mod locale;
mod metrics;
mod operations;
mod path;
mod places;
mod proxy;
mod respond;
mod server;
mod session;
mod site;
mod store;
mod target;
mod tls;
mod upstream;
mod weighted;

pub mod check;
pub mod config;
pub mod descriptors;
pub mod exit;
pub mod listen;
pub mod panics;
pub mod shutdown;

use std::sync::Arc;

use config::{Config, Origin};
use development::Development;
use exit::{Exit, Failure};
use listen::Listeners;
use metrics::Metrics;
use places::Places;
use session::Sessions;
use site::folder::Folder;
use site::load::Settings;
use site::reload::{Live, Reloader};
use store::Store;
use tls::Tls;
use upstream::Upstream;

/// What every request needs.
struct Gateway {
    config: Config,
    live: Arc<Live>,
    store: Arc<Store>,
    upstream: Arc<Upstream>,
    places: Places,
    sessions: Arc<Sessions>,
    development: Option<Development>,
}

/// A gateway that is ready to serve.
pub struct App {
    gateway: Arc<Gateway>,
    tls: Option<Arc<Tls>>,
    reloader: Reloader,
}

impl App {
    /// Loads the live build, if there is one, and starts the embedded origin. Blocks.
    pub fn build(config: Config) -> Result<Self, Failure> {
        let tls = start_tls(&config)?;
        let metrics = Arc::new(Metrics::default());
        let upstream = Arc::new(start_upstream(&config, &metrics)?);
        let store = Arc::new(Store::new(
            Folder::new(&config.builds),
            &config.limits,
            Arc::clone(&metrics),
        ));
        let settings = Settings {
            tls: config.is_tls(),
            development: config.dev_server.is_some(),
        };
        let (reloader, live) = Reloader::start(Arc::clone(&store), settings, config.poll_builds);
        let gateway = Gateway {
            places: Places::new(config.limits.calls_per_client),
            sessions: Arc::new(Sessions::new(
                Arc::clone(&upstream),
                metrics,
                config.limits.session,
            )),
            development: config.dev_server.clone().map(Development::new),
            live,
            store,
            upstream,
            config,
        };
        Ok(Self {
            gateway: Arc::new(gateway),
            tls,
            reloader,
        })
    }

    /// Serves until `shutdown` is ready, finishes what is in hand, and stops the origin.
    pub async fn serve(self, listeners: impl Into<Listeners>, shutdown: impl Future<Output = ()>) {
        let reloading = tokio::spawn(self.reloader.run());
        let every = self.gateway.config.limits.certificate;
        let renewing = self.tls.clone();
        let metrics = &self.gateway.store.metrics;
        let renewing = renewing.map(|tls| tokio::spawn(tls.watch(every, Arc::clone(metrics))));
        let gateway = Arc::clone(&self.gateway);
        server::serve(gateway, self.tls, listeners.into(), shutdown).await;
        reloading.abort();
        if let Some(renewing) = renewing {
            renewing.abort();
        }
        self.gateway.upstream.stop().await;
    }
}

fn start_tls(config: &Config) -> Result<Option<Arc<Tls>>, Failure> {
    let Some(files) = &config.tls else {
        return Ok(None);
    };
    let tls = Tls::load(files.clone(), &config.public_origins.0);
    let tls = tls.map_err(|error| Failure::new(Exit::Config, error))?;
    for warning in tls.findings().1 {
        tracing::warn!("{warning}");
    }
    Ok(Some(Arc::new(tls)))
}

fn start_upstream(config: &Config, metrics: &Arc<Metrics>) -> Result<Upstream, Failure> {
    let metrics = Arc::clone(metrics);
    match &config.origin {
        Origin::Remote(backend) => Upstream::remote(backend.clone(), metrics)
            .map_err(|error| Failure::new(Exit::Config, error)),
        #[cfg(feature = "embedded-origin")]
        Origin::Embedded(config) => match origin::Handle::start(config.as_ref().clone()) {
            Ok(handle) => Ok(Upstream::embedded(handle, metrics)),
            Err(error) => Err(Failure::new(Exit::Origin, error)),
        },
    }
}
