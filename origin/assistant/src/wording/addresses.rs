//! PURE: addresses in a sentence, in all scripts and spellings, and how they are taken out.

use std::net::Ipv6Addr;
use std::sync::LazyLock;

use regex::{Captures, Regex};

/// Ends of file names, which look like addresses and are no domain of the highest level.
#[rustfmt::skip]
const FILES: [&str; 32] = [
    "bmp", "css", "csv", "doc", "docx", "gif", "htm", "html", "jpeg", "jpg", "js", "json", "jsx",
    "log", "mp3", "mp4", "pdf", "png", "ppt", "pptx", "svg", "toml", "tsx", "txt", "wav", "webp",
    "xls", "xlsx", "xml", "yaml", "yml", "md",
];

/// Domains by which a name is known as an address where its shape alone does not decide: after a
/// Chinese full stop, within Chinese words, or with a capital, as a sentence begins.
#[rustfmt::skip]
const DOMAINS: [&str; 47] = [
    "ai", "app", "asia", "biz", "cc", "club", "cn", "co", "com", "de", "dev", "edu", "eu",
    "example", "fr", "gov", "hk", "icu", "info", "io", "jp", "kr", "link", "live", "mobi", "net",
    "online", "org", "pro", "ru", "shop", "site", "store", "tech", "test", "top", "tv", "tw", "uk",
    "us", "vip", "wang", "win", "work", "xin", "xn", "xyz",
];

macro_rules! pattern {
    ($name:ident, $($part:expr),+ $(,)?) => {
        static $name: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!($($part),+)).expect("a constant, which a test compiles")
        });
    };
}

/// Letters and digits of all scripts that put spaces between words.
macro_rules! letter {
    () => {
        r"[[\p{L}\p{M}\p{N}\x{24b6}-\x{24e9}]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]]"
    };
}

/// Signs within a label.
macro_rules! inner {
    () => {
        r"[[\p{L}\p{M}\p{N}\x{24b6}-\x{24e9}_-]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]]"
    };
}

/// Letters of all scripts.
macro_rules! any {
    () => {
        r"[\p{L}\p{M}\p{N}_-]"
    };
}

/// Signs that browsers take for the dot of a name.
macro_rules! dot {
    () => {
        r"[.．․﹒。｡]"
    };
}

/// The rest of an address.
macro_rules! rest {
    () => {
        r"[^\s\p{Han}，。；、！？）】》”’]*"
    };
}

pattern!(
    SCHEME,
    r"(?i)[a-z][a-z0-9+.-]*[:：][/\\]+",
    rest!(),
    r"|[/\\]{2}[a-z0-9-]+(?:\.[a-z0-9-]+)+",
    rest!(),
);
pattern!(
    OPAQUE,
    r"(?i)(?:about|bitcoin|blob|callto|data|facetime|feed|file|geo|im|intent|irc|javascript|mailto|magnet|",
    r"market|sip|sips|skype|sms|smsto|mms|tel|telnet|urn|vbscript|view-source|webcal|weixin|whatsapp|xmpp|",
    r"ms-[a-z]+|itms-[a-z]+|microsoft-edge):[^\s\p{Han}，。；、！？）】》”’]+",
);
pattern!(
    DEFANGED,
    r"(?i)\s*[\[({（【［｛]\s*(?:[.．․﹒。｡]|dot|点)\s*[\])}）】］｝]\s*"
);
pattern!(SPELLED, r"(?i)([a-z0-9-]+)\s+dot\s+(com|net|org|cn|io)\b");
pattern!(
    HOST,
    r"(?i)[/\\]*(?:[[\w.%+-]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]]*@)?(?:",
    letter!(),
    inner!(),
    "*",
    dot!(),
    r")+(?:xn--[a-z0-9-]+|[[\p{L}\p{M}\x{24b6}-\x{24e9}]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]]{2,24})(?:[:/?#]",
    rest!(),
    ")?",
);
pattern!(
    WIDE_HOST,
    r"(?i)((?:",
    any!(),
    "+",
    dot!(),
    r")+)(com|net|org|cn|io|cc|xyz|top|vip|中国|中國|公司|网络|網絡|网站|網站|网址|网店|在线|中文网|",
    r"商城|商店|商标|集团|移动|政务|公益|企业|娱乐|游戏|购物|手机|信息|机构|组织机构|新闻|我爱你|广东|佛山|",
    r"香港|台湾|台灣|澳门|澳門|新加坡|嘉里|大众汽车|コム|みんな|クラウド|ストア|セール|ファッション|ポイント|",
    r"한국|닷컴|닷넷|삼성)(?P<path>[:/?#]",
    rest!(),
    r")?(?P<end>[\p{Han}a-z0-9]?)",
);
pattern!(
    V4,
    r"(?i)(?:[\w.%+-]*@)?\b(?:(?:0x[0-9a-f]+|\d{1,10})\.){3}(?:0x[0-9a-f]+|\d{1,10})\b(?:[:/?#]",
    rest!(),
    r")?|\blocalhost\b[:/]",
    rest!(),
);
pattern!(
    V6,
    r"(?i)(?P<open>\[)?(?P<ip>[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*)(?:%\w+)?(?P<close>\](?:[:/?#]",
    rest!(),
    ")?)?",
);
pattern!(
    OTHER,
    r"([A-Za-z][A-Za-z0-9+-]+):([^\s\p{Han}，。；、！？）】》”’:]",
    rest!(),
    ")",
);
pattern!(EMAIL, r"^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$");

