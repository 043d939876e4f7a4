//! A list of suppliers as CSV: a head, then a supplier a record.

use csv::{Position, ReaderBuilder, StringRecord};

use super::fields::{Cell, Column, Fault, Row};

/// The suppliers that can be read, and what keeps others from it; or why none can be.
pub(super) fn rows(text: &str) -> Result<(Vec<Row>, Vec<Fault>), Vec<Fault>> {
    let mut reader = ReaderBuilder::new()
        .flexible(true)
        .from_reader(text.as_bytes());
    let head = reader
        .headers()
        .map_err(|error| vec![broken(&error)])?
        .clone();
    let columns = columns(&head)?;
    let (mut rows, mut faults) = (Vec::new(), Vec::new());
    for record in reader.records() {
        let record = record.map_err(|error| vec![broken(&error)])?;
        let line = line(record.position());
        // Spreadsheets leave empty rows at the end.
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if record.len() != columns.len() {
            let why = format!(
                "{} cells where the head has {}: write {} cells, and put a text with commas between quotation marks",
                record.len(),
                columns.len(),
                columns.len(),
            );
            faults.push(Fault::new(line, why));
            continue;
        }
        let cells = columns.iter().zip(&record).map(|(column, text)| Cell {
            line,
            column: column.clone(),
            text: text.to_owned(),
        });
        rows.push(Row {
            line,
            cells: cells.collect(),
        });
    }
    Ok((rows, faults))
}

fn columns(head: &StringRecord) -> Result<Vec<Column>, Vec<Fault>> {
    let (mut columns, mut faults) = (Vec::new(), Vec::new());
    let mut fault = |why: String| faults.push(Fault::new(1, why));
    for name in head {
        match Column::parse(name) {
            Ok(column) if columns.contains(&column) => {
                fault(format!(
                    "the column `{name}` stands there twice: leave one out"
                ));
            }
            Ok(column) => columns.push(column),
            Err(why) => fault(format!("the column {why}")),
        }
    }
    if head.is_empty() {
        fault(
            "there is no column: begin with a line of names, such as id,name_zh,status".to_owned(),
        );
    } else if !columns.contains(&Column::Id) {
        fault("the column `id` is missing: add it, each supplier has its own".to_owned());
    }
    match faults.is_empty() {
        true => Ok(columns),
        false => Err(faults),
    }
}

fn broken(error: &csv::Error) -> Fault {
    let at = match error.kind() {
        csv::ErrorKind::UnequalLengths { pos, .. } | csv::ErrorKind::Utf8 { pos, .. } => {
            pos.as_ref()
        }
        _ => None,
    };
    Fault::new(line(at), "the file cannot be read on from here: is it CSV?")
}

fn line(position: Option<&Position>) -> usize {
    let line = position.map_or(1, Position::line);
    usize::try_from(line).unwrap_or(usize::MAX)
}
