//! Names of files and folders: which of them can be part of an address, and which mean nothing.

/// Hidden files and what editors and sync tools leave behind for a moment.
pub(super) fn is_leftover(name: &str) -> bool {
    name.starts_with(['.', '#'])
        || name.ends_with('~')
        || name.ends_with(".swp")
        || name.ends_with(".tmp")
        || name == "4913"
}

/// `[a-z0-9]+(-[a-z0-9]+)*`, of at most 100 characters: part of an address, and the name of a folder in a build.
pub(super) fn is_slug(text: &str) -> bool {
    text.len() <= 100
        && !text.is_empty()
        && text.split('-').all(|word| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        })
}

/// A relative path that needs no escaping in an address and no thought in a shell.
pub(super) fn is_media_name(name: &str) -> bool {
    name.len() <= 200
        && name.split('/').all(|part| {
            !part.is_empty()
                && !part.starts_with(['.', '-'])
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_words_are_slugs() {
        for good in ["a", "first-close", "2026", "a1-b2"] {
            assert!(is_slug(good), "{good}");
        }
        for bad in [
            "",
            "..",
            "First",
            "a--b",
            "-a",
            "a-",
            "a b",
            "a_b",
            "a/b",
            "潮",
            "a.b",
            "🙂",
            &"a".repeat(101),
        ] {
            assert!(!is_slug(bad), "{bad}");
        }
    }

    #[test]
    fn media_names_need_no_escaping() {
        for good in ["tide.svg", "images/Chart_1.PNG"] {
            assert!(is_media_name(good), "{good}");
        }
        for bad in [
            "",
            "../a.png",
            "a b.png",
            "图.png",
            "a/.hidden",
            "-rf.png",
            "a//b.png",
            "a?b.png",
        ] {
            assert!(!is_media_name(bad), "{bad}");
        }
    }
}
