//! The command line with the values of the file, parsed.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Id};

use crate::help::with_values;
use crate::keys::{self, entry_of};
use crate::text::{ConfigText, DEFAULT_NAME, Entry, FileError, Scalar};

/// The variable that names the file.
const VARIABLE: &str = "PORTICO_CONFIG";

/// The option that names the file; a program flattens it into its own options.
#[derive(Clone, Debug, Default, Args)]
#[group(skip)]
pub struct ConfigOption {
    /// Configuration file, whose keys are options; by default `portico.toml` in this folder, if it
    /// is there. Flags and variables come first
    #[arg(
        long,
        env = VARIABLE,
        value_name = "FILE",
        global = true,
        // After the options of a verb.
        display_order = 1000
    )]
    pub config: Option<PathBuf>,
}

/// A command line with its file.
#[derive(Debug)]
pub struct CommandLine {
    /// All values.
    pub matches: ArgMatches,
    /// The command; its help shows the values of the file.
    pub command: Command,
    /// The file that was read.
    pub file: Option<PathBuf>,
    /// Options that have their value from the file.
    from_file: BTreeSet<Id>,
}

impl CommandLine {
    /// True if a person wrote the option in this call: it comes neither from a variable, nor from
    /// the file, nor from a default.
    pub fn is_typed(&self, matches: &ArgMatches, option: &str) -> bool {
        matches.value_source(option) == Some(ValueSource::CommandLine) && !self.is_from_file(option)
    }

    /// Keys of the options of this command line's verb that have other values in `other`, which has
    /// the same verb. Returns names alone, as a value may be a secret.
    pub fn changed_keys(&self, other: &Self) -> Vec<String> {
        let (verb, mine) = innermost(&self.command, &self.matches);
        let (_, others) = innermost(&other.command, &other.matches);
        let values = |matches: &ArgMatches, arg: &Arg| -> Vec<OsString> {
            let raw = matches.get_raw(arg.get_id().as_str());
            raw.into_iter().flatten().map(OsStr::to_os_string).collect()
        };
        let keys = verb.get_arguments().filter_map(|arg| {
            let key = arg.get_long().filter(|_| arg.get_env().is_some())?;
            (values(mine, arg) != values(others, arg)).then(|| key.to_owned())
        });
        keys.collect()
    }

    /// True if the file has the option's value.
    pub fn is_from_file(&self, option: &str) -> bool {
        self.from_file.iter().any(|id| id.as_str() == option)
    }
}

/// Why a program does not start.
#[derive(Debug)]
pub enum Refusal {
    /// The command line is wrong, or asks for help.
    CommandLine(Box<clap::Error>),
    /// The file is wrong.
    File(FileError),
}

/// Parses the command line of this process into the options of `command`.
pub fn parse<T: FromArgMatches>(command: Command) -> Result<(T, CommandLine), Refusal> {
    let variable = |name: &OsStr| std::env::var_os(name);
    let line = parse_from(command, std::env::args_os().collect(), &variable)?;
    let options = T::from_arg_matches(&line.matches);
    let options = options.map_err(|error| error.with_cmd(&line.command));
    let options = options.map_err(|error| Refusal::CommandLine(Box::new(error)))?;
    Ok((options, line))
}

/// Parses a command line; `variable` is the environment.
pub fn parse_from(
    command: Command,
    arguments: Vec<OsString>,
    variable: &dyn Fn(&OsStr) -> Option<OsString>,
) -> Result<CommandLine, Refusal> {
    let read = match named_file(&arguments, variable) {
        Some(path) => ConfigText::read(&path).map(Some),
        None if Path::new(DEFAULT_NAME).symlink_metadata().is_ok() => {
            ConfigText::read(Path::new(DEFAULT_NAME)).map(Some)
        }
        None => Ok(None),
    };
    let text = match read {
        Ok(text) => text,
        Err(error) => return Err(help_or(error, &command, &arguments)),
    };
    parse_with(command, arguments, text.as_ref(), variable)
}

