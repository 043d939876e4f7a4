//! Rows about search engines and messengers, which find and show the site.

use generator_ground::message::Message;

use super::{Requirement, SITE, TEMPLATE};
use crate::profile::{Facts, Row};
use generator_content::SearchedBy;

pub(super) const ROWS: &[Requirement] = &[
    indexable,
    sitemap,
    search,
    sharing_picture,
    favicon,
    touch_icon,
    baidu,
    wechat,
];

/// Files at the root.
const STATIC: &str = "content/static";
/// The shorter side of a sharing image that WeChat shows, in pixels.
const PICTURE_MIN: u32 = 300;

fn has_file(site: &Facts, start: &str, end: &str) -> bool {
    let mut files = site.static_files.iter();
    files.any(|path| path.starts_with(start) && path.ends_with(end))
}

fn indexable(site: &Facts) -> Row {
    let message = Message::new("china-indexable").with("crawler", "Baiduspider");
    let mut documents = site.chinese();
    let home = documents.find(|document| document.path.matches('/').count() == 1);
    let is_met = home.is_some_and(|home| home.is_indexable);
    Row::new(message, "content/system-config.yaml").met_if(is_met)
}

fn sitemap(site: &Facts) -> Row {
    let message = Message::new("china-sitemap");
    Row::new(message, "frontend/site/metadata.ts").met_if(site.listed > 0)
}

fn search(site: &Facts) -> Row {
    let message = Message::new("china-search");
    let row = Row::new(message, SITE).field("/public/runtime/search");
    row.met_if(site.searched_by != SearchedBy::None)
}

fn sharing_picture(site: &Facts) -> Row {
    let message = Message::new("china-sharing-picture").with("least", PICTURE_MIN);
    let side = |document: &crate::profile::document::Document, name: &str| {
        let side = document.meta.get(&format!("og:image:{name}"));
        side.and_then(|side| side.parse::<u32>().ok())
    };
    let faults = site.ordinary().filter(|document| {
        let sides = [side(document, "width"), side(document, "height")];
        let is_small = sides.into_iter().flatten().any(|side| side < PICTURE_MIN);
        let has_image = document.meta.contains_key("og:image") || document.has_card;
        document.is_indexable && (is_small || !has_image)
    });
    Row::new(message, "frontend/cards.json").without(faults.map(|document| &document.path))
}

fn favicon(site: &Facts) -> Row {
    let message = Message::new("china-favicon");
    Row::new(message, "content/static/favicon.ico").met_if(has_file(site, "/favicon.ico", ""))
}

fn touch_icon(site: &Facts) -> Row {
    let message = Message::new("china-touch-icon");
    let is_met = has_file(site, "/apple-touch-icon", ".png");
    Row::new(message, "content/static/apple-touch-icon.png").met_if(is_met)
}

fn baidu(site: &Facts) -> Row {
    let message = Message::new("china-baidu").with("file", "baidu_verify_….html");
    let has_proof = has_file(site, "/baidu_verify_", ".html");
    let is_met = has_proof || site.template.contains("baidu-site-verification");
    let file = if has_proof { STATIC } else { TEMPLATE };
    Row::new(message, file).met_if(is_met)
}

fn wechat(site: &Facts) -> Row {
    let message = Message::new("china-wechat").with("file", "MP_verify_….txt");
    let is_met = has_file(site, "/MP_verify_", ".txt");
    Row::new(message, STATIC).unknown_if(!is_met)
}
