#![doc = include_str!("../README.md")]
#![expect(
    missing_docs,
    reason = "a part of the origin: names of fields and variants speak for themselves"
)]

pub mod http;
pub mod letter;
pub mod operator;
pub mod rules;
pub mod store;

use std::sync::Arc;

use origin_captcha::Captchas;
use origin_ground::Ground;
use origin_mail::Mailer;
use rules::registration::Registration;

/// Sign-in by an e-mailed code.
#[derive(Debug)]
pub struct SignIn {
    pub ground: Arc<Ground>,
    pub captchas: Arc<Captchas>,
    pub mailer: Arc<Mailer>,
    /// Addresses that may have an account.
    pub registration: Arc<Registration>,
    /// The writer of e-mails where the site has no name.
    pub sender_name: Arc<str>,
}