/// Parses a command line with a file that was read.
pub fn parse_with(
    command: Command,
    arguments: Vec<OsString>,
    text: Option<&ConfigText>,
    variable: &dyn Fn(&OsStr) -> Option<OsString>,
) -> Result<CommandLine, Refusal> {
    let entries = match text.map(|text| keys::own_entries(&command, text)) {
        Some(Ok(entries)) => entries,
        Some(Err(error)) => return Err(help_or(error, &command, &arguments)),
        None => BTreeMap::new(),
    };
    let command = with_values(command, text, &entries);
    let parse = |arguments: Vec<OsString>| {
        let parsed = command.clone().try_get_matches_from(arguments);
        parsed.map_err(Box::new)
    };
    let lenient = command.clone().ignore_errors(true);
    let Ok(typed) = lenient.try_get_matches_from(&arguments) else {
        // It asks for help; an error before that word counts first.
        let error = parse(arguments).err();
        return Err(Refusal::CommandLine(error.unwrap_or_else(|| {
            Box::new(clap::Error::new(ErrorKind::DisplayHelp))
        })));
    };
    let options = text.map_or_else(Vec::new, |text| {
        options_of_file(&command, &typed, text, &entries, variable)
    });
    match parse(with_options(&arguments, options.iter())) {
        Ok(matches) => Ok(CommandLine {
            matches,
            from_file: options.iter().map(|option| option.id.clone()).collect(),
            file: text.map(|text| text.path.clone()),
            command,
        }),
        Err(error) => {
            let culprit = culprit(&error, &options, |without| {
                let others = options.iter().filter(|option| option.id != without.id);
                parse(with_options(&arguments, others)).is_ok()
            });
            Err(match (culprit, text) {
                (Some(option), Some(text)) => {
                    Refusal::File(text.refusal(option.entry.place, reason(&error, option)))
                }
                _ => Refusal::CommandLine(error),
            })
        }
    }
}

/// A person who asks for help gets it, whatever the file is like.
fn help_or(error: FileError, command: &Command, arguments: &[OsString]) -> Refusal {
    match command.clone().try_get_matches_from(arguments) {
        Err(asked) if !asked.use_stderr() => Refusal::CommandLine(Box::new(asked)),
        _ => Refusal::File(error),
    }
}

/// The file that the command line or the environment names.
fn named_file(
    arguments: &[OsString],
    variable: &dyn Fn(&OsStr) -> Option<OsString>,
) -> Option<PathBuf> {
    let mut options = arguments.iter().take_while(|argument| *argument != "--");
    while let Some(argument) = options.next() {
        if argument == "--config" {
            return options.next().map(PathBuf::from);
        }
        let bytes = argument.as_encoded_bytes();
        if bytes.starts_with(b"--config=") {
            let text = argument.to_string_lossy();
            return text.strip_prefix("--config=").map(PathBuf::from);
        }
    }
    let named = variable(OsStr::new(VARIABLE)).filter(|name| !name.is_empty());
    named.map(PathBuf::from)
}

/// An option that the file adds to the command line.
struct FileOption<'a> {
    id: Id,
    /// The option as clap's errors write it.
    shown: String,
    entry: &'a Entry,
    arguments: Vec<OsString>,
}

/// The options that the file adds: those of the last verb that neither a flag nor a variable sets,
/// and that exclude none of them.
fn options_of_file<'a>(
    command: &Command,
    typed: &ArgMatches,
    text: &ConfigText,
    entries: &BTreeMap<&str, &'a Entry>,
    variable: &dyn Fn(&OsStr) -> Option<OsString>,
) -> Vec<FileOption<'a>> {
    let mut command = command.clone();
    command.build();
    let (verb, matches) = innermost(&command, typed);
    let is_set = |arg: &Arg| {
        matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
            || arg.get_env().is_some_and(|name| variable(name).is_some())
    };
    let set: Vec<&Arg> = verb.get_arguments().filter(|arg| is_set(arg)).collect();
    let excludes = |one: &Arg, other: &Arg| {
        let excluded = verb.get_arg_conflicts_with(one);
        excluded.iter().any(|arg| arg.get_id() == other.get_id())
    };
    let folder = text.path.parent().unwrap_or(Path::new(""));
    let options = verb.get_arguments().filter_map(|arg| {
        let entry = entry_of(arg, entries)?;
        let is_out = set.iter().any(|other| {
            other.get_id() == arg.get_id() || excludes(arg, other) || excludes(other, arg)
        });
        (!is_out).then(|| FileOption {
            id: arg.get_id().clone(),
            shown: arg.to_string(),
            entry,
            arguments: arguments(arg, entry, folder),
        })
    });
    options.collect()
}

/// The last verb of a command line, with its values.
fn innermost<'a>(command: &'a Command, matches: &'a ArgMatches) -> (&'a Command, &'a ArgMatches) {
    let (mut verb, mut matches) = (command, matches);
    while let Some((name, inner)) = matches.subcommand() {
        let Some(below) = verb.find_subcommand(name) else {
            break;
        };
        (verb, matches) = (below, inner);
    }
    (verb, matches)
}

