//! The command line. Doc comments are the help texts; values are checked and made absolute in
//! `config.rs`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use config_file::command_line::ConfigOption;

use crate::scaffold::{Kind, Look, Part};
use generator_builds::sweep::Retention;
use generator_ground::diagnostic::console::MessageFormat;
use generator_ground::message::LanguageOption;

/// Prerenders a bilingual React site and publishes builds that are atomic, verified and reversible.
#[derive(Debug, Parser)]
#[command(name = "generator", version, about, propagate_version = true, after_help = format!("{LOG}\n\n{END}"))]
pub struct Cli {
    /// The language of messages.
    #[command(flatten)]
    pub language: LanguageOption,
    /// The configuration file.
    #[command(flatten)]
    pub config: ConfigOption,
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// An environment variable without an option.
const LOG: &str = "The log goes to standard error. GENERATOR_LOG says how much of it: `error`, `warn` (the default), `info`, `debug`, \
     or by target, such as `warn,worker=off`, which leaves out what components print";

/// Exit codes and examples.
const END: &str = "Exit codes: 0 done, 1 content is wrong or the command is refused (of `diff` and `verify`: there are differences), \
     2 a page could not be rendered, 3 the origin is down or its answer invalid, 4 the SEO settings changed too much (--accept-seo), \
     5 files cannot be read or written, 6 another generator or push is running, 64 the command line or portico.toml is wrong.

Examples:

    generator new museum --name 'City Museum' --languages en,zh-CN
    generator build --why 'new prices'
    generator push deploy@www.example.com:/srv/portico/builds";

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Create a new site: content, pages, words, settings
    New(NewArgs),
    /// Update Portico's files in a site to this version; the site's own files stay
    Upgrade(UpgradeArgs),
    /// Import the content of another system, and list the parts that were left out
    Import(ImportArgs),
    /// Build once and publish the changes
    #[command(after_help = LOG)]
    Build(BuildOnceArgs),
    /// Build, then build again after every edit until interrupted
    #[command(after_help = LOG)]
    Watch(WatchArgs),
    /// Check the content as a build does, without rendering or publishing
    Check(CheckArgs),
    /// List the texts that a language lacks, or that are older than their original
    Translations(TranslationsArgs),
    /// Build the site with drafts and scheduled content, at an address that cannot be guessed
    #[command(after_help = LOG)]
    Preview(PreviewArgs),
    /// Make a build of the history live, for example one of `build --no-publish`
    Publish(PublishArgs),
    /// Make the previous build live again, or the given one
    Rollback(RollbackArgs),
    /// Allow publishing content that a rollback withdrew
    Release(CommandArgs),
    /// Show who changed the live build, when and why, newest first
    Log(LogArgs),
    /// Show the live, held, staged and scheduled builds, and whether `watch` is running
    Status(StatusArgs),
    /// List the builds of the history, newest first
    List(BuildsArgs),
    /// Serve the studio of a running `watch` to an agent, by the Model Context Protocol over
    /// standard input and output; it reads, edits in change sets, previews and proposes, and never
    /// publishes
    #[command(after_help = LOG)]
    Mcp(McpArgs),
    /// Show when a page was last rendered, and which part of its input had changed
    Why(WhyArgs),
    /// Compare two builds; exit code 0: no differences, 1: differences
    Diff(DiffArgs),
    /// Publish a build to other places: a folder, user@host:path, s3://bucket/prefix
    Push(PushArgs),
    /// Publish the live build of another place on this machine
    Pull(PullArgs),
    /// Ask a gateway to start a build, and print the job's id
    Trigger(TriggerArgs),
    /// Follow a job and exit with its status
    Follow(FollowArgs),
    /// Compare a live site with the live build; exit code 0: no differences, 1: differences
    Verify(VerifyArgs),
    /// Send search engines and caches the addresses that changed since the last time
    Announce(AnnounceArgs),
    /// Write a build as a plain tree of files, for a static host
    Export(ExportArgs),
    /// Delete each build that has a path, with its files, at once: for content that must not stay
    Purge(PurgeArgs),
    /// Drop old builds from the history, and delete files that no build needs
    Prune(PruneArgs),
}

