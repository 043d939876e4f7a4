//! `build`, `watch` and `check`: commands on the site's sources.

use jiff::Timestamp;

use super::builds::open_store;
use crate::build::Session;
use crate::cli::{BuildArgs, SiteArgs};
use crate::config::{BuildConfig, SiteConfig};
use crate::content::{Loader, Sources};
use crate::diagnostic::Severity;
use crate::exit::{Exit, Failure};
use crate::output::sidecar::{self, Pace};
use crate::{report, watch as watching};

/// Builds once.
pub fn build(args: &BuildArgs) -> Result<(), Failure> {
    let built = open(args).and_then(|mut session| session.build());
    if let (Some(path), Err(failure)) = (&args.report, &built) {
        report::write_failure(failure, path)?;
    }
    let built = built?;
    built.report.print();
    if let Some(path) = &args.report {
        built.report.write(path)?;
    }
    if let Some(folder) = built.uncompressed {
        report::note("compressing; the build is live already");
        sidecar::finish(&folder, Pace::Now)?;
    }
    Ok(())
}

/// Builds after every edit.
pub fn watch(args: &BuildArgs) -> Result<(), Failure> {
    watching::watch(open(args)?)
}

/// Reads and checks the content.
pub fn check(args: &SiteArgs) -> Result<(), Failure> {
    let config = SiteConfig::from_args(args)?;
    let sources = Sources {
        content: config.content.clone(),
        locales: config.locales.clone(),
        images: None,
    };
    let loaded = Loader::new(sources).load(config.now.unwrap_or_else(Timestamp::now));
    report::diagnostics(&loaded.diagnostics, config.message_format);
    let errors = loaded
        .diagnostics
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .count();
    if errors > 0 {
        return Err(Failure::new(
            Exit::Content,
            anyhow::anyhow!("{errors} errors in the content"),
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

fn open(args: &BuildArgs) -> Result<Session, Failure> {
    // The process may use one TLS library only; reqwest asks for the one installed here.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let config = BuildConfig::from_args(args)?;
    let store = open_store(&config.builds)?;
    Session::open(config, store)
}
