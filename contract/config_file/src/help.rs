//! The help of a command with the values of the file.

use std::collections::BTreeMap;

use clap::{Arg, Command};

use crate::keys::entry_of;
use crate::text::{ConfigText, DEFAULT_NAME, Entry, Scalar};

/// The command, whose help shows the values of the file and its name.
pub(crate) fn with_values(
    command: Command,
    text: Option<&ConfigText>,
    entries: &BTreeMap<&str, &Entry>,
) -> Command {
    let end = match text {
        Some(text) => format!("Configuration file: {}", text.path.display()),
        None => format!("Configuration file: none (`{DEFAULT_NAME}` here, or `--config FILE`)"),
    };
    let log = command.get_after_help().map(ToString::to_string);
    let command = match log {
        Some(log) => command.after_help(format!("{log}\n\n{end}")),
        None => command.after_help(end),
    };
    command
        .mut_args(|arg| match entry_of(&arg, entries) {
            Some(entry) => with_value(arg, entry),
            None => arg,
        })
        .mut_subcommands(|verb| with_values(verb, text, entries))
}

fn with_value(arg: Arg, entry: &Entry) -> Arg {
    let shown = match arg.is_hide_env_values_set() {
        true => "set".to_owned(),
        false => {
            let values: Vec<_> = entry.values.iter().map(Scalar::as_argument).collect();
            values.join(",")
        }
    };
    let note = format!("[file: {shown}]");
    let short = arg.get_help().map(|help| format!("{help} {note}"));
    let long = arg.get_long_help().map(|help| format!("{help} {note}"));
    let mut arg = arg.help(short.unwrap_or(note));
    if let Some(long) = long {
        arg = arg.long_help(long);
    }
    // It is not the default any more.
    match arg.get_action().takes_values() {
        true => arg.hide_default_value(true),
        false => arg,
    }
}
