//! `gateway`: parses the command line, starts logging, serves, and turns errors into exit codes.

use std::error::Error;
use std::io::{IsTerminal, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use config_file::command_line::{self, CommandLine, Refusal};
use gateway::App;
use gateway::config::{Cli, Command, Config, ListenAddress, LogFormat, Options};
use gateway::exit::{Exit, Failure};
use gateway::net::descriptors;
use gateway::net::inherited::Inherited;
use gateway::net::listen::Listeners;
use gateway::net::service_manager;
use gateway::net::signals::Signals;
use gateway::net::sockets::Role;
use gateway::refresh::ConfigChanges;
use sentences::{Language, Message};
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let (cli, line) = match command_line::parse::<Cli>(Cli::command_for_beginners()) {
        Ok(parsed) => parsed,
        Err(Refusal::CommandLine(error)) => {
            let _ = error.print();
            return if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Done
            }
            .into();
        }
        Err(Refusal::File(error)) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            return Exit::Config.into();
        }
    };
    let language = cli.language.language();
    let done = match cli.command {
        Command::Serve(options) => serve(*options, line),
        Command::CheckConfig(options) => check(*options, line.file.as_deref(), language),
    };
    match done {
        Ok(()) => Exit::Done.into(),
        Err(Failure { exit, error }) => {
            let words =
                sentences::explain(&error, language, |cause| words_of_origin(cause, language));
            let line = Message::new("labelled/error").with("words", words);
            let _ = writeln!(std::io::stderr(), "{}", line.text(language));
            exit.into()
        }
    }
}

