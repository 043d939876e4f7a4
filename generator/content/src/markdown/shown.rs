//! A body on its way to a page: its key, and when it is rendered.
//!
//! A page's input contains a token in the place of a body: [`BODY_TOKEN`] and the body's *key*, the
//! hash of all that decides its HTML. So the input, whose hash is the page's key, is made without
//! rendering Markdown; the HTML is put in at the end (`render::bodies`).

use std::cell::OnceCell;

use contract::Hash;
use contract::build::Access;
use contract::locale::Locale;
use contract::page::BODY_TOKEN;

use super::{Body, TextRole};
use crate::content::Content;
use crate::entries::collection::{Collection, Entry};
use crate::entries::text::Text;
use crate::marks::Marks;
use generator_ground::diagnostic::Diagnostic;
use generator_media::Media;
use generator_media::images::Pictures;

/// A body that a page shows: named by its key, rendered at most once, and only on request.
#[derive(Clone, Debug)]
pub struct ShownBody<'a> {
    content: &'a Content,
    collection: &'a Collection,
    entry: &'a Entry,
    locale: usize,
    standing: TextRole,
    text: Text,
    key: Hash,
    rendered: OnceCell<Body>,
}

impl<'a> ShownBody<'a> {
    /// The hash of all that decides the HTML.
    pub fn key(&self) -> Hash {
        self.key
    }

    /// The text it is the body of.
    pub(crate) fn text(&self) -> &Text {
        &self.text
    }

    /// The token that represents the body in a page's input.
    pub fn token(&self) -> String {
        format!("{BODY_TOKEN}{}", self.key)
    }

    /// The body's HTML with a mark at the beginning of each block.
    ///
    /// # Errors
    /// As [`Self::get`].
    pub fn marked_html(&self, marks: &Marks) -> Result<String, Box<Diagnostic>> {
        let (collection, entry) = (self.collection, self.entry);
        let body =
            self.content
                .marked_body(collection, entry, self.locale, self.standing, marks)?;
        Ok(body.html)
    }

    /// The body, rendered.
    ///
    /// # Errors
    /// Its file cannot be read, or has changed since the content was loaded (`retryable`).
    pub fn get(&self) -> Result<&Body, Box<Diagnostic>> {
        if let Some(body) = self.rendered.get() {
            return Ok(body);
        }
        let body = self
            .content
            .body(self.collection, self.entry, self.locale, self.standing)?;
        Ok(self.rendered.get_or_init(|| body))
    }
}

impl Content {
    /// The body of an entry that the page of locale number `locale` shows, rendered when it is
    /// needed.
    ///
    /// # Errors
    /// There is no such text.
    pub fn shown_body<'a>(
        &'a self,
        collection: &'a Collection,
        entry: &'a Entry,
        locale: usize,
        standing: TextRole,
    ) -> Result<ShownBody<'a>, Box<Diagnostic>> {
        let (text, page_locale) = self.text(collection, entry, locale)?;
        let ids = standing.ids(collection, entry);
        let key = self.body_key(&text, entry, page_locale, ids);
        Ok(ShownBody {
            content: self,
            collection,
            entry,
            locale,
            standing,
            text,
            key,
            rendered: OnceCell::new(),
        })
    }

    /// The hash of all inputs of the HTML of a body: its Markdown, the prefix of its ids, the
    /// prefixes that links get, the files beside it with their results, and every other published
    /// file if the Markdown may name one. Bodies with the same key have the same HTML; how the
    /// generator renders Markdown is no part of it, but of the renderer hash.
    fn body_key(&self, text: &Text, entry: &Entry, page_locale: &Locale, ids: String) -> Hash {
        let mut parts = vec![
            text.body_hash.as_bytes().to_vec(),
            page_locale.prefix.as_bytes().to_vec(),
            ids.into_bytes(),
            vec![u8::from(entry.access.is_public())],
        ];
        let prefixes = self.locales.iter().map(|locale| locale.prefix.as_str());
        parts.push(prefixes.collect::<Vec<_>>().join("/").into_bytes());
        if text.names_media {
            parts.push(self.published_hash(entry.access).as_bytes().to_vec());
        }
        let files = entry.files.iter();
        parts.extend(files.map(|media| facts(media, &self.pictures)));
        Hash::of_parts(parts.iter().map(Vec::as_slice))
    }

    /// Hash of the files that a text under `access` may name by their path.
    fn published_hash(&self, access: Access) -> Hash {
        let hash = || {
            let published = self.media.iter();
            let published =
                published.filter(|media| media.access == access || media.access.is_public());
            let facts: Vec<Vec<u8>> = published
                .map(|media| facts(media, &self.pictures))
                .collect();
            Hash::of_parts(facts.iter().map(Vec::as_slice))
        };
        *self.published[usize::from(access.is_public())].get_or_init(hash)
    }
}

