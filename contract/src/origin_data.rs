//! `builds/origin/<hash>.json`: what the embedded origin serves from content. Never served as a
//! file.
//!
//! The embedded origin answers from the file that the live build's index names. The generator,
//! which must see an edit before it is live, sends the header [`HEADER`] with the hash of the file
//! it has just written; a foreign backend ignores it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::api::{Protocol, SystemConfigEntry};
use crate::locale::Locale;
use crate::texts::Texts;

/// Request header: answer from this origin data instead of the live build's.
pub const HEADER: &str = "portico-origin-data";

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
    /// The languages of the site, the default one first. Builds from before there were any have
    /// none.
    #[serde(default)]
    pub locales: Vec<Locale>,
    /// `language` header value → the sections of [`Texts`] that the origin speaks.
    #[serde(default)]
    pub texts: BTreeMap<String, Texts>,
}
