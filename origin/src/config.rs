//! What an origin is told at its start. Paths come from the program that runs it; the rest are options it flattens into its own.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use lettre::message::Mailbox;

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
    /// Sender of e-mails, `Name <address>`
    #[arg(
        long,
        env = "PORTICO_MAIL_FROM",
        value_name = "MAILBOX",
        default_value = DEFAULT_SENDER
    )]
    pub mail_from: Mailbox,
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
