//! Archives that are documents, and archives that are none.

use super::*;
use archive::DIRECTORY_MAX;

const TYPES_OF_PARTS: &[u8] = b"<Types/>";

/// An archive of parts that are stored, whose directory may say other sizes.
fn claiming(parts: &[(&str, &[u8])], sizes: Option<[u32; 2]>) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in parts {
        let at = u32::try_from(bytes.len()).unwrap();
        let length = u16::try_from(name.len()).unwrap().to_le_bytes();
        let own = u32::try_from(content.len()).unwrap();
        let sizes = sizes.filter(|_| !name.starts_with('[')).unwrap_or([own; 2]);
        let sizes = sizes.map(u32::to_le_bytes).concat();
        let head = [&sizes[..], &length, &[0; 2]].concat();
        bytes.extend([&SIGNATURE[..], &[0; 14], &head, name.as_bytes(), content].concat());
        let place = [&[0; 10][..], &at.to_le_bytes(), name.as_bytes()].concat();
        directory.extend([&b"PK\x01\x02"[..], &[0; 16], &head, &place].concat());
    }
    let place = [directory.len(), bytes.len()];
    let place = place.map(|number| u32::try_from(number).unwrap().to_le_bytes());
    let end = [&b"PK\x05\x06"[..], &[0; 8], &place.concat(), &[0; 2]].concat();
    [bytes, directory, end].concat()
}

pub(in super::super) fn package(names: &[&str]) -> Vec<u8> {
    let content = |name: &str| match name {
        "[Content_Types].xml" => TYPES_OF_PARTS,
        _ if name.ends_with("rels") => b"<Relationships/>",
        _ => b"",
    };
    let parts: Vec<_> = names.iter().map(|&name| (name, content(name))).collect();
    claiming(&parts, None)
}

fn read(bytes: &[u8]) -> Option<&'static str> {
    extension(&mut Cursor::new(bytes)).unwrap()
}

#[test]
fn an_archive_without_the_parts_of_a_document_is_none() {
    let types = "[Content_Types].xml";
    assert_eq!(read(&package(&[types, "word/document.xml"])), Some("docx"));
    for names in [
        &["word/document.xml"][..],
        &[types],
        &[types, "xl/workbook.xml"],
        &[types, "word/document.xml", "word/vbaProject.bin"],
        &[types, "word/document.xml", "word/document%2Exml"],
        &[types, "word/document.xml", "word/payload.exe."],
        &[types, "word/document.xml", "word/document.xml"],
        &[],
    ] {
        assert_eq!(read(&package(names)), None, "{names:?}");
    }
}

#[test]
fn an_archive_that_is_made_to_burst_is_none_and_is_not_unpacked() {
    let parts = [
        ("[Content_Types].xml", TYPES_OF_PARTS),
        ("word/document.xml", &[0; 1_000][..]),
    ];
    assert_eq!(read(&claiming(&parts, None)), Some("docx"));
    for sizes in [[0, u32::MAX], [1_000, 999], [1_000, 1_001], [9_000; 2]] {
        assert_eq!(read(&claiming(&parts, Some(sizes))), None, "{sizes:?}");
    }
}

#[test]
fn packages_in_packages_have_one_room_and_an_end() {
    let mut nested = package(&["[Content_Types].xml", "word/document.xml"]);
    for depth in 1..8 {
        let parts = [
            ("[Content_Types].xml", TYPES_OF_PARTS),
            ("word/document.xml", b""),
            ("word/embeddings/a.docx", &nested),
        ];
        nested = claiming(&parts, None);
        assert_eq!(read(&nested).is_some(), depth <= DEPTH_MAX, "{depth}");
    }
    let mut room = UNPACKED_MAX;
    let whole = package(&["[Content_Types].xml"]);
    assert!(
        read_harmless(&mut Cursor::new(&whole), 0, &mut room)
            .unwrap()
            .is_some()
    );
    assert_eq!(room, UNPACKED_MAX - TYPES_OF_PARTS.len() as u64);
    assert!(
        read_harmless(&mut Cursor::new(&whole), 0, &mut 1)
            .unwrap()
            .is_none()
    );
}

