//! The facts in a document's head and state.

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{StartTag, Token, Tokenizer};
use serde::Deserialize;
use serde_json::Value;

use contract::search::{Passage, SearchPage};

use crate::text::{MainText, append, attribute};

/// Id of the script that holds [`contract::page::InlineState`].
const STATE: &str = "portico-state";

/// Reads a document from its first tag to its state, which is the last thing in it. `None` if the
/// page is not to be found: it is kept from search engines, has another canonical address, shows
/// the text of another language, or is no page of a site.
pub fn read(document: &str) -> Option<SearchPage> {
    let mut facts = Facts::default();
    tokens(document).for_each(|token| facts.token(&token));
    facts.page()
}

/// Title and passages of the first `main` in a document, or in a part of one. `None` without one.
pub fn main_text(markup: &str) -> Option<(Option<String>, Vec<Passage>)> {
    let mut main = MainText::default();
    for token in tokens(markup) {
        match &token {
            token if main.is_open() => main.token(token),
            Token::StartTag(tag) if **tag.name == b"main"[..] => main.open(),
            _ => {}
        }
    }
    main.finish()
}

/// The tags and texts of a document, or of a part of one.
pub(crate) fn tokens(markup: &str) -> impl Iterator<Item = Token<()>> + '_ {
    let mut emitter = DefaultEmitter::default();
    // Scripts and styles are no markup.
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(markup, emitter).map(|token| {
        let Ok(token) = token;
        token
    })
}

/// The elements outside `main` from which text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    Title,
    State,
    JsonLd,
}

/// The facts of a document.
#[derive(Default)]
pub(crate) struct Facts {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) is_kept_out: bool,
    pub(crate) canonical: String,
    state: String,
    json_ld: String,
    pub(crate) main: MainText,
    /// The element to which the next text belongs.
    block: Option<Block>,
}

/// The parts of [`contract::page::InlineState`] that identify the page; the rest is skipped.
#[derive(Deserialize)]
pub(crate) struct State {
    route: String,
    path: String,
    locale: String,
    payload: StatePayload,
}

