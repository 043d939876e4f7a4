//! The help of the program: its verbs in groups.

use std::fmt::Write;

use clap::{Command, CommandFactory};

use super::options::Cli;

/// Groups of verbs, in the order of a site's life.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Make a site", &["new", "upgrade"]),
    (
        "Write",
        &["import", "check", "preview", "translations", "mcp"],
    ),
    (
        "Publish",
        &["build", "watch", "publish", "rollback", "release"],
    ),
    ("Look back", &["status", "list", "log", "why", "diff"]),
    (
        "Ship",
        &[
            "push", "pull", "export", "verify", "announce", "trigger", "follow",
        ],
    ),
    ("Clean up", &["purge", "prune"]),
];

/// Width of the list: it fits into every terminal.
const COLUMNS: usize = 80;

/// Width of the names, with the spaces around them.
const NAMES: usize = 16;

/// The command line, with its verbs in groups.
pub fn command_with_groups() -> Command {
    let command = Cli::command();
    let template = template(&command);
    command.help_template(template)
}

fn template(command: &Command) -> String {
    let header = command.get_styles().get_header();
    let mut groups = String::new();
    for (title, verbs) in GROUPS {
        let _ = writeln!(groups, "{header}{title}:{header:#}");
        for name in verbs {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(groups, "  {name:<0$}{1}", NAMES - 2, wrap(&about));
        }
        groups.push('\n');
    }
    format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n{{options}}{{after-help}}"
    )
}

/// A text in lines beside the names.
fn wrap(text: &str) -> String {
    let mut lines = String::new();
    let mut column = NAMES;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > NAMES && column + 1 + width > COLUMNS {
            let _ = write!(lines, "\n{:NAMES$}", "");
            column = NAMES;
        } else if column > NAMES {
            lines.push(' ');
            column += 1;
        }
        lines += word;
        column += width;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_verb_is_in_one_group_of_the_help() {
        let command = command_with_groups();
        let mut verbs: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
        let mut grouped: Vec<_> = GROUPS
            .iter()
            .flat_map(|(_, verbs)| *verbs)
            .copied()
            .collect();
        verbs.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, verbs);
    }

    #[test]
    fn help_has_the_groups_the_exit_codes_and_examples() {
        let help = command_with_groups().render_long_help().to_string();
        let lines: Vec<_> = help.lines().collect();
        for line in [
            "Make a site:",
            "Publish:",
            "Look back:",
            "Ship:",
            "Options:",
            "Examples:",
        ] {
            assert!(lines.contains(&line), "{line}: {help}");
        }
        assert!(help.contains("Exit codes: 0 done"), "{help}");
        let narrow = help
            .lines()
            .all(|line| !line.starts_with("  ") || line.chars().count() <= 100);
        assert!(narrow, "{help}");
    }
}
