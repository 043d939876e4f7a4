//! `POST /api/regenerate` asks the generator for a build; `GET /api/regenerate/{job}/events`
//! reports its progress. Both are answered here: the origin sees neither.
//!
//! | step | subject |
//! |---|---|
//! | 1 | the client's budget: asking is cheap, a build is not |
//! | 2 | permission: a proof of [`crate::webhook`], else the session of an editor or publisher, from this site's own pages |
//! | 3 | the body: `{"why": …}`, which may be missing |
//! | 4 | the generator's socket |
//!
//! An invalid proof is 401 for any reason; the log has the reason.

mod events;
mod permission;

use std::time::Duration;

use contract::control::{Initiator, JobId};
use http::{HeaderName, HeaderValue, Method, Response, StatusCode, header};
use hyper::body::Incoming;
use serde::Deserialize;
use serde_json::{Value, json};

use super::editor::session_of_editor;
use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::cross_site;
use crate::protocol::path::Form;
use crate::protocol::rejection::{ACCEPTED, Rejection};
use crate::request_body;
use crate::site::language::Languages;
use crate::upstream::generator::GeneratorError;
use crate::webhook::proof::{Check, Proof};
use permission::now;

/// The call that asks for a build.
pub(super) const REGENERATE: &str = "/api/regenerate";

/// The longest body that is read for its fields, in bytes.
const BODY_MAX: usize = 4 * 1024;

/// The longest body of a git host's webhook, in bytes: it is hashed while it comes, and not kept.
const WEBHOOK_MAX: usize = 25 * 1024 * 1024;

/// Time for a body to arrive.
const BODY_TIME: Duration = Duration::from_secs(20);

/// The header by which a client resumes a stream of events.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Calls that are answered here.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RegenerateCall<'a> {
    /// Asks for a build.
    Start,
    /// Follows a job.
    Events(&'a str),
}

/// The call at a path.
pub(super) fn at(path: &str) -> Option<RegenerateCall<'_>> {
    let rest = path.strip_prefix(REGENERATE)?;
    if rest.is_empty() {
        return Some(RegenerateCall::Start);
    }
    let job = rest.strip_prefix('/')?.strip_suffix("/events")?;
    Some(RegenerateCall::Events(job))
}

/// Answers a call.
pub(super) async fn answer(
    call: &Call<'_>,
    asked: RegenerateCall<'_>,
    form: Form,
    body: Incoming,
) -> Result<Response<Body>, Rejection> {
    if form == Form::Alias {
        return Err(Rejection::NotFound);
    }
    let (method, allowed) = match asked {
        RegenerateCall::Start => (Method::POST, "POST"),
        RegenerateCall::Events(_) => (Method::GET, "GET"),
    };
    if call.parts.method != method {
        return Err(Rejection::Method(allowed));
    }
    if !call.gateway.triggers.allow(call.client.network()).await {
        return Err(Rejection::TooMany);
    }
    match asked {
        RegenerateCall::Start => start(call, body).await,
        RegenerateCall::Events(job) => {
            let job = job.parse().map_err(|_| Rejection::UnknownJob)?;
            follow(call, job).await
        }
    }
}

async fn start(call: &Call<'_>, body: Incoming) -> Result<Response<Body>, Rejection> {
    let Some((proof, check)) = permission::proof(call).await? else {
        return start_as_editor(call, body).await;
    };
    let words = match &proof {
        Proof::Signature { .. } => signed_words(check, body).await?,
        // Their bodies are long, and have no information that a build needs.
        Proof::GitHub { .. } | Proof::GitLab { .. } => {
            hash_body(check, body, WEBHOOK_MAX).await?;
            Words::default()
        }
    };
    let webhooks = &call.gateway.webhooks;
    if !webhooks.note(&proof, now()) {
        tracing::info!("a webhook was refused: it was seen before");
        return Err(Rejection::Replayed);
    }
    let by = match words.by {
        Some(by) => format!("{by} ({})", proof.by()),
        None => proof.by().to_owned(),
    };
    let asked = regenerate(call, by, words.why).await;
    if asked.is_err() {
        webhooks.forget(&proof);
    }
    asked
}

async fn start_as_editor(call: &Call<'_>, body: Incoming) -> Result<Response<Body>, Rejection> {
    let origins = &call.gateway.config.public_origins;
    if !cross_site::passes(&call.parts.method, call.headers(), origins) {
        return Err(Rejection::Forbidden);
    }
    let editor = session_of_editor(call).await?;
    let mut bytes = Vec::new();
    request_body::read(body, BODY_MAX, BODY_TIME, |piece| {
        bytes.extend_from_slice(piece)
    })
    .await?;
    let words = Words::parse(&bytes)?;
    regenerate(call, editor.email, words.why).await
}

