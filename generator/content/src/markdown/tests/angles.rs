//! Words in angle brackets, and elements of the author that have no end.

use super::*;

/// The HTML of `markdown`, and code and line of each problem.
fn render_with_problems(markdown: &str) -> (String, Vec<(String, u32)>) {
    let body = body(markdown);
    let problems = body.diagnostics.iter();
    let problems = problems.map(|it| (it.code().to_owned(), it.line.unwrap_or_default()));
    (body.html, problems.collect())
}

#[test]
fn words_in_angle_brackets_are_shown_and_warned_of() {
    let cases = [
        (
            "泛型 List<T> 和 Map<K, V>",
            "<p>泛型 List&lt;T&gt; 和 Map&lt;K, V&gt;</p>",
        ),
        (
            "请填<name>，也填<姓名>",
            "<p>请填&lt;name&gt;，也填&lt;姓名&gt;</p>",
        ),
        (
            "<your-name> **b**",
            "<p>&lt;your-name&gt; <strong>b</strong></p>",
        ),
        (
            "<your-name>\n**b**",
            "<p>&lt;your-name&gt;\n<strong>b</strong></p>",
        ),
        (
            "<custom-element>里面的字</custom-element>",
            "<p>&lt;custom-element&gt;里面的字&lt;/custom-element&gt;</p>",
        ),
        ("- <T>", "<li>&lt;T&gt;</li>"),
        ("> <T>", "<p>&lt;T&gt;</p>"),
        ("|<T>|\n|-|\n|<V>|", "<th>&lt;T&gt;</th>"),
        ("[<T>](/about)", "<a href=\"/en/about\">&lt;T&gt;</a>"),
        ("<div>List<T></div>", "<div>List&lt;T&gt;</div>"),
        ("<p>a <T> b</p>", "<p>a &lt;T&gt; b</p>"),
        (
            "a <?xml version=\"1.0\"?> b",
            "<p>a &lt;?xml version=\"1.0\"?&gt; b</p>",
        ),
        ("<!DOCTYPE html>", "<p>&lt;!DOCTYPE html&gt;</p>"),
        ("a <![CDATA[x]]> b", "<p>a &lt;![CDATA[x]]&gt; b</p>"),
        (
            "## 比较 Vec<T> 与 Option<T>",
            "<h2 id=\"比较-vect-与-optiont\">比较 Vec&lt;T&gt; 与 Option&lt;T&gt;</h2>",
        ),
    ];
    for (markdown, part) in cases {
        let (html, problems) = render_with_problems(&format!("x\n\n{markdown}"));
        assert!(html.contains(part), "{markdown} {html}");
        let are_such = problems
            .iter()
            .all(|(code, line)| code == "angle-words" && *line >= 3);
        assert!(are_such && !problems.is_empty(), "{markdown} {problems:?}");
        check_canonical(markdown).unwrap();
    }
    let headings = body("## Vec<T>").headings();
    assert_eq!(headings[0].text, "Vec<T>");
}

#[test]
fn code_addresses_comments_and_elements_are_no_words_in_angle_brackets() {
    for markdown in [
        "`List<T>`",
        "```\nList<T>\n```",
        "    List<T>",
        r"List\<T>",
        "<https://e.example>",
        "<a@b.example>",
        "a<!-- <T> -->b",
        "<!--\n<T>\n-->",
        "1<2>0",
        "a < b",
        "<b>x</b>",
        "<br>",
        "x<sup>2</sup>",
        "<span title=\"<T>\">x</span>",
        "[x](<#>)",
        "i <n && m>",
        "&lt;T&gt;",
        "<details><summary>s</summary>\n\nt\n\n</details>",
        "<p>a<p>b",
        "<ul><li>a<li>b</ul>",
    ] {
        assert_eq!(codes(&body(markdown)), Vec::<&str>::new(), "{markdown}");
    }
}

