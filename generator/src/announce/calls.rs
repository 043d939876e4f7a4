//! One batch, sent to one receiver: the request, and the meaning of the answer.

use contract::build::BuildId;
use generator_ground::http::HttpClient;
use generator_ground::message::Message;
use jiff::Timestamp;
use serde_json::{Value, json};
use webhook_signature as signature;
use webhook_signature::Header;

use super::news::{Change, News};
use super::receivers::{Kind, Receiver};

/// An answer is no longer, in bytes.
const LONGEST: usize = 1024 * 1024;

/// The site whose addresses are sent.
pub(super) struct Site<'a> {
    /// Its public address without a trailing slash.
    pub(super) url: &'a str,
    /// The live build.
    pub(super) build: &'a BuildId,
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The receiver has the batch.
    Taken {
        /// The quota that is left today, if the receiver has one.
        left: Option<usize>,
    },
    /// The quota of the day is used up.
    Exhausted,
    /// The receiver does not have the batch.
    Failed(Message),
}

/// A call, ready to be sent.
#[derive(Debug, PartialEq, Eq)]
struct Call {
    url: String,
    headers: Vec<Header>,
    body: Vec<u8>,
}

/// Sends a batch.
pub(super) fn send(
    client: &HttpClient,
    receiver: &Receiver,
    site: &Site<'_>,
    batch: &[News],
) -> Outcome {
    let call = call(&receiver.kind, site, batch, Timestamp::now().as_second());
    match client.post(&call.url, &call.headers, call.body, LONGEST) {
        Ok(answer) => outcome(&receiver.kind, answer.status, &answer.body),
        Err(error) => {
            Outcome::Failed(Message::new("announce-why/away").with("why", format!("{error:#}")))
        }
    }
}

/// PURE: the call that sends a batch. `time` is now, in seconds since 1970.
fn call(kind: &Kind, site: &Site<'_>, batch: &[News], time: i64) -> Call {
    let address = |news: &News| format!("{}{}", site.url, news.path);
    let addresses: Vec<String> = batch.iter().map(address).collect();
    let host = site
        .url
        .split_once("://")
        .map_or(site.url, |(_, host)| host);
    let json_type = || ("content-type", "application/json; charset=utf-8".to_owned());
    match kind {
        Kind::IndexNow { key, url } => Call {
            url: format!("{url}/indexnow"),
            headers: vec![json_type()],
            body: json!({
                "host": host,
                "key": key,
                "keyLocation": format!("{}/{key}.txt", site.url),
                "urlList": addresses,
            })
            .to_string()
            .into_bytes(),
        },
        Kind::Baidu { token, url } => Call {
            url: format!("{url}/urls?site={}&token={token}", site.url),
            headers: vec![("content-type", "text/plain".to_owned())],
            body: addresses.join("\n").into_bytes(),
        },
        Kind::Cloudflare { zone, token, url } => Call {
            url: format!("{url}/client/v4/zones/{zone}/purge_cache"),
            headers: vec![json_type(), ("authorization", format!("Bearer {token}"))],
            body: json!({ "files": addresses }).to_string().into_bytes(),
        },
        Kind::Webhook { url, secret } => {
            let of = |change: Change| -> Vec<&String> {
                let pairs = batch.iter().zip(&addresses);
                let of = pairs.filter(|(news, _)| news.change == change);
                of.map(|(_, address)| address).collect()
            };
            let body = json!({
                "site": site.url,
                "build": site.build,
                "added": of(Change::Added),
                "changed": of(Change::Changed),
                "ended": of(Change::Ended),
            });
            let body = body.to_string().into_bytes();
            let mut headers = vec![json_type()];
            let request = ("POST", notices::path(url));
            headers.extend(signature::headers(secret, request, time, &body));
            Call {
                url: url.clone(),
                headers,
                body,
            }
        }
    }
}

