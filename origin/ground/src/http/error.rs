//! Refusals: status and headers of every answer that is not 200, its text (`text`), and the errors
//! of the ground that become one (`causes`). Each feature adds its own.
//!
//! Two readers, two texts: the client's is in the catalogs; the log's is written at the place of
//! the fault.

mod causes;
mod text;

use contract::api::{Field, Refusal};
use contract::form::FieldFault;
use http::{HeaderName, StatusCode, header};

use crate::http::tus;

/// Why a call was not answered as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// No call has this path: `GET /api/nothing`.
    UnknownCall(String),
    /// The path has calls, but not with this method; names those it has.
    MethodNotAllowed(String),
    /// The body's content type is not JSON.
    NotJson,
    /// The body does not parse; with the place.
    MalformedBody(String),
    /// The body is longer than so many bytes.
    BodyTooLarge(usize),
    /// The body took longer than [`super::body::BODY_TIME`].
    BodyTooSlow,
    /// The body broke off.
    BodyBroken,
    /// There is no such kind of captcha.
    UnknownKind,
    /// Wrong, used, expired or never asked.
    CaptchaRefused,
    /// Not an address that e-mail is sent to.
    BadEmail,
    /// Not a display name.
    BadName,
    /// A code was sent to this address a moment ago; another may be sent in so many seconds.
    CodeTooSoon(i64),
    /// This address has had as many codes as it may; another may be sent in so many seconds.
    TooManyCodes(i64),
    /// This client has made as many such calls as it may; it may make another in so many seconds.
    TooManyCalls(i64),
    /// Wrong, used, expired, tried too often, never sent, or of an address that may not make an
    /// account: one answer, so that a client cannot learn which.
    CodeRefused,
    /// The agreements that were accepted are not those of the live build.
    AgreementsChanged,
    /// The e-mail could not be sent.
    MailFailed,
    /// No valid bearer token.
    SignedOut,
    /// The person has no session of this name.
    UnknownSession,
    /// The site has no such form, or none that takes a file.
    UnknownForm,
    /// No message has this link, or no longer.
    UnknownMessage,
    /// The person is no recipient of messages.
    NeedsRecipient,
    /// No message has this number, or no longer.
    UnknownNumber,
    /// The message has no file.
    NoMessageFile,
    /// The file of the message is not scanned yet.
    FileNotScanned,
    /// The file of the message is infected.
    FileInfected,
    /// The message was not done.
    NotDone,
    /// The sender took the message back.
    MessageWithdrawn,
    /// The key of a message has not the form of one.
    BadKey,
    /// Answers of a message that cannot be taken, and their names for people.
    Faults(Vec<FieldFault>, String),
    /// The privacy text that was accepted is not that of the live build.
    PrivacyChanged,
    /// Many messages of one network: a captcha has to be solved.
    CaptchaNeeded,
    /// The client does not speak tus 1.0.0.
    NotTus,
    /// The body is not declared as bytes of an upload.
    NotBytes,
    /// A header of an upload is missing or malformed.
    BadUploadHeader(HeaderName),
    /// A name that no file may have.
    BadFileName,
    /// A file of another kind than the form takes, by its name.
    BadFileKind,
    /// A file without a byte.
    EmptyFile,
    /// A file of more than so many bytes.
    FileTooLarge(u64),
    /// No upload has this id, or no longer.
    UnknownUpload,
    /// The upload stopped elsewhere.
    UploadElsewhere,
    /// More bytes than were announced.
    UploadTooLong,
    /// Another call is writing to the upload.
    UploadContested,
    /// No room is left for another upload.
    NoRoom,
    /// The site is not connected with Feishu.
    NoFeishu,
    /// Feishu's code is used, expired or made up.
    FeishuCodeRefused,
    /// Feishu does not vouch for the person, or the person may not make an account.
    FeishuPersonRefused,
    /// Feishu takes the next question in so many seconds.
    FeishuBusy(i64),
    /// Feishu is not there, or refuses the site.
    FeishuAway,
    /// The session was not begun by Feishu.
    NeedsFeishu,
    /// The address is no page of the site that Feishu shows.
    NotFeishuPage,
    /// The address is no page of the site.
    NotWeChatPage,
    /// WeChat is not there, or refuses the site.
    WeChatAway,
    /// No supplier has this id.
    UnknownSupplier,
    /// A parameter of the query is not valid: its name.
    BadQuery(&'static str),
    /// No build is published.
    NoBuild,
    /// The origin data named by the header does not exist.
    UnknownData,
    /// The header names no origin data.
    BadDataHash,
    /// No question, or one that is too long.
    BadQuestion,
    /// Another parameter of a search is not valid.
    BadPage,
    /// The messages are no conversation that ends with a question.
    BadConversation,
    /// Passing: the database is locked, the disk is full, a file is torn, all permits are taken.
    Unavailable,
    /// A fault of ours.
    Internal,
}

/// Seconds after which a client with a temporary refusal should come back.
const RETRY_AFTER: i64 = 5;

/// Faults of a message that are reported: more than any form has, and no more than one can read.
const FAULTS_TOLD: usize = 50;

