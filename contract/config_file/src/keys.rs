//! The keys that a program knows, and those that programs share.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Arg, ArgAction, Command};

use crate::spelling::suggestion;
use crate::text::{ConfigText, Entry, FileError, SITE, Scalar};

/// Keys of `[site]`, each with its environment variable: options of one name and one variable that
/// several programs have. A test compares the list with the reference of the commands.
pub const SHARED: [(&str, &str); 38] = [
    ("builds", "PORTICO_BUILDS"),
    ("by", "PORTICO_BY"),
    ("chat-answer-tokens", "PORTICO_CHAT_ANSWER_TOKENS"),
    ("chat-day-tokens", "PORTICO_CHAT_DAY_TOKENS"),
    ("chat-patience", "PORTICO_CHAT_PATIENCE"),
    ("chat-visitor-tokens", "PORTICO_CHAT_VISITOR_TOKENS"),
    ("client-limits", "PORTICO_CLIENT_LIMITS"),
    ("database-url", "DATABASE_URL"),
    ("feishu-app-id", "FEISHU_APP_ID"),
    ("feishu-app-secret", "FEISHU_APP_SECRET"),
    ("feishu-app-secret-file", "FEISHU_APP_SECRET_FILE"),
    ("feishu-url", "FEISHU_URL"),
    ("keep-free-mib", "PORTICO_KEEP_FREE_MIB"),
    ("key-file", "PORTICO_ORIGIN_KEY_FILE"),
    ("lang", "PORTICO_LANG"),
    ("mail-from", "PORTICO_MAIL_FROM"),
    ("message-retention", "PORTICO_MESSAGE_RETENTION"),
    ("message-store", "PORTICO_MESSAGE_STORE"),
    ("message-webhooks", "PORTICO_MESSAGE_WEBHOOKS"),
    ("openai-api-key", "OPENAI_API_KEY"),
    ("openai-api-key-file", "OPENAI_API_KEY_FILE"),
    ("openai-base-url", "OPENAI_BASE_URL"),
    ("openai-model", "OPENAI_MODEL"),
    ("origin", "PORTICO_ORIGIN"),
    ("origin-ca", "PORTICO_ORIGIN_CA"),
    ("origin-calls", "PORTICO_ORIGIN_CALLS"),
    ("origin-threads", "PORTICO_ORIGIN_THREADS"),
    ("predictable-captchas", "PORTICO_PREDICTABLE_CAPTCHAS"),
    ("register", "PORTICO_REGISTER"),
    ("scanner", "PORTICO_SCANNER"),
    ("smtp-url", "SMTP_URL"),
    ("smtp-url-file", "SMTP_URL_FILE"),
    ("staff-email", "PORTICO_STAFF_EMAIL"),
    ("var", "PORTICO_VAR"),
    ("wechat-app-id", "WECHAT_APP_ID"),
    ("wechat-app-secret", "WECHAT_APP_SECRET"),
    ("wechat-app-secret-file", "WECHAT_APP_SECRET_FILE"),
    ("wechat-url", "WECHAT_URL"),
];

/// The option that names the file itself.
const FILE: &str = "config";

/// The type of an option's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Number,
    /// A string.
    Text,
}

/// Type of an option's values.
pub fn kind(arg: &Arg) -> Kind {
    if !arg.get_action().takes_values() {
        return Kind::Flag;
    }
    let is_number = [
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
        TypeId::of::<NonZeroU32>(),
    ]
    .iter()
    .any(|number| arg.get_value_parser().type_id() == *number);
    if is_number { Kind::Number } else { Kind::Text }
}

/// True if the option may be repeated, so that a list fits.
pub fn takes_list(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
}

/// True if the option's value is a path.
pub(crate) fn is_path(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<PathBuf>()
}

/// The keys of a program: long names of options, each with the options of all verbs that have it.
/// Options without an environment variable are about one call, such as `--yes`, and no keys.
pub fn keys(command: &Command) -> BTreeMap<&str, Vec<&Arg>> {
    let mut keys = BTreeMap::new();
    collect(command, &mut keys);
    keys
}

fn collect<'a>(command: &'a Command, keys: &mut BTreeMap<&'a str, Vec<&'a Arg>>) {
    for arg in command.get_arguments() {
        let is_setting = arg.get_env().is_some();
        if let Some(key) = arg.get_long().filter(|key| is_setting && *key != FILE) {
            keys.entry(key).or_default().push(arg);
        }
    }
    for verb in command.get_subcommands() {
        collect(verb, keys);
    }
}