impl State {
    /// Code of the language in which the page's text is written.
    pub(crate) fn content_locale(&self) -> &str {
        let content = self.payload.content_locale.as_deref();
        content.unwrap_or(&self.locale)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StatePayload {
    #[serde(default)]
    content_locale: Option<String>,
}

impl Facts {
    /// Reads the next token.
    pub(crate) fn token(&mut self, token: &Token<()>) {
        if self.main.is_open() {
            return self.main.token(token);
        }
        match token {
            Token::StartTag(tag) => self.open(tag),
            Token::EndTag(_) => self.block = None,
            Token::String(text) => {
                if let Some(block) = self.block {
                    self.place(block).push_str(&String::from_utf8_lossy(text));
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, tag: &StartTag<()>) {
        let attribute = |name: &str| attribute(tag, name).unwrap_or_default();
        match &**tag.name {
            b"main" => self.main.open(),
            b"meta" => match &*attribute("name") {
                "description" => self.description = attribute("content"),
                "robots" => self.is_kept_out |= attribute("content").contains("noindex"),
                _ => {}
            },
            b"link" if attribute("rel") == "canonical" => self.canonical = attribute("href"),
            // A drawing may have a title, too.
            b"title" if self.title.is_empty() => self.block = Some(Block::Title),
            b"script" if attribute("id") == STATE => self.block = Some(Block::State),
            b"script" if attribute("type") == "application/ld+json" => {
                self.block = Some(Block::JsonLd);
            }
            _ => {}
        }
    }

    fn place(&mut self, block: Block) -> &mut String {
        match block {
            Block::Title => &mut self.title,
            Block::State => &mut self.state,
            Block::JsonLd => &mut self.json_ld,
        }
    }

    /// The page that the document is of; none of a document that is no page of a site.
    pub(crate) fn state(&self) -> Option<State> {
        serde_json::from_str(&self.state).ok()
    }

    /// The day on which the page was published.
    pub(crate) fn date(&self) -> Option<String> {
        let json_ld: Value = serde_json::from_str(&self.json_ld).unwrap_or_default();
        // One object, or a graph of the page and the pages above it.
        let nodes = json_ld.get("@graph").and_then(Value::as_array);
        let nodes = nodes
            .map_or(std::slice::from_ref(&json_ld), Vec::as_slice)
            .iter();
        let mut dates = nodes.filter_map(|node| node.get("datePublished")?.as_str());
        dates.next().map(str::to_owned)
    }

    fn page(self) -> Option<SearchPage> {
        let state = self.state()?;
        let date = self.date();
        let is_translated = state.payload.content_locale.is_none();
        if self.is_kept_out || !is_translated || path_of(&self.canonical) != state.path {
            return None;
        }
        let (heading, passages) = self.main.finish()?;
        let mut title = String::new();
        append(&mut title, &heading.unwrap_or(self.title));
        Some(SearchPage {
            href: state.path,
            route: state.route,
            locale: state.locale,
            title: title.trim_end().to_owned(),
            description: self.description,
            date,
            passages,
        })
    }
}

/// The path of an absolute address: `https://a.example/en` → `/en`.
fn path_of(address: &str) -> &str {
    let Some((_, after_scheme)) = address.split_once("://") else {
        return address;
    };
    after_scheme
        .find('/')
        .map_or("/", |start| &after_scheme[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A document as the template makes it, with more in its head.
    fn document(head: &str, canonical: &str, path: &str, payload: &str) -> String {
        format!(
            "<!doctype html><html lang=\"en\"><head><title>A tide &amp; more · Tidewater</title>\n\
             <meta name=\"description\" content=\"Of &quot;tides&quot;.\">{head}\n\
             <link rel=\"canonical\" href=\"{canonical}\"></head>\n\
             <body><div id=\"root\"><header><nav>Home</nav></header>\
             <main id=\"content\"><h1>A tide turns</h1><p>It turned.</p></main><footer>foot</footer></div>\n\
             <script type=\"application/json\" id=\"portico-state\">{{\"app\":\"0\",\"route\":\"news-article\",\
             \"path\":\"{path}\",\"locale\":\"en\",\"payload\":{payload},\"site\":{{\"url\":\"</main>\"}}}}</script></body></html>"
        )
    }

    const CANONICAL: &str = "https://www.tidewater-capital.example/en/news/a";
    const PAYLOAD: &str = r#"{"params":{"id":"a"},"data":{"main":"<main>"}}"#;

    #[test]
    fn the_date_of_a_page_below_others_is_in_a_graph() {
        let json_ld = "<script type=\"application/ld+json\">{\"@graph\":[\
                       {\"@type\":\"NewsArticle\",\"datePublished\":\"2026-05-03\"},\
                       {\"@type\":\"BreadcrumbList\"}]}</script>";
        let found = read(&document(json_ld, CANONICAL, "/en/news/a", PAYLOAD)).unwrap();
        assert_eq!(found.date.as_deref(), Some("2026-05-03"));
    }

    #[test]
    fn a_document_says_which_page_it_is_and_what_it_shows() {
        let json_ld = "<script type=\"application/ld+json\">{\"@type\":\"NewsArticle\",\
                       \"datePublished\":\"2026-05-03\"}</script>";
        let found = read(&document(json_ld, CANONICAL, "/en/news/a", PAYLOAD)).unwrap();
        assert_eq!(
            (&*found.href, &*found.route, &*found.locale),
            ("/en/news/a", "news-article", "en")
        );
        assert_eq!(found.title, "A tide turns");
        assert_eq!(found.description, "Of \"tides\".");
        assert_eq!(found.date.as_deref(), Some("2026-05-03"));
        assert_eq!(found.passages.len(), 1);
        assert_eq!(found.passages[0].text, "It turned.");
    }

    #[test]
    fn a_page_without_a_heading_has_its_documents_title() {
        let document = document("", CANONICAL, "/en/news/a", PAYLOAD);
        let without = document.replace("<h1>A tide turns</h1>", "");
        assert_eq!(read(&without).unwrap().title, "A tide & more · Tidewater");
    }

    #[test]
    fn a_page_that_is_not_for_search_engines_is_not_found() {
        let robots = "<meta name=\"robots\" content=\"noindex, nofollow\">";
        let is_found = |document: &str| read(document).is_some();
        assert!(!is_found(&document(
            robots,
            CANONICAL,
            "/en/news/a",
            PAYLOAD
        )));
        let other = "https://www.tidewater-capital.example/news/a";
        assert!(!is_found(&document("", other, "/en/news/a", PAYLOAD)));
        let fallback = r#"{"params":{},"data":{},"contentLocale":"zh-CN"}"#;
        assert!(!is_found(&document("", CANONICAL, "/en/news/a", fallback)));
        assert!(!is_found("<title>t</title><main><p>no state</p></main>"));
        let no_main = document("", CANONICAL, "/en/news/a", PAYLOAD).replace("<main", "<div");
        assert!(!is_found(&no_main));
        assert!(!is_found(""));
    }

    #[test]
    fn the_home_page_is_its_own_address() {
        for canonical in ["https://a.example", "https://a.example/"] {
            assert_eq!(path_of(canonical), "/");
        }
        assert_eq!(path_of("https://a.example/en"), "/en");
    }
}
