//! Answers of calls.

use generator_ground::diagnostic::explain::explain;
use generator_ground::diagnostic::failure::Failure;
use generator_ground::message::{Argument, Language, Message};
use generator_studio::SetError;
use generator_studio::publishing::PublishError;
use http::StatusCode;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

/// Status, a sentence, and data.
#[derive(Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: StatusCode,
    /// `Allow`, of a method that is refused.
    pub allow: Option<&'static str>,
    words: Box<Words>,
    /// JSON; none for `null`.
    data: Option<Box<RawValue>>,
}

/// The envelope of all calls under `/api`.
#[derive(Serialize)]
struct Envelope<'a> {
    code: u16,
    msg: &'a str,
    data: Option<&'a RawValue>,
}

/// The sentence of an answer.
#[derive(Debug)]
enum Words {
    /// The sentence of an answer without a refusal.
    Fine,
    Refusal(Message),
    /// The machine failed.
    Fault(anyhow::Error),
}

impl Answer {
    /// 200 with `data`.
    pub fn data(data: &impl Serialize) -> Result<Self, Self> {
        let data = to_raw_value(data).map_err(|error| Self::fault(error.into()))?;
        Ok(Self {
            status: StatusCode::OK,
            allow: None,
            words: Words::Fine.into(),
            data: Some(data),
        })
    }

    /// An error in words.
    pub fn refusal(status: StatusCode, message: Message) -> Self {
        Self {
            status,
            allow: None,
            words: Words::Refusal(message).into(),
            data: None,
        }
    }

    /// 400.
    pub fn bad(message: Message) -> Self {
        Self::refusal(StatusCode::BAD_REQUEST, message)
    }

    /// 409.
    pub fn conflict(message: Message) -> Self {
        Self::refusal(StatusCode::CONFLICT, message)
    }

    /// The answer with data.
    #[must_use]
    pub fn with(mut self, data: Value) -> Self {
        self.data = to_raw_value(&data).ok();
        self
    }

    /// 404.
    pub fn not_found() -> Self {
        Self::refusal(StatusCode::NOT_FOUND, Message::new("studio/no-page"))
    }

    /// 405.
    pub fn method(allow: &'static str) -> Self {
        let message = Message::new("studio/method").with("methods", allow);
        Self {
            allow: Some(allow),
            ..Self::refusal(StatusCode::METHOD_NOT_ALLOWED, message)
        }
    }

    /// 500. The cause is in the log.
    pub fn fault(error: anyhow::Error) -> Self {
        tracing::error!("studio: {error:#}");
        Self {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            allow: None,
            words: Words::Fault(error).into(),
            data: None,
        }
    }

    /// 500: the machine keeps the site from being built.
    pub fn failure(failure: Failure) -> Self {
        Self::fault(failure.error)
    }

    /// 409: a command on builds is refused in this state; 500 if the machine fails.
    pub fn conflict_or_fault(failure: Failure) -> Self {
        match failure.error.downcast::<Message>() {
            Ok(message) => Self::conflict(message),
            Err(error) => Self::fault(error),
        }
    }

    /// 422: the site cannot be built.
    pub fn broken(problems: &[Value]) -> Self {
        let message = Message::new("studio/broken");
        Self::refusal(StatusCode::UNPROCESSABLE_ENTITY, message)
            .with(json!({ "problems": problems }))
    }

    /// The envelope of all calls under `/api`, with a sentence in `language`.
    pub fn body(&self, language: Language) -> Vec<u8> {
        let msg = match &*self.words {
            Words::Fine => "ok".to_owned(),
            Words::Refusal(message) => message.text(language),
            Words::Fault(error) => explain(error, language),
        };
        let envelope = Envelope {
            code: self.status.as_u16(),
            msg: &msg,
            data: self.data.as_deref(),
        };
        serde_json::to_vec(&envelope).unwrap_or_default()
    }
}

impl From<SetError> for Answer {
    fn from(error: SetError) -> Self {
        match error {
            SetError::Unknown(id) => {
                let message = Message::new("studio/no-set").with("set", id.as_str());
                Self::refusal(StatusCode::NOT_FOUND, message)
            }
            SetError::Closed(_) => Self::conflict(Message::new("studio/closed")),
            SetError::Outdated { path } => {
                Self::conflict(Message::new("studio/outdated").with("file", path.as_str()))
            }
            SetError::Disk(error) => Self::fault(error.into()),
        }
    }
}

impl From<std::io::Error> for Answer {
    fn from(error: std::io::Error) -> Self {
        Self::fault(error.into())
    }
}

impl From<PublishError> for Answer {
    fn from(error: PublishError) -> Self {
        match error {
            PublishError::Set(error) => error.into(),
            PublishError::Empty(_) => Self::conflict(Message::new("studio/empty")),
            PublishError::Conflict(paths) => {
                let files = Argument::names(paths.iter().map(|path| path.as_str()));
                let message = Message::new("studio/conflict").with("files", files);
                Self::conflict(message).with(json!({ "conflicts": paths }))
            }
            PublishError::Overlap(paths) => {
                let files = Argument::names(paths.iter().map(|path| path.as_str()));
                Self::conflict(Message::new("studio/overlap").with("files", files))
            }
        }
    }
}