/// The entries of a file that concern a program, by key; those of its own table come before those
/// of `[site]`. Refuses keys that the program does not know, and values that do not fit.
pub(crate) fn own_entries<'a>(
    command: &Command,
    text: &'a ConfigText,
) -> Result<BTreeMap<&'a str, &'a Entry>, FileError> {
    let program = command.get_name();
    let keys = keys(command);
    let mut found = BTreeMap::new();
    for entry in &text.entries {
        let key = entry.key.as_str();
        let args = keys.get(key);
        let refuse = |reason| Err(text.refusal(entry.key_place, reason));
        if entry.table == SITE {
            let Some((_, variable)) = SHARED.iter().find(|(shared, _)| *shared == key) else {
                return refuse(not_shared(key, program, args.is_some()));
            };
            let is_shared = |arg: &&Arg| arg.get_env().is_some_and(|name| name == *variable);
            if !args.is_some_and(|args| args.iter().any(is_shared)) {
                continue;
            }
        } else if entry.table != program {
            continue;
        }
        let Some(args) = args else {
            return refuse(unknown(key, program, keys.keys().copied()));
        };
        for arg in args {
            fits(arg, entry).map_err(|reason| text.refusal(entry.place, reason))?;
            let is_open =
                !text.is_private && entry.values.iter().any(|value| is_secret(arg, value));
            if is_open {
                return refuse(open_secret(key, text));
            }
        }
        if entry.table == program || !found.contains_key(key) {
            found.insert(key, entry);
        }
    }
    Ok(found)
}

/// The entry that an option has its value from.
pub(crate) fn entry_of<'a>(arg: &Arg, entries: &BTreeMap<&str, &'a Entry>) -> Option<&'a Entry> {
    let entry = entries.get(arg.get_long()?)?;
    let is_shared = || {
        let variable = arg.get_env();
        let mut shared = SHARED.iter();
        shared.any(|(key, name)| *key == entry.key && variable.is_some_and(|it| it == *name))
    };
    (entry.table != SITE || is_shared()).then_some(*entry)
}

fn unknown<'a>(key: &str, program: &str, known: impl Iterator<Item = &'a str>) -> String {
    match suggestion(key, known) {
        Some(near) => {
            format!("unknown key `{key}` in `[{program}]`: did you mean `{near}`?")
        }
        None => format!(
            "unknown key `{key}` in `[{program}]`: keys are the long names of the options of `{program} --help` that have a variable"
        ),
    }
}

fn not_shared(key: &str, program: &str, is_own: bool) -> String {
    if is_own {
        return format!("programs do not share `{key}`: write it below `[{program}]`");
    }
    match suggestion(key, SHARED.iter().map(|(known, _)| *known)) {
        Some(near) => format!("unknown key `{key}` in `[site]`: did you mean `{near}`?"),
        None => format!(
            "unknown key `{key}` in `[site]`: an option of one program belongs in the program's table"
        ),
    }
}

fn open_secret(key: &str, text: &ConfigText) -> String {
    let file = text.path.display();
    format!(
        "`{key}` holds a secret, and others than the owner can read this file: `chmod 600 {file}`"
    )
}

/// True if others must not read this value: help hides the values of such options. An address
/// without a password is no secret.
fn is_secret(arg: &Arg, value: &Scalar) -> bool {
    let Scalar::Text(text) = value else {
        return false;
    };
    if !arg.is_hide_env_values_set() {
        return false;
    }
    let Some((_, rest)) = text.split_once("://") else {
        return true;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let user = authority.rsplit_once('@').map_or("", |(user, _)| user);
    user.contains(':') || text.to_ascii_lowercase().contains("password")
}

fn fits(arg: &Arg, entry: &Entry) -> Result<(), String> {
    let key = &entry.key;
    if entry.is_list && !takes_list(arg) {
        return Err(format!("`{key}` takes one value, not a list"));
    }
    let (word, example): (_, fn(&Scalar) -> bool) = match kind(arg) {
        Kind::Flag => ("`true` or `false`", |value| {
            matches!(value, Scalar::Bool(_))
        }),
        Kind::Number => ("a whole number", |value| matches!(value, Scalar::Number(_))),
        Kind::Text => ("a string in quotation marks", |value| {
            matches!(value, Scalar::Text(_))
        }),
    };
    match entry.values.iter().all(example) {
        true => Ok(()),
        false => Err(format!("`{key}` takes {word}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_a_hidden_value_unless_it_is_an_address_without_a_password() {
        let hidden = Arg::new("url").long("url").hide_env_values(true);
        for (value, expected) in [
            ("postgres://portico:x@db/site", true),
            ("postgres://db/site?PASSWORD=x", true),
            ("postgres://portico@db/site", false),
            ("postgres:///site", false),
            ("sk-1234", true),
        ] {
            let value = Scalar::Text(value.to_owned());
            assert_eq!(is_secret(&hidden, &value), expected, "{value:?}");
            let open = Arg::new("url").long("url");
            assert!(!is_secret(&open, &value));
        }
    }
}
