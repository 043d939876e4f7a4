//! PURE: the text of a body, a line per paragraph, with links as Markdown has them.
//!
//! Bodies are made by this generator's own serialiser: tags are whole, and `<`, `>`, `&` and quotes
//! in texts and attributes are escaped. The result is read by people and never shown as HTML.

use html_escape::decode_html_entities;

/// Elements inside a line; all others begin a new one.
const INLINE: [&str; 28] = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "i", "img", "ins", "kbd",
    "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time",
    "wbr",
];

/// True for a text that is a body: it begins and ends with a tag.
pub(super) fn is_html(text: &str) -> bool {
    text.starts_with('<') && text.trim_end().ends_with('>')
}

/// The lines of a body.
pub(super) fn lines(html: &str) -> Vec<String> {
    let mut out = String::with_capacity(html.len());
    // Addresses of the links that are open.
    let mut links: Vec<Option<String>> = Vec::new();
    let mut rest = html;
    while let Some((text, tail)) = rest.split_once('<') {
        out.push_str(&decode_html_entities(text));
        let Some((tag, tail)) = tail.split_once('>') else {
            rest = "";
            break;
        };
        push_tag(tag, &mut out, &mut links);
        rest = tail;
    }
    out.push_str(&decode_html_entities(rest));
    let lines = out.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

fn push_tag(tag: &str, out: &mut String, links: &mut Vec<Option<String>>) {
    let name = tag.trim_start_matches('/');
    let end = name.find(|c: char| !c.is_ascii_alphanumeric());
    let name = &name[..end.unwrap_or(name.len())];
    match name {
        "a" if tag.starts_with('/') => {
            if let Some(Some(href)) = links.pop() {
                out.push_str(&format!("]({href})"));
            }
        }
        "a" => {
            let href = attribute(tag, "href");
            out.push_str(if href.is_some() { "[" } else { "" });
            links.push(href);
        }
        "img" => {
            let [alt, src] = ["alt", "src"].map(|name| attribute(tag, name).unwrap_or_default());
            out.push_str(&format!("![{alt}]({src})"));
        }
        name if INLINE.contains(&name) => {}
        _ => out.push('\n'),
    }
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    let (value, _) = rest.split_once('"')?;
    Some(decode_html_entities(value).into_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    // R10.04
    #[test]
    fn a_body_has_a_line_for_each_paragraph() {
        let cases: [(&str, &[&str]); 7] = [
            (
                "<p>One <em>two</em>.</p>\n<p>Three.</p>\n",
                &["One two.", "Three."],
            ),
            ("<ul>\n<li>a</li><li>b</li></ul>", &["a", "b"]),
            (
                "<p>a &lt;b&gt; &amp;lt; &quot;c&quot;</p>",
                &["a <b> &lt; \"c\""],
            ),
            (
                "<p>See <a href=\"/en?a=1&amp;b=2\" rel=\"x\">the <b>news</b></a>.</p>",
                &["See [the news](/en?a=1&b=2)."],
            ),
            ("<p><a id=\"x\">anchor</a></p>", &["anchor"]),
            (
                "<p><img src=\"/a.png\" alt=\"A ship\"></p>",
                &["![A ship](/a.png)"],
            ),
            ("<pre><code>a\n  b</code></pre>", &["a", "b"]),
        ];
        for (html, expected) in cases {
            assert_eq!(lines(html), expected, "{html}");
        }
    }

    #[test]
    fn a_text_with_an_angle_is_no_body() {
        assert!(is_html("<p>a</p>\n"));
        for text in ["", "a < b", "<3", "a <b>c</b>"] {
            assert!(!is_html(text), "{text}");
        }
    }

    proptest! {
        // R10.04
        #[test]
        fn no_word_of_a_paragraph_is_lost(words in proptest::collection::vec("[a-z潮&<>]{1,8}", 1..6)) {
            let escape = |word: &String| {
                let word = word.replace('&', "&amp;");
                word.replace('<', "&lt;").replace('>', "&gt;")
            };
            let html: Vec<String> = words.iter().map(|word| format!("<p>{}</p>", escape(word))).collect();
            prop_assert_eq!(lines(&html.concat()), words);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[<>a/ =\"&;潮\n]{0,60}") {
            let _ = lines(&text);
        }
    }
}
