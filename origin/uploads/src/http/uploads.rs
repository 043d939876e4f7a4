//! Uploads by tus 1.0.0, with the extensions creation, expiration and termination.
//!
//! The protocol is a page long and its own client's side is a kept library; of servers there are
//! applications, and a young crate that brings stores of its own. `docs/decisions` has the reasons.

use contract::api::{Envelope, Refusal};
use contract::form::Form;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use http::{HeaderName, StatusCode};

use crate::Uploads;
use crate::document::{self, Document};
use crate::upload::{self, Progress, UploadRequest};
use origin_ground::clock;
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{
    Always, Languages, Limited, Nothing, OfUpload, TusVersionHeader,
};
use origin_ground::http::reply::Answer;
use origin_ground::http::request::Incoming;
use origin_ground::http::tus::{
    PATH, TUS_RESUMABLE, UPLOAD_EXPIRES, UPLOAD_LENGTH, UPLOAD_METADATA, UPLOAD_OFFSET, VERSION,
};
use origin_ground::site::forms::form;
use origin_ground::token::Token;

/// The type of a part of a file.
const BYTES: &str = "application/offset+octet-stream";

/// Begins an upload of a file for a message.
///
/// By tus 1.0.0: `Upload-Length` has the bytes of the file, `Upload-Metadata` the pairs `form` (the
/// form's key) and `filename`. The answer's `Location` is the upload's address, whose last segment
/// is the id for the message; a client with this id may continue the upload. It is kept for a day.
/// A client may have twenty at once.
#[utoipa::path(
    post,
    path = "/api/message/uploads",
    tag = "message",
    operation_id = "beginUpload",
    params(
        Languages,
        TusVersionHeader,
        ("Upload-Length" = u64, Header, description = "Bytes of the file."),
        ("Upload-Metadata" = String, Header, description = "Names and values in base64, with a space between them \
            and a comma between pairs.", example = "form YnA=,filename cGxhbi5wZGY="),
    ),
    responses(
        Always,
        Limited,
        (status = 201, description = "Begun, at `Location`."),
        (status = 400, description = "A header is missing or malformed, or the file is empty or has a name that this form \
            does not take (`field` is `file`).", body = Envelope<Option<Refusal>>),
        (status = 404, description = "There is no such form, or it takes no file.", body = Envelope<Nothing>),
        (status = 412, description = "`Tus-Resumable` is not 1.0.0.", body = Envelope<Nothing>),
        (status = 413, description = "The file is larger than the form takes; `field` is `file`.", body = Envelope<Refusal>),
    )
)]
pub async fn begin(uploads: &Uploads, request: Incoming) -> Result<Answer, ApiError> {
    check_version(&request)?;
    uploads.ground.limits.upload.check(request.client())?;
    let size = number(&request, &UPLOAD_LENGTH)?;
    let metadata = request.header(&UPLOAD_METADATA).unwrap_or_default();
    let bad = || ApiError::BadUploadHeader(UPLOAD_METADATA);
    let name = metadata_value(metadata, "form").ok_or_else(bad)?;
    let file_name = metadata_value(metadata, "filename").ok_or_else(bad)?;
    let form = form(&uploads.ground, request.language(), &name).await?;
    check_file(&form, &file_name, size)?;
    let upload = UploadRequest {
        form: &name,
        file_name: &file_name,
        size,
        client: request.client(),
    };
    let created = upload::begin(uploads, &upload).await?;
    Ok(Answer::Bare(
        StatusCode::CREATED,
        vec![
            (LOCATION, format!("{PATH}/{}", created.id.reveal())),
            expires(created.expires_at),
        ],
    ))
}

/// How far an upload has come.
///
/// A request that still waits for bytes of this upload is ended.
#[utoipa::path(
    head,
    path = "/api/message/uploads/{id}",
    tag = "message",
    operation_id = "uploadProgress",
    params(Languages, TusVersionHeader, ("id" = String, Path, pattern = "^[0-9A-Za-z_-]+$", description = "Id of the upload.")),
    responses(
        Always,
        (status = 200, description = "`Upload-Offset` of `Upload-Length` bytes have come."),
        (status = 404, description = "There is no such upload, or no longer."),
        (status = 412, description = "`Tus-Resumable` is not 1.0.0."),
        (status = 423, description = "Another request is writing to it."),
    )
)]
pub async fn progress(uploads: &Uploads, request: Incoming) -> Result<Answer, ApiError> {
    check_version(&request)?;
    let progress = upload::progress(uploads, &id(&request)?).await?;
    let length = (UPLOAD_LENGTH, progress.size.to_string());
    Ok(progress_answer(StatusCode::OK, &progress, Some(length)))
}

