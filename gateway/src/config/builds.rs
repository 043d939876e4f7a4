//! Where builds come from: a folder, or a bucket with a folder in front of it.

use std::path::PathBuf;

use ::bucket::BucketUrl;

use super::{ConfigError, Options};

/// The beginning of a bucket's address.
const SCHEME: &str = "s3://";

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

/// The folder that builds are read from, and the bucket behind it.
pub(super) fn builds(options: &Options) -> Result<(PathBuf, Option<BucketPlace>), ConfigError> {
    let place = options.builds.to_str();
    let Some(place) = place.filter(|place| place.starts_with(SCHEME)) else {
        return Ok((options.builds.clone(), None));
    };
    let wrong = || ConfigError::Bucket(place.to_owned());
    let url: BucketUrl = place.parse().map_err(|_| wrong())?;
    if cfg!(not(feature = "builds-in-bucket")) {
        return Err(ConfigError::NoBucket(place.to_owned()));
    }
    // Its search reads the texts of all pages, and the mirror has few of them.
    if options.origin == "embedded" {
        return Err(ConfigError::BucketWithoutOrigin(place.to_owned()));
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
