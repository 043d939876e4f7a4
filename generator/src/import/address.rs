//! PURE: addresses and languages, as other systems write them.

use contract::locale::Locale;
use percent_encoding::percent_decode_str;

/// The site's language with this code; the one that is nearest to it, if `near` is true.
pub(crate) fn find_locale<'a>(wanted: &str, locales: &'a [Locale], near: bool) -> Option<&'a str> {
    let codes = || locales.iter().map(|locale| locale.code.as_str());
    let main = |code: &str| code.split(['-', '_']).next().map(str::to_ascii_lowercase);
    let exact = codes().find(|code| code.eq_ignore_ascii_case(wanted));
    let nearest = || codes().find(|code| main(code) == main(wanted));
    exact.or_else(|| near.then(nearest).flatten())
}

/// The host of a web address, without `www.`.
pub(crate) fn host(address: &str) -> Option<String> {
    let rest = address
        .strip_prefix("https://")
        .or_else(|| address.strip_prefix("http://"))
        .or_else(|| address.strip_prefix("//"))?;
    let host = rest.split(['/', '?', '#']).next()?.to_ascii_lowercase();
    Some(host.trim_start_matches("www.").to_owned())
}

/// The decoded path of a web address; none where its query decides what it shows.
pub(crate) fn path_of(address: &str) -> Option<String> {
    let path = match address.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => address,
    };
    let path = path.split('#').next()?;
    if path.contains('?') || !path.starts_with('/') {
        return None;
    }
    Some(percent_decode_str(path).decode_utf8().ok()?.into_owned())
}

/// `path` below `folder`, without `.` and `..`; none if it leaves the root.
pub(crate) fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_whose_query_decides_has_no_path() {
        assert_eq!(path_of("https://x.example/?p=1"), None);
        assert_eq!(
            path_of("https://x.example/a/%E6%97%A7/#b").as_deref(),
            Some("/a/旧/")
        );
        assert_eq!(path_of("https://x.example").as_deref(), Some("/"));
        assert_eq!(path_of("javascript:x"), None);
    }

    #[test]
    fn no_path_leaves_its_root() {
        assert_eq!(join("a/b", "../c/./d//").as_deref(), Some("a/c/d"));
        assert_eq!(join("a", "../.."), None);
        assert_eq!(join("", "../a"), None);
    }
}
