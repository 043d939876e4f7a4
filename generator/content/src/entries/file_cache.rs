//! A cache of an entry's files from one load to the next, and of their texts: bytes in
//! the [spill](generator_ground::storage::spill).
//!
//! In memory stay the places of these bytes. So a site's texts take as much memory as their names.

use std::borrow::Cow;
use std::sync::Arc;

use contract::Hash;
use serde::{Deserialize, Serialize};

use super::characters::Characters;
use super::fields::Fields;
use super::text::Text;
use crate::files::folder::ContentFolder;
use crate::files::found::{FoundFile, Role};
use crate::files::front_matter::BuiltIn;
use crate::files::years::Years;
use crate::schema::Schema;
use generator_ground::storage::spill::{Span, Spill};
use generator_media::MediaFile;

/// A file as it was when it was read last.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CachedFile {
    /// The file's role in its entry.
    pub(crate) role: Role,
    /// `content/news/first-close/en.md`.
    pub(crate) file: String,
    /// Hash of the file's stamp; none if the file could not be read, has a problem, or could have
    /// changed since without another stamp.
    pub(crate) identity: Option<Hash>,
    /// The schema it was checked against.
    pub(crate) schema: Hash,
    /// Hash of its bytes; that of none if they are of no use.
    pub(crate) hash: Hash,
    /// The file's content.
    pub(crate) said: CachedContent,
}

/// Content of a cached file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum CachedContent {
    /// A text ([`Texts`]).
    Text(Span),
    /// A file beside a text.
    Media(MediaFile),
    /// The file has no usable text.
    Nothing,
}

impl CachedFile {
    /// True if reading `found` again would give the same.
    pub(crate) fn holds(&self, found: &FoundFile, schema: &Schema) -> bool {
        self.file == found.file
            && self.schema == schema.hash
            && self.identity == Some(found.stamp.identity)
    }
}

/// The texts of all files, on disk.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    spill: Arc<Spill>,
    /// The folder `content/`.
    folder: Arc<ContentFolder>,
}

/// A text without its fields. On disk it is preceded by its length ([`LENGTH`]) and followed by the
/// fields, unchanged: most callers want only the fields.
#[derive(Serialize, Deserialize)]
struct Head<'a> {
    file: Cow<'a, str>,
    hash: [u8; 16],
    body_hash: [u8; 16],
    names_media: bool,
    characters: Cow<'a, Characters>,
    years: Cow<'a, Years>,
    built_in: Cow<'a, BuiltIn>,
}

/// Bytes of a length, the lowest first.
const LENGTH: usize = size_of::<u32>();

impl Texts {
    /// A cache of `folder` without texts.
    pub(crate) fn new(folder: ContentFolder, spill: &Arc<Spill>) -> Self {
        Self {
            spill: spill.clone(),
            folder: folder.into(),
        }
    }

    /// Has texts read from `folder` from now on, which has the same name.
    pub(crate) fn read_from(&mut self, folder: ContentFolder) {
        self.folder = folder.into();
    }

    /// The folder `content/`.
    pub(crate) fn folder(&self) -> &Arc<ContentFolder> {
        &self.folder
    }

    /// Puts a text on disk.
    pub(crate) fn put(&self, text: &Text) -> Span {
        let head = Head {
            file: Cow::Borrowed(&text.file),
            hash: *text.hash.as_bytes(),
            body_hash: *text.body_hash.as_bytes(),
            names_media: text.names_media,
            characters: Cow::Borrowed(&text.characters),
            years: Cow::Borrowed(&text.years),
            built_in: Cow::Borrowed(&text.built_in),
        };
        let head = pack(&head);
        // A file has less than 4 GB.
        let length = u32::try_from(head.len()).unwrap_or_default();
        let parts = [&length.to_le_bytes(), &*head, text.fields.as_bytes()];
        self.spill.put(&parts.concat())
    }

    /// The fields alone of the text at `span`.
    pub(crate) fn fields(&self, span: Span, schema: &Schema) -> Option<Fields> {
        let bytes = self.spill.get(span);
        let (_, fields) = split(&bytes)?;
        Some(Fields::from_bytes(&schema.names, fields))
    }

