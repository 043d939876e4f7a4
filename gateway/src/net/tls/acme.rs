//! A certificate by ACME (RFC 8555): ordered, kept in a file, and renewed.
//!
//! [`super::Tls`] reads that file as it reads any certificate, so an order only has to write it.
//! Whatever fails here, the certificate in use stays, and a gateway that has none yet answers
//! redirects and refuses handshakes. `schedule` decides when to order, `order` does it, `challenge`
//! has the proofs that the authority asks for, `store` has the files, `failure` has the remedies.

pub(crate) mod challenge;
mod client;
mod failure;
mod order;
mod schedule;
mod store;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sentences::{Argument, Message};
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

use super::certificate::Certificate;
use super::{Tls, read};
use crate::config::Acme;
use crate::observe::metrics::Metrics;
use crate::upstream::tls::{AuthoritiesError, trusting};
use challenge::{Challenges, Kind};
use failure::OrderError;
use order::{Issued, Ordering};
use schedule::{Chance, Failures, Kept, NAP, due, kind};
use store::Store;

/// Longest time for an order, in minutes. Authorities check a name within seconds.
const ORDER_MINUTES: u64 = 5;

/// Why ACME cannot begin.
#[derive(Debug)]
pub(crate) enum StartError {
    /// The authorities for the directory's own TLS cannot be used.
    Authorities(AuthoritiesError),
    /// The folder for account, certificate and keys cannot be used.
    Store {
        folder: PathBuf,
        error: std::io::Error,
    },
}

sentences::error_in_words!(StartError);

impl StartError {
    /// The error in words, for people.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::Authorities(error) => error.message(),
            Self::Store { folder, error } => Message::new("acme-store")
                .with("folder", folder.display().to_string())
                .with("error", error),
        }
    }
}

/// The certificate's renewal.
pub(crate) struct Renewal {
    acme: Acme,
    client: ClientConfig,
    store: Store,
    challenges: Arc<Challenges>,
    tls: Arc<Tls>,
    metrics: Arc<Metrics>,
}

impl Renewal {
    /// Makes the folder.
    pub(crate) fn new(
        acme: Acme,
        challenges: Arc<Challenges>,
        tls: Arc<Tls>,
        metrics: Arc<Metrics>,
    ) -> Result<Self, StartError> {
        let client = client(&acme).map_err(StartError::Authorities)?;
        let store = Store::open(&acme.folder).map_err(|error| StartError::Store {
            folder: acme.folder.clone(),
            error,
        })?;
        Ok(Self {
            acme,
            client,
            store,
            challenges,
            tls,
            metrics,
        })
    }

    /// Orders certificates when they are due; runs until the process ends.
    pub(crate) async fn run(self) {
        let mut failures = self.last_failure();
        if self.certificate_on_disk() == Kept::Missing {
            let meanwhile = match self.tls.has_certificate() {
                true => "the certificate in use lacks a name",
                false => "handshakes of TLS fail",
            };
            tracing::info!("{}; until it comes, {meanwhile}", plan(&self.acme));
        }
        loop {
            self.wait(failures).await;
            let kind = kind(self.acme.has_http, failures.count);
            match self.order(kind).await {
                Ok(()) => {
                    failures = Failures::default();
                    self.store.forget_failure();
                    self.metrics.certificate_orders.add_one();
                }
                Err(error) => {
                    failures.count = failures.count.saturating_add(1);
                    failures.last = now();
                    self.store.keep_failure(failures.last);
                    self.metrics.failed_certificate_orders.add_one();
                    self.report(&error, kind);
                }
            }
        }
    }

    /// The failures before a restart. It forgets how many there were, since an operator may have
    /// found the remedy, but not the first pause. A time to come is of a clock that was wrong.
    fn last_failure(&self) -> Failures {
        let last = self.store.last_failure().filter(|last| *last <= now());
        last.map_or_else(Failures::default, |last| Failures { count: 1, last })
    }

