//! Content codings: which ones a client accepts, best first (RFC 9110, 12.5.3). Pure.

use http::HeaderMap;
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, HeaderValue};

use crate::protocol::qvalue::{Weight, members};

/// A coding that the generator writes sidecars for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// `.br`
    Brotli,
    /// `.zst`
    Zstd,
    /// `.gz`
    Gzip,
    /// The file itself.
    Identity,
    /// `.dcz`: Zstandard against the build's dictionary, for clients that have it
    /// (`site::dictionary`).
    Dictionary,
}

impl Encoding {
    /// Number of codings.
    pub(crate) const COUNT: usize = 5;

    /// Codings that any client may ask for, in our order among equally preferred ones: smaller
    /// first, and no coding last.
    const RANKED: [Self; 4] = [Self::Brotli, Self::Zstd, Self::Gzip, Self::Identity];

    /// Place of the coding among the bodies of a file.
    pub(crate) fn slot(self) -> usize {
        self as usize
    }

    /// Name in headers.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
            Self::Dictionary => "dcz",
        }
    }

    /// `Content-Encoding`; none for the file itself.
    pub(crate) fn header(self) -> Option<HeaderValue> {
        (self != Self::Identity).then(|| HeaderValue::from_static(self.name()))
    }

    /// The coding of an answer, by its `Content-Encoding`; none for one that no sidecar has.
    pub(crate) fn of_answer(headers: &HeaderMap) -> Option<Self> {
        let Some(value) = headers.get(CONTENT_ENCODING) else {
            return Some(Self::Identity);
        };
        let coded = [Self::Brotli, Self::Zstd, Self::Gzip, Self::Dictionary];
        coded.into_iter().find(|coded| value == coded.name())
    }

    /// The end of a sidecar's name, with its dot.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Zstd => ".zst",
            Self::Gzip => ".gz",
            Self::Identity => "",
            Self::Dictionary => ".dcz",
        }
    }
}

/// `Accept-Encoding` of current browsers over TLS: known without being parsed.
const CURRENT: &str = "gzip, deflate, br, zstd";

/// The codings that a client accepts, best first; ends with the first `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AcceptedEncodings([Option<Encoding>; 4]);

impl AcceptedEncodings {
    /// Reads `Accept-Encoding`. Without the header only the file itself is accepted: such clients
    /// are tools that expect plain bytes.
    pub(crate) fn parse(headers: &HeaderMap) -> Self {
        let mut lines = headers.get_all(ACCEPT_ENCODING).iter();
        match (lines.next(), lines.next()) {
            (None, _) => return Self([Some(Encoding::Identity), None, None, None]),
            (Some(line), None) if line == CURRENT => return Self(Encoding::RANKED.map(Some)),
            _ => {}
        }
        let mut weights = [None; 4];
        let mut rest = None;
        for (token, weight) in members(headers, &ACCEPT_ENCODING) {
            let named = |encoding: &Encoding| token.eq_ignore_ascii_case(encoding.name());
            match Encoding::RANKED.iter().position(named) {
                Some(position) => weights[position] = Some(weight),
                None if token == "*" => rest = Some(weight),
                None if token.eq_ignore_ascii_case("x-gzip") => weights[2] = Some(weight),
                None => {}
            }
        }
        Self::by_weight(weights.map(|weight| weight.or(rest)))
    }

    fn by_weight(weights: [Option<Weight>; 4]) -> Self {
        // A coding that is not named is not accepted, but the file itself is, after all named ones.
        let weight = |position: usize| match (weights[position], Encoding::RANKED[position]) {
            (Some(weight), _) => i32::from(weight),
            (None, Encoding::Identity) => 1,
            (None, _) => 0,
        };
        let mut order = [0, 1, 2, 3];
        order.sort_by_key(|position| -weight(*position));
        Self(order.map(|position| (weight(position) > 0).then_some(Encoding::RANKED[position])))
    }

    /// Best first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Encoding> {
        self.0.into_iter().map_while(|encoding| encoding)
    }

    /// Whether the file itself may be sent.
    pub(crate) fn identity(&self) -> bool {
        self.iter().any(|encoding| encoding == Encoding::Identity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted_names(value: &'static str) -> Vec<&'static str> {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))]);
        AcceptedEncodings::parse(&headers)
            .iter()
            .map(Encoding::name)
            .collect()
    }

    #[test]
    fn codings_are_ranked_by_weight_and_then_by_size() {
        let rows: [(&str, &[&str]); 14] = [
            (
                "gzip, deflate, br, zstd, dcb, dcz",
                &["br", "zstd", "gzip", "identity"],
            ),
            (
                "gzip, deflate, br, zstd",
                &["br", "zstd", "gzip", "identity"],
            ),
            ("gzip;q=1.0, br;q=0.5", &["gzip", "br", "identity"]),
            ("gzip", &["gzip", "identity"]),
            ("x-gzip", &["gzip", "identity"]),
            ("deflate, br", &["br", "identity"]),
            ("BR", &["br", "identity"]),
            ("", &["identity"]),
            ("identity", &["identity"]),
            ("br, identity;q=0", &["br"]),
            ("*;q=0", &[]),
            ("*;q=0, gzip", &["gzip"]),
            ("*", &["br", "zstd", "gzip", "identity"]),
            ("br;q=0, *;q=0.1", &["zstd", "gzip", "identity"]),
        ];
        for (value, expected) in rows {
            assert_eq!(accepted_names(value), expected, "{value}");
        }
    }

    #[test]
    fn all_lines_count_whatever_the_first_one_says() {
        let lines = [CURRENT, "br;q=0, zstd;q=0"];
        let headers = lines.map(|line| (ACCEPT_ENCODING, HeaderValue::from_static(line)));
        let mut all = HeaderMap::new();
        for (name, value) in headers {
            all.append(name, value);
        }
        let accepted: Vec<_> = AcceptedEncodings::parse(&all).iter().collect();
        assert_eq!(accepted, [Encoding::Gzip, Encoding::Identity]);
    }

    #[test]
    fn without_the_header_the_file_itself_is_sent() {
        let accepted = AcceptedEncodings::parse(&HeaderMap::new());
        assert_eq!(accepted.iter().collect::<Vec<_>>(), [Encoding::Identity]);
    }

    #[test]
    fn each_coding_has_its_place_its_header_and_its_sidecar() {
        let mut places = [false; Encoding::COUNT];
        for (encoding, header, suffix) in [
            (Encoding::Brotli, Some("br"), ".br"),
            (Encoding::Zstd, Some("zstd"), ".zst"),
            (Encoding::Gzip, Some("gzip"), ".gz"),
            (Encoding::Identity, None, ""),
            (Encoding::Dictionary, Some("dcz"), ".dcz"),
        ] {
            let told = encoding.header();
            assert_eq!(told.as_ref().map(|value| value.to_str().unwrap()), header);
            assert_eq!(encoding.suffix(), suffix);
            places[encoding.slot()] = true;
        }
        assert_eq!(places, [true; Encoding::COUNT]);
    }

    #[test]
    fn the_file_itself_may_be_refused() {
        for (value, expected) in [("br", true), ("br, identity;q=0", false)] {
            let headers =
                HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))]);
            assert_eq!(
                AcceptedEncodings::parse(&headers).identity(),
                expected,
                "{value}"
            );
        }
    }
}
