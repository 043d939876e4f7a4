//! The command line, and its reference in `docs`.

use clap::CommandFactory;
use command_reference::configuration::{assert_file_sets_every_option, assert_keys_are_current};
use gateway::config::Cli;

/// `docs/reference/gateway-commands.md` has each command and option as `--help` has it.
#[test]
fn the_reference_of_the_commands_is_current() {
    let test = "cargo test -p gateway --test it commands";
    command_reference::assert_is_current(Cli::command(), test);
}

/// `docs/reference/configuration.md` has each key of `[gateway]`.
#[test]
fn the_reference_of_the_keys_is_current() {
    let test = "cargo test -p gateway --test it commands";
    assert_keys_are_current(&Cli::command(), test);
}

#[test]
fn the_file_sets_each_option_below_flags_and_variables() {
    assert_file_sets_every_option(&Cli::command());
}
