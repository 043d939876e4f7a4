//! `gateway`: parses the command line, starts logging, serves, and turns errors into exit codes.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::num::NonZero;
use std::process::ExitCode;
use std::thread;

use clap::Parser;
use gateway::App;
use gateway::config::{Cli, Command, Config, Options};
use gateway::exit::{Exit, Failure};
use gateway::net::descriptors;
use gateway::net::listen::Listeners;
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Done
            }
            .into();
        }
    };
    let done = match cli.command {
        Command::Serve(options) => serve(*options),
        Command::CheckConfig(options) => check(*options),
    };
    match done {
        Ok(()) => Exit::Done.into(),
        Err(Failure { exit, error }) => {
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            exit.into()
        }
    }
}

fn check(options: Options) -> Result<(), Failure> {
    let mut config = config(options)?;
    let room = descriptors::fit(&mut config.limits, descriptors::raise());
    for finding in gateway::check::findings(&config)? {
        say(&finding)?;
    }
    say(&room.sentence)?;
    runtime()?.block_on(async {
        for warning in gateway::check::try_origin(&config).await? {
            say(&warning)?;
        }
        // Last, because it fails where the gateway runs already, and the other findings are useful
        // there, too.
        listen(&config, 1).map(drop)
    })
}

fn serve(options: Options) -> Result<(), Failure> {
    start_logging();
    gateway::observe::panics::write_to_log();
    let mut config = config(options)?;
    let room = descriptors::fit(&mut config.limits, descriptors::raise());
    if room.is_enough {
        tracing::info!("{}", room.sentence);
    } else {
        tracing::warn!("{}", room.sentence);
    }
    // One runtime per core: this thread's is the first one's.
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let runtime = runtime()?;
    let system = |error| Failure::new(Exit::System, error);
    // Signals are caught before the address is printed, so that a reader of it may stop the program
    // at once.
    let (shutdown, listeners) = runtime.block_on(async {
        let shutdown = gateway::net::shutdown::signals().map_err(system)?;
        Ok((shutdown, listen(&config, cores)?))
    })?;
    let address = listeners.address().map_err(system)?;
    let scheme = if config.has_tls() { "https" } else { "http" };
    let app = App::build(config)?;
    say(&format!("Listening at {scheme}://{address}"))?;
    let redirect = listeners.redirect.as_ref();
    if let Some(address) = redirect.and_then(|one| one.local_addr().ok()) {
        say(&format!("Redirecting http://{address} to HTTPS"))?;
    }
    runtime.block_on(app.serve(listeners, shutdown));
    // Does not wait for files that are still being read.
    runtime.shutdown_background();
    Ok(())
}

fn config(options: Options) -> Result<Config, Failure> {
    Config::try_from(options).map_err(|error| Failure::new(Exit::Config, error))
}

fn runtime() -> Result<Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.map_err(|error| Failure::new(Exit::System, error))
}

fn listen(config: &Config, cores: usize) -> Result<Listeners, Failure> {
    let address = config.listen;
    let mut listeners =
        Listeners::bind(address, cores).map_err(|error| no_address(address, "--listen", error))?;
    if let Some(address) = config.http_redirect {
        let bound = Listeners::bind_one(address)
            .map_err(|error| no_address(address, "--http-redirect", error))?;
        listeners.redirect = Some(bound);
    }
    Ok(listeners)
}

fn no_address(address: SocketAddr, option: &str, error: std::io::Error) -> Failure {
    let remedy = gateway::net::listen::remedy(error.kind(), option);
    let what = format!("cannot listen on {address}; {remedy}");
    Failure::new(Exit::Address, anyhow::Error::new(error).context(what))
}

fn start_logging() {
    let filter = EnvFilter::try_from_env("PORTICO_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        // A log on a full disk is no reason for a request to fail: the complaint would go to the
        // same place, and panic.
        .log_internal_errors(false)
        .init();
}

/// Writes one line to standard output; people, scripts and tests read it.
fn say(line: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout();
    let written = writeln!(out, "{line}").and_then(|()| out.flush());
    written.map_err(|error| Failure::new(Exit::System, error))
}
