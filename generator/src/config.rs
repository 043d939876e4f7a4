//! The command line, checked once: absolute paths, numbers in range, locales read. Other modules do
//! not check again.

pub mod help;
pub mod initiator;
pub mod options;
mod working_tree;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use contract::control::Initiator;
use contract::locale::{self, Locale};

use crate::config::initiator::initiator;
use crate::config::options::{BuildArgs, OriginDown, Sidecars, SiteArgs};
use generator_builds::publish::Outcome;
use generator_builds::sweep::Retention;
use generator_content::Visibility;
use generator_ground::diagnostic::console::MessageStyle;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::{Language, Message};
use generator_ground::storage::folder::{folder, made_folder};
use generator_media::workers::media::MediaWorkers;

/// Places of a site's sources, and the configured "now".
#[derive(Clone, Debug)]
pub struct SiteConfig {
    /// Absolute path of `content/`.
    pub content: PathBuf,
    /// Absolute path of a change set that is read over `content/`, for the studio.
    pub changes: Option<Arc<Path>>,
    /// Absolute path of `frontend/`.
    pub frontend: PathBuf,
    /// Media workers of the frontend; none runs before there is something to make.
    pub media_workers: Arc<MediaWorkers>,
    /// The languages, default first.
    pub locales: Vec<Locale>,
    /// Absolute path of `locales/`.
    pub locale_folder: PathBuf,
    /// The readers: all visitors, or reviewers of a preview.
    pub visibility: Visibility,
    /// `--now`; absent: the clock at each build.
    pub now: Option<jiff::Timestamp>,
    /// How to print problems, and in which language.
    pub messages: MessageStyle,
}

/// Where an origin is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OriginAddress {
    /// The origin in the gateway, which answers from data that the generator writes.
    Embedded,
    /// A server.
    Remote {
        /// Address of the server, without a trailing slash.
        url: String,
        /// Authorities of the server's certificate; none: the system's.
        ca: Option<PathBuf>,
    },
}

/// The configuration of a build.
#[derive(Clone, Debug)]
pub struct BuildConfig {
    /// Sources.
    pub site: SiteConfig,
    /// Absolute path of `builds/`.
    pub builds: PathBuf,
    /// Absolute path of `var/`.
    pub var: PathBuf,
    /// Where the SEO settings come from.
    pub origin: OriginAddress,
    /// Behaviour when the origin is down.
    pub origin_down: OriginDown,
    /// Publish although the SEO settings changed much.
    pub accept_seo: bool,
    /// Render workers, at least one.
    pub workers: usize,
    /// How long one page may render.
    pub page_timeout: Duration,
    /// When compressed files are made.
    pub sidecars: Sidecars,
    /// The person behind builds, and the reason, for the log.
    pub initiator: Initiator,
    /// The builds that are kept beside the live one.
    pub retention: Retention,
    /// Address of the site for links in the terminal, without a trailing slash; none: its own.
    pub address: Option<String>,
    /// End of a preview, shown on its pages.
    pub until: Option<jiff::Timestamp>,
    /// The use of a build once it is made.
    pub outcome: Outcome,
}

/// `--origin` of the origin inside the gateway.
const EMBEDDED: &str = "embedded";

impl OriginAddress {
    fn from_args(args: &BuildArgs) -> Result<Self, Failure> {
        let usage = |error: anyhow::Error| Failure::new(Exit::Usage, error);
        let url = args.origin.trim_end_matches('/').to_owned();
        let is_embedded = url == EMBEDDED;
        if !is_embedded && !url.starts_with("http://") && !url.starts_with("https://") {
            return Err(usage(
                Message::new("no-address").with("address", url).into(),
            ));
        }
        if args.origin_ca.is_some() && !url.starts_with("https://") {
            return Err(usage(anyhow::anyhow!(
                "--origin-ca is for an origin that speaks TLS, and `{url}` does not: write `https://…`, or leave the option out"
            )));
        }
        Ok(if is_embedded {
            Self::Embedded
        } else {
            Self::Remote {
                url,
                ca: args.origin_ca.clone(),
            }
        })
    }
}

/// Addresses of gateways, without a trailing slash.
pub fn gateways(urls: &[String]) -> Result<Arc<[String]>, Failure> {
    urls.iter().map(|url| web_address(url)).collect()
}

/// An address of a gateway or a site, without a trailing slash.
fn web_address(url: &str) -> Result<String, Failure> {
    let is_address = url.starts_with("http://") || url.starts_with("https://");
    let is_plain = url.bytes().all(|byte| byte.is_ascii_graphic());
    match is_address && is_plain {
        true => Ok(url.trim_end_matches('/').to_owned()),
        false => Err(Failure::new(
            Exit::Usage,
            Message::new("gateway-address").with("address", url),
        )),
    }
}

impl SiteConfig {
    /// Checks `args` and reads the list of locales; messages will be in `language`.
    pub fn from_args(args: &SiteArgs, language: Language) -> Result<Self, Failure> {
        let now = args
            .now
            .as_deref()
            .map(|text| parse_time("--now", text))
            .transpose()
            .map_err(|error| Failure::new(Exit::Usage, error))?;
        let frontend = folder(&args.frontend, "--frontend")?;
        Ok(Self {
            content: folder(&args.content, "--content")?,
            changes: None,
            media_workers: Arc::new(MediaWorkers::new(frontend.clone())),
            frontend,
            locales: read_locales(&args.locales.join("locales.json"))?,
            locale_folder: folder(&args.locales, "--locales")?,
            visibility: Visibility::Public,
            now,
            messages: MessageStyle {
                format: args.message_format,
                language,
            },
        })
    }
}

impl BuildConfig {
    /// Checks `args`, and creates `builds/` and `var/` when they are missing; messages will be in
    /// `language`.
    pub fn from_args(args: &BuildArgs, language: Language) -> Result<Self, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            site: SiteConfig::from_args(&args.site, language)?,
            builds: made_folder(&args.builds.builds)?,
            var: made_folder(&args.var)?,
            origin: OriginAddress::from_args(args)?,
            origin_down: args.origin_down,
            accept_seo: args.accept_seo,
            workers: args.workers.unwrap_or(cores).max(1),
            page_timeout: Duration::from_secs(args.page_timeout.max(1)),
            sidecars: args.sidecars,
            initiator: initiator(&args.initiator),
            retention: args.retention.grace.into_retention(args.retention.keep),
            address: args.address.as_deref().map(web_address).transpose()?,
            until: None,
            outcome: Outcome::Live,
        })
    }
}

impl BuildConfig {
    /// Whether the builds are the site as visitors get it: only these leave notes for later builds
    /// and commands. A preview shows scheduled content, and a change set is not published yet.
    pub fn is_of_site(&self) -> bool {
        self.site.visibility == Visibility::Public && self.site.changes.is_none()
    }
}

/// An instant that `option` gives.
pub fn parse_time(option: &str, text: &str) -> anyhow::Result<jiff::Timestamp> {
    text.parse::<jiff::Timestamp>().map_err(|error| {
        let message = Message::new("no-time").with("option", option);
        message.with("time", text).because(error)
    })
}

/// The languages of `locales.json`, the default one first.
pub(crate) fn read_locales(path: &Path) -> anyhow::Result<Vec<Locale>> {
    let place = || format!("`{}`", path.display());
    let text = std::fs::read_to_string(path).with_context(place)?;
    let mut locales: Vec<Locale> = serde_json::from_str(&text).with_context(place)?;
    locale::check(&locales).with_context(place)?;
    locales.sort_by_key(|locale| !locale.default);
    Ok(locales)
}
