//! Where the data is that a command works on.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args};
use config_file::command_line::CommandLine;
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
    pub(super) fn named_once(&self, line: &CommandLine) -> Result<(), clap::Error> {
        let matches = innermost(&line.matches);
        let is_typed = |option| line.is_typed(matches, option);
        let Some(url) = self.database_url.as_ref().filter(|_| is_typed("var")) else {
            return Ok(());
        };
        let var = self.var.display();
        let message = if is_typed("database_url") {
            format!(
                "`--var {var}` and `--database-url` name two databases: leave out the one that you do not mean"
            )
        } else if let Some(file) = line
            .file
            .as_ref()
            .filter(|_| line.is_from_file("database_url"))
        {
            format!(
                "`--var {var}` names a database, and `database-url` in {} another, {url}, which would be used: \
                 for the folder, add `--config /dev/null`; for PostgreSQL, leave `--var` out",
                file.display()
            )
        } else {
            format!(
                "`--var {var}` names a database, and DATABASE_URL in the environment another, {url}, which would be used: \
                 for the folder, begin the command with `env -u DATABASE_URL`; for PostgreSQL, leave `--var` out"
            )
        };
        let error = clap::Error::raw(ErrorKind::ArgumentConflict, message + "\n");
        Err(error.with_cmd(&line.command))
    }
}

/// Matches of the last subcommand, which have the values of all options above it.
fn innermost(matches: &ArgMatches) -> &ArgMatches {
    match matches.subcommand() {
        Some((_, inner)) => innermost(inner),
        None => matches,
    }
}