#[test]
fn a_text_that_grows_beyond_reason_is_refused_and_one_that_repeats_itself_is_not() {
    const MEGA: u64 = 1024 * 1024;
    let is_sound = |packed: u64, unpacked: u64| {
        let entry = Entry::for_test("word/document.xml", packed, unpacked);
        are_sizes_sound(&[entry], 30 * MEGA, &mut UNPACKED_MAX.clone())
    };
    assert!(is_sound(MEGA, 60 * MEGA));
    assert!(!is_sound(MEGA / 2, 101 * MEGA));
    assert!(is_sound(1_000, 15 * MEGA), "small all the same");
    assert!(!is_sound(31 * MEGA, 31 * MEGA), "shared bytes");
}

#[test]
fn an_archive_whose_parts_lead_out_of_its_folder_is_none() {
    let names = |odd: &'static str| ["[Content_Types].xml", odd, "word/document.xml"];
    for odd in [
        "../../.bashrc",
        "word/../../x",
        "/etc/passwd",
        "..\\x.exe",
        "C:\\x",
        "a\0.xml",
        "..",
    ] {
        assert_eq!(read(&package(&names(odd))), None, "{odd:?}");
    }
    for plain in [
        "word/media/a..b.png",
        "docProps/..rels",
        "customXml/item1.xml",
    ] {
        assert_eq!(read(&package(&names(plain))), Some("docx"), "{plain}");
    }
}

#[test]
fn a_directory_that_is_too_long_or_elsewhere_is_not_read() {
    let whole = package(&["[Content_Types].xml", "word/document.xml"]);
    for (at, value) in [(10, DIRECTORY_MAX + 1), (6, u32::MAX)] {
        let mut changed = whole.clone();
        let at = changed.len() - at;
        changed[at..at + 4].copy_from_slice(&value.to_le_bytes());
        assert_eq!(read(&changed), None);
    }
}

#[test]
fn a_text_may_grow_to_its_limit() {
    for (packed, unpacked, expected) in [
        (1, 16 * 1024 * 1024, true),
        (1, 16 * 1024 * 1024 + 1, false),
        (SMALL, SMALL * GROWTH_MAX / 4, true),
    ] {
        let entries = [Entry::for_test("a.xml", packed, unpacked)];
        let is_sound = are_sizes_sound(&entries, packed + 100, &mut UNPACKED_MAX.clone());
        assert_eq!(is_sound, expected, "{packed} {unpacked}");
    }
}

#[test]
fn parts_of_macros_and_controls_make_no_document() {
    let types = "[Content_Types].xml";
    for part in ["word/vbaData.xml", "word/activeX/activeX1.bin"] {
        let names = [types, "word/document.xml", part];
        assert_eq!(read(&package(&names)), None, "{part}");
    }
}

#[test]
fn a_list_of_relationships_is_read_whole_up_to_its_limit() {
    let list = |links: &str| format!("<Relationships>{links}</Relationships>");
    let outside = r#"<Relationship Type="x/image" Target="https://x.example/a.png"/>"#;
    let space = |length: usize| list(&" ".repeat(length - list("").len()));
    for (list, expected) in [
        (list(""), Some("docx")),
        (list(outside), None),
        (space(1024 * 1024), Some("docx")),
        (space(1024 * 1024 + 1), None),
    ] {
        let parts = [
            ("[Content_Types].xml", TYPES_OF_PARTS),
            ("word/document.xml", b""),
            ("word/_rels/document.xml.rels", list.as_bytes()),
        ];
        assert_eq!(read(&claiming(&parts, None)), expected, "{}", list.len());
    }
}

#[test]
fn a_picture_may_grow_and_a_list_may_not() {
    for (name, expected) in [("a.png", true), ("A.XML", false), ("a.rels", false)] {
        let entries = [Entry::for_test(name, 1, SMALL + 1)];
        let is_sound = are_sizes_sound(&entries, 100, &mut UNPACKED_MAX.clone());
        assert_eq!(is_sound, expected, "{name}");
    }
}