/// A sentence without addresses. `is_said` reports whether a page has an e-mail address word for
/// word: such a one stays.
pub(super) fn remove_addresses(text: &str, is_said: impl Fn(&str) -> bool) -> String {
    let ends = |found: &Captures<'_>| end_mark(&found[0]).to_owned();
    let text = SCHEME.replace_all(text, ends);
    let text = OPAQUE.replace_all(&text, ends);
    let text = DEFANGED.replace_all(&text, ".");
    let text = SPELLED.replace_all(&text, "$1.$2");
    let text = HOST.replace_all(&text, |found: &Captures<'_>| {
        let name = &found[0];
        match is_word(name) || EMAIL.is_match(name) && is_said(name) {
            true => name.to_owned(),
            false => end_mark(name).to_owned(),
        }
    });
    let text = WIDE_HOST.replace_all(&text, wide_host);
    let text = V6.replace_all(&text, v6);
    let text = V4.replace_all(&text, ends);
    OTHER.replace_all(&text, other).into_owned()
}

/// Whether a name with dots is a file, or two sentences without a space between them.
fn is_word(name: &str) -> bool {
    if name.contains(['/', '\\', '@', ':', '?', '#']) {
        return false;
    }
    let Some((before, last)) = name.rsplit_once(is_dot) else {
        return true;
    };
    let lower = last.to_lowercase();
    let is_known = DOMAINS.contains(&lower.as_str());
    // A Chinese full stop ends sentences, and a capital begins one.
    let is_stop = name.contains(['。', '｡']);
    let is_sentence = last.starts_with(char::is_uppercase)
        && last.chars().skip(1).all(char::is_lowercase)
        && before.chars().any(char::is_lowercase);
    FILES.contains(&lower.as_str()) || (is_stop || is_sentence) && !is_known
}

fn is_dot(char: char) -> bool {
    matches!(char, '.' | '．' | '․' | '﹒' | '。' | '｡')
}

/// A name with Chinese, Japanese or Korean words in it. A full stop of such a text is a dot only
/// where the domain ends.
fn wide_host(found: &Captures<'_>) -> String {
    let end = &found["end"];
    let is_latin = found[2].is_ascii();
    let is_stop = found[1].contains(['。', '｡']);
    let goes_on = !end.is_empty() && found.name("path").is_none();
    // `com` may begin a longer word, and a word after a full stop a sentence.
    let is_begun = end.chars().all(|char| char.is_ascii_alphanumeric());
    match goes_on && (is_stop || is_latin && is_begun) {
        true => found[0].to_owned(),
        false => format!("{}{end}", end_mark(found[0].trim_end_matches(end))),
    }
}

fn v6(found: &Captures<'_>) -> String {
    let whole = &found[0];
    let ip = found["ip"].trim_end_matches('.');
    let is_bracketed = found.name("open").is_some() && found.name("close").is_some();
    let has_digit = ip.bytes().any(|byte| byte.is_ascii_digit());
    let is_address = ip.parse::<Ipv6Addr>().is_ok() && (is_bracketed || has_digit);
    match is_address {
        true => end_mark(whole).to_owned(),
        false => whole.to_owned(),
    }
}

/// Any other scheme. Words before a colon are no schemes where a number follows, as in `ratio:3`,
/// or where they have capitals.
fn other(found: &Captures<'_>) -> String {
    let (scheme, rest) = (&found[1], &found[2]);
    let is_number = rest
        .chars()
        .all(|char| char.is_ascii_digit() || matches!(char, ':' | '.' | ',' | '%' | ')' | ']'));
    let is_word = scheme.contains(|char: char| char.is_ascii_uppercase())
        && !rest.starts_with(['+', '?', '#', '/', '\\']);
    match is_number || is_word {
        true => found[0].to_owned(),
        false => end_mark(&found[0]).to_owned(),
    }
}

/// The mark at the end of an address that belongs to the sentence around it.
fn end_mark(address: &str) -> &str {
    let bare = address.trim_end_matches(['.', ',', ';', ':', '!', '?']);
    &address[bare.len()..]
}

#[cfg(test)]
mod tests;
