//! PURE: an export of WordPress (WXR), as entries.

mod export;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use contract::locale::Locale;
use generator_content::redirects::old_address;
use generator_ground::message::Message;
use regex::Regex;
use serde_json::{Value, json};

use self::export::{Export, Item};
use super::address::{find_locale, host, path_of};
use super::fields::{Fields, first_words};
use super::html::{Reference, Resolver, check, to_markdown, to_text};
use super::pictures::{KnownPictures, Pictures, find_upload};
use super::slug::slug;
use super::{Imported, ImportedEntry, ImportedText, LeftOut, PictureFolder};

/// `[gallery ids="1,2"]`, `[/caption]`: a name that WordPress knows, or any with attributes.
static SHORTCODE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let known = "gallery|caption|embed|audio|video|playlist|wp_caption|contact-form-7|more";
    let pattern = format!(r#"\[/?(?:({known})\b[^\]\[]*|([a-z][a-z0-9_-]*)\s[^\]\[]*=[^\]\[]*)\]"#);
    Regex::new(&pattern).ok()
});

/// The site that the posts are for.
pub struct Site<'a> {
    /// Languages of the site.
    pub locales: &'a [Locale],
    /// The language of the posts; none: that of the export.
    pub language: Option<&'a str>,
    /// The fields of the collection.
    pub fields: &'a Fields,
    /// The pictures that there are.
    pub pictures: &'a KnownPictures,
}

/// A post with its new fields, whose body waits until all addresses are known.
struct Post<'a> {
    place: String,
    item: &'a Item,
    slug: String,
    fields: serde_json::Map<String, Value>,
    is_visible: bool,
    /// Old path of the post, as links of other posts have it.
    old: Option<String>,
}

/// The posts of `text`.
///
/// # Errors
/// It is no export of WordPress, or not in a language of the site.
pub fn parse(text: &str, site: &Site<'_>) -> Result<Imported, Message> {
    let export = Export::parse(text)?;
    let locale = choose_locale(&export, site)?;
    let mut imported = Imported::default();
    let mut posts = Vec::new();
    let mut slugs = HashSet::new();
    let mut aliases = HashSet::new();
    for item in &export.items {
        match read_post(
            item,
            &export,
            site,
            &mut slugs,
            &mut aliases,
            &mut imported.left_out,
        ) {
            Ok(post) => posts.extend(post),
            Err(reason) => imported.left_out.push(LeftOut::new(&place(item), reason)),
        }
    }
    let mut addresses = BTreeMap::new();
    for post in posts.iter().filter(|post| post.is_visible) {
        let old = post.old.clone().filter(|old| !old.is_empty());
        let address = || site.fields.address(&post.slug);
        old.map(|old| addresses.entry(old).or_insert_with(address));
    }
    let links = Arc::new(Links {
        host: host(&export.link),
        addresses,
        pictures: site.pictures.clone(),
    });
    for post in posts {
        match finish(post, &links, &locale, &mut imported.left_out) {
            Ok(entry) => imported.entries.push(entry),
            Err(left_out) => imported.left_out.push(left_out),
        }
    }
    Ok(imported)
}

fn place(item: &Item) -> String {
    format!("{} {}", item.get("wp:post_type"), item.get("wp:post_id"))
}

/// The language of `--language`, or the site's language that is nearest to that of the export.
fn choose_locale(export: &Export, site: &Site<'_>) -> Result<String, Message> {
    let wanted = site.language.unwrap_or(&export.language);
    let found = find_locale(wanted, site.locales, site.language.is_none());
    let found = found.ok_or_else(|| Message::new("import/language").with("language", wanted))?;
    if site.fields.needs_all_languages && site.locales.len() > 1 {
        return Err(Message::new("import/parity").with("language", found));
    }
    Ok(found.to_owned())
}

