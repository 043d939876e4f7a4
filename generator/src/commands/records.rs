//! `log` and `status`: what was done to the builds, and what is.

use serde_json::json;

use crate::builds::Builds;
use crate::config::folder;
use crate::config::options::{LogArgs, StatusArgs};
use crate::control::client;
use crate::control::status::Status;
use crate::diagnostic::console;
use crate::diagnostic::console::MessageFormat;
use crate::diagnostic::failure::Failure;
use crate::message::Language;
use crate::report::logged::logged;

/// Prints the log, newest first; for programs each line as it stands there.
pub fn log(args: &LogArgs, language: Language) -> Result<(), Failure> {
    let builds = Builds::new(&folder(&args.builds.builds, "--builds")?);
    for line in builds.log()?.take(args.limit) {
        if args.message_format == MessageFormat::Json {
            console::line(&json!(line).to_string());
            continue;
        }
        for words in logged(&line) {
            console::line(&words.text(language));
        }
    }
    Ok(())
}

/// Prints what is live, what is held, what waits, and what will happen by itself.
pub fn status(args: &StatusArgs, language: Language) -> Result<(), Failure> {
    let builds = Builds::new(&folder(&args.builds.builds, "--builds")?);
    let status = Status::of(&builds, &args.var, client::answers(&args.var))?;
    if args.message_format == MessageFormat::Json {
        console::line(&json!(status).to_string());
        return Ok(());
    }
    for line in status.lines() {
        console::line(&line.text(language));
    }
    Ok(())
}
