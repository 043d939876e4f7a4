#![doc = include_str!("../README.md")]

pub mod browser;
pub mod clock;
pub mod clock_trust;
pub mod content;
pub mod db;
pub mod html;
pub mod http;
pub mod id;
pub mod key;
pub mod limits;
pub mod loopback;
pub mod operator;
pub mod pinyin;
pub mod plain;
pub mod published;
pub mod secret;
pub mod site;
pub mod space;
pub mod texts;
pub mod throttle;
pub mod token;
pub mod user;
pub mod watched;

use clock::Clock;
use content::Content;
use db::Db;
use key::KeyRing;
use limits::Limits;

/// Parts that every feature may use.
#[derive(Debug)]
pub struct Ground {
    /// The site's database.
    pub db: Db,
    /// Keys for seals and encryption.
    pub key: KeyRing,
    /// Origin data of the live build.
    pub content: Content,
    /// Source of the time.
    pub clock: Clock,
    /// Limits on the calls of each client.
    pub limits: Limits,
}