/// Seconds to wait when e-mail cannot be sent, or Feishu or WeChat is away: another's server takes
/// longer to come back than a database.
const RETRY_SERVER_AFTER: i64 = 30;

/// Seconds to wait when no room is left for an upload: some will be messages then, or give way.
const RETRY_UPLOAD_AFTER: i64 = 300;

impl ApiError {
    /// The HTTP status, and the envelope's `code`.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::UnknownCall(_)
            | Self::UnknownData
            | Self::UnknownSession
            | Self::UnknownForm
            | Self::UnknownMessage
            | Self::UnknownNumber
            | Self::NoMessageFile
            | Self::UnknownSupplier
            | Self::NoFeishu
            | Self::UnknownUpload => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotJson | Self::NotBytes => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BodyTooLarge(_) | Self::FileTooLarge(_) | Self::UploadTooLong => {
                StatusCode::PAYLOAD_TOO_LARGE
            }
            Self::BodyTooSlow => StatusCode::REQUEST_TIMEOUT,
            // A refused code is a 400: a 401 would make the gateway forget an unrelated session.
            Self::MalformedBody(_)
            | Self::BodyBroken
            | Self::UnknownKind
            | Self::CaptchaRefused
            | Self::BadEmail
            | Self::BadName
            | Self::CodeRefused
            | Self::FeishuCodeRefused
            | Self::NotFeishuPage
            | Self::NotWeChatPage
            | Self::BadQuery(_)
            | Self::BadKey
            | Self::BadUploadHeader(_)
            | Self::BadFileName
            | Self::BadFileKind
            | Self::EmptyFile
            | Self::BadQuestion
            | Self::BadPage
            | Self::BadConversation
            | Self::BadDataHash => StatusCode::BAD_REQUEST,
            Self::AgreementsChanged
            | Self::PrivacyChanged
            | Self::UploadElsewhere
            | Self::FileNotScanned
            | Self::FileInfected
            | Self::NotDone
            | Self::MessageWithdrawn => StatusCode::CONFLICT,
            Self::Faults(..) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::CaptchaNeeded
            | Self::FeishuPersonRefused
            | Self::NeedsFeishu
            | Self::NeedsRecipient => StatusCode::FORBIDDEN,
            Self::NotTus => StatusCode::PRECONDITION_FAILED,
            Self::UploadContested => StatusCode::LOCKED,
            Self::CodeTooSoon(_) | Self::TooManyCodes(_) | Self::TooManyCalls(_) => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Self::SignedOut => StatusCode::UNAUTHORIZED,
            Self::NoBuild
            | Self::MailFailed
            | Self::NoRoom
            | Self::FeishuBusy(_)
            | Self::FeishuAway
            | Self::WeChatAway
            | Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The header that the status asks for.
    pub fn header(&self) -> Option<(HeaderName, String)> {
        match self {
            Self::MethodNotAllowed(allow) => Some((header::ALLOW, allow.clone())),
            Self::SignedOut => Some((header::WWW_AUTHENTICATE, "Bearer".to_owned())),
            Self::NotTus => Some((tus::TUS_VERSION, tus::VERSION.to_owned())),
            _ => self
                .retry_after()
                .map(|seconds| (header::RETRY_AFTER, seconds.to_string())),
        }
    }

    /// The envelope's `data`, where there is something that a program can act on.
    pub fn refusal(&self) -> Option<Refusal> {
        let refusal = Refusal {
            field: self.field(),
            retry_after: self.retry_after().map(i64::unsigned_abs),
            fields: match self {
                Self::Faults(faults, _) => faults.iter().take(FAULTS_TOLD).cloned().collect(),
                _ => Vec::new(),
            },
        };
        (refusal != Refusal::default()).then_some(refusal)
    }

    /// The field of the request that a person can put right.
    pub fn field(&self) -> Option<Field> {
        match self {
            Self::CaptchaRefused | Self::CaptchaNeeded => Some(Field::Captcha),
            Self::BadEmail | Self::TooManyCodes(_) => Some(Field::Email),
            Self::CodeRefused | Self::CodeTooSoon(_) | Self::FeishuCodeRefused => Some(Field::Code),
            Self::AgreementsChanged | Self::PrivacyChanged => Some(Field::Agreements),
            Self::BadFileName | Self::BadFileKind | Self::EmptyFile | Self::FileTooLarge(_) => {
                Some(Field::File)
            }
            Self::BadName => Some(Field::Name),
            Self::BadQuestion => Some(Field::Q),
            _ => None,
        }
    }

    /// Seconds until the call may be tried again.
    fn retry_after(&self) -> Option<i64> {
        match self {
            Self::CodeTooSoon(seconds)
            | Self::TooManyCodes(seconds)
            | Self::FeishuBusy(seconds)
            | Self::TooManyCalls(seconds) => Some(*seconds),
            Self::MailFailed | Self::FeishuAway | Self::WeChatAway => Some(RETRY_SERVER_AFTER),
            Self::NoRoom => Some(RETRY_UPLOAD_AFTER),
            Self::NoBuild | Self::Unavailable => Some(RETRY_AFTER),
            _ => None,
        }
    }
}
