//! `preview`: the site with content that is held back, at an address that cannot be guessed.

use std::sync::Arc;

use contract::preview::{FOLDER, PreviewId};
use jiff::{SignedDuration, Timestamp};

use crate::config::options::{PreviewArgs, Sidecars};
use crate::config::{BuildConfig, parse_time};
use crate::pipeline::Builder;
use crate::report;
use crate::report::moment::local;
use generator_builds::preview::{self, NewPreview};
use generator_builds::{Builds, Store};
use generator_content::{ChangedPaths, Visibility};
use generator_ground::diagnostic::console;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::diagnostic::warning;
use generator_ground::message::{Language, Message};
use generator_ground::storage::folder::folder;

/// Makes a preview, lists those there are, or ends one.
pub fn preview(args: &PreviewArgs, language: Language) -> Result<(), Failure> {
    if args.list {
        return list(args, language);
    }
    match &args.end {
        Some(id) => end(args, id, language),
        None => make(args, language),
    }
}

fn make(args: &PreviewArgs, language: Language) -> Result<(), Failure> {
    let until = until(args)?;
    let mut config = BuildConfig::from_args(&args.build, language)?;
    preview::tidy(&config.builds, Timestamp::now())?;
    let new = NewPreview::begin(&config.builds)?;
    config.builds = new.folder.clone();
    config.site.visibility = Visibility::Preview;
    config.until = Some(until);
    config.sidecars = Sidecars::Never;
    // Search engines do not index a preview, and the recorded settings are not changed.
    config.accept_seo = true;
    let (style, url) = (config.site.messages, build(config));
    let url = url.inspect_err(|failure| {
        new.give_up();
        report::problems(failure, style);
    })?;
    new.open(until)?;
    let zone = Builds::new(&new.folder).time_zone();
    let made = Message::new("preview")
        .with("address", format!("{url}/preview/{}", new.key.expose()))
        .with("end", format!("{url}/preview/end"))
        .with("id", new.key.id.to_string())
        .with("until", local(until, &zone));
    console::line(&made.text(language));
    Ok(())
}

/// Builds the site, and answers the address at which it is seen.
fn build(config: BuildConfig) -> Result<String, Failure> {
    let style = config.site.messages;
    let store = Arc::new(Store::open(&config.builds)?);
    let mut builder = Builder::open(config, store)?;
    let built = builder.build(&ChangedPaths::Everything)?;
    warning::warnings(&built.report.warnings, style);
    Ok(builder.address().to_owned())
}

fn until(args: &PreviewArgs) -> Result<Timestamp, Failure> {
    let usage = |error: anyhow::Error| Failure::new(Exit::Usage, error);
    let now = Timestamp::now();
    let days = SignedDuration::from_hours(24 * i64::from(args.days));
    let Some(text) = &args.until else {
        return now.checked_add(days).map_err(|error| usage(error.into()));
    };
    let until = parse_time("--until", text).map_err(usage)?;
    match until > now {
        true => Ok(until),
        false => Err(usage(
            Message::new("preview-over").with("time", text).into(),
        )),
    }
}

fn list(args: &PreviewArgs, language: Language) -> Result<(), Failure> {
    let builds = folder(&args.build.builds.builds, "--builds")?;
    let now = Timestamp::now();
    preview::tidy(&builds, now)?;
    for open in preview::open(&builds, now) {
        let folder = builds.join(FOLDER).join(open.id.as_str());
        let zone = Builds::new(&folder).time_zone();
        let listed = Message::new("preview-listed")
            .with("id", open.id.to_string())
            .with("until", local(open.until, &zone));
        console::line(&listed.text(language));
    }
    Ok(())
}

fn end(args: &PreviewArgs, id: &str, language: Language) -> Result<(), Failure> {
    let builds = folder(&args.build.builds.builds, "--builds")?;
    let known = id.parse::<PreviewId>().ok();
    let is_over = known.map_or(Ok(false), |id| preview::end(&builds, &id))?;
    if !is_over {
        let unknown = Message::new("preview-unknown").with("id", id);
        return Err(Failure::new(Exit::Usage, anyhow::Error::from(unknown)));
    }
    let ended = Message::new("preview-ended").with("id", id);
    console::line(&ended.text(language));
    Ok(())
}
