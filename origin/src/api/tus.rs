//! Words of tus 1.0.0, the protocol of uploads.

use http::HeaderName;

/// Where uploads stand.
pub(super) const PATH: &str = "/api/message/uploads";

/// The version of the protocol.
pub(super) const VERSION: &str = "1.0.0";

pub(super) const TUS_RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
pub(super) const TUS_VERSION: HeaderName = HeaderName::from_static("tus-version");
pub(super) const UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");
pub(super) const UPLOAD_METADATA: HeaderName = HeaderName::from_static("upload-metadata");
pub(super) const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
pub(super) const UPLOAD_EXPIRES: HeaderName = HeaderName::from_static("upload-expires");
