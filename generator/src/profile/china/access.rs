//! Rows about the site's address, and about reaching and reading it.

use std::net::IpAddr;

use generator_ground::message::Message;

use super::{LAYOUTS, Requirement, SITE, TEMPLATE, matches};
use crate::profile::addresses::host;
use crate::profile::{Facts, Row};

pub(super) const ROWS: &[Requirement] = &[
    https,
    domain,
    ipv6,
    readable,
    viewport,
    phone,
    accessibility,
];

/// Top-level names that no one can register.
const RESERVED: [&str; 5] = ["example", "invalid", "local", "localhost", "test"];
/// Characters of text below which a document shows no page.
const TEXT_MIN: usize = 40;

fn https(site: &Facts) -> Row {
    let message = Message::new("china-https");
    let is_met = site.url.starts_with("https://");
    Row::new(message, SITE).field("/url").met_if(is_met)
}

fn domain(site: &Facts) -> Row {
    let message = Message::new("china-domain");
    let row = Row::new(message, SITE).field("/url");
    let host = host(&site.url).unwrap_or_default();
    let top = host.rsplit('.').next().unwrap_or_default();
    let is_domain = host.contains('.') && !host.starts_with('[') && host.parse::<IpAddr>().is_err();
    match is_domain && !RESERVED.contains(&top) {
        true => row,
        false => row.without([host]),
    }
}

fn ipv6(site: &Facts) -> Row {
    let host = host(&site.url).unwrap_or_default();
    let message = Message::new("china-ipv6")
        .with("host", host)
        .with("url", &site.url);
    Row::new(message, SITE).field("/url").unknown_if(true)
}

fn readable(site: &Facts) -> Row {
    let message = Message::new("china-readable");
    let is_fault = |document: &&crate::profile::document::Document| {
        !document.has_heading || document.text.trim().chars().count() < TEXT_MIN
    };
    let faults = site.documents.iter().filter(is_fault);
    Row::new(message, "frontend/site/routes").without(faults.map(|document| &document.path))
}

fn viewport(site: &Facts) -> Row {
    let message = Message::new("china-viewport");
    let faults = site.documents.iter().filter(|document| {
        let viewport = document.meta.get("viewport");
        !viewport.is_some_and(|viewport| viewport.contains("width=device-width"))
    });
    Row::new(message, TEMPLATE).without(faults.map(|document| &document.path))
}

fn phone(site: &Facts) -> Row {
    let message = Message::new("china-phone").with("example", "tel:+861012345678");
    let number = r"(^|[^\d-])(0\d{2,3}-\d{7,8}|1[3-9]\d{9}|400-\d{3}-\d{4})($|[^\d-])";
    let of_links = site.documents.iter().flat_map(|document| &document.links);
    let is_bad_link = |href: &str| href.starts_with("tel:") && !matches(href, r"^tel:\+\d{8,15}$");
    let links = of_links.filter(|link| is_bad_link(&link.href));
    let in_text = site.documents.iter().filter(|document| {
        let has_link = document
            .links
            .iter()
            .any(|link| link.href.starts_with("tel:"));
        !has_link && matches(&document.text, number)
    });
    let texts = in_text.map(|document| document.path.clone());
    let faults = links.map(|link| link.href.clone()).chain(texts);
    Row::new(message, LAYOUTS).without(faults)
}

fn accessibility(site: &Facts) -> Row {
    let message = Message::new("china-accessibility");
    let mut links = site.chinese().flat_map(|document| &document.links);
    let has_link = links.any(|link| link.text.contains("无障碍"));
    let has_text = site.chinese_agreement("terms").contains("无障碍");
    Row::new(message, "content/pages").met_if(has_link || has_text)
}
