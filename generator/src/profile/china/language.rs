//! Rows about the language of a site, and its time.

use generator_ground::message::Message;

use super::{Requirement, SITE, TEMPLATE};
use crate::profile::facts::is_chinese;
use crate::profile::{Facts, Row};

pub(super) const ROWS: &[Requirement] =
    &[default_language, html_lang, titles, descriptions, time_zone];

/// Where titles and descriptions of paths are written.
const SETTINGS: &str = "content/system-config.yaml";
/// Zones with the time of the mainland.
const ZONES: [&str; 5] = [
    "Asia/Shanghai",
    "Asia/Chongqing",
    "Asia/Harbin",
    "Asia/Urumqi",
    "PRC",
];
/// Shortest description, in characters: a shorter one is replaced by search engines.
const DESCRIPTION_MIN: usize = 10;
/// Longest description, in characters: Baidu cuts after about 80, others after 160 columns.
const DESCRIPTION_MAX: usize = 120;

fn has_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

fn default_language(site: &Facts) -> Row {
    let message = Message::new("china-default-language").with("code", "zh-CN");
    let first = site.locales.first();
    let is_met = first.is_some_and(|code| is_chinese(code));
    Row::new(message, "locales/locales.json").met_if(is_met)
}

fn html_lang(site: &Facts) -> Row {
    let message = Message::new("china-html-lang");
    let faults = site
        .chinese()
        .filter(|document| !is_chinese(&document.lang));
    let row = Row::new(message, TEMPLATE).without(faults.map(|document| &document.path));
    row.met_if(site.chinese().next().is_some())
}

fn titles(site: &Facts) -> Row {
    let message = Message::new("china-titles");
    let indexable = site.chinese().filter(|document| document.is_indexable);
    let faults = indexable.filter(|document| !has_chinese(&document.title));
    let row = Row::new(message, SETTINGS).without(faults.map(|document| &document.path));
    row.met_if(site.chinese().next().is_some())
}

fn descriptions(site: &Facts) -> Row {
    let message = Message::new("china-descriptions")
        .with("least", DESCRIPTION_MIN)
        .with("most", DESCRIPTION_MAX);
    let is_fine = |text: &str| {
        let length = text.chars().count();
        has_chinese(text) && (DESCRIPTION_MIN..=DESCRIPTION_MAX).contains(&length)
    };
    let indexable = site.chinese().filter(|document| document.is_indexable);
    let faults = indexable.filter(|document| !is_fine(document.description()));
    let row = Row::new(message, SETTINGS).without(faults.map(|document| &document.path));
    row.met_if(site.chinese().next().is_some())
}

fn time_zone(site: &Facts) -> Row {
    let message = Message::new("china-time-zone").with("zone", ZONES[0]);
    let is_met = ZONES.contains(&site.time_zone.as_str());
    Row::new(message, SITE).field("/timeZone").met_if(is_met)
}
