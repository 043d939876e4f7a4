//! Drawing and speaking a captcha's answer. Both take milliseconds of processor time: call them
//! where blocking is allowed.

mod glyphs;
mod picture;
mod recording;
mod sheet;

/// Why there is no captcha.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// A character has no shape, or no sound.
    #[error("there is no shape or no sound of a character")]
    Unknown,
    /// A picture cannot be written.
    #[error("a picture cannot be written")]
    Picture(#[from] png::EncodingError),
    /// A recording cannot be written.
    #[error("a recording cannot be joined")]
    Sound(#[from] hound::Error),
}

/// The text as a PNG, never twice the same.
pub fn draw(text: &str) -> Result<Vec<u8>, DrawError> {
    picture::draw(text, &mut rand::rng())
}

/// The text as a WAV, never twice the same.
pub fn speak(text: &str) -> Result<Vec<u8>, DrawError> {
    recording::speak(text, &mut rand::rng())
}
