//! The keys of the configuration file: their tables in `docs/reference/configuration.md`, and the
//! proof that each option can be set by the file.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use config_file::command_line::parse_with;
use config_file::keys::{Kind, SHARED, keys, kind, takes_list};
use config_file::text::{ConfigText, SITE};

use crate::codes;

/// Commands that a row names; of more it has the number.
const COMMANDS_MAX: usize = 4;

/// Compares the program's keys in `docs/reference/configuration.md` with the command line;
/// `UPDATE_GOLDEN=1` writes them. Also parses the example, `docs/operating/portico.toml`.
///
/// # Panics
///
/// If they differ. The message names `test`, the command that writes the file.
pub fn assert_keys_are_current(command: &Command, test: &str) {
    let program = command.get_name();
    let mut table =
        String::from("| key | value | default | variable | commands |\n|---|---|---|---|---|\n");
    for (key, args) in keys(command) {
        let mut verbs = Vec::new();
        verbs_with(command, key, "", &mut verbs);
        row(&mut table, key, &args, &verbs);
    }
    assert_section_is_current(program, &table, test);
    assert_example_is_right(command);
}

/// Proves that the program starts with the example of the documentation.
fn assert_example_is_right(command: &Command) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operating/portico.toml");
    let bytes = fs::read(&path).expect("the example is there");
    let text = ConfigText::parse(&path, &bytes, false).unwrap_or_else(|error| panic!("{error}"));
    for verb in ["serve", "check-config", "build", "watch"] {
        if command.find_subcommand(verb).is_some() {
            let arguments = [command.get_name(), verb].map(OsString::from).to_vec();
            let line = parse_with(command.clone(), arguments, Some(&text), &|_| None);
            let line = line.unwrap_or_else(|refusal| panic!("{verb}: {refusal:?}"));
            assert!(line.is_from_file("builds"), "{verb}");
        }
    }
}

fn row(table: &mut String, key: &str, args: &[&Arg], verbs: &[String]) {
    let first = args[0];
    let value = match (kind(first), args.iter().any(|arg| takes_list(arg))) {
        (Kind::Flag, _) => "`true` or `false`",
        (Kind::Number, false) => "number",
        (Kind::Number, true) => "number, or a list",
        (Kind::Text, false) => "string",
        (Kind::Text, true) => "string, or a list",
    };
    let texts = |find: fn(&Arg) -> Vec<String>| {
        let all: BTreeSet<_> = args.iter().flat_map(|arg| find(arg)).collect();
        codes(all)
    };
    let default = texts(|arg| {
        let is_flag = kind(arg) == Kind::Flag;
        let values = arg.get_default_values().iter().filter(|_| !is_flag);
        values
            .map(|value| value.to_string_lossy().into_owned())
            .collect()
    });
    let variable = texts(|arg| {
        let name = arg
            .get_env()
            .map(|name| name.to_string_lossy().into_owned());
        name.into_iter().collect()
    });
    let verbs = match verbs.len() {
        1..=COMMANDS_MAX => codes(verbs.iter().cloned()),
        0 => "all".to_owned(),
        number => format!("{number} commands"),
    };
    let _ = writeln!(
        table,
        "| `{key}` | {value} | {default} | {variable} | {verbs} |"
    );
}

/// Verbs that have an option; none if it is an option of the program itself.
fn verbs_with(command: &Command, key: &str, above: &str, verbs: &mut Vec<String>) {
    for verb in command.get_subcommands() {
        let name = format!("{above}{}", verb.get_name());
        if verb.get_arguments().any(|arg| arg.get_long() == Some(key)) {
            verbs.push(name.clone());
        }
        verbs_with(verb, key, &format!("{name} "), verbs);
    }
}

/// Compares one table of the page, which is all of its section.
pub(crate) fn assert_section_is_current(name: &str, table: &str, test: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/configuration.md");
    let page = fs::read_to_string(&path).unwrap_or_default();
    let heading = format!("## `[{name}]`\n");
    let (before, rest) = page
        .split_once(&heading)
        .unwrap_or_else(|| panic!("docs/reference/configuration.md has no section {heading}"));
    let end = rest.find("\n## ").unwrap_or(rest.len());
    let written = format!("{before}{heading}\n{table}{}", &rest[end..]);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &written).expect("docs/reference can be written");
        return;
    }
    assert!(
        page == written,
        "docs/reference/configuration.md differs from the options; if the change is meant: UPDATE_GOLDEN=1 {test}"
    );
}

