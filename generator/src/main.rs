//! Parses the command line, runs one command, ends with a named exit code.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use config_file::command_line::{self, Refusal};
use generator::config::help::command_with_groups;
use generator::config::options::{Cli, Command};
use generator::{commands, report};
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::Language;
use rustix::fs::Mode;
use tracing_subscriber::EnvFilter;

/// A build makes millions of short-lived texts and nodes; this allocator takes a tenth of its CPU
/// time off.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Members of the generator's group may read its files, others may not: guarded pages are in
/// `builds/`, too.
const UMASK: Mode = Mode::WGRP.union(Mode::RWXO);

fn main() -> ExitCode {
    keep_from_others();
    let cli = match command_line::parse::<Cli>(command_with_groups()) {
        Ok((cli, _)) => cli,
        Err(Refusal::File(error)) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            return Exit::Usage.into();
        }
        Err(Refusal::CommandLine(error)) => {
            let _ = error.print();
            let asked = matches!(
                error.kind(),
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
            );
            return if asked { Exit::Done } else { Exit::Usage }.into();
        }
    };
    let chosen = std::env::var("GENERATOR_LOG").ok();
    let directives = config_file::log::directives(chosen.as_deref(), "warn");
    let filter = EnvFilter::try_new(directives).unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        // A log on a full disk is no reason for a build to fail: the complaint would go to the same
        // place, and panic.
        .log_internal_errors(false)
        .init();
    let language = cli.language.language();
    match run(cli.command, language) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            report::failure(&failure, language);
            failure.exit.into()
        }
    }
}

/// Takes permissions away from all files that are written from now on; a stricter umask stays.
fn keep_from_others() {
    let given = rustix::process::umask(UMASK);
    rustix::process::umask(given.union(UMASK));
}

fn run(command: Command, language: Language) -> Result<Exit, Failure> {
    let done = match command {
        Command::New(args) => commands::new::new(&args, language),
        Command::Upgrade(args) => return commands::upgrade::upgrade(&args, language),
        Command::Import(args) => commands::import::import(&args, language),
        Command::Build(args) => commands::site::build(&args, language),
        Command::Watch(args) => commands::site::watch(&args, language),
        Command::Check(args) => commands::site::check(&args, language),
        Command::Translations(args) => commands::translations::translations(&args, language),
        Command::Preview(args) => commands::preview::preview(&args, language),
        Command::Publish(args) => commands::builds::publish(&args, language),
        Command::Rollback(args) => commands::builds::rollback(&args, language),
        Command::Log(args) => commands::records::log(&args, language),
        Command::Status(args) => return commands::records::status(&args, language),
        Command::Purge(args) => commands::builds::purge(&args, language),
        Command::Release(args) => commands::builds::release(&args, language),
        Command::Diff(args) => return commands::diff::diff(&args, language),
        Command::List(args) => commands::builds::list(&args, language),
        Command::Trigger(args) => return commands::trigger::trigger(&args, language),
        Command::Follow(args) => return commands::trigger::follow(&args, language),
        Command::Mcp(args) => commands::mcp::mcp(&args, language),
        Command::Why(args) => commands::why::why(&args, language),
        Command::Verify(args) => return commands::deploy::verify(&args, language),
        Command::Announce(args) => commands::announce::announce(&args, language),
        Command::Export(args) => commands::deploy::export(&args, language),
        Command::Push(args) => commands::deploy::push(&args, language),
        Command::Pull(args) => commands::deploy::pull(&args, language),
        Command::Prune(args) => commands::builds::prune(&args, language),
    };
    done.map(|()| Exit::Done)
}
