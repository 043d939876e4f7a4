//! The command line. Doc comments are the help texts; values are checked and made absolute in
//! `config.rs`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::builds::sweep::Retention;
use crate::diagnostic::console::MessageFormat;
use crate::message::Language;
use crate::scaffold::Part;

/// Prerenders a bilingual React site and publishes builds that are atomic, verified and reversible.
///
/// Exit codes: 0 done, 1 content is wrong or the command is refused (of `diff` and `verify`: they
/// differ), 2 a page could not be rendered, 3 the origin is down or its answer invalid, 4 the SEO
/// settings changed too much (--accept-seo), 5 files cannot be read or written, 6 another generator
/// or push is at work, 64 usage.
#[derive(Debug, Parser)]
#[command(name = "generator", version, about, propagate_version = true, after_help = LOG)]
pub struct Cli {
    /// Language of messages; default: that of LC_ALL, LC_MESSAGES or LANG
    #[arg(
        long,
        global = true,
        env = "PORTICO_LANG",
        value_name = "LANGUAGE",
        value_enum
    )]
    pub lang: Option<Language>,
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// A variable that is no option.
const LOG: &str = "The log goes to standard error. GENERATOR_LOG says how much of it: `error`, `warn` (the default), `info`, `debug`, \
     or by target, such as `warn,worker=off`, which leaves out what components print";

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Lay down a site of your own: content, pages, words, settings
    New(NewArgs),
    /// Replace what a site has of Portico by what this version has; its own files stay
    Upgrade(UpgradeArgs),
    /// Build once and publish what changed
    #[command(after_help = LOG)]
    Build(BuildOnceArgs),
    /// Build, then build again after every edit until interrupted
    #[command(after_help = LOG)]
    Watch(WatchArgs),
    /// Find everything in the content that a build would refuse; render and publish nothing
    Check(SiteArgs),
    /// Make the site with drafts and what waits for its time, at an address that cannot be guessed
    #[command(after_help = LOG)]
    Preview(PreviewArgs),
    /// Make a build live that `build --no-publish` made, or any other of the history
    Publish(PublishArgs),
    /// Make the previous build live again, or the one named
    Rollback(RollbackArgs),
    /// Let content be published that a rollback took back
    Release(CommandArgs),
    /// Say who changed which build is live, when and why, newest first
    Log(LogArgs),
    /// Say what is live, held, staged and scheduled, and whether a watch runs
    Status(StatusArgs),
    /// List the builds of the history, newest first
    List(BuildsArgs),
    /// Say when a page was last rendered, and which part of its input had changed
    Why(WhyArgs),
    /// Say how two builds differ; 0: not at all, 1: they do
    Diff(DiffArgs),
    /// Publish a build into other builds folders: a folder, user@host:path, s3://bucket/prefix
    Push(PushArgs),
    /// Publish the live build of another builds folder into this machine's
    Pull(PullArgs),
    /// Ask a gateway to have its generator build and publish; prints the job
    Trigger(TriggerArgs),
    /// Tell how a job goes, and end as its build does
    Follow(FollowArgs),
    /// Compare a live site with the live build; 0: the same, 1: it differs
    Verify(VerifyArgs),
    /// Write a build as a plain tree of files, for a host that serves nothing else
    Export(ExportArgs),
    /// Delete every build that has a path, and its files, at once: for what must vanish
    Purge(PurgeArgs),
    /// Drop old builds from the history and delete what no build needs
    Prune(PruneArgs),
}

/// Options of `new`; what is not given is asked, where somebody is at the terminal.
#[derive(Clone, Debug, Args)]
pub struct NewArgs {
    /// Folder of the new site; it may exist if it is empty
    pub folder: PathBuf,
    /// Name of the site; default: that of the folder
    #[arg(long)]
    pub name: Option<String>,
    /// Public address, as `https://www.museum.example`
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// Languages by their codes, the default one first, as `en,zh-CN,ja`; `eo=Esperanto` names one
    /// that has no name here
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub languages: Vec<String>,
    /// Parts of the site besides its pages
    #[arg(long, value_enum, value_delimiter = ',')]
    pub parts: Option<Vec<Part>>,
    /// Nothing besides its pages
    #[arg(long, conflicts_with = "parts")]
    pub plain: bool,
    /// Zone of the site's dates
    #[arg(long, value_name = "ZONE", default_value = "UTC")]
    pub time_zone: String,
}