/// Options of `new`. At a terminal, the command asks for missing values.
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
    /// Codes of the languages, the default one first, as `en,zh-CN,ja`; `eo=Esperanto` names a
    /// language that this program does not know
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub languages: Vec<String>,
    /// Parts of the site besides its pages
    #[arg(long, value_enum, value_delimiter = ',')]
    pub parts: Option<Vec<Part>>,
    /// Whose site it is: its first texts are examples of such a house
    #[arg(long, value_enum)]
    pub kind: Option<Kind>,
    /// Faces, colours and sizes
    #[arg(long, value_enum)]
    pub look: Option<Look>,
    /// The colour of links and buttons, as `#1f4fbf`; default: that of the look
    #[arg(long, value_name = "COLOUR")]
    pub accent: Option<String>,
    /// Only the pages
    #[arg(long, conflicts_with = "parts")]
    pub plain: bool,
    /// Time zone of the site's dates
    #[arg(long, value_name = "ZONE", default_value = "UTC")]
    pub time_zone: String,
}

/// Options of `upgrade`.
#[derive(Clone, Debug, Args)]
pub struct UpgradeArgs {
    /// Folder of the site
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    /// Only list the changes; exit code 0: no changes, 1: changes
    #[arg(long)]
    pub check: bool,
}

/// Options of `import`.
#[derive(Clone, Debug, Args)]
pub struct ImportArgs {
    /// The other system.
    #[command(subcommand)]
    pub source: ImportSource,
}

/// Systems whose content can be imported.
#[derive(Clone, Debug, Subcommand)]
pub enum ImportSource {
    /// `_redirects` of Netlify, as rows of redirects.yaml
    Netlify(ImportNetlifyArgs),
    /// An export of WordPress (WXR): posts become entries of a collection
    Wordpress(ImportWordpressArgs),
    /// A section of Hugo's content: pages become entries of a collection
    Hugo(ImportHugoArgs),
}

/// Options of `import hugo`.
#[derive(Clone, Debug, Args)]
pub struct ImportHugoArgs {
    /// The section's folder: ../old/content/posts
    pub folder: PathBuf,
    /// Hugo's folder `static`, which has pictures
    #[arg(long = "static", value_name = "FOLDER")]
    pub statics: Option<PathBuf>,
    #[command(flatten)]
    /// The entries.
    pub entries: ImportEntriesArgs,
}

/// Options of `import wordpress`.
#[derive(Clone, Debug, Args)]
pub struct ImportWordpressArgs {
    /// The export, an XML file
    pub file: PathBuf,
    /// Copy of the folder `wp-content/uploads`, which has the pictures
    #[arg(long, value_name = "FOLDER")]
    pub media: Option<PathBuf>,
    #[command(flatten)]
    /// The entries.
    pub entries: ImportEntriesArgs,
}

/// Options of imports that make entries.
#[derive(Clone, Debug, Args)]
pub struct ImportEntriesArgs {
    /// The collection that gets the entries
    #[arg(long, value_name = "NAME")]
    pub collection: String,
    /// Code of the texts' language; default: that which the input names, or the site's own
    #[arg(long, value_name = "CODE")]
    pub language: Option<String>,
    /// Value for a field that the input does not have, as `category=firm`; may be repeated
    #[arg(long, value_name = "FIELD=VALUE")]
    pub field: Vec<String>,
    #[command(flatten)]
    /// Where to write.
    pub site: ImportSiteArgs,
}

/// Options of `import netlify`.
#[derive(Clone, Debug, Args)]
pub struct ImportNetlifyArgs {
    /// The file `_redirects`
    pub file: PathBuf,
    #[command(flatten)]
    /// Where to write.
    pub site: ImportSiteArgs,
}

/// The site that gets imported content.
#[derive(Clone, Debug, Args)]
pub struct ImportSiteArgs {
    /// Folder of site.yaml and the collections
    #[arg(long, env = "PORTICO_CONTENT", default_value = "content")]
    pub content: PathBuf,
    /// Folder of locales.json
    #[arg(long, env = "PORTICO_LOCALES", default_value = "locales")]
    pub locales: PathBuf,
    /// Only report; write no file
    #[arg(long)]
    pub dry_run: bool,
    /// How to print the report
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub message_format: MessageFormat,
}

