//! `origin`: the embedded backend as a program of its own, and what an operator does to its data.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use origin::exit::Exit;
use origin::{Config, DatabaseUrl, Email, Handle, Role, Settings, create_session};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// The embedded backend of a Portico site
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answer `/api` over HTTP, for a gateway started with `--origin URL`
    Serve(Serve),
    /// Sessions of visitors and programs
    #[command(subcommand)]
    Session(Session),
}

#[derive(Args)]
struct Serve {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, env = "PORTICO_ORIGIN_LISTEN", default_value = "127.0.0.1:8090")]
    listen: SocketAddr,
    /// Folder that the generator publishes to
    #[arg(long, env = "PORTICO_BUILDS", default_value = "builds")]
    builds: PathBuf,
    /// Folder of the database and the outbox
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    var: PathBuf,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Subcommand)]
enum Session {
    /// Begin a session and print its token: send it as `Authorization: Bearer <token>`
    Create {
        /// Address of the account; it is made when it is missing
        #[arg(long)]
        email: Email,
        /// Give the account this role; without it a new account is a member and an old one stays what it is
        #[arg(long)]
        role: Option<Role>,
        #[command(flatten)]
        data: Data,
    },
}

/// Where the data is, for commands that work on it.
#[derive(Args)]
struct Data {
    /// Folder of the database
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    var: PathBuf,
    /// PostgreSQL, as `postgres://user:password@host/database`
    #[arg(
        long,
        env = "DATABASE_URL",
        value_name = "URL",
        hide_env_values = true,
        value_parser = DatabaseUrl::parser()
    )]
    database_url: Option<DatabaseUrl>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
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
    let filter = EnvFilter::try_from_env("ORIGIN_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    let done = match cli.command {
        Command::Serve(options) => serve(options).await,
        Command::Session(Session::Create { email, role, data }) => session(email, role, data).await,
    };
    match done {
        Ok(()) => Exit::Done.into(),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            Exit::Failed.into()
        }
    }
}

async fn serve(options: Serve) -> anyhow::Result<()> {
    // Signals are caught before the address is told, so that whoever reads it may stop the program at once.
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let listener = TcpListener::bind(options.listen).await.with_context(|| {
        format!(
            "cannot listen on {}: is another program using that address?",
            options.listen
        )
    })?;
    let config = Config {
        var: options.var,
        builds: options.builds,
        settings: options.settings,
    };
    let handle = Handle::start(config)?;
    say(&format!("Listening at http://{}", listener.local_addr()?))?;
    let shutdown = async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    };
    origin::serve::serve(listener, handle, shutdown).await;
    Ok(())
}

async fn session(email: Email, role: Option<Role>, data: Data) -> anyhow::Result<()> {
    let token = create_session(&data.var, data.database_url.as_ref(), &email, role).await?;
    say(&token)
}

/// Writes one line for whoever started the program; scripts and tests read it.
fn say(line: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