#[test]
fn an_element_without_an_end_ends_with_its_block() {
    let cases = [
        ("a<b>c\n\nd", "<p>a<b>c</b></p>\n<p>d</p>\n"),
        (
            "- a<b>c\n- d",
            "<ul>\n<li>a<b>c</b></li>\n<li>d</li>\n</ul>\n",
        ),
        (
            "- a<b>c\n  - d",
            "<ul>\n<li>a<b>c</b>\n<ul>\n<li>d</li>\n</ul>\n</li>\n</ul>\n",
        ),
        (
            "- [ ] a<i>c\n- d",
            "<ul>\n<li><label><input type=\"checkbox\" disabled=\"\"> a<i>c</i></label></li>\n<li>d</li>\n</ul>\n",
        ),
        ("## a<i>c\n\nd", "<h2 id=\"ac\">a<i>c</i></h2>\n<p>d</p>\n"),
        (
            "> a<s>c\n\nd",
            "<blockquote>\n<p>a<s>c</s></p>\n</blockquote>\n<p>d</p>\n",
        ),
        ("a<i><b>c\n\nd", "<p>a<i><b>c</b></i></p>\n<p>d</p>\n"),
        (
            "**a<u>c** e\n\nd",
            "<p><strong>a<u>c</u></strong><u> e</u></p>\n<p>d</p>\n",
        ),
        ("<b>c\n\nd", "<p><b>c</b></p>\n<p>d</p>\n"),
        ("<b>\nc\n\nd", "<b>\nc</b>\n<p>d</p>\n"),
        ("<p>a<b>c</p>\n\nd", "<p>a<b>c</b></p>\n<p>d</p>\n"),
        ("<div>a<s>c</div>\n\nd", "<div>a<s>c</s></div>\n<p>d</p>\n"),
    ];
    for (markdown, expected) in cases {
        let (html, problems) = render_with_problems(markdown);
        let squeezed = |html: &str| html.replace('\n', "");
        assert_eq!(squeezed(&html), squeezed(expected), "{markdown}");
        let are_such = problems
            .iter()
            .all(|(code, line)| code == "raw-html" && *line > 0);
        assert!(are_such && !problems.is_empty(), "{markdown} {problems:?}");
        check_canonical(markdown).unwrap();
    }
    let table = body("|a<b>c|d|\n|-|-|\n|e|f|").html;
    assert!(table.contains("<th>a<b>c</b></th><th>d</th>"), "{table}");
    let note = body("x[^1]\n\n[^1]: a<b>c\n\ny").html;
    assert!(note.contains("a<b>c</b>"), "{note}");
}

#[test]
fn an_element_that_is_left_out_takes_no_words_with_it() {
    for (markdown, part) in [
        ("请用<script>标签\n\n后", "<p>请用标签</p>\n<p>后</p>"),
        ("请填<title>，然后\n\n后", "<p>请填，然后</p>\n<p>后</p>"),
        ("<title>\n\n后", "<p>后</p>"),
        ("a<textarea>b\n\n后", "<p>ab</p>\n<p>后</p>"),
        ("a<select>b<option>c\n\n后", "<p>abc</p>\n<p>后</p>"),
        ("a<iframe>b\n\n后", "<p>ab</p>\n<p>后</p>"),
        ("a<source>b\n\n后", "<p>ab</p>\n<p>后</p>"),
    ] {
        let (html, problems) = render_with_problems(markdown);
        assert!(html.contains(part), "{markdown} {html}");
        assert!(!problems.is_empty(), "{markdown}");
        assert!(
            problems
                .iter()
                .all(|(code, line)| code == "raw-html" && *line == 1),
            "{problems:?}"
        );
    }
    let (html, problems) = render_with_problems("x\n\n`<script>`\n\na<script>alert(1)</script>后");
    assert!(html.contains("<p>a后</p>"), "{html}");
    assert_eq!(problems, [("raw-html".to_owned(), 5)]);
}

#[test]
fn an_element_around_several_blocks_is_the_author_s() {
    for markdown in [
        "<b>\n\nc\n\n</b>\n\nd",
        "<span>\n\nc\n\n</span>",
        "<div>\n\n<T>\n\n</div>",
    ] {
        let (_, problems) = render_with_problems(markdown);
        assert!(
            problems.iter().all(|(code, _)| code == "angle-words"),
            "{problems:?}"
        );
    }
    assert_eq!(
        render_with_problems("<details>\n\nc").1,
        [("raw-html".to_owned(), 1)]
    );
}

#[test]
fn a_reference_to_a_character_that_no_text_holds_is_an_error_with_its_line() {
    for markdown in [
        "a&#8;b",
        "a&#x0B;b",
        "a&#xFFFF;b",
        "[x](/about \"&#7;\")",
        "![a&#8;b](tide.png)",
        "<b title=\"&#8;\">x</b>",
        "<p>a&#x1b;b</p>",
        "## a&#8;",
    ] {
        let (_, problems) = render_with_problems(&format!("x **十，**年\n\n{markdown}"));
        assert_eq!(
            problems,
            [("control-character".to_owned(), 3)],
            "{markdown}"
        );
    }
    for markdown in [
        "`a&#8;b`",
        "a&#9;b",
        "a&amp;#8;b",
        "a&nbsp;b",
        "**十，**年 List<T>&#65;",
    ] {
        let (_, problems) = render_with_problems(markdown);
        assert!(
            problems.iter().all(|(code, _)| code == "angle-words"),
            "{markdown} {problems:?}"
        );
    }
}
