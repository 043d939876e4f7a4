//! Uploads: begun, continued wherever they stopped, and given up or taken by a message.
//!
//! An upload's id opens it and is stored only as a hash. Of an upload there is a row, and a file
//! once the first bytes have come; a file without a row is removed by housekeeping.

mod error;
mod room;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::pin::pin;
use std::time::Duration;

use sha2::{Digest, Sha256};

pub use error::UploadError;

use crate::Uploads;
use crate::document::Document;
use crate::files::upload_dir::{End, UploadHandle};
use crate::store::uploads::{self, NewUpload, Upload};
use origin_ground::limits::Client;
use origin_ground::space;
use origin_ground::token::Token;

/// Seconds that an upload has to become a message's: a day, so that a draft can be finished
/// tomorrow.
const LIFETIME: i64 = 24 * 60 * 60;

/// How often the arrival of bytes is noted of an upload: well before it would give way.
const NOTE_EVERY: Duration = Duration::from_secs(5 * 60);

/// An upload that a client asks for.
pub struct UploadRequest<'a> {
    /// Name of the form.
    pub form: &'a str,
    /// The sender's name for the file.
    pub file_name: &'a str,
    /// Bytes.
    pub size: u64,
    /// The client, by which uploads are counted.
    pub client: Client,
}

/// An upload that was created.
pub struct CreatedUpload {
    /// The secret that opens the upload.
    pub id: Token,
    /// Time at which it is removed, in seconds since the epoch.
    pub expires_at: i64,
}

/// How far an upload has come.
pub struct Progress {
    /// Bytes that have arrived.
    pub offset: u64,
    /// Length of the whole file in bytes; of an HTML form, the longest that it may have.
    pub size: u64,
    /// Time at which it is removed, in seconds since the epoch.
    pub expires_at: i64,
}

