//! The lines of a passage, as they are read: paragraphs, list items, and rows of facts or cells.

/// Elements that begin a row.
const ROWS: [&[u8]; 2] = [b"dt", b"tr"];

/// Parts of a row.
const CELLS: [&[u8]; 4] = [b"dd", b"dt", b"td", b"th"];

/// Elements that end a row at their end tag.
const ROW_ENDS: [&[u8]; 3] = [b"dl", b"table", b"tr"];

/// Elements that end neither a line nor a word.
const INLINE: [&[u8]; 27] = [
    b"a", b"abbr", b"b", b"bdi", b"bdo", b"cite", b"code", b"data", b"del", b"dfn", b"em", b"i",
    b"ins", b"kbd", b"mark", b"q", b"ruby", b"s", b"samp", b"small", b"span", b"strong", b"sub",
    b"sup", b"time", b"u", b"wbr",
];

/// Inline elements that layouts set as blocks. In running text two of them are seldom side by side
/// without a character between.
const BOXES: [&[u8]; 3] = [b"a", b"span", b"time"];

/// Elements in which highlighted words are side by side.
const CODE: [&[u8]; 2] = [b"code", b"pre"];

/// Marks with which a sentence ends.
const SENTENCE_ENDS: [char; 6] = ['.', '!', '?', '。', '！', '？'];

/// Marks after which a line continues.
const GOING_ON: [char; 14] = [
    ',', ';', ':', '(', '/', '-', '–', '·', '，', '、', '；', '：', '（', '“',
];

/// Separator of a row's values.
const VALUES: &str = " · ";

/// The text of a passage, with a newline behind each line.
#[derive(Debug, Default)]
pub(super) struct Lines {
    text: String,
    /// Lines that have ended.
    ended: usize,
    /// Lines that are a row.
    rows: Vec<usize>,
    row: Row,
    seam: Seam,
    /// Open elements of [`CODE`].
    codes: usize,
}

/// The row that is read.
#[derive(Debug, Default)]
struct Row {
    is_open: bool,
    /// Whether the row is a term with its values.
    is_of_term: bool,
    is_in_cell: bool,
    /// Whether the cell before was the term.
    has_term: bool,
    /// Cells with text after the first one.
    values: usize,
    /// Whether the next text is another cell's.
    is_next: bool,
}

/// The place between two boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seam {
    #[default]
    None,
    /// A box has ended, and no text came since.
    Ended,
    /// Another box has begun.
    Between,
}

impl Lines {
    pub(super) fn start(&mut self, name: &[u8]) {
        self.codes += usize::from(CODE.contains(&name));
        if ROWS.contains(&name) {
            self.end_line();
            (self.row.is_open, self.row.is_of_term) = (true, name == b"dt");
        }
        if self.row.is_open && CELLS.contains(&name) {
            (self.row.is_in_cell, self.row.is_next) = (true, true);
        } else if ROWS.contains(&name) {
            self.row.is_in_cell = false;
        } else if !is_inline(name) {
            self.end_block();
        } else if BOXES.contains(&name) && self.seam == Seam::Ended {
            self.seam = Seam::Between;
        }
    }

    pub(super) fn end(&mut self, name: &[u8]) {
        self.codes -= usize::from(self.codes > 0 && CODE.contains(&name));
        if ROW_ENDS.contains(&name) {
            self.end_line();
        } else if self.row.is_open && CELLS.contains(&name) {
            self.row.is_in_cell = false;
            self.row.has_term = name == b"dt";
        } else if !is_inline(name) {
            self.end_block();
        } else if BOXES.contains(&name) {
            self.seam = Seam::Ended;
        }
    }

    pub(super) fn read(&mut self, text: &str) {
        let seam = std::mem::take(&mut self.seam);
        if seam == Seam::Between && self.codes == 0 && ends_before(&self.text, text) {
            self.end_block();
        }
        if self.row.is_next && !text.trim().is_empty() {
            self.separate();
        }
        append(&mut self.text, text);
    }

    /// The text without its last newline, and which of its lines are rows.
    pub(super) fn finish(&mut self) -> (String, Vec<usize>) {
        self.end_line();
        let Self { mut text, rows, .. } = std::mem::take(self);
        text.truncate(text.trim_end().len());
        (text, rows)
    }

    /// Ends a block that is not a row: a line, or a part of a cell.
    fn end_block(&mut self) {
        match self.row.is_in_cell {
            true => append(&mut self.text, " "),
            false => self.end_line(),
        }
    }

    fn end_line(&mut self) {
        let row = std::mem::take(&mut self.row);
        self.seam = Seam::None;
        let length = self.text.trim_end_matches(' ').len();
        self.text.truncate(length);
        if self.text.len() > self.line_start() {
            // A term with its explanation in sentences is running text.
            let is_text = row.is_of_term && row.values == 1 && self.text.ends_with(SENTENCE_ENDS);
            if row.is_open && !is_text {
                self.rows.push(self.ended);
            }
            self.ended += 1;
            self.text.push('\n');
        }
    }

    fn line_start(&self) -> usize {
        self.text.rfind('\n').map_or(0, |end| end + 1)
    }

    /// Separates the next cell from the text of the row.
    fn separate(&mut self) {
        self.row.is_next = false;
        let length = self.text.trim_end_matches(' ').len();
        self.text.truncate(length);
        if self.text.len() > self.line_start() {
            self.row.values += 1;
            let has_term = std::mem::take(&mut self.row.has_term);
            let mark = if has_term {
                colon_after(&self.text)
            } else {
                VALUES
            };
            self.text.push_str(mark);
        }
    }
}

/// Whether an element ends no line.
pub(in super::super) fn is_inline(name: &[u8]) -> bool {
    INLINE.contains(&name)
}

/// Whether two boxes side by side are separate words: there is no space between them, and no mark
/// after which a sentence continues.
pub(in super::super) fn ends_before(line: &str, text: &str) -> bool {
    let ends = line
        .chars()
        .next_back()
        .is_some_and(|last| !last.is_whitespace() && !GOING_ON.contains(&last));
    ends && text.chars().next().is_some_and(char::is_alphanumeric)
}

/// The colon of the term's script; none where the term has one.
pub(in super::super) fn colon_after(term: &str) -> &'static str {
    match term.chars().next_back() {
        Some(':' | '：') => " ",
        Some('\u{2e80}'..='\u{9fff}') => "：",
        _ => ": ",
    }
}

/// Appends text with single spaces between words, and without the marks for possible line breaks.
pub(in super::super) fn append(line: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '\u{ad}' | '\u{200b}' | '\u{feff}' => {}
            space if space.is_whitespace() => {
                if !line.is_empty() && !line.ends_with([' ', '\n']) {
                    line.push(' ');
                }
            }
            other => line.push(other),
        }
    }
}
