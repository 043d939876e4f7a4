//! W3C Trace Context, level 1: the id by which the logs of proxy, gateway and origin name one
//! request. Pure.
//!
//! A trusted proxy may choose the id. A visitor may not: with an id of another visitor, or one for
//! all requests, the log could not be searched by it.

use std::fmt;

use http::{HeaderMap, HeaderName, HeaderValue};

/// The header with version, trace id, parent id and flags.
pub(crate) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// The header with the entries of tracing systems.
pub(crate) const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");

/// Bytes of `traceparent` in version 00.
const LENGTH: usize = 55;
/// Longest `tracestate` that is passed on: the standard asks for at least 512 bytes.
const STATE_MAX: usize = 512;
/// The only flag of level 1: the sender may have recorded the request.
const SAMPLED: u8 = 1;

/// The trace that a request belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TraceContext {
    id: [u8; 16],
    is_sampled: bool,
    /// The proxy's part of the trace, which was taken over from it.
    parent: Option<[u8; 8]>,
    /// The gateway's own part, if it records one.
    span: Option<[u8; 8]>,
}

impl TraceContext {
    /// A new trace. It is not marked as sampled as long as the gateway records no span of it: the
    /// origin may decide for itself.
    pub(crate) fn new(mut id: [u8; 16]) -> Self {
        // All zeros are the one value that is no id.
        if id == [0; 16] {
            id[15] = 1;
        }
        Self {
            id,
            is_sampled: false,
            parent: None,
            span: None,
        }
    }

    /// The trace that a trusted proxy names; none if it names none, or several.
    pub(crate) fn from_proxy(headers: &HeaderMap) -> Option<Self> {
        let mut lines = headers.get_all(&TRACEPARENT).iter();
        let line = lines.next()?;
        if lines.next().is_some() {
            return None;
        }
        parse(line.as_bytes())
    }

    /// `traceparent` for the next server, with the id of the gateway's span; without one, with
    /// `call` for this one call.
    pub(crate) fn header(&self, call: [u8; 8]) -> Option<HeaderValue> {
        let parent = u64::from_be_bytes(self.span.unwrap_or(call)).max(1);
        let flags = u8::from(self.is_sampled);
        HeaderValue::try_from(format!("00-{self}-{parent:016x}-{flags:02x}")).ok()
    }

    /// `tracestate` for the next server, which belongs to the proxy's `traceparent`. Lines are
    /// joined; a state that is too long is left out, because a part of it could mislead.
    pub(crate) fn state(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        self.parent?;
        let lines = headers.get_all(&TRACESTATE).iter();
        let lines: Vec<&[u8]> = lines.map(HeaderValue::as_bytes).collect();
        let state = lines.join(&b',');
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t');
        let fits = (1..=STATE_MAX).contains(&state.len()) && state.iter().all(is_plain);
        fits.then(|| HeaderValue::from_bytes(&state).ok())?
    }
}

/// For the spans that the gateway records.
#[cfg(feature = "opentelemetry")]
impl TraceContext {
    /// Trace, parent and sampled flag of a trace that a proxy named.
    pub(crate) fn remote_parent(&self) -> Option<([u8; 16], [u8; 8], bool)> {
        Some((self.id, self.parent?, self.is_sampled))
    }

    /// The trace with the gateway's own span, whose ids the log and the next server get.
    pub(crate) fn with_span(self, id: [u8; 16], span: [u8; 8], is_sampled: bool) -> Self {
        Self {
            id,
            is_sampled,
            span: Some(span),
            ..self
        }
    }
}

/// The trace id, as the log has it.
impl fmt::Display for TraceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.id))
    }
}

fn parse(line: &[u8]) -> Option<TraceContext> {
    // A later version may have more fields behind these.
    let (head, rest) = line.split_at_checked(LENGTH)?;
    let [version] = hex(&head[..2])?;
    let is_end = match version {
        0xff => return None,
        0 => rest.is_empty(),
        _ => rest.is_empty() || rest[0] == b'-',
    };
    let has_dashes = [2, 35, 52].iter().all(|&at| head[at] == b'-');
    let id: [u8; 16] = hex(&head[3..35])?;
    let parent: [u8; 8] = hex(&head[36..52])?;
    let [flags] = hex(&head[53..])?;
    let is_valid = is_end && has_dashes && id != [0; 16] && parent != [0; 8];
    is_valid.then_some(TraceContext {
        id,
        is_sampled: flags & SAMPLED != 0,
        parent: Some(parent),
        span: None,
    })
}

