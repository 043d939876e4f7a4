//! The origin's answer, and the properties of every answer.

use std::sync::LazyLock;

use http::{HeaderMap, Method, Response};
use http_body_util::BodyExt;
use origin::Body;
use serde_json::Value;

/// An answer of the origin.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    /// The envelope; a document, a file and a stream of events are a text.
    pub(crate) json: Value,
}

impl Answer {
    pub(crate) async fn read(response: Response<Body>) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        if parts.status.as_u16() < 400 && !parts.headers.contains_key("content-type") {
            assert!(bytes.is_empty());
            assert_eq!(parts.headers["cache-control"], "no-store");
            return Self {
                status: parts.status.as_u16(),
                headers: parts.headers,
                json: Value::Null,
            };
        }
        if parts.headers["content-type"] == "text/html; charset=utf-8" {
            assert_eq!(parts.headers["cache-control"], "no-store");
            return Self {
                status: parts.status.as_u16(),
                headers: parts.headers,
                json: Value::String(String::from_utf8(bytes.to_vec()).unwrap()),
            };
        }
        let is_file = parts.headers.contains_key("content-disposition");
        if is_file || parts.headers["content-type"] == "text/event-stream" {
            assert_eq!(parts.headers["cache-control"], "no-store");
            return Self {
                status: parts.status.as_u16(),
                headers: parts.headers,
                json: Value::String(String::from_utf8(bytes.to_vec()).unwrap()),
            };
        }
        let json: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(
            json["code"],
            parts.status.as_u16(),
            "the code mirrors the status"
        );
        assert!(!json["msg"].as_str().unwrap().is_empty());
        assert_eq!(
            json.as_object().unwrap().keys().collect::<Vec<_>>(),
            ["code", "msg", "data"]
        );
        assert_eq!(parts.headers["content-type"], "application/json");
        assert_eq!(parts.headers["cache-control"], "no-store");
        Self {
            status: parts.status.as_u16(),
            headers: parts.headers,
            json,
        }
    }

    pub(crate) fn msg(&self) -> &str {
        self.json["msg"].as_str().unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

/// An answer must be one that the description of the API has for its call, with the headers that it
/// names.
pub(crate) fn check_documented(method: &Method, path: &str, answer: &Answer) {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
        serde_json::from_slice(&std::fs::read(crate::openapi::GOLDEN).unwrap()).unwrap()
    });
    let path = template(&DOCUMENT["paths"], path);
    let calls = &DOCUMENT["paths"][path];
    let method = match *method {
        Method::HEAD if calls["head"].is_null() => "get".to_owned(),
        _ => method.as_str().to_lowercase(),
    };
    let call = &calls[method];
    if call.is_null() {
        assert!(
            matches!(answer.status, 404 | 405),
            "an unknown call: {}",
            answer.json
        );
        return;
    }
    let documented = &call["responses"][answer.status.to_string()];
    assert!(
        !documented.is_null(),
        "undocumented for {path}: {}",
        answer.json
    );
    for (name, _) in documented["headers"].as_object().into_iter().flatten() {
        assert!(
            answer.headers.contains_key(name),
            "{path} {}: {name}",
            answer.status
        );
    }
    let retry_after = answer
        .headers
        .get("retry-after")
        .map(|value| value.to_str().unwrap());
    let data = answer.json["data"]["retryAfter"]
        .as_u64()
        .map(|seconds| seconds.to_string());
    assert_eq!(
        data.as_deref(),
        retry_after.filter(|_| answer.status != 200),
        "{}",
        answer.json
    );
}

/// The path that the description has for one that was asked: the same, or one that ends in a name
/// in braces.
fn template<'a>(paths: &'a Value, asked: &'a str) -> &'a str {
    let fits = |path: &&String| {
        let start = path.split_once('{').map(|(start, _)| start);
        let rest = start.and_then(|start| asked.strip_prefix(start));
        rest.is_some_and(|id| !id.is_empty() && !id.contains('/'))
    };
    let paths = paths.as_object().unwrap();
    match paths.keys().find(fits) {
        Some(path) if !paths.contains_key(asked) => path,
        _ => asked,
    }
}

/// The six digits that are alone on a line.
pub(crate) fn code_in(text: &str) -> String {
    let digits = |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
    text.lines().map(str::trim).find(digits).unwrap().to_owned()
}
