//! Test of the shortcut: the tree of HTML that counts as settled is written as the same HTML.

use proptest::prelude::*;
use proptest::sample::Index;

use super::settled::is_settled;
use super::*;

/// As authors of problem statements and manuals write it.
const WRITTEN: [&str; 6] = [
    "<p>An integer <code>n</code>&nbsp;with <code>-2<sup>31</sup>&nbsp;&lt;= n &lt;= 2<sup>31</sup></code> &ndash; <em>never <strong>0</strong></em>.</p>\n\n<p>&nbsp;</p>\n",
    "<p><strong class=\"example\">Example&#39;s</strong></p>\n<img alt=\"\" src=\"/media/a/t1.jpg\" style=\"width: 500px;\" />\n<pre>\n<strong>Input:</strong> s = &quot;aa&quot;, a && b < c\n</pre>\n",
    "<ul>\n\t<li><font face=\"monospace\">one</font></li>\n\t<li>two\n\t<li><p>three\n</ul>\n<div class=\"example-block\"><p>first<p>second<br />\nthird</div><hr>",
    "<table border=\"1\">\n<tr><td>1<td align=\"right\">2</tr>\n<tr><th colspan=2>潮</th></tr>\n</table>\n<dl><dt>a<dd>b<dd>c</dl>",
    "<!-- note --><details open><summary>More</summary>text</details><p>a<blockquote>b</blockquote>c</p>",
    "<h2 id=\"x\">X</h2>\n<table><caption>c</caption><thead><tr><th>a</th></tr></thead><tbody>\n<tr><td align=\"right\"><a href=\"/about?a=1&b=2#c\" title=\"t\">b</a></td></tr>\n</tbody></table>\n",
];

const TEXTS: [&str; 20] = [
    "a",
    " ",
    "\n",
    "\t",
    "潮",
    "\u{a0}",
    "&",
    "&amp;",
    "&lt;",
    "&nbsp;",
    "&#39;",
    "&#x20;",
    "&#13;",
    "&#65279;",
    "&ne;",
    "a < b",
    ">",
    "\"",
    "<!-- a -->",
    "\r\n",
];

const ATTRIBUTES: [&str; 12] = [
    "",
    " class=\"language-sql\"",
    " class=\"a b\"",
    " title='\"<t>' lang=en",
    " style=\"a: b\"",
    " id=ok dir=ltr",
    " href=\"/a?b=1&c=2&amp;d\"",
    " href=javascript:x()",
    " href='https://www.example.com/a:b'",
    " src=a.png alt=\"\" onerror=x()",
    " colspan=2 align=left",
    " title='a&#13;b>'",
];

const NAMES: [&str; 60] = [
    "a",
    "article",
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "button",
    "caption",
    "center",
    "code",
    "col",
    "colgroup",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "form",
    "h1",
    "h2",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "input",
    "li",
    "math",
    "nobr",
    "ol",
    "option",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "script",
    "section",
    "select",
    "span",
    "strong",
    "style",
    "sub",
    "summary",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
    "template",
    "textarea",
    "th",
    "thead",
    "tr",
    "ul",
    "x-y",
];

/// Checks that HTML that counts as settled is settled; `html` is passed through the sanitiser
/// first.
fn holds(html: &str) -> Result<(), TestCaseError> {
    let cleaned = CLEANER.clean(html).to_string();
    if is_settled(&cleaned) {
        prop_assert_eq!(CLEANER.clean(&cleaned).to_string(), cleaned, "{:?}", html);
    }
    Ok(())
}

fn tag() -> impl Strategy<Value = String> {
    let name = prop::sample::select(&NAMES[..]);
    let attributes = prop::sample::select(&ATTRIBUTES[..]);
    (any::<bool>(), name, attributes).prop_map(|(is_end, name, attributes)| {
        if is_end {
            format!("</{name}>")
        } else {
            format!("<{name}{attributes}>")
        }
    })
}

fn text() -> impl Strategy<Value = String> {
    prop::sample::select(&TEXTS[..]).prop_map(str::to_owned)
}

/// Mostly well nested.
fn tree() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![8 => text(), 1 => tag()];
    leaf.prop_recursive(6, 48, 4, |inner| {
        let inside = prop::collection::vec(inner, 0..4).prop_map(|parts| parts.concat());
        let name = prop::sample::select(&NAMES[..]);
        let attributes = prop::sample::select(&ATTRIBUTES[..]);
        let element = (name, attributes, inside.clone(), prop::bool::weighted(0.9));
        let element = element.prop_map(|(name, attributes, inside, is_closed)| {
            let end = if is_closed {
                format!("</{name}>")
            } else {
                String::new()
            };
            format!("<{name}{attributes}>{inside}{end}")
        });
        let table = (inside.clone(), inside)
            .prop_map(|(a, b)| format!("<table><tr><td>{a}</td><th>{b}</table>"));
        prop_oneof![6 => element, 1 => table]
    })
}

/// One of [`WRITTEN`] with pieces left out, doubled, moved or put in.
fn mistake() -> impl Strategy<Value = String> {
    let change = (
        any::<Index>(),
        any::<Index>(),
        0..4,
        prop_oneof![text(), tag()],
    );
    let changes = prop::collection::vec(change, 1..4);
    (prop::sample::select(&WRITTEN[..]), changes).prop_map(|(html, changes)| {
        let split = html.split_inclusive(['>', ';', '"', ' ']);
        let mut pieces: Vec<String> = split.map(str::to_owned).collect();
        for (from, to, how, piece) in changes {
            let (from, to) = (from.index(pieces.len()), to.index(pieces.len()));
            match how {
                0 => pieces[from] = String::new(),
                1 => pieces.insert(to, pieces[from].clone()),
                2 => pieces.swap(from, to),
                _ => pieces.insert(to, piece),
            }
        }
        pieces.concat()
    })
}

#[test]
fn what_authors_write_is_settled_after_one_run() {
    for html in WRITTEN {
        let cleaned = CLEANER.clean(html).to_string();
        assert!(is_settled(&cleaned), "{cleaned}");
        assert_eq!(CLEANER.clean(&cleaned).to_string(), cleaned);
    }
}

#[test]
fn what_a_parser_would_change_is_not_settled() {
    for html in [
        "<p><div>a</div></p>",
        "<p><span><ul></ul></span></p>",
        "<a href=\"/x\">a<b><a href=\"/y\">b</a></b></a>",
        "<h1><h2>a</h2></h1>",
        "<table>a<tbody></tbody></table>",
        "<table><tr><td>a</td></tr></table>",
        "<ul><li>a<div><li>b</li></div></li></ul>",
        "<dl><li>a</li></dl>",
        "<pre>\na</pre>",
        "<em>a",
        "a</em>",
        "<select><p></p></select>",
        "<p>a\rb</p>",
        "\u{feff}a",
    ] {
        assert!(!is_settled(html), "{html:?}");
    }
}

proptest! {
    #![proptest_config(property_tests::cases(2048))]

    #[test]
    fn settled_trees_come_back_as_they_are(html in tree()) {
        holds(&html)?;
    }

    #[test]
    fn settled_soups_of_tags_come_back_as_they_are(html in prop::collection::vec(prop_oneof![text(), tag()], 0..20)) {
        holds(&html.concat())?;
    }

    #[test]
    fn settled_html_with_mistakes_comes_back_as_it_is(html in mistake()) {
        holds(&html)?;
    }
}
