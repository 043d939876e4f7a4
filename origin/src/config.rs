//! The configuration of an origin. Paths come from the program that runs it; the rest are options
//! that the program flattens into its own.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use sentences::Message;

use bucket::BucketUrl;
use origin_assistant::settings::ChatSettings;
use origin_feishu::settings::FeishuSettings;
use origin_ground::db::url::DatabaseUrl;
use origin_ground::loopback::is_loopback;
use origin_mail::settings::MailSettings;
use origin_messages::settings::MessageSettings;
use origin_sign_in::rules::registration::Registration;
use origin_uploads::scanner::url::ScannerUrl;
use origin_wechat::settings::WeChatSettings;

/// Everything an origin needs to know.
#[derive(Clone, Debug)]
pub struct Config {
    /// Holds `origin.db`, `origin.key`, `outbox/`, `uploads/` and `messages/`; created when
    /// missing.
    pub var: PathBuf,
    /// The generator's output: the origin data of the live build is read from here.
    pub builds: PathBuf,
    /// Options.
    pub settings: Settings,
}

/// The origin's own command-line options. A program that embeds it adds them with
/// `#[command(flatten)]`.
#[derive(Clone, Debug, Args)]
// A group is named after its struct, and the program may have `Settings` of its own.
#[group(skip)]
pub struct Settings {
    /// PostgreSQL, as `postgres://user:password@host/database`; without it the data is in SQLite
    /// under `var`
    #[arg(
        long,
        help_heading = "Database and keys",
        env = "DATABASE_URL",
        value_name = "URL",
        hide_env_values = true,
        value_parser = DatabaseUrl::parser()
    )]
    pub database_url: Option<DatabaseUrl>,
    /// File of the keys that seal codes; without it `origin.key` in the folder `var`. Origins that
    /// share a PostgreSQL share it as well
    #[arg(
        long,
        help_heading = "Database and keys",
        env = "PORTICO_ORIGIN_KEY_FILE",
        value_name = "PATH"
    )]
    pub key_file: Option<PathBuf>,
    /// E-mail: the sender, and the server.
    #[command(flatten)]
    pub mail: MailSettings,
    /// Bucket that keeps the files of messages, as `s3://bucket/prefix`, with the variables
    /// `AWS_ACCESS_KEY_ID` and so on that `generator push` reads; without it they are under
    /// `messages` in the folder `var`
    #[arg(
        long,
        help_heading = "Messages",
        env = "PORTICO_MESSAGE_STORE",
        value_name = "URL"
    )]
    pub message_store: Option<BucketUrl>,
    /// Virus scanner for the files of messages: `clamd://host:3310`,
    /// `clamd:///run/clamav/clamd.ctl` or `icap://host:1344/service`. Only clean files can be read
    #[arg(
        long,
        help_heading = "Messages",
        env = "PORTICO_SCANNER",
        value_name = "URL"
    )]
    pub scanner: Option<ScannerUrl>,
    /// Messages: how long they are kept, and where notices of them are sent.
    #[command(flatten)]
    pub messages: MessageSettings,
    /// Feishu: the company's app.
    #[command(flatten)]
    pub feishu: FeishuSettings,
    /// WeChat: the company's official account.
    #[command(flatten)]
    pub wechat: WeChatSettings,
    /// The assistant: the service of its model, and the bounds of its cost.
    #[command(flatten)]
    pub chat: ChatSettings,
    /// Addresses that may create an account: `anyone`, `nobody`, or a list of `@example.com` and
    /// `ann@example.com`, separated by commas. An existing account may always sign in
    #[arg(
        long,
        help_heading = "Sign-in",
        env = "PORTICO_REGISTER",
        value_name = "RULE",
        default_value = "anyone"
    )]
    pub register: Registration,
    /// MiB to keep free on the disk of the folder `var`: uploads that would need them are refused
    #[arg(
        long,
        help_heading = "Limits of the origin",
        hide_short_help = true,
        env = "PORTICO_KEEP_FREE_MIB",
        value_name = "MIB",
        default_value_t = 1024
    )]
    pub keep_free_mib: u32,
    /// Largest number of calls at once, waiting ones included; further calls get 503
    #[arg(
        long,
        help_heading = "Limits of the origin",
        hide_short_help = true,
        env = "PORTICO_ORIGIN_CALLS",
        value_name = "N",
        default_value_t = DEFAULT_CALLS,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=65_536)
    )]
    pub origin_calls: usize,
    /// Threads of the origin's runtime (the database has its own)
    #[arg(
        long,
        help_heading = "Limits of the origin",
        hide_short_help = true,
        env = "PORTICO_ORIGIN_THREADS",
        value_name = "N",
        default_value_t = DEFAULT_THREADS,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=64)
    )]
    pub origin_threads: usize,
    /// Factor for the limits of one client address on captchas, codes, logins, messages and
    /// uploads; raise it where all visitors come from one address, such as a company's network
    #[arg(
        long,
        help_heading = "Limits of the origin",
        hide_short_help = true,
        env = "PORTICO_CLIENT_LIMITS",
        value_name = "FACTOR",
        default_value_t = NonZeroU32::MIN,
        value_parser = client_limits
    )]
    pub client_limits: NonZeroU32,
    /// For tests only: the answer to every captcha is `TESTS`, so anyone can have e-mails sent.
    /// Refused unless the site can be reached from this machine alone
    #[arg(
        long,
        help_heading = "Limits of the origin",
        hide_short_help = true,
        env = "PORTICO_PREDICTABLE_CAPTCHAS"
    )]
    pub predictable_captchas: bool,
}

