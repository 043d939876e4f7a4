//! The reference of a program's commands in `docs/reference`, written from its command line.
//!
//! Each program has a test that calls [`assert_is_current`]. (clap-markdown leaves out the
//! environment variables.)

pub mod configuration;
pub mod metrics;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use clap::builder::StyledStr;
use clap::{Arg, Command, Id};

/// Lines of a table that is repeated rather than named.
const FEW: usize = 20;

/// Width of a document's text.
const COLUMNS: usize = 100;

/// Compares the reference in `docs/reference` with the command line; `UPDATE_GOLDEN=1` writes it.
///
/// # Panics
///
/// If they differ. The message names `test`, the command that writes the file.
pub fn assert_is_current(command: Command, test: &str) {
    let name = format!("docs/reference/{}-commands.md", command.get_name());
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(&name);
    let written = markdown(command);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &written).expect("docs/reference can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        golden == written,
        "{name} differs from the command line; if the change is meant: UPDATE_GOLDEN=1 {test}"
    );
}

/// The whole document.
fn markdown(mut command: Command) -> String {
    command.build();
    let mut out = format!("# Commands of `{}`\n\n", command.get_name());
    out += "Written from the program's `--help` by a test; CONTRIBUTING.md names the command.\n";
    if let Some(about) = command.get_long_about().or(command.get_about()) {
        paragraphs(&mut out, about);
    }
    let log = command.get_after_help().cloned();
    if let Some(log) = &log {
        paragraphs(&mut out, log);
    }
    arguments(&mut out, &command, &BTreeSet::new());
    let inherited = global(&command);
    let mut tables = BTreeMap::new();
    for subcommand in subcommands(&mut command) {
        section(&mut out, subcommand, &inherited, log.as_ref(), &mut tables);
    }
    out
}

/// A command and the commands below it. Neither options that a command above has, nor the text
/// that every command ends with, nor the tables of an earlier command are repeated; `tables` has
/// these, and the command's name.
fn section(
    out: &mut String,
    command: &mut Command,
    inherited: &BTreeSet<Id>,
    above: Option<&StyledStr>,
    tables: &mut BTreeMap<String, String>,
) {
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let _ = write!(out, "\n## {name}\n\n    {}\n", usage.trim());
    if let Some(about) = command.get_long_about().or(command.get_about()) {
        paragraphs(out, about);
    }
    let log = above.map(StyledStr::to_string).unwrap_or_default();
    let end = command.get_after_help();
    if let Some(end) = end.filter(|end| !log.contains(&end.to_string())) {
        paragraphs(out, end);
    }
    let mut table = String::new();
    arguments(&mut table, command, inherited);
    match tables.get(&table) {
        Some(earlier) if table.lines().count() > FEW => {
            let _ = write!(out, "\nThe options are those of `{earlier}`.\n");
        }
        _ => out.push_str(&table),
    }
    tables
        .entry(table)
        .or_insert_with(|| command.get_bin_name().unwrap_or_default().to_owned());
    let inherited = inherited | &global(command);
    for subcommand in subcommands(command) {
        section(out, subcommand, &inherited, above, tables);
    }
}

/// The tables of a command's arguments and options, one for each heading of its help.
fn arguments(out: &mut String, command: &Command, inherited: &BTreeSet<Id>) {
    let is_own = |arg: &&Arg| {
        let is_of_clap = ["help", "help_all", "version"].contains(&arg.get_id().as_str());
        !is_of_clap && !arg.is_hide_set() && !inherited.contains(arg.get_id())
    };
    let (positionals, mut options): (Vec<_>, Vec<_>) = command
        .get_arguments()
        .filter(is_own)
        .partition(|arg| arg.is_positional());
    options.sort_by_key(|arg| {
        let mut headings = command.get_arguments().map(Arg::get_help_heading);
        headings.position(|heading| heading == arg.get_help_heading())
    });
    if positionals.is_empty() && options.is_empty() {
        return;
    }
    let mut heading = None;
    let mut is_first = true;
    for arg in positionals.into_iter().chain(options) {
        if is_first || arg.get_help_heading() != heading {
            heading = arg.get_help_heading();
            table_head(out, heading);
            is_first = false;
        }
        row(out, arg);
    }
}

fn table_head(out: &mut String, heading: Option<&str>) {
    if let Some(heading) = heading {
        let _ = write!(out, "\n**{heading}**\n");
    }
    *out += "\n| option | default | variable | meaning |\n|---|---|---|---|\n";
}

