//! The list of calls: a row each.
//!
//! A row joins a request's method and path with the function that answers it, and adds the
//! description that `#[utoipa::path]` puts beside that function.

use std::sync::LazyLock;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::Method;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;

use crate::origin::Origin;
use origin_assistant::http as chat;
use origin_captcha::http as captcha;
use origin_feishu::http as feishu;
use origin_ground::Ground;
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{Languages, add_answers_of_gateway, outline};
use origin_ground::http::reply::Answer;
use origin_ground::http::request::Incoming;
use origin_ground::site;
use origin_messages::http::{inbox, message, status};
use origin_search::http::search;
use origin_sign_in::http::{auth, code, sessions};
use origin_suppliers::http as suppliers;
use origin_uploads::http::uploads;
use origin_wechat::http as wechat;

/// A call of the API.
pub(super) struct Call {
    pub(super) method: Method,
    /// The whole path; a name in braces at its end stands for one segment of any value.
    pub(super) path: &'static str,
    /// The handler. The box is the handler's own state: the task of a call holds a pointer instead
    /// of room for the largest of all handlers.
    pub(super) answer: for<'a> fn(&'a Origin, Incoming) -> Handling<'a>,
    /// Whether the handler reads the body itself, as it comes; else it is there before.
    pub(super) takes_stream: bool,
    /// The call's part of the description.
    describe: fn() -> Document,
}

/// A call being answered.
type Handling<'a> = BoxFuture<'a, Result<Answer, ApiError>>;

/// Makes a row of [`CALLS`].
macro_rules! call {
    ($method:ident, $path:literal, $state:ident, $module:ident::$handler:ident) => {
        call!($method, $path, $state, $module::$handler, false)
    };
    ($method:ident, $path:literal, $state:ident, $module:ident::$handler:ident, stream) => {
        call!($method, $path, $state, $module::$handler, true)
    };
    ($method:ident, $path:literal, $state:ident, $module:ident::$handler:ident, $takes_stream:literal) => {
        Call {
            method: Method::$method,
            path: $path,
            answer: |origin, incoming| Box::pin($module::$handler(&origin.$state, incoming)),
            takes_stream: $takes_stream,
            describe: || {
                #[derive(OpenApi)]
                #[openapi(paths($module::$handler))]
                struct Described;
                Described::openapi()
            },
        }
    };
}

/// Every call, the first one that fits first. `HEAD` is answered as `GET`, whose body the server
/// leaves out, unless it has a row of its own.
#[rustfmt::skip]
pub(super) static CALLS: &[Call] = &[
    call!(GET,    "/api/web/system-config",      ground,   site::system_config),
    call!(GET,    "/api/web/protocol-config",    ground,   site::protocol_config),
    call!(GET,    "/api/search",                 search,   search::search),
    call!(GET,    "/api/chat",                   chat,     chat::assistant),
    call!(POST,   "/api/chat",                   chat,     chat::chat, stream),
    call!(GET,    "/api/common/captcha",         captchas, captcha::captcha),
    call!(POST,   "/api/common/send-email-code", sign_in,  code::send),
    call!(POST,   "/api/auth/login",             sign_in,  auth::login),
    call!(GET,    "/api/auth/user-info",         sign_in,  auth::user_info),
    call!(PUT,    "/api/auth/user-info",         sign_in,  auth::rename),
    call!(GET,    "/api/auth/sessions",          sign_in,  sessions::list),
    call!(DELETE, "/api/auth/sessions/{id}",     sign_in,  sessions::end),
    call!(POST,   "/api/auth/logout",            sign_in,  auth::logout),
    call!(DELETE, "/api/auth/account",           sign_in,  auth::delete_account),
    call!(POST,   "/api/message/uploads",        uploads,  uploads::begin),
    call!(HEAD,   "/api/message/uploads/{id}",   uploads,  uploads::progress),
    call!(PATCH,  "/api/message/uploads/{id}",   uploads,  uploads::append, stream),
    call!(DELETE, "/api/message/uploads/{id}",   uploads,  uploads::end),
    call!(POST,   "/api/message/state",          messages, status::state),
    call!(POST,   "/api/message/withdraw",       messages, status::withdraw),
    call!(POST,   "/api/message/{form}",         messages, message::send, stream),
    call!(POST,   "/api/messages/list",          messages, inbox::list),
    call!(POST,   "/api/messages/show",          messages, inbox::show),
    call!(POST,   "/api/messages/file",          messages, inbox::file),
    call!(POST,   "/api/messages/done",          messages, inbox::done),
    call!(POST,   "/api/messages/reopen",        messages, inbox::reopen),
    call!(POST,   "/api/messages/purge",         messages, inbox::purge),
    call!(POST,   "/api/messages/export",        messages, inbox::export),
    call!(POST,   "/api/feishu/login",           feishu,   feishu::login),
    call!(GET,    "/api/feishu/jssdk-config",    feishu,   feishu::jssdk_config),
    call!(GET,    "/api/feishu/suppliers",       ground,   suppliers::list),
    call!(GET,    "/api/feishu/suppliers/{id}",  ground,   suppliers::detail),
    call!(GET,    "/api/wechat/signature",       wechat,   wechat::page_signature),
    call!(GET,    "/api/openapi.json",           ground,   self::document),
];

/// The description of all calls; it is made once.
static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| {
    let mut document = outline();
    for call in CALLS {
        document.merge((call.describe)());
    }
    add_answers_of_gateway(&mut document);
    // Made of compiled-in parts: it fails never or always, and then the golden file's test fails.
    document.to_pretty_json().unwrap_or_default().into()
});

/// This document.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "api",
    operation_id = "openapi",
    params(Languages),
    responses(
        (status = 200, description = "OpenAPI 3.1, without an envelope.", body = Object, content_type = "application/json"),
    )
)]
async fn document(_: &Ground, _: Incoming) -> Result<Answer, ApiError> {
    Ok(Answer::Document(DOCUMENT.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_describes_every_call_and_no_other() {
        for call in CALLS {
            let described = serde_json::to_value((call.describe)().paths).unwrap();
            let (path, methods) = described.as_object().unwrap().iter().next().unwrap();
            let methods: Vec<_> = methods.as_object().unwrap().keys().collect();
            let row = format!("{} {}", call.method, call.path);
            assert_eq!(described.as_object().unwrap().len(), 1, "{row}");
            assert_eq!(methods.len(), 1, "{row}");
            assert_eq!(format!("{} {path}", methods[0].to_uppercase()), row);
        }
        let document: serde_json::Value = serde_json::from_slice(&DOCUMENT).unwrap();
        let paths = document["paths"].as_object().unwrap().values();
        let described: usize = paths.map(|calls| calls.as_object().unwrap().len()).sum();
        assert_eq!(described, CALLS.len());
    }
}
