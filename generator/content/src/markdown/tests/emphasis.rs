//! Emphasis beside Chinese, Japanese and Korean signs, and signs that stay as they are written.

use pulldown_cmark::{Event, Parser, Tag, TagEnd, TextMergeStream};

use super::*;

/// The HTML of one paragraph, without its tags.
fn paragraph(markdown: &str) -> String {
    let html = body(markdown).html;
    let inside = html
        .strip_prefix("<p>")
        .and_then(|html| html.strip_suffix("</p>\n"));
    inside.unwrap_or(&html).to_owned()
}

#[test]
fn emphasis_beside_chinese_japanese_and_korean_signs_is_emphasis() {
    let cases = [
        (
            "甲 **历经十年，**年年如此。",
            "甲 <strong>历经十年，</strong>年年如此。",
        ),
        (
            "乙 **「潮生」**是名字。",
            "乙 <strong>「潮生」</strong>是名字。",
        ),
        (
            "丙 这是**“第一笔”**投资。",
            "丙 这是<strong>“第一笔”</strong>投资。",
        ),
        (
            "丁 **收入（亿元）**增长。",
            "丁 <strong>收入（亿元）</strong>增长。",
        ),
        (
            "戊 我们说**不。**然后离开。",
            "戊 我们说<strong>不。</strong>然后离开。",
        ),
        ("己 *重点：*如下。", "己 <em>重点：</em>如下。"),
        (
            "庚 **Portico**是产品，**产品**Portico。",
            "庚 <strong>Portico</strong>是产品，<strong>产品</strong>Portico。",
        ),
        ("辛 ~~旧价，~~新价。", "辛 <del>旧价，</del>新价。"),
        (
            "壬 **`代码`**后面。",
            "壬 <strong><code>代码</code></strong>后面。",
        ),
        (
            "癸 前面**《年报》**和**[链接](/about)**后面。",
            "癸 前面<strong>《年报》</strong>和<strong><a href=\"/en/about\">链接</a></strong>后面。",
        ),
        ("**「名」**は", "<strong>「名」</strong>は"),
        ("**한국어.**입니다", "<strong>한국어.</strong>입니다"),
        (
            "이것은 **강조(중요)**입니다",
            "이것은 <strong>강조(중요)</strong>입니다",
        ),
        ("**a（b）**c", "<strong>a（b）</strong>c"),
        ("**\"引用\"**的", "<strong>\"引用\"</strong>的"),
        ("中**\"引用\"**的", "中<strong>\"引用\"</strong>的"),
        ("***x。***y", "<em><strong>x。</strong></em>y"),
        (
            "**外*内，*外，**后",
            "<strong>外<em>内，</em>外，</strong>后",
        ),
        (
            "**第一行，\n第二行。**后",
            "<strong>第一行，第二行。</strong>后",
        ),
        ("他说**“好”**，走了", "他说<strong>“好”</strong>，走了"),
        ("前~~（旧）~~后", "前<del>（旧）</del>后"),
        ("**テスト。**テスト", "<strong>テスト。</strong>テスト"),
        (
            "**葛\u{e0100}（）**城",
            "<strong>葛\u{e0100}（）</strong>城",
        ),
        (
            "[**一，**二](/about)",
            "<a href=\"/en/about\"><strong>一，</strong>二</a>",
        ),
        ("**<b>x</b>**后", "<strong><b>x</b></strong>后"),
        (r"**\*星*。**后", "<strong>*星*。</strong>后"),
        ("中_「x」_。", "中_「x」_。"),
    ];
    for (markdown, html) in cases {
        assert_eq!(paragraph(markdown), html, "{markdown}");
        check_canonical(markdown).unwrap();
    }
}

#[test]
fn emphasis_beside_chinese_signs_is_found_in_every_block() {
    let cases = [
        ("- **一，**二", "<li><strong>一，</strong>二</li>"),
        (">**一，**二", "<p><strong>一，</strong>二</p>"),
        (
            "## 标题**一，**二",
            "<h2 id=\"标题一二\">标题<strong>一，</strong>二</h2>",
        ),
        (
            "|**一，**二|\n|-|\n|**（三）**|",
            "<th><strong>一，</strong>二</th>",
        ),
        ("|a|\n|-|\n|*（三）*|", "<td><em>（三）</em></td>"),
        ("a[^1]\n\n[^1]: **一，**二", "<p><strong>一，</strong>二 <a"),
        ("![**一，**二](tide.png)", "alt=\"一，二\""),
    ];
    for (markdown, part) in cases {
        let html = body(markdown).html;
        assert!(html.contains(part), "{markdown} {html}");
    }
}

