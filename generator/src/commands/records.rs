//! `log` and `status`: the past changes of the builds, and their present state.

use serde_json::json;

use super::builds::parse_id;
use crate::config::gateways;
use crate::config::options::{LogArgs, StatusArgs};
use crate::control::client;
use crate::control::status::Status;
use crate::jobs::live;
use crate::report::logged::log_messages;
use crate::report::shown_texts::{LineWithTexts, ShownTexts, Wanted};
use generator_builds::Builds;
use generator_ground::diagnostic::console;
use generator_ground::diagnostic::console::MessageFormat;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::{Language, Message};
use generator_ground::storage::folder::folder;

/// Prints the log, newest first; for programs each line as it is in the file.
pub fn log(args: &LogArgs, language: Language) -> Result<(), Failure> {
    let builds = Builds::new(&folder(&args.builds.builds, "--builds")?);
    if let Some(show) = &args.show {
        return log_with_texts(args, show, &builds, language);
    }
    let zone = builds.time_zone();
    for line in builds.log()?.take(args.limit) {
        match args.message_format {
            MessageFormat::Json => console::line(&json!(line).to_string()),
            _ => print(&log_messages(&line, &zone), language),
        }
    }
    Ok(())
}

/// Prints lines of the log with the texts before and after: all, or those of the build or of the
/// page that `show` names.
fn log_with_texts(
    args: &LogArgs,
    show: &str,
    builds: &Builds,
    language: Language,
) -> Result<(), Failure> {
    let page = Some(show).filter(|show| show.starts_with('/'));
    let is_all = show.is_empty() || page.is_some();
    let build = (!is_all).then(|| parse_id(show)).transpose()?;
    let wanted = Wanted {
        page,
        is_guarded: args.show_guarded,
    };
    let zone = builds.time_zone();
    let mut left = args.limit;
    let mut log = builds.log()?;
    while left > 0
        && let Some(line) = log.next()
    {
        if build.is_some() && line.build != build {
            continue;
        }
        let texts = ShownTexts::read(builds, &line, &wanted)?;
        if page.is_some() && texts.is_none() {
            continue;
        }
        left -= 1;
        match args.message_format {
            MessageFormat::Json => {
                let line = LineWithTexts { line: &line, texts };
                console::line(&json!(line).to_string());
            }
            _ => print(
                &[log_messages(&line, &zone), texts.lines()].concat(),
                language,
            ),
        }
    }
    match left == args.limit && !show.is_empty() {
        true => Err(Failure::new(Exit::Content, absent(show, page))),
        false => Ok(()),
    }
}

/// The refusal of a build or a page that the log does not have.
fn absent(show: &str, page: Option<&str>) -> Message {
    match page {
        Some(page) => Message::new("shown-absent/page").with("page", page),
        None => Message::new("shown-absent").with("build", show),
    }
}

fn print(lines: &[Message], language: Language) {
    lines
        .iter()
        .for_each(|line| console::line(&line.text(language)));
}

/// Prints the live build, held content, staged builds, scheduled changes, and the builds of
/// gateways; the code says whether each of them answers from the live build.
pub fn status(args: &StatusArgs, language: Language) -> Result<Exit, Failure> {
    let gateways = gateways(&args.gateways)?;
    let builds = Builds::new(&folder(&args.builds.builds, "--builds")?);
    let status = Status::read(&builds, &args.var, client::answers(&args.var))?;
    let status = status.with_gateways(live::builds(&gateways), language);
    match args.message_format {
        MessageFormat::Json => console::line(&json!(status).to_string()),
        _ => print(&status.lines(), language),
    }
    Ok(match status.is_live_everywhere() {
        true => Exit::Done,
        false => Exit::Different,
    })
}
