//! `origin supplier …`: the list of suppliers for people that came by Feishu.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use origin::{ImportOptions, Imported, Operator, suppliers};
use sentences::Message;

use super::actor::Actor;
use super::console::{Console, print};
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
pub(crate) async fn suppliers(options: Suppliers, console: Console) -> anyhow::Result<()> {
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
            for line in summary(&imported, options) {
                console.say(&line)?;
            }
        }
        SuppliersCommand::List { json: true } => {
            print(&serde_json::to_string_pretty(
                &suppliers::list(&operator).await?,
            )?)?;
        }
        SuppliersCommand::List { json: false } => {
            for supplier in suppliers::list(&operator).await? {
                let [id, status, name] = supplier.line();
                print(&format!("{id:16}  {status:8}  {name}"))?;
            }
        }
    }
    operator.close().await;
    Ok(())
}

/// A line with the numbers, and one with the ids of each kind where there are few enough to read.
fn summary(imported: &Imported, options: ImportOptions) -> Vec<Message> {
    let numbers = match options.prune {
        true => Message::new("imported/pruned").with("removed", imported.removed.len()),
        false => Message::new("imported"),
    };
    let numbers = numbers
        .with("added", imported.added.len())
        .with("changed", imported.changed.len())
        .with("unchanged", imported.unchanged);
    let numbers = match options.dry_run {
        true => Message::new("imported-dry-run").with("numbers", numbers),
        false => numbers,
    };
    let kinds = [
        (Message::new("imported-ids/added"), &imported.added),
        (Message::new("imported-ids/changed"), &imported.changed),
        (Message::new("imported-ids/removed"), &imported.removed),
    ];
    let listed = kinds
        .into_iter()
        .filter(|(_, ids)| (1..=LISTED).contains(&ids.len()));
    let listed = listed.map(|(kind, ids)| kind.with("ids", ids.join(", ")));
    [numbers].into_iter().chain(listed).collect()
}

/// Ids that are listed.
const LISTED: usize = 20;
