//! PURE: whether a question continues the one before: "and in 2024?", “那上海呢？”.

use origin_search::analysis::{is_character, spots};

/// Words and characters of a question that is short.
const SHORT_MAX: usize = 16;

/// Words and characters of a question that is hardly complete alone.
const FRAGMENT_MAX: usize = 3;

/// Beginnings of questions that go on.
const BEGINNINGS: [&str; 16] = [
    "and ",
    "but ",
    "or ",
    "so ",
    "then ",
    "also ",
    "what about",
    "how about",
    "which of",
    "那",
    "还有",
    "另外",
    "又",
    "其中",
    "然后",
    "换成",
];

/// Words that refer to something that was named before.
const POINTERS: [&str; 14] = [
    "it", "its", "they", "them", "their", "that", "those", "this", "these", "he", "she", "there",
    "ones", "one",
];

/// Chinese characters that refer to something named before. No space separates Chinese words.
const CHINESE_POINTERS: [&str; 8] = ["它", "他", "她", "这", "那", "呢", "其", "该"];

/// Whether a question may lean on the one before it. One that finds its pages alone is asked alone
/// all the same.
pub fn is_follow_up(question: &str) -> bool {
    let question = question.trim().to_lowercase();
    let spots = spots(&question);
    if spots.len() > SHORT_MAX {
        return false;
    }
    let words = question.split(|one: char| !one.is_alphanumeric());
    let is_chinese = spots.iter().any(|spot| is_character(spot.unit));
    spots.len() <= FRAGMENT_MAX
        || BEGINNINGS.iter().any(|start| question.starts_with(start))
        || words.into_iter().any(|word| POINTERS.contains(&word))
        || is_chinese && CHINESE_POINTERS.iter().any(|one| question.contains(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_goes_on_if_it_is_short_and_points_back() {
        for question in [
            "And in 2024?",
            "what about Shanghai",
            "How many people work there?",
            "in 2024?",
            "那上海呢？",
            "它是哪一年成立的？",
            "其中有几家上市了",
        ] {
            assert!(is_follow_up(question), "{question}");
        }
        for question in [
            "What is the weather in Paris today?",
            "How do I send you a business plan?",
            "今天巴黎天气怎么样",
            "And tell me, since we have all the time in the world, how exactly did the first fund of the firm come about?",
        ] {
            assert!(!is_follow_up(question), "{question}");
        }
    }
}
