//! Methods of the API's resources, as a 405 answer lists them in `Allow`.

/// Path and methods of each resource. The last segment of a path may be a name in braces, which
/// matches one segment of any value.
pub const RESOURCES: [(&str, &str); 30] = [
    ("/api/web/system-config", "GET, HEAD"),
    ("/api/web/protocol-config", "GET, HEAD"),
    ("/api/search", "GET, HEAD"),
    ("/api/chat", "GET, POST, HEAD"),
    ("/api/common/captcha", "GET, HEAD"),
    ("/api/common/send-email-code", "POST"),
    ("/api/auth/login", "POST"),
    ("/api/auth/user-info", "GET, PUT, HEAD"),
    ("/api/auth/sessions", "GET, HEAD"),
    ("/api/auth/sessions/{id}", "DELETE"),
    ("/api/auth/logout", "POST"),
    ("/api/auth/account", "DELETE"),
    ("/api/message/uploads", "POST"),
    ("/api/message/uploads/{id}", "HEAD, PATCH, DELETE"),
    ("/api/message/state", "POST"),
    ("/api/message/withdraw", "POST"),
    ("/api/message/{form}", "POST"),
    ("/api/messages/list", "POST"),
    ("/api/messages/show", "POST"),
    ("/api/messages/file", "POST"),
    ("/api/messages/done", "POST"),
    ("/api/messages/reopen", "POST"),
    ("/api/messages/purge", "POST"),
    ("/api/messages/export", "POST"),
    ("/api/feishu/login", "POST"),
    ("/api/feishu/jssdk-config", "GET, HEAD"),
    ("/api/feishu/suppliers", "GET, HEAD"),
    ("/api/feishu/suppliers/{id}", "GET, HEAD"),
    ("/api/wechat/signature", "GET, HEAD"),
    ("/api/openapi.json", "GET, HEAD"),
];

/// The methods of the resource at a path; none if the API has no such resource.
pub fn methods(path: &str) -> Option<&'static str> {
    let mut resources = RESOURCES.iter();
    let found = resources.find(|(template, _)| fit(template, path).is_some());
    found.map(|(_, methods)| *methods)
}

/// The part of a path that matches the name in braces of a template: empty if the template has no
/// name in braces, none if the path does not match.
pub fn fit<'a>(template: &str, path: &'a str) -> Option<&'a str> {
    match template.split_once('{') {
        Some((start, _)) => path
            .strip_prefix(start)
            .filter(|id| !id.is_empty() && !id.contains('/')),
        None => (template == path).then_some(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_fits_its_template_alone() {
        for (template, path, expected) in [
            ("/a/b", "/a/b", Some("")),
            ("/a/b", "/a/b/", None),
            ("/a/{id}", "/a/1", Some("1")),
            ("/a/{id}", "/a/", None),
            ("/a/{id}", "/a", None),
            ("/a/{id}", "/a/1/2", None),
            ("/a/{id}", "/b/1", None),
        ] {
            assert_eq!(fit(template, path), expected, "{template} {path}");
        }
    }

    #[test]
    fn a_resource_has_its_own_methods() {
        for (path, expected) in [
            ("/api/auth/sessions", Some("GET, HEAD")),
            ("/api/auth/sessions/7", Some("DELETE")),
            ("/api/message/bp", Some("POST")),
            ("/api/message/uploads", Some("POST")),
            ("/api/nothing", None),
        ] {
            assert_eq!(methods(path), expected, "{path}");
        }
    }
}