/// A file that has arrived whole.
pub struct CompletedUpload {
    /// The file on disk, to which no other call writes while this exists.
    pub arrival: UploadHandle,
    /// The sender's name for the file.
    pub file_name: String,
    /// The kind of document that the file is; none if it is no document.
    pub document: Option<Document>,
    /// Bytes.
    pub size: i64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// Begins an upload.
pub async fn begin(
    uploads: &Uploads,
    upload: &UploadRequest<'_>,
) -> Result<CreatedUpload, UploadError> {
    if !has_room(uploads, upload.size).map_err(UploadError::Disk)? {
        return Err(UploadError::Full);
    }
    let (id, now) = (Token::random(), uploads.ground.clock.now());
    let client = upload.client.to_string();
    let network = upload.client.network().to_string();
    let new = NewUpload {
        id_hash: &id.hash(),
        form: upload.form,
        file_name: upload.file_name,
        size: i64::try_from(upload.size).unwrap_or(i64::MAX),
        client: &uploads.ground.key.seal(&["upload", &client]),
        network: &uploads.ground.key.seal(&["network of upload", &network]),
        now,
        expires_at: now + LIFETIME,
    };
    // Written first and counted then, so that uploads that begin at the same moment count too.
    let mut transaction = uploads.ground.db.writers().begin().await?;
    uploads::begin(&mut transaction, &new).await?;
    let ended = room::make(uploads, &mut transaction, &new).await?;
    transaction.commit().await?;
    for name in ended {
        // Housekeeping would do it too.
        if let Err(error) = uploads.upload_dir.remove(&name).await {
            tracing::warn!(%error, "the file of an upload that gave way could not be removed");
        }
    }
    Ok(CreatedUpload {
        id,
        expires_at: new.expires_at,
    })
}

/// Whether so many more bytes leave the disk as free as it has to stay.
fn has_room(uploads: &Uploads, size: u64) -> io::Result<bool> {
    let free = space::free(uploads.upload_dir.folder())?;
    let has_room = free.saturating_sub(size) >= uploads.keep_free;
    if !has_room {
        tracing::warn!(free, "no file is taken: the disk of `var` is nearly full");
    }
    Ok(has_room)
}

/// How far an upload has come. A call that still waits for its bytes ends.
pub async fn progress(uploads: &Uploads, id: &Token) -> Result<Progress, UploadError> {
    let (upload, arrival) = enter(uploads, id).await?;
    advance(uploads, id, &upload, &arrival).await
}

/// How far an upload has come; from here on, a whole one waits for no bytes.
async fn advance(
    uploads: &Uploads,
    id: &Token,
    upload: &Upload,
    arrival: &UploadHandle,
) -> Result<Progress, UploadError> {
    let (offset, size) = (arrival.length().await?, upload.size.unsigned_abs());
    if offset == size {
        uploads::wait(uploads.ground.db.writers(), &id.hash(), None).await?;
    }
    Ok(Progress {
        offset,
        size,
        expires_at: upload.expires_at,
    })
}

/// Continues an upload. `length` is that of the body, where the sender gives it.
pub async fn append<B>(
    uploads: &Uploads,
    id: &Token,
    offset: u64,
    length: Option<u64>,
    body: &mut B,
) -> Result<Progress, UploadError>
where
    B: http_body::Body<Data = bytes::Bytes> + Unpin,
{
    let (upload, mut arrival) = enter(uploads, id).await?;
    if arrival.length().await? != offset {
        return Err(UploadError::Elsewhere);
    }
    let left = upload.size.unsigned_abs().saturating_sub(offset);
    if length.is_some_and(|length| length > left) {
        return Err(UploadError::TooLarge);
    }
    if !has_room(uploads, length.unwrap_or(left))? {
        return Err(UploadError::Full);
    }
    match take(uploads, &id.hash(), &mut arrival, body, left).await? {
        End::Whole => {}
        End::Broken => return Err(UploadError::Broken),
        End::Silent => return Err(UploadError::Silent),
        End::TooMuch => return Err(UploadError::TooLarge),
    }
    advance(uploads, id, &upload, &arrival).await
}

/// Writes bytes as they come, and notes that they do.
async fn take<B>(
    uploads: &Uploads,
    id_hash: &str,
    arrival: &mut UploadHandle,
    body: &mut B,
    most: u64,
) -> Result<End, UploadError>
where
    B: http_body::Body<Data = bytes::Bytes> + Unpin,
{
    let mut writing = pin!(arrival.append(body, most));
    loop {
        let now = uploads.ground.clock.now();
        if !uploads::wait(uploads.ground.db.writers(), id_hash, Some(now)).await? {
            // It gave way to another one a moment ago.
            return Err(UploadError::Unknown);
        }
        if let Ok(end) = tokio::time::timeout(NOTE_EVERY, &mut writing).await {
            return Ok(end?);
        }
    }
}

/// Takes a file of unknown length in one request: at most as much as was announced.
pub async fn receive<B>(
    uploads: &Uploads,
    upload: &UploadRequest<'_>,
    body: &mut B,
) -> Result<Token, UploadError>
where
    B: http_body::Body<Data = bytes::Bytes> + Unpin,
{
    let created = begin(uploads, upload).await?;
    match append(uploads, &created.id, 0, None, body).await {
        Ok(progress) => {
            let size = i64::try_from(progress.offset).unwrap_or(i64::MAX);
            uploads::settle(uploads.ground.db.writers(), &created.id.hash(), size).await?;
            Ok(created.id)
        }
        Err(error) => {
            give_up(uploads, &created.id).await?;
            Err(error)
        }
    }
}

/// Ends an upload and removes its file.
pub async fn give_up(uploads: &Uploads, id: &Token) -> Result<(), UploadError> {
    let (_, arrival) = enter(uploads, id).await?;
    let mut connection = uploads.ground.db.writers().acquire().await?;
    uploads::end(&mut connection, &id.hash()).await?;
    drop(connection);
    uploads.upload_dir.remove(&id.hash()).await?;
    drop(arrival);
    Ok(())
}

/// The file of an upload that has come whole, for a form; none if it has not, or was for another
/// one.
pub async fn whole(
    uploads: &Uploads,
    id: &Token,
    form: &str,
) -> Result<Option<CompletedUpload>, UploadError> {
    let (upload, arrival) = match enter(uploads, id).await {
        Err(UploadError::Unknown) => return Ok(None),
        entered => entered?,
    };
    if upload.form != form || arrival.length().await? != upload.size.unsigned_abs() {
        return Ok(None);
    }
    let path = arrival.path().to_owned();
    let read = tokio::task::spawn_blocking(move || read(&path)).await;
    let (document, sha256) = read.map_err(io::Error::other)??;
    Ok(Some(CompletedUpload {
        arrival,
        file_name: upload.file_name,
        document,
        size: upload.size,
        sha256,
    }))
}

/// The document that a file is, and the hash of its bytes.
fn read(path: &Path) -> io::Result<(Option<Document>, String)> {
    let mut file = File::open(path)?;
    let document = Document::read(&mut file)?;
    io::Seek::rewind(&mut file)?;
    let (mut hash, mut bytes) = (Sha256::new(), vec![0; 256 * 1024]);
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok((document, hex::encode(hash.finalize()))),
            read => hash.update(&bytes[..read]),
        }
    }
}

async fn enter(uploads: &Uploads, id: &Token) -> Result<(Upload, UploadHandle), UploadError> {
    let hash = id.hash();
    // Looked up first, so that a made-up id delays no other call.
    find(uploads, &hash).await?;
    let arrival = uploads.upload_dir.enter(&hash).await?;
    // Another call may have ended it meanwhile.
    Ok((find(uploads, &hash).await?, arrival))
}

async fn find(uploads: &Uploads, hash: &str) -> Result<Upload, UploadError> {
    let found = uploads::find(
        uploads.ground.db.readers(),
        hash,
        uploads.ground.clock.now(),
    )
    .await?;
    found.ok_or(UploadError::Unknown)
}
