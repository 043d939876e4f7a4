//! Chat groups and other programs that are notified of messages, by requests to addresses that a
//! file names ([`notices`] has its shape and the formats).
//!
//! An address is a secret, because its holder can write to the group: no error and no log has it,
//! and the items that wait for it in the database have its hash.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use notices as notice;
use notices::receivers::{self, Receiver};
use notices::{ANSWER_MAX, Notice, NoticeOutcome};
use reqwest::Client;
use reqwest::redirect::Policy;
use sentences::Message;
use sha2::{Digest, Sha256};

use crate::outbox::item::NoticeKind;
use origin_ground::watched::{Reread, Watched, WatchedError};
use origin_mail::fault::Fault;

/// Time for one answer of a receiver.
const ANSWER: Duration = Duration::from_secs(10);

/// The receivers of a file, which is read again when it changed; none where no file is named.
#[derive(Debug)]
pub struct Webhooks(Option<Named>);

#[derive(Debug)]
struct Named {
    receivers: Watched<Receivers>,
    client: Client,
}

/// Hash of the address → receiver.
struct Receivers(BTreeMap<String, Receiver<NoticeKind>>);

/// Why no program can be notified of messages.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum WebhooksError {
    /// The file cannot be read, or holds something else.
    File(#[from] WatchedError),
    /// The file is not its owner's alone.
    Open(PathBuf),
    /// No encrypted connection can be set up.
    Client(#[from] reqwest::Error),
}

impl WebhooksError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        match self {
            Self::File(_) => Message::new("message-webhooks"),
            Self::Open(path) => {
                Message::new("message-webhooks/open").with("file", path.display().to_string())
            }
            Self::Client(_) => Message::new("message-webhooks/client"),
        }
    }
}

impl FromStr for Receivers {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let receivers = receivers::parse(text).map_err(|flaw| flaw.message())?;
        let named = receivers.into_iter().map(|receiver: Receiver<NoticeKind>| {
            let hash = hex::encode(Sha256::digest(&receiver.url));
            (hash, receiver)
        });
        Ok(Self(named.collect()))
    }
}

impl Webhooks {
    /// Reads the file, where one is named. Only its owner may read it.
    pub fn open(path: Option<PathBuf>) -> Result<Self, WebhooksError> {
        let Some(path) = path else {
            return Ok(Self(None));
        };
        let receivers = Watched::open(path.clone())?;
        if path.metadata().is_ok_and(|file| file.mode() & 0o077 != 0) {
            return Err(WebhooksError::Open(path));
        }
        // A process has one TLS library, which the client finds installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().timeout(ANSWER).redirect(Policy::none());
        Ok(Self(Some(Named {
            receivers,
            client: client.build()?,
        })))
    }

    /// Reads the file again; returns its path and the result. None where no file is named.
    pub fn reread(&self) -> Option<(PathBuf, Reread)> {
        self.0.as_ref().map(|named| named.receivers.reread())
    }

    /// The ways to the receivers of such notices.
    pub fn ways(&self, kind: NoticeKind) -> Vec<String> {
        let Some(named) = &self.0 else {
            return Vec::new();
        };
        let receivers = named.receivers.current();
        let told = receivers.0.iter();
        let told = told.filter(|(_, receiver)| receiver.on.contains(&kind));
        told.map(|(hash, _)| hash.clone()).collect()
    }

    /// Notifies the receiver at the end of a way; one try. `time` is now.
    pub async fn send(&self, way: &str, notice: &Notice, time: i64) -> Result<(), Fault> {
        let gone = || Fault::Refused("no webhook has this address any more".to_owned());
        let named = self.0.as_ref().ok_or_else(gone)?;
        let receivers = named.receivers.current();
        let receiver = receivers.0.get(way).ok_or_else(gone)?;
        let (headers, body) = notice::request(receiver, notice, time);
        let request = named.client.post(&receiver.url).body(body);
        let request = headers.into_iter().fold(request, |request, (name, value)| {
            request.header(name, value)
        });
        let answered = answer(request).await;
        let (status, body) = answered.map_err(|error| Fault::Away(without_address(error)))?;
        match notice::outcome(receiver.format, status, &body) {
            NoticeOutcome::Taken => Ok(()),
            NoticeOutcome::Busy(why) => Err(Fault::Away(why)),
            NoticeOutcome::Refused(why) => Err(Fault::Refused(why)),
        }
    }
}

/// Status and beginning of an answer.
async fn answer(request: reqwest::RequestBuilder) -> reqwest::Result<(u16, Vec<u8>)> {
    let mut response = request.send().await?;
    let (status, mut body) = (response.status().as_u16(), Vec::new());
    while let Some(piece) = response.chunk().await?
        && body.len() < ANSWER_MAX
    {
        body.extend_from_slice(&piece);
    }
    Ok((status, body))
}

/// The error with its causes in one line, and without the address.
fn without_address(error: reqwest::Error) -> String {
    format!("{:#}", anyhow::Error::new(error.without_url()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    const FILE: &str =
        "- {url: 'https://hooks.example/s3cret', format: feishu, on: [received], secret: word}";

    #[test]
    fn a_file_is_its_owners_alone_and_no_error_repeats_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("webhooks.yaml");
        for (text, mode, is_fine) in [
            (FILE.to_owned(), 0o600, true),
            (FILE.to_owned(), 0o640, false),
            (FILE.replace("received", "published"), 0o600, false),
            (FILE.replace("received", "confirmation"), 0o600, false),
            (FILE.replace("feishu", "wecom"), 0o600, false),
        ] {
            std::fs::write(&path, &text).unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            let opened = Webhooks::open(Some(path.clone()));
            let shown = format!("{opened:?}");
            assert_eq!(opened.is_ok(), is_fine, "{mode:o} {text}");
            assert!(
                !shown.contains("s3cret") && !shown.contains("word"),
                "{shown}"
            );
        }
    }

    #[test]
    fn those_who_want_to_know_are_told_and_their_addresses_stand_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("webhooks.yaml");
        std::fs::write(&path, FILE).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
        let webhooks = Webhooks::open(Some(path)).unwrap();
        let ways = webhooks.ways(NoticeKind::Received);
        assert_eq!((ways.len(), ways[0].len()), (1, 64));
        assert!(webhooks.ways(NoticeKind::Withdrawn).is_empty());
        let none = Webhooks::open(None).unwrap();
        assert!(none.ways(NoticeKind::Received).is_empty());
    }
}
