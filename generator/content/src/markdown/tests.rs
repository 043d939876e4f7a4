//! Tests of the HTML that readers get from editors' Markdown, and that browsers return it
//! unchanged.

use std::sync::Arc;

use contract::Hash;
use contract::build::Access;
use contract::locale::{Direction, Locale};
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, QualName, local_name, ns, parse_fragment};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;

mod angles;
mod emphasis;

use super::text::{escape, escape_attribute};
use super::*;
use crate::entries::collection::Entry;
use generator_ground::message::Language;
use generator_media::images::{Format, Picture, Role, Variant};

fn locale(code: &str, prefix: &str) -> Locale {
    Locale {
        code: code.to_owned(),
        name: code.to_owned(),
        dir: Direction::Ltr,
        prefix: prefix.to_owned(),
        language: code.to_owned(),
        default: prefix.is_empty(),
        formats: None,
    }
}

fn media(path: &str, access: Access, pixels: Option<(u32, u32)>) -> Arc<Media> {
    let media_type = if pixels.is_some() {
        "image/png"
    } else {
        "application/pdf"
    };
    Arc::new(Media {
        path: path.to_owned(),
        file: path.replace("/media", "content"),
        source: path.into(),
        hash: Hash::of(path.as_bytes()),
        size: 4,
        media_type,
        access,
        pixels,
    })
}

fn picture(is_animated: bool) -> Arc<Picture> {
    let variant = |role, format, width| Variant {
        role,
        format,
        width,
        height: width / 2,
        hash: Hash::of(b"tide"),
        size: 4,
    };
    let candidate = |format, width| variant(Role::Candidate, format, width);
    let candidates = vec![
        candidate(Format::Avif, 480),
        candidate(Format::Avif, 800),
        candidate(Format::Webp, 800),
    ];
    Arc::new(Picture {
        original: variant(Role::Original, Format::Jpeg, 800),
        candidates: if is_animated { Vec::new() } else { candidates },
        still: is_animated.then(|| variant(Role::Still, Format::Webp, 800)),
        colours: (!is_animated).then(|| ["aabbcc", "112233", "000000"].map(str::to_owned)),
    })
}

/// Renders `markdown` as the English page of `news/a`, which has a picture and a report beside it.
fn body(markdown: &str) -> Body {
    body_among(markdown, "")
}

/// The same where ids begin with `ids`.
fn body_among(markdown: &str, ids: &str) -> Body {
    let locales = [locale("zh-CN", ""), locale("en", "en")];
    let files = vec![
        media(
            "/media/news/a/images/deep.png",
            Access::Public,
            Some((10, 10)),
        ),
        media("/media/news/a/moving.gif", Access::Public, Some((800, 400))),
        media("/media/news/a/photo.jpg", Access::Public, Some((400, 800))),
        media("/media/news/a/report.pdf", Access::Public, None),
        media("/media/news/a/tide.png", Access::Public, Some((800, 400))),
    ];
    let elsewhere = [
        media("/media/letters/q/chart.png", Access::Guarded, Some((1, 1))),
        media("/media/pages/home/share.png", Access::Public, Some((2, 1))),
    ];
    let mut all: Vec<Arc<Media>> = files.iter().cloned().chain(elsewhere).collect();
    all.sort_by(|a, b| a.path.cmp(&b.path));
    let entry = Entry {
        slug: "a".into(),
        access: Access::Public,
        shown: Box::default(),
        files: files.into(),
    };
    let path_hash = |path: &str| Hash::of(path.as_bytes());
    let pictures = Pictures::from([
        (path_hash("/media/news/a/photo.jpg"), picture(false)),
        (path_hash("/media/news/a/moving.gif"), picture(true)),
    ]);
    let surroundings = Surroundings {
        ids,
        pictures: &pictures,
        locale: &locales[1],
        locales: &locales,
        entry: &entry,
        media: &all,
        marks: None,
    };
    render(
        &BodySource {
            source: Path::new(""),
            file: "content/news/a/en.md",
            whole: markdown,
            body: 0,
        },
        &surroundings,
    )
}

