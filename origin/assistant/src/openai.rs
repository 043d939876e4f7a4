//! A service that speaks OpenAI's protocol: a conversation in, a model's words out, as they come.
//!
//! ```text
//! POST {base}/chat/completions  stream: true ──► data: {choices: [{delta: {content}}]} … data:
//! [DONE]
//! ```
//!
//! Every answer is read within a size and a time. Errors name neither the address nor the key, and
//! quote no text of the service.

mod client;
mod event;
pub mod key;
pub mod url;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sentences::Message;
use serde::Serialize;
use serde_json::json;

use client::Client;
pub use client::Completion;
pub use event::Piece;

use crate::openai::key::OpenAiKey;
use crate::settings::ChatSettings;
use origin_ground::secret::Secret;
use origin_ground::watched::{Reread, WatchedError};

/// A service, and the model that is asked there.
pub struct OpenAi {
    client: Client,
    /// The operator's key, if there is one; a visitor may bring one.
    key: Option<Secret<OpenAiKey>>,
    model: String,
    /// Tokens that an answer may have.
    pub answer_tokens: u32,
    /// Whether the operator has been notified that the service refuses the key.
    has_complained: AtomicBool,
}

/// Why a service did not answer, or not to the end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenAiError {
    /// The key is none, or may not ask this model.
    #[error("the key is refused with {0}")]
    Key(u16),
    /// Too many questions, or no money left.
    #[error("too many questions, or the account is used up")]
    Busy,
    /// No data arrived within the time limit.
    #[error("nothing came for {0:?}")]
    Slow(Duration),
    /// The service is not there, or sends an unreadable answer.
    #[error("no answer: {0}")]
    Away(String),
}

/// Why a service cannot be used at all, each with the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum OpenAiSetupError {
    /// An address without a model.
    NoModel,
    /// The file holds no key.
    Key(#[from] WatchedError),
    /// No encrypted connection can be set up.
    Client(#[from] reqwest::Error),
}

impl OpenAiSetupError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        match self {
            Self::NoModel => Message::new("openai-model"),
            Self::Key(_) => Message::new("openai-key"),
            Self::Client(_) => Message::new("openai-client"),
        }
    }
}

impl OpenAi {
    /// The service that the settings name, if they do.
    pub fn open(settings: &ChatSettings) -> Result<Option<Self>, OpenAiSetupError> {
        let key = match (&settings.openai_api_key, &settings.openai_api_key_file) {
            (Some(key), _) => Some(Secret::from_value(key.clone())),
            (None, Some(file)) => Some(Secret::file(file.clone())?),
            (None, None) => None,
        };
        let Some(url) = &settings.openai_base_url else {
            // Many a machine has a key in its environment that is for other programs.
            if key.is_some() {
                tracing::warn!(
                    "there is a key for a model and no `OPENAI_BASE_URL`: nothing is sent to any, and the assistant answers by passages of pages"
                );
            }
            return Ok(None);
        };
        let model = settings.openai_model.clone();
        let patience = Duration::from_secs(settings.chat_patience.into());
        Ok(Some(Self {
            client: Client::new(url.clone(), patience)?,
            key,
            model: model.ok_or(OpenAiSetupError::NoModel)?,
            answer_tokens: settings.chat_answer_tokens,
            has_complained: AtomicBool::new(false),
        }))
    }

    /// The operator's key as it is now; none if no key is configured.
    pub fn own_key(&self) -> Option<OpenAiKey> {
        self.key
            .as_ref()
            .map(|key| OpenAiKey::clone(&key.current()))
    }

    /// Reads the file of the operator's key again, if there is one; returns its path and the
    /// result.
    pub fn reread(&self) -> Option<(PathBuf, Reread)> {
        self.key.as_ref().and_then(Secret::reread)
    }

    /// Asks the model; `messages` are its conversation.
    pub async fn ask(
        &self,
        key: &OpenAiKey,
        messages: &impl Serialize,
    ) -> Result<Completion, OpenAiError> {
        let body = json!({
            "model": self.model,
            "messages": messages,
            "max_tokens": self.answer_tokens,
            "temperature": 0,
            "stream": true,
            "stream_options": {"include_usage": true},
        });
        self.client.post("/chat/completions", key, &body).await
    }

    /// Logs once for the operator that the service refuses the operator's key, or is not there.
    pub fn complain(&self, error: &OpenAiError) {
        if !self.has_complained.swap(true, Ordering::Relaxed) {
            tracing::error!(%error, "the assistant's model does not answer: passages of pages are shown instead until it does");
        }
    }

    /// Has the next failure logged again.
    pub fn has_answered(&self) {
        self.has_complained.store(false, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for OpenAi {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OpenAi({})", self.model)
    }
}
