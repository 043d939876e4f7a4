//! The address of a PostgreSQL database.

use std::fmt;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use url::Url;

use crate::secret::Unquoted;

/// Address of a PostgreSQL database. It holds a password, so its displayed form does not.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(Url);

/// The text is no such address. The error does not show it, because it may contain a password.
#[derive(Debug, thiserror::Error)]
#[error("expected an address such as `postgres://user:password@host/database`")]
pub struct NotADatabaseUrl;

impl DatabaseUrl {
    /// For an option that takes one.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        Unquoted::default()
    }

    /// The whole address, for connecting.
    pub fn reveal(&self) -> &Url {
        &self.0
    }
}

impl FromStr for DatabaseUrl {
    type Err = NotADatabaseUrl;

    fn from_str(text: &str) -> Result<Self, NotADatabaseUrl> {
        let url: Url = text.parse().map_err(|_| NotADatabaseUrl)?;
        let fits = matches!(url.scheme(), "postgres" | "postgresql");
        fits.then_some(Self(url)).ok_or(NotADatabaseUrl)
    }
}

/// Host and database: the query may hold secrets as well.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.0.host_str().unwrap_or_default();
        write!(f, "postgres://{host}")?;
        if let Some(port) = self.0.port() {
            write!(f, ":{port}")?;
        }
        f.write_str(self.0.path())
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_url_shows_neither_user_nor_password() {
        let url: DatabaseUrl = "postgres://ann:secret@db.example:5433/site?sslpassword=hidden"
            .parse()
            .unwrap();
        assert_eq!(
            format!("{url} {url:?}"),
            "postgres://db.example:5433/site postgres://db.example:5433/site"
        );
        let error = "mysql://ann:secret@db/site"
            .parse::<DatabaseUrl>()
            .unwrap_err();
        assert!(!error.to_string().contains("secret"));
    }
}
