//! Documents that visitors send: the type of a file, judged by its bytes. Its name must agree.
//!
//! A document that may run a program, or that makes a program fetch something, is none. Archives
//! are unpacked only up to their declared and permitted sizes, so that one made to burst costs
//! little.

mod compound;
mod package;

use std::io::{self, Read, Seek, SeekFrom};

use contract::form::FileKind;

/// Bytes in which a PDF must begin, after lines for a printer: readers look as far for it.
const PDF_WITHIN: u64 = 1_024;

/// Longest name of a file, in bytes: the limit of file systems.
const NAME_MAX: usize = 255;

/// A document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document {
    /// The kind by which forms permit it.
    pub kind: FileKind,
    /// Media type of its format, such as `application/pdf`.
    pub media_type: &'static str,
    /// The end of its name: `pdf`.
    extension: &'static str,
}

/// All documents that a form may take.
const DOCUMENTS: [Document; 5] = [
    document(FileKind::Pdf, "pdf", "application/pdf"),
    document(FileKind::Word, "doc", "application/msword"),
    document(
        FileKind::Word,
        "docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
    document(FileKind::Powerpoint, "ppt", "application/vnd.ms-powerpoint"),
    document(
        FileKind::Powerpoint,
        "pptx",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ),
];

const fn document(kind: FileKind, extension: &'static str, media_type: &'static str) -> Document {
    Document {
        kind,
        media_type,
        extension,
    }
}

impl Document {
    fn from_extension(extension: &str) -> Option<Self> {
        let named = |document: &Self| document.extension.eq_ignore_ascii_case(extension);
        DOCUMENTS.into_iter().find(named)
    }

    /// The document that a name promises.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::from_extension(name.rsplit_once('.')?.1)
    }

    /// Whether a name promises this very document.
    pub fn is_named_so(self, name: &str) -> bool {
        Self::from_name(name) == Some(self)
    }

    /// The document that a file is; none for any other file, and for one that pretends.
    pub fn read(file: &mut (impl Read + Seek)) -> io::Result<Option<Self>> {
        let mut start = Vec::new();
        file.seek(SeekFrom::Start(0))?;
        file.by_ref().take(PDF_WITHIN).read_to_end(&mut start)?;
        let extension = if start.starts_with(&package::SIGNATURE) {
            package::extension(file)?
        } else if start.starts_with(&compound::SIGNATURE) {
            compound::extension(file)?
        } else {
            is_pdf(&start).then_some("pdf")
        };
        Ok(extension.and_then(Self::from_extension))
    }
}

/// Whether a file begins as a PDF. Other programs take a file for their own by its beginning, so
/// only spaces and lines for a printer may precede.
fn is_pdf(start: &[u8]) -> bool {
    /// Begins a job of a printer, as "universal exit language".
    const JOB: &[u8] = b"\x1b%-12345X";
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let Some(mut job) = text.strip_prefix(JOB) else {
        return text.trim_ascii_start().starts_with(b"%PDF-");
    };
    while !job.starts_with(b"%PDF-") {
        let line = job.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let is_for_printer = line.trim_ascii().is_empty() || line.starts_with(b"@PJL");
        let Some(rest) = job.get(line.len() + 1..).filter(|_| is_for_printer) else {
            return false;
        };
        job = rest;
    }
    true
}

