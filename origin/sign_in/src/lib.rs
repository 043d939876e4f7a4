#![doc = include_str!("../README.md")]

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
    /// Database, key, content, clock and limits.
    pub ground: Arc<Ground>,
    /// Checks the captcha that a person solves before a code is sent.
    pub captchas: Arc<Captchas>,
    /// Sends the codes.
    pub mailer: Arc<Mailer>,
    /// Addresses that may have an account.
    pub registration: Arc<Registration>,
    /// The writer of e-mails where the site has no name.
    pub sender_name: Arc<str>,
}
