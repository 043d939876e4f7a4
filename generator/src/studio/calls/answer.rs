//! Answers of calls.

use generator_ground::diagnostic::failure::Failure;
use generator_studio::SetError;
use generator_studio::publishing::PublishError;
use http::StatusCode;
use serde::Serialize;
use serde_json::{Value, json};

/// Status, a sentence, and data.
#[derive(Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: StatusCode,
    /// `Allow`, of a method that is refused.
    pub allow: Option<&'static str>,
    msg: String,
    data: Value,
}

impl Answer {
    /// 200 with `data`.
    pub fn data(data: &impl Serialize) -> Result<Self, Self> {
        let data = serde_json::to_value(data)
            .map_err(|error| Self::refusal(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))?;
        Ok(Self {
            status: StatusCode::OK,
            allow: None,
            msg: "ok".to_owned(),
            data,
        })
    }

    /// An error in words.
    pub fn refusal(status: StatusCode, msg: impl Into<String>) -> Self {
        Self {
            status,
            allow: None,
            msg: msg.into(),
            data: Value::Null,
        }
    }

    /// The same with data.
    #[must_use]
    pub fn with(mut self, data: Value) -> Self {
        self.data = data;
        self
    }

    /// 404.
    pub fn not_found() -> Self {
        Self::refusal(StatusCode::NOT_FOUND, "not found")
    }

    /// 405.
    pub fn method(allow: &'static str) -> Self {
        Self {
            allow: Some(allow),
            ..Self::refusal(StatusCode::METHOD_NOT_ALLOWED, "method not allowed")
        }
    }

    /// 500. The cause is in the log.
    pub fn fault(error: &anyhow::Error) -> Self {
        tracing::error!("studio: {error:#}");
        Self::refusal(StatusCode::INTERNAL_SERVER_ERROR, format!("{error:#}"))
    }

    /// 500: the machine keeps the site from being built.
    pub fn failure(failure: Failure) -> Self {
        Self::fault(&failure.error)
    }

    /// 422: the site cannot be built.
    pub fn broken(problems: &[Value]) -> Self {
        Self::refusal(StatusCode::UNPROCESSABLE_ENTITY, "the content has mistakes")
            .with(json!({ "problems": problems }))
    }

    /// The envelope of all calls under `/api`.
    pub fn body(&self) -> Vec<u8> {
        let envelope = json!({
            "code": self.status.as_u16(), "msg": self.msg, "data": self.data
        });
        envelope.to_string().into_bytes()
    }
}

impl From<SetError> for Answer {
    fn from(error: SetError) -> Self {
        let status = match &error {
            SetError::Unknown(_) => StatusCode::NOT_FOUND,
            SetError::Closed(_) | SetError::Outdated { .. } => StatusCode::CONFLICT,
            SetError::Disk(error) => {
                tracing::error!("studio: {error}");
                StatusCode::INTERNAL_SERVER_ERROR
            }
        };
        Self::refusal(status, error.to_string())
    }
}

impl From<std::io::Error> for Answer {
    fn from(error: std::io::Error) -> Self {
        SetError::from(error).into()
    }
}

impl From<PublishError> for Answer {
    fn from(error: PublishError) -> Self {
        match error {
            PublishError::Set(error) => error.into(),
            PublishError::Empty => Self::refusal(StatusCode::CONFLICT, error.to_string()),
            PublishError::Conflict(ref paths) => {
                let data = json!({ "conflicts": paths });
                Self::refusal(StatusCode::CONFLICT, error.to_string()).with(data)
            }
        }
    }
}
