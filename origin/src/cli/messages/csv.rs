//! Messages as CSV, for Excel above all: it takes UTF-8 for what it is only after a byte order
//! mark, wants CRLF, and runs what a cell begins with as a formula.

use std::io::{self, Write};

use origin::{Column, MessageRecord};

/// Says that the file is UTF-8.
pub(super) const MARK: &str = "\u{feff}";

/// Signs by which a spreadsheet takes a text for a formula, also in their full width.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// Columns before the answers.
const HEAD: [&str; 12] = [
    "number",
    "form",
    "received",
    "state",
    "state since",
    "language",
    "e-mail",
    "consent",
    "file",
    "file size",
    "file type",
    "scan",
];

/// The first line: names of columns.
pub(super) fn write_head(out: &mut impl Write, columns: &[Column]) -> io::Result<()> {
    let labels = columns.iter().map(|column| column.label.as_str());
    write_line(out, HEAD.into_iter().chain(labels))
}

/// The line of a message.
pub(super) fn write_row(
    out: &mut impl Write,
    columns: &[Column],
    message: &MessageRecord,
) -> io::Result<()> {
    let file = message.file.as_ref();
    let size = file.map(|file| file.size.to_string());
    let head = [
        message.number.as_str(),
        message.title.as_deref().unwrap_or(&message.form),
        &message.received_at,
        &message.state,
        &message.state_at,
        &message.language,
        &message.email,
        &message.consent,
        file.map_or("", |file| &file.name),
        size.as_deref().unwrap_or_default(),
        file.map_or("", |file| &file.media_type),
        file.map_or("", |file| &file.scan),
    ];
    let answer = |column: &Column| {
        let mut answers = message.answers.iter();
        let answer = answers.find(|answer| answer.name == column.name);
        answer.map_or("", |answer| &answer.text)
    };
    write_line(out, head.into_iter().chain(columns.iter().map(answer)))
}

fn write_line<'a>(out: &mut impl Write, cells: impl Iterator<Item = &'a str>) -> io::Result<()> {
    let cells: Vec<_> = cells.map(cell).collect();
    write!(out, "{}\r\n", cells.join(","))
}

/// A text as a cell: always quoted, and never a formula.
fn cell(text: &str) -> String {
    let is_formula = text.trim_start_matches(' ').starts_with(FORMULA);
    let guard = if is_formula { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_and_never_a_formula() {
        for (text, written) in [
            ("潮汐动力", "\"潮汐动力\""),
            ("", "\"\""),
            ("a \"b\", c\nd", "\"a \"\"b\"\", c\nd\""),
            ("=1+1", "\"'=1+1\""),
            ("  =1+1", "\"'  =1+1\""),
            ("+86 138", "\"'+86 138\""),
            ("-1", "\"'-1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("\t=1", "\"'\t=1\""),
            ("＝1", "\"'＝1\""),
            ("a=1", "\"a=1\""),
        ] {
            assert_eq!(cell(text), written);
        }
    }
}