/// PURE: the meaning of an answer. Its words are not repeated: they may have a key.
fn outcome(kind: &Kind, status: u16, body: &[u8]) -> Outcome {
    let value: Value = serde_json::from_slice(body).unwrap_or_default();
    let failed = |message: Message| Outcome::Failed(message.with("status", status.to_string()));
    match kind {
        Kind::Baidu { .. } => match (status, value["remain"].as_u64()) {
            (200, Some(left)) => Outcome::Taken {
                left: usize::try_from(left).ok(),
            },
            _ if value["message"] == "over quota" => Outcome::Exhausted,
            _ => failed(Message::new("announce-why/refused")),
        },
        Kind::Cloudflare { .. } if value["success"] != true && status < 400 => {
            failed(Message::new("announce-why/refused"))
        }
        _ => match status {
            200..300 => Outcome::Taken { left: None },
            429 | 500.. => failed(Message::new("announce-why/later")),
            _ => failed(Message::new("announce-why/refused")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds() -> [Kind; 4] {
        let url = "https://a.example".to_owned();
        let (key, token) = ("0123".to_owned(), "s3cret".to_owned());
        [
            Kind::IndexNow {
                key: key.clone(),
                url: url.clone(),
            },
            Kind::Baidu {
                token: token.clone(),
                url: url.clone(),
            },
            Kind::Cloudflare {
                zone: key,
                token: token.clone(),
                url: url.clone(),
            },
            Kind::Webhook { url, secret: token },
        ]
    }

    #[test]
    fn a_call_has_the_form_that_its_receiver_documents() {
        let build = "20261121T000000Z-00000001".parse().unwrap();
        let site = Site {
            url: "https://t.example",
            build: &build,
        };
        let news = |path: &str, change| News {
            path: path.to_owned(),
            change,
            now: None,
        };
        let batch = [news("/a", Change::Added), news("/b", Change::Ended)];
        let [indexnow, baidu, cloudflare, webhook] =
            kinds().map(|kind| call(&kind, &site, &batch, 1_795_000_000));
        let body = |call: &Call| String::from_utf8(call.body.clone()).unwrap();
        assert_eq!(indexnow.url, "https://a.example/indexnow");
        assert_eq!(
            body(&indexnow),
            r#"{"host":"t.example","key":"0123","keyLocation":"https://t.example/0123.txt","urlList":["https://t.example/a","https://t.example/b"]}"#
        );
        assert_eq!(
            (baidu.url.as_str(), body(&baidu).as_str()),
            (
                "https://a.example/urls?site=https://t.example&token=s3cret",
                "https://t.example/a\nhttps://t.example/b"
            )
        );
        assert_eq!(
            cloudflare.url,
            "https://a.example/client/v4/zones/0123/purge_cache"
        );
        assert_eq!(cloudflare.headers[1].1, "Bearer s3cret");
        assert_eq!(
            body(&webhook),
            r#"{"site":"https://t.example","build":"20261121T000000Z-00000001","added":["https://t.example/a"],"changed":[],"ended":["https://t.example/b"]}"#
        );
        assert_eq!(webhook.headers[1].0, "portico-timestamp");
    }

    #[test]
    fn an_answer_is_read_as_its_receiver_means_it() {
        let [indexnow, baidu, cloudflare, webhook] = kinds();
        let taken = |left| Outcome::Taken { left };
        assert_eq!(outcome(&indexnow, 202, b""), taken(None));
        let quota = br#"{"remain":7,"success":2}"#;
        assert_eq!(outcome(&baidu, 200, quota), taken(Some(7)));
        let over = br#"{"error":400,"message":"over quota"}"#;
        assert_eq!(outcome(&baidu, 400, over), Outcome::Exhausted);
        assert_eq!(
            outcome(&cloudflare, 200, br#"{"success":true}"#),
            taken(None)
        );
        assert_eq!(outcome(&webhook, 204, b""), taken(None));
        for (kind, status, body) in [
            (&indexnow, 403, ""),
            (&indexnow, 429, ""),
            (
                &baidu,
                401,
                r#"{"error":401,"message":"token is not valid"}"#,
            ),
            (&baidu, 200, ""),
            (&cloudflare, 200, r#"{"success":false}"#),
            (&cloudflare, 400, r#"{"success":false}"#),
            (&webhook, 301, ""),
            (&webhook, 503, ""),
        ] {
            let found = outcome(kind, status, body.as_bytes());
            assert!(matches!(found, Outcome::Failed(_)), "{status} {body}");
        }
    }
}