/// Folders of the site's sources.
#[derive(Clone, Debug, Args)]
pub struct SiteArgs {
    /// Folder of site.yaml and the collections
    #[arg(long, env = "PORTICO_CONTENT", default_value = "content")]
    pub content: PathBuf,
    /// Folder of locales.json and of the servers' texts
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

/// Options of `check`.
#[derive(Clone, Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    /// Sources.
    pub site: SiteArgs,
    /// Also print what the site still lacks to run in a country; ends with exit code 1 if anything
    /// is missing
    #[arg(long, value_enum)]
    pub profile: Option<Profile>,
    /// Also ask other sites whether the pages that texts link to are there: one request a second to
    /// each server
    #[arg(long)]
    pub links: bool,
}

/// A list of requirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Profile {
    /// The Chinese mainland: filings, personal data, hosts that are reached, search engines
    China,
}

/// Options of `translations`.
#[derive(Clone, Debug, Args)]
pub struct TranslationsArgs {
    #[command(flatten)]
    /// Sources.
    pub site: SiteArgs,
    /// Folder in which `watch` records the original that each translation belongs to; without the
    /// record no text counts as older
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub var: PathBuf,
}

/// Folder of builds.
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
    /// Address of the origin, for the system configuration; `embedded`: the origin in the gateway,
    /// whose answer is made from the content without a request
    #[arg(
        long,
        env = "PORTICO_ORIGIN",
        value_name = "URL",
        default_value = "embedded"
    )]
    pub origin: String,
    /// Certificate authorities for an `https://` origin: a PEM file; by default those of the system
    #[arg(long, env = "PORTICO_ORIGIN_CA", value_name = "FILE")]
    pub origin_ca: Option<PathBuf>,
    /// Behaviour when the origin is down.
    #[arg(
        long,
        help = "Behaviour when the origin is down",
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
    /// When to make compressed files
    #[arg(long, value_enum, default_value_t = Sidecars::Auto)]
    pub sidecars: Sidecars,
    /// After the build, render this many reused pages again, and compare
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub audit: usize,
    /// Notify chat groups and other programs of publishes and failures: a list of receivers in YAML
    /// or JSON, in a file that only its owner may read
    #[arg(long, env = "PORTICO_NOTIFY", value_name = "FILE")]
    pub notify: Option<PathBuf>,
    /// Address of the site for links in the terminal, as `http://127.0.0.1:8080`; default: `url` of
    /// site.yaml
    #[arg(long, env = "PORTICO_ADDRESS", value_name = "URL")]
    pub address: Option<String>,
    /// Write a JSON report of the build to this file
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    #[command(flatten)]
    /// Person and reason.
    pub initiator: OriginationArgs,
    #[command(flatten)]
    /// The builds to keep.
    pub retention: RetentionArgs,
}

/// The builds that are kept beside the live one.
#[derive(Clone, Debug, Args)]
pub struct RetentionArgs {
    /// Number of builds to keep, with the live one; the oldest are dropped when there are twice as
    /// many
    #[arg(long, env = "PORTICO_KEEP", default_value_t = 100, value_name = "N")]
    pub keep: usize,
    #[command(flatten)]
    /// The minimum time.
    pub grace: GraceArgs,
}

/// Minimum time for which builds are kept.
#[derive(Clone, Copy, Debug, Args)]
pub struct GraceArgs {
    /// Seconds for which replaced builds and files are always kept: longer than the slowest gateway
    /// takes to load a new build
    #[arg(
        long = "grace",
        env = "PORTICO_GRACE",
        default_value_t = 3600,
        value_name = "SECONDS"
    )]
    pub seconds: u64,
}