/// Proves of each option of each verb that the file sets it, that a variable and a flag come before
/// the file, and that the default holds without them.
///
/// # Panics
///
/// If an option behaves otherwise.
pub fn assert_file_sets_every_option(command: &Command) {
    let mut proved = 0;
    for verb in leaves(command, &[]) {
        for (depth, level) in levels(command, &verb).into_iter().enumerate() {
            let keys = keys(level);
            for arg in level.get_arguments() {
                let is_key = arg.get_long().is_some_and(|key| keys.contains_key(key));
                // An option above a verb is one of the verb only if it is global.
                if is_key && (depth == verb.len() || arg.is_global_set()) {
                    assert_file_sets(command, &verb, arg);
                    proved += 1;
                }
            }
        }
    }
    assert!(proved > 0, "{} has no options", command.get_name());
}

/// The program, and the verbs below it one after another.
fn levels<'a>(command: &'a Command, verb: &[String]) -> Vec<&'a Command> {
    let mut levels = vec![command];
    for name in verb {
        let below = levels.last().and_then(|level| level.find_subcommand(name));
        levels.push(below.expect("the verb is there"));
    }
    levels
}

/// The verbs without verbs below them.
fn leaves(command: &Command, above: &[String]) -> Vec<Vec<String>> {
    let verbs: Vec<_> = command.get_subcommands().collect();
    if verbs.is_empty() {
        return vec![above.to_vec()];
    }
    let below = verbs.into_iter().map(|verb| {
        let path = [above, &[verb.get_name().to_owned()]].concat();
        leaves(verb, &path)
    });
    below.flatten().collect()
}

/// A source of an option's value.
#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    Flag,
    Variable,
    File(&'a str),
    Default,
}

fn assert_file_sets(command: &Command, verb: &[String], arg: &Arg) {
    let key = arg.get_long().expect("keys are long names");
    let program = command.get_name();
    let case = |source| value(command, verb, arg, source);
    let [flag, file] = match kind(arg) {
        Kind::Flag => ["true"; 2],
        Kind::Number => ["17", "18"],
        Kind::Text => ["flag", "file"],
    };
    let by_file = case(Source::File(program));
    assert_eq!(by_file, [file], "{verb:?} --{key} by [{program}]");
    let variable = arg.get_env();
    let is_shared =
        |(shared, name): &(&str, &str)| *shared == key && variable.is_some_and(|it| it == *name);
    if SHARED.iter().any(is_shared) {
        assert_eq!(
            case(Source::File(SITE)),
            [file],
            "{verb:?} --{key} by [site]"
        );
    }
    assert_eq!(case(Source::Flag), [flag], "{verb:?} --{key} as a flag");
    let default = case(Source::Default);
    let built_in: Vec<_> = arg
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy())
        .collect();
    if kind(arg) == Kind::Flag {
        assert_eq!(default, ["false"], "{verb:?} --{key} by default");
    } else {
        // A list in one default has commas.
        assert_eq!(
            default.join(","),
            built_in.join(","),
            "{verb:?} --{key} by default"
        );
    }
    if variable.is_some_and(|name| std::env::var_os(name).is_none()) {
        let by_variable = case(Source::Variable);
        assert_eq!(
            by_variable, default,
            "{verb:?} --{key}: the file is before its variable"
        );
    }
}

