//! Reasons why an image is not published, and checks of a file before it is decoded.

use super::picture::{Format, MAX_WIDTH};
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::{Argument, Message};

/// An image of more pixels is refused: a small file can claim any size. Larger than the cameras of
/// telephones give by default.
pub(super) const MAX_PIXELS: u64 = 64_000_000;

/// Why an image is not published.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The file cannot be read to its end.
    Broken(Argument),
    /// The name is of another kind than the bytes.
    Misnamed(Format),
    /// Decoding would take too much memory.
    TooLarge(u32, u32),
    /// The file was written while it was read.
    Changing,
    /// Metadata cannot be distinguished from the picture.
    NotStripped(Argument),
    /// The image was decoded and could not be encoded, or not be kept.
    NotMade(Argument),
}

impl Refusal {
    /// The refusal as a diagnostic for the author of `file`.
    pub fn diagnostic(&self, file: &str) -> Diagnostic {
        let message = match self {
            Self::Broken(why) => Message::new("bad-image").with("why", why.clone()),
            Self::Misnamed(format) => Message::new("image-name")
                .with("format", format!("{format:?}"))
                .with("extension", format.extension()),
            Self::TooLarge(width, height) => Message::new("image-size")
                .with("width", *width)
                .with("height", *height)
                .with("enough", MAX_WIDTH),
            Self::NotStripped(why) => Message::new("image-metadata").with("why", why.clone()),
            Self::Changing => Message::new("changing/image"),
            Self::NotMade(why) => Message::new("bad-image/not-made").with("why", why.clone()),
        };
        let diagnostic = Diagnostic::new(file, message);
        match self {
            Self::Changing => diagnostic.retry(),
            _ => diagnostic,
        }
    }
}

/// Refuses an image that would not fit into memory, before it is decoded.
pub(super) fn check_size((width, height): (u32, u32)) -> Result<(), Refusal> {
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Refusal::TooLarge(width, height));
    }
    if width == 0 || height == 0 {
        return Err(Refusal::Broken(Message::new("flaw/no-pixels").into()));
    }
    Ok(())
}