/// Options of `upgrade`.
#[derive(Clone, Debug, Args)]
pub struct UpgradeArgs {
    /// Folder of the site
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    /// Say what would change, and change nothing; 0: nothing, 1: something
    #[arg(long)]
    pub check: bool,
}

/// Where the site's sources are.
#[derive(Clone, Debug, Args)]
pub struct SiteArgs {
    /// Folder of site.yaml and the collections
    #[arg(long, env = "PORTICO_CONTENT", default_value = "content")]
    pub content: PathBuf,
    /// Folder of locales.json and of what servers say
    #[arg(long, env = "PORTICO_LOCALES", default_value = "locales")]
    pub locales: PathBuf,
    /// Folder of the built frontend (`npm run build` makes its dist/)
    #[arg(long, env = "PORTICO_FRONTEND", default_value = "frontend")]
    pub frontend: PathBuf,
    /// The build's "now" (RFC 3339), for publishAt and expireAt; default: the clock
    #[arg(long, value_name = "TIME")]
    pub now: Option<String>,
    /// How to print problems
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub message_format: MessageFormat,
}

/// Where builds are.
#[derive(Clone, Debug, Args)]
pub struct BuildsArgs {
    /// Folder of the builds; only the generator writes there
    #[arg(long, env = "PORTICO_BUILDS", default_value = "builds")]
    pub builds: PathBuf,
}

/// Options of `build` and `watch`.
#[derive(Clone, Debug, Args)]
pub struct BuildArgs {
    #[command(flatten)]
    /// Sources.
    pub site: SiteArgs,
    #[command(flatten)]
    /// Output.
    pub builds: BuildsArgs,
    /// Address of the origin, for the system configuration; `embedded`: the one in the gateway,
    /// which answers from the content, so nothing is asked
    #[arg(
        long,
        env = "PORTICO_ORIGIN",
        value_name = "URL",
        default_value = "embedded"
    )]
    pub origin: String,
    /// Authorities that may vouch for an `https://` origin, a PEM file; without it those of the
    /// system
    #[arg(long, env = "PORTICO_ORIGIN_CA", value_name = "FILE")]
    pub origin_ca: Option<PathBuf>,
    /// Behaviour when the origin is down.
    #[arg(
        long,
        help = "What to do when the origin is down",
        value_enum,
        default_value_t = OriginDown::Fail
    )]
    pub origin_down: OriginDown,
    /// Publish although the system configuration drops or hides more than a tenth of the paths
    #[arg(long)]
    pub accept_seo: bool,
    /// Folder of recordings (the last system configuration)
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub var: PathBuf,
    /// Render workers; default: one per core
    #[arg(long, value_name = "N")]
    pub workers: Option<usize>,
    /// Seconds that one page and its files may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub page_timeout: u64,
    /// When compressed files are made
    #[arg(long, value_enum, default_value_t = Sidecars::Auto)]
    pub sidecars: Sidecars,
    /// After the build, render so many pages that it took over once more, and compare
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub audit: usize,
    /// Tell chat groups and other programs what is published and what is not: a list of receivers
    /// in YAML or JSON, in a file that only its owner may read
    #[arg(long, env = "PORTICO_NOTIFY", value_name = "FILE")]
    pub notify: Option<PathBuf>,
    /// Address at which whoever reads the terminal sees the site, for the links there, as
    /// `http://127.0.0.1:8080`; default: `url` of site.yaml
    #[arg(long, env = "PORTICO_ADDRESS", value_name = "URL")]
    pub address: Option<String>,
    /// Write a JSON report of the build to this file
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    #[command(flatten)]
    /// Person and reason.
    pub origination: OriginationArgs,
    #[command(flatten)]
    /// The builds to keep.
    pub retention: RetentionArgs,
}

