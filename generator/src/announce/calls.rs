//! One batch, sent to one receiver: the request, and the meaning of the answer.

use contract::build::BuildId;
use generator_ground::http::HttpClient;
use generator_ground::message::Message;
use jiff::Timestamp;
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use webhook_signature as signature;
use webhook_signature::Header;
use webhook_signature::cloud::{self, Account, CloudCall};

use super::news::{Change, News};
use super::receivers::{Kind, Receiver};

/// An answer is no longer, in bytes.
const LONGEST: usize = 1024 * 1024;

/// The site whose addresses are sent.
pub(super) struct Site<'a> {
    /// Public address of the site without a trailing slash.
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
    let nonce = format!("{:032x}", rand::random::<u128>());
    let now = Timestamp::now().as_second();
    let call = call(&receiver.kind, site, batch, (now, &nonce));
    match client.post(&call.url, &call.headers, call.body, LONGEST) {
        Ok(answer) => outcome(&receiver.kind, answer.status, &answer.body),
        Err(error) => {
            Outcome::Failed(Message::new("announce-why/away").with("why", format!("{error:#}")))
        }
    }
}

/// Signs of a form that are written as they are (RFC 3986, unreserved).
const FORM: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The host of an address, with its port.
fn host_of(url: &str) -> &str {
    let after = url.split_once("://").map_or(url, |(_, after)| after);
    after.split('/').next().unwrap_or(after)
}

/// PURE: the call that sends a batch. `time` is now, in seconds since 1970; `nonce` is a word that
/// no other call has.
fn call(kind: &Kind, site: &Site<'_>, batch: &[News], (time, nonce): (i64, &str)) -> Call {
    let address = |news: &News| {
        // An old address may have letters of any script.
        format!("{}{}", site.url, utf8_percent_encode(&news.path, CONTROLS))
    };
    let addresses: Vec<String> = batch.iter().map(address).collect();
    let json_type = || ("content-type", "application/json; charset=utf-8".to_owned());
    match kind {
        Kind::IndexNow { key, url } => Call {
            url: format!("{url}/indexnow"),
            headers: vec![json_type()],
            body: json!({
                "host": host_of(site.url),
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
        Kind::Aliyun { id, key, url } => {
            let list = utf8_percent_encode(&addresses.join("\n"), FORM).to_string();
            let body = format!("ObjectType=File&ObjectPath={list}").into_bytes();
            let moment = Timestamp::from_second(time).unwrap_or_default();
            let moment = moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
            let signed = CloudCall {
                host: host_of(url),
                action: "RefreshObjectCaches",
                version: "2018-05-10",
                content_type: "application/x-www-form-urlencoded",
                body: &body,
            };
            Call {
                url: format!("{url}/"),
                headers: cloud::alibaba(signed, Account { id, key }, (&moment, nonce)),
                body,
            }
        }
        Kind::Tencent { id, key, url } => {
            let body = json!({ "Urls": addresses }).to_string().into_bytes();
            let moment = Timestamp::from_second(time).unwrap_or_default();
            let day = moment.strftime("%Y-%m-%d").to_string();
            let signed = CloudCall {
                host: host_of(url),
                action: "PurgeUrlsCache",
                version: "2018-06-06",
                content_type: "application/json; charset=utf-8",
                body: &body,
            };
            Call {
                url: format!("{url}/"),
                headers: cloud::tencent(signed, "cdn", Account { id, key }, (time, &day)),
                body,
            }
        }
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
        Kind::Aliyun { .. } | Kind::Tencent { .. } => {
            let error = &value["Response"]["Error"]["Code"];
            let code = error
                .as_str()
                .or(value["Code"].as_str())
                .unwrap_or_default();
            let is_full = code.starts_with("QuotaExceeded") || code.starts_with("LimitExceeded");
            match (status, code) {
                _ if is_full => Outcome::Exhausted,
                (200, "") => Outcome::Taken { left: None },
                _ => failed(Message::new("announce-why/refused")),
            }
        }
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

    fn kinds() -> [Kind; 6] {
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
                zone: key.clone(),
                token: token.clone(),
                url: url.clone(),
            },
            Kind::Aliyun {
                id: key.clone(),
                key: token.clone(),
                url: url.clone(),
            },
            Kind::Tencent {
                id: key,
                key: token.clone(),
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
        let old = [news("/旧", Change::Ended)];
        let Call { body: encoded, .. } = call(&kinds()[2], &site, &old, (1_795_000_000, "n"));
        let expected = r#"{"files":["https://t.example/%E6%97%A7"]}"#;
        assert_eq!(String::from_utf8(encoded).unwrap(), expected);
        let batch = [news("/a", Change::Added), news("/b", Change::Ended)];
        let [indexnow, baidu, cloudflare, aliyun, tencent, webhook] =
            kinds().map(|kind| call(&kind, &site, &batch, (1_795_000_000, "n")));
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
            (aliyun.url.as_str(), body(&aliyun).as_str()),
            (
                "https://a.example/",
                "ObjectType=File&ObjectPath=https%3A%2F%2Ft.example%2Fa%0Ahttps%3A%2F%2Ft.example%2Fb"
            )
        );
        assert_eq!(
            body(&tencent),
            r#"{"Urls":["https://t.example/a","https://t.example/b"]}"#
        );
        assert_eq!(
            body(&webhook),
            r#"{"site":"https://t.example","build":"20261121T000000Z-00000001","added":["https://t.example/a"],"changed":[],"ended":["https://t.example/b"]}"#
        );
        assert_eq!(webhook.headers[1].0, "portico-timestamp");
    }

    #[test]
    fn an_answer_is_read_as_its_receiver_means_it() {
        let [indexnow, baidu, cloudflare, aliyun, tencent, webhook] = kinds();
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
        assert_eq!(
            outcome(&aliyun, 200, br#"{"RefreshTaskId":"1"}"#),
            taken(None)
        );
        assert_eq!(
            outcome(&tencent, 200, br#"{"Response":{"TaskId":"1"}}"#),
            taken(None)
        );
        let full = br#"{"Code":"QuotaExceeded.Refresh"}"#;
        assert_eq!(outcome(&aliyun, 400, full), Outcome::Exhausted);
        let full = br#"{"Response":{"Error":{"Code":"LimitExceeded.CdnPurgeUrlExceedDayLimit"}}}"#;
        assert_eq!(outcome(&tencent, 200, full), Outcome::Exhausted);
        for (kind, status, body) in [
            (&aliyun, 403, r#"{"Code":"Forbidden.RAM"}"#),
            (&aliyun, 502, ""),
            (
                &tencent,
                200,
                r#"{"Response":{"Error":{"Code":"AuthFailure"}}}"#,
            ),
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