/// The words of a signed body.
async fn signed_words(mut check: Check, body: Incoming) -> Result<Words, Rejection> {
    let mut bytes = Vec::new();
    request_body::read(body, BODY_MAX, BODY_TIME, |piece| {
        check.update(piece);
        bytes.extend_from_slice(piece);
    })
    .await?;
    permission::finish(check)?;
    Words::parse(&bytes)
}

async fn hash_body(mut check: Check, body: Incoming, max: usize) -> Result<(), Rejection> {
    request_body::read(body, max, BODY_TIME, |piece| check.update(piece)).await?;
    permission::finish(check)
}

/// Words of a request. Other fields are ignored: two requests in one second need something by which
/// their signatures differ.
#[derive(Debug, Default, Deserialize, PartialEq, Eq)]
struct Words {
    /// Reason for the build; none if the request gives none.
    why: Option<String>,
    /// For whom a program asks.
    by: Option<String>,
}

impl Words {
    fn parse(body: &[u8]) -> Result<Self, Rejection> {
        if body.is_empty() {
            return Ok(Self::default());
        }
        // A list would be read as the fields in their order.
        let object: serde_json::Map<String, Value> = from(serde_json::from_slice(body))?;
        from(serde_json::from_value(object.into()))
    }
}

fn from<T>(read: serde_json::Result<T>) -> Result<T, Rejection> {
    read.map_err(|_| Rejection::BadRequest)
}

async fn regenerate(
    call: &Call<'_>,
    by: String,
    why: Option<String>,
) -> Result<Response<Body>, Rejection> {
    let languages = Languages::for_site(call.snapshot());
    let language = languages.chosen(call.headers());
    let initiator = Initiator {
        by,
        why,
        commit: None,
    };
    let asked = call.gateway.generator.regenerate(initiator, &language.code);
    let job = asked.await.map_err(rejection)?;
    let msg = languages.text(language, ACCEPTED);
    let body = json!({"code": 202, "msg": msg, "data": {"job": job}}).to_string();
    let mut answer = Response::new(Body::whole(body));
    *answer.status_mut() = StatusCode::ACCEPTED;
    let headers = answer.headers_mut();
    let json = HeaderValue::from_static("application/json");
    headers.insert(header::CONTENT_TYPE, json);
    CachePolicy::NoStore.apply(headers);
    Ok(answer)
}

/// Proof or session, as for the call that starts a job.
async fn follow(call: &Call<'_>, job: JobId) -> Result<Response<Body>, Rejection> {
    match permission::proof(call).await? {
        Some((Proof::Signature { .. }, check)) => permission::finish(check)?,
        // Their secrets are made to send something, and cover no address.
        Some(_) => return Err(Rejection::Signature),
        None => drop(session_of_editor(call).await?),
    }
    let permit = call.gateway.followers.acquire(call.client.network());
    let permit = permit.ok_or(Rejection::TooMany)?;
    let after = call.headers().get(LAST_EVENT_ID);
    let after = after.and_then(|id| id.to_str().ok()?.parse().ok());
    let languages = Languages::for_site(call.snapshot());
    let language = &languages.chosen(call.headers()).code;
    let generator = &call.gateway.generator;
    let followed = generator.follow(job, after.unwrap_or(0), language).await;
    let followed = followed.map_err(rejection)?.ok_or(Rejection::UnknownJob)?;
    events::answer(followed, after.is_some(), permit).await
}

fn rejection(error: GeneratorError) -> Rejection {
    match error {
        GeneratorError::Away(_) => {
            tracing::info!(%error, "no generator is attached");
            Rejection::NoGenerator
        }
        GeneratorError::Busy => Rejection::Unavailable,
        GeneratorError::Broken(_) => {
            tracing::warn!(%error, "generator");
            Rejection::NoGenerator
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_whole_paths() {
        for (path, call) in [
            ("/api/regenerate", Some(RegenerateCall::Start)),
            (
                "/api/regenerate/7/events",
                Some(RegenerateCall::Events("7")),
            ),
            ("/api/regenerate/7", None),
            ("/api/regenerate/events", None),
            ("/api/regenerates", None),
            ("/api/regeneratex/7/events", None),
        ] {
            assert_eq!(at(path), call, "{path}");
        }
    }

    #[test]
    fn a_body_is_nothing_or_an_object() {
        let words = |body: &str| Words::parse(body.as_bytes());
        assert_eq!(words(""), Ok(Words::default()));
        assert_eq!(words(r#"{"nonce":7}"#), Ok(Words::default()));
        let why = words(r#"{"why":"prices"}"#).unwrap().why;
        assert_eq!(why.as_deref(), Some("prices"));
        for wrong in ["7", "[]", "{", r#"{"why":7}"#] {
            assert_eq!(words(wrong), Err(Rejection::BadRequest), "{wrong}");
        }
    }
}
