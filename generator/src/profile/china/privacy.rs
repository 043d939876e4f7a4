//! Rows about personal data: the policy, and the parts that the law asks of it. A part counts as
//! named where the Chinese text has one of its words; whether it is true, no program can see.

use generator_ground::message::Message;

use super::{LAYOUTS, Requirement, SITE, matches};
use crate::profile::{Facts, Row};

pub(super) const ROWS: &[Requirement] = &[
    policy,
    policy_link,
    handler,
    purpose,
    kinds,
    storage,
    recipients,
    place,
    rights,
    minors,
    terms,
];

/// A period, written in digits or Chinese numerals.
pub(super) const PERIOD: &str =
    r"[\d一二三四五六七八九十百两半]+\s*个?\s*(分钟|小时|天|日|周|月|年)";

/// Rights by name, each with its words.
const RIGHTS: [(&str, &str); 4] = [
    ("access", "查阅|查看|查询|复制|导出"),
    ("correction", "更正|更改|修改|补充"),
    ("deletion", "删除|注销"),
    ("withdrawal", "撤回"),
];

/// A row about the Chinese text of the privacy policy.
fn in_policy(site: &Facts, message: Message, patterns: &[&str]) -> Row {
    let mut texts = site.agreement("privacy");
    let chinese = texts.find(|text| crate::profile::facts::is_chinese(&text.locale));
    let file = chinese.map_or("content/pages", |text| text.file.as_str());
    let text = site.chinese_agreement("privacy");
    let is_met = patterns.iter().all(|pattern| matches(text, pattern));
    Row::new(message, file).met_if(is_met)
}

/// A row about the page of an agreement in each language.
fn page(site: &Facts, message: Message, key: &str) -> Row {
    let texts = site.agreement(key);
    let is_empty = |text: &Option<String>| {
        let text = text.as_deref().unwrap_or_default();
        text.trim().is_empty()
    };
    let faults = texts.filter(|text| is_empty(&text.text));
    let row = Row::new(message, SITE).field("/protocols");
    let row = row.without(faults.map(|text| &text.file));
    row.met_if(site.agreement(key).next().is_some())
}

fn policy(site: &Facts) -> Row {
    page(site, Message::new("china-privacy-policy"), "privacy")
}

fn policy_link(site: &Facts) -> Row {
    let message = Message::new("china-privacy-link");
    let path = site.agreement("privacy").next().map(|text| &text.path);
    let leads_there = |href: &str| path.is_some_and(|path| is_page(href, path));
    let faults = site.ordinary().filter(|document| {
        let mut links = document.links.iter();
        !links.any(|link| leads_there(&link.href))
    });
    let row = Row::new(message, LAYOUTS).without(faults.map(|document| &document.path));
    row.met_if(path.is_some())
}

/// True if `href` is the page at `path`, in any language.
pub(super) fn is_page(href: &str, path: &str) -> bool {
    let href = href.split(['#', '?']).next().unwrap_or_default();
    let href = href.trim_end_matches('/');
    href.strip_suffix(path).is_some_and(|prefix| {
        let language = prefix.trim_start_matches('/');
        !language.contains('/') || prefix.starts_with("http")
    })
}

fn handler(site: &Facts) -> Row {
    let message = Message::new("china-privacy-handler");
    let name = "公司|处理者|运营者|我们是谁|谁负责";
    let contact = r"[\w.+-]+@[\w-]+\.[\w.-]+|\+?\d[\d -]{6,}";
    in_policy(site, message, &[name, contact])
}

fn purpose(site: &Facts) -> Row {
    let message = Message::new("china-privacy-purpose");
    in_policy(site, message, &["目的|用途|用来|用于|为了"])
}

fn kinds(site: &Facts) -> Row {
    let message = Message::new("china-privacy-kinds");
    let kinds = "姓名|名称|邮箱|电话|手机|地址|身份证|种类|类型";
    in_policy(site, message, &["信息", kinds])
}

fn storage(site: &Facts) -> Row {
    let message = Message::new("china-privacy-storage");
    let period = format!("(保存|保留|存储|留存)[^。\\n]{{0,40}}({PERIOD}|期限|为止)");
    in_policy(site, message, &[&period])
}

fn recipients(site: &Facts) -> Row {
    let message = Message::new("china-privacy-recipients");
    in_policy(site, message, &["第三方|委托|提供给|只给|共享|受托"])
}

fn place(site: &Facts) -> Row {
    let message = Message::new("china-privacy-place");
    in_policy(site, message, &["境内|境外|出境"])
}

fn rights(site: &Facts) -> Row {
    let message = Message::new("china-privacy-rights");
    let text = site.chinese_agreement("privacy");
    let missing = RIGHTS.iter().filter(|(_, words)| !matches(text, words));
    in_policy(site, message, &[]).without(missing.map(|(name, _)| *name))
}

fn minors(site: &Facts) -> Row {
    let message = Message::new("china-privacy-minors");
    in_policy(site, message, &["未成年|未满十[四八]|不满十四"])
}

fn terms(site: &Facts) -> Row {
    page(site, Message::new("china-terms"), "terms")
}