fn codes(body: &Body) -> Vec<String> {
    body.diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code().to_owned())
        .collect()
}

#[test]
fn githubs_dialect_is_rendered() {
    let cases = [
        (
            "a *b* **c** ~~d~~ `e<f`",
            "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e&lt;f</code></p>\n",
        ),
        (
            "\"quotes\" & 'all' <",
            "<p>\"quotes\" &amp; 'all' &lt;</p>\n",
        ),
        ("a\u{a0}b\\\nc", "<p>a&nbsp;b<br>\nc</p>\n"),
        (
            "- [x] done\n- [ ] open",
            "<ul>\n<li><label><input type=\"checkbox\" disabled=\"\" checked=\"\"> done</label></li>\n<li><label><input type=\"checkbox\" disabled=\"\"> open</label></li>\n</ul>\n",
        ),
        ("3. c", "<ol start=\"3\">\n<li>c</li>\n</ol>\n"),
        (
            "| a | b |\n|---|--:|\n| 1 | 2 |",
            "<div role=\"group\" aria-labelledby=\"table_1\" tabindex=\"0\"><table><thead id=\"table_1\"><tr><th>a</th><th align=\"right\">b</th></tr></thead><tbody>\n<tr><td>1</td><td align=\"right\">2</td></tr>\n</tbody></table></div>\n",
        ),
        (
            "```rust ignore\nlet a = \"&\";\n```",
            "<pre><code class=\"language-rust\">let a = \"&amp;\";\n</code></pre>\n",
        ),
        ("```\"><script>\nx\n```", "<pre><code>x\n</code></pre>\n"),
        (
            "> [!NOTE]\n> a",
            "<blockquote class=\"alert-note\">\n<p>a</p>\n</blockquote>\n",
        ),
        ("{{ a }} {% b %}", "<p>{{ a }} {% b %}</p>\n"),
        ("a<!-- hidden -->b", "<p>ab</p>\n"),
        (
            "见 https://example.com/a_b_c?d=1&e。",
            "<p>见 <a href=\"https://example.com/a_b_c?d=1&amp;e\" rel=\"noopener noreferrer\">https://example.com/a_b_c?d=1&amp;e</a>。</p>\n",
        ),
        (
            "a@example.com",
            "<p><a href=\"mailto:a@example.com\">a@example.com</a></p>\n",
        ),
        (
            "请写信至a@example.com，或致电。邮箱@之前",
            "<p>请写信至<a href=\"mailto:a@example.com\">a@example.com</a>，或致电。邮箱@之前</p>\n",
        ),
        (
            "写给a.b@example.com即可",
            "<p>写给<a href=\"mailto:a.b@example.com\">a.b@example.com</a>即可</p>\n",
        ),
        (
            "<a@example.com>",
            "<p><a href=\"mailto:a@example.com\">a@example.com</a></p>\n",
        ),
        (
            "`https://example.com` [https://example.com](/)",
            "<p><code>https://example.com</code> <a href=\"/en\">https://example.com</a></p>\n",
        ),
        (
            "<https://example.com/?a=1&b=2>",
            "<p><a href=\"https://example.com/?a=1&amp;b=2\" rel=\"noopener noreferrer\">https://example.com/?a=1&amp;b=2</a></p>\n",
        ),
    ];
    for (markdown, html) in cases {
        assert_eq!(body(markdown).html, html, "{markdown}");
    }
}

#[test]
fn lines_of_chinese_join_without_a_space() {
    assert_eq!(
        body("潮水\r\n退去，\n才知 A\nB 谁").html,
        "<p>潮水退去，才知 A\nB 谁</p>\n"
    );
}

