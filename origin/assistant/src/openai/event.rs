//! The meaning of a service's events. Pure.

use serde_json::Value;

use super::OpenAiError;

/// Bytes of a line; a piece of an answer has some hundreds.
const LINE_MAX: usize = 64 * 1024;

/// A part of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words of the model.
    Text(String),
    /// Tokens of question and answer together.
    Usage(u64),
    /// The model has come to its end.
    Finished,
    /// The model was stopped before its end.
    CutOff,
    /// The stream is at its end.
    End,
}

/// Lines of an event stream, put together from pieces of any length. A line has a limit, because a
/// model's server may send one without an end; `eventsource-stream` 0.2 collects such a line whole.
#[derive(Debug, Default)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// How many of the bytes were given out as lines.
    taken: usize,
}

impl Lines {
    /// Takes the bytes that came.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..std::mem::take(&mut self.taken));
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole line; none if its end has not come.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>, OpenAiError> {
        let rest = &self.bytes[self.taken..];
        let end = rest.iter().position(|byte| *byte == b'\n');
        let line = &rest[..end.unwrap_or(rest.len())];
        if line.len() > LINE_MAX {
            return Err(away("a line without an end"));
        }
        Ok(end.map(|end| {
            let line = line.strip_suffix(b"\r").unwrap_or(line).to_vec();
            self.taken += end + 1;
            line
        }))
    }
}

/// The pieces that a line brings; none if it is a comment or the name of an event.
pub(super) fn pieces(line: &[u8]) -> Result<Vec<Piece>, OpenAiError> {
    let Some(data) = line.strip_prefix(b"data:") else {
        return Ok(Vec::new());
    };
    let data = data.trim_ascii();
    if data == b"[DONE]" {
        return Ok(vec![Piece::End]);
    }
    let event: Value =
        serde_json::from_slice(data).map_err(|_| away("an event that is no JSON"))?;
    // The words beside an error are the service's, and may have anything in them.
    if !event["error"].is_null() {
        return Err(away("an error in the stream"));
    }
    let mut pieces = Vec::new();
    let choice = &event["choices"][0];
    if let Some(text) = choice["delta"]["content"]
        .as_str()
        .filter(|text| !text.is_empty())
    {
        pieces.push(Piece::Text(text.to_owned()));
    }
    match choice["finish_reason"].as_str() {
        None => {}
        Some("stop") => pieces.push(Piece::Finished),
        Some(_) => pieces.push(Piece::CutOff),
    }
    if let Some(tokens) = event["usage"]["total_tokens"].as_u64() {
        pieces.push(Piece::Usage(tokens));
    }
    Ok(pieces)
}

pub(super) fn away(reason: &str) -> OpenAiError {
    OpenAiError::Away(reason.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_are_whole_however_they_come() {
        let stream = "data: 潮\r\n\n: c\ndata: b";
        for size in 1..stream.len() {
            let mut lines = Lines::default();
            let mut found = Vec::new();
            for piece in stream.as_bytes().chunks(size) {
                lines.push(piece);
                while let Some(line) = lines.next().unwrap() {
                    found.push(String::from_utf8(line).unwrap());
                }
            }
            assert_eq!(found, ["data: 潮", "", ": c"], "{size}");
        }
        let mut lines = Lines::default();
        lines.push(&vec![b'a'; LINE_MAX]);
        assert_eq!(lines.next(), Ok(None));
        lines.push(b"a\n");
        assert!(lines.next().is_err());
    }

    #[test]
    fn a_line_brings_words_a_figure_or_the_end() {
        let text = |text: &str| Piece::Text(text.to_owned());
        for (line, expected) in [
            (
                r#"data: {"choices":[{"delta":{"role":"assistant","content":""}}]}"#,
                vec![],
            ),
            (
                r#"data:{"choices":[{"delta":{"content":"So"},"finish_reason":null}]}"#,
                vec![text("So")],
            ),
            (
                r#"data: {"choices":[{"delta":{},"finish_reason":"stop"}]}"#,
                vec![Piece::Finished],
            ),
            (
                r#"data: {"choices":[{"delta":{"content":"."},"finish_reason":"length"}],"usage":{"total_tokens":7}}"#,
                vec![text("."), Piece::CutOff, Piece::Usage(7)],
            ),
            (
                r#"data: {"choices":[],"usage":{"total_tokens":-7}}"#,
                vec![],
            ),
            ("data: [DONE]", vec![Piece::End]),
            (": alive", vec![]),
            ("event: x", vec![]),
        ] {
            assert_eq!(pieces(line.as_bytes()).unwrap(), expected, "{line}");
        }
        for line in [
            "data: {",
            "data: {\"error\":{\"message\":\"sk-1\"}}",
            "data: \u{0}",
        ] {
            let error = pieces(line.as_bytes()).unwrap_err();
            assert!(!error.to_string().contains("sk-1"), "{error}");
        }
    }

    /// The pieces of a stream up to its end, as [`Completion`](super::super::Completion) has them.
    fn read_pieces<'a>(
        parts: impl IntoIterator<Item = &'a [u8]>,
    ) -> (Vec<Piece>, Result<(), OpenAiError>) {
        let (mut lines, mut found) = (Lines::default(), Vec::new());
        for part in parts {
            lines.push(part);
            loop {
                match lines.next().map(|line| line.map(|line| pieces(&line))) {
                    Ok(Some(Ok(pieces))) => found.extend(pieces),
                    Ok(Some(Err(error))) | Err(error) => return (found, Err(error)),
                    Ok(None) => break,
                }
                if found.last() == Some(&Piece::End) {
                    return (found, Ok(()));
                }
            }
            assert!(lines.bytes.len() <= LINE_MAX + part.len());
        }
        (found, Ok(()))
    }

    fn part() -> impl Strategy<Value = Vec<u8>> {
        let told = prop::sample::select(vec![
            "data: {\"choices\":[{\"delta\":{\"content\":\"潮起\"}}]}",
            "data: {\"choices\":[{\"delta\":{\"content\":\"\\n\"},\"finish_reason\":\"stop\"}]}",
            "data: {\"usage\":{\"total_tokens\":7}}",
            "data: [DONE]",
            "data:",
            ": alive",
            "event: x",
        ]);
        let end = prop::sample::select(vec!["\n", "\r\n", "\n\n"]);
        prop_oneof![
            12 => (told, end).prop_map(|(told, end)| [told, end].concat().into_bytes()),
            1 => prop::collection::vec(any::<u8>(), 0..6),
            1 => (LINE_MAX - 2..LINE_MAX + 3).prop_map(|length| vec![b':'; length]),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn a_stream_says_the_same_however_it_is_cut(
            parts in prop::collection::vec(part(), 0..8),
            cuts in prop::collection::vec(1_usize..90, 4..12),
        ) {
            let stream = parts.concat();
            let mut rest = &*stream;
            let cut = cuts.iter().chain(&[20_000]).cycle().map_while(|size| {
                let (part, after) = rest.split_at((*size).min(rest.len()));
                rest = after;
                (!part.is_empty()).then_some(part)
            });
            prop_assert_eq!(read_pieces(cut), read_pieces([&*stream]));
        }
    }
}
