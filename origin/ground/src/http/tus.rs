//! Words of tus 1.0.0, the protocol of uploads.

use http::HeaderName;

/// Path of uploads.
pub const PATH: &str = "/api/message/uploads";

/// The version of the protocol.
pub const VERSION: &str = "1.0.0";

/// Version of the protocol, in calls and answers.
pub const TUS_RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
/// Version of the protocol that the server speaks, in the refusal of any other one.
pub const TUS_VERSION: HeaderName = HeaderName::from_static("tus-version");
/// Bytes of the whole file.
pub const UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");
/// Facts of the file: keys, each with a value in Base64.
pub const UPLOAD_METADATA: HeaderName = HeaderName::from_static("upload-metadata");
/// Bytes that have arrived.
pub const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
/// Time at which the upload is removed, as a date of HTTP.
pub const UPLOAD_EXPIRES: HeaderName = HeaderName::from_static("upload-expires");
