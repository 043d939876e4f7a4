//! PURE: how many tokens a text has, about, and the cost of an answer against a budget.

use super::prompt::Message;

/// Tokens by which a service sets a message apart.
const PER_MESSAGE: u64 = 8;

/// A service's own figure counts up to so many times our estimate: beyond that it is no figure.
const TRUST: u64 = 4;

/// Tokens of a text, rather too many: one for four letters of ASCII, one for each other character.
pub fn estimate(text: &str) -> u64 {
    let ascii = text.bytes().filter(u8::is_ascii).count() as u64;
    let others = text.chars().filter(|one| !one.is_ascii()).count() as u64;
    ascii.div_ceil(4) + others
}

/// Tokens of a prompt's messages, rather too many.
pub fn of_prompt(messages: &[Message]) -> u64 {
    let each = messages
        .iter()
        .map(|message| estimate(&message.content) + PER_MESSAGE);
    each.sum()
}

/// The cost of an answer whose cost was expected to be `expected` at most: the service's figure, if
/// it gave one; else `estimated`.
pub fn cost(told: Option<u64>, estimated: u64, expected: u64) -> u64 {
    told.map_or(estimated, |told| told.min(expected.saturating_mul(TRUST)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_estimated_for_both_languages() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("tide turns"), 3);
        assert_eq!(estimate("潮生资本"), 4);
        assert_eq!(estimate("潮生 BP"), 3);
    }

    #[test]
    fn a_services_figure_counts_unless_it_is_absurd() {
        assert_eq!(cost(Some(700), 900, 1_000), 700);
        assert_eq!(cost(None, 900, 1_000), 900);
        assert_eq!(cost(Some(u64::MAX), 900, 1_000), 4_000);
        assert_eq!(cost(Some(0), 900, 1_000), 0);
    }
}