/// Words of the embedded origin for a reason of its own.
#[cfg(feature = "embedded-origin")]
fn words_of_origin(cause: &(dyn Error + 'static), language: Language) -> Option<String> {
    origin::message_of(cause).map(|message| message.text(language))
}

#[cfg(not(feature = "embedded-origin"))]
fn words_of_origin(_: &(dyn Error + 'static), _: Language) -> Option<String> {
    None
}

fn check(options: Options, file: Option<&Path>, language: Language) -> Result<(), Failure> {
    let say = |finding: Message| say(&finding.text(language));
    if let Some(file) = file {
        say(Message::new("configuration-file").with("file", file.display().to_string()))?;
    }
    let mut config = config(options)?;
    let room = descriptors::fit(&mut config.limits, descriptors::raise());
    for finding in gateway::check::findings(&config)? {
        say(finding)?;
    }
    say(room.message)?;
    runtime()?.block_on(async {
        for warning in gateway::check::try_origin(&config).await? {
            say(warning)?;
        }
        // Last, because it fails where the gateway runs already, and the other findings are useful
        // there, too.
        listen(&config, 1, Inherited::default()).map(drop)
    })
}

/// The options, with the addresses of the sockets that systemd has opened.
fn with_inherited(mut options: Options, inherited: &Inherited) -> Options {
    if !inherited.are_systemds {
        return options;
    }
    let site = inherited.addresses(Role::Site);
    if !site.is_empty() {
        options.listen = site;
    }
    let first = |role| {
        let addresses = inherited.addresses(role);
        addresses.iter().find_map(ListenAddress::tcp)
    };
    options.http_redirect = first(Role::Redirect).or(options.http_redirect);
    options.metrics_listen = first(Role::Operators).or(options.metrics_listen);
    options
}

fn serve(options: Options, line: CommandLine) -> Result<(), Failure> {
    start_logging(options.log_format);
    if let Some(file) = &line.file {
        tracing::info!(file = %file.display(), "configuration file");
    }
    gateway::observe::panics::write_to_log();
    let received = Inherited::receive();
    let (inherited, predecessor) = received.map_err(|error| Failure::new(Exit::System, error))?;
    let mut config = config(with_inherited(options, &inherited))?;
    let room = descriptors::fit(&mut config.limits, descriptors::raise());
    if room.is_enough {
        tracing::info!("{}", room.message);
    } else {
        tracing::warn!("{}", room.message);
    }
    // One runtime per core: this thread's is the first one's.
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let runtime = runtime()?;
    let system = |error| Failure::new(Exit::System, error);
    let mut listeners = listen(&config, cores, inherited)?;
    // Signals are caught before the address is printed, so that a reader of it may stop the program
    // at once.
    let signals = runtime.block_on(async { Signals::catch().map_err(system) })?;
    let (drain, scheme) = (config.drain, config.scheme());
    let app = App::build(config)?;
    // The reader of a predecessor's output knows the addresses, and may be gone.
    if predecessor.is_none() {
        say_addresses(&listeners, scheme)?;
    }
    let sockets = listeners.for_cores(cores).map_err(system)?;
    service_manager::notify_ready();
    if let Some(predecessor) = predecessor {
        predecessor.report_ready().map_err(system)?;
        listeners.take_over_files();
    }
    let files = app.refresh();
    let refresh = move || files.run(|| ConfigChanges::find(&line)).log();
    let served = runtime.block_on(async {
        tokio::spawn(signals.follow(app.phases(), Arc::new(listeners), drain, refresh));
        app.serve(sockets).await
    });
    // Does not wait for files that are still being read.
    runtime.shutdown_background();
    served.map_err(system)
}

/// Prints the addresses in one piece: a reader that needs only the first may leave after it.
fn say_addresses(listeners: &Listeners, scheme: &str) -> Result<(), Failure> {
    let site = listeners.addresses(Role::Site);
    let site = site.map(|address| match address {
        ListenAddress::Tcp(address) => format!("Listening at {scheme}://{address}"),
        ListenAddress::Unix(_) => format!("Listening at {address}"),
    });
    let redirect = listeners.addresses(Role::Redirect);
    let redirect = redirect.map(|address| format!("Redirecting http://{address} to HTTPS"));
    let metrics = listeners.addresses(Role::Operators);
    let metrics = metrics.map(|address| format!("Metrics at http://{address}/metrics"));
    let lines = site.chain(redirect).chain(metrics);
    say(&lines.collect::<Vec<_>>().join("\n"))
}

fn config(options: Options) -> Result<Config, Failure> {
    Config::try_from(options).map_err(|error| Failure::new(Exit::Config, error.message()))
}

fn runtime() -> Result<Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.map_err(|error| Failure::new(Exit::System, error))
}

fn listen(config: &Config, cores: usize, mut inherited: Inherited) -> Result<Listeners, Failure> {
    let mut listeners = Listeners::default();
    listeners.are_systemds = inherited.are_systemds;
    let site = config.listen.iter().cloned();
    let site = site.map(|one| (Role::Site, one, "--listen"));
    let redirect = config.http_redirect.map(ListenAddress::Tcp).into_iter();
    let redirect = redirect.map(|one| (Role::Redirect, one, "--http-redirect"));
    let metrics = config.metrics_listen.map(ListenAddress::Tcp).into_iter();
    let metrics = metrics.map(|one| (Role::Operators, one, "--metrics-listen"));
    for (role, address, option) in site.chain(redirect).chain(metrics) {
        let sockets = if role == Role::Site { cores } else { 1 };
        let added = listeners.add(role, &address, sockets, &mut inherited);
        added.map_err(|error| no_address(&address, option, error))?;
    }
    listeners.drop_others(inherited);
    Ok(listeners)
}

fn no_address(address: &ListenAddress, option: &str, error: std::io::Error) -> Failure {
    let remedy = gateway::net::listen::remedy(address, error.kind(), option);
    let message = Message::new("cannot-listen")
        .with("address", address.to_string())
        .with("remedy", remedy);
    Failure::new(Exit::Address, message.because(error))
}

fn start_logging(format: LogFormat) {
    let chosen = std::env::var("PORTICO_LOG").ok();
    let directives = config_file::log::directives(chosen.as_deref(), "info");
    let filter = EnvFilter::try_new(directives).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        // A log on a full disk is no reason for a request to fail: the complaint would go to the
        // same place, and panic.
        .log_internal_errors(false);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
}

/// Writes lines to standard output; people, scripts and tests read it.
fn say(line: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout();
    let written = out.write_all(format!("{line}\n").as_bytes());
    let written = written.and_then(|()| out.flush());
    written.map_err(|error| Failure::new(Exit::System, error))
}