#[test]
fn signs_that_are_no_emphasis_stay_as_they_are() {
    let cases = [
        ("2**3 和 4", "2**3 和 4"),
        ("snake_case，蛇_形_名", "snake_case，蛇_形_名"),
        (r"中\*\*，**后", "中**，**后"),
        (r"中\**，*后", "中*<em>，</em>后"),
        ("`**中，**后`", "<code>**中，**后</code>"),
        (
            "<https://e.example/**中，**后>",
            "<a href=\"https://e.example/**中，**后\" rel=\"noopener noreferrer\">https://e.example/**中，**后</a>",
        ),
        ("10~20，约~30", "10~20，约~30"),
    ];
    for (markdown, html) in cases {
        assert_eq!(paragraph(markdown), html, "{markdown}");
    }
    for fence in [
        "```\n**中，**后\n```",
        "    **中，**后",
        "~~~\n**中，**后\n~~~",
        ">~~~中\n>**中，**后",
    ] {
        let rendered = body(fence);
        assert!(rendered.html.contains("<code"), "{fence} {}", rendered.html);
        assert!(
            rendered.html.contains("**中，**后"),
            "{fence} {}",
            rendered.html
        );
        assert_eq!(codes(&rendered), Vec::<&str>::new(), "{fence}");
    }
    let html = body("[中](<a**中，**后> \"**中，**后\")\n\n```a**（b\nx\n```").html;
    assert!(
        !html.contains('\u{fdd0}') && html.contains("title=\"**中，**后\""),
        "{html}"
    );
}

#[test]
fn signs_that_look_meant_and_stay_literal_are_a_warning_with_their_line() {
    for (markdown, lines) in [
        ("x\n\n**重点，没有结束", &[3][..]),
        ("x\n\n没有开始**。", &[3]),
        ("x\ny ** 重点 ** z", &[2]),
        ("** 重点 **", &[1, 1]),
        ("** important **", &[1, 1]),
        ("甲**“乙”**b", &[1, 1]),
        ("这是__重点__的", &[1, 1]),
        ("~~旧价", &[1]),
        ("- a\n- **b\n\n## **c", &[2, 4]),
        ("[重**点](/about)", &[1]),
    ] {
        let rendered = body(markdown);
        let found: Vec<u32> = rendered
            .diagnostics
            .iter()
            .filter_map(|it| it.line)
            .collect();
        let are_such = codes(&rendered)
            .iter()
            .all(|code| code == "literal-emphasis");
        // The case with one line counts from the first run on it.
        assert!(
            are_such && found.starts_with(lines),
            "{markdown} {found:?} {:?}",
            codes(&rendered)
        );
    }
    for markdown in [
        "2**3",
        "a ** b",
        "好呀~~",
        "`**x`",
        r"\*\*x",
        "snake__case__name",
        "姓名：____，",
        "0.35**",
        "https://e.example/**/x",
        "**/*.rs",
        "价格*",
        "*",
        "```\n**x\n```",
        "<https://e.example/**x>",
        "a **b** c",
        "**十年，**年",
    ] {
        assert_eq!(codes(&body(markdown)), Vec::<&str>::new(), "{markdown}");
    }
}

/// The parser's result for `markdown`, without emphasis and its signs.
fn without_emphasis(markdown: &str) -> Vec<String> {
    let is_emphasis = |event: &Event<'_>| {
        matches!(
            event,
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough)
                | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough)
        )
    };
    let events = Parser::new_ext(markdown, options()).filter(|event| !is_emphasis(event));
    let events = TextMergeStream::new(events);
    let words = events.map(|event| match event {
        Event::Text(text) => text.replace('\u{fdd0}', "").replace(['*', '~', '_'], ""),
        other => format!("{other:?}").replace("\\u{fdd0}", ""),
    });
    words.filter(|words| !words.is_empty()).collect()
}

fn piece(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(pieces), 0..16);
    pieces.prop_map(|pieces| pieces.concat())
}

const PIECES: [&str; 34] = [
    "*",
    "**",
    "***",
    "~~",
    "_",
    "`",
    "\\",
    "[",
    "](/about)",
    "](/x",
    ">)",
    " ",
    "\n",
    "\n\n",
    "> ",
    ">",
    "- ",
    "a",
    "1",
    "\"",
    "(",
    ")",
    ".",
    "|",
    "|-|\n",
    "# ",
    "&amp;",
    "~~~\n",
    "```",
    "é",
    "“",
    "”",
    "…",
    "![",
];

const CJK_PIECES: [&str; 22] = [
    "*",
    "**",
    "***",
    "~~",
    "_",
    "`",
    "\\",
    "[",
    "](/about)",
    " ",
    "\n",
    "\n\n",
    "> ",
    "- ",
    "a",
    "\"",
    "“",
    "”",
    "中",
    "한",
    "，",
    "（",
];

proptest! {
    #![proptest_config(property_tests::cases(2048))]

    #[test]
    fn a_text_without_such_characters_is_plain_commonmark(markdown in piece(&PIECES)) {
        let input = input::ParserInput::from_markdown(&markdown);
        prop_assert_eq!(input.text(), &markdown);
    }

    #[test]
    fn only_emphasis_differs_from_plain_commonmark(markdown in piece(&CJK_PIECES)) {
        let input = input::ParserInput::from_markdown(&markdown);
        prop_assert_eq!(without_emphasis(input.text()), without_emphasis(&markdown));
        check_canonical(&markdown)?;
    }

    #[test]
    fn no_letter_of_the_parser_reaches_a_page(markdown in piece(&CJK_PIECES), html in with_html()) {
        let rendered = body(&format!("{markdown}{html}<T>{markdown}")).html;
        prop_assert!(!rendered.contains('\u{fdd0}'), "{}", rendered);
    }
}
