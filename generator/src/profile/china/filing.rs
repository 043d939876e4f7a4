//! Rows about the numbers under which a site is filed.

use generator_ground::message::Message;

use super::{LAYOUTS, Requirement, SITE, matches};
use crate::profile::{Facts, Row};

pub(super) const ROWS: &[Requirement] = &[
    icp_number,
    icp_link,
    icp_licence,
    police_number,
    police_link,
    owner_name,
];

/// The provinces by whose character a number begins.
const PROVINCES: &str = "[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]";
const ICP: &str = "/public/filing/icp";
const ICP_LICENCE: &str = "/public/filing/icpLicence";
const POLICE: &str = "/public/filing/publicSecurity";
const ICP_REGISTER: &str = "https://beian.miit.gov.cn";
const POLICE_REGISTER: &str = "https://beian.mps.gov.cn";

fn setting<'a>(site: &'a Facts, pointer: &str) -> &'a str {
    let pointer = pointer.trim_start_matches("/public");
    site.setting(pointer).unwrap_or_default().trim()
}

/// Numbers of zeros only are placeholders.
fn is_number(text: &str, pattern: &str) -> bool {
    let has_digit = text.chars().any(|c| ('1'..='9').contains(&c));
    has_digit && matches(text, pattern)
}

fn value_list(text: &str) -> Vec<String> {
    let given = (!text.is_empty()).then(|| text.to_owned());
    given.into_iter().collect()
}

fn icp_number(site: &Facts) -> Row {
    let number = setting(site, ICP);
    let message = Message::new("china-icp-number").with("example", "京ICP备12345678号-1");
    let pattern = format!(r"^{PROVINCES}ICP备\d{{8,10}}号(-\d{{1,3}})?$");
    let is_met = is_number(number, &pattern);
    let mut row = Row::new(message, SITE).field(ICP).met_if(is_met);
    row.found = if is_met {
        Vec::new()
    } else {
        value_list(number)
    };
    row
}

fn icp_link(site: &Facts) -> Row {
    let message = Message::new("china-icp-link").with("register", ICP_REGISTER);
    let number = setting(site, ICP);
    let is_fault = |document: &&_| !shows(document, ICP_REGISTER, number);
    let faults = site.ordinary().filter(is_fault);
    let row = Row::new(message, LAYOUTS).without(faults.map(|document| &document.path));
    let is_shown = !number.is_empty() && !site.documents.is_empty();
    row.met_if(is_shown)
}

/// True if the footer has a link to the register with the number as its text.
fn shows(document: &crate::profile::document::Document, register: &str, number: &str) -> bool {
    let mut links = document.links.iter();
    links.any(|link| {
        link.is_in_footer && link.href.starts_with(register) && link.text.contains(number)
    })
}

fn icp_licence(site: &Facts) -> Row {
    let licence = setting(site, ICP_LICENCE);
    let message = Message::new("china-icp-licence").with("example", "京ICP证123456号");
    let pattern = format!(r"^({PROVINCES}ICP证|{PROVINCES}B2-|B2-|合字B2-)\d{{6,10}}(号)?(-\d+)?$");
    let is_met = is_number(licence, &pattern);
    let mut row = Row::new(message, SITE).field(ICP_LICENCE).met_if(is_met);
    row.found = if is_met {
        Vec::new()
    } else {
        value_list(licence)
    };
    row.unknown_if(licence.is_empty())
}

fn police_number(site: &Facts) -> Row {
    let number = setting(site, POLICE);
    let message = Message::new("china-police-number").with("example", "京公网安备11010502000001号");
    let pattern = format!(r"^{PROVINCES}公网安备\s?\d{{14}}号$");
    let is_met = is_number(number, &pattern);
    let mut row = Row::new(message, SITE).field(POLICE).met_if(is_met);
    row.found = if is_met {
        Vec::new()
    } else {
        value_list(number)
    };
    row
}

fn police_link(site: &Facts) -> Row {
    let message = Message::new("china-police-link").with("register", POLICE_REGISTER);
    let number = setting(site, POLICE);
    let is_fault = |document: &&_| !shows(document, POLICE_REGISTER, number);
    let faults = site.ordinary().filter(is_fault);
    let row = Row::new(message, LAYOUTS).without(faults.map(|document| &document.path));
    let is_shown = !number.is_empty() && !site.documents.is_empty();
    row.met_if(is_shown)
}

fn owner_name(site: &Facts) -> Row {
    let message = Message::new("china-owner-name");
    let name = site.setting("/legalName").or_else(|| {
        let codes = site.locales.iter();
        let mut chinese = codes.filter(|code| crate::profile::facts::is_chinese(code));
        site.setting(&format!("/legalName/{}", chinese.next()?))
    });
    let name = name.unwrap_or_default();
    let faults = site
        .chinese()
        .filter(|document| !document.is_framed && !document.text.contains(name));
    let row = Row::new(message, SITE).field("/public/legalName");
    row.without(faults.map(|document| &document.path))
        .met_if(!name.is_empty())
}