/// The post of an item; none for a picture or another part that holds no text.
fn read_post<'a>(
    item: &'a Item,
    export: &Export,
    site: &Site<'_>,
    slugs: &mut HashSet<String>,
    aliases: &mut HashSet<String>,
    left_out: &mut Vec<LeftOut>,
) -> Result<Option<Post<'a>>, Message> {
    match item.get("wp:post_type") {
        "post" => {}
        // Pictures come with the texts that show them.
        "attachment" => return Ok(None),
        other => return Err(Message::new("import/type").with("type", other)),
    }
    // Before other posts link to it.
    check(item.get("content:encoded"))?;
    let place = place(item);
    let mut reports = Vec::new();
    let mut built_in = Vec::new();
    let status = item.get("wp:status");
    let password = item.get("wp:post_password");
    match status {
        "publish" if password.is_empty() => {}
        "future" if password.is_empty() => match publish_at(item) {
            Some(time) => built_in.push(("publishAt", json!(time))),
            None => built_in.push(("draft", json!(true))),
        },
        "publish" | "future" | "private" => {
            built_in.push(("draft", json!(true)));
            reports.push(Message::new("import/private"));
        }
        "draft" | "pending" => {
            built_in.push(("draft", json!(true)));
            reports.push(Message::new("import/draft"));
        }
        other => return Err(Message::new("import/state").with("state", other)),
    }
    let is_visible = built_in.is_empty();
    let (mut fields, more) = site
        .fields
        .assemble(candidates(item, export, site.fields))?;
    reports.extend(more);
    let id = slug(&[item.get("wp:post_id")], "0");
    let mut name = slug(
        &[item.get("wp:post_name"), &to_text(item.get("title"))],
        &format!("post-{id}"),
    );
    if slugs.contains(&name) {
        name = format!("{name}-{id}");
    }
    if !slugs.insert(name.clone()) {
        return Err(Message::new("import/same-slug").with("slug", name));
    }
    let link = item.get("link");
    let path = path_of(link);
    let old = path
        .as_deref()
        .and_then(|path| old_address(path, site.locales));
    match &old {
        Some(old) if old.path != site.fields.address(&name) && old.path != "/" => {
            match aliases.insert(old.path.clone()) {
                true => built_in.push(("aliases", json!([old.path]))),
                false => reports.push(Message::new("import/repeated").with("from", &old.path)),
            }
        }
        Some(old) if old.path != "/" => {}
        _ if link.is_empty() => {}
        _ => reports.push(Message::new("import/address").with("address", link)),
    }
    fields.extend(
        built_in
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value)),
    );
    if item.comments > 0 {
        reports.push(Message::new("import/comments").with("comments", item.comments));
    }
    reports.extend(
        item.meta
            .iter()
            .map(|name| Message::new("import/field").with("field", name)),
    );
    left_out.extend(
        reports
            .into_iter()
            .map(|reason| LeftOut::new(&place, reason)),
    );
    Ok(Some(Post {
        place,
        item,
        slug: name,
        fields,
        is_visible,
        old: path.map(|path| path.trim_end_matches('/').to_owned()),
    }))
}

/// The time of a scheduled post.
fn publish_at(item: &Item) -> Option<String> {
    let time = item.get("wp:post_date_gmt");
    let time: jiff::civil::DateTime = time.parse().ok()?;
    Some(format!("{time}Z"))
}

/// Values for the fields that collections of news have.
fn candidates(item: &Item, export: &Export, fields: &Fields) -> Vec<(String, Value)> {
    let title = to_text(item.get("title"));
    let mut found = vec![
        ("title".to_owned(), json!(title)),
        ("date".to_owned(), json!(item.get("wp:post_date"))),
    ];
    let excerpt = to_text(item.get("excerpt:encoded"));
    if !excerpt.is_empty() {
        found.push(("summary".to_owned(), json!(excerpt)));
    } else if fields.has("summary") {
        let words = to_text(&without_shortcodes(item.get("content:encoded")).0);
        let summary = match words.is_empty() {
            true => title,
            false => first_words(&words),
        };
        found.push(("summary".to_owned(), json!(summary)));
    }
    let login = item.get("dc:creator");
    let author = export.authors.get(login).map_or(login, String::as_str);
    // Every post has an author, whom most sites do not show.
    if fields.has("author") && !author.is_empty() {
        found.push(("author".to_owned(), json!(author)));
    }
    for category in &item.categories {
        found.push(("category".to_owned(), json!(category)));
    }
    if !item.tags.is_empty() {
        found.push(("tags".to_owned(), json!(item.tags)));
    }
    found
}

