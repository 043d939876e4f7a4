//! Sentences with addresses, and sentences that only look so.

use super::*;

fn plain(text: &str) -> String {
    remove_addresses(text, |address| address == "bp@tide.example")
}

#[test]
fn addresses_of_all_scripts_and_spellings_are_taken_out() {
    for address in [
        "еvil.com",
        "evil.сom",
        "пример.рф",
        "пример.рф/путь",
        "ένα.ελ",
        "مثال.إيران",
        "उदाहरण.भारत",
        "example.中国",
        "example.中国/a",
        "例子.公司",
        "例子.com",
        "사이트.한국",
        "bücher.example",
        "xn--e1afmkfd.xn--p1ai",
        "𝐞𝐯𝐢𝐥.𝐜𝐨𝐦",
        "ⓔⓥⓘⓛ.ⓒⓞⓜ",
        "evil。com",
        "evil｡com",
        "evil．com",
        "www。evil。example/x",
        "evil․com",
        "1.2.3.4",
        "1.2.3.4:8080/x",
        "user@1.2.3.4:80",
        "0x7f.0.0.1:80",
        "[::1]:80/x",
        "[2001:db8::1]",
        "[fe80::1%eth0]:8080",
        "2001:db8::1",
        "::1",
        "::ffff:1.2.3.4",
        "localhost:8080/x",
        "evil[.]com",
        "evil [.] com",
        "evil(dot)com",
        "evil[dot]com/x",
        "evil（点）com",
        "evil dot com",
        "hxxp://evil[.]com",
        "https：//evil.com",
        "sms:+123",
        "SMS:123",
        "tel:123",
        "skype:eve?call",
        "magnet:?xt=urn:1",
        "ms-msdt:/id",
        "foo:bar",
        "x-evil+y:go",
        "Foo:?a=b",
        "weixin://dl/x",
        "eve@evil.com",
        "eve@еvil.com",
        "evil.com:8080/y",
        "//еvil.com/x",
    ] {
        assert_eq!(plain(&format!("Visit {address}")), "Visit ", "{address}");
        assert_eq!(plain(&format!("Visit {address}.")), "Visit .", "{address}");
        assert_eq!(plain(&format!("({address}, so)")), "(, so)", "{address}");
    }
}

#[test]
fn chinese_words_around_an_address_stay() {
    for (text, expected) in [
        ("请访问evil.com了解。", "请访问了解。"),
        ("请访问еvil.com。", "请访问。"),
        ("点击javascript:alert(1)。", "点击。"),
        ("联系bp@tide.example。", "联系bp@tide.example。"),
        ("联系eve@evil.example。", "联系。"),
    ] {
        assert_eq!(plain(text), expected);
    }
}

#[test]
fn ordinary_sentences_stay() {
    for text in [
        "It opens at 10:30 and closes at 18:00:00.",
        "The ratio is 3:1, at 16:9 or 1:2:3.",
        "In 2024.05 the U.S. office opened, e.g. for A.I. work.",
        "It grew by 3.5 to 1,000.25 in v1.2.3 of 2024.05.01.",
        "The file plan.pdf and data.v2.xlsx, README.md and app.js.",
        "It ends here.Then it goes on.",
        "Note: this is so; ratio:3 and page:12.",
        "CEO:Anna and CFO:Ben.",
        "如此。那是第3.5节。Tide是公司。",
        "我们投资了Tide。Anna是合伙人。",
        "公司在中国。香港也有。",
        "时间是10:30，比例为3：1。电话：+86。",
        "Use std::io or a::b, and C++.",
        "Он сказал. Потом ушёл.",
        "Ph.D. and Dr. Shen (see p. 3).",
        "In [brackets] it stays.",
    ] {
        assert_eq!(plain(text), text);
    }
}
