//! The rule of registration: which addresses may make an account. One that has an account may
//! always sign in.

use std::str::FromStr;

use origin_ground::user::Email;

/// The rule, as `--register` gives it: `anyone`, `nobody`, or a list of domains and addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registration {
    /// Every address.
    Anyone,
    /// None: accounts are made by an operator.
    Nobody,
    /// Addresses that one of the patterns fits.
    Listed(Vec<Pattern>),
}

/// One element of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// `@example.com`: every address of exactly this domain, kept with the @.
    Domain(String),
    /// One address.
    Address(Email),
}

/// The text is no such rule.
#[derive(Debug, thiserror::Error)]
#[error(
    "`{0}` is none of `anyone`, `nobody`, a domain such as `@example.com` or an address such as `ann@example.com` (several: separated by commas)"
)]
pub struct NotARule(String);

impl Registration {
    /// Whether an address may make an account.
    pub fn allows(&self, email: &Email) -> bool {
        match self {
            Self::Anyone => true,
            Self::Nobody => false,
            Self::Listed(patterns) => patterns.iter().any(|pattern| pattern.fits(email)),
        }
    }
}

impl Pattern {
    fn fits(&self, email: &Email) -> bool {
        match self {
            // An address has one @, so only the domain can end this way.
            Self::Domain(domain) => email.as_str().ends_with(domain),
            Self::Address(address) => address == email,
        }
    }
}

impl FromStr for Registration {
    type Err = NotARule;

    fn from_str(text: &str) -> Result<Self, NotARule> {
        match text.trim() {
            "anyone" => Ok(Self::Anyone),
            "nobody" => Ok(Self::Nobody),
            list => list
                .split(',')
                .map(str::parse)
                .collect::<Result<_, _>>()
                .map(Self::Listed),
        }
    }
}

impl FromStr for Pattern {
    type Err = NotARule;

    fn from_str(text: &str) -> Result<Self, NotARule> {
        let text = text.trim();
        let not_a_rule = || NotARule(text.to_owned());
        if text.starts_with('@') {
            // A domain is right if some address there is.
            let email = Email::parse(&format!("a{text}")).ok_or_else(not_a_rule)?;
            return Ok(Self::Domain(email.as_str()[1..].to_owned()));
        }
        Email::parse(text).map(Self::Address).ok_or_else(not_a_rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(rule: &str, email: &str) -> bool {
        let rule: Registration = rule.parse().unwrap();
        rule.allows(&Email::parse(email).unwrap())
    }

    #[test]
    fn a_rule_allows_whom_it_names() {
        for (rule, email, expected) in [
            ("anyone", "ann@example.com", true),
            ("nobody", "ann@example.com", false),
            ("@example.com", "ann@example.com", true),
            ("@Example.COM", "Ann@EXAMPLE.com", true),
            ("@example.com", "ann@sub.example.com", false),
            ("@example.com", "ann@notexample.com", false),
            ("@example.com", "ann@example.com.evil.example", false),
            ("ann@example.com", "ann@example.com", true),
            ("ann@example.com", "joann@example.com", false),
            ("bob@b.example, @example.com", "ann@example.com", true),
            ("bob@b.example, @example.com", "bob@b.example", true),
            ("bob@b.example, @example.com", "eve@b.example", false),
        ] {
            assert_eq!(allows(rule, email), expected, "{rule}: {email}");
        }
    }

    #[test]
    fn a_slip_in_the_rule_is_refused_and_named() {
        for (rule, slip) in [
            ("", "``"),
            ("@", "`@`"),
            ("everyone", "`everyone`"),
            ("example.com", "`example.com`"),
            ("@example.com,", "``"),
            ("anyone,@example.com", "`anyone`"),
            ("@a@b.example", "`@a@b.example`"),
        ] {
            let error = rule.parse::<Registration>().unwrap_err().to_string();
            assert!(error.starts_with(slip), "{rule}: {error}");
        }
    }
}
