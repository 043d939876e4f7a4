//! A company's own backend, as the gateway sees it: it answers the contract's calls over HTTP,
//! records its calls, and can be made slow, broken or silent, which the embedded origin cannot.

use std::collections::HashSet;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::{HeaderMap, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use rcgen::{CertifiedKey, KeyPair};
use serde_json::json;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::{self, ServerConfig};

/// Reaction of the backend to a question for the owner of a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mood {
    #[default]
    Well,
    /// Answers with 500.
    Broken,
    /// Waits until the test notifies it.
    Slow,
}

/// The token of an editor, once it is valid.
pub(crate) const EDITOR: &str = "editors-token";

/// The token of a publisher, once it is valid.
pub(crate) const PUBLISHER: &str = "publishers-token";

/// The token of a recipient who is no editor, once it is valid.
pub(crate) const RECIPIENT: &str = "recipients-token";

/// The body of a sign-in by Feishu.
pub(crate) const FEISHU_CODE: &str = r#"{"code":"good"}"#;

#[derive(Default)]
pub(crate) struct State {
    pub(crate) tokens: Mutex<HashSet<String>>,
    pub(crate) asked: Mutex<Vec<(String, HeaderMap, Bytes)>>,
    pub(crate) user_info_calls: AtomicUsize,
    pub(crate) mood: Mutex<Mood>,
    pub(crate) go_on: Notify,
    /// The result of ALPN, for each connection over TLS.
    pub(crate) protocols: Mutex<Vec<Option<Vec<u8>>>>,
}

pub(crate) struct Backend {
    pub(crate) address: SocketAddr,
    pub(crate) state: Arc<State>,
}

impl State {
    fn end(&self, token: Option<&String>) {
        if let Some(token) = token {
            self.tokens.lock().unwrap().remove(token);
        }
    }
}

impl Backend {
    pub(crate) async fn start() -> Self {
        Self::start_with(None).await
    }

    /// A backend with a certificate, which offers HTTP/1.1 and 2 by ALPN.
    pub(crate) async fn over_tls(pair: &CertifiedKey<KeyPair>) -> Self {
        let key = PrivateKeyDer::try_from(pair.signing_key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![pair.cert.der().clone()], key)
            .unwrap();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Self::start_with(Some(TlsAcceptor::from(Arc::new(config)))).await
    }

    async fn start_with(tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State::default());
        let served = Arc::clone(&state);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let (state, tls) = (Arc::clone(&served), tls.clone());
                tokio::spawn(async move {
                    let Some(tls) = tls else {
                        return serve(stream, state).await;
                    };
                    // A client that does not trust the certificate disconnects.
                    if let Ok(stream) = tls.accept(stream).await {
                        let protocol = stream.get_ref().1.alpn_protocol().map(<[u8]>::to_vec);
                        state.protocols.lock().unwrap().push(protocol);
                        serve(stream, state).await;
                    }
                });
            }
        });
        Self { address, state }
    }

    /// Makes a token valid.
    pub(crate) fn sign_in(&self, token: &str) {
        self.state.tokens.lock().unwrap().insert(token.to_owned());
    }

    pub(crate) fn sign_out(&self, token: &str) {
        self.state.tokens.lock().unwrap().remove(token);
    }

    pub(crate) fn mood(&self, mood: Mood) {
        *self.state.mood.lock().unwrap() = mood;
    }

    pub(crate) fn user_info_calls(&self) -> usize {
        self.state.user_info_calls.load(Ordering::SeqCst)
    }

    /// All calls so far: method and target.
    pub(crate) fn calls(&self) -> Vec<String> {
        let asked = self.state.asked.lock().unwrap();
        asked.iter().map(|(call, ..)| call.clone()).collect()
    }

    /// Headers and body of the newest request for a call.
    pub(crate) fn heard(&self, call: &str) -> (HeaderMap, Bytes) {
        let asked = self.state.asked.lock().unwrap();
        let (_, headers, body) = asked
            .iter()
            .rfind(|(name, ..)| name == call)
            .unwrap_or_else(|| panic!("{call} did not arrive"));
        (headers.clone(), body.clone())
    }

    /// The last call: method and target, headers, body.
    pub(crate) fn last(&self) -> (String, HeaderMap, Bytes) {
        self.state
            .asked
            .lock()
            .unwrap()
            .last()
            .cloned()
            .expect("the backend was asked")
    }
}

