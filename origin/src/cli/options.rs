//! The command line. Doc comments are the help text.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};
use config_file::command_line::{self, ConfigOption, Refusal};
use origin::{Email, Role, Settings};
use sentences::LanguageOption;

use super::actor::Actor;
use super::data::Data;
use super::messages::options::{Messages, moment};
use super::suppliers::Suppliers;

/// The embedded backend of a Portico site
#[derive(Parser)]
#[command(version, arg_required_else_help = true, after_help = format!("{LOG}\n\n{END}"))]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    #[command(flatten)]
    pub(crate) language: LanguageOption,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Cli {
    /// Parses the command line, and refuses one that names two places for the same data.
    pub(crate) fn from_command_line() -> Result<Self, Refusal> {
        let (cli, line) = command_line::parse::<Self>(Self::command())?;
        if let Some(data) = cli.command.data() {
            let named = data.named_once(&line);
            named.map_err(|error| Refusal::CommandLine(Box::new(error)))?;
        }
        Ok(cli)
    }
}

/// A variable that is no option.
const LOG: &str = "The log goes to standard error. ORIGIN_LOG says how much of it: `error`, `warn`, `info` (the default), `debug`, \
     or by target, such as `error,origin_mail=warn`";

/// Exit codes and examples.
const END: &str = "Exit codes: 0 done or stopped on request, 1 the command failed (the last line on standard error has the reason), \
     64 the command line or portico.toml is wrong.

Examples:

    origin user create ann@example.com --role editor
    origin messages list --state open
    origin backup site.backup";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Answer `/api` over HTTP, for a gateway started with `--origin URL`
    #[command(after_help = LOG)]
    Serve(Box<Serve>),
    /// Accounts
    User(User),
    /// Sessions of visitors and programs
    Session(Session),
    /// Messages that visitors sent by the site's forms
    Messages(Messages),
    /// Suppliers, shown to members of the company in Feishu
    Supplier(Suppliers),
    /// The keys that seal codes on their way
    #[command(subcommand)]
    Key(Key),
    /// Copy all data to one file, while the origin serves
    Backup(Backup),
    /// Replace all data by a backup, while the origin serves
    Restore(Restore),
    /// Print the log of acts on personal data, the oldest first
    Log(Log),
    /// Run questions with known answers through the search, and print the number of hits
    Search(Search),
}

impl Command {
    /// The data of the command.
    fn data(&self) -> Option<&Data> {
        match self {
            Self::User(User { data, .. })
            | Self::Session(Session { data, .. })
            | Self::Messages(Messages { data, .. })
            | Self::Supplier(Suppliers { data, .. })
            | Self::Backup(Backup { data, .. })
            | Self::Restore(Restore { data, .. })
            | Self::Log(Log { data, .. }) => Some(data),
            // A server keeps its outbox and its keys in the folder, whichever database it has.
            Self::Serve(_) | Self::Key(_) | Self::Search(_) => None,
        }
    }
}

#[derive(Args)]
pub(crate) struct Serve {
    /// Address to listen on; port 0 takes a free one
    #[arg(long, env = "PORTICO_ORIGIN_LISTEN", default_value = "127.0.0.1:8090")]
    pub(crate) listen: SocketAddr,
    /// Folder that the generator publishes to
    #[arg(long, env = "PORTICO_BUILDS", default_value = "builds")]
    pub(crate) builds: PathBuf,
    /// Folder of the database and the outbox
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub(crate) var: PathBuf,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

#[derive(Args)]
pub(crate) struct User {
    #[command(subcommand)]
    pub(crate) command: UserCommand,
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) actor: Actor,
}

#[derive(Subcommand)]
pub(crate) enum UserCommand {
    /// Print every account: address, role, when it was made, open sessions, name
    List {
        /// Print a JSON array instead of a table
        #[arg(long)]
        json: bool,
    },
    /// Make an account, so that its person has a role before the first sign-in
    Create {
        /// Address of the account
        email: Email,
        /// The role; repeat the option to add `recipient` to another role
        #[arg(long = "role", value_name = "ROLE", default_values_t = [Role::Member])]
        roles: Vec<Role>,
    },
    /// Give an account these roles and no others; its sessions have them from the next call on
    Role {
        /// Address of the account
        email: Email,
        /// The role, or two: `publisher recipient`
        #[arg(required = true, value_name = "ROLE")]
        roles: Vec<Role>,
    },
    /// End all sessions of an account, or of everyone
    Revoke {
        /// Address of the account
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        email: Option<Email>,
        /// End the sessions of all accounts: everyone signs in again
        #[arg(long)]
        all: bool,
    },
    /// Delete an account with all that belongs to it
    Delete {
        /// Address of the account
        email: Email,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Args)]
