//! Notices: reports of events to chat groups and other programs, by a request to an address from a
//! file of receivers.
//!
//! Pure: the request in the format of its receiver, and the meaning of the answer. The address of a
//! receiver is a secret, because it is enough to write to the group.

pub mod receivers;

use serde_json::{Value, json};

use receivers::{NoticeFormat, Receiver};
use webhook_signature::{self as signature, Header};

/// The longest text of WeCom's bots, in bytes.
const WECOM_MAX: usize = 4_096;

/// Bytes of one line; Feishu takes 20 KB in all.
const LINE_MAX: usize = 1_000;

/// Codes by which Feishu asks for patience.
pub const FEISHU_BUSY: [i64; 2] = [11_232, 99_991_400];

/// Codes by which WeCom asks for patience.
const WECOM_BUSY: [i64; 2] = [-1, 45_009];

/// Limit of a receiver's answer, in bytes.
pub const ANSWER_MAX: usize = 64 * 1024;

/// A notice, for programs and for people.
#[derive(Clone, Debug)]
pub struct Notice {
    /// All facts of the notice, for programs.
    pub json: Value,
    /// The heading for people.
    pub title: String,
    /// Addresses that are shown as links.
    pub links: Vec<String>,
    /// The rest, a line each.
    pub lines: Vec<String>,
}

/// The result of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeOutcome {
    /// The receiver has it.
    Taken,
    /// The receiver did not take it now; another try may help.
    Busy(String),
    /// The receiver will not have it.
    Refused(String),
}

/// A request's headers and body. `time` is now, in seconds since the epoch: signatures include it.
pub fn request<K>(receiver: &Receiver<K>, notice: &Notice, time: i64) -> (Vec<Header>, Vec<u8>) {
    let secret = receiver.secret.as_deref();
    let body = match receiver.format {
        NoticeFormat::Json => notice.json.clone(),
        NoticeFormat::Feishu => feishu(notice, secret, time),
        NoticeFormat::WeCom => wecom(notice),
    };
    let body = body.to_string().into_bytes();
    let mut headers = vec![("content-type", "application/json".to_owned())];
    if let (NoticeFormat::Json, Some(secret)) = (receiver.format, secret) {
        let request = ("POST", path(&receiver.url));
        headers.extend(signature::headers(secret, request, time, &body));
    }
    (headers, body)
}

/// The path of an address, without its query.
pub fn path(url: &str) -> &str {
    let after = url.split_once("://").map_or(url, |(_, after)| after);
    let path = after.find('/').map_or("/", |start| &after[start..]);
    path.split(['?', '#']).next().unwrap_or(path)
}

fn feishu(notice: &Notice, secret: Option<&str>, time: i64) -> Value {
    let links = notice.links.iter();
    let links = links.map(|url| json!([{"tag": "a", "text": url, "href": url}]));
    let lines = notice.lines.iter().map(|line| cut(line));
    let lines = lines.map(|line| json!([{"tag": "text", "text": line}]));
    let content: Vec<Value> = links.chain(lines).collect();
    // Readers see the one language that there is.
    let post = json!({"zh_cn": {"title": notice.title, "content": content}});
    let mut body = json!({"msg_type": "post", "content": {"post": post}});
    if let Some(secret) = secret {
        body["timestamp"] = json!(time.to_string());
        body["sign"] = json!(signature::feishu(secret, time));
    }
    body
}

fn wecom(notice: &Notice) -> Value {
    let mut text = format!("**{}**", tame(&notice.title));
    let links = notice.links.iter().map(|url| format!("> [{url}]({url})"));
    let lines = notice.lines.iter().map(|line| tame(&cut(line)));
    for line in links.chain(lines) {
        // Half a link is none.
        if text.len() + 1 + line.len() <= WECOM_MAX {
            text = format!("{text}\n{line}");
        }
    }
    json!({"msgtype": "markdown", "markdown": {"content": text}})
}

/// The text without characters that WeCom reads as a mention of a person, or as markup.
fn tame(text: &str) -> String {
    text.replace('<', "＜").replace('>', "＞")
}

fn cut(line: &str) -> String {
    if line.len() <= LINE_MAX {
        return line.to_owned();
    }
    format!("{}…", &line[..line.floor_char_boundary(LINE_MAX)])
}

