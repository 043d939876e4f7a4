//! The address of an open platform: `https://open.feishu.cn`, `https://api.weixin.qq.com`.

use std::fmt;
use std::str::FromStr;

use url::Url;

use origin_ground::loopback::is_loopback;

/// Where an open platform is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformUrl(String);

/// The text is no such address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not an address such as `https://open.feishu.cn` or `https://api.weixin.qq.com` (without TLS only on this machine, for tests)"
)]
pub struct NotAPlatformUrl;

impl PlatformUrl {
    /// The address of a call.
    pub fn call(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

impl FromStr for PlatformUrl {
    type Err = NotAPlatformUrl;

    fn from_str(text: &str) -> Result<Self, NotAPlatformUrl> {
        let url: Url = text.parse().map_err(|_| NotAPlatformUrl)?;
        let origin = url.origin().ascii_serialization();
        let is_bare = url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
            && url.path() == "/";
        // A reader of the line would read the app's secret.
        let is_safe = url.scheme() == "https" || url.scheme() == "http" && is_loopback(&origin);
        (is_bare && is_safe)
            .then_some(Self(origin))
            .ok_or(NotAPlatformUrl)
    }
}

impl fmt::Display for PlatformUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_bare_and_encrypted_unless_it_is_this_machine() {
        for (text, expected) in [
            ("https://open.feishu.cn", "https://open.feishu.cn"),
            ("https://open.larksuite.com/", "https://open.larksuite.com"),
            ("http://127.0.0.1:8443", "http://127.0.0.1:8443"),
        ] {
            assert_eq!(text.parse::<PlatformUrl>().unwrap().to_string(), expected);
        }
        for wrong in [
            "",
            "open.feishu.cn",
            "http://open.feishu.cn",
            "https://open.feishu.cn/open-apis",
            "https://open.feishu.cn/?a=b",
            "https://user:word@open.feishu.cn",
            "ftp://127.0.0.1",
        ] {
            assert_eq!(
                wrong.parse::<PlatformUrl>(),
                Err(NotAPlatformUrl),
                "{wrong}"
            );
        }
    }
}