/// The builds that are kept beside the live one.
#[derive(Clone, Debug, Args)]
pub struct RetentionArgs {
    /// How many builds to keep, the live one included; there are twice as many before the oldest
    /// are dropped
    #[arg(long, env = "PORTICO_KEEP", default_value_t = 100, value_name = "N")]
    pub keep: usize,
    #[command(flatten)]
    /// How long at least.
    pub grace: GraceArgs,
}

/// How long builds are kept at least.
#[derive(Clone, Copy, Debug, Args)]
pub struct GraceArgs {
    /// Seconds for which builds and files are kept in any case after they were replaced: longer
    /// than the slowest gateway takes to follow
    #[arg(
        long = "grace",
        env = "PORTICO_GRACE",
        default_value_t = 3600,
        value_name = "SECONDS"
    )]
    pub seconds: u64,
}

impl GraceArgs {
    /// With so many builds.
    pub fn of(self, builds: usize) -> Retention {
        Retention {
            // The live one is always kept.
            builds: builds.max(1),
            grace: Duration::from_secs(self.seconds),
        }
    }
}

/// Options of `build`.
#[derive(Clone, Debug, Args)]
pub struct BuildOnceArgs {
    #[command(flatten)]
    /// Options that `watch` has, too.
    pub build: BuildArgs,
    /// Make the build and publish nothing; `generator publish ID` makes it live
    #[arg(long, conflicts_with = "audit")]
    pub no_publish: bool,
}

/// Options of `watch`.
#[derive(Clone, Debug, Args)]
pub struct WatchArgs {
    #[command(flatten)]
    /// Options that `build` has, too.
    pub build: BuildArgs,
    /// Look at the sources so often, in milliseconds, instead of being told by the kernel: for
    /// folders on a network file system, where it does not report what other machines write
    #[arg(long = "poll-sources", env = "PORTICO_POLL_SOURCES", value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub poll_sources_ms: Option<u32>,
    /// Command that the shell runs before a build that somebody asked for, such as `git pull
    /// --ff-only`
    #[arg(long, env = "PORTICO_BEFORE_BUILD", value_name = "COMMAND")]
    pub before_build: Option<String>,
    /// Seconds that it may take
    #[arg(long, env = "PORTICO_BEFORE_BUILD_TIMEOUT", value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub before_build_timeout: u32,
    /// Gateway that is asked whether it answers from a build that somebody asked for, as
    /// `https://host`; may be repeated
    #[arg(
        long = "gateway",
        env = "PORTICO_GATEWAYS",
        value_name = "URL",
        value_delimiter = ','
    )]
    pub gateways: Vec<String>,
}

/// The person behind a command, and the reason.
#[derive(Clone, Debug, Default, Args)]
pub struct OriginationArgs {
    /// Name for the log; default: that of the CI job's user, or of the system's
    #[arg(long, env = "PORTICO_BY", value_name = "NAME")]
    pub by: Option<String>,
    /// Reason for the log
    #[arg(long, value_name = "TEXT")]
    pub why: Option<String>,
}

/// Options of commands that a running `watch` carries out, if there is one.
#[derive(Debug, Args)]
pub struct CommandArgs {
    #[command(flatten)]
    /// Output.
    pub builds: BuildsArgs,
    /// Folder in which a running `watch` listens
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub var: PathBuf,
    /// Receivers of notices, as of `build`; a `watch` that carries the command out tells its own
    #[arg(long, env = "PORTICO_NOTIFY", value_name = "FILE")]
    pub notify: Option<PathBuf>,
    #[command(flatten)]
    /// Person and reason.
    pub origination: OriginationArgs,
}

/// Options of `preview`.
#[derive(Clone, Debug, Args)]
pub struct PreviewArgs {
    #[command(flatten)]
    /// Options that `build` has, too.
    pub build: BuildArgs,
    /// For how many days it is open
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..=90))]
    pub days: u16,
    /// Until when it is open (RFC 3339)
    #[arg(long, value_name = "TIME", conflicts_with = "days")]
    pub until: Option<String>,
    /// List the previews that are open
    #[arg(long, conflicts_with_all = ["days", "until"])]
    pub list: bool,
    /// End a preview before its time
    #[arg(long, value_name = "ID", conflicts_with_all = ["days", "until", "list"])]
    pub end: Option<String>,
}

