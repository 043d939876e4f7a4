//! The calls that the gateway intercepts. Pure.

use std::borrow::Cow;

use contract::api::{FRAMED_CALLS, SIGN_IN_CALLS};
use http::Method;

use crate::session::ask::{LOGOUT, USER_INFO};

const SESSIONS: &str = "/api/auth/sessions";
const ACCOUNT: &str = "/api/auth/account";

/// The gateway's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InterceptedCall {
    /// The answer may hold a token.
    SignIn,
    /// The session ends here, whatever the origin answers.
    SignOut,
    /// The answer shows whether the session is valid.
    Session,
    /// The answer shows whether the session is valid, and has the member's new name.
    Rename,
    /// Ends a session, perhaps the caller's own.
    Ending,
}

/// The gateway's part in a call.
pub(super) fn find_call(method: &Method, path: &str) -> Option<InterceptedCall> {
    match path {
        _ if signs_in(path) => Some(InterceptedCall::SignIn),
        LOGOUT => Some(InterceptedCall::SignOut),
        ACCOUNT if method == Method::DELETE => Some(InterceptedCall::Ending),
        USER_INFO if method == Method::PUT => Some(InterceptedCall::Rename),
        USER_INFO | SESSIONS => Some(InterceptedCall::Session),
        _ if method == Method::DELETE && path.starts_with("/api/auth/sessions/") => {
            Some(InterceptedCall::Ending)
        }
        _ => None,
    }
}

/// Whether a call signs in or out by another method than POST. Any page can make a visitor's
/// browser GET something, and a lenient backend would do it.
pub(super) fn is_misused(method: &Method, path: &str) -> bool {
    (signs_in(path) || path == LOGOUT) && method != Method::POST
}

/// Whether pages make a call that another site shows in a frame.
pub(super) fn is_framed(path: &str) -> bool {
    FRAMED_CALLS.into_iter().any(|call| {
        let rest = path.strip_prefix(call);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

fn signs_in(path: &str) -> bool {
    SIGN_IN_CALLS.contains(&path)
}

/// Whether a lenient backend (letters of either case, parameters after `;`, spaces, suffixes) could
/// take `path` for an intercepted call, and answer with a token that the gateway would not remove.
pub(super) fn is_alias_of_intercepted(path: &str) -> bool {
    let plain = plain(path);
    let others = [LOGOUT, USER_INFO, SESSIONS, ACCOUNT];
    let is_owned = signs_in(&plain) || others.contains(&plain.as_ref());
    is_owned && plain != path
}

/// `path` as the most lenient backend reads it. It has no dot segments: [`crate::protocol::path`]
/// refuses them in every disguise.
fn plain(path: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || matches!(byte, b'/' | b'-');
    if path.bytes().all(is_plain) {
        return Cow::Borrowed(path);
    }
    let segments = path.split('/').map(|segment| {
        let name = segment.trim_start_matches([' ', '.']);
        let name = name.split([';', '.']).next().unwrap_or_default();
        name.trim_matches(' ').to_ascii_lowercase()
    });
    let names = segments.filter(|name| !name.is_empty());
    Cow::Owned(names.fold(String::new(), |path, name| path + "/" + &name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_owned_by_method_and_whole_path() {
        let rows = [
            (
                Method::POST,
                "/api/auth/login",
                Some(InterceptedCall::SignIn),
            ),
            (Method::POST, "/api/auth/loginx", None),
            (
                Method::POST,
                "/api/auth/logout",
                Some(InterceptedCall::SignOut),
            ),
            (
                Method::GET,
                "/api/auth/user-info",
                Some(InterceptedCall::Session),
            ),
            (
                Method::PUT,
                "/api/auth/user-info",
                Some(InterceptedCall::Rename),
            ),
            (
                Method::GET,
                "/api/auth/sessions",
                Some(InterceptedCall::Session),
            ),
            (
                Method::DELETE,
                "/api/auth/sessions/7",
                Some(InterceptedCall::Ending),
            ),
            (
                Method::DELETE,
                "/api/auth/account",
                Some(InterceptedCall::Ending),
            ),
            (Method::GET, "/api/auth/account", None),
            (Method::POST, "/api/common/send-email-code", None),
        ];
        let sign_ins =
            SIGN_IN_CALLS.map(|path| (Method::POST, path, Some(InterceptedCall::SignIn)));
        for (method, path, expected) in rows.into_iter().chain(sign_ins) {
            assert_eq!(find_call(&method, path), expected, "{method} {path}");
        }
    }

    #[test]
    fn signing_in_and_out_is_by_post_only() {
        for path in SIGN_IN_CALLS.into_iter().chain([LOGOUT]) {
            assert!(!is_misused(&Method::POST, path), "{path}");
            for method in [Method::GET, Method::HEAD, Method::PUT, Method::DELETE] {
                assert!(is_misused(&method, path), "{method} {path}");
            }
        }
        assert!(!is_misused(&Method::GET, "/api/auth/user-info"));
    }

    #[test]
    fn calls_of_framed_pages_are_those_of_the_contract_and_what_is_below() {
        for path in ["/api/feishu/login", "/api/feishu/suppliers/7", "/api/chat"] {
            assert!(is_framed(path), "{path}");
        }
        for path in [
            "/api/feishux",
            "/api/Feishu/suppliers",
            "/api/chats",
            "/api/auth/user-info",
            "/api",
        ] {
            assert!(!is_framed(path), "{path}");
        }
    }

    #[test]
    fn a_call_in_disguise_is_none() {
        for path in [
            "/api/auth/Login",
            "/API/auth/login",
            "/api/auth/login;x=1",
            "/api;x/auth/login",
            "/api/auth/login ",
            "/api/auth/login.",
            "/api/auth/login/;x",
            "/api/AUTH/logout",
            "/api/.;/auth/login",
            "/api/.../auth/login",
            "/api/;x/auth/ /login",
            "/api/auth/login.json",
            "/api/auth/login.JSON;x",
            "/api/auth/user-info.xml",
            "/api.v1/auth/logout",
        ] {
            assert!(is_alias_of_intercepted(path), "{path:?}");
        }
        for path in [
            "/api/auth/login",
            "/api/auth/sessions/Ab3;x",
            "/api/search",
            "/api/auth/loginx",
            "/api/auth/log.in",
        ] {
            assert!(!is_alias_of_intercepted(path), "{path:?}");
        }
    }
}