#[test]
fn headings_have_stable_unique_ids_in_any_script() {
    let rendered = body(
        "# Hello, *big* World!\n## 潮汐 与 `tide_1`\n## 潮汐 与 `tide_1`\n# !!\n[x](#潮汐-与-tide-1-1) [y](#%E6%BD%AE%E6%B1%90-与-tide-1)",
    );
    assert_eq!(
        rendered.anchors,
        [
            "hello-big-world",
            "潮汐-与-tide-1",
            "潮汐-与-tide-1-1",
            "section"
        ]
    );
    assert_eq!(codes(&rendered), ["second-title", "second-title"]);
}

#[test]
fn no_heading_takes_the_place_of_what_a_script_looks_for() {
    let markdown = "## Portico state\n\n## Root\n\n## Root\n\n### Content\n\nA note[^1].\n\n## fn 1\n\n[^1]: Note.";
    let body = body(markdown);
    let expected = [
        "portico-state-1",
        "root-1",
        "root-2",
        "content-1",
        "fnref-1",
        "fn-1-1",
        "fn-1",
    ];
    assert_eq!(body.anchors, expected);
    assert_eq!(codes(&body), Vec::<&str>::new());
}

#[test]
fn raw_html_gets_no_id_of_the_document() {
    for id in ids::OF_DOCUMENT.into_iter().chain(["_R_1_"]) {
        let body = body(&format!("Words.\n\n<p id=\"{id}\">{{}}</p>\n"));
        assert_eq!(codes(&body), ["reserved-id"], "{id}");
        assert_eq!(body.diagnostics[0].line, Some(3));
        assert!(!body.html.contains(" id="), "{}", body.html);
    }
    assert_eq!(body("<p id=\"mine\">x</p>").anchors, ["mine"]);
}

#[test]
fn ids_of_a_text_that_is_one_of_several_carry_its_name_and_its_own_links_follow() {
    let text = "## Outlook\n\nSee [above](#outlook), [top](#) and a note[^1].\n\n|a|\n|-|\n|1|\n\n[^1]: Here.\n";
    let rendered = body_among(text, "letters/q3/");
    assert_eq!(codes(&rendered), Vec::<&str>::new());
    for part in [
        "<h2 id=\"letters/q3/outlook\">",
        "<a href=\"#letters/q3/outlook\">above</a>",
        "<a href=\"#\">top</a>",
        "<sup id=\"letters/q3/fnref-1\"><a href=\"#letters/q3/fn-1\"",
        "<li id=\"letters/q3/fn-1\">",
        "aria-labelledby=\"letters/q3/table_1\"",
        "<thead id=\"letters/q3/table_1\">",
    ] {
        assert!(rendered.html.contains(part), "{part} {}", rendered.html);
    }
    assert_eq!(
        codes(&body_among("[x](#nowhere)", "l/q/")),
        ["broken-anchor"]
    );
    check_canonical_among(text, "letters/q3/").unwrap();
}

/// The boxes of task lists in `html`, without the parts that all have in common.
fn tasks(html: &str) -> String {
    html.replace("<input type=\"checkbox\" disabled=\"\">", "☐")
        .replace("\n", "")
}

#[test]
fn a_task_s_box_is_named_by_its_first_line() {
    let cases = [
        (
            "- [ ] call *Lin*\n  today\n  - [ ] or `Gu`",
            "<ul><li><label>☐ call <em>Lin</em>today</label><ul><li><label>☐ or <code>Gu</code></label></li></ul></li></ul>",
        ),
        (
            "- [ ] one\n\n  more\n\n- [ ] two\n  > said",
            "<ul><li><p><label>☐ one</label></p><p>more</p></li><li><p><label>☐ two</label></p><blockquote><p>said</p></blockquote></li></ul>",
        ),
        (
            "- [ ] [terms](/terms) <b>now</b>",
            "<ul><li><label>☐ <a href=\"/en/terms\">terms</a> <b>now</b></label></li></ul>",
        ),
        (
            "- [ ] a\n  ```\n  b\n  ```\n- c",
            "<ul><li><label>☐ a</label><pre><code>b</code></pre></li><li>c</li></ul>",
        ),
        (
            "- [ ] a\n  ---\n  b",
            "<ul><li><h2 id=\"a\"><label>☐ a</label></h2>b</li></ul>",
        ),
    ];
    for (markdown, html) in cases {
        assert_eq!(tasks(&body(markdown).html), html, "{markdown}");
        check_canonical(markdown).unwrap();
    }
}