/// The values of an option, if the sources up to `source` have it. Variables are left to clap: with
/// one that is set, the file must add nothing.
fn value(command: &Command, verb: &[String], arg: &Arg, source: Source<'_>) -> Vec<String> {
    let key = arg.get_long().expect("keys are long names");
    let text = match kind(arg) {
        Kind::Flag => "true",
        Kind::Number => "18",
        Kind::Text => "'file'",
    };
    let text = match source {
        Source::Default => String::new(),
        Source::File(table) => format!("[{table}]\n{key} = {text}\n"),
        Source::Flag | Source::Variable => {
            format!("[{}]\n{key} = {text}\n", command.get_name())
        }
    };
    let text = ConfigText::parse(Path::new("portico.toml"), text.as_bytes(), true);
    let text = text.expect("the file is right");
    let mut arguments = vec![OsString::from(command.get_name())];
    arguments.extend(verb.iter().map(OsString::from));
    if let Source::Flag = source {
        arguments.push(match kind(arg) {
            Kind::Flag => format!("--{key}").into(),
            Kind::Number => format!("--{key}=17").into(),
            Kind::Text => format!("--{key}=flag").into(),
        });
    }
    let variable = |name: &OsStr| {
        let is_own = matches!(source, Source::Variable) && arg.get_env() == Some(name);
        is_own.then(|| "variable".into())
    };
    // Other options are missing, and the values of this one are no addresses.
    let is_real = matches!(source, Source::Default | Source::Variable);
    let command = loosen(command.clone(), is_real).ignore_errors(true);
    let line = parse_with(command, arguments, Some(&text), &variable);
    let line = line.unwrap_or_else(|refusal| panic!("{verb:?} --{key}: {refusal:?}"));
    let matches = innermost(&line.matches);
    if kind(arg) == Kind::Flag {
        return vec![matches.get_flag(arg.get_id().as_str()).to_string()];
    }
    let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
    values
        .map(|value| value.to_string_lossy().into_owned())
        .collect()
}

/// The command with values of any form; with defaults that are really built in, none from the
/// environment of the test.
fn loosen(command: Command, is_real: bool) -> Command {
    command
        .mut_args(|arg| {
            let is_text = kind(&arg) == Kind::Text
                && arg.get_value_parser().type_id() != std::any::TypeId::of::<PathBuf>();
            let arg = match is_text && !is_real {
                true => arg.value_parser(value_parser!(OsString)),
                false => arg,
            };
            // The name stays for the file's rules, the value is that of a variable that is unset.
            match is_real
                && arg
                    .get_env()
                    .is_some_and(|name| std::env::var_os(name).is_some())
            {
                true => arg.env(None),
                false => arg,
            }
        })
        .mut_subcommands(|verb| loosen(verb, is_real))
}

fn innermost(matches: &ArgMatches) -> &ArgMatches {
    match matches.subcommand() {
        Some((_, inner)) => innermost(inner),
        None => matches,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Options with their variables in the reference of one program's commands.
    fn options_with_variables(program: &str) -> BTreeSet<(String, String)> {
        let place = format!("../../docs/reference/{program}-commands.md");
        let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(place)).unwrap();
        let rows = page.lines().filter_map(|line| {
            let (option, _) = line.strip_prefix("| `--")?.split_once([' ', '`'])?;
            let line = line.replace("\\|", "");
            let variable = line.split(" | ").nth(2)?.strip_prefix('`')?;
            let row = (option.to_owned(), variable.strip_suffix('`')?.to_owned());
            (option != "config").then_some(row)
        });
        rows.collect()
    }

    #[test]
    fn shared_keys_are_the_options_that_several_programs_have() {
        let programs = ["generator", "gateway", "origin"];
        let options = programs.map(|program| (program, options_with_variables(program)));
        let programs_with = |row: &(String, String)| {
            let with = options.iter().filter(|(_, rows)| rows.contains(row));
            with.map(|(program, _)| (*program).to_owned())
                .collect::<Vec<_>>()
        };
        let all: BTreeSet<_> = options.iter().flat_map(|(_, rows)| rows).collect();
        let shared: Vec<_> = all
            .into_iter()
            .filter(|row| programs_with(row).len() > 1)
            .collect();
        let names: Vec<_> = shared
            .iter()
            .map(|(key, variable)| (key.as_str(), variable.as_str()))
            .collect();
        assert_eq!(names, SHARED);
        let mut table = String::from("| key | variable | programs |\n|---|---|---|\n");
        for row in shared {
            let (key, variable) = row;
            let _ = writeln!(
                table,
                "| `{key}` | `{variable}` | {} |",
                codes(programs_with(row))
            );
        }
        let test = "cargo test -p command-reference";
        assert_section_is_current(SITE, &table, test);
    }
}
