//! One notice to one receiver: three tries. A receiver says in its own way what came of it.

use std::thread;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;

use super::targets::{NoticeFormat, Target};
use super::{Notice, format};
use crate::http::{HttpAnswer, HttpClient};
use crate::message::Language;

/// An answer is no longer, in bytes.
const LONGEST: usize = 64 * 1024;

/// Codes by which Feishu asks for patience.
const FEISHU_BUSY: [i64; 2] = [11_232, 99_991_400];

/// Codes by which WeCom asks for patience.
const WECOM_BUSY: [i64; 2] = [-1, 45_009];

/// The result of a try.
#[derive(Debug, PartialEq, Eq)]
enum Sent {
    Taken,
    /// Another try may help.
    Busy(String),
    Refused(String),
}

/// Sends a notice; one that is given up is logged, without the address.
pub(super) fn send(
    client: &HttpClient,
    target: &Target,
    notice: &Notice,
    (language, pauses): (Language, [Duration; 2]),
) {
    let mut pauses = pauses.into_iter();
    loop {
        // Signed anew for each try: signatures have a time.
        let (headers, body) = format::request(target, notice, language, Timestamp::now());
        let why = match client.post(&target.url, &headers, body, LONGEST) {
            Ok(answer) => match read(target.format, &answer) {
                Sent::Taken => return,
                Sent::Refused(why) => return given_up(target, &why),
                Sent::Busy(why) => why,
            },
            Err(error) => format!("{error:#}"),
        };
        match pauses.next() {
            Some(pause) => thread::sleep(pause),
            None => return given_up(target, &why),
        }
    }
}

fn given_up(target: &Target, why: &str) {
    tracing::warn!(format = ?target.format, "a notice could not be sent: {why}");
}

/// Chats answer 200 whatever comes of it, and say so by a code. Their words are not repeated: they
/// may have the address in them.
fn read(format: NoticeFormat, answer: &HttpAnswer) -> Sent {
    let status = answer.status;
    match status {
        429 | 500.. => return Sent::Busy(format!("status {status}")),
        200..=299 => {}
        _ => return Sent::Refused(format!("status {status}")),
    }
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let (code, busy) = match format {
        NoticeFormat::Json => return Sent::Taken,
        NoticeFormat::Feishu => {
            let code = body.get("code").or_else(|| body.get("StatusCode"));
            (code, FEISHU_BUSY)
        }
        NoticeFormat::WeCom => (body.get("errcode"), WECOM_BUSY),
    };
    match code.and_then(Value::as_i64) {
        Some(0) => Sent::Taken,
        Some(code) if busy.contains(&code) => Sent::Busy(format!("code {code}")),
        Some(code) => Sent::Refused(format!("code {code}")),
        None => Sent::Refused("the answer is none of such a bot".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_says_by_its_code_what_came_of_it() {
        use NoticeFormat::{Feishu, Json, WeCom};
        let taken = || Sent::Taken;
        let busy = |why: &str| Sent::Busy(why.to_owned());
        let refused = |why: &str| Sent::Refused(why.to_owned());
        for (format, status, body, sent) in [
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
            let body = body.as_bytes().to_vec();
            let answer = HttpAnswer { status, body };
            assert_eq!(read(format, &answer), sent, "{format:?} {status}");
        }
    }
}
