//! Parts of a picture, their widths, and which of them are worth sending. PURE.

use contract::Hash;
use serde::{Deserialize, Serialize};

/// Widths in pixels. All are breakpoints of the site's theme (R9.06); each is about 1.6 times the
/// one before, so that a screen gets at most that much too much. 1600 is left out: it would save a
/// quarter of the top candidate's bytes and cost as much time as the three below it.
pub(super) const LADDER: [u32; 4] = [480, 768, 1200, MAX_WIDTH];

/// Width of the widest picture in pixels: text columns stay below 1000 CSS pixels, so this serves
/// them at two device pixels each.
pub(super) const MAX_WIDTH: u32 = 2000;

/// Greatest width of a still or fallback for readers that get only one file.
const MIDDLE_WIDTH: u32 = 1200;

/// An encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// AV1 still.
    Avif,
    /// WebP, lossy or lossless.
    Webp,
    /// JPEG.
    Jpeg,
    /// PNG, maybe animated.
    Png,
    /// GIF, maybe animated.
    Gif,
    /// Icons in several sizes.
    Ico,
}

impl Format {
    /// The format of a source that is a picture.
    pub fn from_media_type(media_type: &str) -> Option<Self> {
        match media_type {
            "image/avif" => Some(Self::Avif),
            "image/x-icon" => Some(Self::Ico),
            "image/webp" => Some(Self::Webp),
            "image/jpeg" => Some(Self::Jpeg),
            "image/png" => Some(Self::Png),
            "image/gif" => Some(Self::Gif),
            _ => None,
        }
    }

    /// Format of a file by its name.
    pub fn of_path(path: &std::path::Path) -> Option<Self> {
        Self::from_media_type(crate::media_type(path.to_str()?)?)
    }

    /// Content type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Avif => "image/avif",
            Self::Webp => "image/webp",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::Ico => "image/x-icon",
        }
    }

    /// End of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::Webp => "webp",
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Ico => "ico",
        }
    }

    /// False: such a source is published without metadata, and no variants are made of it.
    pub(super) fn is_decoded(self) -> bool {
        !matches!(self, Self::Avif | Self::Ico)
    }
}

/// An encoded image.
#[derive(Debug)]
pub(super) struct Encoded {
    pub(super) format: Format,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) bytes: Vec<u8>,
}

/// One published form of an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// Role of the form in the picture.
    pub role: Role,
    /// Encoding.
    pub format: Format,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Hash of its bytes.
    pub hash: Hash,
    /// Length in bytes.
    pub size: u64,
}

/// Purpose of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Published at the source's own path.
    Original,
    /// One variant of a source set.
    Candidate,
    /// The first frame of an animation.
    Still,
}

impl Variant {
    /// Describes `encoded`.
    pub(super) fn new(role: Role, encoded: &Encoded) -> Self {
        Self {
            role,
            format: encoded.format,
            width: encoded.width,
            height: encoded.height,
            hash: Hash::of(&encoded.bytes),
            size: encoded.bytes.len() as u64,
        }
    }

    /// Path on the site, from that of the source: `/media/news/a/tide.png.1200.avif`. It contains
    /// the source's whole name, because `tide.jpg` may be beside `tide.png`.
    pub fn path(&self, source: &str) -> String {
        let extension = self.format.extension();
        match self.role {
            Role::Original => source.to_owned(),
            Role::Candidate => format!("{source}.{}.{extension}", self.width),
            Role::Still => format!("{source}.still.{extension}"),
        }
    }
}

/// The published forms of one image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// The image at the source's own path: upright, without metadata. Its width and height are
    /// those of the picture.
    pub original: Variant,
    /// Source sets, AVIF before WebP, narrow before wide; empty if no variant is smaller than the
    /// original.
    pub candidates: Vec<Variant>,
    /// The first frame, if the original is animated.
    pub still: Option<Variant>,
    /// Colours of its upper, middle and lower third, as `rrggbb`: shown until it is there. Absent
    /// where one looks through it.
    pub colours: Option<[String; 3]>,
}

impl Picture {
    /// Everything that is published beside the original.
    pub fn variants(&self) -> impl Iterator<Item = &Variant> {
        self.candidates.iter().chain(&self.still)
    }

    /// The source set of one format, narrow before wide.
    pub fn candidates(&self, format: Format) -> impl Iterator<Item = &Variant> {
        self.candidates
            .iter()
            .filter(move |variant| variant.format == format)
    }

    /// The variant for readers that get only one file: WebP of a middle width, or the original.
    pub fn single(&self) -> &Variant {
        self.candidates(Format::Webp)
            .filter(|variant| variant.width <= MIDDLE_WIDTH)
            .last()
            .unwrap_or(&self.original)
    }
}

/// Keeps the candidates that are worth sending. `candidates` are sorted from narrow to wide. A
/// candidate must be smaller than the next wider one; the widest must be smaller than the file that
/// browsers would take instead of it (`instead`, in bytes), or the whole set is dropped.
pub(super) fn worth(candidates: Vec<Encoded>, instead: u64) -> Vec<Encoded> {
    let mut limit = instead;
    let mut kept = Vec::with_capacity(candidates.len());
    for (index, candidate) in candidates.into_iter().rev().enumerate() {
        let size = candidate.bytes.len() as u64;
        if size < limit {
            limit = size;
            kept.push(candidate);
        } else if index == 0 {
            return Vec::new();
        }
    }
    kept.reverse();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_smaller_is_not_kept() {
        let candidate = |width: u32, size: usize| Encoded {
            format: Format::Webp,
            width,
            height: 1,
            bytes: vec![0; size],
        };
        let kept = |sizes: [usize; 3], instead| -> Vec<u32> {
            let candidates = [480, 768, 1000].into_iter().zip(sizes);
            worth(
                candidates
                    .map(|(width, size)| candidate(width, size))
                    .collect(),
                instead,
            )
            .iter()
            .map(|candidate| candidate.width)
            .collect()
        };
        assert_eq!(kept([10, 20, 30], 40), [480, 768, 1000]);
        assert_eq!(kept([10, 31, 30], 40), [480, 1000]);
        assert_eq!(kept([10, 20, 40], 40), Vec::<u32>::new());
    }

    #[test]
    fn files_of_one_name_and_two_kinds_have_different_variants() {
        let variant = Variant::new(
            Role::Candidate,
            &Encoded {
                format: Format::Avif,
                width: 480,
                height: 1,
                bytes: Vec::new(),
            },
        );
        assert_eq!(
            variant.path("/media/news/a/t.png"),
            "/media/news/a/t.png.480.avif"
        );
        assert_ne!(
            variant.path("/media/news/a/t.jpg"),
            variant.path("/media/news/a/t.png")
        );
    }
}
