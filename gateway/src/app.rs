//! The gateway as a whole: put together from its configuration, served, stopped.

mod started;

use std::io;
use std::sync::Arc;
#[cfg(feature = "builds-in-bucket")]
use std::time::Duration;

#[cfg(feature = "builds-in-bucket")]
use sentences::Message;
use tokio::task::JoinHandle;

use crate::bandwidth::Bandwidth;
#[cfg(feature = "builds-in-bucket")]
use crate::bucket::{follow::Follower, mirror::Mirror, store::Store};
use crate::config::{Config, Origin};
use crate::exit::{Exit, Failure};
use crate::net::server;
use crate::net::sockets::CoreSockets;
use crate::net::tls::Tls;
use crate::net::tls::acme::Renewal;
use crate::net::tls::acme::challenge::Challenges;
use crate::observe::metrics::Metrics;
#[cfg(feature = "opentelemetry")]
use crate::observe::spans::Spans;
use crate::phases::Phases;
use crate::protocol::http_challenge::HttpChallenges;
use crate::refresh::Refresh;
use crate::session::Sessions;
use crate::session::budget::Budgets;
use crate::site::body_cache::BodyCache;
use crate::site::builds_dir::BuildsDir;
use crate::site::load::Settings;
use crate::site::markdown::MarkdownCache;
use crate::site::patrol::Patrol;
use crate::site::preview::Previews;
use crate::site::proof::Prover;
use crate::site::reload::Reloader;
use crate::state::Gateway;
use crate::upstream::Upstream;
#[cfg(feature = "opentelemetry")]
use crate::upstream::collector::CollectorClient;
use crate::upstream::concurrency_limit::ConcurrencyLimit;
use crate::upstream::development::Development;
use crate::upstream::generator::Generator;
use crate::upstream::studio::Studio;
#[cfg(feature = "embedded-origin")]
use crate::upstream::with_causes;
use crate::webhook::Webhooks;

#[cfg(feature = "builds-in-bucket")]
/// How often a bucket is asked for a new build, unless the operator says otherwise.
const FOLLOW_EVERY: Duration = Duration::from_secs(1);

/// A gateway that is ready to serve.
pub struct App {
    gateway: Arc<Gateway>,
    tls: Option<Arc<Tls>>,
    /// Renews the certificate; none without ACME.
    renewal: Option<Renewal>,
    reloader: Reloader,
    /// Follows the builds of a bucket; none if they are in a folder.
    #[cfg(feature = "builds-in-bucket")]
    follower: Option<Follower>,
}

impl App {
    /// Loads the live build, if there is one, and starts the embedded origin. Blocks.
    pub fn build(config: Config) -> Result<Self, Failure> {
        let challenges = Arc::new(HttpChallenges::default());
        let proofs = Arc::new(Challenges::new(Arc::clone(&challenges)));
        let tls = start_tls(&config, &proofs)?;
        let webhooks = Webhooks::open(config.regenerate_key_file.clone());
        let webhooks = webhooks.map_err(|error| Failure::new(Exit::Config, error.message()))?;
        let metrics = Arc::new(Metrics::default());
        let renewal = start_renewal(&config, &proofs, tls.as_ref(), &metrics)?;
        let upstream = Arc::new(start_upstream(&config, &metrics)?);
        let builds = BuildsDir::new(&config.builds);
        #[cfg(feature = "builds-in-bucket")]
        let (builds, follower) = with_bucket(builds, &config, &metrics)?;
        let bodies = BodyCache::new(builds.clone(), &config.limits, Arc::clone(&metrics));
        let bodies = Arc::new(bodies);
        let settings = Settings {
            hsts: config.hsts(),
            shared_max_age: config.shared_max_age,
            development: config.dev_server.is_some(),
            partial: builds.mirror().is_some(),
        };
        let (reloader, live) = Reloader::start(
            builds.clone(),
            Arc::clone(&metrics),
            settings,
            config.poll_builds,
        );
        #[cfg(feature = "opentelemetry")]
        let spans = start_spans(&config, &metrics)?;
        let gateway = Gateway {
            #[cfg(feature = "opentelemetry")]
            spans,
            previews: Arc::new(Previews::new(builds.clone(), settings)),
            calls: ConcurrencyLimit::new(config.limits.calls_per_client),
            sessions: Arc::new(Sessions::new(
                Arc::clone(&upstream),
                Arc::clone(&metrics),
                config.limits.session,
            )),
            generator: Generator::new(config.control.clone()),
            studio: Studio::new(config.studio.clone(), config.limits.studio),
            webhooks,
            requests: config.limits.requests.map(Budgets::new),
            bandwidth: start_bandwidth(&config, &metrics),
            triggers: Budgets::new(config.limits.triggers),
            visits: Budgets::new(config.limits.visits),
            followers: ConcurrencyLimit::new(config.limits.followers),
            development: config.dev_server.clone().map(Development::new),
            live,
            prover: Prover::new(
                config.limits.prove,
                Arc::clone(&bodies),
                Arc::clone(&metrics),
            ),
            markdown: MarkdownCache::new(Arc::clone(&bodies)),
            bodies,
            challenges,
            builds,
            metrics,
            upstream,
            phases: Phases::default(),
            config,
        };
        Ok(Self {
            gateway: Arc::new(gateway),
            tls,
            renewal,
            reloader,
            #[cfg(feature = "builds-in-bucket")]
            follower,
        })
    }

