//! People, as the site knows them: an address, a name, a role.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use lettre::Address;
use sentences::Message;
use sha2::{Digest, Sha256};

use crate::plain::plain_email;

/// Longest address that mail can be sent to, in bytes (RFC 5321, 4.5.3.1.3, without the angle
/// brackets).
const EMAIL_MAX: usize = 254;

/// Domain of addresses that stand for accounts without one: RFC 2606 keeps it from being anyone's.
const STAND_IN: &str = "@feishu.invalid";

/// Longest display name, in characters: more than the header has room for.
pub const NAME_MAX: usize = 64;

/// An address in the one form that it is stored and compared in: ASCII, lower case.
///
/// The standard lets a server distinguish `Ann@` from `ann@`; none that matters does, and a person
/// types it now this way, now that way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email(String);

impl Email {
    /// The address that a person typed; none if no mail can be sent there. Quoted local parts and
    /// addresses in brackets are not taken.
    pub fn parse(text: &str) -> Option<Self> {
        let email = plain_email(text).to_ascii_lowercase();
        let plain = email.is_ascii() && !email.contains(['"', '[', '(', '\\']);
        let address: Address = email.parse().ok()?;
        let domain = address.domain();
        // `ann@192.0.2.7` looks like a name to the parser; a mail server might look for that
        // machine in its own network.
        let is_name = domain.contains('.') && domain.parse::<IpAddr>().is_err();
        (plain && email.len() <= EMAIL_MAX && is_name).then_some(Self(email))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A stand-in for the address of a person whom Feishu knows by this id.
    pub fn stand_in(union_id: &str) -> Self {
        let hash = hex::encode(&Sha256::digest(union_id)[..16]);
        Self(format!("{hash}{STAND_IN}"))
    }

    /// Whether the address is a placeholder, and no real one.
    pub fn is_stand_in(&self) -> bool {
        is_stand_in(&self.0)
    }

    /// The address without the tag that most servers ignore: `ann+news@example.com` is in the same
    /// inbox as `ann@example.com`. For counting the mail of an inbox, never for distinguishing
    /// people.
    pub fn inbox(&self) -> String {
        match self.0.split_once('@') {
            Some((local, domain)) => {
                let (name, _tag) = local.split_once('+').unwrap_or((local, ""));
                format!("{name}@{domain}")
            }
            None => self.0.clone(),
        }
    }
}

/// Whether a stored address is no real one.
pub fn is_stand_in(email: &str) -> bool {
    email.ends_with(STAND_IN)
}

impl FromStr for Email {
    type Err = NotAnEmail;

    fn from_str(text: &str) -> Result<Self, NotAnEmail> {
        Self::parse(text).ok_or(NotAnEmail)
    }
}

/// The text is no address.
#[derive(Debug, thiserror::Error)]
#[error("not an e-mail address like `name@example.com`")]
pub struct NotAnEmail;

/// A display name: 1 to [`NAME_MAX`] visible characters, no space at its ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// The name that a person typed. Control characters, line breaks and those that turn the
    /// direction of the text around them are refused, and so is an invisible name.
    pub fn parse(text: &str) -> Option<Self> {
        let name = text.trim();
        let length = name.chars().count();
        let is_seen = !name.chars().all(is_invisible);
        let fits = (1..=NAME_MAX).contains(&length) && is_seen && !name.chars().any(is_unfit);
        fits.then(|| Self(name.to_owned()))
    }

    /// A name from the database; it was parsed when it came in, perhaps under older rules.
    pub fn from_database(text: String) -> Self {
        Self(text)
    }

    /// The name of a member that has not changed it: the part of the address before the @.
    pub fn default_for(email: &Email) -> Self {
        let local = email.0.split('@').next().unwrap_or_default();
        Self(local.chars().take(NAME_MAX).collect())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Control characters, line and paragraph separators, and the bidirectional controls (embeddings,
/// overrides, isolates).
fn is_unfit(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Spaces, and characters without a shape: joiners and marks (which a name may have beside
/// letters), fillers, selectors, tags.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}'
        )
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// A permission of a person. Of the first three, each may do all that the one before it may;
/// [`Role::Recipient`] is apart: messages hold personal data, and texts of the site do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Role {
    /// May read guarded pages.
    Member,
    /// Starts builds and changes texts in the studio as well.
    Editor,
    /// Publishes the changes of editors as well.
    Publisher,
    /// Reads messages to the company in the studio; no right to change texts.
    Recipient,
}

impl Role {
    /// The name that answers and the database use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Editor => "editor",
            Self::Publisher => "publisher",
            Self::Recipient => "recipient",
        }
    }

    /// All roles.
    const ALL: [Self; 4] = [Self::Member, Self::Editor, Self::Publisher, Self::Recipient];
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Role {
    type Err = NotARole;

    fn from_str(text: &str) -> Result<Self, NotARole> {
        let mut roles = Self::ALL.into_iter();
        roles.find(|role| role.as_str() == text).ok_or(NotARole)
    }
}

/// Roles of a person: the highest of those that include each other, and perhaps the recipient's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roles {
    highest: Role,
    is_recipient: bool,
}

impl Roles {
    /// The roles of this list, and those that they include; everyone is a member.
    pub fn new(roles: &[Role]) -> Self {
        let ranks = roles.iter().filter(|role| **role != Role::Recipient);
        Self {
            highest: ranks.max().copied().unwrap_or(Role::Member),
            is_recipient: roles.contains(&Role::Recipient),
        }
    }