#[test]
fn a_table_stands_in_a_box_that_the_keyboard_reaches_and_that_its_own_words_name() {
    let tables = "|a|\n|-|\n\n## Table 1\n\n|b|\n|-|\n";
    let html = body(tables).html;
    for part in [
        "<div role=\"group\" aria-labelledby=\"table_1\" tabindex=\"0\"><table><thead id=\"table_1\"><tr><th>a",
        "<h2 id=\"table-1\">",
        "aria-labelledby=\"table_2\" tabindex=\"0\"><table><thead id=\"table_2\"><tr><th>b",
    ] {
        assert!(html.contains(part), "{part} {html}");
    }
    let raw = [
        (
            "<table><caption>Tides</caption><tr><td>1</td></tr></table>",
            "aria-labelledby=\"table_1\" tabindex=\"0\"><table><caption id=\"table_1\">Tides",
        ),
        (
            "<table><tr id=\"own\"><td>1</td></tr></table>",
            "aria-labelledby=\"own\" tabindex=\"0\"><table><tbody><tr id=\"own\">",
        ),
        (
            "<table><tr><td><table><tr><td>in</td></tr></table></td></tr></table>",
            "<td><div role=\"group\" aria-labelledby=\"table_2\" tabindex=\"0\"><table>",
        ),
        ("<table></table>x", "<table></table>x"),
    ];
    for (markdown, part) in raw {
        let html = body(markdown).html;
        assert!(html.contains(part), "{html}");
        assert_eq!(
            html.matches("<div").count(),
            html.matches("</table></div>").count()
        );
        check_canonical(markdown).unwrap();
    }
}

#[test]
fn links_lead_to_pages_in_the_readers_language() {
    let cases = [
        ("/about?x=1#team", "/en/about?x=1#team"),
        ("/", "/en"),
        ("/en/about", "/en/about"),
        ("/api/openapi.json", "/api/openapi.json"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("report.pdf", "/media/news/a/report.pdf?t="),
        (
            "/media/pages/home/share.png",
            "/media/pages/home/share.png?t=",
        ),
    ];
    for (target, href) in cases {
        let html = body(&format!("[x]({target})")).html;
        assert!(
            html.starts_with(&format!("<p><a href=\"{href}")) && !html.contains("rel="),
            "{html}"
        );
    }
    let links = body("[a](/about) [b](/about) [c](/news#x) <a href='/terms'>d</a>").links;
    assert_eq!(
        links
            .iter()
            .map(|l| (l.target.as_str(), l.href.as_str()))
            .collect::<Vec<_>>(),
        [
            ("/about", "/en/about"),
            ("/news#x", "/en/news#x"),
            ("/terms", "/en/terms")
        ]
    );
}

#[test]
fn what_reads_well_and_leads_astray_is_a_warning() {
    let cases = [
        (
            "Words.\n\n# A title\n",
            "second-title",
            3,
            "begin headings at `##`",
        ),
        (
            "[x](/en/about#a)\n",
            "language-in-link",
            1,
            "write `/about#a`: it leads to the page in the reader's language",
        ),
        (
            "[x](/en)\n",
            "language-in-link",
            1,
            "write `/`: it leads to the page in the reader's language",
        ),
    ];
    for (markdown, code, line, remedy) in cases {
        let body = body(markdown);
        let [told] = &body.diagnostics[..] else {
            panic!("{markdown}: {:?}", body.diagnostics)
        };
        assert_eq!(
            (
                told.code(),
                told.line,
                &*told.message.remedy(Language::English)
            ),
            (code, Some(line), remedy)
        );
        assert_eq!(
            told.severity,
            generator_ground::diagnostic::Severity::Warning
        );
    }
}

#[test]
fn foreign_links_give_nothing_away() {
    for target in [
        "https://example.com",
        "HTTP://example.com",
        "//example.com",
        "/\\example.com",
    ] {
        let html = body(&format!("<a href=\"{target}\" rel=\"opener\">x</a>")).html;
        assert!(
            html.contains("rel=\"noopener noreferrer\"") && !html.contains("\"opener"),
            "{html}"
        );
    }
}

#[test]
fn addresses_that_run_something_are_refused() {
    for target in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "java&#10;script:x",
        "&#1;javascript:x",
    ] {
        for markdown in [
            format!("[x](<{target}>)"),
            format!("<a href=\"{target}\">x</a>"),
            format!("![x](<{target}>)"),
        ] {
            let rendered = body(&markdown);
            assert!(
                !rendered.html.to_lowercase().contains("script:")
                    && !rendered.html.contains("data:"),
                "{markdown} {}",
                rendered.html
            );
        }
    }
    assert_eq!(codes(&body("[x](javascript:alert)")), ["bad-link"]);
}

