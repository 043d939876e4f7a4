//! `builds/origin/<hash>.json`: what the embedded origin serves from content. Never served as a file.
//!
//! The embedded origin answers from the file that the live build's index names. The generator, which must see an edit
//! before it is live, sends the header [`HEADER`] with the hash of the file it has just written; a foreign backend ignores it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::api::{Protocol, SystemConfigEntry};

/// Request header: answer from this origin data instead of the live build's.
pub const HEADER: &str = "portico-origin-data";

/// Everything the embedded origin knows of the content.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OriginData {
    /// `language` header value (`zh`, `en`) → answer of `GET /api/web/system-config`.
    pub system_config: BTreeMap<String, Vec<SystemConfigEntry>>,
    /// `language` header value → answer of `GET /api/web/protocol-config`.
    pub protocol_config: BTreeMap<String, Vec<Protocol>>,
    /// `language` header value → the site's name, for e-mails. Builds from before there was one have none.
    #[serde(default)]
    pub site_name: BTreeMap<String, String>,
}
