//! Drawing and speaking a captcha's answer. Both take milliseconds of processor time: call them
//! where blocking is allowed.

use std::io::Cursor;
use std::ops::Range;

use captcha::Captcha;
use captcha::filters::{Dots, Noise, Wave};
use hound::{SampleFormat, WavReader, WavSpec, WavWriter};

/// The picture in pixels: 130 × 50 on the page at twice the density, which also fits the narrowest
/// phone beside its field.
const WIDTH: u32 = 260;
const HEIGHT: u32 = 100;

/// Share of pixels that turn black: enough to cost a machine something, too few to cost a person
/// anything.
const NOISE: f32 = 0.03;

/// The recording's format: telephone-like quality is enough, and a quarter of a megabyte is what a
/// phone can be asked to load.
const SPOKEN: WavSpec = WavSpec {
    channels: 1,
    sample_rate: 22_050,
    bits_per_sample: 8,
    sample_format: SampleFormat::Int,
};

/// How much faster or slower than recorded a character is said: still a person's voice.
const PACE: Range<f32> = 0.9..1.1;

/// Share of the recording's loudness.
const LOUDNESS: Range<f32> = 0.6..1.0;

/// Silence before a character, in samples: 0.05 to 0.25 s.
const PAUSE: Range<usize> = 1_100..5_500;

/// Noise in steps of 8 bits: a telephone's.
const HISS: f32 = 4.0;

/// Why there is no captcha.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DrawError {
    /// The library has no shape or sound for a character, or cannot write its picture.
    #[error("the captcha library cannot show or say a character")]
    Library,
    /// A recording cannot be read or written.
    #[error("a recording cannot be joined")]
    Sound(#[from] hound::Error),
}

/// The text as a PNG.
pub(crate) fn draw(text: &str) -> Result<Vec<u8>, DrawError> {
    let mut captcha = with_text(text);
    captcha
        .apply_filter(Noise::new(NOISE))
        .apply_filter(Wave::new(2.0, 8.0).horizontal())
        .apply_filter(Wave::new(2.0, 8.0).vertical())
        .view(WIDTH, HEIGHT)
        .apply_filter(Dots::new(4).min_radius(2).max_radius(4));
    captcha.as_png().ok_or(DrawError::Library)
}

/// The text as a WAV, one character after the other, never twice the same.
pub(crate) fn speak(text: &str) -> Result<Vec<u8>, DrawError> {
    let mut joined = Cursor::new(Vec::new());
    let mut writer = WavWriter::new(&mut joined, SPOKEN)?;
    for recording in with_text(text).as_wav() {
        let recording = recording.ok_or(DrawError::Library)?;
        let samples = WavReader::new(recording.as_slice())?.into_samples();
        let samples: Vec<i16> = samples.collect::<Result<_, _>>()?;
        for sample in vary(&samples) {
            writer.write_sample(sample)?;
        }
    }
    writer.finalize()?;
    Ok(joined.into_inner())
}

/// The library has one recording per character, which a program knows by its first bytes. So each
/// time it is said after another pause, at another pace and loudness, over noise.
fn vary(samples: &[i16]) -> impl Iterator<Item = i8> {
    let pace = rand::random_range(PACE);
    let loudness = rand::random_range(LOUDNESS);
    let pause = std::iter::repeat_n(0.0, rand::random_range(PAUSE));
    let length = (samples.len() as f32 / pace) as usize;
    let said = (0..length).map(move |position| between(samples, position as f32 * pace));
    pause.chain(said).map(move |sample| {
        // The upper byte of 16 bits; the conversion stops at the ends of its range.
        (sample * loudness / 256.0 + rand::random_range(-HISS..=HISS)) as i8
    })
}

/// The value at a place between two samples.
fn between(samples: &[i16], place: f32) -> f32 {
    let at = |index: usize| samples.get(index).copied().map_or(0.0, f32::from);
    let (before, share) = (place as usize, place.fract());
    at(before) * (1.0 - share) + at(before + 1) * share
}

/// The library picks characters at random from those that it may use: one at a time is no choice.
fn with_text(text: &str) -> Captcha {
    let mut captcha = Captcha::new();
    for character in text.chars() {
        captcha.set_chars(&[character]).add_char();
    }
    captcha
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::model::captcha::{Kind, PREDICTABLE_ANSWER};

    #[test]
    fn every_character_can_be_shown_or_said() {
        for text in [Kind::Image.alphabet(), PREDICTABLE_ANSWER] {
            assert_eq!(with_text(text).chars_as_string(), text);
        }
        for text in [Kind::Audio.alphabet(), PREDICTABLE_ANSWER] {
            assert!(with_text(text).as_wav().iter().all(Option::is_some));
        }
    }

    #[test]
    fn the_widest_text_fits_into_the_picture() {
        let widest = Kind::Image.alphabet().chars().map(|character| {
            let area = with_text(&character.to_string().repeat(5)).text_area();
            area.right - area.left
        });
        let widest = widest.max().unwrap();
        assert!(widest < WIDTH - 10, "{widest}");
    }

    #[test]
    fn a_picture_is_small_and_has_its_size() {
        let png = draw("M3MYX").unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert!(png.len() < 12 * 1024, "{}", png.len());
        assert_eq!(
            &png[16..24],
            [WIDTH.to_be_bytes(), HEIGHT.to_be_bytes()].concat()
        );
    }

    #[test]
    fn a_recording_is_one_wav_of_a_few_seconds() {
        let wav = speak("12345").unwrap();
        let reader = WavReader::new(wav.as_slice()).unwrap();
        assert_eq!(reader.spec(), SPOKEN);
        let seconds = reader.duration() / SPOKEN.sample_rate;
        assert!((4..12).contains(&seconds), "{seconds}");
        assert!(wav.len() < 256 * 1024, "{}", wav.len());
    }

    #[test]
    fn two_recordings_of_the_same_text_have_no_piece_in_common() {
        /// In samples: 3 ms.
        const PIECE: usize = 64;
        let [one, other] = [(), ()].map(|()| speak("77777").unwrap());
        let pieces: HashSet<&[u8]> = one[44..].windows(PIECE).collect();
        let same = other[44..].windows(PIECE).filter(|p| pieces.contains(p));
        assert_eq!(same.count(), 0);
    }
}
