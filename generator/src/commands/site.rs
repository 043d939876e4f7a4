//! `build`, `watch` and `check`: commands on the site's sources.

use std::sync::Arc;
use std::time::Duration;

use contract::route::Route;
use jiff::Timestamp;

use super::builds::open_store;
use crate::config::initiator::initiator_of_watch;
use crate::config::options::{BuildArgs, BuildOnceArgs, CheckArgs, Profile, WatchArgs};
use crate::config::{BuildConfig, SiteConfig, gateways};
use crate::control::served::Served;
use crate::control::server::Server;
use crate::jobs::Jobs;
use crate::links::{self, Asker};
use crate::notices::{AT_END, Notice, Notices, PAUSES, language as language_of, targets};
use crate::pages::header_classes;
use crate::pipeline::render::check::{Site, with_pages};
use crate::pipeline::up_to_date;
use crate::pipeline::up_to_date::SourceFingerprint;
use crate::pipeline::watch as watching;
use crate::pipeline::watch::before_build::BeforeBuild;
use crate::pipeline::watch::{Desk, WatchConfig};
use crate::pipeline::{Builder, Built, files};
use crate::profile::{self, Facts, Row, State};
use crate::report;
use crate::report::BuildReport;
use crate::sources::frontend;
use crate::studio::{self, Studio};
use generator_builds::Store;
use generator_builds::publish::Outcome;
use generator_builds::reserve::is_disk_full;
use generator_builds::sidecar;
use generator_builds::sidecar::Pace;
use generator_content::{
    ChangedPaths, Content, ContentFolder, KnownBodies, Loaded, Loader, SitePart, Sources,
};
use generator_ground::diagnostic::Diagnostic;
use generator_ground::diagnostic::console;
use generator_ground::diagnostic::console::MessageFormat;
use generator_ground::diagnostic::console::MessageStyle;
use generator_ground::diagnostic::explain::explain;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::diagnostic::warning;
use generator_ground::message::{Language, Message, join_first};
use generator_ground::storage::spill::Spill;
use generator_media::workers::page::Worker;

/// Builds once.
pub fn build(once: &BuildOnceArgs, language: Language) -> Result<(), Failure> {
    let args = &once.build;
    let (mut config, store) = report_failure(open(args, language), args, language)?;
    if once.no_publish {
        config.outcome = Outcome::Staged;
    }
    let sources = report_failure(
        SourceFingerprint::at(&config).map_err(Failure::from),
        args,
        language,
    )?;
    if args.audit == 0
        && let Some(built) = up_to_date::check(&sources, &config, &store)?
    {
        return print_result(&built.report, "", args, language);
    }
    let notices = notices(args, &config)?;
    let mut builder = report_failure(Builder::open(config, store), args, language)?;
    let built = builder.build(&ChangedPaths::Everything);
    if let Some(notices) = notices {
        notify(&notices, &built, &builder);
    }
    let built = report_failure(built, args, language)?;
    print_result(&built.report, builder.address(), args, language)?;
    // The live build is not of these sources.
    if !built.report.staged && built.report.held.is_none() {
        let noted = up_to_date::remember(&sources, &built, builder.config(), builder.store());
        warn_after(
            noted,
            |why| Message::new("after-publish/notes").with("why", why),
            language,
        );
    }
    if let Some(examples) = builder
        .content()
        .and_then(|content| placeholders(content, built.now))
    {
        warning::warning_line(&examples, language);
    }
    if args.audit > 0 {
        report_failure(audit(&builder, args.audit), args, language)?;
    }
    if let Some(folder) = built.uncompressed {
        console::note(&Message::new("compressing").text(language));
        let compressed = sidecar::finish(&folder, Pace::Now);
        warn_after(
            compressed,
            |why| Message::new("after-publish/compressed").with("why", why),
            language,
        );
    }
    Ok(())
}

/// Warns of a step that failed after the build went live: the command ends as visitors see the
/// site, and the next build takes the step again.
fn warn_after(
    done: anyhow::Result<()>,
    warning: impl FnOnce(String) -> Message,
    language: Language,
) {
    if let Err(error) = done {
        warning::warning_line(&warning(explain(&error, language)), language);
    }
}

/// The receivers of notices, in the site's default language as far as the generator speaks it.
fn notices(args: &BuildArgs, config: &BuildConfig) -> Result<Option<Arc<Notices>>, Failure> {
    let Some(file) = &args.notify else {
        return Ok(None);
    };
    let language = language_of(&config.site.locales);
    let notices = Notices::start(targets::read(file)?, language, PAUSES, &config.var)?;
    Ok(Some(notices))
}