/// The result of a try, by the answer's status and body. Chats always answer 200, and report the
/// result as a code. Their messages are not repeated: they may contain the address.
pub fn outcome(format: NoticeFormat, status: u16, body: &[u8]) -> NoticeOutcome {
    match status {
        429 | 500.. => return NoticeOutcome::Busy(format!("status {status}")),
        200..=299 => {}
        _ => return NoticeOutcome::Refused(format!("status {status}")),
    }
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let (code, busy) = match format {
        NoticeFormat::Json => return NoticeOutcome::Taken,
        NoticeFormat::Feishu => {
            let code = body.get("code").or_else(|| body.get("StatusCode"));
            (code, FEISHU_BUSY)
        }
        NoticeFormat::WeCom => (body.get("errcode"), WECOM_BUSY),
    };
    match code.and_then(Value::as_i64) {
        Some(0) => NoticeOutcome::Taken,
        Some(code) if busy.contains(&code) => NoticeOutcome::Busy(format!("code {code}")),
        Some(code) => NoticeOutcome::Refused(format!("code {code}")),
        None => NoticeOutcome::Refused("the answer is none of such a bot".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, serde::Serialize)]
    #[serde(rename_all = "camelCase")]
    enum Change {
        Published,
    }

    impl receivers::Kind for Change {
        const ALL: &[Self] = &[Self::Published];
    }

    fn notice(links: usize, line: &str) -> Notice {
        let link = |number| format!("https://www.example.com/新闻/{number}");
        Notice {
            json: json!({"event": "published"}),
            title: "Published".to_owned(),
            links: (0..links).map(link).collect(),
            lines: vec![line.to_owned()],
        }
    }

    fn body(file: &str, notice: &Notice) -> (Vec<Header>, Value) {
        let receivers: Vec<Receiver<Change>> = receivers::parse(file).unwrap();
        let (headers, body) = request(&receivers[0], notice, 1_795_000_000);
        (headers, serde_json::from_slice(&body).unwrap())
    }

    // R10.03
    #[test]
    fn a_bot_of_wecom_gets_markdown_within_its_bytes_that_calls_nobody() {
        let file = "- {url: 'https://hooks.example/x', format: wecom, on: [published]}";
        let (_, wecom) = body(file, &notice(2, "why: <@all> prices"));
        assert_eq!(wecom["msgtype"], "markdown");
        let text = wecom["markdown"]["content"].as_str().unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "**Published**");
        assert_eq!(
            lines[1],
            "> [https://www.example.com/新闻/0](https://www.example.com/新闻/0)"
        );
        assert!(text.ends_with("why: ＜@all＞ prices"), "{text}");
        let (_, wecom) = body(file, &notice(50, &"长".repeat(5_000)));
        let text = wecom["markdown"]["content"].as_str().unwrap();
        assert!(text.len() <= WECOM_MAX, "{}", text.len());
    }

    // R10.03
    #[test]
    fn a_bot_of_feishu_gets_links_first_and_a_signature_if_it_has_a_secret() {
        let file =
            "- {url: 'https://hooks.example/x', format: feishu, on: [published], secret: demo}";
        let (_, feishu) = body(file, &notice(1, &"长".repeat(5_000)));
        assert_eq!(feishu["msg_type"], "post");
        let lines = &feishu["content"]["post"]["zh_cn"]["content"];
        assert_eq!(lines[0][0]["href"], "https://www.example.com/新闻/0");
        assert!(lines[1][0]["text"].as_str().unwrap().len() <= LINE_MAX + "…".len());
        assert_eq!(feishu["timestamp"], "1795000000");
        assert_eq!(feishu["sign"], signature::feishu("demo", 1_795_000_000));
    }

    // R10.03
    #[test]
    fn a_program_gets_everything_signed_for_its_own_path() {
        let file =
            "- {url: 'https://ci.example/in?x=1', format: json, on: [published], secret: demo}";
        let (headers, body) = body(file, &notice(2, "prices"));
        assert_eq!(body, json!({"event": "published"}));
        let body = body.to_string().into_bytes();
        let expected = signature::headers("demo", ("POST", "/in"), 1_795_000_000, &body);
        assert_eq!(headers[1..], expected);
    }

    #[test]
    fn an_answer_says_by_its_code_what_came_of_it() {
        use NoticeFormat::{Feishu, Json, WeCom};
        let taken = || NoticeOutcome::Taken;
        let busy = |why: &str| NoticeOutcome::Busy(why.to_owned());
        let refused = |why: &str| NoticeOutcome::Refused(why.to_owned());
        for (format, status, body, expected) in [
            (Json, 204, "", taken()),
            (Json, 503, "", busy("status 503")),
            (Json, 404, "", refused("status 404")),
            (Feishu, 200, r#"{"code":0,"msg":"success"}"#, taken()),
            (Feishu, 200, r#"{"StatusCode":0}"#, taken()),
            (
                Feishu,
                200,
                r#"{"code":19021,"msg":"sign match fail"}"#,
                refused("code 19021"),
            ),
            (Feishu, 200, r#"{"code":11232}"#, busy("code 11232")),
            (
                Feishu,
                200,
                "<html>",
                refused("the answer is none of such a bot"),
            ),
            (WeCom, 200, r#"{"errcode":0,"errmsg":"ok"}"#, taken()),
            (WeCom, 200, r#"{"errcode":93000}"#, refused("code 93000")),
            (WeCom, 200, r#"{"errcode":45009}"#, busy("code 45009")),
        ] {
            let outcome = outcome(format, status, body.as_bytes());
            assert_eq!(outcome, expected, "{format:?} {status}");
        }
    }
}