/// Facts of a file that a text which names it shows.
fn facts(media: &Media, pictures: &Pictures) -> Vec<u8> {
    let picture = pictures.get(&media.hash);
    // Debug is total, names every field, and is compared by this very program only.
    format!(
        "{} {} {} {:?} {:?} {picture:?}",
        media.path, media.hash, media.media_type, media.access, media.pixels
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use contract::locale::Direction;
    use proptest::prelude::*;

    use super::super::{BodySource, Surroundings, render};
    use super::*;
    use crate::entries::parse::may_name_media;

    /// Pieces of links to `/media/a/b/c.png`: its characters, escapes and references of them, and
    /// surrounding characters.
    const PIECES: [&str; 26] = [
        "/media/",
        "a/b/c.png",
        "/",
        "media",
        "m",
        "edia",
        "\\/",
        "\\m",
        "&#47;",
        "&#x2F;",
        "&#0047",
        "&sol;",
        "&sol",
        "&bsol;",
        "&#109;",
        "&#x6d;edia",
        "%2f",
        "%6dedia",
        "[x](",
        "![x](",
        ")",
        "<",
        ">",
        "<img src=\"",
        "\">",
        "\n",
    ];

    /// The HTML of a text of an entry without files, in a site with these files.
    fn html(markdown: &str, media: &[Arc<Media>]) -> String {
        let locale = Locale {
            code: "en".to_owned(),
            name: "en".to_owned(),
            dir: Direction::Ltr,
            prefix: String::new(),
            language: "en".to_owned(),
            default: true,
            formats: None,
        };
        let entry = Entry {
            slug: "a".into(),
            access: Access::Public,
            shown: Box::default(),
            files: Box::default(),
        };
        let origin = BodySource {
            source: Path::new(""),
            file: "content/news/a/en.md",
            whole: markdown,
            body: 0,
        };
        let surroundings = Surroundings {
            ids: "",
            locale: &locale,
            locales: std::slice::from_ref(&locale),
            entry: &entry,
            media,
            pictures: &Pictures::new(),
            marks: None,
        };
        render(&origin, &surroundings).html
    }

    fn file(path: &str) -> Arc<Media> {
        Arc::new(Media {
            path: path.to_owned(),
            file: String::new(),
            source: Default::default(),
            hash: Hash::of(path.as_bytes()),
            size: 1,
            media_type: "image/png",
            access: Access::Public,
            pixels: Some((2, 1)),
        })
    }

    proptest! {
        #![proptest_config(property_tests::cases(4_000))]
        #[test]
        fn a_text_whose_html_depends_on_other_entries_files_says_so(
            pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 1..9),
            frame in 0..4_usize,
        ) {
            let path = pieces.concat();
            let markdown = match frame {
                0 => format!("![alt]({path}a/b/c.png)"),
                1 => format!("<img alt=\"x\" src=\"{path}a/b/c.png\">"),
                2 => format!("[x]: {path}a/b/c.png\n\n[x]"),
                _ => path,
            };
            if html(&markdown, &[]) != html(&markdown, &[file("/media/a/b/c.png")]) {
                prop_assert!(may_name_media(&markdown), "{markdown:?}");
            }
        }
    }

    #[test]
    fn every_spelling_of_a_files_path_is_noticed() {
        for path in [
            "/media/",
            "\\/media\\/",
            "&#47;media/",
            "&sol;media&sol;",
            "/&#109;edia/",
            "/medi&#x61;/",
        ] {
            let markdown = format!("![alt]({path}a/b/c.png)");
            let there = [file("/media/a/b/c.png")];
            assert_ne!(html(&markdown, &there), html(&markdown, &[]), "{markdown}");
            assert!(may_name_media(&markdown), "{markdown}");
        }
        assert!(!may_name_media("Social media/press & more, a < b; `x`"));
    }
}
