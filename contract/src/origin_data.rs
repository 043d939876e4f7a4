//! `builds/origin/<hash>.json`: the content that the embedded origin serves. Never served as a
//! file.
//!
//! The embedded origin answers from the file that the live build's index names. The generator,
//! which must see an edit before it is live, sends the header [`HEADER`] with the hash of the file
//! it has just written; a foreign backend ignores it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::api::{Protocol, SystemConfigEntry};
use crate::form::Form;
use crate::locale::Locale;
use crate::texts::Texts;

/// Request header: answer from this origin data instead of the live build's.
pub const HEADER: &str = "portico-origin-data";

/// Places of [`OriginData::mail_page`] that the origin fills in: `{content}`.
pub const MAIL_PLACES: [&str; 8] = [
    "content",
    "direction",
    "language",
    "preview",
    "side",
    "site",
    "subject",
    "url",
];

/// Everything the embedded origin knows of the site. A field that it does not know belongs to a
/// newer generator.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OriginData {
    /// `language` header value (`zh`, `en`) → answer of `GET /api/web/system-config`.
    pub system_config: BTreeMap<String, Vec<SystemConfigEntry>>,
    /// `language` header value → answer of `GET /api/web/protocol-config`.
    pub protocol_config: BTreeMap<String, Vec<Protocol>>,
    /// `language` header value → the site's name, for e-mails. Builds from before there was one
    /// have none.
    #[serde(default)]
    pub site_name: BTreeMap<String, String>,
    /// Public address of the site without a trailing slash, for links in letters. Builds from
    /// before there was one have none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub site_url: String,
    /// Time zone of the times in letters: `Asia/Shanghai`; none is UTC.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub time_zone: String,
    /// The languages of the site, the default one first. Builds from before there were any have
    /// none.
    #[serde(default)]
    pub locales: Vec<Locale>,
    /// `language` header value → the sections of [`Texts`] that the origin speaks.
    #[serde(default)]
    pub texts: BTreeMap<String, Texts>,
    /// The document around the parts of an e-mail, as HTML with [`MAIL_PLACES`]; empty for the
    /// origin's own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mail_page: String,
    /// `language` header value → key → form of messages. Builds from before there were any have
    /// none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub forms: BTreeMap<String, BTreeMap<String, Form>>,
    /// Facts for search that no document states.
    #[serde(default, skip_serializing_if = "SearchData::is_empty")]
    pub search: SearchData,
    /// Parts that the site does not have: the origin does not know their calls. Builds from before
    /// it was recorded have every part.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub absent: BTreeSet<Part>,
}

/// A part of a site that has calls of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// Messages by forms.
    Forms,
    /// Search, and the assistant, which answers from its index.
    Search,
    /// Sign-in by e-mail or Feishu, the account, agreements.
    SignIn,
    /// A part of a newer generator.
    #[serde(other)]
    Other,
}

impl Part {
    /// The parts that use a call, by the call's path; a call that belongs to no part has none.
    pub fn users_of(path: &str) -> &'static [Self] {
        let is_below = |start: &str| path.starts_with(start);
        if path == "/api/common/captcha" {
            return &[Self::Forms, Self::SignIn];
        }
        if is_below("/api/message/") {
            return &[Self::Forms];
        }
        if path == "/api/search" || path == "/api/chat" {
            return &[Self::Search];
        }
        // By this call the gateway learns the owner of a session, for the studio, too.
        if path == "/api/auth/user-info" {
            return &[];
        }
        if is_below("/api/auth/")
            || is_below("/api/feishu/")
            || path == "/api/common/send-email-code"
            || path == "/api/web/protocol-config"
        {
            return &[Self::SignIn];
        }
        &[]
    }
}

/// Facts for search that no document states.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchData {
    /// Route id → the collection of the entries that its pages show. Routes without entries are
    /// left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kinds: BTreeMap<String, String>,
    /// Unprefixed path of the results page, which offers [`crate::results::FILE`]; a site need not
    /// have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results_page: Option<String>,
    /// Groups of words that mean the same on this site, in all its languages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub synonyms: Vec<Vec<String>>,
}

impl SearchData {
    /// True if all fields are empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