fn notify(notices: &Notices, built: &Result<Built, Failure>, builder: &Builder) {
    let (site, by) = (builder.site_url(), &builder.config().initiator);
    let notice = match built {
        Ok(built) if built.report.staged => None,
        Ok(built) => {
            let logged = built.initiator(builder.store());
            Notice::for_build(&built.report, site, logged.as_ref().unwrap_or(by))
        }
        Err(failure) => Some(Notice::for_failure(failure, site, by, notices.language)),
    };
    if let Some(notice) = notice {
        notices.tell(notice);
    }
    notices.finish(AT_END);
}

/// Prints and writes the result; `site` is the address at which its reader sees the site.
fn print_result(
    report: &BuildReport,
    site: &str,
    args: &BuildArgs,
    language: Language,
) -> Result<(), Failure> {
    let style = style(args, language);
    warning::warnings(&report.warnings, style);
    report.print(site, language);
    report.print_scheduled(language);
    if let Some(path) = &args.report {
        let written = report.write(path, language);
        match report.build.is_some() {
            true => warn_after(
                written,
                |why| Message::new("after-publish/report").with("why", why),
                language,
            ),
            false => written?,
        }
    }
    Ok(())
}

/// A failure's problems are printed, and are part of the report.
fn report_failure<T>(
    result: Result<T, Failure>,
    args: &BuildArgs,
    language: Language,
) -> Result<T, Failure> {
    if let Err(failure) = &result {
        report::problems(failure, style(args, language));
        if let Some(path) = &args.report {
            report::write_failure(failure, path, language)?;
        }
    }
    result
}

fn style(args: &BuildArgs, language: Language) -> MessageStyle {
    MessageStyle {
        format: args.site.message_format,
        language,
    }
}

/// Renders pages once more; none may differ.
fn audit(builder: &Builder, count: usize) -> Result<(), Failure> {
    let differing = builder.audit(count)?;
    if differing.is_empty() {
        let audited = Message::new("audited").with("pages", count);
        console::line(&audited.text(builder.config().site.messages.language));
        return Ok(());
    }
    let error = Message::new("audited/differing").with("paths", differing.join(" "));
    Err(Failure::new(Exit::Render, error))
}

/// Builds after every edit.
pub fn watch(args: &WatchArgs, language: Language) -> Result<(), Failure> {
    let (mut config, store) = open(&args.build, language)?;
    config.initiator = initiator_of_watch(&args.build.initiator);
    let jobs = Arc::new(Jobs::default());
    let gateways = gateways(&args.gateways)?;
    let notices = notices(&args.build, &config)?;
    let served = Arc::new(Served {
        store: Arc::clone(&store),
        jobs: Arc::clone(&jobs),
        notices: notices.clone(),
    });
    let _server = Server::start(&config.var, Arc::clone(&served), language)?;
    let poll = args.poll_sources_ms.map(u64::from);
    let desk = match studio::settings::is_wanted(&config.site.content) {
        true => Some(Arc::new(Studio::open(&config, served)?)),
        false => None,
    };
    let _studio = desk
        .clone()
        .map(|studio| studio::server::start(&config.var, studio))
        .transpose()?;
    let watch = WatchConfig {
        desk: desk.map(|studio| studio as Arc<dyn Desk>),
        poll: poll.map(Duration::from_millis),
        jobs,
        before_build: args.before_build.clone().map(|command| BeforeBuild {
            command,
            limit: Duration::from_secs(args.before_build_timeout.into()),
        }),
        gateways,
        notices,
    };
    watching::watch(Builder::open(config, store)?, watch)
}

/// Finds everything that a build would refuse, and does not publish.
pub fn check(args: &CheckArgs, language: Language) -> Result<(), Failure> {
    let config = SiteConfig::from_args(&args.site, language)?;
    let spill = Spill::new(&std::env::temp_dir());
    let (loaded, routes) = read(&config, &spill)?;
    spill.check()?;
    let Loaded {
        content,
        diagnostics,
    } = loaded;
    let diagnostics = match &routes {
        Ok(routes) => {
            let site = Site {
                content: &content,
                routes,
                bodies: &KnownBodies::default(),
            };
            with_pages(&site, diagnostics)?
        }
        Err(_) => diagnostics,
    };
    print_diagnostics(&diagnostics, &content, &config)?;
    // Without a frontend the pages are unknown.
    routes?;
    if config.messages.format != MessageFormat::Json {
        let fine = Message::new("no-errors")
            .with("entries", content.entries())
            .with("collections", content.collections.len());
        console::line(&fine.text(language));
        let now = config.now.unwrap_or_else(Timestamp::now);
        if let Some(examples) = placeholders(&content, now) {
            console::line(&examples.text(language));
        }
    }
    if args.links {
        check_links(&config, &content)?;
    }
    match args.profile {
        Some(Profile::China) => check_china(&config, &content),
        None => count_china(&config, &content),
    }
}

