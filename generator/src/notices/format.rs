//! A notice in the format of its receiver: addresses first, then how many pages, who and why. Pure.

use contract::control::{Event, Paths};
use jiff::Timestamp;
use serde_json::{Value, json};

use super::targets::{NoticeFormat, Target};
use super::{Notice, NoticeKind};
use crate::http::{HttpHeader, signature};
use crate::message::{Language, Message};
use crate::report;

/// Addresses that a chat shows; the JSON has more.
const NAMED: usize = 10;

/// The longest text of WeCom's bots, in bytes.
const WECOM_MAX: usize = 4_096;

/// Bytes of one line; Feishu takes 20 KB in all.
const LINE_MAX: usize = 1_000;

/// A request's headers and body.
pub(super) fn request(
    target: &Target,
    notice: &Notice,
    language: Language,
    now: Timestamp,
) -> (Vec<HttpHeader>, Vec<u8>) {
    let body = match target.format {
        NoticeFormat::Json => plain(notice, now),
        NoticeFormat::Feishu => feishu(target, &Words::of(notice, language), now),
        NoticeFormat::WeCom => wecom(&Words::of(notice, language)),
    };
    let body = body.to_string().into_bytes();
    let mut headers = vec![("content-type", "application/json".to_owned())];
    if let (NoticeFormat::Json, Some(secret)) = (target.format, &target.secret) {
        let request = ("POST", path(&target.url));
        headers.extend(signature::headers(secret, request, now.as_second(), &body));
    }
    (headers, body)
}

/// The path of an address, without its query.
fn path(url: &str) -> &str {
    let after = url.split_once("://").map_or(url, |(_, after)| after);
    let path = after.find('/').map_or("/", |start| &after[start..]);
    path.split(['?', '#']).next().unwrap_or(path)
}

/// Everything, for programs.
fn plain(notice: &Notice, now: Timestamp) -> Value {
    let mut pages = json!(notice.pages);
    if let Some(pages) = pages.as_object_mut() {
        pages.remove("kind");
    }
    json!({
        "event": notice.kind, "site": notice.site, "build": notice.build,
        "time": report::rfc3339(now), "by": notice.origination.by,
        "why": notice.origination.why, "commit": notice.origination.commit,
        "addresses": addresses(notice).0, "pages": pages, "problems": notice.problems
    })
}

fn feishu(target: &Target, words: &Words, now: Timestamp) -> Value {
    let links = words.addresses.iter();
    let links = links.map(|url| json!([{"tag": "a", "text": url, "href": url}]));
    let lines = words.lines.iter();
    let lines = lines.map(|line| json!([{"tag": "text", "text": line}]));
    let content: Vec<Value> = links.chain(lines).collect();
    // Readers see the one language that there is.
    let post = json!({"zh_cn": {"title": words.title, "content": content}});
    let mut body = json!({"msg_type": "post", "content": {"post": post}});
    if let Some(secret) = &target.secret {
        let time = now.as_second();
        body["timestamp"] = json!(time.to_string());
        body["sign"] = json!(signature::feishu(secret, time));
    }
    body
}

fn wecom(words: &Words) -> Value {
    let mut text = format!("**{}**", tame(&words.title));
    let links = words
        .addresses
        .iter()
        .map(|url| format!("> [{url}]({url})"));
    let lines = words.lines.iter().map(|line| tame(line));
    for line in links.chain(lines) {
        // Half a link is none.
        if text.len() + 1 + line.len() <= WECOM_MAX {
            text = format!("{text}\n{line}");
        }
    }
    json!({"msgtype": "markdown", "markdown": {"content": text}})
}

/// Without what WeCom reads as a call to a person, or as markup.
fn tame(text: &str) -> String {
    text.replace('<', "＜").replace('>', "＞")
}

/// A notice as people read it.
struct Words {
    title: String,
    addresses: Vec<String>,
    lines: Vec<String>,
}

impl Words {
    fn of(notice: &Notice, language: Language) -> Self {
        let (mut addresses, all) = addresses(notice);
        addresses.truncate(NAMED);
        let more = all - addresses.len();
        let more = (more > 0).then(|| Message::new("notice-more").with("more", more));
        let by = &notice.origination.by;
        let by = (!by.is_empty()).then(|| Message::new("notice-by").with("by", by));
        let why = notice.origination.why.as_ref();
        let why = why.map(|why| Message::new("notice-why").with("why", why));
        let messages = [more, counts(notice), by, why].into_iter().flatten();
        let lines = messages.map(|message| message.text(language));
        let lines = lines.chain(notice.problems.iter().cloned()).map(cut);
        Self {
            title: title(notice).text(language),
            addresses,
            lines: lines.collect(),
        }
    }
}

