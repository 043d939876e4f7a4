//! Refusals: status, headers and text of every answer that is not 200. No other file knows all
//! three.
//!
//! Two readers, two texts: the client's stands here and in the catalogs; the log's is written where
//! the fault is met.

use contract::api::{Field, Refusal};
use http::{HeaderName, StatusCode, header};

use crate::flows::captcha::CaptchaError;
use crate::flows::sign_in::{LoginError, SendError};
use crate::model::user::NAME_MAX;
use crate::platform::content::ContentError;
use crate::platform::limits::TooMany;
use crate::platform::texts::{Catalog, fill};

/// Why a call was not answered as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ApiError {
    /// No call has this path: `GET /api/nothing`.
    UnknownCall(String),
    /// The path has calls, but not with this method; names those it has.
    MethodNotAllowed(String),
    /// The body's content type is not JSON.
    NotJson,
    /// The body does not parse; says where.
    MalformedBody(String),
    /// The body is longer than [`super::body::BODY_MAX`].
    BodyTooLarge,
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
    /// A code went to this address a moment ago; in so many seconds another may.
    CodeTooSoon(i64),
    /// This address has had as many codes as it may; in so many seconds another may be sent.
    TooManyCodes(i64),
    /// This client has made as many such calls as it may; in so many seconds it may make another.
    TooManyCalls(i64),
    /// Wrong, used, expired, tried too often, never sent, or of an address that may not make an
    /// account: one answer, so that nobody learns which.
    CodeRefused,
    /// The agreements that were accepted are not those of the live build.
    AgreementsChanged,
    /// The e-mail could not be sent.
    MailFailed,
    /// No valid bearer token.
    SignedOut,
    /// The person has no session of this name.
    UnknownSession,
    /// Nothing is published.
    NoBuild,
    /// The origin data named by the header does not exist.
    UnknownData,
    /// The header names no origin data.
    BadDataHash,
    /// Passing: the database is locked, the disk is full, a file is torn, all permits are taken.
    Unavailable,
    /// A fault of ours.
    Internal,
}

/// A client that was told "not now" should come back after so many seconds.
const RETRY_AFTER: i64 = 5;

/// The same when e-mail cannot be sent: a mail server takes longer to come back than a database.
const RETRY_MAIL_AFTER: i64 = 30;