/// An entry as arguments of the command line.
fn arguments(arg: &Arg, entry: &Entry, folder: &Path) -> Vec<OsString> {
    let values = entry.values.iter();
    let arguments = values.filter_map(|value| match value {
        Scalar::Bool(false) => None,
        Scalar::Bool(true) => Some(format!("--{}", entry.key).into()),
        // The address of a place elsewhere is relative to nothing.
        Scalar::Text(path) if keys::is_path(arg) && !path.is_empty() && !path.contains("://") => {
            let mut argument = OsString::from(format!("--{}=", entry.key));
            argument.push(folder.join(path));
            Some(argument)
        }
        value => Some(format!("--{}={}", entry.key, value.as_argument()).into()),
    });
    arguments.collect()
}

/// The command line with more options, which are before `--`.
fn with_options<'a>(
    arguments: &[OsString],
    options: impl Iterator<Item = &'a FileOption<'a>>,
) -> Vec<OsString> {
    let end = arguments.iter().position(|argument| argument == "--");
    let (before, after) = arguments.split_at(end.unwrap_or(arguments.len()));
    let added = options.flat_map(|option| option.arguments.iter().cloned());
    let all = before.iter().cloned().chain(added);
    all.chain(after.iter().cloned()).collect()
}

/// The option of the file that an error is about: the one that it names, or the one without which
/// the command line is right.
fn culprit<'a>(
    error: &clap::Error,
    options: &'a [FileOption<'a>],
    is_right_without: impl Fn(&FileOption<'a>) -> bool,
) -> Option<&'a FileOption<'a>> {
    let named = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(name)) => options.iter().find(|option| option.shown == *name),
        _ => None,
    };
    named.or_else(|| options.iter().find(|option| is_right_without(option)))
}

/// Clap's sentence, without the lines for the command line.
fn reason(error: &clap::Error, option: &FileOption<'_>) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let sentence = text.split("\n\n").next().unwrap_or(text);
    let words: Vec<_> = sentence.split_whitespace().collect();
    format!("`{}`: {}", option.entry.key, words.join(" "))
}

#[cfg(test)]
mod tests {
    use clap::{ArgAction, value_parser};

    use super::*;

    fn command() -> Command {
        let option = |name: &'static str| Arg::new(name).long(name).env("PORTICO_NEVER_SET");
        let serve = Command::new("serve")
            .arg(
                option("listen")
                    .action(ArgAction::Append)
                    .default_value("a"),
            )
            .arg(
                option("hsts")
                    .value_parser(value_parser!(u32))
                    .default_value("1"),
            )
            .arg(option("cert").requires("key"))
            .arg(option("key"))
            .arg(option("acme").conflicts_with_all(["cert", "key"]))
            .arg(option("insecure").action(ArgAction::SetTrue))
            .arg(
                option("var")
                    .env("PORTICO_VAR")
                    .value_parser(value_parser!(PathBuf)),
            )
            .arg(
                option("database-url")
                    .env("DATABASE_URL")
                    .hide_env_values(true),
            )
            .arg(Arg::new("yes").long("yes").action(ArgAction::SetTrue))
            .arg(Arg::new("rest"));
        let make = Command::new("make")
            .arg(option("name").required(true))
            .arg(option("days").default_value("7"))
            .arg(
                option("list")
                    .conflicts_with("days")
                    .action(ArgAction::SetTrue),
            );
        Command::new("gateway").subcommand(serve).subcommand(make)
    }

    fn with(file: &str, arguments: &[&str], variables: &[&str]) -> Result<CommandLine, String> {
        let path = Path::new("etc/portico.toml");
        let text = ConfigText::parse(path, file.as_bytes(), false).unwrap();
        let all = ["gateway"].iter().chain(arguments).map(OsString::from);
        let variable = |name: &OsStr| {
            let is_set = variables.iter().any(|variable| name == *variable);
            is_set.then(|| "variable".into())
        };
        parse_with(command(), all.collect(), Some(&text), &variable).map_err(
            |refusal| match refusal {
                Refusal::CommandLine(error) => error.to_string(),
                Refusal::File(error) => error.to_string(),
            },
        )
    }