    /// The text at `span`, with fields named as in `schema`; none if the disk failed, which
    /// [`Spill::check`] reports.
    pub(crate) fn get(&self, span: Span, schema: &Schema) -> Option<Text> {
        let bytes = self.spill.get(span);
        let (head, fields) = split(&bytes)?;
        let head: Head<'_> = unpack(head)?;
        Some(Text {
            folder: self.folder.clone(),
            file: head.file.into_owned(),
            hash: head.hash.into(),
            body_hash: head.body_hash.into(),
            names_media: head.names_media,
            fields: Fields::from_bytes(&schema.names, fields),
            characters: head.characters.into_owned(),
            years: head.years.into_owned(),
            built_in: head.built_in.into_owned(),
        })
    }

    /// Writes the known facts about an entry's files to disk.
    pub(crate) fn put_known(&self, files: &[CachedFile]) -> Span {
        self.spill.put(&pack(&files))
    }

    /// The cached files of an entry; none for an empty span.
    pub(crate) fn cached_files(&self, span: Span) -> Vec<CachedFile> {
        unpack(&self.spill.get(span)).unwrap_or_default()
    }
}

/// Head and fields of a text on disk.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<LENGTH>()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
}

fn pack(value: &impl Serialize) -> Vec<u8> {
    // A value in memory can be written there.
    rmp_serde::to_vec(value).unwrap_or_default()
}

fn unpack<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> Option<T> {
    rmp_serde::from_slice(bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use contract::build::Access;
    use serde_json::json;

    use super::*;

    fn schema() -> Schema {
        let schema = json!({
            "x-collection": {"kind": "markdown"}, "type": "object", "additionalProperties": false,
            "properties": {"title": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}}
        });
        Schema::compile(schema, Hash::of(b"schema")).unwrap()
    }

    // R10.01
    #[test]
    fn a_text_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let texts = Texts::new(
            ContentFolder::new(Path::new("/site/content")),
            &Spill::new(folder.path()),
        );
        let schema = schema();
        let fields = json!({"tags": ["潮", "b"], "title": "潮生"});
        let fields = fields.as_object().unwrap();
        let mut written =
            json!({"access": "guarded", "publishAt": "2026-11-21T09:00", "aliases": ["/news/alt"]});
        let written = written.as_object_mut().unwrap();
        let text = Text {
            folder: texts.folder().clone(),
            file: "content/news/a/en.md".to_owned(),
            hash: Hash::of(b"file"),
            body_hash: Hash::of(b"body"),
            names_media: true,
            fields: Fields::new(&schema.names, fields),
            characters: Characters::new(fields, "起", Access::Guarded),
            years: Years::find("2016年", None),
            built_in: crate::files::front_matter::take_built_in(written, &mut Vec::new()),
        };
        assert_eq!(text.built_in.access, Access::Guarded);
        let expected = format!("{text:?}");
        let span = texts.put(&text);
        let back = texts.get(span, &schema).unwrap();
        assert_eq!(format!("{back:?}"), expected);
        assert_eq!(texts.fields(span, &schema), Some(back.fields));
        assert!(texts.get(Span::default(), &schema).is_none());
    }

    // R10.05
    #[test]
    fn what_is_known_of_files_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let texts = Texts::new(
            ContentFolder::new(Path::new("/site/content")),
            &Spill::new(folder.path()),
        );
        let media = MediaFile {
            hash: Hash::of(b"picture"),
            size: 7,
            pixels: Some((2, 1)),
        };
        let known = |role, said| CachedFile {
            role,
            file: "content/news/a/en.md".to_owned(),
            identity: Some(Hash::of(b"stamp")),
            schema: Hash::of(b"schema"),
            hash: Hash::of(b"file"),
            said,
        };
        let files = [
            known(Role::Text(1), CachedContent::Text(Span::default())),
            known(
                Role::Media("p/a.gif".to_owned()),
                CachedContent::Media(media),
            ),
            known(Role::Data, CachedContent::Nothing),
        ];
        let span = texts.put_known(&files);
        assert_eq!(
            format!("{:?}", texts.cached_files(span)),
            format!("{files:?}")
        );
        assert!(texts.cached_files(Span::default()).is_empty());
    }
}
