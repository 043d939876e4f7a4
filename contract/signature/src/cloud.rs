//! Signatures of calls to clouds: TC3-HMAC-SHA256 of Tencent Cloud, ACS3-HMAC-SHA256 of Alibaba
//! Cloud.

use sha2::{Digest, Sha256};

use crate::{Header, hex, hmac};

/// A call to be signed, by POST to `/`.
#[derive(Clone, Copy, Debug)]
pub struct CloudCall<'a> {
    /// Host of the service.
    pub host: &'a str,
    /// Name of the call.
    pub action: &'a str,
    /// Version of the service.
    pub version: &'a str,
    /// Content type of the body.
    pub content_type: &'a str,
    /// Body.
    pub body: &'a [u8],
}

/// Id and key of an account.
#[derive(Clone, Copy, Debug)]
pub struct Account<'a> {
    /// Public part.
    pub id: &'a str,
    /// Secret part.
    pub key: &'a str,
}

/// The headers of a call to Tencent Cloud's `service`. `time` is in seconds since 1970, `day` its
/// date in UTC: `2026-11-18`.
pub fn tencent(
    call: CloudCall<'_>,
    service: &str,
    account: Account<'_>,
    (time, day): (i64, &str),
) -> Vec<Header> {
    const SIGNED: &str = "content-type;host";
    let hash = sha256(call.body);
    let request = format!(
        "POST\n/\n\ncontent-type:{}\nhost:{}\n\n{SIGNED}\n{hash}",
        call.content_type, call.host
    );
    let scope = format!("{day}/{service}/tc3_request");
    let text = format!(
        "TC3-HMAC-SHA256\n{time}\n{scope}\n{}",
        sha256(request.as_bytes())
    );
    let day_key = hmac(format!("TC3{}", account.key).as_bytes(), day.as_bytes());
    let key = hmac(&hmac(&day_key, service.as_bytes()), b"tc3_request");
    let signature = hex(&hmac(&key, text.as_bytes()));
    let id = account.id;
    vec![
        ("content-type", call.content_type.to_owned()),
        ("x-tc-action", call.action.to_owned()),
        ("x-tc-version", call.version.to_owned()),
        ("x-tc-timestamp", time.to_string()),
        (
            "authorization",
            format!(
                "TC3-HMAC-SHA256 Credential={id}/{scope}, SignedHeaders={SIGNED}, Signature={signature}"
            ),
        ),
    ]
}

/// The headers of a call to Alibaba Cloud. `time` is `2026-11-18T11:06:40Z`; `nonce` is a word that
/// no other call has.
pub fn alibaba(
    call: CloudCall<'_>,
    account: Account<'_>,
    (time, nonce): (&str, &str),
) -> Vec<Header> {
    let hash = sha256(call.body);
    // Sorted by name, as the signature wants them.
    let signed: [Header; 7] = [
        ("content-type", call.content_type.to_owned()),
        ("host", call.host.to_owned()),
        ("x-acs-action", call.action.to_owned()),
        ("x-acs-content-sha256", hash.clone()),
        ("x-acs-date", time.to_owned()),
        ("x-acs-signature-nonce", nonce.to_owned()),
        ("x-acs-version", call.version.to_owned()),
    ];
    let lines: String = signed
        .iter()
        .map(|(name, value)| format!("{name}:{value}\n"))
        .collect();
    let names = signed.each_ref().map(|(name, _)| *name).join(";");
    let request = format!("POST\n/\n\n{lines}\n{names}\n{hash}");
    let text = format!("ACS3-HMAC-SHA256\n{}", sha256(request.as_bytes()));
    let signature = hex(&hmac(account.key.as_bytes(), text.as_bytes()));
    let id = account.id;
    let authorization =
        format!("ACS3-HMAC-SHA256 Credential={id},SignedHeaders={names},Signature={signature}");
    // The client writes the host by itself.
    let sent = signed.into_iter().filter(|(name, _)| *name != "host");
    sent.chain([("authorization", authorization)]).collect()
}

fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACCOUNT: Account<'_> = Account {
        id: "key1d",
        key: "s3cret",
    };

    fn authorization(headers: &[Header]) -> &str {
        let found = headers.iter().find(|(name, _)| *name == "authorization");
        &found.unwrap().1
    }

    // `_get_tc3_signature` of tencentcloud-sdk-python-common makes the same one.
    #[test]
    fn a_call_to_tencent_is_signed_as_its_own_library_signs_it() {
        let call = CloudCall {
            host: "cdn.tencentcloudapi.com",
            action: "PurgeUrlsCache",
            version: "2018-06-06",
            content_type: "application/json; charset=utf-8",
            body: br#"{"Urls":["https://t.example/a"]}"#,
        };
        let headers = tencent(call, "cdn", ACCOUNT, (1_795_000_000, "2026-11-18"));
        let expected = "TC3-HMAC-SHA256 Credential=key1d/2026-11-18/cdn/tc3_request, \
            SignedHeaders=content-type;host, \
            Signature=1fb217ce99a81f6c9f474ba449cd31e7e62904459b953bbd9e4263f808b94cd7";
        assert_eq!(authorization(&headers), expected);
    }

    // `Utils.get_authorization` of alibabacloud-tea-openapi makes the same one.
    #[test]
    fn a_call_to_alibaba_is_signed_as_its_own_library_signs_it() {
        let call = CloudCall {
            host: "cdn.aliyuncs.com",
            action: "RefreshObjectCaches",
            version: "2018-05-10",
            content_type: "application/x-www-form-urlencoded",
            body: b"ObjectType=File&ObjectPath=https%3A%2F%2Ft.example%2Fa%0Ahttps%3A%2F%2Ft.example%2Fb",
        };
        let time = ("2026-11-18T11:06:40Z", "0123456789abcdef");
        let headers = alibaba(call, ACCOUNT, time);
        let expected = "ACS3-HMAC-SHA256 Credential=key1d,\
            SignedHeaders=content-type;host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,\
            Signature=ff9365e17d28859d1838b4f2a579eab92af410ed62e20ac0ddfbf0fc7cdd2edf";
        assert_eq!(authorization(&headers), expected);
    }
}
