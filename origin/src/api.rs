//! The list of calls.

mod auth;
pub(crate) mod body;
mod captcha;
mod code;
mod error;
mod openapi;
mod reply;
pub(crate) mod request;
mod sessions;
mod web;

use std::sync::Arc;

use http::{HeaderValue, Method, Request, Response};

use crate::flows::housekeeping::keep_house;
use crate::origin::Origin;
use crate::platform::texts::Catalog;

pub use body::Body;
use error::ApiError;
use reply::{Data, envelope};
use request::Incoming;
pub(crate) use request::LANGUAGE;

/// What the origin can be asked.
#[derive(Clone, Copy)]
enum Call {
    SystemConfig,
    ProtocolConfig,
    Captcha,
    SendEmailCode,
    Login,
    UserInfo,
    Rename,
    Sessions,
    EndSession,
    Logout,
    DeleteAccount,
    OpenApi,
}

/// What stands for a variable last segment in a path.
const ID: &str = "{id}";

/// Every call, by path and method. `HEAD` is answered as `GET`, whose body the server leaves out.
#[rustfmt::skip]
static CALLS: [(Method, &str, Call); 12] = [
    (Method::GET,    "/api/web/system-config",      Call::SystemConfig),
    (Method::GET,    "/api/web/protocol-config",    Call::ProtocolConfig),
    (Method::GET,    "/api/common/captcha",         Call::Captcha),
    (Method::POST,   "/api/common/send-email-code", Call::SendEmailCode),
    (Method::POST,   "/api/auth/login",             Call::Login),
    (Method::GET,    "/api/auth/user-info",         Call::UserInfo),
    (Method::PUT,    "/api/auth/user-info",         Call::Rename),
    (Method::GET,    "/api/auth/sessions",          Call::Sessions),
    (Method::DELETE, "/api/auth/sessions/{id}",     Call::EndSession),
    (Method::POST,   "/api/auth/logout",            Call::Logout),
    (Method::DELETE, "/api/auth/account",           Call::DeleteAccount),
    (Method::GET,    "/api/openapi.json",           Call::OpenApi),
];

impl Origin {
    /// Answers one request, with an envelope unless it is for the description of the API.
    pub async fn answer(&self, request: Request<Body>) -> Response<Body> {
        self.answer_arrived(body::arrived(request).await).await
    }

    /// The same for a request whose body is there.
    pub(crate) async fn answer_arrived(&self, request: Request<Body>) -> Response<Body> {
        let texts = self.content.texts().await;
        let catalog = texts.asked(request.headers().get(LANGUAGE));
        match find(request.method(), request.uri().path()) {
            Ok((Call::OpenApi, _)) => reply::json_response(openapi::JSON.clone()),
            Ok((call, id)) => {
                let incoming = Incoming::new(Arc::clone(&catalog), request, id);
                let outcome = self.dispatch(call, incoming).await;
                // What failed may have failed for want of the database: it is no time to ask more
                // of it.
                if outcome.is_ok() {
                    keep_house(self).await;
                }
                envelope(outcome, &catalog)
            }
            Err(error) => envelope(Err(error), &catalog),
        }
    }

    /// The envelope for a client whose call could not be taken now.
    pub(crate) fn busy(&self, language: Option<&HeaderValue>) -> Response<Body> {
        envelope(Err(ApiError::Unavailable), &self.last_catalog(language))
    }

    /// The envelope for a client whose call ended in a fault of ours.
    pub(crate) fn failed(&self, language: Option<&HeaderValue>) -> Response<Body> {
        envelope(Err(ApiError::Internal), &self.last_catalog(language))
    }

    fn last_catalog(&self, language: Option<&HeaderValue>) -> Arc<Catalog> {
        self.content.last_texts().asked(language)
    }

    async fn dispatch(&self, call: Call, incoming: Incoming) -> Result<Data, ApiError> {
        match call {
            Call::SystemConfig => web::system_config(self, incoming).await,
            Call::ProtocolConfig => web::protocol_config(self, incoming).await,
            Call::Captcha => captcha::captcha(self, incoming).await,
            Call::SendEmailCode => code::send(self, incoming).await,
            Call::Login => auth::login(self, incoming).await,
            Call::UserInfo => auth::user_info(self, incoming).await,
            Call::Rename => auth::rename(self, incoming).await,
            Call::Sessions => sessions::list(self, incoming).await,
            Call::EndSession => sessions::end(self, incoming).await,
            Call::Logout => auth::logout(self, incoming).await,
            Call::DeleteAccount => auth::delete_account(self, incoming).await,
            // Answered above, because it is no envelope.
            Call::OpenApi => Err(ApiError::Internal),
        }
    }
}

/// The call that a method and a path name, and what stands in the path for [`ID`].
fn find(method: &Method, path: &str) -> Result<(Call, String), ApiError> {
    let asked = if method == Method::HEAD {
        &Method::GET
    } else {
        method
    };
    let mut allow = Vec::new();
    for (method, template, call) in &CALLS {
        let Some(id) = fit(template, path) else {
            continue;
        };
        if method == asked {
            return Ok((*call, id.to_owned()));
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

/// What a path has where the template has [`ID`], or nothing where it has none; `None` if it does
/// not fit.
fn fit<'a>(template: &str, path: &'a str) -> Option<&'a str> {
    match template.strip_suffix(ID) {
        Some(start) => path
            .strip_prefix(start)
            .filter(|id| !id.is_empty() && !id.contains('/')),
        None => (template == path).then_some(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_describes_every_call_and_no_other() {
        let document: serde_json::Value = serde_json::from_slice(&openapi::JSON).unwrap();
        let paths = document["paths"].as_object().unwrap().iter();
        let mut described: Vec<_> = paths
            .flat_map(|(path, calls)| {
                let methods = calls.as_object().unwrap().keys();
                methods.map(move |method| format!("{} {path}", method.to_uppercase()))
            })
            .collect();
        let mut answered: Vec<_> = CALLS
            .iter()
            .map(|(method, path, _)| format!("{method} {path}"))
            .collect();
        described.sort();
        answered.sort();
        assert_eq!(described, answered);
    }

    #[test]
    fn a_path_fits_its_template_alone() {
        for (template, path, expected) in [
            ("/a/b", "/a/b", Some("")),
            ("/a/b", "/a/b/", None),
            ("/a/{id}", "/a/1", Some("1")),
            ("/a/{id}", "/a/", None),
            ("/a/{id}", "/a", None),
            ("/a/{id}", "/a/1/2", None),
            ("/a/{id}", "/b/1", None),
        ] {
            assert_eq!(fit(template, path), expected, "{template} {path}");
        }
    }
}
