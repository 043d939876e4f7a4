//! `build`, `watch` and `check`: commands on the site's sources.

use jiff::Timestamp;

use super::builds::open_store;
use crate::build::{Session, files};
use crate::cli::{BuildArgs, SiteArgs};
use crate::config::{BuildConfig, SiteConfig};
use crate::content::{Loader, Sources, Touched};
use crate::diagnostic::Severity;
use crate::exit::{Exit, Failure};
use crate::output::Store;
use crate::output::sidecar::{self, Pace};
use crate::report::{self, BuildReport};
use crate::spill::Spill;
use crate::up_to_date::{self, Look};
use crate::watch as watching;

/// Builds once.
pub fn build(args: &BuildArgs) -> Result<(), Failure> {
    let (config, store) = reported(opened(args), args)?;
    let sources = reported(Look::at(&config).map_err(Failure::from), args)?;
    if args.audit == 0
        && let Some(report) = up_to_date::check(&sources, &config, &store)?
    {
        return finished(&report, args);
    }
    let mut session = reported(Session::open(config, store), args)?;
    let built = reported(session.build(&Touched::Everything), args)?;
    finished(&built.report, args)?;
    up_to_date::remember(&sources, &built, session.config(), session.store())?;
    if args.audit > 0 {
        audit(&session, args.audit)?;
    }
    if let Some(folder) = built.uncompressed {
        report::note("compressing; the build is live already");
        sidecar::finish(&folder, Pace::Now)?;
    }
    Ok(())
}

fn finished(report: &BuildReport, args: &BuildArgs) -> Result<(), Failure> {
    report.print();
    if let Some(path) = &args.report {
        report.write(path)?;
    }
    Ok(())
}

/// A failure stands in the report, too.
fn reported<T>(result: Result<T, Failure>, args: &BuildArgs) -> Result<T, Failure> {
    if let (Some(path), Err(failure)) = (&args.report, &result) {
        report::write_failure(failure, path)?;
    }
    result
}

/// Renders pages once more; none may differ.
fn audit(session: &Session, count: usize) -> Result<(), Failure> {
    let differing = session.audit(count)?;
    if differing.is_empty() {
        report::line(&format!(
            "audited: {count} pages rendered afresh, all as published"
        ));
        return Ok(());
    }
    let error = anyhow::anyhow!(
        "rendered afresh, these differ from what is published: {}; something decides their bytes that is not in their input",
        differing.join(" ")
    );
    Err(Failure::new(Exit::Render, error))
}

/// Builds after every edit.
pub fn watch(args: &BuildArgs) -> Result<(), Failure> {
    let (config, store) = opened(args)?;
    watching::watch(Session::open(config, store)?)
}

/// Reads and checks the content.
pub fn check(args: &SiteArgs) -> Result<(), Failure> {
    let config = SiteConfig::from_args(args)?;
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
    report::diagnostics(&loaded.diagnostics, config.message_format);
    let errors = loaded
        .diagnostics
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .count();
    if errors > 0 {
        return Err(Failure::new(
            Exit::Content,
            anyhow::anyhow!(
                "{} in the content",
                report::count(errors, "error", "errors")
            ),
        ));
    }
    let entries: usize = loaded
        .content
        .collections
        .values()
        .map(|collection| collection.entries().len())
        .sum();
    report::line(&format!(
        "{entries} entries in {} collections, no errors",
        loaded.content.collections.len()
    ));
    Ok(())
}

fn opened(args: &BuildArgs) -> Result<(BuildConfig, Store), Failure> {
    let config = BuildConfig::from_args(args)?;
    let store = open_store(&config.builds)?;
    files::compress_left_over(&store)?;
    Ok((config, store))
}
