//! Sign-in codes: six digits, sent by e-mail.
//!
//! ```text
//! issued ──► used (once)
//!    ├─────► expired after LIFETIME
//!    ├─────► burnt after MAX_ATTEMPTS tries
//!    └─────► replaced by the next one, not before RESEND_AFTER
//! ```

use std::fmt;

use origin_ground::db::budgets::Budget;

/// Seconds that a code works: time to find it in another program, too little to try many.
pub const LIFETIME: i64 = 10 * 60;

/// Seconds until another may be asked for: mail usually arrives within them, and nobody's inbox is
/// flooded.
pub const RESEND_AFTER: i64 = 60;

/// Tries per code, right or wrong: room for typing errors. Five of a million values: a code is
/// guessed within its life with p = 0.000 005.
pub const MAX_ATTEMPTS: i64 = 5;

/// Codes to one address, from browsers that have not signed in as it before, and again from each
/// one that has: 10 at once, then one an hour. An inbox is not flooded, and a stranger has at most
/// 34 codes of 5 tries on the first day and 24 on any other: one address falls with p = 0.000 17
/// and 0.000 12 a day. Each of these codes costs a captcha and tells the owner by e-mail. More of
/// this arithmetic is in `docs/security.md`.
pub const SENDING: Budget = Budget {
    size: 10,
    interval: 60 * 60,
};

const DIGITS: usize = 6;

/// Six digits. Never shown but in the e-mail.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    /// A new one, from the operating system's randomness.
    pub fn random() -> Self {
        let number = rand::random_range(0..10_u32.pow(DIGITS as u32));
        Self(format!("{number:0width$}", width = DIGITS))
    }

    /// The code that a person typed or pasted: spaces are no mistake, anything else is.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let fits = digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
        fits.then_some(Self(digits))
    }

    /// The digits, for the e-mail and for hashing.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_six_digits_and_reads_back() {
        for _ in 0..1_000 {
            let code = Code::random();
            assert_eq!(code.reveal().len(), DIGITS);
            assert_eq!(Code::parse(code.reveal()), Some(code));
        }
    }

    #[test]
    fn spaces_are_forgiven_and_nothing_else_is() {
        assert_eq!(Code::parse(" 123 456\n"), Code::parse("123456"));
        for wrong in [
            "",
            "12345",
            "1234567",
            "12345a",
            "１２３４５６",
            "-12345",
            "+12345",
        ] {
            assert_eq!(Code::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_code_does_not_show_itself() {
        assert_eq!(format!("{:?}", Code::parse("123456")), "Some(Code(…))");
    }
}
