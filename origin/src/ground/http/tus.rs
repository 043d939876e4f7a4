//! Words of tus 1.0.0, the protocol of uploads.

use http::HeaderName;

/// Where uploads stand.
pub(crate) const PATH: &str = "/api/message/uploads";

/// The version of the protocol.
pub(crate) const VERSION: &str = "1.0.0";

pub(crate) const TUS_RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
pub(crate) const TUS_VERSION: HeaderName = HeaderName::from_static("tus-version");
pub(crate) const UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");
pub(crate) const UPLOAD_METADATA: HeaderName = HeaderName::from_static("upload-metadata");
pub(crate) const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
pub(crate) const UPLOAD_EXPIRES: HeaderName = HeaderName::from_static("upload-expires");
