//! The list of calls.

mod auth;
mod code;
mod reply;
pub(crate) mod request;
mod web;

use http::{HeaderValue, Method, Request, Response};

use crate::Origin;
use crate::error::ApiError;

pub use reply::Body;
use reply::{Data, envelope};
use request::Incoming;
pub(crate) use request::LANGUAGE;

/// What the origin can be asked.
#[derive(Clone, Copy)]
enum Call {
    SystemConfig,
    ProtocolConfig,
    SendEmailCode,
    Login,
    UserInfo,
    Rename,
    Logout,
}

/// Every call, by path and method. `HEAD` is answered as `GET`, whose body the server leaves out.
static CALLS: [(Method, &str, Call); 7] = [
    (Method::GET, "/api/web/system-config", Call::SystemConfig),
    (
        Method::GET,
        "/api/web/protocol-config",
        Call::ProtocolConfig,
    ),
    (
        Method::POST,
        "/api/common/send-email-code",
        Call::SendEmailCode,
    ),
    (Method::POST, "/api/auth/login", Call::Login),
    (Method::GET, "/api/auth/user-info", Call::UserInfo),
    (Method::PUT, "/api/auth/user-info", Call::Rename),
    (Method::POST, "/api/auth/logout", Call::Logout),
];

impl Origin {
    /// Answers one request, always with an envelope.
    pub async fn answer(&self, request: Request<Body>) -> Response<Body> {
        let catalog = self.catalog(request.headers().get(LANGUAGE));
        envelope(self.dispatch(request).await, catalog)
    }

    /// The envelope for a client whose call could not be taken now.
    pub(crate) fn busy(&self, language: Option<&HeaderValue>) -> Response<Body> {
        envelope(Err(ApiError::Unavailable), self.catalog(language))
    }

    /// The envelope for a client whose call ended in a fault of ours.
    pub(crate) fn failed(&self, language: Option<&HeaderValue>) -> Response<Body> {
        envelope(Err(ApiError::Internal), self.catalog(language))
    }

    async fn dispatch(&self, request: Request<Body>) -> Result<Data, ApiError> {
        let call = find(request.method(), request.uri().path())?;
        let incoming = Incoming::new(self, request);
        match call {
            Call::SystemConfig => web::system_config(self, incoming).await,
            Call::ProtocolConfig => web::protocol_config(self, incoming).await,
            Call::SendEmailCode => code::send(self, incoming).await,
            Call::Login => auth::login(self, incoming).await,
            Call::UserInfo => auth::user_info(self, incoming).await,
            Call::Rename => auth::rename(self, incoming).await,
            Call::Logout => auth::logout(self, incoming).await,
        }
    }
}

/// The call that a method and a path name.
fn find(method: &Method, path: &str) -> Result<Call, ApiError> {
    let asked = if method == Method::HEAD {
        &Method::GET
    } else {
        method
    };
    let mut allow = Vec::new();
    for (method, _, call) in CALLS.iter().filter(|(_, known, _)| *known == path) {
        if method == asked {
            return Ok(*call);
        }
        allow.push(method.as_str());
    }
    if allow.is_empty() {
        return Err(ApiError::UnknownCall(format!("{method} {path}")));
    }
    if allow.contains(&"GET") {
        allow.push("HEAD");
    }
    Err(ApiError::MethodNotAllowed(allow.join(", ")))
}
