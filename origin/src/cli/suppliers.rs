//! `origin supplier …`: the list of suppliers for people that came by Feishu.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use origin::{ImportOptions, Imported, Operator, suppliers};

use super::actor::Actor;
use super::console::say;
use super::data::Data;

#[derive(Args)]
pub(crate) struct Suppliers {
    #[command(subcommand)]
    pub(crate) command: SuppliersCommand,
    #[command(flatten)]
    pub(crate) data: Data,
    #[command(flatten)]
    pub(crate) actor: Actor,
}

#[derive(Subcommand)]
pub(crate) enum SuppliersCommand {
    /// Import a list (CSV or YAML) as a whole: a supplier replaces the one with its id. Prints the
    /// suppliers that were added, changed and unchanged, or all errors of the list
    Import {
        /// The list: `….csv` with a head of names, or `….yaml`
        file: PathBuf,
        /// Remove the suppliers that the list lacks
        #[arg(long)]
        prune: bool,
        /// Only print the changes
        #[arg(long)]
        dry_run: bool,
    },
    /// Print every supplier: id, status, name
    List {
        /// Print a JSON array with all that is known, instead of a table
        #[arg(long)]
        json: bool,
    },
}

/// `origin supplier …`
pub(crate) async fn suppliers(options: Suppliers) -> anyhow::Result<()> {
    let Data { var, database_url } = &options.data;
    let operator = Operator::open_or_create(var, database_url.as_ref()).await?;
    let operator = operator.on_behalf_of(&options.actor.name());
    match options.command {
        SuppliersCommand::Import {
            file,
            prune,
            dry_run,
        } => {
            let options = ImportOptions { prune, dry_run };
            let imported = suppliers::import(&operator, &file, options).await?;
            say(&summary(&imported, options))?;
        }
        SuppliersCommand::List { json: true } => {
            say(&serde_json::to_string_pretty(
                &suppliers::list(&operator).await?,
            )?)?;
        }
        SuppliersCommand::List { json: false } => {
            for supplier in suppliers::list(&operator).await? {
                let [id, status, name] = supplier.line();
                say(&format!("{id:16}  {status:8}  {name}"))?;
            }
        }
    }
    operator.close().await;
    Ok(())
}

/// A line with the numbers, and one with the ids of each kind where there are few enough to read.
fn summary(imported: &Imported, options: ImportOptions) -> String {
    let kinds = [
        ("added", &imported.added),
        ("changed", &imported.changed),
        ("removed", &imported.removed),
    ];
    let numbers: Vec<_> = kinds
        .iter()
        .filter(|(kind, _)| *kind != "removed" || options.prune)
        .map(|(kind, ids)| format!("{} {kind}", ids.len()))
        .collect();
    let start = if options.dry_run {
        "nothing was done; it would be: "
    } else {
        ""
    };
    let mut lines = vec![format!(
        "{start}{}, {} unchanged",
        numbers.join(", "),
        imported.unchanged
    )];
    let listed = kinds
        .iter()
        .filter(|(_, ids)| (1..=LISTED).contains(&ids.len()));
    lines.extend(listed.map(|(kind, ids)| format!("{kind}: {}", ids.join(", "))));
    lines.join("\n")
}

/// Ids that are listed.
const LISTED: usize = 20;
