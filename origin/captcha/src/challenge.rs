//! Captchas: a question that a person answers before an e-mail is sent.
//!
//! ```text
//! drawn (no row is stored) ──► answered (once, right or wrong)
//!    └────────────────────────► expired after LIFETIME
//! ```
//!
//! The state of a captcha is in its id, sealed together with the answer:
//! `<nonce>.<expiry>.<kind>.<seal>`. So drawing one changes no data, whichever process draws it;
//! using one up is an INSERT that succeeds once.

pub mod media;

use origin_ground::id;
use origin_ground::key::KeyRing;

/// Seconds that a captcha can be answered: time to type an address, also with a screen reader.
pub const LIFETIME: i64 = 10 * 60;

/// Characters of an answer: of 18 each, a blind guess is right once in 1.9 million times, and there
/// is only one per captcha.
const LENGTH: usize = 5;

/// Characters of pictures: none of these is mistaken for another, in upper or lower case, bent or
/// dotted.
const SHOWN: &str = "ACEFHJKMNPRTXY3479";

/// Characters of recordings: digits, which more people understand in a foreign language than
/// letters. A guess is right once in 59,000 times.
const SAID: &str = "123456789";

/// The answer to every captcha under `--predictable-captchas`, for tests that drive a whole
/// sign-in.
pub const PREDICTABLE_ANSWER: &str = "TESTS";

/// Kind of a captcha: for the eye or for the ear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Distorted characters in a PNG.
    Image,
    /// Spoken digits in a WAV.
    Audio,
}

/// A captcha about to be asked.
pub struct Challenge {
    /// The id that must come back with the answer.
    pub id: String,
    /// The right answer, for the maker of the picture or recording alone.
    pub answer: String,
}

impl Kind {
    /// The name in queries and ids.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Audio => "audio",
        }
    }

    /// The kind of that name.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Image, Self::Audio]
            .into_iter()
            .find(|kind| kind.as_str() == text)
    }

    /// Characters that answers are drawn from.
    pub fn alphabet(self) -> &'static str {
        match self {
            Self::Image => SHOWN,
            Self::Audio => SAID,
        }
    }
}

impl Challenge {
    /// A new captcha, from the operating system's randomness.
    pub fn random(key: &KeyRing, kind: Kind, now: i64) -> Self {
        let alphabet = kind.alphabet().as_bytes();
        let pick = |_| char::from(alphabet[rand::random_range(0..alphabet.len())]);
        Self::with_answer(key, kind, now, (0..LENGTH).map(pick).collect())
    }

    /// A new captcha with this answer.
    pub fn with_answer(key: &KeyRing, kind: Kind, now: i64, answer: String) -> Self {
        let mut id = Id {
            nonce: id::random(),
            expires_at: now + LIFETIME,
            kind,
            seal: String::new(),
        };
        id.seal = key.seal(&id.sealed_parts(&id.expires_at.to_string(), &answer));
        let id = format!(
            "{}.{}.{}.{}",
            id.nonce,
            id.expires_at,
            kind.as_str(),
            id.seal
        );
        Self { id, answer }
    }
}

/// An id that came back, in its parts.
pub struct Id {
    /// 32 random hexadecimal digits; the database keeps those of a used captcha.
    pub nonce: String,
    /// End of the time for an answer, in seconds since the epoch.
    pub expires_at: i64,
    kind: Kind,
    seal: String,
}

impl Id {
    /// The parts of an id that has the form of one.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let (nonce, expires_at, kind, seal) =
            (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let hexadecimal = nonce
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let fits = parts.next().is_none() && hexadecimal && nonce.len() == id::LENGTH;
        fits.then_some(Self {
            nonce: nonce.to_owned(),
            expires_at: expires_at.parse().ok()?,
            kind: Kind::parse(kind)?,
            seal: seal.to_owned(),
        })
    }

