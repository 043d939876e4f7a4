//! Documents, style sheets and scripts as a profile reads them.

use crate::profile::addresses::{host, is_blocked, requested_addresses};
use crate::profile::document::Document;

#[test]
fn links_and_requests_are_told_apart() {
    let html = "<link rel=\"canonical\" href=\"https://a.cn/\"><link rel=\"preload\" href=\"/a.woff2\">\
        <!-- <img src=\"/no.png\"> --><a href=\"https://b.cn/?a=1&amp;b=2\">B &lt;b&gt;</a>\
        <img src=/a.png srcset=\"/b.png 1x, /c.png 2x\"><script src=\"/s.js\">'<img src=\"/not.png\">'</script>";
    let document = Document::read(html);
    let expected = ["/a.woff2", "/a.png", "/b.png", "/c.png", "/s.js"];
    assert_eq!(document.requests, expected);
    let [link] = &document.links[..] else {
        panic!("{:?}", document.links);
    };
    assert_eq!(
        (link.href.as_str(), link.text.as_str()),
        ("https://b.cn/?a=1&b=2", "B <b>")
    );
}

#[test]
fn a_form_has_its_own_links_and_box() {
    let html = "<form method=POST action=\"/api/message/a\"><input name=consent type=checkbox><a href=/p>p</a></form><a href=/q>q</a>";
    let document = Document::read(html);
    let form = &document.forms[0];
    assert_eq!((form.method.as_str(), form.has_consent), ("post", true));
    assert_eq!(form.links, ["/p"]);
}

#[test]
fn broken_markup_ends() {
    for html in [
        "<",
        "<a",
        "<a href=\"x",
        "a < b",
        "<a =\"\">",
        "<!-- x",
        "<script>",
        "<a / =",
        "</",
    ] {
        Document::read(html);
    }
}

#[test]
fn only_requests_of_a_text_count() {
    let rows = [
        (
            "a{background:url(https://a.cn/a.png)}",
            Some("https://a.cn/a.png"),
        ),
        ("@import \"//a.cn/a.css\";", Some("//a.cn/a.css")),
        ("import('https://a.cn/a.js')", Some("https://a.cn/a.js")),
        (
            "import{a}from\"https://a.cn/a.js\"",
            Some("https://a.cn/a.js"),
        ),
        ("fetch(`https://a.cn/api`)", Some("https://a.cn/api")),
        ("s.src = 'https://a.cn/a.js'", Some("https://a.cn/a.js")),
        ("new WebSocket(\"wss://a.cn\")", Some("wss://a.cn")),
        ("const link = \"https://beian.miit.gov.cn/\"", None),
        ("createElementNS(\"http://www.w3.org/2000/svg\")", None),
        ("a{background:url(/a.png)}", None),
        ("url(data:image/png;base64,//aaa)", None),
    ];
    for (text, expected) in rows {
        let found = requested_addresses(text);
        assert_eq!(found.first().map(String::as_str), expected, "{text}");
    }
}

#[test]
fn a_blocked_host_has_its_subdomains() {
    for (address, expected) in [
        ("https://fonts.googleapis.com/css", true),
        ("//www.google.com:443", true),
        ("https://*.youtube.com", true),
        ("https://notgoogle.com", false),
        ("https://linux.com", false),
    ] {
        assert_eq!(host(address).is_some_and(is_blocked), expected, "{address}");
    }
    assert_eq!(host("/assets/a.js"), None);
    assert_eq!(host("data:,"), None);
}
