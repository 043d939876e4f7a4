//! Many at once: one token, and ten thousand. The origin here counts its open calls, and holds them
//! until the test releases them.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use futures_util::future::join_all;
use http_body_util::Full;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::*;
use crate::config::Backend;

/// An origin where no token is good.
struct Origin {
    calls: AtomicUsize,
    now: AtomicUsize,
    most: AtomicUsize,
    hold: watch::Sender<bool>,
}

impl Origin {
    async fn start() -> (Arc<Self>, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let origin = Arc::new(Self {
            calls: AtomicUsize::new(0),
            now: AtomicUsize::new(0),
            most: AtomicUsize::new(0),
            hold: watch::Sender::new(true),
        });
        let served = Arc::clone(&origin);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let origin = Arc::clone(&served);
                let service = service_fn(move |_| Arc::clone(&origin).answer());
                let builder = hyper::server::conn::http1::Builder::new();
                tokio::spawn(builder.serve_connection(TokioIo::new(stream), service));
            }
        });
        (origin, address)
    }

    async fn answer(self: Arc<Self>) -> Result<http::Response<Full<Bytes>>, Infallible> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        self.hold.subscribe().wait_for(|hold| !hold).await.unwrap();
        self.now.fetch_sub(1, Ordering::SeqCst);
        let mut answer = http::Response::new(Full::default());
        *answer.status_mut() = http::StatusCode::UNAUTHORIZED;
        Ok(answer)
    }
}

async fn sessions(limits: SessionLimits) -> (Arc<Origin>, Arc<Sessions>) {
    let (origin, address) = Origin::start().await;
    let metrics = Arc::new(Metrics::default());
    let backend = Backend {
        authority: address.to_string().parse().unwrap(),
        tls: None,
    };
    let upstream = Arc::new(Upstream::remote(backend, Arc::clone(&metrics)).unwrap());
    (origin, Arc::new(Sessions::new(upstream, metrics, limits)))
}

/// Ten thousand calls in a debug build take a while; no test here measures time.
const PATIENT: Duration = Duration::from_secs(120);

#[tokio::test]
async fn a_thousand_visitors_with_one_new_token_make_one_call() {
    let limits = SessionLimits {
        answer: PATIENT,
        ..SessionLimits::default()
    };
    let (origin, sessions) = sessions(limits).await;
    let token = Token::new("one-for-all").unwrap();
    let client = Ipv4Addr::LOCALHOST.into();
    let checks = join_all((0..1000).map(|_| sessions.check(&token, client)));
    let release = async {
        until(|| origin.calls.load(Ordering::SeqCst) == 1).await;
        origin.hold.send_replace(false);
    };
    let (answers, ()) = tokio::join!(checks, release);
    assert!(
        answers
            .iter()
            .all(|answer| matches!(answer, Ok(Session::Guest)))
    );
    assert_eq!(origin.calls.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn ten_thousand_made_up_tokens_stay_within_the_bounds() {
    let limits = SessionLimits {
        remembered: 1000,
        answer: PATIENT,
        ..SessionLimits::default()
    };
    let (origin, sessions) = sessions(limits).await;
    let checks = (0..10_000_u32).map(|number| {
        let (sessions, token) = (Arc::clone(&sessions), Token::new(&format!("t{number}")));
        // From many clients: another test covers the budget of one client.
        let client = IpAddr::V4(Ipv4Addr::from_bits(number));
        async move { sessions.check(&token.unwrap(), client).await }
    });
    let release = async {
        until(|| origin.now.load(Ordering::SeqCst) >= limits.in_flight).await;
        origin.hold.send_replace(false);
    };
    let (answers, ()) = tokio::join!(join_all(checks), release);
    assert!(
        answers
            .iter()
            .all(|answer| matches!(answer, Ok(Session::Guest)))
    );
    assert_eq!(origin.calls.load(Ordering::SeqCst), 10_000);
    assert_eq!(origin.most.load(Ordering::SeqCst), limits.in_flight);
    sessions.answers.run_pending_tasks().await;
    let remembered = sessions.answers.entry_count();
    assert!(remembered <= limits.remembered, "{remembered}");
}

async fn until(is_true: impl Fn() -> bool) {
    while !is_true() {
        tokio::task::yield_now().await;
    }
}
