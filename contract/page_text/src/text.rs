//! The text in a document's `main`, from heading to heading.
//!
//! Works on tags, not on a tree. That is enough for documents whose elements are all closed, as
//! React and the generator write them; in others a line may end elsewhere, and no text is lost. An
//! element with `data-search="no"` belongs to the page's layout, and its text is skipped.

mod left_out;
mod lines;

use html5gum::{StartTag, Token};

use contract::search::Passage;
pub(super) use left_out::LeftOut;
use lines::Lines;
pub(super) use lines::{append, colon_after, ends_before, is_inline};

/// The text of a document's first `main`, as it is read.
#[derive(Debug, Default)]
pub(crate) struct MainText {
    place: Place,
    /// The first heading.
    title: Option<String>,
    passages: Vec<Passage>,
    /// Anchor and heading of the passage that is read.
    passage: Passage,
    lines: Lines,
    /// The words of the heading that is read.
    heading: Option<String>,
    left_out: LeftOut,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Before,
    Inside,
    After,
}

impl MainText {
    /// Begins to read, at the first `main`.
    pub(super) fn open(&mut self) {
        if self.place == Place::Before {
            self.place = Place::Inside;
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.place == Place::Inside
    }

    /// Whether there was a `main`.
    pub(super) fn was_open(&self) -> bool {
        self.place != Place::Before
    }

    pub(super) fn token(&mut self, token: &Token<()>) {
        match token {
            Token::StartTag(tag) => self.start(tag),
            Token::EndTag(tag) if **tag.name == b"main"[..] => self.close(),
            Token::EndTag(tag) => self.end(&tag.name),
            Token::String(text) if !self.left_out.is_open() => {
                let text = String::from_utf8_lossy(text);
                match &mut self.heading {
                    Some(heading) => append(heading, &text),
                    None => self.lines.read(&text),
                }
            }
            _ => {}
        }
    }

    /// The first heading and the passages; `None` if there was no `main`.
    pub(super) fn finish(mut self) -> Option<(Option<String>, Vec<Passage>)> {
        if self.is_open() {
            self.close();
        }
        (self.place == Place::After).then_some((self.title, self.passages))
    }

    fn close(&mut self) {
        self.end_passage();
        self.place = Place::After;
    }

    fn start(&mut self, tag: &StartTag<()>) {
        let name: &[u8] = &tag.name;
        if self.left_out.start(tag) {
            return;
        }
        if is_heading(name) {
            self.heading = Some(String::new());
            if name != b"h1" || self.title.is_some() {
                self.end_passage();
                self.passage.anchor = attribute(tag, "id");
            }
        } else if let Some(heading) = &mut self.heading {
            end_heading_line(heading, name);
        } else {
            self.lines.start(name);
        }
    }

    fn end(&mut self, name: &[u8]) {
        if self.left_out.end(name) {
            return;
        }
        if is_heading(name) {
            let words = self.heading.take().unwrap_or_default();
            let words = words.trim_end().to_owned();
            match &self.title {
                None if name == b"h1" => self.title = Some(words),
                _ => self.passage.heading = Some(words).filter(|words| !words.is_empty()),
            }
        } else if let Some(heading) = &mut self.heading {
            end_heading_line(heading, name);
        } else {
            self.lines.end(name);
        }
    }

    fn end_passage(&mut self) {
        let mut passage = std::mem::take(&mut self.passage);
        (passage.text, passage.rows) = self.lines.finish();
        if !passage.text.is_empty() || passage.heading.is_some() {
            self.passages.push(passage);
        }
    }
}

pub(super) fn is_heading(name: &[u8]) -> bool {
    matches!(name, [b'h', b'1'..=b'6'])
}

/// A heading is one line: where a block in it begins or ends, there is a space.
fn end_heading_line(heading: &mut String, name: &[u8]) {
    if !is_inline(name) {
        append(heading, " ");
    }
}

/// The value of a tag's attribute.
pub(super) fn attribute(tag: &StartTag<()>, name: &str) -> Option<String> {
    let value = tag.attributes.get(name.as_bytes())?;
    Some(String::from_utf8_lossy(value).into_owned())
}

#[cfg(test)]
mod tests {
    use html5gum::Tokenizer;

    use super::*;

    fn text(main: &str) -> (Option<String>, Vec<Passage>) {
        let mut text = MainText::default();
        text.open();
        for token in Tokenizer::new(main) {
            let Ok(token) = token;
            text.token(&token);
        }
        text.finish().unwrap()
    }

    fn passage(anchor: Option<&str>, heading: Option<&str>, text: &str) -> Passage {
        Passage {
            anchor: anchor.map(str::to_owned),
            heading: heading.map(str::to_owned),
            text: text.to_owned(),
            rows: Vec::new(),
        }
    }

    /// The text of a page's one passage, and its rows.
    fn lines(main: &str) -> (String, Vec<usize>) {
        let passage = text(main).1.remove(0);
        (passage.text, passage.rows)
    }

    #[test]
    fn a_page_is_its_passages_from_heading_to_heading() {
        let (title, passages) = text(
            "<header><h1>A tide<!-- --> turns</h1><p>In autumn.</p></header>\
             <h2 id=\"why\">Why <em>it</em> turned</h2><p>The moon.</p><ul><li>a</li><li>b</li></ul>",
        );
        assert_eq!(title.as_deref(), Some("A tide turns"));
        assert_eq!(
            passages,
            [
                passage(None, None, "In autumn."),
                passage(Some("why"), Some("Why it turned"), "The moon.\na\nb"),
            ]
        );
    }

