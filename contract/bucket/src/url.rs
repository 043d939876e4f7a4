//! The address of a bucket: `s3://bucket/prefix`.

use std::fmt;
use std::str::FromStr;

/// A part of an S3 bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BucketUrl {
    /// Name of the bucket.
    pub bucket: String,
    /// The part of keys before the files' own names, without slashes at its ends; may be empty.
    pub prefix: String,
}

/// The text is no such address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an address such as `s3://bucket/prefix`")]
pub struct NotABucketUrl;

impl FromStr for BucketUrl {
    type Err = NotABucketUrl;

    fn from_str(text: &str) -> Result<Self, NotABucketUrl> {
        let rest = text.strip_prefix("s3://").ok_or(NotABucketUrl)?;
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        let is_bucket = !bucket.is_empty() && bucket.bytes().all(is_name);
        is_bucket
            .then(|| Self {
                bucket: bucket.to_owned(),
                prefix: prefix.trim_matches('/').to_owned(),
            })
            .ok_or(NotABucketUrl)
    }
}

impl fmt::Display for BucketUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s3://{}/{}", self.bucket, self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_has_a_name_and_perhaps_a_prefix() {
        let told = |text: &str| text.parse::<BucketUrl>().map(|url| url.to_string());
        assert_eq!(told("s3://b"), Ok("s3://b/".to_owned()));
        assert_eq!(told("s3://b/a/c/"), Ok("s3://b/a/c".to_owned()));
        for wrong in ["", "b", "s3://", "s3:///a", "https://b", "s3://a b"] {
            assert_eq!(told(wrong), Err(NotABucketUrl), "{wrong}");
        }
    }
}
