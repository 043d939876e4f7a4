//! The meaning of WeChat's answers. Pure.

use std::net::IpAddr;

use serde_json::Value;

use super::WeChatError;

/// Codes for a token that is wrong, missing or expired. At the request for a token the first is a
/// wrong secret.
const TOKEN: [i64; 5] = [40_001, 40_014, 41_001, 42_001, 42_007];

/// Codes for an account or a server that an operator has to put right: id, secret, rights,
/// whitelist.
const REFUSED: [i64; 14] = [
    40_002, 40_013, 40_125, 40_164, 40_243, 41_002, 41_004, 48_001, 50_002, 50_007, 61_004, 89_501,
    89_503, 89_506,
];

/// The code for a server whose address waits for a confirmation, or was refused one.
const UNCONFIRMED: i64 = 89_507;

/// The code for a day whose calls are used up.
const USED_UP: i64 = 45_009;

/// Reads an answer. A success has no code, or the code 0.
pub(super) fn judge(status: u16, body: &[u8]) -> Result<Value, WeChatError> {
    let foreign = || WeChatError::Away(format!("{status}, and not what WeChat answers"));
    let answer: Value = serde_json::from_slice(body).map_err(|_| foreign())?;
    if !answer.is_object() {
        return Err(foreign());
    }
    let code = match answer.get("errcode") {
        None => 0,
        Some(code) => code.as_i64().ok_or_else(foreign)?,
    };
    match code {
        0 if status == 200 => Ok(answer),
        code if TOKEN.contains(&code) => Err(WeChatError::Token(code)),
        code if code == UNCONFIRMED || REFUSED.contains(&code) => Err(WeChatError::Refused {
            code,
            address: address(&answer),
        }),
        USED_UP => Err(WeChatError::UsedUp(code)),
        // The words beside the code are WeChat's, and may have anything in them.
        code => Err(WeChatError::Away(format!("code {code} with {status}"))),
    }
}

/// The address in `invalid ip 192.0.2.7 ipv6 ::ffff:192.0.2.7, not in whitelist`.
fn address(answer: &Value) -> Option<IpAddr> {
    let words = answer["errmsg"].as_str()?;
    let mut words = words.split([' ', ',']);
    words.find_map(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use origin_platforms::grants::Grant;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn an_answer_is_a_success_or_says_what_to_do() {
        let away = |text: &str| WeChatError::Away(text.to_owned());
        let refused = |code, address: Option<&str>| WeChatError::Refused {
            code,
            address: address.map(|address| address.parse().unwrap()),
        };
        for (status, body, expected) in [
            (
                200,
                r#"{"errcode":40001,"errmsg":"x"}"#,
                WeChatError::Token(40_001),
            ),
            (200, r#"{"errcode":42001}"#, WeChatError::Token(42_001)),
            (200, r#"{"errcode":40014}"#, WeChatError::Token(40_014)),
            (200, r#"{"errcode":45009}"#, WeChatError::UsedUp(45_009)),
            (200, r#"{"errcode":40013}"#, refused(40_013, None)),
            (
                200,
                r#"{"errcode":40164,"errmsg":"invalid ip 192.0.2.7 ipv6 ::ffff:192.0.2.7, not in whitelist rid: 6"}"#,
                refused(40_164, Some("192.0.2.7")),
            ),
            (
                200,
                r#"{"errcode":40164,"errmsg":["192.0.2.7"]}"#,
                refused(40_164, None),
            ),
            (200, r#"{"errcode":89507}"#, refused(89_507, None)),
            (
                200,
                r#"{"errcode":-1,"errmsg":"s3cret"}"#,
                away("code -1 with 200"),
            ),
            (500, r#"{"errcode":0}"#, away("code 0 with 500")),
            (
                200,
                r#"{"errcode":"0"}"#,
                away("200, and not what WeChat answers"),
            ),
            (200, "[]", away("200, and not what WeChat answers")),
            (200, "null", away("200, and not what WeChat answers")),
            (
                200,
                r#"{"errcode":0"#,
                away("200, and not what WeChat answers"),
            ),
            (502, "<html>", away("502, and not what WeChat answers")),
        ] {
            assert_eq!(judge(status, body.as_bytes()), Err(expected), "{body}");
        }
        for body in [
            r#"{"access_token":"t","expires_in":7200}"#,
            r#"{"errcode":0,"ticket":"t"}"#,
        ] {
            assert!(judge(200, body.as_bytes()).is_ok(), "{body}");
        }
    }

    /// JSON with the names that are looked for.
    fn body() -> impl Strategy<Value = Vec<u8>> {
        let name = prop::sample::select(vec!["errcode", "errmsg", "ticket", "expires_in"]);
        let value = prop_oneof![
            Just(json!(null)),
            prop::sample::select([&TOKEN[..], &REFUSED].concat()).prop_map(Value::from),
            prop::sample::select(vec![json!(0), json!(0.0), json!("0"), json!(u64::MAX)]),
            any::<i64>().prop_map(Value::from),
            "[a-z0-9.:, \r\n票]{0,12}".prop_map(Value::from),
            Just(json!([0])),
        ];
        let pairs = prop::collection::vec((name.prop_map(str::to_owned), value), 0..5);
        let object = pairs.prop_map(|pairs| Value::Object(pairs.into_iter().collect()));
        let text = object.prop_map(|object| object.to_string().into_bytes());
        prop_oneof![6 => text, 1 => prop::collection::vec(any::<u8>(), 0..40)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn no_refusal_is_taken_for_a_success(
            status in prop_oneof![3 => Just(200_u16), 1 => 100_u16..600],
            body in body(),
        ) {
            if let Ok(answer) = judge(status, &body) {
                prop_assert_eq!(status, 200);
                let code = answer.get("errcode");
                prop_assert!(code.is_none_or(|code| code == &json!(0)));
                let _ = Grant::read(&answer, "ticket", "expires_in", 1_800_000_000);
            }
        }
    }
}
