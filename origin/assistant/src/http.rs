//! The assistant (R9.05). No question and no answer is ever logged.

use std::convert::Infallible;

use bytes::Bytes;
use contract::api::{Assistant, ChatEvent, ChatEventName, ChatRequest, Envelope, Refusal};
use futures_util::stream;
use http::HeaderName;
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use serde::Serialize;
use tokio::sync::mpsc;

use crate::Chat;
use crate::chat::{self, Asker, Conversation, Event, NoConversation, Secret};
use origin_ground::http::body::Body;
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{Always, Languages, Limited, OwnKey, WithBody};
use origin_ground::http::reply::{Answer, data};
use origin_ground::http::request::Incoming;

/// Bytes of a conversation: a hundred messages are allowed, but of long ones the last twenty, which
/// are 160 KB at most.
const CONVERSATION_MAX: usize = 256 * 1024;

/// The visitor's own key.
const OPEN_AI_SECRET: HeaderName = HeaderName::from_static("open-ai-secret");

/// The assistant's ways of answering.
#[utoipa::path(
    get,
    path = "/api/chat",
    tag = "chat",
    operation_id = "assistant",
    params(Languages),
    responses(
        Always,
        (status = 200, description = "Whether a model writes, and whether visitors may bring a key of their own.", body = Envelope<Assistant>),
    )
)]
pub async fn assistant(chat: &Chat, _: Incoming) -> Result<Answer, ApiError> {
    let service = chat.assistant.service.as_ref();
    data(&Assistant {
        model: service.is_some_and(|service| service.own_key().is_some()),
        own_key: service.is_some(),
    })
}

/// An answer to the last message of a conversation, from pages of the site.
///
/// The stream has an event `citations` (a list of `Citation`), then `delta` (`Delta`) for each
/// sentence of a model, and `done` (`Done`) last; lines that begin with a colon are signs of life.
/// A stream that ends without `done` broke off. A client may ask 20 questions at once, then one in
/// 6 s, and have 8 answers on their way. The body may have 256 KB.
#[utoipa::path(
    post,
    path = "/api/chat",
    tag = "chat",
    operation_id = "chat",
    params(Languages, OwnKey),
    request_body = ChatRequest,
    responses(
        Always,
        WithBody,
        Limited,
        (status = 200, description = "Events, as they come.", body = ChatEvent, content_type = "text/event-stream"),
        (status = 400, description = "The body is malformed, or no conversation that ends with a question.", body = Envelope<Option<Refusal>>),
    )
)]
pub async fn chat(chat: &Chat, request: Incoming) -> Result<Answer, ApiError> {
    let client = request.client();
    chat.ground.limits.chat.check(client)?;
    let assistant = &chat.assistant;
    let place = assistant.streams.take(client)?;
    let language = request.language().map(str::to_owned);
    let secret = secret(&request);
    let given: ChatRequest = request.json_within(CONVERSATION_MAX).await?;
    let conversation = Conversation::new(given.messages, language)?;
    let retrieved = chat::retrieve(assistant, &conversation).await?;
    let asker = Asker {
        place,
        client,
        secret,
    };
    let events = chat::begin(chat, asker, conversation, retrieved).await;
    Ok(Answer::Stream(body(events)))
}

/// The visitor's own key. It is read here and goes nowhere but to the operator's service.
fn secret(request: &Incoming) -> Secret {
    match request.header(&OPEN_AI_SECRET) {
        None if request.has(&OPEN_AI_SECRET) => Secret::Malformed,
        None => Secret::None,
        Some(text) => text.parse().map_or(Secret::Malformed, Secret::Key),
    }
}

/// Events as a body, each as soon as it is there.
fn body(events: mpsc::Receiver<Event>) -> Body {
    let frames = stream::unfold(events, async |mut events| {
        let event = events.recv().await?;
        let frame = Frame::data(Bytes::from(event_lines(&event)));
        Some((Ok::<_, Infallible>(frame), events))
    });
    let body = StreamBody::new(frames).map_err(|never| match never {});
    body.boxed_unsync()
}

fn event_lines(event: &Event) -> String {
    let ChatEvent { event, data } = match event {
        Event::Citations(citations) => chat_event(ChatEventName::Citations, citations),
        Event::Delta(delta) => chat_event(ChatEventName::Delta, delta),
        Event::Done(done) => chat_event(ChatEventName::Done, done),
        Event::Alive => return ": alive\n\n".to_owned(),
    };
    format!("event: {}\ndata: {data}\n\n", event.as_str())
}

fn chat_event(event: ChatEventName, value: &impl Serialize) -> ChatEvent {
    // Strings and numbers: this cannot fail, and JSON has no line breaks of its own.
    let data = serde_json::to_string(value).unwrap_or_default();
    ChatEvent { event, data }
}

impl From<NoConversation> for ApiError {
    fn from(NoConversation: NoConversation) -> Self {
        Self::BadConversation
    }
}

#[cfg(test)]
mod tests {
    use contract::api::Delta;

    use super::*;

    #[test]
    fn an_event_is_one_line_whatever_it_says() {
        let delta = Event::Delta(Delta {
            text: "a\nb\r\ndata: c\u{2028}".to_owned(),
            sources: vec![1],
        });
        let written = event_lines(&delta);
        assert_eq!(written.matches('\n').count(), 3, "{written:?}");
        assert!(!written.contains('\r'));
    }
}
