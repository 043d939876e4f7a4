//! The recording of an answer: its characters one after the other, each at its own pace and
//! loudness, over voices that speak others backwards. So silence does not show the end of one.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::ops::Range;
use std::sync::LazyLock;

use captcha::Captcha;
use hound::{SampleFormat, WavReader, WavSpec, WavWriter};
use rand::{Rng, RngExt};

use super::DrawError;

/// The recording's format: telephone-like quality is enough, and a quarter of a megabyte is an
/// acceptable download for a phone.
pub(super) const SPOKEN: WavSpec = WavSpec {
    channels: 1,
    sample_rate: 22_050,
    bits_per_sample: 8,
    sample_format: SampleFormat::Int,
};

/// How much faster or slower than recorded a character is spoken: still a person's voice.
const PACE: Range<f32> = 0.9..1.1;

/// How much the pace changes within a character.
const WOBBLE: Range<f32> = 0.02..0.08;

/// Share of the recording's loudness.
const LOUDNESS: Range<f32> = 0.75..1.0;

/// Loudness of the voices behind: a listener follows a voice that is three times as loud.
const BEHIND: Range<f32> = 0.15..0.28;

/// Voices behind.
const VOICES: usize = 2;

/// Silence before a character, in samples: 0.05 to 0.25 s.
const PAUSE: Range<usize> = 1_100..5_500;

/// Noise in steps of 8 bits: a telephone's.
const HISS: f32 = 4.0;

/// All speakable characters; the voices behind speak digits.
const SAID: &str = "123456789TES";

/// The library reads all its recordings for every word: here it does so once.
static RECORDINGS: LazyLock<BTreeMap<char, Vec<i16>>> = LazyLock::new(|| {
    let read = |character: char| Some((character, recording_of(character)?));
    SAID.chars().filter_map(read).collect()
});

fn recording_of(character: char) -> Option<Vec<i16>> {
    let mut captcha = Captcha::new();
    captcha.set_chars(&[character]).add_char();
    let wav = captcha.as_wav().pop()??;
    let samples = WavReader::new(wav.as_slice()).ok()?.into_samples();
    samples.collect::<Result<_, _>>().ok()
}

/// The text as a WAV.
pub(super) fn speak(text: &str, random: &mut impl Rng) -> Result<Vec<u8>, DrawError> {
    let mut sound = Vec::new();
    for character in text.chars() {
        let recording = RECORDINGS.get(&character).ok_or(DrawError::Unknown)?;
        pause(&mut sound, random);
        let loudness = random.random_range(LOUDNESS);
        sound.extend(vary(recording, loudness, random));
    }
    pause(&mut sound, random);
    for _ in 0..VOICES {
        talk_behind(&mut sound, random);
    }
    let mut joined = Cursor::new(Vec::new());
    let mut writer = WavWriter::new(&mut joined, SPOKEN)?;
    for sample in sound {
        // The upper byte of 16 bits; the conversion stops at the ends of its range.
        writer.write_sample((sample / 256.0 + random.random_range(-HISS..=HISS)) as i8)?;
    }
    writer.finalize()?;
    Ok(joined.into_inner())
}

fn pause(sound: &mut Vec<f32>, random: &mut impl Rng) {
    sound.resize(sound.len() + random.random_range(PAUSE), 0.0);
}

/// A recording at another pace, which changes, and another loudness.
fn vary(recording: &[i16], loudness: f32, random: &mut impl Rng) -> Vec<f32> {
    let (pace, wobble) = (random.random_range(PACE), random.random_range(WOBBLE));
    let (shift, swing) = (
        random.random_range(0.0..6.0_f32),
        random.random_range(0.000_3..0.000_9_f32),
    );
    let (mut place, mut said) = (0.0_f32, Vec::with_capacity(recording.len() * 5 / 4));
    while (place as usize) < recording.len() {
        said.push(between(recording, place) * loudness);
        place += pace * (1.0 + wobble * (shift + swing * said.len() as f32).sin());
    }
    said
}

/// Digits spoken backwards, without a pause, from end to end.
fn talk_behind(sound: &mut [f32], random: &mut impl Rng) {
    let mut start = 0;
    while start < sound.len() {
        let digit = char::from(random.random_range(b'1'..=b'9'));
        let mut backwards = RECORDINGS.get(&digit).cloned().unwrap_or_default();
        backwards.reverse();
        let loudness = random.random_range(BEHIND);
        let said = vary(&backwards, loudness, random);
        for (sample, behind) in sound[start..].iter_mut().zip(&said) {
            *sample += behind;
        }
        // A digit that is cut off leaves no gap between two.
        start += (said.len() * 4 / 5).max(PAUSE.start);
    }
}

/// The value at a place between two samples.
fn between(samples: &[i16], place: f32) -> f32 {
    let at = |index: usize| samples.get(index).copied().map_or(0.0, f32::from);
    let (before, share) = (place as usize, place.fract());
    at(before) * (1.0 - share) + at(before + 1) * share
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;
    use crate::challenge::{Kind, PREDICTABLE_ANSWER};

    fn spoken(text: &str, seed: u64) -> Vec<u8> {
        speak(text, &mut StdRng::seed_from_u64(seed)).unwrap()
    }

    #[test]
    fn every_character_can_be_said() {
        for text in [Kind::Audio.alphabet(), PREDICTABLE_ANSWER] {
            for character in text.chars() {
                assert!(RECORDINGS.contains_key(&character), "{character}");
            }
        }
        assert!(speak("Q", &mut rand::rng()).is_err());
    }

    #[test]
    fn a_recording_is_one_wav_of_a_few_seconds() {
        let wav = spoken("12345", 1);
        let reader = WavReader::new(wav.as_slice()).unwrap();
        assert_eq!(reader.spec(), SPOKEN);
        let seconds = reader.duration() / SPOKEN.sample_rate;
        assert!((4..12).contains(&seconds), "{seconds}");
        assert!(wav.len() < 256 * 1024, "{}", wav.len());
        assert_eq!(wav, spoken("12345", 1), "the same of the same seed");
    }

    #[test]
    fn two_recordings_of_the_same_text_have_no_piece_in_common() {
        /// In samples: 3 ms.
        const PIECE: usize = 64;
        let [one, other] = [1, 2].map(|seed| spoken("77777", seed));
        let pieces: HashSet<&[u8]> = one[44..].windows(PIECE).collect();
        let same = other[44..].windows(PIECE).filter(|p| pieces.contains(p));
        assert_eq!(same.count(), 0);
    }

    #[test]
    fn no_silence_tells_where_a_character_ends() {
        /// In samples: 50 ms, the shortest pause.
        const PIECE: usize = 1_100;
        let wav = spoken("12345", 3);
        let samples = WavReader::new(wav.as_slice()).unwrap().into_samples();
        let samples: Vec<i16> = samples.collect::<Result<_, _>>().unwrap();
        let loud = samples.chunks(PIECE).filter(|piece| {
            let loudest = piece.iter().map(|sample| sample.abs()).max();
            loudest > Some(2 * HISS as i16)
        });
        let share = loud.count() as f32 / (samples.len() as f32 / PIECE as f32);
        assert!(share > 0.85, "{share}");
    }
}
