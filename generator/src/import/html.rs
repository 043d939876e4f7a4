//! PURE: HTML of another system as Markdown.
//!
//! The sanitiser comes first, so that the converter sees canonical HTML with known elements alone:
//! its recursion is as deep as the HTML, and the depth is counted before.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use ammonia::{Builder, UrlRelative};
use generator_ground::message::Message;
use htmd::HtmlToMarkdown;
use htmd::options::{BulletListMarker, Options};
use html_escape::decode_html_entities;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// Markdown of this depth is refused by a build, too.
pub(crate) const MAX_DEPTH: usize = 60;

const TAGS: [&str; 29] = [
    "a",
    "b",
    "blockquote",
    "br",
    "code",
    "del",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "li",
    "ol",
    "p",
    "pre",
    "strong",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// More elements without their ends are refused before HTML is parsed: a parser of HTML takes time
/// in the square of the depth.
const MAX_OPEN: usize = 500;

/// Elements that the next one, or their parent, ends.
const ENDED: [&str; 14] = [
    "p", "li", "td", "th", "tr", "dd", "dt", "br", "hr", "img", "input", "col", "source", "wbr",
];

/// Elements without an end.
const VOID: [&str; 3] = ["br", "hr", "img"];

/// Signs that would end an address in Markdown.
const ADDRESS: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'(')
    .add(b')')
    .add(b'<')
    .add(b'>')
    .add(b'"')
    .add(b'\\')
    .add(b'`');

/// The new address of a link or a picture.
pub(crate) type Resolver = dyn Fn(&Reference<'_>) -> Result<String, Message> + Send + Sync;

/// An address in a body.
pub(crate) enum Reference<'a> {
    /// Address of a link.
    Link(&'a str),
    /// Address of a picture.
    Picture(&'a str),
}

/// `html` as Markdown, with addresses that `resolve` gives, and a report about each that it
/// refuses: the words of such a link stay.
///
/// # Errors
/// Elements are nested too deeply.
pub(crate) fn to_markdown(
    html: &str,
    resolve: Arc<Resolver>,
) -> Result<(String, Vec<Message>), Message> {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let cleaned = clean(html, resolve, reports.clone())?;
    let options = Options {
        bullet_list_marker: BulletListMarker::Dash,
        ul_bullet_spacing: 1,
        ol_number_spacing: 1,
        ..Options::default()
    };
    let converter = HtmlToMarkdown::builder().options(options).build();
    let markdown = converter.convert(&cleaned).unwrap_or_default();
    let mut reports = reports.lock().unwrap_or_else(PoisonError::into_inner);
    Ok((printable(&markdown), std::mem::take(&mut *reports)))
}

/// An address that no sign of Markdown ends.
pub(crate) fn encode_address(address: &str) -> String {
    utf8_percent_encode(address, ADDRESS).to_string()
}

/// Whether [`to_markdown`] can convert `html`.
///
/// # Errors
/// Elements are nested too deeply.
pub(crate) fn check(html: &str) -> Result<(), Message> {
    let drop_all = |_: &Reference<'_>| Err(Message::new("import/link").with("target", ""));
    clean(html, Arc::new(drop_all), Arc::default()).map(drop)
}

/// Canonical HTML of elements that Markdown has, in which no angle bracket is anything else.
fn clean(
    html: &str,
    resolve: Arc<Resolver>,
    reports: Arc<Mutex<Vec<Message>>>,
) -> Result<String, Message> {
    let too_deep = || Message::new("import/nested").with("depth", MAX_DEPTH);
    if has_many_open(html) {
        return Err(too_deep());
    }
    let cleaned = cleaner(resolve, reports).clean(html).to_string();
    if depth(&cleaned) > MAX_DEPTH {
        return Err(too_deep());
    }
    // The title of an entry is its `h1`. The converter fences code in `pre` alone, and would write
    // the words of another `pre` as they are, angle brackets included.
    Ok([
        ("<h1>", "<h2>"),
        ("</h1>", "</h2>"),
        ("<pre><code>", "<pre>"),
        ("</code></pre>", "</pre>"),
        ("<pre>", "<pre><code>"),
        ("</pre>", "</code></pre>"),
    ]
    .iter()
    .fold(cleaned, |html, (from, to)| html.replace(from, to)))
}

/// The words of `html`, in one line.
pub(crate) fn to_text(html: &str) -> String {
    if has_many_open(html) {
        return String::new();
    }
    let mut cleaner = Builder::empty();
    cleaner.clean_content_tags(HashSet::from(["script", "style"]));
    let text = cleaner.clean(html).to_string();
    super::fields::plain(&decode_html_entities(&text))
}

fn cleaner(resolve: Arc<Resolver>, reports: Arc<Mutex<Vec<Message>>>) -> Builder<'static> {
    let mut cleaner = Builder::empty();
    cleaner
        .tags(HashSet::from(TAGS))
        .clean_content_tags(HashSet::from(["script", "style"]))
        .add_tag_attributes("a", ["href"])
        .add_tag_attributes("img", ["src", "alt"])
        .link_rel(None)
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        .attribute_filter(move |element, attribute, value| {
            let reference = match (element, attribute) {
                ("a", "href") => Reference::Link(value),
                ("img", "src") => Reference::Picture(value),
                // Its angle brackets would look like elements to the count of the depth.
                _ => return Some(Cow::Owned(value.replace(['<', '>'], " "))),
            };
            match resolve(&reference) {
                Ok(address) => Some(encode_address(&address).into()),
                Err(report) => {
                    let mut reports = reports.lock().unwrap_or_else(PoisonError::into_inner);
                    reports.push(report);
                    None
                }
            }
        });
    cleaner
}

/// Whether HTML as it was written may be nested very deeply.
fn has_many_open(html: &str) -> bool {
    let mut open: HashMap<String, usize> = HashMap::new();
    let mut sum = 0_usize;
    for tag in html.split('<').skip(1) {
        let (is_end, tag) = match tag.strip_prefix('/') {
            Some(tag) => (true, tag),
            None => (false, tag),
        };
        let end = tag.find(|sign: char| !sign.is_ascii_alphanumeric());
        let name = tag[..end.unwrap_or(tag.len())].to_ascii_lowercase();
        if name.is_empty() || ENDED.contains(&&*name) {
            continue;
        }
        let count = open.entry(name).or_default();
        match is_end {
            true if *count > 0 => (*count, sum) = (*count - 1, sum - 1),
            true => {}
            false => (*count, sum) = (*count + 1, sum + 1),
        }
        if sum > MAX_OPEN {
            return true;
        }
    }
    false
}

/// The depth of canonical HTML.
fn depth(html: &str) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        let name = tag.split(|sign: char| !sign.is_ascii_alphanumeric()).next();
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if name.is_some_and(|name| !VOID.contains(&name)) {
            depth += 1;
            most = most.max(depth);
        }
    }
    most
}

