//! The known word that is nearest to a wrong one.

/// The known word nearest to `wrong`, if it is near enough to be the intended one.
pub fn suggestion<T: AsRef<str> + Ord>(
    wrong: &str,
    known: impl IntoIterator<Item = T>,
) -> Option<T> {
    let length = wrong.chars().count();
    let limit = (length / 3).clamp(1, 3);
    // The distance of words is at least the difference of their lengths.
    let is_near = |word: &T| word.as_ref().chars().count().abs_diff(length) <= limit;
    known
        .into_iter()
        .filter(is_near)
        .map(|word| (strsim::osa_distance(wrong, word.as_ref()), word))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suggestion_is_near_or_absent() {
        let known = ["title", "summary", "color"];
        assert_eq!(suggestion("tilte", known), Some("title"));
        assert_eq!(suggestion("summery", known), Some("summary"));
        assert_eq!(suggestion("date", known), None);
    }
}
