//! Deletion in a bucket, which must not come late: a push that has taken the lease over counts on
//! the files that it has seen.
//!
//! A process may stop for any time after a look at its lease, and a request may be under way for
//! any time. So each request is signed for no longer than the lease lasts, and the service refuses
//! a later one. It judges by its own clock, which may differ from others by as much as
//! [`s3_lease`](super::s3_lease) allows.

use std::time::Duration;

use anyhow::{anyhow, bail};
use jiff::Timestamp;
use object_store::aws::AmazonS3;
use object_store::client::{HttpClient, HttpRequest, HttpRequestBody};
use object_store::path::Path;
use object_store::signer::Signer;
use reqwest::{Method, StatusCode};

use super::destination::Lease;
use super::s3_client::shorten;

/// Longest time between two looks at the clock, before and after a signature.
const SIGNING: Duration = Duration::from_secs(5);
/// Pauses before further tries: a service of which a node dies answers again within a minute.
const PAUSES: [u64; 10] = [
    100, 200, 400, 800, 1_600, 3_200, 5_000, 10_000, 20_000, 30_000,
];

/// A client that deletes.
pub(super) struct Deleter {
    pub(super) store: AmazonS3,
    pub(super) http: HttpClient,
}

/// How a request ended.
enum Answer {
    Deleted,
    /// The next one may end otherwise.
    Unavailable(anyhow::Error),
}

impl Deleter {
    /// Deletes an object, if the lease lasts until the service has taken the request.
    pub(super) async fn delete(&self, lease: &dyn Lease, key: &Path) -> anyhow::Result<()> {
        let mut pauses = PAUSES.into_iter();
        loop {
            match self.try_once(lease, key).await? {
                Answer::Deleted => return Ok(()),
                Answer::Unavailable(error) => match pauses.next() {
                    Some(pause) => tokio::time::sleep(Duration::from_millis(pause)).await,
                    None => return Err(error),
                },
            }
        }
    }

    async fn try_once(&self, lease: &dyn Lease, key: &Path) -> anyhow::Result<Answer> {
        lease.check()?;
        let began = Timestamp::now();
        let Some(left) = seconds_left(began, lease.ends()) else {
            bail!("the lease ends before the request can be sent; run the command again");
        };
        let request = self.sign(key, left).await?;
        // The time of the signature begins when it is made, which is later than `began`.
        if Timestamp::now().duration_since(began).unsigned_abs() > SIGNING {
            return Ok(Answer::Unavailable(anyhow!("the credentials came late")));
        }
        self.send(request).await
    }

    /// A request that the service takes for `left`.
    async fn sign(&self, key: &Path, left: Duration) -> anyhow::Result<HttpRequest> {
        let signed = self.store.signed_url(Method::DELETE, key, left).await;
        let address = signed.map_err(shorten)?;
        let mut request = HttpRequest::new(HttpRequestBody::empty());
        *request.method_mut() = Method::DELETE;
        *request.uri_mut() = address.as_str().parse()?;
        Ok(request)
    }

    async fn send(&self, request: HttpRequest) -> anyhow::Result<Answer> {
        match self.http.execute(request).await {
            // Its address is not part of this error.
            Err(error) => Ok(Answer::Unavailable(shorten(error))),
            Ok(answer) => judge(answer.status()),
        }
    }
}

/// Seconds for which a request may be signed; none if these are too few.
fn seconds_left(now: Timestamp, ends: Option<Timestamp>) -> Option<Duration> {
    /// Time if the lease has no end but that of its process.
    const LONGEST: Duration = Duration::from_secs(60);
    let Some(ends) = ends else {
        return Some(LONGEST);
    };
    let left = Duration::try_from(ends.duration_since(now)).ok()?;
    let left = Duration::from_secs(left.checked_sub(SIGNING)?.as_secs());
    (!left.is_zero()).then_some(left)
}

