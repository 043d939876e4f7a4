//! `origin log`: the acts on personal data, with their persons.

use std::io::{BufWriter, Write};

use origin::{Act, Operator};

use super::console::plain;
use super::options::Log;

/// `origin log`
pub(crate) async fn log(Log { since, json, data }: Log) -> anyhow::Result<()> {
    let operator = Operator::open(&data.var, data.database_url.as_ref()).await?;
    let mut out = BufWriter::new(std::io::stdout());
    let written = operator.each_act(since, |act| match json {
        true => writeln!(out, "{}", serde_json::to_string(&act)?),
        false => writeln!(out, "{}", line(&act)),
    });
    written.await?;
    out.flush()?;
    operator.close().await;
    Ok(())
}

/// `2026-11-25T08:11:00Z  ann  messages done 7K3D-9QXF`
fn line(act: &Act) -> String {
    let object = match (&*act.object, act.count) {
        ("", count) => count.to_string(),
        (object, _) => object.to_owned(),
    };
    format!("{}  {}  {} {object}", act.at, plain(&act.by), act.verb)
}