/// A sender's name for a file; none if it has parts of a path, or characters that trick a reader.
pub fn file_name(text: &str) -> Option<&str> {
    let is_forbidden = |char: char| {
        char.is_control()
            || matches!(char, '/' | '\\' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let is_name = !text.trim().is_empty()
        && text.len() <= NAME_MAX
        && !text.contains(is_forbidden)
        && !matches!(text, "." | "..");
    is_name.then_some(text)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::io::Cursor;

    fn read(bytes: &[u8]) -> Option<&'static str> {
        let found = Document::read(&mut Cursor::new(bytes)).unwrap();
        found.map(|document| document.extension)
    }

    #[test]
    fn a_file_is_what_its_bytes_are() {
        let word = package::tests::package(&["[Content_Types].xml", "word/document.xml"]);
        let slides = package::tests::package(&["[Content_Types].xml", "ppt/presentation.xml"]);
        let rows: [(&[u8], Option<&str>); 9] = [
            (b"%PDF-1.7\n...", Some("pdf")),
            (b"\xef\xbb\xbf%PDF-1.4", Some("pdf")),
            (&word, Some("docx")),
            (&slides, Some("pptx")),
            (&compound::tests::compound("WordDocument"), Some("doc")),
            (
                &compound::tests::compound("PowerPoint Document"),
                Some("ppt"),
            ),
            (&compound::tests::compound("Workbook"), None),
            (b"#!/bin/sh\nrm -rf ~", None),
            (b"", None),
        ];
        for (bytes, expected) in rows {
            assert_eq!(read(bytes), expected);
        }
        let late = [&[b' '; 1_024][..], b"%PDF-1.7"].concat();
        assert_eq!(read(&late), None);
    }

    #[test]
    fn a_program_or_a_page_with_the_first_line_of_a_pdf_in_it_is_none() {
        for begin in [
            "#!/bin/sh\n#",
            "<script>//",
            "\u{feff} \n<html>",
            "MZ\u{1}",
            "\u{7f}ELF",
            "{\\rtf1 ",
            "@echo off\r\nrem ",
            "MIME-Version: 1.0\r\n",
            "\u{1b}%-12345X@echo off\n",
            "x",
        ] {
            let file = [begin.as_bytes(), b"%PDF-1.7\n%%EOF\n"].concat();
            assert_eq!(read(&file), None, "{begin:?}");
        }
        let printed = b"\x1b%-12345X@PJL SET RESOLUTION=600\n%PDF-1.4\n";
        assert_eq!(read(printed), Some("pdf"), "a printer's lines before it");
    }

    #[test]
    fn a_file_that_was_cut_or_changed_anywhere_is_read_without_a_panic() {
        for whole in [
            package::tests::package(&["[Content_Types].xml", "word/document.xml"]),
            compound::tests::compound("WordDocument"),
        ] {
            for end in 0..whole.len() {
                read(&whole[..end]);
            }
            for at in 0..whole.len() {
                for value in [0, 0x7f, 0xff] {
                    let mut changed = whole.clone();
                    changed[at] = value;
                    read(&changed);
                }
            }
        }
    }

    #[test]
    fn a_name_has_no_parts_of_a_path_and_promises_a_document() {
        for wrong in [
            "",
            " ",
            "..",
            "../a.pdf",
            "a\\b.pdf",
            "a\0.pdf",
            "\u{202e}fdp.exe",
        ] {
            assert_eq!(file_name(wrong), None, "{wrong:?}");
        }
        assert_eq!(file_name("商业计划 v2.pdf"), Some("商业计划 v2.pdf"));
        assert_eq!(
            Document::from_name("A.PDF").map(|one| one.kind),
            Some(FileKind::Pdf)
        );
        for other in ["a.exe", "pdf", "a.pdf.exe", "a."] {
            assert_eq!(Document::from_name(other), None, "{other}");
        }
    }

    #[test]
    fn a_name_promises_one_document() {
        let word = Document::from_name("a.docx").unwrap();
        for (name, expected) in [
            ("b.DOCX", true),
            ("b.doc", false),
            ("b.pptx", false),
            ("docx", false),
        ] {
            assert_eq!(word.is_named_so(name), expected, "{name}");
        }
    }

    #[test]
    fn a_name_is_as_long_as_a_file_system_takes() {
        let longest = "a".repeat(NAME_MAX);
        assert_eq!(file_name(&longest), Some(&*longest));
        assert_eq!(file_name(&format!("{longest}a")), None);
        for wrong in [".", "a/b.pdf", "a\u{2066}b.pdf", "a\u{2069}.pdf"] {
            assert_eq!(file_name(wrong), None, "{wrong:?}");
        }
    }
}
