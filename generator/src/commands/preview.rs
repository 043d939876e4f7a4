//! `preview`: the site with content that is held back, at an address that cannot be guessed.

use contract::preview::{FOLDER, PreviewId};
use jiff::{SignedDuration, Timestamp};

use crate::config::options::PreviewArgs;
use crate::config::{BuildConfig, parse_time};
use crate::pipeline::preview as preview_of_site;
use crate::report;
use crate::report::moment::local;
use generator_builds::Builds;
use generator_builds::preview;
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
    let config = BuildConfig::from_args(&args.build, language)?;
    let style = config.site.messages;
    let made = preview_of_site::make(config, until)
        .inspect_err(|failure| report::problems(failure, style))?;
    warning::warnings(&made.warnings, style);
    let zone = Builds::new(&made.folder).time_zone();
    let url = &made.site;
    let told = Message::new("preview")
        .with("address", format!("{url}{}", made.path))
        .with("end", format!("{url}/preview/end"))
        .with("id", made.id.to_string())
        .with("until", local(until, &zone));
    console::line(&told.text(language));
    Ok(())
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