/// As `body`, after so many words that no image is met first.
fn below(markdown: &str) -> String {
    let words = "word ".repeat(80);
    let html = body(&format!("{words}\n\n{markdown}")).html;
    html.split_once("</p>\n").unwrap().1.to_owned()
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_str_radix(&Hash::of(bytes).to_string()[..8], 16).unwrap()
}

// R1.06
#[test]
fn images_wait_until_they_are_seen_and_show_without_scripts() {
    let path = "/media/news/a/tide.png";
    let address = format!("{path}?t={}", number(path.as_bytes()));
    let rest = "width=\"800\" height=\"400\" alt=\"The &quot;tide&quot;\"";
    let expected = format!(
        "<p><img class=\"lazy\" data-src=\"{address}\" {rest}><noscript><img src=\"{address}\" loading=\"lazy\" {rest}></noscript></p>\n"
    );
    assert_eq!(below("![The *\"tide\"*](tide.png)"), expected);
    assert_eq!(
        below("<p><img onerror='x()' src='./tide.png' alt='The \"tide\"'></p>\n"),
        expected
    );
    assert!(
        below("<img src='tide.png' alt='x' width='200' height='7'>")
            .contains("width=\"200\" height=\"100\"")
    );
    assert!(below("![x](images/deep.png)").contains("data-src=\"/media/news/a/images/deep.png?t="));
}

#[test]
fn an_image_that_is_left_out_leaves_no_line_that_a_browser_drops() {
    for (markdown, expected) in [
        ("a<pre>\n![x](/about)\n</pre>", "<p>a</p><pre></pre>"),
        (
            "<pre><img src=x.png>\n\n<img src=y.png>\nb\n</pre>",
            "<pre>b\n</pre>",
        ),
        (
            "<pre dir=ltr>\n<img src=x.png>\nb</pre>",
            "<pre dir=\"ltr\">b</pre>",
        ),
        (
            "<pre><b><img src=x.png>\nb</b></pre>",
            "<pre><b>\nb</b></pre>",
        ),
        ("<div><img src=x.png>\nb</div>", "<div>\nb</div>"),
    ] {
        check_canonical(markdown).unwrap();
        let html = body(markdown).html;
        assert!(html.starts_with(expected), "{html:?}");
    }
}