    /// The phases of the gateway's end; a clone of them can end the server.
    pub fn phases(&self) -> Phases {
        self.gateway.phases.clone()
    }

    /// Reads files again on SIGHUP.
    pub fn refresh(&self) -> Refresh {
        Refresh::new(Arc::clone(&self.gateway), self.tls.clone())
    }

    /// Serves, a thread for each core, until its phases end it; finishes the answers in progress,
    /// and stops the origin. An error if the sockets cannot be used.
    pub async fn serve(self, sockets: Vec<CoreSockets>) -> io::Result<()> {
        let reloading = tokio::spawn(self.reloader.run());
        #[cfg(not(feature = "builds-in-bucket"))]
        let following = None;
        #[cfg(feature = "builds-in-bucket")]
        let following = self.follower.map(|follower| tokio::spawn(follower.run()));
        let tidying = tokio::spawn(Arc::clone(&self.gateway.previews).tidy());
        let patrol = start_patrol(&self.gateway);
        let every = self.gateway.config.limits.certificate;
        let renewing = self.tls.clone();
        let metrics = &self.gateway.metrics;
        // Now, so that it is among the numbers from the first request on.
        let not_after = renewing.as_ref().map_or(0, |tls| tls.not_after());
        metrics.certificate_not_after.set(not_after);
        let renewing = renewing.map(|tls| tokio::spawn(tls.watch(every, Arc::clone(metrics))));
        let phases = self.gateway.phases.clone();
        let ordering = self.renewal.map(|renewal| {
            // After a hand-over the successor orders.
            let order = async move {
                tokio::select! {
                    () = phases.until_closed() => {}
                    () = renewal.run() => {}
                }
            };
            tokio::spawn(order)
        });
        let gateway = Arc::clone(&self.gateway);
        started::write(&gateway, &sockets);
        let served = server::serve(gateway, self.tls, sockets).await;
        reloading.abort();
        tidying.abort();
        for task in [renewing, ordering, patrol, following]
            .into_iter()
            .flatten()
        {
            task.abort();
        }
        self.gateway.upstream.stop().await;
        #[cfg(feature = "opentelemetry")]
        if let Some(spans) = &self.gateway.spans {
            spans.send_rest().await;
        }
        served
    }
}

