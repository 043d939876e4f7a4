//! ICAP (RFC 3507): the file is sent as the body of an HTTP answer (RESPMOD). `204 No Content`
//! means that it may pass; a changed answer means that it may not.
//!
//! A service that declares a preview in its options is sent so much of the file first, and the rest
//! once it asks (`100 Continue`).

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};

use super::{ScanError, Verdict, ask, quote, read_until};
use crate::files::contents::Contents;

/// Bytes of a preview at most: it is in memory.
const PREVIEW: usize = 64 * 1024;

/// Headers in which services name their findings.
const FINDINGS: [&str; 4] = [
    "x-infection-found",
    "x-virus-id",
    "x-virus-name",
    "x-violations-found",
];

/// The request that the file would be the answer to.
const HTTP_REQUEST: &str =
    "GET http://message.invalid/file HTTP/1.1\r\nHost: message.invalid\r\n\r\n";

/// A service of an ICAP server.
pub(super) struct Service<'a> {
    host: &'a str,
    url: &'a str,
}

/// How the service wants to be asked.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Terms {
    /// Bytes of a preview, if it wants one.
    preview: Option<usize>,
}

/// The head of an answer.
struct Head {
    status: u16,
    /// Line by line, without the first.
    headers: Vec<(String, String)>,
    first: String,
}

impl<'a> Service<'a> {
    pub(super) fn new(host: &'a str, url: &'a str) -> Self {
        Self { host, url }
    }

    /// Asks the service for its options.
    pub(super) async fn terms(
        &self,
        stream: impl AsyncRead + AsyncWrite,
    ) -> Result<Terms, ScanError> {
        let (mut read, mut write) = tokio::io::split(stream);
        let request = self.head(
            "OPTIONS",
            "Connection: close\r\nEncapsulated: null-body=0\r\n",
        );
        write.write_all(request.as_bytes()).await?;
        write.flush().await?;
        let head = read_head(&mut read, &mut Vec::new()).await?;
        terms(&head)
    }

    /// Sends a file and its size.
    pub(super) async fn scan(
        &self,
        stream: impl AsyncRead + AsyncWrite,
        terms: &Terms,
        (contents, size): (&mut Contents, u64),
    ) -> Result<Verdict, ScanError> {
        let (mut read, mut write) = tokio::io::split(stream);
        let mut bytes = Vec::new();
        let (start, rest) = preview(contents, terms.preview.unwrap_or_default()).await?;
        let request = self.request(terms, size);
        if terms.preview.is_some() {
            let is_all = start.len() as u64 == size;
            let send = async {
                write.write_all(request.as_bytes()).await?;
                write_chunk(&mut write, &start).await?;
                let end: &[u8] = if is_all {
                    b"0; ieof\r\n\r\n"
                } else {
                    b"0\r\n\r\n"
                };
                write.write_all(end).await?;
                Ok(write.flush().await?)
            };
            let (head, is_sent) = ask(send, read_head(&mut read, &mut bytes)).await?;
            if head.status != 100 || is_all {
                return verdict(&head, is_sent, &mut read, &mut bytes).await;
            }
        } else {
            write.write_all(request.as_bytes()).await?;
        }
        let send = async {
            write_chunk(&mut write, &rest).await?;
            while let Some(piece) = contents.next().await? {
                write_chunk(&mut write, &piece).await?;
            }
            write.write_all(b"0\r\n\r\n").await?;
            Ok(write.flush().await?)
        };
        let (head, is_sent) = ask(send, read_head(&mut read, &mut bytes)).await?;
        verdict(&head, is_sent, &mut read, &mut bytes).await
    }

    fn head(&self, method: &str, headers: &str) -> String {
        let Self { host, url } = self;
        format!("{method} {url} ICAP/1.0\r\nHost: {host}\r\nUser-Agent: Portico\r\n{headers}\r\n")
    }

    /// All before the file.
    fn request(&self, terms: &Terms, size: u64) -> String {
        let answer = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: {size}\r\n\r\n"
        );
        let preview = terms.preview.map(|bytes| format!("Preview: {bytes}\r\n"));
        let headers = format!(
            "Allow: 204\r\nConnection: close\r\n{}Encapsulated: req-hdr=0, res-hdr={}, res-body={}\r\n",
            preview.unwrap_or_default(),
            HTTP_REQUEST.len(),
            HTTP_REQUEST.len() + answer.len(),
        );
        [&self.head("RESPMOD", &headers), HTTP_REQUEST, &answer].concat()
    }
}

/// The beginning of a file, of so many bytes at most, and the bytes that were read beyond it.
async fn preview(contents: &mut Contents, size: usize) -> Result<(Vec<u8>, Vec<u8>), ScanError> {
    let mut start = Vec::new();
    while start.len() < size {
        match contents.next().await? {
            Some(piece) => start.extend_from_slice(&piece),
            None => break,
        }
    }
    let rest = start.split_off(size.min(start.len()));
    Ok((start, rest))
}

