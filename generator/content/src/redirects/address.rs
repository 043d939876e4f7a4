//! PURE: the permitted form of an old address.

use contract::locale::Locale;

use generator_ground::message::Message;

/// First segments of addresses that belong to the gateway or to files that each site has.
const SYSTEM: [&str; 13] = [
    "api",
    "assets",
    "builds",
    "feeds",
    "fonts.css",
    "healthz",
    "metrics",
    "preview",
    "readyz",
    "robots.txt",
    "sitemap.xml",
    "sitemaps",
    "studio",
];

/// Sharing images that the site draws.
const CARDS: &str = "/media/cards/";

/// Signs of a path besides letters and digits: none of them has a meaning in an address, and none
/// is written with `%`.
const SIGNS: &str = "-_.~!$&'()*+,=@";

/// Why a text cannot be an old address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AddressProblem {
    /// The text is not a path as the gateway reads paths.
    Shape,
    /// The address is reserved for the gateway or for generated files: no page ever had it.
    System,
    /// The path begins with the prefix of a language.
    Language {
        /// The path without it.
        path: String,
        /// Code of the language.
        locale: String,
    },
}

impl AddressProblem {
    /// The message about an alias.
    pub(crate) fn message(self, path: &str) -> Message {
        let message = match self {
            Self::Shape => Message::new("bad-address"),
            Self::System => Message::new("bad-address/system"),
            Self::Language { path, .. } => {
                Message::new("bad-address/language").with("better", path)
            }
        };
        message.with("path", path)
    }
}

/// The problem with `path` as an old address of this site, unprefixed.
pub(crate) fn address_problem(path: &str, locales: &[Locale]) -> Option<AddressProblem> {
    shape_problem(path, locales).or_else(|| {
        let is_system = is_system(path)
            || path.starts_with(CARDS)
            || path[1..].split('/').any(|segment| segment.starts_with('_'));
        is_system.then_some(AddressProblem::System)
    })
}

/// Whether an address belongs to the gateway or to files that each site has.
pub(crate) fn is_system(path: &str) -> bool {
    let first = path[1..].split('/').next().unwrap_or_default();
    SYSTEM.contains(&first)
}

/// The problem with `path` as an address of this site, unprefixed.
pub(super) fn shape_problem(path: &str, locales: &[Locale]) -> Option<AddressProblem> {
    let is_fine = |segment: &str| {
        !segment.is_empty()
            && !segment.starts_with('.')
            && segment
                .chars()
                .all(|sign| sign.is_alphanumeric() || SIGNS.contains(sign))
    };
    let rest = path.strip_prefix('/');
    let is_path = |rest: &str| {
        rest.is_empty() || rest.split('/').all(is_fine) && !path.ends_with("/index.html")
    };
    let Some(rest) = rest.filter(|rest| is_path(rest)) else {
        return Some(AddressProblem::Shape);
    };
    let (first, below) = rest.split_once('/').unwrap_or((rest, ""));
    let prefixed = locales
        .iter()
        .find(|locale| !locale.prefix.is_empty() && locale.prefix == first)?;
    Some(AddressProblem::Language {
        path: format!("/{below}"),
        locale: prefixed.code.clone(),
    })
}

#[cfg(test)]
mod tests {
    use contract::locale::Direction;

    use super::*;

    fn locales() -> [Locale; 2] {
        [("zh-CN", ""), ("en", "en")].map(|(code, prefix)| Locale {
            code: code.to_owned(),
            name: code.to_owned(),
            dir: Direction::Ltr,
            prefix: prefix.to_owned(),
            language: code.to_owned(),
            default: prefix.is_empty(),
            formats: None,
        })
    }

    // R10.03
    #[test]
    fn an_old_address_is_a_path_that_the_content_could_have_had() {
        for fine in [
            "/news/old-name",
            "/News/Old_Name.html",
            "/新闻/旧",
            "/english",
            "/a/1(2)",
            "/media/news/a/plan.pdf",
        ] {
            assert_eq!(address_problem(fine, &locales()), None, "{fine}");
        }
        for wrong in [
            "",
            "news",
            "//x",
            "/x/",
            "/a//b",
            "/a/../b",
            "/.well-known/x",
            "/a?b=1",
            "/a#b",
            "/a%20b",
            "/a b",
            "/a\\b",
            "/a;b",
            "https://a.example/x",
            "/x/index.html",
            "/a\u{7}",
        ] {
            let found = address_problem(wrong, &locales());
            assert_eq!(found, Some(AddressProblem::Shape), "{wrong}");
        }
        for system in [
            "/api/x",
            "/api",
            "/assets/x.js",
            "/builds/latest.json",
            "/preview/x",
            "/studio",
            "/healthz",
            "/robots.txt",
            "/sitemaps/news.xml",
            "/media/cards/x.png",
            "/news/_payload.json",
            "/_error/404",
        ] {
            let found = address_problem(system, &locales());
            assert_eq!(found, Some(AddressProblem::System), "{system}");
        }
        let prefixed = AddressProblem::Language {
            path: "/news/old".to_owned(),
            locale: "en".to_owned(),
        };
        assert_eq!(address_problem("/en/news/old", &locales()), Some(prefixed));
    }
}
