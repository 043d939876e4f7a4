//! Editors and publishers, who may build, and recipients: together, the people of the studio.

use contract::api::UserInfo;
use contract::studio::Role;

use crate::call::Call;
use crate::protocol::cookie;
use crate::protocol::rejection::Rejection;
use crate::session::Session;

/// The editor or publisher of a request's session.
pub(super) async fn session_of_editor(call: &Call<'_>) -> Result<UserInfo, Rejection> {
    session_with(call, Role::is_editor).await
}

/// The person of a request's session, if the studio has something for them.
pub(crate) async fn session_of_studio(call: &Call<'_>) -> Result<UserInfo, Rejection> {
    session_with(call, |_| true).await
}

/// The person of a request's session, if a role is one of those that are asked for. Roles are
/// checked each time, because they may be revoked.
async fn session_with(
    call: &Call<'_>,
    is_enough: impl Fn(Role) -> bool,
) -> Result<UserInfo, Rejection> {
    let token = cookie::credential(call.headers()).ok_or(Rejection::Unauthorized)?;
    let sessions = &call.gateway.sessions;
    // The remembered and rate-limited check comes first, so that made-up tokens are limited as
    // elsewhere.
    let session = sessions.check(&token, call.client.network()).await;
    match session.map_err(|error| Rejection::from(error.as_ref()))? {
        Session::Guest => return Err(Rejection::Unauthorized),
        Session::Member => {}
    }
    let user = sessions.user_info(&token).await;
    let user = user.map_err(|error| Rejection::from(&error))?;
    let has_role = roles(&user).any(is_enough);
    has_role.then_some(user).ok_or(Rejection::NotPermitted)
}

/// The roles of a person that the studio knows.
pub(super) fn roles(user: &UserInfo) -> impl Iterator<Item = Role> {
    let is_own = |role: &Role| user.roles.iter().any(|own| own == role.name());
    Role::ALL.into_iter().filter(is_own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_roles_by_their_whole_name_count() {
        for (names, expected) in [
            (&["member"][..], &[][..]),
            (&["member", "editor"], &[Role::Editor]),
            (&["publisher"], &[Role::Publisher]),
            (
                &["publisher", "member", "editor"],
                &[Role::Editor, Role::Publisher],
            ),
            (&["member", "recipient"], &[Role::Recipient]),
            (
                &["member", "editor", "publisher", "recipient"],
                &[Role::Editor, Role::Publisher, Role::Recipient],
            ),
            (&["Editor", "editors", "editor,publisher", ""], &[]),
        ] {
            let user = UserInfo {
                name: "Lin".to_owned(),
                email: "lin@example.com".to_owned(),
                roles: names.iter().map(|&name| name.to_owned()).collect(),
            };
            let found: Vec<Role> = roles(&user).collect();
            assert_eq!(found, expected, "{names:?}");
        }
    }
}