/// Restrictions that a switch back takes back.
#[derive(Debug, Args)]
pub struct ReopenArgs {
    /// Also if that opens pages again that are guarded now, or that have expired
    #[arg(long)]
    pub reopen: bool,
}

/// Options of `publish`.
#[derive(Debug, Args)]
pub struct PublishArgs {
    #[command(flatten)]
    /// Where.
    pub command: CommandArgs,
    #[command(flatten)]
    /// Restrictions.
    pub reopen: ReopenArgs,
    /// The build to make live
    pub id: String,
}

/// Options of `rollback`.
#[derive(Debug, Args)]
pub struct RollbackArgs {
    #[command(flatten)]
    /// Where.
    pub command: CommandArgs,
    #[command(flatten)]
    /// Restrictions.
    pub reopen: ReopenArgs,
    /// The build to make live; default: the one before the live one
    pub id: Option<String>,
}

/// Options of `log`.
#[derive(Debug, Args)]
pub struct LogArgs {
    #[command(flatten)]
    /// Output.
    pub builds: BuildsArgs,
    /// Lines to print at most
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub limit: usize,
    /// Show the text before and after each change: of all lines, of a build's, or of a page
    #[arg(long, num_args = 0..=1, default_missing_value = "", value_name = "BUILD|PAGE")]
    pub show: Option<String>,
    /// Show texts that only signed-in visitors may read, too
    #[arg(long, requires = "show")]
    pub show_guarded: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub message_format: MessageFormat,
}

/// Options of `status`.
#[derive(Debug, Args)]
pub struct StatusArgs {
    #[command(flatten)]
    /// Output.
    pub builds: BuildsArgs,
    /// Folder in which a running `watch` listens, and where builds note what is scheduled
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub var: PathBuf,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub message_format: MessageFormat,
}

/// Options of `why`.
#[derive(Debug, Args)]
pub struct WhyArgs {
    #[command(flatten)]
    /// Output.
    pub builds: BuildsArgs,
    /// The page: /en/news/first-close
    pub path: String,
}

/// A gateway that is asked for builds.
#[derive(Clone, Debug, Args)]
pub struct GatewayArgs {
    /// The gateway: https://www.example.com
    pub url: String,
    /// Key that the gateway knows (its `--regenerate-key`), in a file that only its owner may read
    #[arg(
        long,
        env = "PORTICO_REGENERATE_KEY_FILE",
        value_name = "FILE",
        default_value = "regenerate.key"
    )]
    pub key: PathBuf,
    /// How to print events: a line for people, or one JSON object per line
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub message_format: MessageFormat,
}

/// Options of `trigger`.
#[derive(Clone, Debug, Args)]
pub struct TriggerArgs {
    #[command(flatten)]
    /// The gateway.
    pub gateway: GatewayArgs,
    #[command(flatten)]
    /// The person and the reason.
    pub origination: OriginationArgs,
    /// Tell how the build goes, and end as it does
    #[arg(long)]
    pub follow: bool,
}

/// Options of `follow`.
#[derive(Clone, Debug, Args)]
pub struct FollowArgs {
    #[command(flatten)]
    /// The gateway.
    pub gateway: GatewayArgs,
    /// The job that `trigger` printed
    pub job: String,
}

/// Options of `diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    #[command(flatten)]
    /// Where ids are looked up.
    pub builds: BuildsArgs,
    /// A build's id, or a folder of builds, whose live one is meant, or FOLDER/ID
    #[arg(value_name = "A")]
    pub before: String,
    /// Likewise
    #[arg(value_name = "B")]
    pub after: String,
    /// Show how the text at this path differs: a document, a payload, a page's file; may be
    /// repeated
    #[arg(long, value_name = "PATH")]
    pub show: Vec<String>,
    /// Show texts that only signed-in visitors may read, too
    #[arg(long)]
    pub show_guarded: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub message_format: MessageFormat,
}

/// Options of `purge`.
#[derive(Debug, Args)]
pub struct PurgeArgs {
    #[command(flatten)]
    /// Where.
    pub command: CommandArgs,
    /// Also a path that no build here has: for scripts, and for builds that are elsewhere alone
    #[arg(long)]
    pub even_if_absent: bool,
    /// Purge there, too: a folder, user@host:path or s3://bucket/prefix that builds are pushed to;
    /// may be repeated
    #[arg(long, value_name = "DEST")]
    pub at: Vec<String>,
    #[command(flatten)]
    /// The way to hosts.
    pub ssh: SshArgs,
    /// Paths as addresses have them, with all that lies below: /en/news/first-close
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,
}