    #[test]
    fn words_are_read_as_a_visitor_reads_them() {
        let (_, passages) = text(
            "<p>Tom &amp; Ann&#x27;s <b>bold</b>ness,&nbsp;1 &lt; 2</p><td>3</td><td>4</td>x<br/>y so&shy;ft",
        );
        assert_eq!(
            passages,
            [passage(
                None,
                None,
                "Tom & Ann's boldness, 1 < 2\n3\n4\nx\ny soft"
            )]
        );
    }

    #[test]
    fn nothing_is_found_that_nobody_sees() {
        let hidden = "<script>a</script><nav><nav>n</nav>n</nav><div hidden=\"\">h<div>i</div></div>\
                      <p hidden>j</p><span aria-hidden=\"true\">—</span><img hidden><svg/>\
                      <form><button>send</button><select><option>one</option></select><textarea>w</textarea></form><svg><title>drawing</title></svg>";
        assert_eq!(
            text(&format!("{hidden}<p>seen</p>")).1,
            [passage(None, None, "seen")]
        );
    }

    #[test]
    fn what_a_form_says_is_text_and_its_controls_are_none() {
        let form =
            "<form><label for=\"a\">The plan</label><input id=\"a\"><p>PDF, up to 20 MB</p></form>";
        assert_eq!(
            text(form).1,
            [passage(None, None, "The plan\nPDF, up to 20 MB")]
        );
    }

    #[test]
    fn a_term_and_a_tables_row_are_a_line_each() {
        for (main, expected, rows) in [
            (
                "<dl><div><dt>Place</dt><dd><a>Wuhan</a></dd></div><div><dt>Fund</dt><dd>I</dd></div></dl><p>a</p>",
                "Place: Wuhan\nFund: I\na",
                vec![0, 1],
            ),
            (
                "<p>a</p><dl><dt>地点</dt><dd>武汉</dd><dt>亏损</dt><dd><span>8400</span><span> 万元</span></dd><dd>投9000万元</dd></dl>",
                "a\n地点：武汉\n亏损：8400 万元 · 投9000万元",
                vec![1, 2],
            ),
            (
                "<dl><dt>Carry</dt><dd><p>One.</p><ul><li>Two.</li></ul></dd></dl>",
                "Carry: One. Two.",
                vec![],
            ),
            (
                "<dl><dt>Filed</dt><dd>S1</dd><dd>In 2014.</dd></dl>",
                "Filed: S1 · In 2014.",
                vec![0],
            ),
            (
                "<table><tr><td>Filed</td><td>In 2014.</td></tr></table>",
                "Filed · In 2014.",
                vec![0],
            ),
            ("<dl><dt>At:</dt><dd>6</dd></dl>b", "At: 6\nb", vec![0]),
            (
                "<table><caption>Prices</caption><thead><tr><th></th><th>2018</th></tr></thead>\n<tbody>\n<tr>\n<td>2 hours</td>\n<td>0.62</td><td> </td><td>1.86</td></tr>\n</tbody></table>a",
                "Prices\n2018\n2 hours · 0.62 · 1.86\na",
                vec![1, 2],
            ),
            (
                "<dl><dt></dt><dd></dd></dl><table><tr><td></td></tr></table><p>a</p>",
                "a",
                vec![],
            ),
            ("<dd>a</dd><td>b</td>c", "a\nb\nc", vec![]),
        ] {
            assert_eq!(lines(main), (expected.to_owned(), rows), "{main}");
        }
    }

    #[test]
    fn boxes_side_by_side_are_a_line_each_and_words_in_a_row_are_none() {
        for (main, expected) in [
            (
                "<a><span>Evenflow Grid</span><span>Power-quality equipment.</span></a>",
                "Evenflow Grid\nPower-quality equipment.",
            ),
            (
                "<span>To wait.</span><span>24%</span><span>4家</span>",
                "To wait.\n24%\n4家",
            ),
            ("<span>2019–</span><span>2021</span>", "2019–2021"),
            ("<a>泊岸科技</a><a>港口调度</a>", "泊岸科技\n港口调度"),
            (
                "<span><time>2019</time><span>A listing</span></span>",
                "2019\nA listing",
            ),
            (
                "<p><span>CNY </span>90<span> m</span><span><span> → </span></span><span>6</span></p>",
                "CNY 90 m → 6",
            ),
            (
                "<p><strong>bold</strong><em>ness</em>, a<a>b</a>c</p>",
                "boldness, abc",
            ),
            ("<span>Earlier</span> <span>Ripple</span>", "Earlier Ripple"),
            ("<span>慢，</span><span>等得起。</span>", "慢，等得起。"),
            (
                "<pre><code><span>let</span><span>x</span></code></pre><span>a</span><span>b</span>",
                "letx\na\nb",
            ),
        ] {
            assert_eq!(lines(main).0, expected, "{main}");
        }
    }

    #[test]
    fn furniture_is_no_text() {
        let (title, passages) = text(
            "<a data-search=\"no\" href=\"/\">All cases<svg></svg></a><h1>T</h1>\
             <div data-search=\"no\"><div><h2>Related</h2></div>x</div><p data-search=\"yes\">seen</p>",
        );
        assert_eq!(title.as_deref(), Some("T"));
        assert_eq!(passages, [passage(None, None, "seen")]);
    }

    #[test]
    fn a_second_title_is_a_heading_like_others() {
        let (title, passages) = text("<h1>one</h1><h1 id=\"b\">two</h1>");
        assert_eq!(title.as_deref(), Some("one"));
        assert_eq!(passages, [passage(Some("b"), Some("two"), "")]);
    }

    #[test]
    fn what_is_not_closed_loses_no_text() {
        let (title, passages) = text("<h1>one</h1><p>a<p>b<div>c</main>d");
        assert_eq!(title.as_deref(), Some("one"));
        assert_eq!(
            passages[0].text, "a\nb\nc",
            "what follows `main` is not in it"
        );
    }
}
