//! The text in a document's `main`, from heading to heading.
//!
//! Works on tags, not on a tree. That is enough for documents whose elements are all closed, as
//! React and the generator write them; in others a line may end elsewhere, and no text is lost.

use html5gum::{StartTag, Token};

use super::Passage;

/// Elements that show no text of the page: its controls, drawings, programs.
const LEFT_OUT: [&[u8]; 19] = [
    b"audio",
    b"button",
    b"canvas",
    b"dialog",
    b"iframe",
    b"math",
    b"nav",
    b"noscript",
    b"object",
    b"option",
    b"rp",
    b"rt",
    b"script",
    b"select",
    b"style",
    b"svg",
    b"template",
    b"textarea",
    b"video",
];

/// Elements between whose text and the text around them nothing ends.
const INLINE: [&[u8]; 27] = [
    b"a", b"abbr", b"b", b"bdi", b"bdo", b"cite", b"code", b"data", b"del", b"dfn", b"em", b"i",
    b"ins", b"kbd", b"mark", b"q", b"ruby", b"s", b"samp", b"small", b"span", b"strong", b"sub",
    b"sup", b"time", b"u", b"wbr",
];

/// Elements that have no end.
const VOID: [&[u8]; 9] = [
    b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"source", b"wbr",
];

/// The text of a document's first `main`, as it is read.
#[derive(Debug, Default)]
pub(super) struct MainText {
    place: Place,
    /// The first heading.
    title: Option<String>,
    passages: Vec<Passage>,
    /// The passage that is read.
    passage: Passage,
    /// The words of the heading that is read.
    heading: Option<String>,
    /// The element that is left out, and how many of its name are open.
    left_out: Option<(Vec<u8>, usize)>,
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

    pub(super) fn token(&mut self, token: &Token<()>) {
        match token {
            Token::StartTag(tag) => self.start(tag),
            Token::EndTag(tag) if **tag.name == b"main"[..] => self.close(),
            Token::EndTag(tag) => self.end(&tag.name),
            Token::String(text) if self.left_out.is_none() => {
                let line = self.heading.as_mut().unwrap_or(&mut self.passage.text);
                append(line, &String::from_utf8_lossy(text));
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
        if let Some((left_out, open)) = &mut self.left_out {
            *open += usize::from(left_out == name);
        } else if LEFT_OUT.contains(&name) || is_hidden(tag) {
            // Only a drawing can end with its first tag.
            let is_whole = VOID.contains(&name) || tag.self_closing && name == b"svg";
            self.left_out = (!is_whole).then(|| (name.to_owned(), 1));
        } else if is_heading(name) {
            self.heading = Some(String::new());
            if name != b"h1" || self.title.is_some() {
                self.end_passage();
                self.passage.anchor = attribute(tag, "id");
            }
        } else if !INLINE.contains(&name) {
            self.end_line();
        }
    }

    fn end(&mut self, name: &[u8]) {
        if let Some((left_out, open)) = &mut self.left_out {
            *open -= usize::from(left_out == name);
            if *open == 0 {
                self.left_out = None;
            }
        } else if is_heading(name) {
            let words = self.heading.take().unwrap_or_default();
            let words = words.trim_end().to_owned();
            match &self.title {
                None if name == b"h1" => self.title = Some(words),
                _ => self.passage.heading = Some(words).filter(|words| !words.is_empty()),
            }
        } else if !INLINE.contains(&name) {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let (line, end) = match &mut self.heading {
            Some(words) => (words, ' '),
            None => (&mut self.passage.text, '\n'),
        };
        line.truncate(line.trim_end().len());
        if !line.is_empty() {
            line.push(end);
        }
    }

    fn end_passage(&mut self) {
        let mut passage = std::mem::take(&mut self.passage);
        passage.text.truncate(passage.text.trim_end().len());
        if !passage.text.is_empty() || passage.heading.is_some() {
            self.passages.push(passage);
        }
    }
}

fn is_heading(name: &[u8]) -> bool {
    matches!(name, [b'h', b'1'..=b'6'])
}

fn is_hidden(tag: &StartTag<()>) -> bool {
    tag.attributes.contains_key(&b"hidden"[..])
        || attribute(tag, "aria-hidden").is_some_and(|value| value == "true")
}

/// The value of a tag's attribute.
pub(super) fn attribute(tag: &StartTag<()>, name: &str) -> Option<String> {
    let value = tag.attributes.get(name.as_bytes())?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// Appends text with single spaces between words, and without marks of where a word may break.
pub(super) fn append(line: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '\u{ad}' | '\u{200b}' | '\u{feff}' => {}
            space if space.is_whitespace() => {
                if !line.is_empty() && !line.ends_with([' ', '\n']) {
                    line.push(' ');
                }
            }
            other => line.push(other),
        }
    }
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
        }
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
