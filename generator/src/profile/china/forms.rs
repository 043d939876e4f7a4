//! Rows about pages on which visitors give personal data.

use generator_ground::message::Message;

use super::privacy::{PERIOD, is_page};
use super::{Requirement, SITE, matches};
use crate::profile::document::Document;
use crate::profile::{Facts, Row};

pub(super) const ROWS: &[Requirement] = &[consent, form_policy, sign_in, retention];

/// Addresses that receive messages.
const MESSAGES: &str = "/api/message/";
/// The pages with forms.
const ROUTES: &str = "frontend/site/routes";

/// Documents with a form of messages, and that form.
fn message_forms(
    site: &Facts,
) -> impl Iterator<Item = (&Document, &crate::profile::document::DocumentForm)> {
    let forms = site
        .documents
        .iter()
        .flat_map(|document| document.forms.iter().map(move |form| (document, form)));
    forms.filter(|(_, form)| form.action.contains(MESSAGES) && form.method == "post")
}

fn consent(site: &Facts) -> Row {
    let message = Message::new("china-form-consent");
    let faults = message_forms(site).filter(|(_, form)| !form.has_consent);
    let paths = faults.map(|(document, _)| document.path.clone());
    // A form that its page does not have in its markup. A page for members is not judged.
    let is_read = |path: &str| site.documents.iter().any(|document| document.path == path);
    let is_shown = |key: &str| {
        let address = format!("{MESSAGES}{key}");
        message_forms(site).any(|(_, form)| form.action.ends_with(&address))
    };
    let forms = site.forms.iter().filter(|form| is_read(&form.path));
    let unseen = forms.filter(|form| !is_shown(&form.key));
    let unseen = unseen.map(|form| form.path.clone());
    Row::new(message, ROUTES).without(paths.chain(unseen))
}

fn form_policy(site: &Facts) -> Row {
    let message = Message::new("china-form-privacy");
    let path = site.agreement("privacy").next().map(|text| &text.path);
    let is_policy = |href: &String| path.is_some_and(|path| is_page(href, path));
    let faults = message_forms(site).filter(|(_, form)| !form.links.iter().any(is_policy));
    Row::new(message, ROUTES).without(faults.map(|(document, _)| &document.path))
}

fn sign_in(site: &Facts) -> Row {
    let message = Message::new("china-sign-in-privacy");
    let path = site.agreement("privacy").next().map(|text| &text.path);
    let is_policy = |href: &str| path.is_some_and(|path| is_page(href, path));
    let guests = || {
        site.documents
            .iter()
            .filter(|document| document.is_for_guests)
    };
    let faults = guests().filter(|document| {
        let mut links = document.links.iter();
        !links.any(|link| is_policy(&link.href))
    });
    // The origin asks to accept the agreements of `protocols` at every first sign-in.
    let is_asked = path.is_some() || guests().next().is_none();
    let row = Row::new(message, SITE).field("/protocols");
    row.without(faults.map(|document| &document.path))
        .met_if(is_asked)
}

fn retention(site: &Facts) -> Row {
    let message = Message::new("china-form-retention");
    let policy = site.agreement("privacy").next();
    let file = policy.map_or("content/pages", |text| text.file.as_str());
    let text = site.chinese_agreement("privacy");
    let period = format!(
        "(表单|留言|来信|材料|申请)[^。；\\n]{{0,40}}(保存|保留|删除)[^。；\\n]{{0,20}}{PERIOD}"
    );
    let is_met = site.forms.is_empty() || matches(text, &period);
    Row::new(message, file).met_if(is_met)
}
