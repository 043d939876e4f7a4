//! `build`, `watch` and `check`: commands on the site's sources.

use jiff::Timestamp;

use super::builds::open_store;
use crate::build::{Session, files};
use crate::cli::{BuildArgs, SiteArgs};
use crate::config::{BuildConfig, SiteConfig};
use crate::content::{Loader, Sources, Touched};
use crate::diagnostic::Severity;
use crate::exit::{Exit, Failure};
use crate::message::{Language, Message};
use crate::output::Store;
use crate::output::sidecar::{self, Pace};
use crate::report::{self, BuildReport};
use crate::spill::Spill;
use crate::up_to_date::{self, Look};
use crate::watch as watching;

/// Builds once.
pub fn build(args: &BuildArgs, language: Language) -> Result<(), Failure> {
    let (config, store) = reported(opened(args, language), args, language)?;
    let sources = reported(Look::at(&config).map_err(Failure::from), args, language)?;
    if args.audit == 0
        && let Some(report) = up_to_date::check(&sources, &config, &store)?
    {
        return finished(&report, args, language);
    }
    let mut session = reported(Session::open(config, store), args, language)?;
    let built = reported(session.build(&Touched::Everything), args, language)?;
    finished(&built.report, args, language)?;
    up_to_date::remember(&sources, &built, session.config(), session.store())?;
    if args.audit > 0 {
        audit(&session, args.audit)?;
    }
    if let Some(folder) = built.uncompressed {
        report::note(&Message::new("compressing").text(language));
        sidecar::finish(&folder, Pace::Now)?;
    }
    Ok(())
}

fn finished(report: &BuildReport, args: &BuildArgs, language: Language) -> Result<(), Failure> {
    report.print(language);
    if let Some(path) = &args.report {
        report.write(path, language)?;
    }
    Ok(())
}

/// A failure stands in the report, too.
fn reported<T>(
    result: Result<T, Failure>,
    args: &BuildArgs,
    language: Language,
) -> Result<T, Failure> {
    if let (Some(path), Err(failure)) = (&args.report, &result) {
        report::write_failure(failure, path, language)?;
    }
    result
}

/// Renders pages once more; none may differ.
fn audit(session: &Session, count: usize) -> Result<(), Failure> {
    let differing = session.audit(count)?;
    if differing.is_empty() {
        let audited = Message::new("audited").with("pages", count);
        report::line(&audited.text(session.config().site.messages.language));
        return Ok(());
    }
    let error = Message::new("audited/differing").with("paths", differing.join(" "));
    Err(Failure::new(Exit::Render, error))
}

/// Builds after every edit.
pub fn watch(args: &BuildArgs, language: Language) -> Result<(), Failure> {
    let (config, store) = opened(args, language)?;
    watching::watch(Session::open(config, store)?)
}

/// Reads and checks the content.
pub fn check(args: &SiteArgs, language: Language) -> Result<(), Failure> {
    let config = SiteConfig::from_args(args, language)?;
    let sources = Sources {
        content: config.content.clone(),
        locales: config.locales.clone(),
        images: None,
    };
    let spill = Spill::new(&std::env::temp_dir());
    let loaded = Loader::new(sources, &spill).load(
        config.now.unwrap_or_else(Timestamp::now),
        &Touched::Everything,
    );
    spill.check()?;
    report::diagnostics(&loaded.diagnostics, config.messages);
    let errors = loaded
        .diagnostics
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .count();
    if errors > 0 {
        return Err(Failure::new(
            Exit::Content,
            Message::new("content-errors").with("errors", errors),
        ));
    }
    let entries: usize = loaded
        .content
        .collections
        .values()
        .map(|collection| collection.entries().len())
        .sum();
    let fine = Message::new("no-errors")
        .with("entries", entries)
        .with("collections", loaded.content.collections.len());
    report::line(&fine.text(language));
    Ok(())
}

fn opened(args: &BuildArgs, language: Language) -> Result<(BuildConfig, Store), Failure> {
    let config = BuildConfig::from_args(args, language)?;
    let store = open_store(&config.builds)?;
    files::compress_left_over(&store)?;
    Ok((config, store))
}
