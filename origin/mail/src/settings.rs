//! Options of this feature; the origin flattens them into its own.

use std::path::PathBuf;

use clap::Args;
use lettre::message::Mailbox;

use crate::smtp_url::SmtpUrl;

/// E-mail: the sender, and the server.
#[derive(Clone, Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "E-mail")]
pub struct MailSettings {
    /// Sender of e-mails, `Name <address>`
    #[arg(
        long,
        env = "PORTICO_MAIL_FROM",
        value_name = "MAILBOX",
        default_value = DEFAULT_SENDER
    )]
    pub mail_from: Mailbox,
    /// Server for e-mail, as `smtps://user:password@host` or
    /// `smtp://user:password@host:587?tls=required` (a private authority: `&ca=FILE`); without it
    /// each message is a file under `outbox` in the folder `var`
    #[arg(
        long,
        env = "SMTP_URL",
        value_name = "URL",
        hide_env_values = true,
        value_parser = SmtpUrl::parser(),
        conflicts_with = "smtp_url_file"
    )]
    pub smtp_url: Option<SmtpUrl>,
    /// File with that address; it is read again after a change, so a new password needs no restart
    #[arg(long, env = "SMTP_URL_FILE", value_name = "PATH")]
    pub smtp_url_file: Option<PathBuf>,
}

/// RFC 2606 reserves `.invalid`, so it is no real address: an operator that sends real mail names a
/// real sender.
const DEFAULT_SENDER: &str = "no-reply@site.invalid";
