//! A browser that has a session and has lost the cookie with the member's name.

use http::HeaderMap;
use http::header::SET_COOKIE;

use crate::protocol::cookie::{self, Token};
use crate::state::Gateway;

/// Sets `user-info` anew where it is missing: the gateway takes the visitor for a member, so the
/// page's header must not take them for a guest. If the origin does not answer with the owner, the
/// cookie stays missing.
pub(crate) async fn name_again(
    gateway: &Gateway,
    token: &Token,
    asked: &HeaderMap,
    answer: &mut HeaderMap,
) {
    if cookie::is_named(asked) {
        return;
    }
    let Ok(user) = gateway.sessions.user_info(token).await else {
        return;
    };
    if [&user.name, &user.email].map(|text| token.stands_in(text)) == [false; 2]
        && let Some(line) = gateway.config.marking.user_info(&user.name, &user.email)
    {
        answer.append(SET_COOKIE, line);
    }
}