    /// The highest role of those that include each other.
    pub fn highest(self) -> Role {
        self.highest
    }

    /// Whether the person may read messages.
    pub fn is_recipient(self) -> bool {
        self.is_recipient
    }

    /// The roles in words, as an operator names them.
    pub fn message(self) -> Message {
        let (role, rest) = match (self.highest, self.is_recipient) {
            (highest, false) => (highest, None),
            (Role::Member, true) => (Role::Recipient, None),
            (highest, true) => (highest, Some(Role::Recipient)),
        };
        match rest {
            None => Message::new("roles").with("role", role.to_string()),
            Some(other) => Message::new("roles/two")
                .with("role", role.to_string())
                .with("other", other.to_string()),
        }
    }

    /// All roles, those that others include as well.
    pub fn all(self) -> impl Iterator<Item = Role> {
        let has = move |role: &Role| match role {
            Role::Recipient => self.is_recipient,
            rank => *rank <= self.highest,
        };
        Role::ALL.into_iter().filter(has)
    }
}

/// The text names no role.
#[derive(Debug, thiserror::Error)]
#[error("not a role: `member`, `editor`, `publisher` or `recipient`")]
pub struct NotARole;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_form() {
        assert_eq!(
            Email::parse(" Ann.Lee+x@Example.COM ").unwrap().as_str(),
            "ann.lee+x@example.com"
        );
    }

    #[test]
    fn what_is_no_plain_address_is_refused() {
        let long = format!("{}@example.com", "a".repeat(250));
        for wrong in [
            "",
            " ",
            "a",
            "a@",
            "@b.c",
            "a@b",
            "a b@c.d",
            "a@b.c\r\nBcc: x@y.z",
            "a@b.c, x@y.z",
            "\"a\"@b.c",
            "a@[127.0.0.1]",
            "a@127.0.0.1",
            "a(x)@b.c",
            "Ann <a@b.c>",
            "a..b@c.d",
            "a@b..c",
            "名@b.c",
            "a@例子.中国",
            "a\0@b.c",
            &long,
        ] {
            assert_eq!(Email::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn what_stands_for_an_address_is_one_by_its_form_and_known_for_what_it_is() {
        let email = Email::stand_in("on_8ed6aa67826108097d9ee143816345");
        assert_eq!(Email::parse(email.as_str()), Some(email.clone()));
        assert!(email.is_stand_in());
        assert!(!Email::parse("ann@feishu.cn").unwrap().is_stand_in());
    }

    #[test]
    fn an_inbox_has_no_tag() {
        for (address, inbox) in [
            ("ann@example.com", "ann@example.com"),
            ("ann+news@example.com", "ann@example.com"),
            ("ann+a+b@example.com", "ann@example.com"),
            ("bob@example.com", "bob@example.com"),
        ] {
            assert_eq!(Email::parse(address).unwrap().inbox(), inbox);
        }
    }

    #[test]
    fn a_name_is_visible_and_short() {
        assert_eq!(Name::parse(" 林 安 ").unwrap().as_str(), "林 安");
        assert!(Name::parse(&"长".repeat(NAME_MAX)).is_some());
        assert!(Name::parse("👩\u{200d}🚀").is_some(), "joined");
        for wrong in [
            "",
            " \u{3000}",
            "a\nb",
            "a\u{202e}b",
            "a\u{2028}b",
            "\u{200b}",
            "\u{3164}\u{feff}",
            "\u{200f} \u{200e}",
            "\u{e0041}",
            &"长".repeat(NAME_MAX + 1),
        ] {
            assert_eq!(Name::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn the_default_name_is_a_name() {
        let email = Email::parse("ann.lee@example.com").unwrap();
        assert_eq!(Name::default_for(&email).as_str(), "ann.lee");
    }

    #[test]
    fn roles_read_back() {
        for role in Role::ALL {
            assert_eq!(role.as_str().parse::<Role>().unwrap(), role);
        }
        assert!("admin".parse::<Role>().is_err());
    }

    #[test]
    fn a_publisher_is_an_editor_and_a_recipient_is_neither() {
        use Role::{Editor, Member, Publisher, Recipient};
        for (given, all, words) in [
            (&[][..], &[Member][..], "member"),
            (&[Editor], &[Member, Editor], "editor"),
            (
                &[Publisher, Editor],
                &[Member, Editor, Publisher],
                "publisher",
            ),
            (&[Recipient], &[Member, Recipient], "recipient"),
            (
                &[Recipient, Publisher],
                &[Member, Editor, Publisher, Recipient],
                "publisher and recipient",
            ),
        ] {
            let roles = Roles::new(given);
            assert_eq!(roles.all().collect::<Vec<_>>(), all, "{given:?}");
            assert_eq!(roles.message().to_string(), words);
        }
    }
}
