//! Messages as CSV, for Excel above all: it recognises UTF-8 only after a byte order mark, wants
//! CRLF, and runs some beginnings of a cell as a formula.

use std::io::{self, Write};

use super::{Column, MessageRecord};

/// The mark of a file in UTF-8.
pub(super) const MARK: &str = "\u{feff}";

/// Signs by which a spreadsheet takes a text for a formula, also in other widths and heights.
const FORMULA: [char; 15] = [
    '=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '⁼',
];

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

/// A text as a cell: always quoted, never a formula, and in the order in which it is written.
fn cell(text: &str) -> String {
    let text: String = text.chars().filter(|c| !turns_writing(*c)).collect();
    let visible = text.trim_start_matches(is_invisible);
    let is_formula = text.starts_with(FORMULA) || visible.starts_with(FORMULA);
    let guard = if is_formula { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

/// Signs that programs may leave out at the start of a cell.
fn is_invisible(c: char) -> bool {
    let has_no_width = matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    c.is_whitespace() || c.is_control() || has_no_width
}

/// Signs that turn the direction of the text behind them: a file's name would look different.
fn turns_writing(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
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
            ("\u{a0}=1", "\"'\u{a0}=1\""),
            (
                "\u{3000}\u{feff}\u{200b}=1",
                "\"'\u{3000}\u{feff}\u{200b}=1\"",
            ),
            ("\u{2028}@x", "\"'\u{2028}@x\""),
            ("\u{0}\u{1f}=1", "\"'\u{0}\u{1f}=1\""),
            ("﹦1", "\"'﹦1\""),
            ("\u{200b}⁼1", "\"'\u{200b}⁼1\""),
            ("\u{202e}=1", "\"'=1\""),
            ("a\u{202e}fdp.exe", "\"afdp.exe\""),
        ] {
            assert_eq!(cell(text), written);
        }
    }
}
