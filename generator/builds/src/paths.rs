//! PURE: paths of the files of a page, derived from the page's path.

/// Name of the payload of a page.
pub(super) const PAYLOAD: &str = "_payload.json";

/// `/news` → `/news/_payload.json`, `/` → `/_payload.json`.
pub fn payload(href: &str) -> String {
    beside(href, PAYLOAD)
}

/// `/news/_payload.json` → `/news`; none for a path of another file.
pub(super) fn page_of_payload(path: &str) -> Option<&str> {
    let page = path.strip_suffix(PAYLOAD)?.strip_suffix('/')?;
    Some(if page.is_empty() { "/" } else { page })
}

/// `/news` → `/news/<name>`, `/` → `/<name>`.
pub fn beside(href: &str, name: &str) -> String {
    format!("{}/{name}", href.trim_end_matches('/'))
}