fn row(out: &mut String, arg: &Arg) {
    let defaults = arg.get_default_values().iter();
    let default = match arg.get_action().takes_values() {
        true => codes(defaults.map(|value| value.to_string_lossy().into_owned())),
        false => String::new(),
    };
    let variable = codes(
        arg.get_env()
            .map(|name| name.to_string_lossy().into_owned()),
    );
    let row = [codes([arg.to_string()]), default, variable, meaning(arg)];
    let cells = row.map(|cell| cell.replace('|', "\\|"));
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

/// The help text, and the permitted values.
fn meaning(arg: &Arg) -> String {
    let help = arg.get_long_help().or(arg.get_help());
    let help = help.map(StyledStr::to_string).unwrap_or_default();
    // The first paragraph is the short help, and has no full stop.
    let mut meaning = one_line(help.replace("\n\n", ". ").trim_end_matches('.'));
    if arg.is_global_set() {
        meaning += "; also after a subcommand";
    }
    let values = match arg.get_action().takes_values() {
        true => arg.get_possible_values(),
        false => Vec::new(),
    };
    let values: Vec<_> = values
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({})", value.get_name(), one_line(&help.to_string())),
            None => format!("`{}`", value.get_name()),
        })
        .collect();
    if !values.is_empty() {
        let _ = write!(meaning, ". Values: {}", values.join(", "));
    }
    meaning
}

/// Ids of the options that subcommands accept, too.
fn global(command: &Command) -> BTreeSet<Id> {
    let global = command.get_arguments().filter(|arg| arg.is_global_set());
    global.map(|arg| arg.get_id().clone()).collect()
}

/// The subcommands in the order of the help, without clap's `help`.
fn subcommands(command: &mut Command) -> impl Iterator<Item = &mut Command> {
    command
        .get_subcommands_mut()
        .filter(|command| command.get_name() != "help" && !command.is_hide_set())
}

/// Texts as code, with commas between them.
fn codes(texts: impl IntoIterator<Item = String>) -> String {
    let texts: Vec<_> = texts.into_iter().map(|text| format!("`{text}`")).collect();
    texts.join(", ")
}

/// Paragraphs of a text, each after an empty line, as wide as the documents are.
fn paragraphs(out: &mut String, text: &StyledStr) {
    for paragraph in text.to_string().split("\n\n") {
        *out += "\n";
        if paragraph.lines().all(|line| line.starts_with("    ")) {
            // Code keeps its lines.
            let _ = writeln!(out, "{}", paragraph.trim_end());
            continue;
        }
        let mut column = 0;
        for word in paragraph.split_whitespace() {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > COLUMNS {
                *out += "\n";
                column = 0;
            }
            if column > 0 {
                *out += " ";
                column += 1;
            }
            *out += word;
            column += width;
        }
        *out += "\n";
    }
}

fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_table_of_an_earlier_command_is_named() {
        let options = |command: Command| {
            (0..FEW).fold(command, |command, number| {
                let name: &str = Box::leak(format!("option-{number}").into_boxed_str());
                command.arg(Arg::new(name).long(name))
            })
        };
        let tool = Command::new("tool")
            .subcommand(options(Command::new("serve")))
            .subcommand(options(Command::new("check")))
            .subcommand(options(Command::new("other")).arg(Arg::new("more").long("more")));
        let written = markdown(tool);
        let (serve, rest) = written.split_once("## tool check").unwrap();
        let (check, other) = rest.split_once("## tool other").unwrap();
        assert!(serve.contains("`--option-7") && other.contains("`--option-7"));
        assert!(
            check.ends_with("\n\nThe options are those of `tool serve`.\n\n"),
            "{check}"
        );
    }

    #[test]
    fn an_option_has_its_value_default_variable_and_help_once() {
        let level = Arg::new("level")
            .long("level")
            .value_name("A|B")
            .env("LEVEL")
            .default_value("a")
            .value_parser(["a", "b"])
            .global(true)
            .help("How\nmuch");
        let quiet = Arg::new("quiet")
            .long("quiet")
            .action(clap::ArgAction::SetTrue);
        let run = Command::new("run")
            .about("Runs")
            .after_help("Log")
            .arg(Arg::new("file").required(true).help("Input"))
            .arg(quiet);
        let command = Command::new("tool").after_help("Log").arg(level);
        let written = markdown(command.subcommand(run));
        let (_, text) = written.split_once("names the command.\n").unwrap();
        assert_eq!(
            text,
            "\nLog\n\n\
             | option | default | variable | meaning |\n|---|---|---|---|\n\
             | `--level <A\\|B>` | `a` | `LEVEL` | How much; also after a subcommand. Values: `a`, `b` |\n\
             \n## tool run\n\n    tool run [OPTIONS] <file>\n\nRuns\n\n\
             | option | default | variable | meaning |\n|---|---|---|---|\n\
             | `<file>` |  |  | Input |\n| `--quiet` |  |  |  |\n"
        );
    }
}
