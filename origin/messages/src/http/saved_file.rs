//! Answers that a browser saves as a file.

use std::time::Duration;

use bytes::Bytes;
use futures_util::stream;
use http::{HeaderName, header};
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use tokio::sync::mpsc::{self, error::SendError};

use crate::operator::InboxError;
use origin_ground::http::body::{Body, BoxError};

/// Pieces that wait for a slow client.
const WAITING: usize = 4;

/// How long a client may take no piece.
const STALL: Duration = Duration::from_secs(60);

/// A part of the answer.
pub(super) enum Piece {
    Bytes(Bytes),
    /// All is sent. An answer without it is broken off: half a file never looks like a whole one.
    End,
}

/// The way of pieces to the client.
pub(super) struct Pieces(mpsc::Sender<Piece>);

impl Pieces {
    /// Sends a piece; an error if the client has left.
    pub(super) async fn send(&self, piece: Piece) -> Result<(), SaveError> {
        let sent = tokio::time::timeout(STALL, self.0.send(piece)).await;
        Ok(sent.map_err(|_| SaveError::Left)??)
    }
}

/// Why an answer was broken off.
#[derive(Debug, thiserror::Error)]
pub(super) enum SaveError {
    #[error(transparent)]
    Inbox(#[from] InboxError),
    #[error("the client has left")]
    Left,
}

impl From<SendError<Piece>> for SaveError {
    fn from(_: SendError<Piece>) -> Self {
        Self::Left
    }
}

/// The headers by which a browser saves an answer and shows nothing of it.
pub(super) fn headers(media_type: &str, name: &str) -> Vec<(HeaderName, String)> {
    vec![
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, disposition(name)),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ]
}

/// RFC 6266: a name in any script, and a plain one for programs that cannot read that.
fn disposition(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|char| match char {
            '.' | '-' | '_' => char,
            _ if char.is_ascii_alphanumeric() => char,
            _ => '_',
        })
        .collect();
    let mut encoded = String::new();
    for byte in name.bytes() {
        match byte {
            b'.' | b'-' | b'_' => encoded.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => encoded.push(char::from(byte)),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

/// A body that `write` sends from a task of the origin, however slow the client is.
pub(super) fn body<F>(write: impl FnOnce(Pieces) -> F) -> Body
where
    F: Future<Output = Result<(), SaveError>> + Send + 'static,
{
    let (sender, pieces) = mpsc::channel(WAITING);
    let writing = write(Pieces(sender));
    tokio::spawn(async move {
        if let Err(SaveError::Inbox(error)) = writing.await {
            tracing::error!(%error, "a file for a recipient was broken off");
        }
    });
    let frames = stream::unfold(Some(pieces), async |pieces| {
        let mut pieces = pieces?;
        match pieces.recv().await {
            Some(Piece::Bytes(bytes)) => Some((Ok(Frame::data(bytes)), Some(pieces))),
            Some(Piece::End) => None,
            None => Some((Err(BoxError::from("the file is broken off")), None)),
        }
    });
    StreamBody::new(frames).boxed_unsync()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_any_script_is_an_attachments_name_and_no_other_header() {
        for (name, expected) in [
            (
                "7K3D-9QXF-plan.pdf",
                "attachment; filename=\"7K3D-9QXF-plan.pdf\"; filename*=UTF-8''7K3D-9QXF-plan.pdf",
            ),
            (
                "计(1).pdf",
                "attachment; filename=\"__1_.pdf\"; filename*=UTF-8''%E8%AE%A1%281%29.pdf",
            ),
            (
                "a\"\r\nb",
                "attachment; filename=\"a___b\"; filename*=UTF-8''a%22%0D%0Ab",
            ),
        ] {
            assert_eq!(disposition(name), expected);
        }
    }

    #[tokio::test]
    async fn a_file_without_its_end_is_an_error() {
        let part = || Piece::Bytes(Bytes::from_static(b"abc"));
        let whole = body(async move |pieces: Pieces| {
            pieces.send(part()).await?;
            pieces.send(Piece::End).await
        });
        assert_eq!(whole.collect().await.unwrap().to_bytes(), "abc");
        let half = body(async move |pieces: Pieces| pieces.send(part()).await);
        assert!(half.collect().await.is_err());
    }
}
