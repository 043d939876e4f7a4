//! What an origin is told at its start. Paths come from the program that runs it; the rest are options it flattens into its own.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use lettre::message::Mailbox;
use url::Url;

use crate::mail::SmtpUrl;
use crate::secret::Unquoted;

/// Everything an origin needs to know.
#[derive(Clone, Debug)]
pub struct Config {
    /// Holds `origin.db`, `origin.key` and `outbox/`; created when missing.
    pub var: PathBuf,
    /// The generator's output: the origin data of the live build is read from here.
    pub builds: PathBuf,
    /// Options.
    pub settings: Settings,
}

/// The origin's own command-line options. A program that embeds it adds them with `#[command(flatten)]`.
#[derive(Clone, Debug, Args)]
// A group is named after its struct, and the program may have `Settings` of its own.
#[group(skip)]
pub struct Settings {
    /// PostgreSQL, as `postgres://user:password@host/database`; without it the data is in SQLite under `var`
    #[arg(
        long,
        env = "DATABASE_URL",
        value_name = "URL",
        hide_env_values = true,
        value_parser = DatabaseUrl::parser()
    )]
    pub database_url: Option<DatabaseUrl>,
    /// File of the keys that seal codes; without it `origin.key` in the folder `var`. Origins that share a PostgreSQL share it as well
    #[arg(long, env = "PORTICO_ORIGIN_KEY_FILE", value_name = "PATH")]
    pub key_file: Option<PathBuf>,
    /// Sender of e-mails, `Name <address>`
    #[arg(
        long,
        env = "PORTICO_MAIL_FROM",
        value_name = "MAILBOX",
        default_value = DEFAULT_SENDER
    )]
    pub mail_from: Mailbox,
    /// Server that e-mail goes to, as `smtps://user:password@host` or `smtp://user:password@host:587?tls=required` (a private
    /// authority: `&ca=FILE`); without it each message is a file under `outbox` in the folder `var`
    #[arg(
        long,
        env = "SMTP_URL",
        value_name = "URL",
        hide_env_values = true,
        value_parser = SmtpUrl::parser(),
        conflicts_with = "smtp_url_file"
    )]
    pub smtp_url: Option<SmtpUrl>,
    /// File with that address; it is read again when it changed, so that a new password needs no restart
    #[arg(long, env = "SMTP_URL_FILE", value_name = "PATH")]
    pub smtp_url_file: Option<PathBuf>,
    /// Calls that the origin has in hand at once, waiting ones included; more are answered 503
    #[arg(
        long,
        env = "PORTICO_ORIGIN_CALLS",
        value_name = "N",
        default_value_t = DEFAULT_CALLS,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=65_536)
    )]
    pub origin_calls: usize,
    /// Threads of the origin's runtime (the database has its own)
    #[arg(
        long,
        env = "PORTICO_ORIGIN_THREADS",
        value_name = "N",
        default_value_t = DEFAULT_THREADS,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=64)
    )]
    pub origin_threads: usize,
}

/// RFC 2606 keeps `.invalid` from ever being someone's address: an operator who sends real mail names a real sender.
const DEFAULT_SENDER: &str = "no-reply@site.invalid";

/// At a millisecond per call the last of them waits a quarter of a second; a request in hand costs a few KiB.
const DEFAULT_CALLS: usize = 256;

/// Calls wait for the database and the disk, not for the processor.
const DEFAULT_THREADS: usize = 1;

/// Address of a PostgreSQL database. It holds a password, so what is shown of it does not.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(Url);

/// The text is no such address. Says nothing of it: a password may stand in it.
#[derive(Debug, thiserror::Error)]
#[error("no address like `postgres://user:password@host/database`")]
pub struct NotADatabaseUrl;

impl DatabaseUrl {
    /// For an option that takes one.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        Unquoted::new()
    }

    /// The whole address, for connecting.
    pub(crate) fn reveal(&self) -> &Url {
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
