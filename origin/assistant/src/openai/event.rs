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
    /// Nothing more comes.
    End,
}

/// Lines of an event stream, put together from pieces of any length.
#[derive(Debug, Default)]
pub(super) struct Lines {
    bytes: Vec<u8>,
}

impl Lines {
    /// Takes the bytes that came.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), OpenAiError> {
        self.bytes.extend_from_slice(bytes);
        let last = self
            .bytes
            .iter()
            .rposition(|byte| *byte == b'\n')
            .unwrap_or(0);
        match self.bytes.len() - last > LINE_MAX {
            true => Err(away("a line without an end")),
            false => Ok(()),
        }
    }

    /// The next whole line.
    pub(super) fn next(&mut self) -> Option<Vec<u8>> {
        let end = self.bytes.iter().position(|byte| *byte == b'\n')?;
        let rest = self.bytes.split_off(end + 1);
        let mut line = std::mem::replace(&mut self.bytes, rest);
        line.truncate(end);
        if line.ends_with(b"\r") {
            line.pop();
        }
        Some(line)
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

    #[test]
    fn lines_are_whole_however_they_come() {
        let stream = "data: 潮\r\n\n: c\ndata: b";
        for size in 1..stream.len() {
            let mut lines = Lines::default();
            let mut found = Vec::new();
            for piece in stream.as_bytes().chunks(size) {
                lines.push(piece).unwrap();
                while let Some(line) = lines.next() {
                    found.push(String::from_utf8(line).unwrap());
                }
            }
            assert_eq!(found, ["data: 潮", "", ": c"], "{size}");
        }
        let mut lines = Lines::default();
        assert!(lines.push(&vec![b'a'; LINE_MAX]).is_ok());
        assert!(lines.push(b"aa").is_err());
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
}