async fn write_chunk(write: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> std::io::Result<()> {
    // An empty one would end the file.
    if bytes.is_empty() {
        return Ok(());
    }
    write
        .write_all(format!("{:x}\r\n", bytes.len()).as_bytes())
        .await?;
    write.write_all(bytes).await?;
    write.write_all(b"\r\n").await
}

/// The options of a service, if it scans answers at all.
fn terms(head: &Head) -> Result<Terms, ScanError> {
    let methods = head.get("methods").unwrap_or_default();
    let mut methods = methods.split([',', ' ']).map(str::trim);
    if head.status != 200 || !methods.any(|method| method.eq_ignore_ascii_case("RESPMOD")) {
        return Err(ScanError::Unclear(quote(&head.first)));
    }
    let preview = head.get("preview").and_then(|preview| preview.parse().ok());
    Ok(Terms {
        preview: preview.map(|bytes: usize| bytes.min(PREVIEW)),
    })
}

/// The meaning of an answer; `is_sent` means that the service had all the bytes that it wanted.
async fn verdict(
    head: &Head,
    is_sent: bool,
    read: &mut (impl AsyncRead + Unpin),
    bytes: &mut Vec<u8>,
) -> Result<Verdict, ScanError> {
    let unclear = || ScanError::Unclear(quote(&head.first));
    match head.status {
        204 if is_sent => Ok(Verdict::Clean),
        200 => {
            let mut findings = FINDINGS.iter().filter_map(|name| head.get(name));
            if let Some(finding) = findings.next() {
                return Ok(Verdict::Infected(quote(finding)));
            }
            // A page in the file's place is a refusal as well.
            let page = read_until(read, bytes, head_end).await?;
            let page = Head::parse(&page, "HTTP/1.").ok_or_else(unclear)?;
            match page.status {
                300.. => Ok(Verdict::Infected(quote(&page.first))),
                _ => Err(unclear()),
            }
        }
        _ => Err(unclear()),
    }
}

async fn read_head(
    read: &mut (impl AsyncRead + Unpin),
    bytes: &mut Vec<u8>,
) -> Result<Head, ScanError> {
    let head = read_until(read, bytes, head_end).await?;
    let first = || String::from_utf8_lossy(&head).lines().next().map(quote);
    Head::parse(&head, "ICAP/1.").ok_or_else(|| ScanError::Unclear(first().unwrap_or_default()))
}

fn head_end(bytes: &[u8]) -> Option<usize> {
    let end = bytes.windows(4).position(|part| part == b"\r\n\r\n");
    end.map(|at| at + 4)
}

impl Head {
    /// A whole head of a protocol; none if it is something else.
    fn parse(bytes: &[u8], protocol: &str) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?.strip_suffix("\r\n\r\n")?;
        let mut lines = text.split("\r\n");
        let first = lines.next()?.to_owned();
        let (version, rest) = first.strip_prefix(protocol)?.split_once(' ')?;
        let status = rest.split(' ').next()?;
        // `parse` alone would accept `+204`.
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let fits = version.len() == 1 && status.len() == 3;
        let is_plain = fits && are_digits(version) && are_digits(status);
        let status = status.parse().ok().filter(|_| is_plain)?;
        let pair = |line: &str| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        Some(Self {
            status,
            headers: lines.filter_map(pair).collect(),
            first,
        })
    }

    fn get(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(header, _)| header == name);
        found.map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::super::SCAN_TIME;
    use super::super::tests::{answering, file, nearly, told_in_pieces};
    use super::*;
    use proptest::prelude::*;

    const SERVICE: Service<'_> = Service {
        host: "scan:1344",
        url: "icap://scan:1344/av",
    };

    async fn verdict_for(
        answer: &str,
        preview: Option<usize>,
        size: usize,
    ) -> Result<Verdict, ScanError> {
        let stream = answering(answer.as_bytes().to_vec());
        let bytes: &[u8] = &[7; 100_000][..size];
        let bytes: &'static [u8] = bytes.to_vec().leak();
        let sent = (&mut file(bytes), size as u64);
        let terms = Terms { preview };
        let scan = tokio::time::timeout(SCAN_TIME, SERVICE.scan(stream, &terms, sent));
        scan.await.unwrap_or(Err(ScanError::Late))
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_is_a_verdict_only_if_it_is_whole_and_plain() {
        let clean = Ok(Verdict::Clean);
        let found = |name: &str| Ok(Verdict::Infected(name.to_owned()));
        for (answer, expected) in [
            ("ICAP/1.0 204 No Content\r\n\r\n", clean),
            (
                "ICAP/1.0 200 OK\r\nX-Infection-Found: Type=0; Threat=Eicar;\r\n\r\n",
                found("Type=0; Threat=Eicar;"),
            ),
            (
                "ICAP/1.0 200 OK\r\nEncapsulated: res-hdr=0\r\n\r\nHTTP/1.1 403 Forbidden\r\n\r\n",
                found("HTTP/1.1 403 Forbidden"),
            ),
            ("ICAP/1.0 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", Err(())),
            ("ICAP/1.0 204 No Content\r\n", Err(())),
            ("ICAP/1.0 100 Continue\r\n\r\n", Err(())),
            ("ICAP/1.0 404 Not Found\r\n\r\n", Err(())),
            ("HTTP/1.1 204 No Content\r\n\r\n", Err(())),
            ("ICAP/1.0 +204 No Content\r\n\r\n", Err(())),
            ("ICAP/1.0 0204 No Content\r\n\r\n", Err(())),
            ("ICAP/1.x 204 No Content\r\n\r\n", Err(())),
            ("stream: OK\0", Err(())),
        ] {
            // The whole file is in the preview, so no answer comes too early.
            let told = verdict_for(answer, Some(1024), 100).await;
            assert_eq!(told.map_err(|_| ()), expected, "{answer}");
        }
        let endless = "ICAP/1.0 204 No Content\r\n".to_owned() + &"X: y\r\n".repeat(10_000);
        let told = verdict_for(&endless, None, 100_000).await;
        assert!(matches!(told, Err(ScanError::Endless)), "{told:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_file_that_the_service_has_not_seen_whole_is_not_clean() {
        let early = "ICAP/1.0 100 Continue\r\n\r\nICAP/1.0 204 No Content\r\n\r\n";
        assert!(verdict_for(early, Some(1024), 100_000).await.is_err());
        assert!(
            verdict_for("ICAP/1.0 204 No Content\r\n\r\n", None, 100_000)
                .await
                .is_err()
        );
    }

    #[test]
    fn a_service_that_does_not_scan_answers_is_refused() {
        let options = |text: &str| terms(&Head::parse(text.as_bytes(), "ICAP/1.").unwrap());
        let scans = "ICAP/1.0 200 OK\r\nMethods: RESPMOD, REQMOD\r\nPreview: 1024\r\n\r\n";
        let preview = Some(1024);
        assert_eq!(options(scans).ok(), Some(Terms { preview }));
        let large = "ICAP/1.0 200 OK\r\nmethods: RESPMOD\r\npreview: 999999999\r\n\r\n";
        let preview = Some(PREVIEW);
        assert_eq!(options(large).ok(), Some(Terms { preview }));
        assert!(options("ICAP/1.0 200 OK\r\nMethods: REQMOD\r\n\r\n").is_err());
        assert!(options("ICAP/1.0 404 Not Found\r\nMethods: RESPMOD\r\n\r\n").is_err());
    }

    const PARTS: &[&str] = &[
        "ICAP/1.0 204 No Content\r\n\r\n",
        "ICAP/1.0 100 Continue\r\n\r\n",
        "ICAP/1.0 200 OK\r\nMethods: RESPMOD\r\nPreview: ",
        "ICAP/1.0",
        "ICAP/1.",
        "HTTP/1.1 403 Forbidden",
        "X-Virus-ID: Eicar\r\n",
        " ",
        "204",
        " +204",
        " 0204 ",
        "200",
        "\n",
        "\r\n",
        "\r\n\r\n",
    ];

    /// Whether the first head of an answer, whole, has this status; and the bytes after it.
    fn begins(answer: &[u8], status: &str) -> Option<Vec<u8>> {
        let (head, rest) = answer.split_at(head_end(answer)?);
        let head = std::str::from_utf8(head).ok()?;
        let (version, rest_of_head) = head.strip_prefix("ICAP/1.")?.split_once(' ')?;
        let is_version = matches!(version.as_bytes(), [b'0'..=b'9']);
        let after = rest_of_head.strip_prefix(status)?;
        (is_version && after.starts_with([' ', '\r'])).then(|| rest.to_vec())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn only_a_whole_204_is_clean_whatever_comes(
            answer in nearly(PARTS),
            size in 1_usize..40,
            preview in prop::sample::select(vec![None, Some(0), Some(1_000), Some(9_000)]),
        ) {
            let told = told_in_pieces(&answer, size, async |stream| {
                let sent = (&mut file(&[7; 3_000]), 3_000);
                SERVICE.scan(stream, &Terms { preview }, sent).await
            });
            let is_all = preview.is_none_or(|preview| preview >= 3_000);
            let second = begins(&answer, "100").filter(|_| !is_all);
            let last = second.as_deref().unwrap_or(&answer);
            let is_clean = matches!(told, Ok(Verdict::Clean));
            prop_assert_eq!(is_clean, begins(last, "204").is_some(), "{:?}", told);
        }

        #[test]
        fn options_are_terms_or_an_error_whatever_comes(answer in nearly(PARTS), size in 1_usize..40) {
            let told = told_in_pieces(&answer, size, async |stream| SERVICE.terms(stream).await);
            if let Ok(Terms { preview }) = told {
                prop_assert!(preview.is_none_or(|preview| preview <= PREVIEW));
                prop_assert!(begins(&answer, "200").is_some());
            }
        }
    }
}
