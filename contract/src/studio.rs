//! The studio: calls of the editors' page, which the gateway passes to a running `generator watch`.
//!
//! They are HTTP/1.1 over the Unix socket [`SOCKET`] in the generator's data folder. The gateway
//! checks session, role and origin of a request, and adds [`USER`] and [`ROLES`]; it removes these
//! headers from the client's own. No cookie is passed on.

use serde::{Deserialize, Serialize};

/// Name of the socket, under `var/`. Its mode is 0660. It is missing where the site has no studio.
pub const SOCKET: &str = "studio.sock";

/// Path of the page, and the start of the paths of its files.
pub const PAGE: &str = "/studio";

/// Path of the calls.
pub const CALLS: &str = "/api/studio";

/// Request header: e-mail address of the signed-in person.
pub const USER: &str = "x-studio-user";

/// Request header: roles of that person, as [`Role`] writes them, separated by commas.
pub const ROLES: &str = "x-studio-roles";

/// Start of the user's name of a program that works for a person: `agent: claude (ann)`. A request
/// under such a name never publishes, whichever roles it claims.
pub const AGENT: &str = "agent:";

/// Maximum length of a request's body, in bytes.
pub const BODY_MAX: u64 = 64 * 1024 * 1024;

/// Whether a user's name is that of a program.
pub fn is_agent(user: &str) -> bool {
    let start = user.trim_start().get(..AGENT.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(AGENT))
}

/// The person of a user's name: the one for whom a program works, or the name itself.
pub fn person(user: &str) -> &str {
    let inner = user.strip_suffix(')').filter(|_| is_agent(user));
    let name = inner.and_then(|inner| inner.rsplit_once('('));
    name.map_or(user, |(_, name)| name).trim()
}

/// Roles that the studio knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Changes texts, and proposes the changes.
    Editor,
    /// Publishes what editors propose, and may do all that an editor may.
    Publisher,
    /// Reads messages to the company, and changes no text.
    Recipient,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 3] = [Self::Editor, Self::Publisher, Self::Recipient];

    /// The role's name, as the origin stores it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Editor => "editor",
            Self::Publisher => "publisher",
            Self::Recipient => "recipient",
        }
    }

    /// Whether the role permits changes of texts.
    pub const fn is_editor(self) -> bool {
        matches!(self, Self::Editor | Self::Publisher)
    }

    /// The role with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_works_for_a_person() {
        for (user, expected) in [
            ("agent: claude (ann@example.com)", "ann@example.com"),
            ("agent: a (b) ( ann@example.com )", "ann@example.com"),
            ("agent: claude", "agent: claude"),
            ("agent: )", "agent: )"),
            ("ann@example.com", "ann@example.com"),
            ("x (ann@example.com)", "x (ann@example.com)"),
        ] {
            assert_eq!(person(user), expected, "{user:?}");
        }
    }

    #[test]
    fn an_agent_is_known_by_the_start_of_its_name() {
        for name in ["agent: claude (ann)", "agent:", " Agent:x", "AGENT: y"] {
            assert!(is_agent(name), "{name:?}");
        }
        for name in [
            "ann@example.com",
            "agent",
            "agentann@example.com",
            "潮潮潮",
            "",
        ] {
            assert!(!is_agent(name), "{name:?}");
        }
    }
}
