//! HTML of the author, made harmless.

mod settled;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

/// How often the sanitiser runs over its own output before the HTML counts as tangled. One run
/// settles almost everything, and of most HTML that is plain to see.
const ROUNDS: usize = 4;

/// Elements that must not be in a body, but that an author may expect to work.
const FORBIDDEN: [&str; 12] = [
    "script", "style", "iframe", "object", "embed", "form", "link", "meta", "video", "audio",
    "svg", "noscript",
];

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = Builder::default();
    cleaner
        .add_tags(["input", "label", "tfoot"])
        .rm_tags(["map", "area"])
        .add_generic_attributes(["id", "class", "dir"])
        .add_tag_attributes("details", ["open"])
        .add_tag_attributes("input", ["checked", "disabled", "type"])
        .add_tag_attributes("ol", ["reversed", "type"])
        .add_tag_attributes("th", ["abbr"])
        .url_schemes(["http", "https", "mailto", "tel"].into())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .attribute_filter(keep);
    cleaner
});

static ALLOWED: LazyLock<HashSet<&'static str>> = LazyLock::new(|| CLEANER.clone_tags());

/// `html` without parts that could run, load or restyle anything, in canonical form; `None` if it
/// never settles.
pub(super) fn clean(html: &str) -> Option<String> {
    let mut before = CLEANER.clean(html).to_string();
    if settled::is_settled(&before) {
        return Some(before);
    }
    for _ in 0..ROUNDS {
        let after = CLEANER.clean(&before).to_string();
        if after == before {
            return Some(after);
        }
        before = after;
    }
    None
}

/// True for an element that the sanitiser keeps; `name` is in lower case.
pub(super) fn is_allowed(name: &str) -> bool {
    ALLOWED.contains(name)
}

/// True for an element that is reported when it is removed.
pub(super) fn is_forbidden(name: &str) -> bool {
    FORBIDDEN.contains(&name)
}

/// Ids that can be linked to, and the classes that the writer itself gives: others would borrow the
/// site's style.
fn keep<'v>(_element: &str, attribute: &str, value: &'v str) -> Option<Cow<'v, str>> {
    let is_kept = match attribute {
        "id" => {
            !value.is_empty()
                && value
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
        }
        "class" => {
            value
                .strip_prefix("language-")
                .is_some_and(|name| !name.contains(' '))
                || [
                    "alert-note",
                    "alert-tip",
                    "alert-important",
                    "alert-warning",
                    "alert-caution",
                ]
                .contains(&value)
                || ["footnotes", "footnote-ref", "footnote-back"].contains(&value)
        }
        // No browser shows it, and the sanitiser does not check its address everywhere.
        "cite" => false,
        _ => true,
    };
    is_kept.then(|| value.into())
}

#[cfg(test)]
mod tests;
