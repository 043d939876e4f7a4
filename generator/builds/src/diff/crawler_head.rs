//! PURE: differences of two documents in the elements for crawlers: the sharing image, the
//! addresses in other languages, and JSON-LD.
//!
//! A site writes its template itself: these elements may have any order and any quotation marks.

use super::places::JsonPlace;

/// Names of the parts, as templates have them.
const PARTS: [&str; 3] = ["image", "hreflang", "jsonLd"];

/// The parts that differ between the documents of a page.
pub(super) fn places(before: &str, after: &str) -> Vec<JsonPlace> {
    let (before, after) = (parts(before), parts(after));
    let pairs = PARTS.iter().zip(before.iter().zip(&after));
    let differing = pairs.filter(|(_, (before, after))| before != after);
    let place = |(name, (before, after)): (&&str, (&Vec<&str>, &Vec<&str>))| {
        let note = match (before.is_empty(), after.is_empty()) {
            (true, _) => Some("new"),
            (_, true) => Some("gone"),
            _ => None,
        };
        JsonPlace::new(format!("head.{name}"), note)
    };
    differing.map(place).collect()
}

/// The elements of each part.
fn parts(document: &str) -> [Vec<&str>; 3] {
    let head = document
        .split_once("<body")
        .map_or(document, |(head, _)| head);
    let [mut image, mut hreflang, mut json_ld] = [const { Vec::new() }; 3];
    for element in head.split('<').skip(1) {
        if element.starts_with("script") && element.contains("application/ld+json") {
            json_ld.push(element);
        } else if element.starts_with("link") && element.contains(" hreflang=") {
            hreflang.push(element);
        } else if element.starts_with("meta") && element.contains("og:image") {
            image.push(element);
        }
    }
    [image, hreflang, json_ld]
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMAGE: &str = "<meta property=\"og:image\" content=\"/a.png\">";
    const LINKS: &str = "<link rel=\"alternate\" hreflang=\"en\" href=\"/en\">";
    const DATA: &str = "<script type='application/ld+json'>{\"name\":\"a\"}</script>";

    fn document(head: &str) -> String {
        let feed = "<link rel=\"alternate\" type=\"application/atom+xml\" href=\"/feed.xml\">";
        format!("<head><title>a</title>{feed}{head}</head><body>{IMAGE}{head}</body>")
    }

    #[test]
    fn each_part_that_differs_is_named_once() {
        let all = format!("{IMAGE}{LINKS}{DATA}");
        for (before, after, expected) in [
            (&*all, &*all, ""),
            (
                "",
                &*all,
                "head.image (new) head.hreflang (new) head.jsonLd (new)",
            ),
            (&*all, LINKS, "head.image (gone) head.jsonLd (gone)"),
            (&*all, &*all.replace("/a.png", "/b.png"), "head.image"),
            (&*all, &*all.replace("\"a\"", "\"b\""), "head.jsonLd"),
            (LINKS, &*LINKS.repeat(2), "head.hreflang"),
        ] {
            let places = places(&document(before), &document(after));
            let names: Vec<String> = places.iter().map(ToString::to_string).collect();
            assert_eq!(names.join(" "), expected);
        }
    }
}
