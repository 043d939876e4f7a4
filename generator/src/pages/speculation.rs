//! Documents that a browser may prefetch: those of links on a page while its app does not run yet.
//! Once it runs, it loads payloads, which are smaller, and documents fetched ahead would be thrown
//! away.

use contract::locale::Locale;
use contract::route::Route;
use serde_json::{Value, json};

/// Selector of links while the app does not answer clicks yet; it then sets an attribute on the
/// document's root (`frontend/portico/src/app/start.tsx`).
const BEFORE_HYDRATION: &str = ":root:not([data-hydrated]) a:not([download], [target])";

/// The rules for every page: routes that are open to everybody, because an answer for one visitor
/// alone is in no cache. Moderate: when a link is pointed at or pressed, not when it is merely
/// there.
pub fn rules(routes: &[Route], locales: &[Locale]) -> Value {
    let is_open = |route: &&Route| {
        !route.requires_auth
            && !route.guest_only
            && route.status.is_none()
            && route.header_class.is_none()
    };
    let open = routes.iter().filter(is_open);
    let paths: Vec<String> = open
        .flat_map(|route| locales.iter().map(|locale| locale.href(&route.path)))
        .collect();
    json!({
        "prefetch": [{
            "where": { "and": [
                { "href_matches": paths },
                { "selector_matches": BEFORE_HYDRATION },
            ]},
            "eagerness": "moderate",
        }]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(path: &str, more: &Value) -> Route {
        let mut value = json!({ "id": "a", "path": path, "layout": "default" });
        value
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn guarded_routes_and_sign_in_are_never_fetched_ahead() {
        let routes = [
            route("/", &json!({})),
            route("/news/:id", &json!({})),
            route("/product", &json!({ "requiresAuth": true })),
            route("/login", &json!({ "guestOnly": true })),
            route("/404", &json!({ "status": 404 })),
            route("/feishu/ai", &json!({ "headerClass": "feishu" })),
        ];
        let locales = json!([
            { "code": "zh-CN", "name": "简体中文", "dir": "ltr", "prefix": "", "language": "zh", "default": true },
            { "code": "en", "name": "English", "dir": "ltr", "prefix": "en", "language": "en" },
        ]);
        let locales: Vec<Locale> = serde_json::from_value(locales).unwrap();
        let rules = rules(&routes, &locales);
        let paths = &rules["prefetch"][0]["where"]["and"][0]["href_matches"];
        assert_eq!(*paths, json!(["/", "/en", "/news/:id", "/en/news/:id"]));
    }
}
