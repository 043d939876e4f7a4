//! The base of an origin: time, keys, secrets, texts, the live build, limits per client, the
//! database and the parts of HTTP that every feature needs.
//!
//! Each module knows the system or one library, and no rule of a feature. No module here imports a
//! feature.

pub(crate) mod browser;
pub mod clock;
pub(crate) mod clock_trust;
pub(crate) mod content;
pub(crate) mod db;
pub(crate) mod html;
pub(crate) mod http;
pub(crate) mod id;
pub(crate) mod key;
pub(crate) mod limits;
pub(crate) mod loopback;
pub(crate) mod operator;
pub(crate) mod pinyin;
pub(crate) mod plain;
pub(crate) mod published;
pub(crate) mod secret;
pub(crate) mod site;
pub(crate) mod space;
pub(crate) mod texts;
pub(crate) mod throttle;
pub(crate) mod token;
pub(crate) mod user;
pub(crate) mod watched;

use clock::Clock;
use content::Content;
use db::Db;
use key::KeyRing;
use limits::Limits;

/// Parts that every feature may use.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) db: Db,
    pub(crate) key: KeyRing,
    pub(crate) content: Content,
    pub(crate) clock: Clock,
    pub(crate) limits: Limits,
}