/// The text without characters that no text of a site may have.
pub(crate) fn printable(text: &str) -> String {
    let is_kept = |sign: &char| matches!(sign, '\n') || !yaml_reader::is_unprintable(*sign);
    text.chars().filter(is_kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn markdown(html: &str) -> (String, usize) {
        let resolve = |reference: &Reference<'_>| match reference {
            Reference::Link(address) if address.starts_with("https://") => {
                Ok((*address).to_owned())
            }
            Reference::Picture("a.png") => Ok("a.png".to_owned()),
            _ => Err(Message::new("import/link").with("target", "x")),
        };
        let (text, reports) = to_markdown(html, Arc::new(resolve)).unwrap();
        (text, reports.len())
    }

    #[test]
    fn texts_lists_links_and_pictures_become_markdown() {
        for (html, expected, reports) in [
            (
                "<h2>标题</h2><p>A <b>b</b> <i>c</i></p>",
                "## 标题\n\nA **b** *c*",
                0,
            ),
            ("<h1>A</h1><pre>&lt;b&gt;</pre>", "## A\n\n```\n<b>\n```", 0),
            ("<ul><li>a</li><li>b</li></ul>", "- a\n- b", 0),
            (
                "<p><a href='https://x.example/a (b)'>x</a></p>",
                "[x](https://x.example/a%20%28b%29)",
                0,
            ),
            ("<p><a href='javascript:alert(1)'>x</a></p>", "x", 0),
            ("<p>a<img src='a.png' alt='A <b'></p>", "a![A  b](a.png)", 0),
            ("<p>a<img src='https://x.example/b.png'></p>", "a", 1),
            (
                "<p onclick='x'>a<script>x</script></p><iframe src='//x'></iframe>",
                "a",
                0,
            ),
            ("<!-- wp:x --><p>a\u{7}b</p>", "ab", 0),
        ] {
            assert_eq!(markdown(html), (expected.to_owned(), reports), "{html}");
        }
    }

    #[test]
    fn deep_html_is_refused_before_it_is_converted() {
        for deep in [
            "<blockquote>".repeat(100_000),
            "<b></i>".repeat(100_000),
            "<blockquote>".repeat(MAX_DEPTH + 1),
        ] {
            let resolve = |_: &Reference<'_>| Ok(String::new());
            let refused = to_markdown(&deep, Arc::new(resolve)).unwrap_err();
            let expected = Message::new("import/nested").with("depth", MAX_DEPTH);
            assert_eq!(refused, expected);
        }
    }

    #[test]
    fn titles_lose_their_markup_and_keep_their_signs() {
        assert_eq!(
            to_text("A &amp; <b>B</b>&#8217;s &lt;x&gt;\n<script>y</script>"),
            "A & B’s <x>"
        );
    }
}
