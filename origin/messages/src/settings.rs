//! Options of this feature; the origin flattens them into its own.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;

use origin_ground::user::Email;

/// Messages: how long they are kept, and where notices of them are sent.
#[derive(Clone, Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "Messages")]
pub struct MessageSettings {
    /// Days after which a message is purged with its file, answered or not; by default messages are
    /// kept until an operator purges them
    #[arg(
        long,
        env = "PORTICO_MESSAGE_RETENTION",
        value_name = "DAYS",
        value_parser = days
    )]
    pub message_retention: Option<NonZeroU32>,
    /// E-mail address for notices of new messages; may be repeated
    #[arg(
        long,
        env = "PORTICO_STAFF_EMAIL",
        value_name = "ADDRESS",
        value_delimiter = ','
    )]
    pub staff_email: Vec<Email>,
    /// File of chat groups and other programs for notices of messages: a list of `url`, `format`
    /// (json, feishu, wecom), `on` (received, withdrawn) and `secret` (not for wecom). It is read
    /// again after a change; only its owner may read it
    #[arg(long, env = "PORTICO_MESSAGE_WEBHOOKS", value_name = "FILE")]
    pub message_webhooks: Option<PathBuf>,
}

/// Parses a number of days, at most a century, which is as good as for ever.
fn days(text: &str) -> Result<NonZeroU32, String> {
    let days: Option<NonZeroU32> = text.parse().ok();
    days.filter(|days| days.get() <= 36_525)
        .ok_or_else(|| "not a number of days from 1 to 36525".to_owned())
}
