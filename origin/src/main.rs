//! `origin`: the embedded backend as a program of its own, and the operator's commands on its data.

mod cli;

use std::error::Error;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use config_file::command_line::Refusal;
use origin::exit::Exit;
use origin::{Config, Handle};
use sentences::Message;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

use cli::commands;
use cli::console::{Console, print};
use cli::log;
use cli::messages;
use cli::options::{Cli, Command, Serve};
use cli::suppliers;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let cli = match Cli::from_command_line() {
        Ok(cli) => cli,
        Err(Refusal::File(error)) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            return Exit::Usage.into();
        }
        Err(Refusal::CommandLine(error)) => {
            let _ = error.print();
            return if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Done
            }
            .into();
        }
    };
    start_logging();
    let language = cli.language.language();
    let console = Console { language };
    let done = match cli.command {
        Command::Serve(options) => serve(*options).await,
        Command::User(user) => commands::user(user, console).await,
        Command::Session(session) => commands::session(session).await,
        Command::Messages(options) => messages::messages(options, console).await,
        Command::Supplier(options) => suppliers::suppliers(options, console).await,
        Command::Key(key) => commands::key(key, console),
        Command::Backup(backup) => commands::backup(backup, console).await,
        Command::Restore(restore) => commands::restore(restore, console).await,
        Command::Log(options) => log::log(options).await,
        Command::Search(options) => commands::search(&options, console),
    };
    match done {
        Ok(()) => Exit::Done.into(),
        Err(error) => {
            let known = |cause: &(dyn Error + 'static)| {
                origin::message_of(cause).map(|message| message.text(language))
            };
            let words = sentences::explain(&error, language, known);
            console.announce(&Message::new("labelled/error").with("words", words));
            Exit::Failed.into()
        }
    }
}

fn start_logging() {
    let chosen = std::env::var("ORIGIN_LOG").ok();
    let directives = config_file::log::directives(chosen.as_deref(), "info");
    let filter = EnvFilter::try_new(directives).unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        // A log on a full disk is no reason for a call to fail: the complaint would go to the same
        // place, and panic.
        .log_internal_errors(false)
        .init();
}

async fn serve(options: Serve) -> anyhow::Result<()> {
    options.settings.check(options.listen, &[])?;
    // Signals are caught before the address is told, so that whoever reads it may stop the program
    // at once.
    let shutdown = signals()?;
    let listener = TcpListener::bind(options.listen).await.map_err(|error| {
        let address = options.listen.to_string();
        Message::new("origin-cannot-listen")
            .with("address", address)
            .because(error)
    })?;
    let config = Config {
        var: options.var,
        builds: options.builds,
        settings: options.settings,
    };
    let handle = Handle::start(config)?;
    print(&format!("Listening at http://{}", listener.local_addr()?))?;
    origin::serve::serve(listener, handle, shutdown).await;
    Ok(())
}

/// SIGINT and SIGTERM as one future. SIGHUP, which `systemctl reload`, logrotate and a closed
/// terminal send, ends nothing.
fn signals() -> anyhow::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = signal(SignalKind::hangup())?;
    Ok(async move {
        loop {
            tokio::select! {
                _ = interrupt.recv() => return,
                _ = terminate.recv() => return,
                _ = hangup.recv() => tracing::info!(
                    "SIGHUP: nothing to reload; builds, keys, `SMTP_URL_FILE`, `FEISHU_APP_SECRET_FILE`, `WECHAT_APP_SECRET_FILE` and the file of webhooks are read again when they change, options at a start"
                ),
            }
        }
    })
}