    async fn wait(&self, failures: Failures) {
        let chance = chance();
        loop {
            let left = due(self.certificate_on_disk(), failures, chance).saturating_sub(now());
            if left == 0 {
                return;
            }
            tokio::time::sleep(NAP.min(Duration::from_secs(left))).await;
        }
    }

    /// The certificate on disk, not the one in use: should this process refuse to use a new one,
    /// another order would not help.
    fn certificate_on_disk(&self) -> Kept {
        match read(self.tls.files()) {
            Ok(pair) => self.judge(&pair.certificate),
            Err(_) => Kept::Missing,
        }
    }

    fn judge(&self, certificate: &Certificate) -> Kept {
        match certificate.has_names(self.tls.hosts()) {
            true => Kept::Complete {
                not_before: certificate.not_before(),
                not_after: certificate.not_after(),
            },
            false => Kept::Missing,
        }
    }

    async fn order(&self, kind: Kind) -> Result<(), OrderError> {
        let ordering = Ordering {
            acme: &self.acme,
            tls: &self.client,
            store: &self.store,
            challenges: &self.challenges,
        };
        let limit = Duration::from_secs(ORDER_MINUTES * 60);
        let placed = tokio::time::timeout(limit, ordering.place(kind)).await;
        let issued = placed.map_err(|_| OrderError::Slow(ORDER_MINUTES))??;
        self.check(&issued)?;
        self.keep(issued).await?;
        self.tls.read_soon();
        Ok(())
    }

    /// Refuses a certificate that would be ordered again at once.
    fn check(&self, issued: &Issued) -> Result<(), OrderError> {
        let unfit = |reason: String| Err(OrderError::Unfit(reason));
        let der = CertificateDer::from_pem_slice(issued.0.as_bytes());
        let Ok(certificate) = der.map(|der| Certificate::read(&der)) else {
            return unfit("is not one in PEM".to_owned());
        };
        let certificate = match certificate {
            Ok(certificate) => certificate,
            Err(error) => return unfit(format!("cannot be used by browsers ({error:?})")),
        };
        let faults = certificate.faults(SystemTime::now(), self.tls.hosts());
        if let Some(fault) = faults.first() {
            return unfit(fault.to_string());
        }
        let next = due(self.judge(&certificate), Failures::default(), chance());
        match next > now() {
            true => Ok(()),
            false => unfit("is to be renewed already".to_owned()),
        }
    }

    /// Writes the certificate, not on this thread, which serves visitors, too.
    async fn keep(&self, issued: Issued) -> Result<(), OrderError> {
        let path = self.acme.pair();
        let (store, file) = (self.store.clone(), path.clone());
        let written =
            tokio::task::spawn_blocking(move || store.write(&file, issued.0.as_bytes())).await;
        let written = written.unwrap_or_else(|error| Err(error.into()));
        written.map_err(|error| OrderError::Store { path, error })
    }

    fn report(&self, error: &OrderError, kind: Kind) {
        let in_use = match self.tls.has_certificate() {
            true => "the one before stays in use",
            false => "there is none to use",
        };
        tracing::warn!(
            names = self.acme.names.join(","),
            directory = self.acme.host(),
            challenge = %kind,
            %error,
            remedy = error.remedy(),
            "no new certificate came by ACME; {in_use}, and another attempt follows"
        );
    }
}

/// TLS to the directory.
pub(crate) fn client(acme: &Acme) -> Result<ClientConfig, AuthoritiesError> {
    trusting(&acme.authorities, "--acme-ca")
}

/// The certificate that this gateway orders, and the condition for getting it.
pub(crate) fn plan(acme: &Acme) -> Message {
    let proof = match acme.has_http {
        true => Message::new("acme-by-http"),
        false => Message::new("acme-by-tls"),
    };
    Message::new("acme-plan")
        .with("directory", acme.host().to_string())
        .with("names", Argument::names(&acme.names))
        .with("proof", proof)
}

fn chance() -> Chance {
    let mut random = [0; 4];
    // Without random numbers no handshake would work either.
    let _ = ring::default_provider().secure_random.fill(&mut random);
    Chance::new(random)
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