impl GraceArgs {
    /// A policy with this number of builds.
    pub fn into_retention(self, builds: usize) -> Retention {
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
    /// Options shared with `watch`.
    pub build: BuildArgs,
    /// Make the build without publishing it; `generator publish ID` makes it live
    #[arg(long, conflicts_with = "audit")]
    pub no_publish: bool,
}

/// Options of `watch`.
#[derive(Clone, Debug, Args)]
pub struct WatchArgs {
    #[command(flatten)]
    /// Options shared with `build`.
    pub build: BuildArgs,
    /// Check the sources at this interval in milliseconds: for a network file system, where the
    /// kernel does not report the changes of other machines
    #[arg(long = "poll-sources", env = "PORTICO_POLL_SOURCES", value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub poll_sources_ms: Option<u32>,
    /// Shell command to run before a requested build, such as `git pull --ff-only`
    #[arg(long, env = "PORTICO_BEFORE_BUILD", value_name = "COMMAND")]
    pub before_build: Option<String>,
    /// Time limit of that command, in seconds
    #[arg(long, env = "PORTICO_BEFORE_BUILD_TIMEOUT", value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub before_build_timeout: u32,
    /// Gateway that must serve a requested build before its job is done, as `https://host`; may be
    /// repeated
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

/// Options of commands that a running `watch` executes.
#[derive(Debug, Args)]
pub struct CommandArgs {
    #[command(flatten)]
    /// Output.
    pub builds: BuildsArgs,
    /// Folder of the socket of a running `watch`
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub var: PathBuf,
    /// Receivers of notices, as for `build`; a `watch` that runs the command notifies its own
    /// receivers
    #[arg(long, env = "PORTICO_NOTIFY", value_name = "FILE")]
    pub notify: Option<PathBuf>,
    #[command(flatten)]
    /// Person and reason.
    pub initiator: OriginationArgs,
}

/// Options of `preview`.
#[derive(Clone, Debug, Args)]
pub struct PreviewArgs {
    #[command(flatten)]
    /// Options shared with `build`.
    pub build: BuildArgs,
    /// Days for which the preview is open
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..=90))]
    pub days: u16,
    /// Time at which the preview closes (RFC 3339)
    #[arg(long, value_name = "TIME", conflicts_with = "days")]
    pub until: Option<String>,
    /// List the open previews
    #[arg(long, conflicts_with_all = ["days", "until"])]
    pub list: bool,
    /// Close a preview
    #[arg(long, value_name = "ID", conflicts_with_all = ["days", "until", "list"])]
    pub end: Option<String>,
}

/// Restrictions that an earlier build does not have.
#[derive(Debug, Args)]
pub struct ReopenArgs {
    /// Allow a build that makes guarded or expired pages public again
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
    /// The build to make live; default: the build before the live one
    pub id: Option<String>,
}

/// Options of `log`.
#[derive(Debug, Args)]
pub struct LogArgs {
    #[command(flatten)]
    /// Output.
    pub builds: BuildsArgs,
    /// Largest number of lines
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub limit: usize,
    /// Show the text before and after each change: of all builds, of one build, or of a page
    #[arg(long, num_args = 0..=1, default_missing_value = "", value_name = "BUILD|PAGE")]
    pub show: Option<String>,
    /// Also show texts of guarded pages
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
    /// Folder of the socket of a running `watch`, and of the list of scheduled changes
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub var: PathBuf,
    /// Gateway whose build is named, as `https://host`; may be repeated; exit code 1 if one answers
    /// from another build
    #[arg(
        long = "gateway",
        env = "PORTICO_GATEWAYS",
        value_name = "URL",
        value_delimiter = ','
    )]
    pub gateways: Vec<String>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub message_format: MessageFormat,
}