/// Converts the body of a post.
fn finish(
    post: Post<'_>,
    links: &Arc<Links>,
    locale: &str,
    left_out: &mut Vec<LeftOut>,
) -> Result<ImportedEntry, LeftOut> {
    let (html, shortcodes) = without_shortcodes(post.item.get("content:encoded"));
    let pictures = Arc::new(Mutex::new(Pictures::default()));
    let resolver = links.clone().resolver(pictures.clone());
    let (body, reports) = to_markdown(&with_paragraphs(&html), resolver)
        .map_err(|reason| LeftOut::new(&post.place, reason))?;
    let reports = shortcodes.into_iter().chain(reports);
    left_out.extend(reports.map(|reason| LeftOut::new(&post.place, reason)));
    let mut pictures = pictures.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(ImportedEntry {
        pictures: std::mem::take(&mut *pictures).into_list(),
        place: post.place,
        slug: post.slug,
        texts: vec![ImportedText {
            locale: locale.to_owned(),
            fields: post.fields,
            body,
        }],
    })
}

/// Addresses that bodies may have.
struct Links {
    /// The old site.
    host: Option<String>,
    /// Old path → new address of visible entries.
    addresses: BTreeMap<String, String>,
    pictures: KnownPictures,
}

impl Links {
    fn resolver(self: Arc<Self>, pictures: Arc<Mutex<Pictures>>) -> Arc<Resolver> {
        Arc::new(move |reference: &Reference<'_>| match reference {
            Reference::Link(target) => self.link(target),
            Reference::Picture(source) => {
                let found = find_upload(source, &self.pictures)?;
                let mut pictures = pictures.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(pictures.take(PictureFolder::Media, &found))
            }
        })
    }

    fn link(&self, target: &str) -> Result<String, Message> {
        let is_elsewhere = match host(target) {
            Some(found) => Some(found) != self.host,
            None => target.starts_with("mailto:") || target.starts_with("tel:"),
        };
        if is_elsewhere {
            return Ok(target.to_owned());
        }
        let known = path_of(target).and_then(|path| {
            let path = path.trim_end_matches('/').to_owned();
            self.addresses.get(&path).cloned()
        });
        known.ok_or_else(|| Message::new("import/link").with("target", target))
    }
}

/// HTML without shortcodes, and a report about each name.
fn without_shortcodes(html: &str) -> (String, Vec<Message>) {
    let Some(shortcode) = &*SHORTCODE else {
        return (html.to_owned(), Vec::new());
    };
    let names: BTreeSet<&str> = shortcode
        .captures_iter(html)
        .filter_map(|found| Some(found.get(1).or_else(|| found.get(2))?.as_str()))
        .collect();
    let report = |name: &str| Message::new("import/shortcode").with("name", name);
    let reports = names.into_iter().map(report).collect();
    (shortcode.replace_all(html, "").into_owned(), reports)
}

/// The classic editor writes an empty line between paragraphs, and WordPress makes `<p>` of it.
fn with_paragraphs(html: &str) -> String {
    let html = html.replace("\r\n", "\n");
    if html.contains("<p>") || html.contains("<p ") {
        return html;
    }
    let mut out = String::new();
    let mut is_in_pre = false;
    for block in html.split("\n\n") {
        let begins_pre = block.contains("<pre");
        let is_text = !is_in_pre && !begins_pre && !begins_with_block(block.trim_start());
        match is_text {
            true => out += &format!("<p>{}</p>\n", block.trim().replace('\n', "<br>")),
            false => out += &format!("{block}\n\n"),
        }
        is_in_pre = (is_in_pre || begins_pre) && !block.contains("</pre>");
    }
    out
}

fn begins_with_block(html: &str) -> bool {
    let blocks = [
        "<h",
        "<ul",
        "<ol",
        "<li",
        "<blockquote",
        "<table",
        "<div",
        "<figure",
        "<!--",
        "</",
    ];
    blocks.iter().any(|block| html.starts_with(block))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_of_the_classic_editor_are_found() {
        assert_eq!(
            with_paragraphs("a\nb\r\n\r\nc"),
            "<p>a<br>b</p>\n<p>c</p>\n"
        );
        assert_eq!(with_paragraphs("<p>a</p>\n\nb"), "<p>a</p>\n\nb");
        let code = "<pre>a\n\nb</pre>\n\nc";
        assert_eq!(with_paragraphs(code), "<pre>a\n\nb</pre>\n\n<p>c</p>\n");
    }

    #[test]
    fn shortcodes_are_removed_and_brackets_of_texts_stay() {
        let (text, reports) =
            without_shortcodes("a[gallery ids=\"1\"]b[/caption] [1] [sic] [x y=z]c");
        assert_eq!((text.as_str(), reports.len()), ("ab [1] [sic] c", 3));
    }
}
