//! The command line, and its reference in `docs`.

use clap::CommandFactory;
use generator::config::options::Cli;

/// `docs/reference/generator-commands.md` has each command and option as `--help` has it.
#[test]
fn the_reference_of_the_commands_is_current() {
    let test = "cargo test -p generator --test it commands";
    command_reference::assert_is_current(Cli::command(), test);
}
