//! The operator's remedy for each refusal of WeChat's. Pure.

use super::WeChatError;

/// The remedy in words, for the log.
pub(super) fn remedy(error: &WeChatError) -> String {
    match error {
        WeChatError::Refused { code, address } => match code {
            40_164 | 61_004 => {
                let named = address.map(|address| format!(", {address},"));
                format!(
                    "add the address of this server{} to the IP whitelist of the official account",
                    named.unwrap_or_default()
                )
            }
            40_013 | 41_002 => "check `--wechat-app-id`".to_owned(),
            40_001 | 40_125 | 41_004 => {
                "check that the secret is that of `--wechat-app-id`; a reset at WeChat ends the one before"
                    .to_owned()
            }
            40_243 => "the secret is frozen: unfreeze it at WeChat".to_owned(),
            48_001 => {
                "the official account has no right to the JS-SDK: check its type and its verification"
                    .to_owned()
            }
            50_002 | 50_007 => "the official account is frozen or locked: see its notices at WeChat".to_owned(),
            89_501 | 89_503 | 89_506 | 89_507 => {
                "an administrator of the official account has to confirm this server's address at WeChat"
                    .to_owned()
            }
            _ => "look the code up among WeChat's global return codes".to_owned(),
        },
        WeChatError::UsedUp(_) => {
            "clear the account's quota at WeChat, or wait for the next day; look for another program that asks for tokens in a loop"
                .to_owned()
        }
        WeChatError::Token(_) => {
            "WeChat refuses its own new token: look for another program that ends the tokens of this account"
                .to_owned()
        }
        WeChatError::Away(_) => {
            "check that this server reaches `--wechat-url`; it is asked again with the next visitor"
                .to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_of_the_address_names_the_whitelist_and_the_address() {
        let refused = |address: Option<&str>| WeChatError::Refused {
            code: 40_164,
            address: address.and_then(|address| address.parse().ok()),
        };
        let with = remedy(&refused(Some("192.0.2.7")));
        assert!(
            with.contains("server, 192.0.2.7, to the IP whitelist"),
            "{with}"
        );
        let without = remedy(&refused(None));
        assert!(without.contains("server to the IP whitelist"), "{without}");
    }
}