pub(crate) struct Session {
    #[command(subcommand)]
    pub(crate) command: SessionCommand,
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) actor: Actor,
}

#[derive(Subcommand)]
pub(crate) enum SessionCommand {
    /// Begin a session and print its token: send it as `Authorization: Bearer <token>`
    Create {
        /// Address of the account; it is made when it is missing
        #[arg(long)]
        email: Email,
        /// Role of the account; by default a new account is a member, and an existing one keeps its
        /// role. Repeat the option to add `recipient` to another role
        #[arg(long = "role", value_name = "ROLE")]
        roles: Vec<Role>,
    },
}

#[derive(Subcommand)]
pub(crate) enum Key {
    /// Add a new key; the old one still opens the codes that it sealed. No restart is needed, and
    /// all sessions stay valid
    Rotate {
        /// Folder of `origin.key`
        #[arg(long, env = "PORTICO_VAR", default_value = "var")]
        var: PathBuf,
        /// File of the keys, if it is another
        #[arg(long, env = "PORTICO_ORIGIN_KEY_FILE", value_name = "PATH")]
        key_file: Option<PathBuf>,
    },
}

#[derive(Args)]
pub(crate) struct Backup {
    /// File to write; only its owner may read it
    pub(crate) file: PathBuf,
    /// Replace the file if it is there
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) actor: Actor,
}

#[derive(Args)]
pub(crate) struct Restore {
    /// File that `origin backup` wrote, from either engine
    pub(crate) file: PathBuf,
    /// Also restore sessions and pending codes, to move a site. Sessions that were revoked since
    /// become valid again
    #[arg(long)]
    pub(crate) with_sessions: bool,
    /// Replace the accounts of a database that has some
    #[arg(long)]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) actor: Actor,
}

#[derive(Args)]
pub(crate) struct Log {
    /// Only acts on or after this day (2026-11-23, in UTC) or moment
    #[arg(long, value_name = "DATE", value_parser = moment)]
    pub(crate) since: Option<i64>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) data: Data,
}

#[derive(Args)]
pub(crate) struct Search {
    /// YAML file of questions, each with the pages that answer it
    #[arg(long, value_name = "FILE")]
    pub(crate) questions: PathBuf,
    /// Folder that the generator publishes to
    #[arg(long, env = "PORTICO_BUILDS", default_value = "builds")]
    pub(crate) builds: PathBuf,
    /// Folder of the index; it is made if it is missing
    #[arg(long, env = "PORTICO_VAR", default_value = "var")]
    pub(crate) var: PathBuf,
}

#[cfg(test)]
mod tests {
    use command_reference::configuration::{
        assert_file_sets_every_option, assert_keys_are_current,
    };

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    /// `docs/reference/origin-commands.md` has each command and option as `--help` has it.
    #[test]
    fn the_reference_of_the_commands_is_current() {
        let test = "cargo test -p origin --bin origin reference";
        command_reference::assert_is_current(Cli::command(), test);
    }

    /// `docs/reference/configuration.md` has each key of `[origin]`.
    #[test]
    fn the_reference_of_the_keys_is_current() {
        let test = "cargo test -p origin --bin origin reference";
        assert_keys_are_current(&Cli::command(), test);
    }

    #[test]
    fn the_file_sets_each_option_below_flags_and_variables() {
        assert_file_sets_every_option(&Cli::command());
    }

    #[test]
    fn help_names_the_log() {
        let mut command = Cli::command();
        assert!(command.render_help().to_string().contains("ORIGIN_LOG"));
        let serve = command.find_subcommand_mut("serve").unwrap();
        assert!(serve.render_help().to_string().contains("ORIGIN_LOG"));
    }
}