/// Options of `mcp`.
#[derive(Debug, Args)]
pub struct McpArgs {
    /// Folder of the socket of a running `watch`
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub var: PathBuf,
    /// Name of the person for whom the agent works; default: that of the system's user
    #[arg(long, env = "PORTICO_BY", value_name = "NAME")]
    pub by: Option<String>,
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

/// A gateway that accepts requests for builds.
#[derive(Clone, Debug, Args)]
pub struct GatewayArgs {
    /// The gateway: https://www.example.com
    pub url: String,
    /// A key of the gateway's `--regenerate-key`, in a file that only its owner may read
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
    pub initiator: OriginationArgs,
    /// Follow the build and exit with its status
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
    /// Builds that ids refer to.
    pub builds: BuildsArgs,
    /// Id of a build; or a folder of builds, for its live build; or FOLDER/ID
    #[arg(value_name = "A")]
    pub before: String,
    /// The same forms
    #[arg(value_name = "B")]
    pub after: String,
    /// Show the differences of the text at this path: a document, a payload or a page's file; may
    /// be repeated
    #[arg(long, value_name = "PATH")]
    pub show: Vec<String>,
    /// Also show texts of guarded pages
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
    /// Accept paths that no build here has: for scripts, and for builds that are only elsewhere
    #[arg(long)]
    pub even_if_absent: bool,
    /// Also purge at this destination of `push`: a folder, user@host:path or s3://bucket/prefix;
    /// may be repeated
    #[arg(long, value_name = "DEST")]
    pub at: Vec<String>,
    #[command(flatten)]
    /// Connection to hosts.
    pub ssh: SshArgs,
    /// Paths of addresses, with everything below them: /en/news/first-close
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,
}

/// Options of `prune`.
#[derive(Debug, Args)]
pub struct PruneArgs {
    #[command(flatten)]
    /// Where.
    pub command: CommandArgs,
    /// Number of builds to keep, with the live one
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub keep: usize,
    #[command(flatten)]
    /// The minimum time.
    pub grace: GraceArgs,
}

/// Options of `push` and `pull`.
#[derive(Debug, Args)]
pub struct ShipArgs {
    #[command(flatten)]
    /// Person and reason.
    pub initiator: OriginationArgs,
    /// Number of builds in the destination's history, with the live one
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub keep: usize,
    #[command(flatten)]
    /// The minimum time.
    pub grace: GraceArgs,
    /// Seconds to wait for another push to the same destination
    #[arg(long, default_value_t = 0, value_name = "SECONDS")]
    pub wait: u64,
    /// Publish content that a rollback at the destination withdrew
    #[arg(long)]
    pub release: bool,
    /// Allow a build that makes pages public that are guarded there, or that have expired
    #[arg(long)]
    pub reopen: bool,
    #[command(flatten)]
    /// Connection to a host.
    pub ssh: SshArgs,
}

/// Connection to hosts.
#[derive(Debug, Args)]
pub struct SshArgs {
    /// Command that connects to a host
    #[arg(
        long = "ssh",
        env = "RSYNC_RSH",
        value_name = "COMMAND",
        default_value = "ssh -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=15"
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
    /// Options shared with `pull`.
    pub ship: ShipArgs,
    /// The build; default: the live one
    #[arg(long, value_name = "ID")]
    pub build: Option<String>,
    /// Only list the steps
    #[arg(long)]
    pub dry_run: bool,
    /// A gateway that must have loaded the build before it becomes live; all of them switch
    /// together; may be repeated
    #[arg(long, value_name = "URL")]
    pub gateway: Vec<String>,
    /// How long to wait for a gateway to load the build, and then to answer from it, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    pub gateway_wait: u64,
    /// Destinations: a folder, user@host:path or s3://bucket/prefix; several switch together
    #[arg(value_name = "DEST", required = true)]
    pub to: Vec<String>,
}

/// Options of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    /// The builds here.
    pub builds: BuildsArgs,
    /// Number of addresses to check, chosen by the build's id; default: all
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,
    /// The site: https://www.example.com
    #[arg(value_name = "URL")]
    pub address: String,
}

/// Options of `announce`.
#[derive(Debug, Args)]
pub struct AnnounceArgs {
    #[command(flatten)]
    /// The builds here.
    pub builds: BuildsArgs,
    /// The receivers: a list in YAML or JSON, in a file that only its owner may read
    #[arg(long, env = "PORTICO_ANNOUNCE", value_name = "FILE")]
    pub to: PathBuf,
    /// A gateway that must have the build first; may be repeated
    #[arg(long, value_name = "URL")]
    pub gateway: Vec<String>,
    /// Folder of the records of sent addresses
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub var: PathBuf,
    /// Look for another build every so many seconds, until interrupted
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub every: Option<u64>,
    /// Print how many addresses each receiver would get, and send none
    #[arg(long, conflicts_with = "every")]
    pub dry_run: bool,
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
    /// A folder that is new, empty, or of an earlier export
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
    /// Options shared with `push`.
    pub ship: ShipArgs,
    /// Repeat with this interval in seconds
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
    /// Use the last good answer, with a warning
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
