//! PURE: which pictures there are, and their names beside a text.

use std::collections::BTreeMap;

use generator_ground::message::Message;
use percent_encoding::percent_decode_str;

use super::slug::slug;
use super::{Picture, PictureFolder};

/// The largest picture that is copied, in bytes.
pub const MAX_PICTURE: u64 = 64 * 1024 * 1024;

/// Pictures of a folder: their paths below it, and their bytes.
pub type KnownPictures = BTreeMap<String, u64>;

/// Ends of names of pictures, and the bytes with which such a file begins.
const KINDS: [(&str, &[u8]); 7] = [
    ("jpg", b"\xff\xd8\xff"),
    ("jpeg", b"\xff\xd8\xff"),
    ("png", b"\x89PNG\r\n\x1a\n"),
    ("gif", b"GIF8"),
    ("webp", b"RIFF"),
    ("svg", b""),
    ("avif", b"\0\0\0"),
];

/// Whether a file that begins with `first` is a picture of the kind that its name says.
pub fn is_picture(name: &str, first: &[u8]) -> bool {
    KINDS
        .iter()
        .any(|(end, magic)| end_of(name) == *end && first.starts_with(magic))
}

fn end_of(name: &str) -> String {
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    end.to_ascii_lowercase()
}

/// The pictures of one entry, as its texts name them.
#[derive(Debug, Default)]
pub(crate) struct Pictures {
    taken: Vec<Picture>,
}

impl Pictures {
    /// The name beside the text of the picture at `source`, a path below `folder`.
    pub(crate) fn take(&mut self, folder: PictureFolder, source: &str) -> String {
        let is_this = |known: &&Picture| known.folder == folder && known.source == source;
        if let Some(known) = self.taken.iter().find(is_this) {
            return known.name.clone();
        }
        let file = source.rsplit('/').next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let number = self.taken.len() + 1;
        let unnamed = format!("picture-{number}");
        let stem = slug(&[stem], &unnamed);
        let end = end_of(file);
        let mut name = format!("{stem}.{end}");
        if self.taken.iter().any(|known| known.name == name) {
            name = format!("{stem}-{number}.{end}");
        }
        self.taken.push(Picture {
            folder,
            source: source.to_owned(),
            name: name.clone(),
        });
        name
    }

    pub(crate) fn into_list(self) -> Vec<Picture> {
        self.taken
    }
}

/// The picture among `known` that WordPress serves at `address`; the original of a smaller version
/// (`a-300x200.jpg`), if there is one.
///
/// # Errors
/// There is none, or it is too large.
pub(crate) fn find_upload(address: &str, known: &KnownPictures) -> Result<String, Message> {
    let found = find_path(address, known);
    let path = found.ok_or_else(|| Message::new("import/picture").with("source", address))?;
    check_size(&path, known)?;
    Ok(path)
}

/// Refuses a picture that would not be copied whole.
///
/// # Errors
/// It is too large.
pub(crate) fn check_size(path: &str, known: &KnownPictures) -> Result<(), Message> {
    match known.get(path) {
        Some(bytes) if *bytes > MAX_PICTURE => {
            Err(Message::new("import/picture-size").with("source", path))
        }
        _ => Ok(()),
    }
}

fn find_path(address: &str, known: &KnownPictures) -> Option<String> {
    let (_, path) = address.split_once("/wp-content/uploads/")?;
    let path = path.split(['?', '#']).next()?;
    let path = percent_decode_str(path).decode_utf8().ok()?.into_owned();
    let original = path.rsplit_once('.').and_then(|(stem, end)| {
        let (stem, size) = stem.rsplit_once('-')?;
        let (width, height) = size.split_once('x')?;
        let is_number = |text: &str| text.parse::<u32>().is_ok();
        (is_number(width) && is_number(height)).then(|| format!("{stem}.{end}"))
    });
    let mut candidates = original.into_iter().chain([path]);
    candidates.find(|path| known.contains_key(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_pictures_are_found() {
        let known = ["2024/05/a.jpg", "图.png"].map(|path| (path.to_owned(), 1));
        let known = BTreeMap::from(known);
        let find = |address: &str| find_upload(address, &known).ok();
        let uploads = "https://x.example/wp-content/uploads";
        for (path, expected) in [
            ("2024/05/a.jpg", Some("2024/05/a.jpg")),
            ("2024/05/a-300x200.jpg?w=1", Some("2024/05/a.jpg")),
            ("%E5%9B%BE.png", Some("图.png")),
            ("../../etc/passwd", None),
            ("2024/05/../05/a.jpg", None),
        ] {
            let found = find(&format!("{uploads}/{path}"));
            assert_eq!(found.as_deref(), expected, "{path}");
        }
        assert_eq!(find("https://x.example/a.jpg"), None);
    }

    #[test]
    fn a_picture_that_would_be_cut_is_refused() {
        let sizes = [("a.png", MAX_PICTURE), ("b.png", MAX_PICTURE + 1)];
        let known = BTreeMap::from(sizes.map(|(path, bytes)| (path.to_owned(), bytes)));
        let find = |name: &str| find_upload(&format!("/wp-content/uploads/{name}"), &known);
        assert_eq!(find("a.png"), Ok("a.png".to_owned()));
        let too_large = Message::new("import/picture-size").with("source", "b.png");
        assert_eq!(find("b.png"), Err(too_large));
    }

    #[test]
    fn names_beside_a_text_are_safe_and_differ() {
        let mut pictures = Pictures::default();
        let sources = ["图.PNG", "a/x (1).jpg", "b/x 1.jpg", "图.PNG"];
        let names = sources.map(|it| pictures.take(PictureFolder::Media, it));
        assert_eq!(
            names,
            ["picture-1.png", "x-1.jpg", "x-1-3.jpg", "picture-1.png"]
        );
        assert_eq!(pictures.into_list().len(), 3);
    }

    #[test]
    fn a_file_is_the_picture_that_its_name_says() {
        assert!(is_picture("a.JPG", b"\xff\xd8\xff\xe0"));
        assert!(!is_picture("a.png", b"\xff\xd8\xff"));
        assert!(!is_picture("a.exe", b"MZ"));
    }
}
