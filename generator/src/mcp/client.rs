//! HTTP/1.1 over the studio's socket: a connection for each call.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use contract::studio::{AGENT, BODY_MAX, CALLS, ROLES, Role, SOCKET, USER};
use generator_ground::message::{Language, Message};
use http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE, HOST};
use http::{Method, Request, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::UnixStream;
use tokio::time::timeout;

/// How long a call may take. A preview is a build from scratch.
const PATIENCE: Duration = Duration::from_secs(600);

/// Longest name of the program, in characters.
const PROGRAM_MAX: usize = 40;

/// The only role of an agent. No option changes it.
const ROLE: Role = Role::Editor;

/// The studio, as an agent reaches it.
#[derive(Clone, Debug)]
pub(super) struct StudioClient {
    socket: PathBuf,
    by: String,
    language: Language,
}

/// One call: the method, and the path below [`CALLS`] with its query.
pub(super) struct StudioCall<'a> {
    pub(super) method: Method,
    pub(super) path: &'a str,
    pub(super) body: Option<Value>,
}

/// A call that was not carried out.
#[derive(Debug)]
pub(super) struct Refusal {
    /// Status of the studio's answer; none if there was no answer.
    pub(super) status: Option<StatusCode>,
    pub(super) reason: String,
    /// Data of the studio's answer, such as problems.
    pub(super) data: Value,
}

impl Refusal {
    /// A refusal without an answer of the studio.
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self {
            status: None,
            reason: reason.into(),
            data: Value::Null,
        }
    }
}

impl StudioClient {
    pub(super) fn new(var: &Path, by: &str, language: Language) -> Self {
        Self {
            socket: var.join(SOCKET),
            by: by.to_owned(),
            language,
        }
    }

    /// Connects to the socket.
    pub(super) async fn connect(&self) -> io::Result<UnixStream> {
        UnixStream::connect(&self.socket).await
    }

    /// The problem of a socket at which no studio answers.
    pub(super) fn no_watch(&self) -> Message {
        Message::new("mcp-no-watch").with("socket", self.socket.display().to_string())
    }

    /// Data of the studio's answer to `call`, made by the program of that name.
    pub(super) async fn call(&self, program: &str, call: StudioCall<'_>) -> Result<Value, Refusal> {
        let answered = timeout(PATIENCE, self.exchange(program, call)).await;
        answered.unwrap_or_else(|_| Err(Refusal::new("the studio did not answer in time")))
    }

    async fn exchange(&self, program: &str, call: StudioCall<'_>) -> Result<Value, Refusal> {
        let away = |_| Refusal::new(self.no_watch().text(self.language));
        let broken = |error: hyper::Error| Refusal::new(format!("the studio: {error}"));
        let stream = self.connect().await.map_err(away)?;
        let (mut sender, connection) = handshake(TokioIo::new(stream)).await.map_err(broken)?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!("studio: {error}");
            }
        });
        let request = self.request(program, call)?;
        let answer = sender.send_request(request).await.map_err(broken)?;
        let status = answer.status();
        let limit = usize::try_from(BODY_MAX).unwrap_or(usize::MAX);
        let body = Limited::new(answer.into_body(), limit).collect().await;
        let body = body.map_err(|error| Refusal::new(format!("the studio: {error}")))?;
        let mut envelope: Value = serde_json::from_slice(&body.to_bytes()).unwrap_or_default();
        let data = envelope["data"].take();
        match status {
            StatusCode::OK => Ok(data),
            status => Err(Refusal {
                status: Some(status),
                reason: envelope["msg"].as_str().unwrap_or("refused").to_owned(),
                data,
            }),
        }
    }

    fn request(
        &self,
        program: &str,
        call: StudioCall<'_>,
    ) -> Result<Request<Full<Bytes>>, Refusal> {
        let language = match self.language {
            Language::Chinese => "zh-CN",
            Language::English => "en",
        };
        let body = call.body.map(|body| body.to_string()).unwrap_or_default();
        let request = Request::builder()
            .method(call.method)
            .uri(format!("{CALLS}{}", call.path))
            .header(HOST, "studio")
            .header(USER, self.user(program))
            .header(ROLES, ROLE.name())
            .header(ACCEPT_LANGUAGE, language)
            .header(CONTENT_TYPE, "application/json");
        let request = request.body(Full::from(body));
        request.map_err(|error| Refusal::new(error.to_string()))
    }

    /// The name under which the studio knows the agent: `agent: claude-code (ann)`.
    fn user(&self, program: &str) -> String {
        let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || "-_. /".contains(*letter);
        let plain: String = program.chars().filter(is_plain).take(PROGRAM_MAX).collect();
        match plain.trim() {
            "" => format!("{AGENT} ({})", self.by),
            name => format!("{AGENT} {name} ({})", self.by),
        }
    }
}

/// The data of a refusal, for the agent.
impl From<Refusal> for Value {
    fn from(refusal: Refusal) -> Self {
        let status = refusal.status.map(|status| status.as_u16());
        json!({ "error": refusal.reason, "status": status, "data": refusal.data })
    }
}

#[cfg(test)]
mod tests {
    use contract::studio::is_agent;

    use super::*;

    #[test]
    fn a_name_from_the_program_stays_in_its_place() {
        let client = StudioClient::new(Path::new("var"), "ann", Language::English);
        for (program, user) in [
            ("claude-code", "agent: claude-code (ann)"),
            (
                "x\r\nx-studio-roles: publisher",
                "agent: xx-studio-roles publisher (ann)",
            ),
            ("潮", "agent: (ann)"),
            ("", "agent: (ann)"),
        ] {
            assert_eq!(client.user(program), user);
            assert!(is_agent(user));
        }
        assert!(client.user(&"x".repeat(1000)).len() < 60);
    }
}
