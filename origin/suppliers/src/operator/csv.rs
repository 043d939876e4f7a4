//! A list of suppliers as CSV: a head, then a supplier a record.

use csv::{Position, ReaderBuilder, StringRecord};

use sentences::Message;

use super::fields::{Cell, Column, Fault, Row};

/// The suppliers that can be read, and what keeps others from it; or why none can be.
pub(super) fn rows(text: &str) -> Result<(Vec<Row>, Vec<Fault>), Vec<Fault>> {
    check_quotes(text)?;
    let mut reader = ReaderBuilder::new()
        .flexible(true)
        .from_reader(text.as_bytes());
    let head = reader.headers().map_err(|_| vec![broken()])?.clone();
    let columns = columns(&head)?;
    let (mut rows, mut faults) = (Vec::new(), Vec::new());
    for record in reader.records() {
        let record = record.map_err(|_| vec![broken()])?;
        let line = record.position().map_or(1, |at| line(text, at));
        // Spreadsheets leave empty rows at the end.
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if record.len() != columns.len() {
            let why = Message::new("suppliers-cells")
                .with("cells", record.len())
                .with("columns", columns.len());
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
    let mut fault = |why: Message| faults.push(Fault::new(1, why));
    for name in head {
        match Column::parse(name) {
            Ok(column) if columns.contains(&column) => {
                fault(Message::new("suppliers-column/twice").with("name", name));
            }
            Ok(column) => columns.push(column),
            Err(why) => fault(Message::new("suppliers-column").with("reason", why)),
        }
    }
    if head.is_empty() {
        fault(Message::new("suppliers-column/none"));
    } else if !columns.contains(&Column::Id) {
        fault(Message::new("suppliers-column/id"));
    }
    match faults.is_empty() {
        true => Ok(columns),
        false => Err(faults),
    }
}

/// Refuses a quotation mark that opens a text and does not close it before the cell's end: the rows
/// below would be read as a part of the text.
fn check_quotes(text: &str) -> Result<(), Vec<Fault>> {
    let (mut place, mut line, mut opened) = (Place::Start, 1, 1);
    let fault = |line| {
        let why = Message::new("suppliers-quotation");
        Err(vec![Fault::new(line, why)])
    };
    for byte in text.bytes() {
        place = match (place, byte) {
            (Place::Start, b'"') => {
                opened = line;
                Place::Quoted
            }
            (Place::Quoted, b'"') => Place::Closed,
            (Place::Closed, b'"') => Place::Quoted,
            (Place::Quoted, _) => Place::Quoted,
            (_, b',' | b'\r' | b'\n') => Place::Start,
            (Place::Closed | Place::Behind, b' ') => Place::Behind,
            (Place::Closed | Place::Behind, _) => return fault(opened),
            (Place::Start | Place::Plain, _) => Place::Plain,
        };
        line += usize::from(byte == b'\n');
    }
    match place {
        Place::Quoted => fault(opened),
        _ => Ok(()),
    }
}

/// Where a byte of a file is in its cell.
#[derive(Clone, Copy)]
enum Place {
    /// At the beginning.
    Start,
    /// In a text without quotation marks around it.
    Plain,
    /// Between quotation marks.
    Quoted,
    /// After the second one.
    Closed,
    /// After space behind it.
    Behind,
}

fn broken() -> Fault {
    Fault::new(1, Message::new("suppliers-no-csv"))
}

/// The line of a record, which begins behind the line breaks at its position.
fn line(text: &str, position: &Position) -> usize {
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let rest = text.as_bytes().get(number(position.byte())..);
    let before = rest.unwrap_or_default().iter();
    let before = before.take_while(|byte| matches!(byte, b'\r' | b'\n'));
    number(position.line()) + before.filter(|&&byte| byte == b'\n').count()
}
