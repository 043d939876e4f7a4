//! The state that all requests share.

use std::sync::Arc;

use crate::bandwidth::Bandwidth;
use crate::config::Config;
use crate::observe::metrics::Metrics;
#[cfg(feature = "opentelemetry")]
use crate::observe::spans::Spans;
use crate::phases::Phases;
use crate::protocol::http_challenge::HttpChallenges;
use crate::session::Sessions;
use crate::session::budget::Budgets;
use crate::site::body_cache::BodyCache;
use crate::site::builds_dir::BuildsDir;
use crate::site::markdown::MarkdownCache;
use crate::site::preview::Previews;
use crate::site::proof::Prover;
use crate::site::reload::LiveSite;
use crate::upstream::Upstream;
use crate::upstream::concurrency_limit::ConcurrencyLimit;
use crate::upstream::development::Development;
use crate::upstream::generator::Generator;
use crate::upstream::studio::Studio;
use crate::webhook::Webhooks;

/// Everything that a request needs.
pub(crate) struct Gateway {
    /// The command line and the environment, checked.
    pub(crate) config: Config,
    /// The end of the server.
    pub(crate) phases: Phases,
    /// Spans for a collector, if there is one.
    #[cfg(feature = "opentelemetry")]
    pub(crate) spans: Option<Spans>,
    /// Counters.
    pub(crate) metrics: Arc<Metrics>,
    /// Answers to challenges of ACME.
    pub(crate) challenges: Arc<HttpChallenges>,
    /// Files on disk.
    pub(crate) builds: BuildsDir,
    /// The snapshot in use.
    pub(crate) live: Arc<LiveSite>,
    /// Builds that are visible only by a secret address.
    pub(crate) previews: Arc<Previews>,
    /// Bodies of files.
    pub(crate) bodies: Arc<BodyCache>,
    /// Documents as Markdown.
    pub(crate) markdown: MarkdownCache,
    /// The proof that answers have the bytes of the index.
    pub(crate) prover: Prover,
    /// The server that answers `/api`.
    pub(crate) upstream: Arc<Upstream>,
    /// The bound on each client's calls to it.
    pub(crate) calls: ConcurrencyLimit,
    /// Sessions that were checked lately.
    pub(crate) sessions: Arc<Sessions>,
    /// The generator that is attached.
    pub(crate) generator: Generator,
    /// The generator's studio.
    pub(crate) studio: Studio,
    /// Proofs by which programs ask for a build.
    pub(crate) webhooks: Webhooks,
    /// The bound on each client's requests, if there is one.
    pub(crate) requests: Option<Budgets>,
    /// The bound on the bytes of answers to each client, if there is one.
    pub(crate) bandwidth: Option<Arc<Bandwidth>>,
    /// The bound on each client's requests for builds.
    pub(crate) triggers: Budgets,
    /// The bound on each client's figures of visits.
    pub(crate) visits: Budgets,
    /// The bound on the jobs that each client follows at once.
    pub(crate) followers: ConcurrencyLimit,
    /// The development server, with `--dev-server`.
    pub(crate) development: Option<Development>,
}
