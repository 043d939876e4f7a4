//! Sign-in by an e-mailed code: accounts, sessions, and the addresses that may register.
//!
//! ```text
//! http ─► rules (login: code, session) ─► store
//!                     └─► letter ─► mail
//! ```

pub(crate) mod http;
pub(crate) mod letter;
pub mod operator;
pub(crate) mod rules;
pub(crate) mod store;

use std::sync::Arc;

use origin_captcha::Captchas;
use origin_ground::Ground;
use origin_mail::Mailer;
use rules::registration::Registration;

/// Sign-in by an e-mailed code.
#[derive(Debug)]
pub(crate) struct SignIn {
    pub(crate) ground: Arc<Ground>,
    pub(crate) captchas: Arc<Captchas>,
    pub(crate) mailer: Arc<Mailer>,
    /// Addresses that may have an account.
    pub(crate) registration: Arc<Registration>,
    /// The writer of e-mails where the site has no name.
    pub(crate) sender_name: Arc<str>,
}