/// Options that exclude each other, with the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct UnsafeSettings(pub String);

impl UnsafeSettings {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        Message::new("captchas-elsewhere").with("value", &self.0)
    }
}

impl Settings {
    /// Refuses test options at an address that other machines can reach, whether it is the
    /// listening address or the public one. An embedding process calls this before it starts an
    /// origin.
    pub fn check(
        &self,
        listen: SocketAddr,
        public_origins: &[String],
    ) -> Result<(), UnsafeSettings> {
        if !self.predictable_captchas {
            return Ok(());
        }
        if !listen.ip().to_canonical().is_loopback() {
            return Err(UnsafeSettings(listen.to_string()));
        }
        let reachable = public_origins.iter().find(|origin| !is_loopback(origin));
        reachable.map_or(Ok(()), |origin| Err(UnsafeSettings(origin.clone())))
    }
}

/// Parses a factor of at most 1,000: so many clients behind one address are a crowd.
fn client_limits(text: &str) -> Result<NonZeroU32, String> {
    let factor: Option<NonZeroU32> = text.parse().ok();
    factor
        .filter(|factor| factor.get() <= 1_000)
        .ok_or_else(|| "not a number from 1 to 1000".to_owned())
}

/// Calls at once by default: at a millisecond each the last of them waits a quarter of a second; a
/// request in hand costs a few KiB.
const DEFAULT_CALLS: usize = 256;

/// Threads by default: calls wait for the database and the disk, not for the processor.
const DEFAULT_THREADS: usize = 1;

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Command, FromArgMatches};

    fn settings(options: &[&str]) -> Result<Settings, clap::Error> {
        let command = Settings::augment_args(Command::new("test").no_binary_name(true));
        Settings::from_arg_matches(&command.try_get_matches_from(options)?)
    }

    #[test]
    fn predictable_captchas_stay_on_this_machine() {
        let off = settings(&[]).unwrap();
        let on = settings(&["--predictable-captchas"]).unwrap();
        let check = |settings: &Settings, listen: &str, public: &[&str]| {
            let public: Vec<String> = public.iter().map(|&origin| origin.into()).collect();
            settings.check(listen.parse().unwrap(), &public)
        };
        for (listen, public) in [
            ("127.0.0.1:80", &[][..]),
            ("127.9.9.9:80", &["http://127.0.0.1:8080"]),
            (
                "[::1]:80",
                &[
                    "http://localhost:80",
                    "http://[::1]",
                    "https://site.localhost",
                ],
            ),
            ("[::ffff:127.0.0.1]:80", &[]),
        ] {
            assert!(check(&on, listen, public).is_ok(), "{listen} {public:?}");
        }
        for (listen, public, named) in [
            ("0.0.0.0:80", &[][..], "0.0.0.0:80"),
            ("[::]:80", &[], "[::]:80"),
            ("192.0.2.7:80", &[], "192.0.2.7:80"),
            (
                "127.0.0.1:80",
                &["https://site.example"],
                "https://site.example",
            ),
            (
                "127.0.0.1:80",
                &["http://localhost", "https://localhost.example"],
                "localhost.example",
            ),
            ("127.0.0.1:80", &["no address"], "no address"),
        ] {
            let error = check(&on, listen, public).unwrap_err().to_string();
            assert!(
                error.contains(named) && error.contains("leave the option out"),
                "{error}"
            );
            assert!(check(&off, listen, public).is_ok());
        }
    }

    #[test]
    fn messages_are_kept_for_ever_or_for_days() {
        assert_eq!(settings(&[]).unwrap().messages.message_retention, None);
        let year = settings(&["--message-retention=365"]).unwrap();
        assert_eq!(year.messages.message_retention, NonZeroU32::new(365));
        for wrong in ["0", "-1", "36526", "1 year"] {
            let option = format!("--message-retention={wrong}");
            assert!(settings(&[&option]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn client_limits_have_a_range() {
        assert_eq!(settings(&[]).unwrap().client_limits.get(), 1);
        assert_eq!(
            settings(&["--client-limits", "1000"])
                .unwrap()
                .client_limits
                .get(),
            1_000
        );
        for wrong in ["0", "1001", "-1", "many"] {
            assert!(
                settings(&[&format!("--client-limits={wrong}")]).is_err(),
                "{wrong}"
            );
        }
    }
}
