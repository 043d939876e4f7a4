//! Where builds come from: a folder, or a bucket with a folder in front of it.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use ::bucket::{BucketUrl, NotABucketUrl};

use super::{ConfigError, Options};

/// The beginning of a bucket's address.
const SCHEME: &str = "s3://";

/// The value of `--builds`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildsPlace {
    /// A folder that the generator publishes to.
    Folder(PathBuf),
    /// A bucket that `generator push` publishes to.
    Bucket(BucketUrl),
}

/// A bucket, and the folder of the files that this gateway has needed of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BucketPlace {
    /// The bucket.
    pub url: BucketUrl,
    /// The folder.
    pub mirror: PathBuf,
    /// Bytes that the folder may hold.
    pub most: u64,
}

impl FromStr for BuildsPlace {
    type Err = NotABucketUrl;

    fn from_str(text: &str) -> Result<Self, NotABucketUrl> {
        match text.starts_with(SCHEME) {
            true => Ok(Self::Bucket(text.parse()?)),
            false => Ok(Self::Folder(text.into())),
        }
    }
}

impl fmt::Display for BuildsPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => write!(f, "{}", path.display()),
            Self::Bucket(url) => write!(f, "{url}"),
        }
    }
}

#[cfg(not(feature = "builds-in-bucket"))]
pub(super) fn builds(options: &Options) -> Result<(PathBuf, Option<BucketPlace>), ConfigError> {
    match &options.builds {
        BuildsPlace::Folder(path) => Ok((path.clone(), None)),
        BuildsPlace::Bucket(url) => Err(ConfigError::NoBucket(url.to_string())),
    }
}

/// The folder that builds are read from, and the bucket behind it.
#[cfg(feature = "builds-in-bucket")]
pub(super) fn builds(options: &Options) -> Result<(PathBuf, Option<BucketPlace>), ConfigError> {
    let url = match &options.builds {
        BuildsPlace::Folder(path) => return Ok((path.clone(), None)),
        BuildsPlace::Bucket(url) => url.clone(),
    };
    // Its search reads the texts of all pages, and the mirror has few of them.
    if options.origin == "embedded" {
        return Err(ConfigError::BucketWithoutOrigin(url.to_string()));
    }
    let beside_var = || options.var.join("builds");
    let mirror = options.builds_mirror.clone().unwrap_or_else(beside_var);
    let most = u64::from(options.builds_mirror_mib) * 1024 * 1024;
    let bucket = BucketPlace {
        url,
        mirror: mirror.clone(),
        most,
    };
    Ok((mirror, Some(bucket)))
}
