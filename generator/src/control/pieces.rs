//! Answers that are longer than a line may be.

use contract::control::{Answer, MAX_LINE, MAX_PIECES};

/// A piece is shorter than a line by so many bytes at least.
const AROUND: usize = 1_024;

/// An error that names hundreds of paths is cut, and so is one line of an answer.
pub(super) fn cut(words: String) -> String {
    words.chars().take(MAX_LINE / 8).collect()
}

/// The answer in pieces that each fit into a line. Beyond [`MAX_PIECES`] lines are left out.
pub(super) fn pieces(answer: Answer) -> Vec<Answer> {
    let Answer::Done { lines } = answer else {
        return vec![answer];
    };
    let (mut pieces, mut last, mut left) = (Vec::new(), Vec::new(), MAX_LINE - AROUND);
    for line in lines {
        let line = cut(line);
        let size = escaped_len(&line);
        if size > left {
            let lines = std::mem::take(&mut last);
            if pieces.len() + 1 == MAX_PIECES {
                last.push("…".to_owned());
                break;
            }
            pieces.push(Answer::More { lines });
            left = MAX_LINE - AROUND;
        }
        left -= size;
        last.push(line);
    }
    pieces.push(Answer::Done { lines: last });
    pieces
}

/// Maximum number of bytes of a line in JSON: an escape makes a byte six, and quotes and a comma
/// surround it.
fn escaped_len(line: &str) -> usize {
    let size = |c: char| if c.is_control() { 6 } else { c.len_utf8() + 1 };
    line.chars().map(size).sum::<usize>() + 3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: usize, text: &str) -> Vec<String> {
        let line = |number| format!("{number} {text}");
        (0..count).map(line).collect()
    }

    // R10.04
    #[test]
    fn a_long_answer_comes_whole_in_pieces_of_which_each_is_a_line() {
        for (count, text) in [
            (0, ""),
            (1, "short"),
            (3_000, "https://www.example.com/en/news/first-close"),
            (40, &"\u{1}\"潮".repeat(1_000)),
        ] {
            let told = lines(count, text);
            let mut heard = Vec::new();
            let pieces = pieces(Answer::Done {
                lines: told.clone(),
            });
            let last = pieces.len() - 1;
            for (number, piece) in pieces.into_iter().enumerate() {
                assert!(serde_json::to_vec(&piece).unwrap().len() <= MAX_LINE);
                match piece {
                    Answer::More { lines } if number < last => heard.extend(lines),
                    Answer::Done { lines } if number == last => heard.extend(lines),
                    other => panic!("{other:?}"),
                }
            }
            assert_eq!(heard, told);
        }
    }

    #[test]
    fn there_are_never_more_pieces_than_a_client_reads() {
        let long = "x".repeat(MAX_LINE / 8);
        let lines = lines(9 * MAX_PIECES, &long);
        let pieces = pieces(Answer::Done { lines });
        assert_eq!(pieces.len(), MAX_PIECES);
        let Some(Answer::Done { lines }) = pieces.last() else {
            panic!("no end");
        };
        assert_eq!(lines.last().unwrap(), "…");
    }
}
