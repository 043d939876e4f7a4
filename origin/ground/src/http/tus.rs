//! Words of tus 1.0.0, the protocol of uploads.

use http::HeaderName;

/// Where uploads stand.
pub const PATH: &str = "/api/message/uploads";

/// The version of the protocol.
pub const VERSION: &str = "1.0.0";

pub const TUS_RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
pub const TUS_VERSION: HeaderName = HeaderName::from_static("tus-version");
pub const UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");
pub const UPLOAD_METADATA: HeaderName = HeaderName::from_static("upload-metadata");
pub const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
pub const UPLOAD_EXPIRES: HeaderName = HeaderName::from_static("upload-expires");