/// Options of `prune`.
#[derive(Debug, Args)]
pub struct PruneArgs {
    #[command(flatten)]
    /// Where.
    pub command: CommandArgs,
    /// How many builds to keep, the live one included
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub keep: usize,
    #[command(flatten)]
    /// How long at least.
    pub grace: GraceArgs,
}

/// Options of `push` and `pull`.
#[derive(Debug, Args)]
pub struct ShipArgs {
    #[command(flatten)]
    /// Person and reason.
    pub origination: OriginationArgs,
    /// How many builds the destination's history keeps, the live one included
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub keep: usize,
    #[command(flatten)]
    /// How long at least.
    pub grace: GraceArgs,
    /// Wait that long for another push that is at work there
    #[arg(long, default_value_t = 0, value_name = "SECONDS")]
    pub wait: u64,
    /// Publish also what a rollback at the destination withdrew
    #[arg(long)]
    pub release: bool,
    /// Publish also if that opens pages again that are guarded there, or that have expired
    #[arg(long)]
    pub reopen: bool,
    #[command(flatten)]
    /// The way to a host.
    pub ssh: SshArgs,
}

/// The way to hosts.
#[derive(Debug, Args)]
pub struct SshArgs {
    /// The command that leads to a host
    #[arg(
        long = "ssh",
        env = "RSYNC_RSH",
        value_name = "COMMAND",
        default_value = "ssh -o BatchMode=yes -o ConnectTimeout=10"
    )]
    pub command: String,
}

/// Options of `push`.
#[derive(Debug, Args)]
pub struct PushArgs {
    #[command(flatten)]
    /// The builds here.
    pub builds: BuildsArgs,
    #[command(flatten)]
    /// Options that `pull` has, too.
    pub ship: ShipArgs,
    /// The build; default: the live one
    #[arg(long, value_name = "ID")]
    pub build: Option<String>,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// A folder, user@host:path or s3://bucket/prefix; several switch together
    #[arg(value_name = "DEST", required = true)]
    pub to: Vec<String>,
}

/// Options of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    /// The builds here.
    pub builds: BuildsArgs,
    /// Ask for so many addresses only, chosen by the build's id
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,
    /// The site: https://www.example.com
    #[arg(value_name = "URL")]
    pub address: String,
}

/// Options of `export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    #[command(flatten)]
    /// The builds here.
    pub builds: BuildsArgs,
    /// The build; default: the live one
    #[arg(long, value_name = "ID")]
    pub build: Option<String>,
    /// A folder that is new, empty, or was exported to before
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Options of `pull`.
#[derive(Debug, Args)]
pub struct PullArgs {
    #[command(flatten)]
    /// The builds here.
    pub builds: BuildsArgs,
    #[command(flatten)]
    /// Options that `push` has, too.
    pub ship: ShipArgs,
    /// Look again and again, with so many seconds from one look to the next
    #[arg(long, value_name = "SECONDS")]
    pub every: Option<u64>,
    /// A folder, user@host:path or s3://bucket/prefix
    #[arg(value_name = "SRC")]
    pub from: String,
}

/// Behaviour when the origin is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OriginDown {
    /// End with exit code 3
    Fail,
    /// Use the last good answer, and say so
    LastGood,
}

/// When compressed files are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sidecars {
    /// Before publishing a small build, after publishing a large one
    Auto,
    /// Always before publishing
    Before,
    /// Never: a proxy in front compresses
    Never,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }

    #[test]
    fn help_names_the_log() {
        let mut command = super::Cli::command();
        let help = |command: &mut clap::Command| command.render_help().to_string();
        assert!(help(&mut command).contains("GENERATOR_LOG"));
        for name in ["build", "watch"] {
            let command = command.find_subcommand_mut(name).unwrap();
            assert!(help(command).contains("GENERATOR_LOG"), "{name}");
        }
    }
}
