//! The address of an SMTP server.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use sentences::Message;
use url::{Host, Url};

use origin_ground::secret::Unquoted;

/// Address of an SMTP server. It holds a password, so its displayed form does not.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpUrl(Url);

/// The text is no such address, or an unsafe one. The error does not show it, because it may
/// contain a password.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum NotAnSmtpUrl {
    /// Another scheme, no host, or an option that does not exist.
    Malformed,
    /// A password for a server elsewhere, without encryption.
    Clear,
}

impl NotAnSmtpUrl {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Malformed => Message::new("smtp-url"),
            Self::Clear => Message::new("smtp-url/clear"),
        }
    }
}

impl From<NotAnSmtpUrl> for Message {
    fn from(error: NotAnSmtpUrl) -> Self {
        error.message()
    }
}

impl SmtpUrl {
    /// A parser for an option.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        Unquoted::default()
    }

    /// The whole address, for connecting.
    pub fn reveal(&self) -> &Url {
        &self.0
    }

    /// The option of a name, as `ca` in `?ca=FILE`.
    pub fn parameter(&self, name: &str) -> Option<String> {
        let mut pairs = self.0.query_pairs();
        Some(pairs.find(|(key, _)| key == name)?.1.into_owned())
    }

    fn is_encrypted(&self) -> bool {
        self.0.scheme() == "smtps" || self.parameter("tls").is_some()
    }

    fn is_loopback(&self) -> bool {
        match self.0.host() {
            Some(Host::Ipv4(address)) => IpAddr::from(address).is_loopback(),
            Some(Host::Ipv6(address)) => IpAddr::from(address).is_loopback(),
            Some(Host::Domain(name)) => match name.parse::<IpAddr>() {
                Ok(address) => address.is_loopback(),
                Err(_) => name == "localhost",
            },
            None => false,
        }
    }
}

impl FromStr for SmtpUrl {
    type Err = NotAnSmtpUrl;

    fn from_str(text: &str) -> Result<Self, NotAnSmtpUrl> {
        let url: Url = text.parse().map_err(|_| NotAnSmtpUrl::Malformed)?;
        let known = url.query_pairs().all(|(key, value)| match &*key {
            "tls" => value == "required" && url.scheme() == "smtp",
            "ca" => !value.is_empty(),
            _ => false,
        });
        let server = matches!(url.scheme(), "smtp" | "smtps");
        let host = url.host_str().is_some_and(|host| !host.is_empty());
        let url = Self(url);
        if !(known && server && host) || (url.parameter("ca").is_some() && !url.is_encrypted()) {
            return Err(NotAnSmtpUrl::Malformed);
        }
        if url.0.password().is_some() && !url.is_encrypted() && !url.is_loopback() {
            return Err(NotAnSmtpUrl::Clear);
        }
        Ok(url)
    }
}

/// Scheme and host.
impl fmt::Display for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.0.host_str().unwrap_or_default();
        write!(f, "{}://{host}", self.0.scheme())
    }
}

impl fmt::Debug for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_schemes_and_options_are_taken() {
        for right in [
            "smtp://127.0.0.1:2525",
            "smtp://ann:5ecret@[::1]:2525",
            "smtp://mail.example",
            "smtp://ann:p%40ss@mail.example:587?tls=required&ca=/etc/ca.pem",
            "smtps://ann:5ecret@mail.example?ca=/etc/ca.pem",
        ] {
            assert!(right.parse::<SmtpUrl>().is_ok(), "{right}");
        }
        for wrong in [
            "",
            "mail.example",
            "smtp://",
            "http://mail.example",
            "smtp://mail.example?tls=opportunistic",
            "smtp://mail.example?ca=/etc/ca.pem",
            "smtps://mail.example?ca=",
            "smtps://mail.example?verify=no",
        ] {
            assert_eq!(
                wrong.parse::<SmtpUrl>(),
                Err(NotAnSmtpUrl::Malformed),
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_password_does_not_travel_in_the_clear() {
        let clear = "smtp://ann:5ecret@mail.example".parse::<SmtpUrl>();
        assert_eq!(clear, Err(NotAnSmtpUrl::Clear));
    }

    #[test]
    fn an_address_shows_neither_user_nor_password() {
        let url: SmtpUrl = "smtps://ann:5ecret@mail.example".parse().unwrap();
        assert_eq!(
            format!("{url} {url:?}"),
            "smtps://mail.example smtps://mail.example"
        );
    }
}
