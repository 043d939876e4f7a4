//! PURE: the part of a passage that is shown.

/// Characters of an excerpt.
const LENGTH: usize = 160;

/// Characters before the first mark, where the text is longer.
const BEFORE: usize = 30;

/// Text in a row that is marked, or is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Characters in one line, with an ellipsis where text is left out.
    pub text: String,
    /// Whether the text matches the question.
    pub marked: bool,
}

/// About [`LENGTH`] characters around the stretch with most marks; an ellipsis stands for what is
/// left out.
pub fn excerpt(text: &str, marks: &[(usize, usize)]) -> Vec<Run> {
    runs(text, stretch(text, marks), marks)
}

/// All of a text.
pub fn whole(text: &str, marks: &[(usize, usize)]) -> Vec<Run> {
    runs(text, (0, text.len()), marks)
}

fn runs(text: &str, (start, end): (usize, usize), marks: &[(usize, usize)]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut push = |text: String, marked: bool| {
        if !text.is_empty() {
            runs.push(Run { text, marked });
        }
    };
    let mut at = start;
    let ellipsis = |is_cut: bool| if is_cut { "…" } else { "" };
    let mut lead = ellipsis(start > 0).to_owned();
    for (from, to) in marks
        .iter()
        .filter(|(from, to)| *from >= start && *to <= end)
    {
        push(format!("{lead}{}", &text[at..*from]), false);
        push(text[*from..*to].to_owned(), true);
        (at, lead) = (*to, String::new());
    }
    push(
        format!("{lead}{}{}", &text[at..end], ellipsis(end < text.len())),
        false,
    );
    for run in &mut runs {
        run.text = run.text.replace('\n', " ");
    }
    runs
}

/// The byte range that is shown.
fn stretch(text: &str, marks: &[(usize, usize)]) -> (usize, usize) {
    let places: Vec<usize> = text
        .char_indices()
        .map(|(place, _)| place)
        .chain([text.len()])
        .collect();
    let length = places.len() - 1;
    if length <= LENGTH {
        return (0, text.len());
    }
    let index = |byte: usize| places.partition_point(|place| *place < byte);
    let marks: Vec<(usize, usize)> = marks
        .iter()
        .map(|(from, to)| (index(*from), index(*to)))
        .collect();
    // From each mark: the characters that are marked in the stretch that begins with it.
    let worth = |first: &(usize, usize)| {
        let within = marks
            .iter()
            .filter(|mark| mark.0 >= first.0 && mark.1 <= first.0 + LENGTH - BEFORE);
        within.map(|mark| mark.1 - mark.0).sum::<usize>()
    };
    // Of several the first one.
    let best = marks.iter().rev().max_by_key(|mark| worth(mark));
    let start = best
        .map_or(0, |mark| mark.0.saturating_sub(BEFORE))
        .min(length - LENGTH);
    let start = whole_word(text, &places, start);
    let start = start + usize::from(text[places[start]..].starts_with(' '));
    let end = (start + LENGTH).min(length);
    let cut = best.map_or(end, |mark| mark.1.max(end));
    (places[start], places[cut.min(length)])
}

/// The next place where no word of letters is cut.
fn whole_word(text: &str, places: &[usize], start: usize) -> usize {
    let Some(before) = start.checked_sub(1) else {
        return start;
    };
    let ahead = || text[places[before]..].chars();
    if !ahead().take(2).all(|one| one.is_ascii_alphanumeric()) {
        return start;
    }
    let mut ahead = ahead().take(BEFORE / 2);
    let space = ahead.position(char::is_whitespace);
    space.map_or(start, |distance| start + distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked_text(runs: &[Run]) -> String {
        let mark = |run: &Run| {
            if run.marked {
                format!("[{}]", run.text)
            } else {
                run.text.clone()
            }
        };
        runs.iter().map(mark).collect()
    }

    #[test]
    fn a_short_text_is_shown_whole_and_its_marks_are_runs() {
        assert_eq!(
            marked_text(&excerpt("a tide\nturns", &[(2, 6)])),
            "a [tide] turns"
        );
        assert_eq!(marked_text(&excerpt("潮生", &[(0, 6)])), "[潮生]");
        assert_eq!(marked_text(&excerpt("", &[])), "");
    }

    #[test]
    fn a_long_text_is_shown_around_most_marks() {
        let filler = "word ".repeat(60);
        let text = format!("tide {filler}the tide turned the tide {filler}");
        let second = text.rfind("tide turned").unwrap();
        let third = text.rfind("tide ").unwrap();
        let runs = excerpt(&text, &[(0, 4), (second, second + 4), (third, third + 4)]);
        let text = marked_text(&runs);
        assert!(text.starts_with("…word ") && text.ends_with('…'), "{text}");
        assert!(text.contains("the [tide] turned the [tide]"), "{text}");
        let length = text.chars().count();
        assert!((LENGTH - 20..=LENGTH + 8).contains(&length), "{length}");
    }

    #[test]
    fn a_whole_text_has_no_ellipsis_however_long_it_is() {
        let text = format!("{}the tide.", "word ".repeat(100));
        let at = text.len() - 5;
        let shown = marked_text(&whole(&text, &[(at, at + 4)]));
        assert!(shown.starts_with("word ") && shown.ends_with("the [tide]."));
    }

    #[test]
    fn no_character_is_cut() {
        let text = "潮".repeat(400);
        for at in [0, 300, 399] {
            let runs = excerpt(&text, &[(at * 3, at * 3 + 3)]);
            assert!(runs.iter().any(|run| run.marked), "{at}");
        }
        assert_eq!(excerpt(&text, &[]).len(), 1);
    }
}