// R1.06
#[test]
fn the_image_that_is_met_first_does_not_wait() {
    let lazy = |markdown: &str| body(markdown).html.matches("class=\"lazy\"").count();
    assert_eq!(lazy("![x](tide.png)\n\n![y](tide.png)"), 1);
    let eager = body("A word.\n\n![x](tide.png)").html;
    assert!(
        eager.contains("<img fetchpriority=\"high\" decoding=\"async\" src=\"")
            && !eager.contains("noscript"),
        "{eager}"
    );
    assert_eq!(lazy(&format!("{}\n\n![x](tide.png)", "潮".repeat(160))), 0);
    assert_eq!(lazy(&format!("{}\n\n![x](tide.png)", "潮".repeat(161))), 1);
}

#[test]
fn a_picture_offers_every_encoding_and_the_browser_chooses() {
    let t = number(b"tide");
    let sizes = "(max-width: 800px) 100vw, 800px";
    let path = "/media/news/a/photo.jpg";
    let rest = "width=\"800\" height=\"400\" alt=\"x\"";
    let style = "style=\"background:linear-gradient(#aabbcc,#112233,#000000)\"";
    assert_eq!(
        body("![x](photo.jpg)").html,
        format!(
            "<p><picture>\
             <source type=\"image/avif\" sizes=\"{sizes}\" srcset=\"{path}.480.avif?t={t} 480w, {path}.800.avif?t={t} 800w\">\
             <source type=\"image/webp\" sizes=\"{sizes}\" srcset=\"{path}.800.webp?t={t} 800w\">\
             <img fetchpriority=\"high\" decoding=\"async\" src=\"{path}?t={t}\" {rest} {style}></picture></p>\n"
        )
    );
    let waiting = below("![x](photo.jpg)");
    assert!(
        waiting.contains(&format!(
            "<source type=\"image/webp\" data-srcset=\"{path}.800.webp?t={t} 800w\">"
        )) && waiting.contains(&format!(
            "<noscript><img src=\"{path}.800.webp?t={t}\" loading=\"lazy\" {rest}></noscript>"
        )),
        "{waiting}"
    );
    assert!(
        body("[large](photo.jpg)")
            .html
            .contains(&format!("href=\"{path}?t={t}\"")),
        "a link leads to what is published, not to the source"
    );
    let moving = body("![x](moving.gif)").html;
    assert!(
        moving.contains("<source media=\"(prefers-reduced-motion: reduce)\" type=\"image/webp\" srcset=\"/media/news/a/moving.gif.still.webp?t="),
        "{moving}"
    );
    for markdown in [
        "![x](photo.jpg)\n\n![x](photo.jpg)",
        "- ![x](moving.gif) ![x](photo.jpg)",
    ] {
        check_canonical(markdown).unwrap();
    }
}

#[test]
fn what_leads_nowhere_is_told_with_its_place() {
    let cases = [
        ("[x](#nowhere)", "broken-anchor"),
        ("![x](tied.png)", "broken-image"),
        ("![x](report.pdf)", "broken-image"),
        ("![x](/media/letters/q/chart.png)", "broken-image"),
        ("![x](https://example.com/a.png)", "foreign-image"),
        ("![](tide.png)", "missing-alt"),
        ("[x](other.md)", "broken-link"),
        ("[x](/media/news/b/x.pdf)", "broken-link"),
        ("<script>x()</script>", "raw-html"),
    ];
    for (markdown, code) in cases {
        let rendered = body(&format!("first line\n\n{markdown}\n"));
        assert_eq!(codes(&rendered), [code], "{markdown}");
        assert_eq!(rendered.diagnostics[0].line, Some(3), "{markdown}");
    }
    assert_eq!(
        body("![x](tied.png)").diagnostics[0]
            .message
            .remedy(Language::English),
        "did you mean `tide.png`?"
    );
}

