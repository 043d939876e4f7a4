//! The routes of a build, to find the reason why a path has no entry (R8.01). Pure.

use contract::build::RouteRule;

/// Patterns of the route table, in its order: the first that matches a path is its route.
pub(crate) struct Routes(Vec<String>);

impl Routes {
    /// The routes of a build's manifest.
    pub(crate) fn new(rules: Vec<RouteRule>) -> Self {
        Self(rules.into_iter().map(|rule| rule.path).collect())
    }

    /// Whether the route of an unprefixed path has an `:id`, and the path has no slug in its place.
    pub(crate) fn refuse_id(&self, path: &str) -> bool {
        let route = self.0.iter().find(|pattern| fits(pattern, path));
        let id = route.and_then(|pattern| id(pattern, path));
        id.is_some_and(|id| !is_slug(id))
    }
}

fn fits(pattern: &str, path: &str) -> bool {
    let (mut pattern, mut path) = (pattern.split('/'), path.split('/'));
    loop {
        match (pattern.next(), path.next()) {
            (None, None) => return true,
            (Some(name), Some(segment)) if name == segment => {}
            (Some(name), Some(segment)) if name.starts_with(':') && !segment.is_empty() => {}
            _ => return false,
        }
    }
}

fn id<'a>(pattern: &str, path: &'a str) -> Option<&'a str> {
    let mut segments = pattern.split('/').zip(path.split('/'));
    segments.find_map(|(name, segment)| (name == ":id").then_some(segment))
}

/// Slugs as folders of content are named.
fn is_slug(text: &str) -> bool {
    let is_word = |word: &str| {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !word.is_empty() && word.bytes().all(fits)
    };
    text.split('-').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    // R8.01
    #[test]
    fn an_id_that_is_no_slug_is_refused_by_its_route() {
        let patterns = ["/", "/news", "/news/latest", "/news/:id", "/:kind/of/:id"];
        let routes = Routes(patterns.map(str::to_owned).to_vec());
        for path in [
            "/news/Bad_Slug",
            "/news/-a",
            "/news/a--b",
            "/news/新",
            "/x/of/A",
        ] {
            assert!(routes.refuse_id(path), "{path}");
        }
        for path in [
            "/",
            "/nowhere",
            "/news/first-close",
            "/news/2026",
            "/news/latest",
            "/news/Bad_Slug/page",
            "/News/Bad_Slug",
        ] {
            assert!(!routes.refuse_id(path), "{path}");
        }
    }
}