    /// Whether the time for an answer runs. A forged id may claim to be open for longer than any
    /// captcha; it is refused, since its row would stay as long.
    pub fn is_open(&self, now: i64) -> bool {
        now < self.expires_at && self.expires_at <= now + LIFETIME
    }

    /// Whether `answer` is the captcha's. Takes the same time whatever differs.
    pub fn fits(&self, key: &KeyRing, answer: &str) -> bool {
        let answer = normalise(answer);
        key.fits(
            &self.seal,
            &self.sealed_parts(&self.expires_at.to_string(), &answer),
        )
    }

    /// The parts of the seal. The first keeps it apart from whatever else the key seals.
    fn sealed_parts<'a>(&'a self, expires_at: &'a str, answer: &'a str) -> [&'a str; 5] {
        [
            "captcha",
            &self.nonce,
            expires_at,
            self.kind.as_str(),
            answer,
        ]
    }
}

/// Case and spaces are no mistakes.
fn normalise(answer: &str) -> String {
    let characters = answer.chars().filter(|c| !c.is_whitespace());
    characters.map(|c| c.to_ascii_uppercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_795_230_245;

    fn key() -> KeyRing {
        let var = tempfile::tempdir().unwrap();
        KeyRing::open(origin_ground::key::path(var.path(), None)).unwrap()
    }

    fn fits(key: &KeyRing, id: &str, answer: &str) -> bool {
        Id::parse(id).is_some_and(|id| id.is_open(NOW) && id.fits(key, answer))
    }

    #[test]
    fn only_its_own_answer_fits_in_any_case_and_with_spaces() {
        let key = key();
        for kind in [Kind::Image, Kind::Audio] {
            let Challenge { id, answer } = Challenge::random(&key, kind, NOW);
            assert_eq!(answer.len(), LENGTH);
            assert!(fits(&key, &id, &answer));
            assert!(fits(
                &key,
                &id,
                &format!(" {}\u{3000}", answer.to_lowercase())
            ));
            for wrong in ["", "TESTS", &answer[1..], &format!("{answer}A")] {
                assert!(!fits(&key, &id, wrong), "{wrong}");
            }
        }
    }

    #[test]
    fn an_id_that_was_changed_in_any_part_fits_no_answer() {
        let key = key();
        let Challenge { id, answer } = Challenge::random(&key, Kind::Image, NOW);
        let parts: Vec<&str> = id.split('.').collect();
        let later = (NOW + LIFETIME - 1).to_string();
        for (part, other) in [
            (0, "0".repeat(32).as_str()),
            (1, later.as_str()),
            (2, "audio"),
            (3, "0".repeat(64).as_str()),
        ] {
            let mut changed = parts.clone();
            changed[part] = other;
            assert!(!fits(&key, &changed.join("."), &answer), "{other}");
        }
        let other = Challenge::random(&key, Kind::Image, NOW);
        assert_ne!(other.id, id);
        assert!(!fits(&self::key(), &id, &answer), "sealed by another key");
    }

    #[test]
    fn an_id_is_open_for_its_lifetime_and_never_for_longer() {
        let id = Id::parse(&Challenge::random(&key(), Kind::Image, NOW).id).unwrap();
        assert!(id.is_open(NOW) && id.is_open(NOW + LIFETIME - 1));
        assert!(!id.is_open(NOW + LIFETIME));
        assert!(!id.is_open(NOW - 1), "made to last longer than any");
    }

    #[test]
    fn what_has_not_the_shape_of_an_id_is_none() {
        let nonce = "0".repeat(32);
        for wrong in [
            "",
            "...",
            "0.1.image.0",
            &format!("{nonce}.1.image"),
            &format!("{nonce}.1.image.0.0"),
            &format!("{nonce}.x.image.0"),
            &format!("{nonce}.99999999999999999999.image.0"),
            &format!("{nonce}.1.video.0"),
            &format!("{}.1.image.0", "G".repeat(32)),
        ] {
            assert!(Id::parse(wrong).is_none(), "{wrong}");
        }
    }
}
