//! Names of files and folders: which of them can be part of an address, and which are ignored.

/// Ends of names that editors, sync tools and downloads give to files for a moment, or to the
/// previous version of a file.
const LEFTOVER_ENDS: [&str; 9] = [
    "~",
    ".swp",
    ".swo",
    ".tmp",
    ".bak",
    ".orig",
    ".rej",
    ".part",
    ".crdownload",
];

/// Files and folders, in lower case, that systems make in every folder that is opened.
const SYSTEM_NAMES: [&str; 7] = [
    "thumbs.db",
    "ehthumbs.db",
    "desktop.ini",
    "icon\r",
    "__macosx",
    "@eadir",
    "4913",
];

/// Hidden files, leftovers of editors and sync tools, and files that systems put into every folder.
/// No author wrote them, so they are not reported.
pub(crate) fn is_leftover(name: &str) -> bool {
    let lower = name.to_lowercase();
    lower.starts_with(['.', '#'])
        || lower.starts_with("~$")
        || LEFTOVER_ENDS.iter().any(|end| lower.ends_with(end))
        || SYSTEM_NAMES.contains(&lower.as_str())
}

/// `README.md`, or the same in another language: `README.zh-CN.md`.
pub(crate) fn is_guide(name: &str) -> bool {
    let language = name
        .strip_prefix("README")
        .and_then(|rest| rest.strip_suffix(".md"));
    language.is_some_and(|language| language.is_empty() || language.starts_with('.'))
}

/// The language of a file of a schema's words: `zh-CN` of `_schema.zh-CN.json`.
pub(crate) fn words_language(name: &str) -> Option<&str> {
    name.strip_prefix("_schema.")?.strip_suffix(".json")
}

/// The name of the file of a schema's words in `language`.
pub(crate) fn words_file(language: &str) -> String {
    format!("_schema.{language}.json")
}

/// Words that systems put into the name of a copy, and sync tools into that of a file which two
/// people changed; in lower case.
const COPY_WORDS: [&str; 8] = [
    "副本",
    "拷贝",
    "複本",
    " copy",
    "copy of ",
    "conflicted copy",
    "冲突",
    "衝突",
];

/// True for the name of a copy that a system made: `en - 副本.md`, `en copy.md`, `table (1).jpg`.
/// No name that suits an address is one.
pub(crate) fn is_copy(name: &str) -> bool {
    let lower = name.to_lowercase();
    let stem = lower.rsplit_once('.').map_or(&*lower, |(stem, _)| stem);
    let is_numbered = stem
        .strip_suffix([')', '）'])
        .and_then(|stem| stem.rsplit_once(['(', '（']))
        .is_some_and(|(_, number)| number.parse::<u32>().is_ok());
    is_numbered || COPY_WORDS.iter().any(|word| stem.contains(word))
}

/// `[a-z0-9]+(-[a-z0-9]+)*`, of at most 100 characters: part of an address, and the name of a
/// folder in a build.
pub(crate) fn is_slug(text: &str) -> bool {
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
pub(crate) fn is_media_name(name: &str) -> bool {
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
    fn what_systems_make_is_ignored_and_what_people_copy_is_known() {
        for name in [
            ".DS_Store",
            "._en.md",
            "Thumbs.db",
            "Desktop.ini",
            "~$zh-CN.md",
            "en.md~",
            "zh-CN.md.bak",
            "en.md.orig",
            "table.jpg.part",
            "~WRL0001.tmp",
            "__MACOSX",
            "#en.md#",
        ] {
            assert!(is_leftover(name) && !is_copy(name), "{name}");
        }
        for name in [
            "zh-CN - 副本.md",
            "zh-CN 的副本.md",
            "en copy.md",
            "en copy 2.md",
            "en - Copy.md",
            "Copy of en.md",
            "table (1).jpg",
            "table（2）.jpg",
            "new-office - 副本",
            "en (Anna's conflicted copy 2026-05-03).md",
        ] {
            assert!(is_copy(name) && !is_leftover(name), "{name}");
            assert!(!is_media_name(name) && !is_slug(name), "{name}");
        }
        for name in [
            "en.md",
            "copy.jpg",
            "photocopy.png",
            "chart-1.svg",
            "bak",
            "orig.svg",
            "tmp.txt",
        ] {
            assert!(!is_copy(name) && !is_leftover(name), "{name}");
        }
    }

    #[test]
    fn a_file_of_words_has_a_language_in_its_name() {
        assert_eq!(words_language(&words_file("zh-CN")), Some("zh-CN"));
        for other in ["_schema.json", "_schema.zh-CN.yaml", "schema.en.json"] {
            assert_eq!(words_language(other), None, "{other}");
        }
    }

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
