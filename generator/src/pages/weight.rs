//! PURE: how much a browser loads for a page, and the part that is most of it.

use std::sync::Arc;

use memchr::memmem;
use serde_json::Value;

use super::markup::{Token, tokens};
use generator_builds::sidecar;
use generator_content::Content;
use generator_media::Media;
use generator_media::images::Format;

/// Name of the check that compares pages with the site's budgets.
pub(crate) const BUDGET: &str = "budget";

/// Files up to this length are not compressed to be weighed: markup and data come to less than half
/// of their length, unless a picture is written into them. A smaller budget than half of this only
/// measures more pages exactly.
const SMALL: usize = 40_000;
/// The mark of a file that is written into markup or data.
const EMBEDDED: &[u8] = b";base64,";

/// An upper limit of the size of these bytes when they are sent, in haste.
pub(crate) fn hasty(bytes: &[u8]) -> anyhow::Result<u32> {
    let size = match bytes.len() {
        small @ ..=SMALL if memmem::find(bytes, EMBEDDED).is_none() => small.div_ceil(2),
        _ => sidecar::hasty_size(bytes)?,
    };
    Ok(u32::try_from(size).unwrap_or(u32::MAX))
}

/// Bytes of the pictures that a page with this markup shows first.
pub(crate) fn pictures_size(markup: &str, content: &Content) -> u32 {
    let pictures = first_pictures(markup);
    let sizes = pictures
        .iter()
        .filter_map(|first| Some(first.find(content)?.1));
    u32::try_from(sizes.sum::<u64>()).unwrap_or(u32::MAX)
}

/// A picture that is loaded with the page, before it comes into view.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FirstPicture {
    /// `/media/news/first-close/tide.jpg`.
    path: String,
    /// A browser chooses from several encodings and widths.
    has_sources: bool,
}

impl FirstPicture {
    /// The picture's file, and the bytes of it that a browser on a large screen loads; none if it
    /// is no file beside an entry.
    pub(crate) fn find<'a>(&self, content: &'a Content) -> Option<(&'a Media, u64)> {
        let by_path = |media: &Arc<Media>| media.path.as_str().cmp(&self.path);
        let media = &content.media[content.media.binary_search_by(by_path).ok()?];
        let Some(picture) = content.pictures.get(&media.hash) else {
            return Some((media, media.size));
        };
        let widest = |format| picture.candidates(format).last();
        let chosen = widest(Format::Avif).or_else(|| widest(Format::Webp));
        let chosen = chosen.filter(|_| self.has_sources);
        Some((media, chosen.unwrap_or(&picture.original).size))
    }
}