fn title(notice: &Notice) -> Message {
    let title = match notice.kind {
        NoticeKind::Published => Message::new("notice-title/published"),
        NoticeKind::RolledBack => Message::new("notice-title/rolled-back"),
        NoticeKind::Held => Message::new("notice-title/held"),
        NoticeKind::Failed => Message::new("notice-title/failed"),
    };
    title.with("site", &notice.site)
}

fn counts(notice: &Notice) -> Option<Message> {
    let (added, changed, removed, chrome) = pages(notice)?;
    let counts = match chrome.count {
        0 => Message::new("notice-counts"),
        chrome => Message::new("notice-counts/chrome").with("chrome", chrome),
    };
    Some(
        counts
            .with("added", added.count)
            .with("changed", changed.count)
            .with("removed", removed.count),
    )
}

fn pages(notice: &Notice) -> Option<(&Paths, &Paths, &Paths, &Paths)> {
    match notice.pages.as_ref()? {
        Event::Pages {
            added,
            changed,
            removed,
            chrome,
        } => Some((added, changed, removed, chrome)),
        _ => None,
    }
}

/// Addresses of pages that are new or differ in their content, and how many there are; of other
/// notices that of the site.
fn addresses(notice: &Notice) -> (Vec<String>, usize) {
    let Some((added, changed, ..)) = pages(notice) else {
        return (vec![format!("{}/", notice.site)], 1);
    };
    let paths = added.paths.iter().chain(&changed.paths);
    let urls = paths.map(|path| format!("{}{path}", notice.site));
    (urls.collect(), added.count + changed.count)
}

fn cut(mut line: String) -> String {
    if line.len() > LINE_MAX {
        line.truncate(line.floor_char_boundary(LINE_MAX));
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::super::targets::some;
    use super::*;
    use contract::control::Origination;

    fn published(paths: usize, why: &str) -> Notice {
        let some = |count: usize| Paths {
            count,
            paths: (0..count).map(|number| format!("/新闻/{number}")).collect(),
        };
        let by = Origination {
            by: "ann".to_owned(),
            why: Some(why.to_owned()),
            commit: None,
        };
        Notice {
            pages: Some(Event::Pages {
                added: some(1),
                changed: some(paths),
                removed: some(0),
                chrome: some(2),
            }),
            ..Notice::new(NoticeKind::Published, "https://www.example.com", &by)
        }
    }

    fn body(file: &str, notice: &Notice) -> (Vec<HttpHeader>, Value) {
        let now = Timestamp::from_second(1_795_000_000).unwrap();
        let (headers, body) = request(&some(file)[0], notice, Language::English, now);
        (headers, serde_json::from_slice(&body).unwrap())
    }

    // R10.03
    #[test]
    fn a_bot_of_wecom_gets_markdown_within_its_bytes_that_calls_nobody() {
        let file = "- {url: 'https://hooks.example/x', format: wecom, on: [published]}";
        let notice = published(3, "<@all> prices");
        let (_, body) = body(file, &notice);
        assert_eq!(body["msgtype"], "markdown");
        let text = body["markdown"]["content"].as_str().unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "**Published: https://www.example.com**");
        assert_eq!(
            lines[1],
            "> [https://www.example.com/新闻/0](https://www.example.com/新闻/0)"
        );
        assert!(text.ends_with("why: ＜@all＞ prices"), "{text}");
        let (_, body) = self::body(file, &published(50, &"长".repeat(5_000)));
        let text = body["markdown"]["content"].as_str().unwrap();
        assert!(text.len() <= WECOM_MAX, "{}", text.len());
    }

    // R10.03
    #[test]
    fn a_bot_of_feishu_gets_links_first_and_a_signature_if_it_has_a_secret() {
        let file =
            "- {url: 'https://hooks.example/x', format: feishu, on: [published], secret: demo}";
        let (_, body) = body(file, &published(30, "prices"));
        assert_eq!(body["msg_type"], "post");
        let post = &body["content"]["post"]["zh_cn"];
        let lines = post["content"].as_array().unwrap();
        assert_eq!(lines[0][0]["href"], "https://www.example.com/新闻/0");
        assert_eq!(lines[10][0]["text"], "and 21 more pages");
        assert_eq!(body["timestamp"], "1795000000");
        assert_eq!(body["sign"], signature::feishu("demo", 1_795_000_000));
    }

    // R10.03
    #[test]
    fn a_program_gets_everything_signed_for_its_own_path() {
        let file =
            "- {url: 'https://ci.example/in?x=1', format: json, on: [published], secret: demo}";
        let (headers, body) = body(file, &published(2, "prices"));
        assert_eq!(body["event"], "published");
        assert_eq!(body["pages"]["changed"]["count"], 2);
        assert_eq!(body["addresses"][0], "https://www.example.com/新闻/0");
        let expected = signature::headers(
            "demo",
            ("POST", "/in"),
            1_795_000_000,
            body.to_string().as_bytes(),
        );
        assert_eq!(headers[1..], expected);
    }
}