#[test]
fn raw_html_is_kept_as_far_as_it_is_harmless() {
    let cases = [
        ("a<sup>2</sup>", "<p>a<sup>2</sup></p>\n"),
        (
            "<div onclick=\"x()\" style=\"position:fixed\" class=\"hero\" id=\"ok\">a</div>",
            "<div id=\"ok\">a</div>",
        ),
        (
            "<details open><summary>s</summary>t</details>",
            "<details open=\"\"><summary>s</summary>t</details>",
        ),
        ("<iframe src=\"https://x.example\"></iframe>b", "b"),
        ("<style>p{display:none}</style>", ""),
        (
            "<input type=\"password\" name=\"p\">",
            "<input type=\"checkbox\" disabled=\"\">",
        ),
    ];
    for (markdown, html) in cases {
        assert_eq!(
            body(markdown).html.trim_end(),
            html.trim_end(),
            "{markdown}"
        );
    }
}

#[test]
fn notes_are_numbered_in_the_order_of_their_mention() {
    let html = body("b[^two] a[^one] b[^two]\n\n[^one]: One\n[^two]: Two\n[^three]: unused\n").html;
    assert!(
        html.contains("<sup id=\"fnref-1-2\"><a href=\"#fn-1\" class=\"footnote-ref\">1</a></sup>"),
        "{html}"
    );
    assert!(html.ends_with("<div class=\"footnotes\"><ol>\n<li id=\"fn-1\"><p>Two <a href=\"#fnref-1\" class=\"footnote-back\">↩</a></p></li>\n<li id=\"fn-2\"><p>One <a href=\"#fnref-2\" class=\"footnote-back\">↩</a></p></li>\n</ol></div>\n"), "{html}");
    assert_eq!(codes(&body("b[^two]\n\n[^two]: Two\n")), Vec::<&str>::new());
}

#[test]
fn deep_nesting_is_an_error_and_no_stack_overflow() {
    for markdown in [
        ">".repeat(5_000) + "x",
        "<div>".repeat(3_000),
        "- ".repeat(3_000) + "x",
        "*".repeat(9_999) + "x",
        "[".repeat(9_999),
    ] {
        let rendered = body(&markdown);
        assert!(rendered.html.len() < 1_000_000);
    }
    assert_eq!(codes(&body(&(">".repeat(200) + "x"))), ["too-deep"]);
}

/// The result of `innerHTML` after `html` was set, by today's standard (attribute values escape `<`
/// and `>`).
fn reparse(html: &str, scripting: bool) -> String {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts {
            scripting_enabled: scripting,
            ..Default::default()
        },
        ..Default::default()
    };
    let context = QualName::new(None, ns!(html), local_name!("div"));
    let document = parse_fragment(RcDom::default(), options, context, Vec::new(), scripting)
        .one(html)
        .document
        .clone();
    let root = document.children.borrow()[0].clone();
    let mut out = String::new();
    root.children
        .borrow()
        .iter()
        .for_each(|child| serialise(child, &mut out));
    out
}

fn serialise(node: &Handle, out: &mut String) {
    match &node.data {
        NodeData::Text { contents } => {
            let parent = node.parent.take();
            let raw = parent.as_ref().and_then(std::rc::Weak::upgrade).is_some_and(|parent| {
                matches!(&parent.data, NodeData::Element { name, .. } if &*name.local == "noscript")
            });
            node.parent.set(parent);
            if raw {
                out.push_str(&contents.borrow())
            } else {
                escape(out, &contents.borrow())
            }
        }
        NodeData::Element { name, attrs, .. } => {
            assert!(!["script", "style", "iframe", "svg", "form"].contains(&&*name.local));
            out.push_str(&format!("<{}", name.local));
            for attribute in attrs.borrow().iter() {
                let name = &*attribute.name.local;
                let runs = name.starts_with("on")
                    || (name != "alt"
                        && name != "title"
                        && attribute.value.contains("javascript:"));
                assert!(!runs, "{name}");
                out.push_str(&format!(" {}=\"", attribute.name.local));
                escape_attribute(out, &attribute.value);
                out.push('"');
            }
            out.push('>');
            if !["br", "hr", "img", "input", "source", "wbr", "col"].contains(&&*name.local) {
                node.children
                    .borrow()
                    .iter()
                    .for_each(|child| serialise(child, out));
                out.push_str(&format!("</{}>", name.local));
            }
        }
        _ => {}
    }
}

