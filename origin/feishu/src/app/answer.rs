//! The meaning of Feishu's answers. Pure.

use notices::FEISHU_BUSY;
use serde_json::Value;

use super::FeishuError;

/// Codes for a code that is used, expired, made up or another app's.
const CODE: [i64; 5] = [20_003, 20_004, 20_007, 20_024, 20_065];

/// Codes for people that do not exist, are not active, or are not among the app's users.
const PERSON: [i64; 7] = [20_008, 20_009, 20_010, 20_021, 20_022, 20_023, 20_066];

/// Codes for an app with a wrong id or secret, or that is switched off.
const APP: [i64; 7] = [10_003, 10_013, 10_014, 20_002, 20_048, 20_069, 99_991_543];

/// Codes for a token of the app or of the company that is not good any more.
const TOKEN: [i64; 6] = [
    20_013, 20_014, 99_991_661, 99_991_663, 99_991_664, 99_991_665,
];

/// Seconds to wait where Feishu names none; its limits are per second and per minute.
const WAIT: i64 = 5;

/// Longest wait that a visitor is shown.
const WAIT_MAX: i64 = 300;

/// Reads an answer. `wait` is the number of seconds in its headers.
pub(super) fn judge(status: u16, wait: Option<i64>, body: &[u8]) -> Result<Value, FeishuError> {
    let busy = || FeishuError::Busy(wait.unwrap_or(WAIT).clamp(1, WAIT_MAX));
    let parsed: Option<Value> = serde_json::from_slice(body).ok();
    let code = parsed.as_ref().and_then(|answer| answer["code"].as_i64());
    match (parsed, code) {
        (_, Some(code)) if FEISHU_BUSY.contains(&code) => Err(busy()),
        _ if status == 429 => Err(busy()),
        (Some(answer), Some(0)) if status == 200 => Ok(answer),
        (_, Some(code)) if CODE.contains(&code) => Err(FeishuError::Code),
        (_, Some(code)) if PERSON.contains(&code) => Err(FeishuError::Person),
        (_, Some(code)) if APP.contains(&code) => Err(FeishuError::App(code)),
        (_, Some(code)) if TOKEN.contains(&code) => Err(FeishuError::Token(code)),
        // The words beside the code are Feishu's, and may have anything in them.
        (_, Some(code)) => Err(FeishuError::Away(format!("code {code} with {status}"))),
        (_, None) => Err(FeishuError::Away(format!(
            "{status}, and not what Feishu answers"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::person::Person;
    use origin_platforms::grants::{Grant, text};
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn an_answer_is_a_success_or_says_what_to_do() {
        let away = |text: &str| FeishuError::Away(text.to_owned());
        for (status, wait, body, expected) in [
            (200, None, r#"{"code":20003,"msg":"x"}"#, FeishuError::Code),
            (400, None, r#"{"code":20004}"#, FeishuError::Code),
            (200, None, r#"{"code":20010}"#, FeishuError::Person),
            (200, None, r#"{"code":10014}"#, FeishuError::App(10_014)),
            (
                400,
                None,
                r#"{"code":99991663}"#,
                FeishuError::Token(99_991_663),
            ),
            (400, Some(17), r#"{"code":99991400}"#, FeishuError::Busy(17)),
            (200, None, r#"{"code":99991400}"#, FeishuError::Busy(WAIT)),
            (429, Some(i64::MAX), "", FeishuError::Busy(WAIT_MAX)),
            (429, Some(-4), "<html>", FeishuError::Busy(1)),
            (500, None, r#"{"code":0}"#, away("code 0 with 500")),
            (
                200,
                None,
                r#"{"code":1,"msg":"s3cret"}"#,
                away("code 1 with 200"),
            ),
            (
                200,
                None,
                r#"{"code":"0"}"#,
                away("200, and not what Feishu answers"),
            ),
            (
                200,
                None,
                r#"{"code":0"#,
                away("200, and not what Feishu answers"),
            ),
            (
                502,
                None,
                "<html>",
                away("502, and not what Feishu answers"),
            ),
        ] {
            assert_eq!(
                judge(status, wait, body.as_bytes()),
                Err(expected),
                "{body}"
            );
        }
        let answer = judge(200, None, br#"{"code":0,"ticket":"t"}"#).unwrap();
        assert_eq!(text(&answer, "ticket").unwrap(), "t");
    }

    /// JSON with the names that are looked for.
    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            prop::sample::select(vec![
                json!(0),
                json!(0.0),
                json!("0"),
                json!(true),
                json!(u64::MAX)
            ]),
            any::<i64>().prop_map(Value::from),
            prop::sample::select([&CODE[..], &PERSON, &APP, &TOKEN].concat()).prop_map(Value::from),
            "[a-z_\r\n票 ]{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 24, 6, |inner| {
            let name = prop::sample::select(vec![
                "code",
                "code",
                "msg",
                "data",
                "data",
                "ticket",
                "expire_in",
                "union_id",
                "name",
                "enterprise_email",
            ]);
            let pairs = prop::collection::vec((name.prop_map(str::to_owned), inner.clone()), 0..6);
            prop_oneof![
                4 => pairs.prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
                1 => prop::collection::vec(inner, 0..3).prop_map(Value::Array),
            ]
        })
    }

    fn body() -> impl Strategy<Value = Vec<u8>> {
        let text = json().prop_map(|json| json.to_string().into_bytes());
        let cut = (json(), any::<prop::sample::Index>()).prop_map(|(json, at)| {
            let text = json.to_string().into_bytes();
            text[..at.index(text.len())].to_vec()
        });
        let any = prop::collection::vec(any::<u8>(), 0..40);
        prop_oneof![6 => text, 1 => cut, 1 => any]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn no_refusal_is_taken_for_a_success(
            status in prop_oneof![3 => Just(200_u16), 1 => 100_u16..600],
            wait in any::<Option<i64>>(),
            body in body(),
        ) {
            match judge(status, wait, &body) {
                Ok(mut answer) => {
                    prop_assert_eq!(status, 200);
                    let parsed: Value = serde_json::from_slice(&body).unwrap();
                    prop_assert_eq!(&parsed["code"], &json!(0));
                    if let Ok(ticket) = text(&answer["data"], "ticket") {
                        prop_assert!(ticket.bytes().all(|byte| byte.is_ascii_graphic()));
                    }
                    let _ = Grant::read(&answer["data"], "ticket", "expire_in", 1_800_000_000);
                    if let Some(person) = Person::read(answer["data"].take()) {
                        prop_assert_eq!(&parsed["data"]["union_id"], &json!(person.union_id));
                        prop_assert!(!person.union_id.is_empty());
                    }
                }
                Err(FeishuError::Busy(seconds)) => prop_assert!((1..=WAIT_MAX).contains(&seconds)),
                Err(_) => {}
            }
        }
    }
}