/// Continues an upload.
///
/// The body is bytes of the file from `Upload-Offset` on, which must be where the upload stopped.
/// They are written to disk as they arrive, so after a break the next request continues there.
#[utoipa::path(
    patch,
    path = "/api/message/uploads/{id}",
    tag = "message",
    operation_id = "continueUpload",
    params(
        Languages,
        TusVersionHeader,
        ("id" = String, Path, pattern = "^[0-9A-Za-z_-]+$", description = "Id of the upload."),
        ("Upload-Offset" = u64, Header, description = "Bytes of the file before these."),
    ),
    request_body(content = Vec<u8>, content_type = "application/offset+octet-stream"),
    responses(
        Always,
        OfUpload,
        (status = 204, description = "`Upload-Offset` says how far it has come."),
        (status = 400, description = "`Upload-Offset` is missing, or the body broke off.", body = Envelope<Nothing>),
        (status = 408, description = "Nothing came for 30 s.", body = Envelope<Nothing>),
        (status = 409, description = "The upload stopped elsewhere.", body = Envelope<Nothing>),
        (status = 413, description = "More bytes than `Upload-Length` said.", body = Envelope<Nothing>),
        (status = 415, description = "The content type is not `application/offset+octet-stream`.", body = Envelope<Nothing>),
    )
)]
pub async fn append(uploads: &Uploads, request: Incoming) -> Result<Answer, ApiError> {
    check_version(&request)?;
    if request.header(&CONTENT_TYPE) != Some(BYTES) {
        return Err(ApiError::NotBytes);
    }
    let (id, offset) = (id(&request)?, number(&request, &UPLOAD_OFFSET)?);
    let length = number(&request, &CONTENT_LENGTH).ok();
    let mut body = request.into_body();
    let progress = upload::append(uploads, &id, offset, length, &mut body).await?;
    Ok(progress_answer(StatusCode::NO_CONTENT, &progress, None))
}

/// Gives an upload up.
///
/// The bytes that have come are removed.
#[utoipa::path(
    delete,
    path = "/api/message/uploads/{id}",
    tag = "message",
    operation_id = "endUpload",
    params(Languages, TusVersionHeader, ("id" = String, Path, pattern = "^[0-9A-Za-z_-]+$", description = "Id of the upload.")),
    responses(
        Always,
        OfUpload,
        (status = 204, description = "There is no such upload any more."),
    )
)]
pub async fn end(uploads: &Uploads, request: Incoming) -> Result<Answer, ApiError> {
    check_version(&request)?;
    upload::give_up(uploads, &id(&request)?).await?;
    Ok(Answer::Bare(StatusCode::NO_CONTENT, Vec::new()))
}

fn check_version(request: &Incoming) -> Result<(), ApiError> {
    let is_known = request.header(&TUS_RESUMABLE) == Some(VERSION);
    is_known.then_some(()).ok_or(ApiError::NotTus)
}

/// Refuses a file that no message could have.
pub fn check_file(form: &Form, name: &str, size: u64) -> Result<(), ApiError> {
    let field = form.file.as_ref().ok_or(ApiError::UnknownForm)?;
    let name = document::file_name(name).ok_or(ApiError::BadFileName)?;
    let named = Document::from_name(name).map(|document| document.kind);
    if !named.is_some_and(|kind| field.types.contains(&kind)) {
        return Err(ApiError::BadFileKind);
    }
    if size == 0 {
        return Err(ApiError::EmptyFile);
    }
    if size > field.max_bytes {
        return Err(ApiError::FileTooLarge(field.max_bytes));
    }
    Ok(())
}

fn id(request: &Incoming) -> Result<Token, ApiError> {
    Token::parse(&request.id).ok_or(ApiError::UnknownUpload)
}

fn number(request: &Incoming, name: &HeaderName) -> Result<u64, ApiError> {
    let text = request.header(name).unwrap_or_default();
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_plain);
    number.ok_or_else(|| ApiError::BadUploadHeader(name.clone()))
}

/// The value of `Upload-Metadata` for a key: `form YnA=,filename cGxhbi5wZGY=`.
fn metadata_value(metadata: &str, key: &str) -> Option<String> {
    use base64::Engine;
    let mut pairs = metadata.split(',').map(str::trim);
    let value = pairs.find_map(|pair| pair.strip_prefix(key)?.strip_prefix(' '))?;
    let bytes = base64::engine::general_purpose::STANDARD.decode(value);
    String::from_utf8(bytes.ok()?).ok()
}

fn progress_answer(
    status: StatusCode,
    progress: &Progress,
    length: Option<(HeaderName, String)>,
) -> Answer {
    let offset = (UPLOAD_OFFSET, progress.offset.to_string());
    let headers = [offset, expires(progress.expires_at)];
    Answer::Bare(status, headers.into_iter().chain(length).collect())
}

fn expires(at: i64) -> (HeaderName, String) {
    (UPLOAD_EXPIRES, clock::http_date(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_found_by_its_whole_key() {
        let metadata = "formation eA==, form YnA=,filename 6K6h5YiSLnBkZg==,empty";
        assert_eq!(metadata_value(metadata, "form").as_deref(), Some("bp"));
        let name = metadata_value(metadata, "filename");
        assert_eq!(name.as_deref(), Some("计划.pdf"));
        for key in ["empty", "name", ""] {
            assert_eq!(metadata_value(metadata, key), None, "{key}");
        }
        assert_eq!(metadata_value("form /w==", "form"), None, "not UTF-8");
        assert_eq!(metadata_value("form ???", "form"), None);
    }
}