fn check_canonical(markdown: &str) -> Result<(), TestCaseError> {
    check_canonical_among(markdown, "")
}

fn check_canonical_among(markdown: &str, ids: &str) -> Result<(), TestCaseError> {
    let html = body_among(markdown, ids).html;
    prop_assert_eq!(&reparse(&html, true), &html, "with scripts: {:?}", markdown);
    prop_assert_eq!(
        &reparse(&html, false),
        &html,
        "without scripts: {:?}",
        markdown
    );
    Ok(())
}

/// Markdown as people and attackers write it: pieces that mean something, in any order.
fn markdown() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        " ",
        "\n",
        "\n\n",
        "潮",
        "\u{a0}",
        "&",
        "&lt;",
        "&nbsp;",
        "<",
        ">",
        "\"",
        "'",
        "*",
        "**",
        "_",
        "~~",
        "`",
        "```\n",
        "# ",
        "## ",
        "> ",
        "- ",
        "  ",
        "    ",
        "1. ",
        "- [x] ",
        "- [ ] a",
        "|a|\n|-|\n",
        "|",
        "|---|--:|\n",
        "[",
        "](/about)",
        "](#a)",
        "](tide.png)",
        "](javascript:x)",
        "](<a b> \"<t>\")",
        "![",
        "[^1]",
        "[^1]: ",
        "---\n",
        "\\",
        "{{ x }}",
        "<https://e.example>",
        "> [!TIP]\n",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// The same with HTML of the author.
fn with_html() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec![
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<b>",
        "</b>",
        "<i>",
        "</i>",
        "<a href='/x'>",
        "<a href=javascript:x>",
        "</a>",
        "<table>",
        "<tr>",
        "<td>",
        "</td>",
        "</table>",
        "<ul>",
        "<li>",
        "</ul>",
        "<pre>\n",
        "</pre>",
        "<img src=tide.png onerror=x()>",
        "![x](photo.jpg)",
        "<picture><source srcset=x><img src=photo.jpg alt=x></picture>",
        "<img src=tide.png alt='<noscript>'>",
        "<noscript>",
        "</noscript>",
        "<script>",
        "</script>",
        "<style>",
        "</style>",
        "<svg>",
        "</svg>",
        "<math>",
        "<mtext>",
        "<title>",
        "</title>",
        "<textarea>",
        "</textarea>",
        "<!--",
        "-->",
        "<span title='a<b>&amp;\"'>",
        "</span>",
        "<select>",
        "<option>",
        "<template>",
        "</template>",
        "<br>",
        "</br>",
        "<h1 id=x>",
        "</h1>",
        "<center>",
        "<details>",
        "<q cite=javascript:x>",
        "</table>",
        "<caption>",
        "<col>",
        "<thead>",
        "<label>",
        "</label>",
        "<input>",
    ]);
    let pieces = prop::collection::vec((markdown(), tag), 0..8);
    pieces.prop_map(|pieces| pieces.into_iter().map(|(text, tag)| text + tag).collect())
}

proptest! {
    #![proptest_config(property_tests::cases(512))]

    #[test]
    fn a_browser_gives_markdown_back_as_it_was_written(markdown in markdown()) {
        check_canonical(&markdown)?;
    }

    #[test]
    fn a_browser_gives_raw_html_back_as_it_was_cleaned(markdown in with_html()) {
        check_canonical(&markdown)?;
    }

    #[test]
    fn any_text_renders(markdown in "(?s).{0,200}") {
        check_canonical(&markdown)?;
    }

    #[test]
    fn cleaning_what_is_clean_changes_nothing(html in with_html()) {
        if let Some(clean) = clean::clean(&html) {
            prop_assert_eq!(clean::clean(&clean), Some(clean));
        }
    }
}