/// Bytes from lower-case digits: the standard permits no others.
fn hex<const N: usize>(digits: &[u8]) -> Option<[u8; N]> {
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = value(pair[0])? << 4 | value(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ID: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

    fn headers(name: HeaderName, lines: &[&[u8]]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(&name, HeaderValue::from_bytes(line).unwrap());
        }
        headers
    }

    fn read(lines: &[&str]) -> Option<String> {
        let lines: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
        let trace = TraceContext::from_proxy(&headers(TRACEPARENT, &lines));
        trace.map(|trace| trace.header([7; 8]).unwrap().to_str().unwrap().to_owned())
    }

    #[test]
    fn a_valid_trace_is_continued_under_a_new_parent() {
        for (line, flags) in [
            (
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "01",
            ),
            (
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
                "00",
            ),
            // Flags that level 1 does not know.
            (
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff",
                "01",
            ),
            (
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-fe",
                "00",
            ),
            // A later version, with and without more fields.
            (
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "01",
            ),
            (
                "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what",
                "01",
            ),
        ] {
            let expected = format!("00-{ID}-0707070707070707-{flags}");
            assert_eq!(read(&[line]), Some(expected), "{line}");
        }
    }

    #[test]
    fn a_hostile_trace_is_none() {
        let good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        let long = format!("{good}-{}", "0".repeat(70_000));
        for lines in [
            &[][..],
            &[""],
            &["00"],
            &[&good[..54]],
            &["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-011"],
            &["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more"],
            &["cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01x"],
            &[&long],
            &["00-00000000000000000000000000000000-00f067aa0ba902b7-01"],
            &["00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01"],
            &["00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01"],
            &["00-4bf92f3577b34da6a3ce929d0e0e4736-00F067AA0BA902B7-01"],
            &["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0A"],
            &["ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
            &["0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
            &["00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
            &["00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01"],
            &["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7_01"],
            &[" 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1"],
            &["00-4bf92f3577b34da6a3ce929d0e0e473\u{e9}-0f067aa0ba902b7-01"],
            &["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01,00"],
            &[good, good],
        ] {
            assert_eq!(read(lines), None, "{lines:?}");
        }
    }

    #[cfg(feature = "opentelemetry")]
    #[test]
    fn the_next_server_gets_the_span_of_the_gateway_as_its_parent() {
        let line = format!("00-{ID}-00f067aa0ba902b7-01");
        let continued = parse(line.as_bytes()).unwrap();
        let (id, parent, is_sampled) = continued.remote_parent().unwrap();
        assert_eq!(parent, 0x00f0_67aa_0ba9_02b7_u64.to_be_bytes());
        let header = continued.with_span(id, [9; 8], is_sampled).header([7; 8]);
        assert_eq!(header.unwrap(), format!("00-{ID}-0909090909090909-01"));
        let new = TraceContext::new([1; 16]);
        assert_eq!(new.remote_parent(), None);
        let header = new.with_span([2; 16], [9; 8], true).header([7; 8]);
        let expected = format!("00-{}-0909090909090909-01", "02".repeat(16));
        assert_eq!(header.unwrap(), expected);
    }

    #[test]
    fn a_new_trace_is_never_all_zeros() {
        let trace = TraceContext::new([0; 16]);
        let header = trace.header([0; 8]).unwrap();
        let expected = format!("00-{:032x}-{:016x}-00", 1, 1);
        assert_eq!(header.to_str().unwrap(), expected);
    }

    #[test]
    fn a_state_is_passed_on_with_its_trace_up_to_512_bytes() {
        let line = format!("00-{ID}-00f067aa0ba902b7-01");
        let continued = parse(line.as_bytes()).unwrap();
        let (fits, long) = ([b'a'; 512], [b'a'; 513]);
        type Lines<'a> = &'a [&'a [u8]];
        let rows: [(Lines<'_>, Option<&[u8]>); 7] = [
            (&[], None),
            (&[b""], None),
            (&[b"a=1"], Some(b"a=1")),
            (&[b"a=1", b"b=2"], Some(b"a=1,b=2")),
            (&[&fits], Some(&fits)),
            (&[&long], None),
            (&[b"a=\xff"], None),
        ];
        for (lines, expected) in rows {
            let headers = headers(TRACESTATE, lines);
            let state = continued.state(&headers);
            assert_eq!(state.as_ref().map(HeaderValue::as_bytes), expected);
            assert_eq!(TraceContext::new([1; 16]).state(&headers), None);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_trace_or_none(line in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = parse(&line);
        }
    }
}
