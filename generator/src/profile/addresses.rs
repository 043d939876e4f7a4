//! PURE: addresses of other hosts that a style sheet or a script asks for.

use std::sync::LazyLock;

use regex::Regex;

/// Hosts that a visitor on the Chinese mainland does not reach, or reaches badly. A name stands for
/// its subdomains, too.
const BLOCKED: [&str; 22] = [
    "google.com",
    "googleapis.com",
    "gstatic.com",
    "google-analytics.com",
    "googletagmanager.com",
    "doubleclick.net",
    "recaptcha.net",
    "youtube.com",
    "youtube-nocookie.com",
    "youtu.be",
    "ytimg.com",
    "vimeo.com",
    "facebook.com",
    "facebook.net",
    "instagram.com",
    "twitter.com",
    "x.com",
    "disqus.com",
    "hcaptcha.com",
    "unpkg.com",
    "jsdelivr.net",
    "typekit.net",
];

/// Parts of CSS and of JavaScript that request an address. Others, such as namespaces and links in
/// texts, are no requests.
static REQUESTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let before = [
        r"url\(\s*",
        r"@import\s*",
        r"import\(\s*",
        r"(?:\bfrom|\bimport)\s*",
        r"\bfetch\(\s*",
        r"importScripts\(\s*",
        r"new\s+(?:Worker|EventSource|WebSocket)\(\s*",
        r"sendBeacon\(\s*",
        r"\.src\s*=\s*",
    ];
    let before = before.join("|");
    Regex::new(&format!(
        r#"(?:{before})["'`]?((?:https?:|wss?:)?//[^\s"'`)]+)"#
    ))
    .ok()
});

/// The host of an address that begins with a scheme or `//`; none: it is an address of the site, or
/// no address of a host (`data:`).
pub fn host(address: &str) -> Option<&str> {
    let schemes = ["https://", "http://", "wss://", "ws://", "//"];
    let mut schemes = schemes.iter();
    let rest = schemes.find_map(|scheme| address.strip_prefix(scheme))?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?.split(':').next()?;
    (!host.is_empty()).then_some(host)
}

/// Addresses that the text of a style sheet or a script requests from a host.
pub fn requested_addresses(text: &str) -> Vec<String> {
    let Some(requests) = &*REQUESTS else {
        return Vec::new();
    };
    let found = requests.captures_iter(text);
    found.map(|found| found[1].to_owned()).collect()
}

/// True if `host` is, or belongs to, a service that is not reached from the mainland.
pub fn is_blocked(host: &str) -> bool {
    let host = host.trim_start_matches("*.");
    BLOCKED.iter().any(|blocked| {
        let before = host.strip_suffix(blocked);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    })
}
