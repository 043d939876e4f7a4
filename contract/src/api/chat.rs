//! The assistant's call: a conversation in, a stream of events out.
//!
//! ```text
//! event: citations    data: [Citation]     once, before any sentence
//! event: delta        data: Delta          one for each sentence, as soon as it is checked
//! event: done         data: Done           last; a stream without it broke off
//! ```
//!
//! Lines that begin with a colon keep the connection alive.

use serde::{Deserialize, Serialize};

/// A question to the assistant, with the conversation so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChatRequest {
    /// Oldest first; the last one is the visitor's question. Of more than twenty the last twenty
    /// count.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 100))]
    pub messages: Vec<ChatMessage>,
}

/// One turn of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChatMessage {
    /// The speaker.
    pub role: ChatRole,
    /// The words, without markup.
    #[cfg_attr(
        feature = "openapi",
        schema(min_length = 1, max_length = 2000, pattern = r"\S")
    )]
    pub content: String,
}

/// The speaker of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChatRole {
    /// The visitor.
    User,
    /// The assistant.
    Assistant,
}

/// An event of the answer's stream, as a reader of event streams hands it on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatEvent {
    /// The kind of event.
    pub event: ChatEventName,
    /// JSON in one line: a list of [`Citation`], a [`Delta`], or a [`Done`].
    pub data: String,
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChatEventName {
    /// The pages of the answer.
    Citations,
    /// A sentence.
    Delta,
    /// The end.
    Done,
}

impl ChatEventName {
    /// The name in the stream.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Citations => "citations",
            Self::Delta => "delta",
            Self::Done => "done",
        }
    }
}

/// A page that an answer rests on, or that is nearest to a question without one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Citation {
    /// From 1; sentences name it.
    pub number: usize,
    /// The page's title.
    pub title: String,
    /// Path of the page, in its language.
    pub href: String,
    /// `page`, or the name of a collection, as in search.
    pub kind: String,
    /// Locale code of the page.
    pub locale: String,
    /// Date of the page, `2026-05-14`, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub date: Option<String>,
    /// Passages of the page, word for word; the best first.
    pub quotes: Vec<Quote>,
}

/// A passage of a page, word for word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Quote {
    /// The passage, whole or from its beginning.
    pub text: String,
    /// The heading above the passage, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// Fragment of that heading's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
}

/// A sentence of an answer, with the space behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Delta {
    /// The sentence, without markup.
    pub text: String,
    /// Numbers of the pages that support it; a sentence without one comes from the model alone, and
    /// is marked accordingly.
    pub sources: Vec<usize>,
}

/// The end of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Done {
    /// How the question was answered.
    pub outcome: ChatOutcome,
    /// Why no model wrote the answer, or not all of it, where one should have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<ChatUnavailableReason>,
}

/// The way in which a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChatOutcome {
    /// By a model, from the pages cited.
    Answered,
    /// By passages of the pages cited, word for word.
    Quoted,
    /// Not at all: no page answers. The pages cited are the nearest.
    Unanswered,
    /// By a model that broke off.
    Cut,
}

/// A reason for doing without a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChatUnavailableReason {
    /// The day's tokens are used up, the visitor's or everybody's.
    Budget,
    /// The service failed, was too slow, or refused.
    Unavailable,
    /// The service took the visitor's own key for none.
    Secret,
}

/// The assistant's ways of answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Assistant {
    /// A model writes answers; else they are passages of pages.
    pub model: bool,
    /// A visitor may send a key of their own in `Open-Ai-Secret`.
    pub own_key: bool,
}
