//! PURE: links of a Markdown file to other sites, in its body and in the values of its fields.

use pulldown_cmark::{Event, Options, Parser, Tag};
use yaml_reader::TextRange;

use super::flaws::place;
use super::front_matter;

/// A link to another site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkElsewhere {
    /// `https://www.example.com/a`, without its fragment.
    pub address: String,
    /// Its place in the file.
    pub place: TextRange,
}

/// The links in `text`, a whole file, in their order.
pub fn links_elsewhere(text: &str) -> Vec<LinkElsewhere> {
    let body = front_matter::split(text).map_or(0, |parts| parts.body);
    let in_fields = in_values(&text[..body]);
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let events = Parser::new_ext(&text[body..], options).into_offset_iter();
    let in_body = events.filter_map(|(event, range)| match event {
        Event::Start(Tag::Link { dest_url, .. }) => {
            Some((body + range.start, dest_url.to_string()))
        }
        _ => None,
    });
    let links = in_fields.into_iter().chain(in_body);
    let links = links.filter(|(_, address)| is_elsewhere(address));
    links
        .map(|(at, address)| LinkElsewhere {
            address: address.split('#').next().unwrap_or_default().to_owned(),
            place: place(text, at),
        })
        .collect()
}

/// Values of YAML that are an address: the rest of a line, quoted or not.
fn in_values(yaml: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in yaml.split_inclusive('\n') {
        let value = line.split_once([':', '-']).map_or("", |(_, value)| value);
        let value = value.trim().trim_matches(['"', '\'']);
        if is_elsewhere(value) && !value.contains(char::is_whitespace) {
            let at = start + line.find(value).unwrap_or_default();
            found.push((at, value.to_owned()));
        }
        start += line.len();
    }
    found
}

fn is_elsewhere(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_in_fields_and_texts_and_not_in_code() {
        let text = "---\ntitle: A https://no.example\nsource: https://a.example/x\nmore:\n  - \"http://b.example\"\n---\n\n\
                    [c](https://c.example/d#e) and <https://f.example> [g](/g) `https://no.example`\n\n\
                    ```\n[h](https://no.example)\n```\n";
        let found = links_elsewhere(text);
        let found: Vec<_> = found
            .iter()
            .map(|link| (&*link.address, link.place.line, link.place.column))
            .collect();
        assert_eq!(
            found,
            [
                ("https://a.example/x", 3, 9),
                ("http://b.example", 5, 6),
                ("https://c.example/d", 8, 1),
                ("https://f.example", 8, 32),
            ]
        );
        assert_eq!(links_elsewhere(""), []);
    }
}
