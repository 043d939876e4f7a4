//! PURE: paths in addresses.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters of a path that are escaped.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The path as requests have it.
pub fn escape(path: &str) -> String {
    utf8_percent_encode(path, ESCAPED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_plain_characters_of_a_path_are_escaped() {
        assert_eq!(escape("/news/潮 a"), "/news/%E6%BD%AE%20a");
        assert_eq!(escape("/a-b/c_d~1.html"), "/a-b/c_d~1.html");
    }
}