impl ApiError {
    /// The HTTP status, and the envelope's `code`.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::UnknownCall(_) | Self::UnknownData | Self::UnknownSession => {
                StatusCode::NOT_FOUND
            }
            Self::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::BodyTooSlow => StatusCode::REQUEST_TIMEOUT,
            // A refused code is a 400: a 401 would make the gateway forget a session that has
            // nothing to do with it.
            Self::MalformedBody(_)
            | Self::BodyBroken
            | Self::UnknownKind
            | Self::CaptchaRefused
            | Self::BadEmail
            | Self::BadName
            | Self::CodeRefused
            | Self::BadDataHash => StatusCode::BAD_REQUEST,
            Self::AgreementsChanged => StatusCode::CONFLICT,
            Self::CodeTooSoon(_) | Self::TooManyCodes(_) | Self::TooManyCalls(_) => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Self::SignedOut => StatusCode::UNAUTHORIZED,
            Self::NoBuild | Self::MailFailed | Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The header that the status asks for.
    pub(crate) fn header(&self) -> Option<(HeaderName, String)> {
        match self {
            Self::MethodNotAllowed(allow) => Some((header::ALLOW, allow.clone())),
            Self::SignedOut => Some((header::WWW_AUTHENTICATE, "Bearer".to_owned())),
            _ => self
                .retry_after()
                .map(|seconds| (header::RETRY_AFTER, seconds.to_string())),
        }
    }

    /// The envelope's `data`, where there is something that a program can act on.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        let refusal = Refusal {
            field: self.field(),
            retry_after: self.retry_after().map(i64::unsigned_abs),
        };
        (refusal != Refusal::default()).then_some(refusal)
    }

    /// The field of the request that a person can put right.
    fn field(&self) -> Option<Field> {
        match self {
            Self::CaptchaRefused => Some(Field::Captcha),
            Self::BadEmail | Self::TooManyCodes(_) => Some(Field::Email),
            Self::CodeRefused => Some(Field::Code),
            Self::AgreementsChanged => Some(Field::Agreements),
            Self::BadName => Some(Field::Name),
            _ => None,
        }
    }

    /// Seconds until the call may be tried again.
    fn retry_after(&self) -> Option<i64> {
        match self {
            Self::CodeTooSoon(seconds)
            | Self::TooManyCodes(seconds)
            | Self::TooManyCalls(seconds) => Some(*seconds),
            Self::MailFailed => Some(RETRY_MAIL_AFTER),
            Self::NoBuild | Self::Unavailable => Some(RETRY_AFTER),
            _ => None,
        }
    }

    /// The text for the client.
    pub(crate) fn message(&self, catalog: &Catalog) -> String {
        let texts = &catalog.api;
        let data_header = [("header", contract::origin_data::HEADER)];
        match self {
            Self::UnknownCall(call) => fill(&texts.unknown_call, &[("call", call)]),
            Self::MethodNotAllowed(allow) => fill(&texts.method_not_allowed, &[("allow", allow)]),
            Self::NotJson => texts.not_json.clone(),
            Self::MalformedBody(place) => fill(&texts.malformed_body, &[("place", place)]),
            Self::BodyTooLarge => {
                let kilobytes = (super::body::BODY_MAX / 1024).to_string();
                fill(&texts.body_too_large, &[("kilobytes", &kilobytes)])
            }
            Self::BodyTooSlow | Self::BodyBroken => texts.body_incomplete.clone(),
            Self::UnknownKind => texts.unknown_kind.clone(),
            Self::CaptchaRefused => texts.captcha_refused.clone(),
            Self::BadEmail => texts.bad_email.clone(),
            Self::BadName => fill(&texts.bad_name, &[("max", &NAME_MAX.to_string())]),
            Self::CodeTooSoon(seconds) => {
                fill(&texts.code_too_soon, &[("seconds", &seconds.to_string())])
            }
            Self::TooManyCodes(seconds) => {
                let minutes = (seconds + 59) / 60;
                fill(&texts.too_many_codes, &[("minutes", &minutes.to_string())])
            }
            Self::TooManyCalls(seconds) => {
                fill(&texts.too_many_calls, &[("seconds", &seconds.to_string())])
            }
            Self::CodeRefused => texts.code_refused.clone(),
            Self::AgreementsChanged => texts.agreements_changed.clone(),
            Self::MailFailed => texts.mail_failed.clone(),
            Self::SignedOut => texts.signed_out.clone(),
            Self::UnknownSession => texts.unknown_session.clone(),
            Self::NoBuild => texts.no_build.clone(),
            Self::UnknownData => fill(&texts.unknown_data, &data_header),
            Self::BadDataHash => fill(&texts.bad_data_hash, &data_header),
            Self::Unavailable => texts.unavailable.clone(),
            Self::Internal => texts.internal.clone(),
        }
    }
}

impl From<sqlx::Error> for ApiError {
    /// Logs the fault, which names tables and files but no values, and says whether it will pass.
    fn from(error: sqlx::Error) -> Self {
        if crate::db::will_pass(&error) {
            tracing::warn!(%error, "the database is not available");
            Self::Unavailable
        } else {
            tracing::error!(%error, "the database refused a query");
            Self::Internal
        }
    }
}

impl From<SendError> for ApiError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::TooSoon(seconds) => Self::CodeTooSoon(seconds),
            SendError::TooMany(seconds) => Self::TooManyCodes(seconds),
            SendError::Mail(error) => {
                tracing::error!(%error, "an e-mail could not be sent");
                Self::MailFailed
            }
            SendError::Storage(error) => error.into(),
        }
    }
}

impl From<LoginError> for ApiError {
    fn from(error: LoginError) -> Self {
        match error {
            LoginError::Refused => Self::CodeRefused,
            LoginError::Storage(error) => error.into(),
        }
    }
}

impl From<CaptchaError> for ApiError {
    fn from(error: CaptchaError) -> Self {
        match error {
            CaptchaError::Refused => Self::CaptchaRefused,
            CaptchaError::Storage(error) => error.into(),
        }
    }
}

impl From<ContentError> for ApiError {
    fn from(error: ContentError) -> Self {
        match error {
            ContentError::NoBuild => Self::NoBuild,
            ContentError::Missing(_) => Self::UnknownData,
            ContentError::Broken(_) => Self::Unavailable,
        }
    }
}

impl From<TooMany> for ApiError {
    fn from(TooMany(seconds): TooMany) -> Self {
        Self::TooManyCalls(seconds)
    }
}