    fn values(parsed: &CommandLine, option: &str) -> Vec<String> {
        let (_, verb) = parsed.matches.subcommand().unwrap();
        let values = verb.get_raw(option).into_iter().flatten();
        values
            .map(|value| value.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn a_flag_beats_a_variable_beats_the_file_beats_the_default() {
        let file = "[gateway]\nlisten = ['b', 'c']\nhsts = 2\n[site]\nvar = 'data'";
        let read = with(file, &["serve"], &[]).unwrap();
        assert_eq!(values(&read, "listen"), ["b", "c"]);
        assert_eq!(values(&read, "hsts"), ["2"]);
        // A path is relative to the file.
        assert_eq!(values(&read, "var"), ["etc/data"]);
        assert!(read.is_from_file("var"));
        let elsewhere = with("[site]\nvar = 's3://b/data'", &["serve"], &[]).unwrap();
        assert_eq!(values(&elsewhere, "var"), ["s3://b/data"]);
        let typed = with(file, &["serve", "--listen", "d", "--", "--x"], &[]).unwrap();
        assert_eq!(values(&typed, "listen"), ["d"]);
        assert_eq!(values(&typed, "hsts"), ["2"]);
        assert_eq!(values(&typed, "rest"), ["--x"]);
        let set = with(file, &["serve"], &["PORTICO_VAR"]).unwrap();
        assert!(!set.is_from_file("var"));
        let without = with("", &["serve"], &[]).unwrap();
        assert_eq!(values(&without, "listen"), ["a"]);
        let own = with("[site]\nvar = 'a'\n[gateway]\nvar = '/b'", &["serve"], &[]).unwrap();
        assert_eq!(values(&own, "var"), ["/b"]);
    }

    #[test]
    fn a_flag_is_on_if_the_file_says_true() {
        for (file, expected) in [("true", true), ("false", false)] {
            let file = format!("[gateway]\ninsecure = {file}");
            let read = with(&file, &["serve"], &[]).unwrap();
            let (_, verb) = read.matches.subcommand().unwrap();
            assert_eq!(verb.get_flag("insecure"), expected);
        }
    }

    #[test]
    fn options_of_the_file_require_and_satisfy_others_as_flags_do() {
        let both = "[gateway]\ncert = 'c'\nkey = 'k'";
        assert!(with(both, &["serve"], &[]).is_ok());
        assert!(with("[gateway]\nkey = 'k'", &["serve", "--cert", "c"], &[]).is_ok());
        assert!(with("[gateway]\nname = 'n'", &["make"], &[]).is_ok());
        let alone = with("[gateway]\ncert = 'c'", &["serve"], &[]).unwrap_err();
        assert_eq!(
            alone,
            "etc/portico.toml:2:8: `cert`: the following required arguments were not provided: --key <key>"
        );
        let conflict = with(
            "[gateway]\ncert = 'c'\nkey = 'k'\nacme = 'x'",
            &["serve"],
            &[],
        );
        let conflict = conflict.unwrap_err();
        assert!(conflict.starts_with("etc/portico.toml:"), "{conflict}");
        assert!(conflict.contains("cannot be used with"), "{conflict}");
    }

    #[test]
    fn a_flag_beats_options_of_the_file_that_it_excludes() {
        let both = "[gateway]\ncert = 'c'\nkey = 'k'";
        let read = with(both, &["serve", "--acme", "x"], &[]).unwrap();
        assert_eq!(values(&read, "cert"), [""; 0]);
        let read = with(
            "[gateway]\ndays = '9'\nname = 'n'",
            &["make", "--list"],
            &[],
        )
        .unwrap();
        assert_eq!(values(&read, "days"), ["7"]);
        // The words of the command line alone are wrong.
        let error = with(both, &["serve", "--acme", "x", "--cert", "c"], &[]).unwrap_err();
        assert!(error.starts_with("error: "), "{error}");
    }

    #[test]
    fn a_wrong_key_or_value_is_refused_at_its_place() {
        for (file, expected) in [
            (
                "[gateway]\nlisen = 'a'",
                "2:1: unknown key `lisen` in `[gateway]`: did you mean `listen`?",
            ),
            (
                "[gateway]\nx = 'a'",
                "2:1: unknown key `x` in `[gateway]`: keys are",
            ),
            (
                "[gateway]\nconfig = 'a'",
                "2:1: unknown key `config` in `[gateway]`",
            ),
            (
                "[gateway]\nyes = true",
                "2:1: unknown key `yes` in `[gateway]`: keys are",
            ),
            (
                "[site]\nlisten = 'a'",
                "2:1: programs do not share `listen`: write it below `[gateway]`",
            ),
            (
                "[site]\nvra = 'a'",
                "2:1: unknown key `vra` in `[site]`: did you mean `var`?",
            ),
            (
                "[site]\nfolder = 'a'",
                "2:1: unknown key `folder` in `[site]`: an option of one",
            ),
            ("[gateway]\nhsts = '1'", "2:8: `hsts` takes a whole number"),
            (
                "[gateway]\nlisten = 1",
                "2:10: `listen` takes a string in quotation marks",
            ),
            (
                "[gateway]\ninsecure = 'yes'",
                "2:12: `insecure` takes `true` or `false`",
            ),
            (
                "[gateway]\ncert = ['a']",
                "2:8: `cert` takes one value, not a list",
            ),
            (
                "[gateway]\nhsts = -1",
                "2:8: `hsts`: invalid value '-1' for '--hsts <hsts>': -1 is not",
            ),
            (
                "[site]\ndatabase-url = 'postgres://a:b@c/d'",
                "2:1: `database-url` holds a secret, and others than the owner can read this file: `chmod 600 etc/portico.toml`",
            ),
        ] {
            let error = with(file, &["serve"], &[]).unwrap_err();
            let expected = format!("etc/portico.toml:{expected}");
            assert!(error.starts_with(&expected), "{error}");
        }
        // Other programs know their own tables.
        assert!(with("[origin]\nx = 1\n[site]\nsmtp-url = 'x'", &["serve"], &[]).is_ok());
    }

    #[test]
    fn changed_keys_are_those_whose_value_in_use_is_another() {
        let serve = |file: &str, flags: &[&str]| with(file, &[&["serve"], flags].concat(), &[]);
        let before =
            "[gateway]\nlisten = ['a', 'b']\nhsts = 2\ninsecure = true\ncert = 'c'\nkey = 'k'";
        let rows: [(&str, &[&str], &[&str]); 5] = [
            (before, &[], &[]),
            // Another order of keys, and a value that is the default.
            (
                "[gateway]\nkey = 'k'\ncert = 'c'\ninsecure = true\nhsts = 2\nlisten = ['a', 'b']",
                &[],
                &[],
            ),
            (
                "[gateway]\nlisten = 'a'\nhsts = 1\ncert = 'c'\nkey = 'k'",
                &[],
                &["listen", "hsts", "insecure"],
            ),
            (
                "[gateway]\nlisten = ['b', 'a']",
                &["--hsts=2"],
                &["listen", "cert", "key", "insecure"],
            ),
            ("", &["--hsts=2", "--insecure"], &["listen", "cert", "key"]),
        ];
        for (after, flags, expected) in rows {
            let (one, other) = (serve(before, flags).unwrap(), serve(after, flags).unwrap());
            let mut changed = one.changed_keys(&other);
            changed.sort_unstable();
            let mut expected = expected.to_vec();
            expected.sort_unstable();
            assert_eq!(changed, expected, "{after}");
        }
    }

    #[test]
    fn help_shows_the_file_and_its_values_and_no_secret() {
        let file =
            "[gateway]\nlisten = ['b', 'c']\ninsecure = true\ndatabase-url = 'postgres://db/site'";
        let help = with(file, &["serve", "--help"], &[]).unwrap_err();
        for expected in [
            "[file: b,c]",
            "[file: true]",
            "[file: set]",
            "Configuration file: etc/portico.toml",
        ] {
            assert!(help.contains(expected), "{expected}: {help}");
        }
        assert!(!help.contains("[default: a]"), "{help}");
        let wrong = with("[gateway]\nlistn = 1", &["serve", "--help"], &[]).unwrap_err();
        assert!(wrong.contains("Usage: gateway serve"), "{wrong}");
    }

    #[test]
    fn the_file_is_named_by_a_flag_then_by_the_variable() {
        let variable = |_: &OsStr| Some(OsString::from("v.toml"));
        let named = |arguments: &[&str]| {
            let arguments: Vec<_> = arguments.iter().map(OsString::from).collect();
            named_file(&arguments, &variable).unwrap()
        };
        assert_eq!(
            named(&["gateway", "--config", "f.toml"]),
            Path::new("f.toml")
        );
        assert_eq!(
            named(&["gateway", "serve", "--config=f.toml"]),
            Path::new("f.toml")
        );
        assert_eq!(
            named(&["gateway", "--", "--config=f.toml"]),
            Path::new("v.toml")
        );
    }
}
