//! Jobs of the media worker about an image, and its answers: `media/pictures.mjs` of the
//! frontend.

use serde::{Deserialize, Serialize};

use super::picture::{Encoded, Format, LADDER, Role};
use super::refusal::{MAX_PIXELS, Refusal};
use super::sniff::is_moving_png;
use crate::workers::media::{MediaError, MediaWorkers};

#[derive(Serialize)]
#[serde(tag = "job", rename = "picture", rename_all = "camelCase")]
struct Job {
    format: Format,
    ladder: [u32; LADDER.len()],
    most_pixels: u64,
    moves: bool,
    is_made: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Broken { broken: String },
    Whole(Described),
}

#[derive(Deserialize)]
struct Described {
    width: u32,
    height: u32,
    colours: Option<[String; 3]>,
    files: Vec<File>,
}

/// One of the files that follow, one after the other.
#[derive(Deserialize)]
struct File {
    role: Role,
    format: Format,
    width: u32,
    height: u32,
    size: usize,
}

/// A decoded image, and the results made of it.
pub(super) struct MadePicture {
    /// Width and height of the image upright, in pixels.
    pub(super) size: (u32, u32),
    /// Colours of the [`Picture`](super::Picture).
    pub(super) colours: Option<[String; 3]>,
    /// Files of the picture, narrow candidates before wide ones; the original only if the source
    /// cannot be published as it is. Empty if the image is only checked.
    pub(super) files: Vec<(Role, Encoded)>,
}

/// Decodes `bytes`, which are of that format, to their end; makes files of them if `is_made`.
pub(super) fn make_picture(
    workers: &MediaWorkers,
    bytes: &[u8],
    format: Format,
    is_made: bool,
) -> Result<MadePicture, Refusal> {
    let job = Job {
        format,
        ladder: LADDER,
        most_pixels: MAX_PIXELS,
        moves: format == Format::Png && is_moving_png(bytes),
        is_made,
    };
    // A problem of the image is reported in the answer; an error is not the fault of the image's
    // author.
    let failed = |error: MediaError| Refusal::NotMade(error.to_string().into());
    let (answer, made) = workers.run(&job, bytes).map_err(failed)?;
    match answer {
        Answer::Broken { broken } => Err(Refusal::Broken(broken.into())),
        Answer::Whole(described) => Ok(MadePicture {
            size: (described.width, described.height),
            colours: described.colours,
            files: cut(described.files, &made)?,
        }),
    }
}

/// The files in `made`.
fn cut(files: Vec<File>, mut made: &[u8]) -> Result<Vec<(Role, Encoded)>, Refusal> {
    let cut = |file: File| {
        let (bytes, rest) = made.split_at_checked(file.size)?;
        made = rest;
        let encoded = Encoded {
            format: file.format,
            width: file.width,
            height: file.height,
            bytes: bytes.to_vec(),
        };
        Some((file.role, encoded))
    };
    let files: Option<Vec<_>> = files.into_iter().map(cut).collect();
    files.ok_or_else(|| Refusal::NotMade("the answer is too short".to_owned().into()))
}
