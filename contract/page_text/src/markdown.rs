//! A document as Markdown.

mod markup;

use serde_json::Value;

use crate::document::{Facts, tokens};
use markup::MainMarkup;

/// A page as Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkdownPage {
    /// CommonMark with tables, after front matter in YAML.
    pub text: String,
    /// Whether the page asks search engines not to list it.
    pub is_kept_out: bool,
}

/// Reads a document as Markdown: the facts of its head, then the text of its `main`, with absolute
/// addresses. `None` without a `main`.
pub fn markdown(document: &str) -> Option<MarkdownPage> {
    let mut facts = Facts::default();
    let mut main = MainMarkup::new();
    for token in tokens(document) {
        let was_open = facts.main.is_open();
        facts.token(&token);
        if was_open && facts.main.is_open() {
            main.token(&token, &facts.canonical);
        }
    }
    facts.main.was_open().then(|| MarkdownPage {
        text: format!("{}\n{}\n", front_matter(&facts), main.into_markdown()),
        is_kept_out: facts.is_kept_out,
    })
}

/// The facts of a page. Each value is JSON, which YAML contains: no title can leave its quotes.
fn front_matter(facts: &Facts) -> String {
    let state = facts.state();
    let language = state.as_ref().map(|state| state.content_locale());
    let date = facts.date();
    let values = [
        ("title", Some(facts.title.trim())),
        ("description", Some(facts.description.trim())),
        ("url", Some(&*facts.canonical)),
        ("language", language),
        ("date", date.as_deref()),
    ];
    let known = values.into_iter().filter_map(|(name, value)| {
        let value = value.filter(|value| !value.is_empty())?;
        Some(format!("{name}: {}\n", Value::from(value)))
    });
    format!("---\n{}---\n", known.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(head: &str, main: &str) -> MarkdownPage {
        let document = format!(
            "<html><head><title>A \"tide\" · Tidewater</title>{head}\
             <link rel=\"canonical\" href=\"https://a.example/en/a\"></head>\
             <body><header>Home</header><main>{main}</main><footer>foot</footer>\
             <script type=\"application/json\" id=\"portico-state\">{{\"app\":\"0\",\
             \"route\":\"a\",\"path\":\"/en/a\",\"locale\":\"en\",\"payload\":{{}}}}</script></body></html>"
        );
        markdown(&document).unwrap()
    }

    /// The Markdown of a `main`.
    fn body(main: &str) -> String {
        let text = page("", main).text;
        let (_, body) = text[3..].split_once("---\n\n").unwrap();
        body.trim_end().to_owned()
    }

    #[test]
    fn the_facts_of_the_head_come_first() {
        let found = page(
            "<meta name=\"description\" content=\"Of tides.\">",
            "<h1>A tide</h1>",
        );
        assert_eq!(
            found.text,
            "---\ntitle: \"A \\\"tide\\\" · Tidewater\"\ndescription: \"Of tides.\"\n\
             url: \"https://a.example/en/a\"\nlanguage: \"en\"\n---\n\n# A tide\n"
        );
        assert!(!found.is_kept_out);
        let robots = "<meta name=\"robots\" content=\"noindex\">";
        assert!(page(robots, "<p>a</p>").is_kept_out);
        assert_eq!(markdown("<body><p>a</p></body>"), None);
    }

    #[test]
    fn the_parts_of_a_page_become_markdown() {
        for (main, expected) in [
            (
                "<header><h1>T<!-- --> u</h1></header><section><h2 id=\"a\">B</h2><p>c <strong>d</strong></p></section>",
                "# T u\n\n## B\n\nc **d**",
            ),
            ("<ul><li>a</li><li><p>b</p></li></ul>", "- a\n- b"),
            (
                "<p><a href=\"/en/b\">b</a> <a href=\"https://x.example/\">x</a> <a href=\"#c\">c</a></p>",
                "[b](https://a.example/en/b) [x](https://x.example/) [c](https://a.example/en/a#c)",
            ),
            (
                "<a href=\"/en/b\"><h3>Title</h3><p>Text.</p></a><a href=\"/en/c\"><h3>C</h3></a>",
                "[Title Text.](https://a.example/en/b) [C](https://a.example/en/c)",
            ),
            (
                "<img src=\"/a.png\" alt=\"A\"><img src=\"/b.png\" alt=\"\">",
                "![A](https://a.example/a.png)",
            ),
            (
                "<dl><div><dt>Place</dt><dd>Wuhan</dd></div><dt>地点</dt><dd>武汉</dd><dd>杭州</dd></dl><p>a</p>",
                "- **Place**: Wuhan\n- **地点**：武汉 · 杭州\n\na",
            ),
            (
                "<table><caption>Prices</caption><thead><tr><th></th><th>2018</th></tr></thead><tbody><tr><th>Fund <br>I</th><td><p>3|4</p></td></tr></tbody></table>",
                "Prices\n\n|        | 2018 |\n| ------ | ---- |\n| Fund I | 3&#124;4 |",
            ),
            (
                "<a href=\"/b\">B</a><a href=\"/c\"><span>C</span></a><ol><li><svg></svg></li></ol>",
                "[B](https://a.example/b) [C](https://a.example/c)",
            ),
            (
                "<pre><code>let a = \"&lt;\";\n\n  b</code></pre>",
                "```\nlet a = \"<\";\n\n  b\n```",
            ),
            (
                "<span>Evenflow Grid</span><span>Equipment.</span>",
                "Evenflow Grid Equipment.",
            ),
            ("<p>1 * 2 &lt;b&gt; [x](y)</p>", "1 \\* 2 \\<b> \\[x\\](y)"),
            (
                "<nav>n</nav><button>o</button><svg><title>d</title></svg><p hidden>h</p><div data-search=\"no\"><a href=\"/b\">B</a></div><p>seen</p>",
                "[B](https://a.example/b)\n\nseen",
            ),
        ] {
            assert_eq!(body(main), expected, "{main}");
        }
    }

    #[test]
    fn depth_has_a_limit_and_no_text_is_lost_beyond_it() {
        let deep = 10_000;
        let main = format!(
            "{}a{}",
            "<blockquote>".repeat(deep),
            "</blockquote>".repeat(deep)
        );
        assert!(body(&main).ends_with("> a"));
    }
}