async fn serve(stream: impl AsyncRead + AsyncWrite + Unpin, state: Arc<State>) {
    let service = service_fn(move |request| answer(Arc::clone(&state), request));
    let connection =
        hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    // The calls are in the state, however the connection ends.
    let _ = connection.await;
}

async fn answer(
    state: Arc<State>,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (parts, body) = request.into_parts();
    let call = format!("{} {}", parts.method, parts.uri);
    let body = body
        .collect()
        .await
        .map(|body| body.to_bytes())
        .unwrap_or_default();
    state
        .asked
        .lock()
        .unwrap()
        .push((call.clone(), parts.headers.clone(), body.clone()));
    let token = parts.headers.get("authorization").and_then(|value| {
        value
            .to_str()
            .ok()?
            .strip_prefix("Bearer ")
            .map(str::to_owned)
    });
    let is_member = token
        .as_ref()
        .is_some_and(|token| state.tokens.lock().unwrap().contains(token));
    let route = format!("{} {}", parts.method, parts.uri.path());
    Ok(match route.as_str() {
        "GET /api/auth/user-info" | "PUT /api/auth/user-info" => {
            let roles = match token.as_deref() {
                Some(EDITOR) => &["member", "editor"][..],
                Some(PUBLISHER) => &["member", "editor", "publisher"],
                Some(RECIPIENT) => &["member", "recipient"],
                _ => &["member"],
            };
            user_info(&state, is_member, roles).await
        }
        "POST /api/auth/login" => {
            state.end(token.as_ref());
            let mut tokens = state.tokens.lock().unwrap();
            tokens.insert("fresh-token".to_owned());
            envelope(200, json!({"token": "fresh-token"}))
        }
        "DELETE /api/auth/account" if !is_member => envelope(401, json!(null)),
        "POST /api/auth/logout" | "DELETE /api/auth/account" | "DELETE /api/auth/sessions/mine" => {
            state.end(token.as_ref());
            envelope(200, json!(null))
        }
        "POST /api/feishu/login" if body == FEISHU_CODE => {
            state.end(token.as_ref());
            let mut tokens = state.tokens.lock().unwrap();
            tokens.insert("framed-session".to_owned());
            envelope(200, json!({"token": "framed-session"}))
        }
        "POST /api/feishu/login" => envelope(400, json!({"token": "leaked-token"})),
        "GET /api/public" => {
            let mut response = envelope(200, json!(null));
            let value = "public, max-age=600".parse().unwrap();
            response.headers_mut().insert("cache-control", value);
            response
        }
        "GET /api/evil" => {
            let mut response = envelope(200, json!(null));
            for (name, value) in [
                ("set-cookie", "token=evil"),
                ("access-control-allow-origin", "*"),
            ] {
                response.headers_mut().insert(name, value.parse().unwrap());
            }
            response
        }
        _ => envelope(200, json!({"call": call})),
    })
}

async fn user_info(state: &State, is_member: bool, roles: &[&str]) -> Response<Full<Bytes>> {
    state.user_info_calls.fetch_add(1, Ordering::SeqCst);
    let mood = *state.mood.lock().unwrap();
    match mood {
        Mood::Broken => return envelope(500, json!(null)),
        Mood::Slow => state.go_on.notified().await,
        Mood::Well => {}
    }
    if is_member {
        envelope(
            200,
            json!({"name": "林", "email": "lin@example.com", "roles": roles}),
        )
    } else {
        envelope(401, json!(null))
    }
}

fn envelope(code: u16, data: serde_json::Value) -> Response<Full<Bytes>> {
    let body = json!({"code": code, "msg": "m", "data": data}).to_string();
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = StatusCode::from_u16(code).unwrap();
    response
        .headers_mut()
        .insert("content-type", "application/json".parse().unwrap());
    response
}