/// The pictures in `markup` that do not wait until they come into view, each once. Those wait in
/// `data-src`, with a twin for browsers without scripts.
pub(crate) fn first_pictures(markup: &str) -> Vec<FirstPicture> {
    // Most pages have none.
    if !markup.contains("<img") {
        return Vec::new();
    }
    let mut has_sources = false;
    let mut found = Vec::new();
    for token in tokens(markup) {
        let Token::Tag(tag) = token else {
            continue;
        };
        match tag.name {
            "picture" => has_sources = false,
            // One with a condition is for readers that want no movement.
            "source" => {
                has_sources |= tag.value("srcset").is_some() && tag.value("media").is_none()
            }
            "img" if tag.value("loading").as_deref() != Some("lazy") => {
                let path = tag.value("src").filter(|src| src.starts_with('/'));
                found.extend(path.map(|src| FirstPicture {
                    path: src.split(['?', '#']).next().unwrap_or_default().to_owned(),
                    has_sources: has_sources || tag.value("srcset").is_some(),
                }));
            }
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The place in the data of a payload file that is most of it, dotted: `news.items`. Goes on to the
/// inside of a field while one field there is at least half of it.
pub(crate) fn largest_part(payload: &[u8]) -> Option<String> {
    let file: Value = serde_json::from_slice(payload).ok()?;
    let mut at = file.pointer("/payload/data")?;
    let mut place = String::new();
    while let Value::Object(fields) = at {
        let sizes = fields
            .iter()
            .map(|(name, value)| (length(value), name, value));
        let Some((size, name, value)) = sizes.max_by_key(|(size, ..)| *size) else {
            break;
        };
        if !place.is_empty() {
            if size * 2 < length(at) {
                break;
            }
            place.push('.');
        }
        place.push_str(name);
        at = value;
    }
    (!place.is_empty()).then_some(place)
}

fn length(value: &Value) -> usize {
    value.to_string().len()
}

/// `20.1`: kilobytes, rounded up, so that a size above a budget is shown above it.
pub(crate) fn kilobytes(bytes: u64) -> String {
    let tenths = bytes.div_ceil(100);
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        tenth => format!("{}.{tenth}", tenths / 10),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    // R10.06
    #[test]
    fn pictures_that_wait_until_they_come_into_view_are_none_of_the_first() {
        let lazy = "<picture><source data-srcset=\"/media/a.jpg.480.avif?t=1 480w\"><img class=\"lazy\" \
             data-src=\"/media/a.jpg?t=1\"></picture><noscript><img src=\"/media/a.jpg?t=1\" \
             loading=\"lazy\"></noscript><img loading=\"lazy\" src=\"/media/z.png\">";
        assert_eq!(first_pictures(lazy), []);
        let eager = "<picture><source type=\"image/avif\" srcSet=\"/media/b.jpg.480.avif?t=1 480w\"/>\
             <img fetchPriority=\"high\" src=\"/media/b.jpg?t=2\"/></picture><img src=\"/media/c.svg\">\
             <picture><source media=\"(prefers-reduced-motion: reduce)\" srcset=\"/media/d.gif.still.webp\">\
             <img src=\"/media/d.gif\"></picture><img src=\"/media/c.svg\"><img src=\"data:image/png,x\">";
        let found = first_pictures(&format!("{lazy}{eager}"));
        let found: Vec<_> = found.iter().map(|it| (&*it.path, it.has_sources)).collect();
        let c = ("/media/c.svg", false);
        assert_eq!(found, [("/media/b.jpg", true), c, ("/media/d.gif", false)]);
    }

    // R10.06
    #[test]
    fn a_small_file_is_weighed_by_its_length_unless_a_picture_is_written_into_it() {
        let words = "A page of words. ".repeat(2_000);
        assert_eq!(hasty(words.as_bytes()).unwrap(), 17_000);
        let picture = format!("<img src=\"data:image/png;base64,{words}\">");
        assert!(hasty(picture.as_bytes()).unwrap() < 1_000);
        let long = words.repeat(2);
        assert!(hasty(long.as_bytes()).unwrap() < 1_000);
    }

    // R10.06
    #[test]
    fn the_part_that_is_most_of_a_payload_is_named_as_deep_as_one_field_is() {
        let long = "x".repeat(300);
        for (data, part) in [
            (
                json!({ "page": { "title": "a", "body": long } }),
                Some("page.body"),
            ),
            (
                json!({ "page": { "title": "a" }, "list": { "items": [long], "total": 1 } }),
                Some("list.items"),
            ),
            (
                json!({ "page": { "a": "bc", "b": "cd", "c": "de" } }),
                Some("page"),
            ),
            (json!({}), None),
        ] {
            let file = json!({ "app": long, "payload": { "data": data } });
            let found = largest_part(file.to_string().as_bytes());
            assert_eq!(found.as_deref(), part, "{data}");
        }
        assert_eq!(largest_part(b"{"), None);
    }

    proptest! {
        #![proptest_config(property_tests::cases(100))]
        // R10.06
        #[test]
        fn a_size_above_a_budget_is_shown_above_it(budget in 1..100_000_u64, over in 1..1_000_000_u64) {
            let shown: f64 = kilobytes(budget * 1000 + over).parse().unwrap();
            prop_assert!(shown > budget as f64);
            prop_assert_eq!(kilobytes(budget * 1000), budget.to_string());
        }
    }
}
