//! Where the data is that a command works on.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command};
use origin::DatabaseUrl;

/// Where the data is, for commands that work on it.
#[derive(Args)]
pub(crate) struct Data {
    /// Folder of the database, where that is SQLite. Refused beside the address of a PostgreSQL,
    /// inherited or not
    #[arg(long, env = "PORTICO_VAR", default_value = "var", global = true)]
    pub(crate) var: PathBuf,
    /// PostgreSQL, as `postgres://user:password@host/database`
    #[arg(
        long,
        env = "DATABASE_URL",
        value_name = "URL",
        hide_env_values = true,
        value_parser = DatabaseUrl::parser(),
        global = true
    )]
    pub(crate) database_url: Option<DatabaseUrl>,
}

impl Data {
    /// Refuses a folder on the command line beside an address that would be used instead: the one
    /// that was typed is the one that is meant, and a site's environment goes along to wherever a
    /// person works.
    pub(super) fn named_once(
        &self,
        matches: &ArgMatches,
        command: &Command,
    ) -> Result<(), clap::Error> {
        let is_typed = |option| matches.value_source(option) == Some(ValueSource::CommandLine);
        let Some(url) = self.database_url.as_ref().filter(|_| is_typed("var")) else {
            return Ok(());
        };
        let var = self.var.display();
        let message = if is_typed("database_url") {
            format!(
                "`--var {var}` and `--database-url` name two databases: leave out the one that you do not mean"
            )
        } else {
            format!(
                "`--var {var}` names a database, and DATABASE_URL in the environment another, {url}, which would be used: \
                 for the folder, begin the command with `env -u DATABASE_URL`; for PostgreSQL, leave `--var` out"
            )
        };
        let error = clap::Error::raw(ErrorKind::ArgumentConflict, message + "\n");
        Err(error.with_cmd(command))
    }
}
