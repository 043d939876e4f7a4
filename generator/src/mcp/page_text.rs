//! PURE: a page as an agent reads it: plain text, with the place of each text in `content/`.

use std::collections::BTreeSet;
use std::fmt::Write;

use generator_content::marks::{END, number};
use serde_json::{Value, json};

/// The text of a page of the studio, and the places that its numbers `[0]` refer to.
pub(super) fn describe(page: &Value) -> Value {
    let markup = ["marked", "html"].map(|field| page[field].as_str());
    let markup = markup.into_iter().flatten().next().unwrap_or_default();
    let (title, passages) = page_text::main_text(markup).unwrap_or_default();
    let mut marked = String::new();
    if let Some(title) = title {
        let _ = writeln!(marked, "# {title}");
    }
    for passage in passages {
        if let Some(heading) = passage.heading {
            let _ = writeln!(marked, "\n## {heading}");
        }
        let _ = writeln!(marked, "{}", passage.text);
    }
    let (text, numbers) = with_numbers(&marked);
    let places: Vec<Value> = numbers
        .into_iter()
        .filter_map(|number| {
            let place = page["places"].get(number)?;
            Some(json!({
                "number": number, "file": place["file"], "field": place["field"],
                "lines": place["lines"]
            }))
        })
        .collect();
    json!({ "path": page["path"], "text": text, "places": places })
}

/// The text with `[n]` in place of the mark n, and the numbers in it.
fn with_numbers(marked: &str) -> (String, BTreeSet<usize>) {
    let (mut text, mut numbers) = (String::with_capacity(marked.len()), BTreeSet::new());
    for character in marked.chars() {
        match number(character) {
            Some(number) => {
                numbers.insert(number);
                let _ = write!(text, "[{number}]");
            }
            None if character == END => {}
            None => text.push(character),
        }
    }
    (text, numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_its_text_with_the_places_that_are_in_it() {
        let place = |field: &str| {
            json!({ "file": "content/news/a/en.md", "field": field, "lines": [2, 2], "column": 8,
                    "text": "A" })
        };
        let page = json!({
            "path": "/en/news/a",
            "marked": "<nav>x</nav><main><h1>\u{f0000}A &amp; B\u{100000}</h1>\
                       <p>\u{f0002}One\u{100000} <em>two</em></p><h2>Why</h2><p>So</p></main>",
            "html": "<p>not this</p>",
            "places": [place("/title"), place("/unused"), place("")]
        });
        let read = describe(&page);
        assert_eq!(read["text"], "# [0]A & B\n[2]One two\n\n## Why\nSo\n");
        let fields: Vec<&Value> = read["places"].as_array().unwrap().iter().collect();
        assert_eq!(fields.len(), 2);
        assert_eq!(
            (&fields[0]["number"], &fields[0]["field"]),
            (&json!(0), &json!("/title"))
        );
        assert_eq!(
            (&fields[1]["number"], &fields[1]["field"]),
            (&json!(2), &json!(""))
        );
    }
}
