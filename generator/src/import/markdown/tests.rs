use super::*;

fn rewrite_text(markdown: &str) -> Result<(String, usize), Message> {
    let resolve: Arc<Resolver> = Arc::new(|reference: &Reference<'_>| match reference {
        Reference::Link(address) if address.starts_with("https:") || address.starts_with('#') => {
            Ok((*address).to_owned())
        }
        Reference::Link("x.md") => Ok("/news/x".to_owned()),
        Reference::Picture("a.png") => Ok("picture.png".to_owned()),
        _ => Err(Message::new("import/link").with("target", "x")),
    });
    let mut lines = Lines::new(markdown.to_owned(), 1);
    let reports = rewrite(&mut lines, &resolve)?;
    Ok((lines.into_text(), reports.len()))
}

#[test]
fn addresses_change_at_their_places_and_the_rest_stays() {
    for (markdown, expected, reports) in [
        ("a  *b*\n\n- c\n* d", "a  *b*\n\n- c\n* d", 0),
        (
            "[a *b*](x.md \"t\") ![c](a.png)",
            "[a *b*](/news/x \"t\") ![c](picture.png)",
            0,
        ),
        ("[a *b*](no.md) ![c](no.png)d", "a *b* d", 2),
        ("[![c](a.png)](no.md)", "![c](picture.png)", 1),
        ("[![c](no.png)](x.md)", "[](/news/x)", 1),
        ("[\\[a\\]](x.md)", "[\\[a\\]](/news/x)", 0),
        (
            "[a][b] [b][] [b]\n\n[b]: x.md",
            "[a](/news/x) [b](/news/x) [b](/news/x)\n\n",
            0,
        ),
        ("[a][b]\n\n[b]: no.md\n[c]: no.md", "a\n\n\n", 1),
        (
            "`[a](no.md)`\n\n    [a](no.md)",
            "`[a](no.md)`\n\n    [a](no.md)",
            0,
        ),
        (
            "<https://x.example> <ftp://x.example>",
            "<https://x.example> ftp: //x.example",
            2,
        ),
        ("see ftp://x.example/y, z", "see ftp: //x.example/y, z", 1),
        ("# A {#x}\n\nB\n===\n\n## C", "## A\n\nB\n---\n\n## C", 0),
        ("[a](#b) [c](#d)\n\n## B", "[a](#b) c\n\n## B", 1),
        (
            "a <sub>b</sub><br/><span class=\"x\">c</span><!-- d -->",
            "a <sub>b</sub><br>c",
            1,
        ),
        (
            "a <a href=\"x.md\">b</a> <img src=a.png alt=c>",
            "a [b](/news/x) ![c](picture.png)",
            0,
        ),
        ("**a <b>c** d</b> List<T>", "**a c** d List\\<T>", 1),
        ("<div><p>a <b>b</b></p></div>\n\nc", "\na **b**\n\n\nc", 1),
        ("- <div>a</div>\n- b", "- a\n- b", 1),
        ("a&#0;b&#8;c \\*", "a\u{fffd}bc \\*", 0),
    ] {
        let (text, count) = rewrite_text(markdown).unwrap();
        assert_eq!((text.as_str(), count), (expected, reports), "{markdown}");
    }
}

#[test]
fn deep_and_hostile_texts_are_refused_or_come_to_rest() {
    let deep = rewrite_text(&(">".repeat(200) + "a")).unwrap_err();
    assert_eq!(deep, Message::new("import/nested").with("depth", MAX_DEPTH));
    for text in [
        "[".repeat(20_000),
        "[a](".repeat(5_000),
        "<div>".repeat(5_000),
        "<b>".repeat(3_000),
    ] {
        let _ = rewrite_text(&text);
    }
}