fn judge(status: StatusCode) -> anyhow::Result<Answer> {
    match status {
        status if status.is_success() || status == StatusCode::NOT_FOUND => Ok(Answer::Deleted),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
            Ok(Answer::Unavailable(anyhow!("the service answers {status}")))
        }
        status if status.is_server_error() => {
            Ok(Answer::Unavailable(anyhow!("the service answers {status}")))
        }
        status => bail!("the service answers {status}"),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use bucket::testing::S3;
    use object_store::ObjectStoreExt;
    use object_store::aws::AmazonS3Builder;

    use super::*;

    fn deleter(service: &S3) -> Deleter {
        let http = generator_ground::http::client(|builder| builder).unwrap();
        let environment = service.environment().into_iter();
        let builder = environment.fold(AmazonS3Builder::new(), |builder, (name, value)| {
            let key = name.to_ascii_lowercase().parse().unwrap();
            builder.with_config(key, value)
        });
        Deleter {
            store: builder.with_bucket_name("site").build().unwrap(),
            http: HttpClient::new(http),
        }
    }

    /// A lease that ends so many seconds from now.
    struct Ends(i64);

    impl Lease for Ends {
        fn check(&self) -> anyhow::Result<()> {
            Ok(())
        }

        fn ends(&self) -> Option<Timestamp> {
            Some(Timestamp::now() + jiff::SignedDuration::from_secs(self.0))
        }
    }

    // R11.04
    #[test]
    fn an_object_is_deleted_in_time_or_stays() {
        let test = std::env::current_exe().unwrap();
        let service = S3::start(test.parent().unwrap());
        let (deleter, key) = (deleter(&service), Path::from("origin/one.json"));
        let object = service.bucket().join(key.as_ref());
        let runtime = super::super::s3_client::runtime().unwrap();
        runtime.block_on(async {
            deleter.store.put(&key, "{}".into()).await.unwrap();
            let late = deleter.delete(&Ends(0), &key).await.unwrap_err();
            assert!(late.to_string().contains("lease"), "{late:#}");
            // A request that was signed in time, and comes late.
            let late = deleter.sign(&key, Duration::ZERO).await.unwrap();
            let late = deleter.send(late).await.err().map(|it| it.to_string());
            assert_eq!(late.as_deref(), Some("the service answers 403 Forbidden"));
            assert_eq!(fs::read_to_string(&object).unwrap(), "{}");
            deleter.delete(&Ends(60), &key).await.unwrap();
            assert!(!object.exists());
            // The answer to a first try may have been lost.
            deleter.delete(&Ends(60), &key).await.unwrap();
        });
    }

    // R11.04
    #[test]
    fn a_request_is_signed_for_less_than_the_lease_has_left() {
        let now: Timestamp = "2026-11-28T03:04:05Z".parse().unwrap();
        let left = |millis: i64| {
            let ends = now + jiff::SignedDuration::from_millis(millis);
            seconds_left(now, Some(ends)).map(|left| left.as_secs())
        };
        assert_eq!(left(60_000), Some(55));
        assert_eq!(left(6_999), Some(1));
        for none in [5_999, 5_000, 4_999, 0, -1, -60_000] {
            assert_eq!(left(none), None, "{none} ms");
        }
    }

    // R11.04
    #[test]
    fn a_service_that_is_away_for_a_while_is_asked_again() {
        let is_asked_again = |status: u16| {
            let judged = judge(StatusCode::from_u16(status).unwrap());
            judged.map(|answer| matches!(answer, Answer::Unavailable(_)))
        };
        for done in [200, 204, 404] {
            assert!(!is_asked_again(done).unwrap(), "{done}");
        }
        for later in [408, 429, 500, 502, 503, 504] {
            assert!(is_asked_again(later).unwrap(), "{later}");
        }
        for never in [301, 400, 401, 403, 412] {
            assert!(is_asked_again(never).is_err(), "{never}");
        }
    }
}