/// The folder as the mirror of the bucket, if there is one, with the build that is live there.
#[cfg(feature = "builds-in-bucket")]
fn with_bucket(
    folder: BuildsDir,
    config: &Config,
    metrics: &Arc<Metrics>,
) -> Result<(BuildsDir, Option<Follower>), Failure> {
    let Some(place) = &config.bucket else {
        return Ok((folder, None));
    };
    let store = Store::open(&place.url, Arc::clone(metrics));
    let store = store.map_err(|error| Failure::new(Exit::Config, error.message()))?;
    let mirror = Mirror::open(store, place, Arc::clone(metrics)).map_err(|error| {
        let message = Message::new("bucket-mirror")
            .with("folder", place.mirror.display().to_string())
            .with("error", &error);
        Failure::new(Exit::Config, message)
    })?;
    let mirror = Arc::new(mirror);
    let every = config.poll_builds.unwrap_or(FOLLOW_EVERY);
    let follower = Follower::start(Arc::clone(&mirror), every);
    Ok((folder.with_mirror(Some(mirror)), Some(follower)))
}

fn start_patrol(gateway: &Gateway) -> Option<JoinHandle<()>> {
    let (live, builds) = (Arc::clone(&gateway.live), gateway.builds.clone());
    let metrics = Arc::clone(&gateway.metrics);
    let patrol = Patrol::new(&gateway.config.limits, live, builds, metrics)?;
    Some(tokio::spawn(patrol.run()))
}

fn start_bandwidth(config: &Config, metrics: &Arc<Metrics>) -> Option<Arc<Bandwidth>> {
    let quota = config.limits.bytes?;
    Some(Arc::new(Bandwidth::new(quota, Arc::clone(metrics))))
}

fn start_tls(config: &Config, challenges: &Arc<Challenges>) -> Result<Option<Arc<Tls>>, Failure> {
    let Some(files) = config.tls.clone() else {
        return Ok(None);
    };
    let tls = match &config.acme {
        Some(acme) => Tls::for_acme(acme, files, Arc::clone(challenges)),
        None => Tls::load(files, &config.public_origins.0),
    };
    let tls = tls.map_err(|error| Failure::new(Exit::Config, error.message()))?;
    for warning in tls.findings().1 {
        tracing::warn!("{warning}");
    }
    Ok(Some(Arc::new(tls)))
}

fn start_renewal(
    config: &Config,
    challenges: &Arc<Challenges>,
    tls: Option<&Arc<Tls>>,
    metrics: &Arc<Metrics>,
) -> Result<Option<Renewal>, Failure> {
    let Some((acme, tls)) = config.acme.clone().zip(tls.cloned()) else {
        return Ok(None);
    };
    let renewal = Renewal::new(acme, Arc::clone(challenges), tls, Arc::clone(metrics));
    let renewal = renewal.map_err(|error| Failure::new(Exit::Config, error.message()))?;
    Ok(Some(renewal))
}

#[cfg(feature = "opentelemetry")]
fn start_spans(config: &Config, metrics: &Arc<Metrics>) -> Result<Option<Spans>, Failure> {
    let Some(otlp) = &config.otlp else {
        return Ok(None);
    };
    let client = CollectorClient::new(otlp);
    let client = client.map_err(|error| Failure::new(Exit::Config, error.message()))?;
    let spans = Spans::start(&otlp.endpoint, client, Arc::clone(metrics));
    let spans = spans.map_err(|error| Failure::new(Exit::Config, error))?;
    Ok(Some(spans))
}

fn start_upstream(config: &Config, metrics: &Arc<Metrics>) -> Result<Upstream, Failure> {
    let metrics = Arc::clone(metrics);
    match &config.origin {
        Origin::Remote(backend) => Upstream::remote(backend.clone(), metrics)
            .map_err(|error| Failure::new(Exit::Config, error.message())),
        #[cfg(feature = "embedded-origin")]
        Origin::Embedded(config) => match origin::Handle::start(config.as_ref().clone()) {
            Ok(handle) => Ok(Upstream::with_embedded(handle, metrics)),
            // Pages need no database.
            Err(error) if error.is_damaged_database() => {
                let reason = with_causes(&error);
                tracing::error!("/api answers 503 until the gateway is started again: {reason}");
                Ok(Upstream::absent(reason, metrics))
            }
            Err(error) => Err(Failure::new(Exit::Origin, error)),
        },
    }
}