/// Reports links to other sites that lead nowhere.
fn check_links(config: &SiteConfig, content: &Content) -> Result<(), Failure> {
    let asker = Asker {
        agent: format!(
            "Portico/{} (+{})",
            env!("CARGO_PKG_VERSION"),
            content.site.url
        ),
        pause: links::PAUSE,
    };
    let now = config.now.unwrap_or_else(Timestamp::now);
    let mut found = links::check(content, now, &config.content, &asker);
    content.site.checks.apply(&mut found.broken);
    let sum = Message::new("links-elsewhere")
        .with("asked", found.asked)
        .with("broken", found.broken.len())
        .with("unclear", found.unclear);
    if config.messages.format != MessageFormat::Json {
        console::line(&sum.text(config.messages.language));
        if found.left > 0 {
            let left = Message::new("links-elsewhere/left").with("left", found.left);
            console::line(&left.text(config.messages.language));
        }
    }
    print_diagnostics(&found.broken, content, config)
}

/// Counts the requirements of the mainland that a site with that part does not meet yet.
fn count_china(config: &SiteConfig, content: &Content) -> Result<(), Failure> {
    let is_for_people = config.messages.format == MessageFormat::Human;
    if !is_for_people || !content.site.parts.contains(&SitePart::China) {
        return Ok(());
    }
    let rows = china_rows(config, content)?;
    let missing = profile::count(&rows, State::Missing);
    if missing > 0 {
        let sum = Message::new("profile-lacks").with("missing", missing);
        console::line(&sum.text(config.messages.language));
    }
    Ok(())
}

fn china_rows(config: &SiteConfig, content: &Content) -> Result<Vec<Row>, Failure> {
    let facts = Facts::gather(config, content);
    let facts = facts.map_err(|error| Failure::new(Exit::Render, error))?;
    Ok(profile::china::rows(&facts))
}

/// Prints the requirements of the Chinese mainland; fails if one is not met.
fn check_china(config: &SiteConfig, content: &Content) -> Result<(), Failure> {
    let rows = china_rows(config, content)?;
    profile::print::print("china", &rows, content, config.messages);
    match profile::count(&rows, State::Missing) {
        0 => Ok(()),
        missing => {
            let sum = Message::new("profile-unmet").with("missing", missing);
            Err(Failure::new(Exit::Content, sum))
        }
    }
}

/// Names the examples that came with the site and are to be replaced; none without such texts.
fn placeholders(content: &Content, now: Timestamp) -> Option<Message> {
    let files = content.placeholders(now);
    let message = Message::new("placeholders")
        .with("texts", files.len())
        .with("files", join_first(&files));
    (!files.is_empty()).then_some(message)
}

/// Content and route table, read side by side: a worker takes longer to start than most content
/// takes to be read.
fn read(
    config: &SiteConfig,
    spill: &Arc<Spill>,
) -> Result<(Loaded, Result<Vec<Route>, Failure>), Failure> {
    std::thread::scope(|scope| {
        let routes = scope.spawn(|| routes(config));
        let loaded = load(config, spill);
        let panicked = || anyhow::anyhow!("a thread panicked; its message stands above");
        Ok((loaded, routes.join().map_err(|_| panicked())?))
    })
}

pub(super) fn load(config: &SiteConfig, spill: &Arc<Spill>) -> Loaded {
    let sources = Sources {
        content: ContentFolder::new(config.content.as_path()),
        locales: config.locales.clone(),
        locale_folder: config.locale_folder.clone(),
        images: None,
        media_workers: Arc::clone(&config.media_workers),
        visibility: config.visibility,
    };
    let now = config.now.unwrap_or_else(Timestamp::now);
    Loader::new(sources, spill).load(now, &ChangedPaths::Everything)
}

/// The route table of the built frontend.
fn routes(config: &SiteConfig) -> Result<Vec<Route>, Failure> {
    let command = frontend::worker(&config.frontend)?;
    let worker = Worker::start(&command).map_err(|error| Failure::new(Exit::Render, error))?;
    header_classes::check(&worker.hello).map_err(|error| Failure::new(Exit::Content, error))?;
    Ok(worker.hello.routes.clone())
}

/// Prints `diagnostics`; fails if one is an error.
pub(super) fn print_diagnostics(
    diagnostics: &[Diagnostic],
    content: &Content,
    config: &SiteConfig,
) -> Result<(), Failure> {
    match report::print_check(diagnostics, content, config.messages) {
        0 => Ok(()),
        errors => {
            let sum = Message::new("content-errors").with("errors", errors);
            Err(Failure::new(Exit::Content, sum))
        }
    }
}

fn open(args: &BuildArgs, language: Language) -> Result<(BuildConfig, Arc<Store>), Failure> {
    let config = BuildConfig::from_args(args, language)?;
    let store = Arc::new(open_store(&config.builds)?);
    match files::compress_left_over(&store) {
        Err(error) if is_disk_full(&error) => {
            let warning = |why| Message::new("after-publish/compressed").with("why", why);
            warn_after(Err(error), warning, language);
        }
        compressed => compressed?,
    }
    Ok((config, store))
}
