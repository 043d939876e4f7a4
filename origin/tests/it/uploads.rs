//! Uploads: an interrupted upload can be continued anywhere, and no client can fill the disk.

use std::pin::Pin;
use std::task::{Context, Poll};

use base64::Engine;
use bytes::Bytes;
use http::Method;
use http_body::Frame;
use http_body_util::BodyExt;
use serde_json::json;

use crate::answer::Answer;
use crate::harness::{Ask, OriginTest};

const UPLOADS: &str = "/api/message/uploads";

/// The shortest file that passes for one.
pub(crate) const PDF: &[u8] = b"%PDF-1.7\n% a plan\n%%EOF\n";

/// An upload that has begun.
pub(crate) trait Uploading<'a> {
    async fn begin_upload(&'a self, form: &str, name: &str, size: usize) -> Begun<'a>;
    async fn upload(&'a self, form: &str, name: &str, bytes: &[u8]) -> Begun<'a>;
}

pub(crate) struct Begun<'a> {
    test: &'a OriginTest,
    path: String,
}

impl OriginTest {
    /// An upload that has begun, by its address.
    pub(crate) fn resumed(&self, path: &str) -> Begun<'_> {
        Begun {
            test: self,
            path: path.to_owned(),
        }
    }

    fn tus(&self, method: Method, path: &str) -> Ask<'_> {
        self.ask(method, path)
            .header("language", "en")
            .header("tus-resumable", "1.0.0")
    }

    pub(crate) fn announce(&self, form: &str, name: &str, size: usize) -> Ask<'_> {
        let encode = |text: &str| base64::engine::general_purpose::STANDARD.encode(text);
        let metadata = format!("form {},filename {}", encode(form), encode(name));
        self.tus(Method::POST, UPLOADS)
            .header("upload-length", size.to_string())
            .header("upload-metadata", metadata)
    }
}

impl<'a> Uploading<'a> for OriginTest {
    async fn begin_upload(&'a self, form: &str, name: &str, size: usize) -> Begun<'a> {
        let answer = self.announce(form, name, size).send().await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        Begun {
            test: self,
            path: answer.header("location").to_owned(),
        }
    }

    async fn upload(&'a self, form: &str, name: &str, bytes: &[u8]) -> Begun<'a> {
        let begun = self.begin_upload(form, name, bytes.len()).await;
        assert_eq!(begun.append(0, bytes).await.status, 204);
        begun
    }
}

impl<'a> Begun<'a> {
    pub(crate) fn id(&self) -> String {
        self.path.rsplit_once('/').unwrap().1.to_owned()
    }

    pub(crate) fn patch(&self, offset: usize) -> Ask<'a> {
        self.test
            .tus(Method::PATCH, &self.path)
            .header("content-type", "application/offset+octet-stream")
            .header("upload-offset", offset.to_string())
    }

    pub(crate) async fn append(&self, offset: usize, bytes: &[u8]) -> Answer {
        self.patch(offset).body(bytes.to_vec()).send().await
    }

    /// How many bytes are there; none if the upload is not.
    async fn offset(&self) -> Option<usize> {
        let answer = self.test.tus(Method::HEAD, &self.path).send().await;
        (answer.status == 200).then(|| answer.header("upload-offset").parse().unwrap())
    }

    pub(crate) async fn end(&self) {
        let answer = self.test.tus(Method::DELETE, &self.path).send().await;
        assert_eq!(answer.status, 204);
    }
}

/// A body of some bytes, after which the sender is silent, or the line breaks.
struct Interrupted {
    bytes: Option<Bytes>,
    breaks: bool,
}

impl http_body::Body for Interrupted {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        match self.bytes.take() {
            Some(bytes) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
            None if self.breaks => {
                Poll::Ready(Some(Err(std::io::ErrorKind::ConnectionReset.into())))
            }
            None => Poll::Pending,
        }
    }
}

impl Interrupted {
    fn body(bytes: &'static [u8], breaks: bool) -> origin::Body {
        let bytes = Some(Bytes::from_static(bytes));
        Self { bytes, breaks }.map_err(Into::into).boxed_unsync()
    }
}

impl OriginTest {
    /// Bytes of all uploads that are on disk.
    fn arrived_bytes(&self) -> u64 {
        let folder = self.folder.path().join("var/uploads");
        let files = std::fs::read_dir(folder).unwrap();
        files
            .map(|file| file.unwrap().metadata().unwrap().len())
            .sum()
    }
}

// R7.03
#[tokio::test]
async fn an_upload_goes_on_from_where_the_line_broke() {
    let t = OriginTest::live().await;
    let upload = t.begin_upload("bp", "a.pdf", PDF.len()).await;
    assert_eq!(upload.offset().await, Some(0));
    let broken = Interrupted::body(&PDF[..10], true);
    assert_eq!(upload.patch(0).stream(broken).send().await.status, 400);
    assert_eq!(upload.offset().await, Some(10));
    let rest = upload.append(10, &PDF[10..]).await;
    assert_eq!(rest.status, 204);
    assert_eq!(rest.header("upload-offset"), PDF.len().to_string());
    assert_eq!(rest.header("tus-resumable"), "1.0.0");
    assert_eq!(
        rest.header("upload-expires"),
        "Sun, 22 Nov 2026 03:04:05 GMT"
    );
    let file = t
        .folder
        .path()
        .join("var/uploads")
        .join(&t.files("uploads")[0]);
    assert_eq!(std::fs::read(file).unwrap(), PDF);
}

#[tokio::test]
async fn whoever_asks_again_ends_the_request_that_still_waits_for_bytes() {
    let t = OriginTest::live().await;
    let upload = t.begin_upload("bp", "a.pdf", PDF.len()).await;
    let stalled = upload.patch(0).stream(Interrupted::body(&PDF[..10], false));
    let asked = async {
        // A question that came before the first bytes would end the request without them.
        while t.arrived_bytes() < 10 {
            tokio::task::yield_now().await;
        }
        assert_eq!(upload.offset().await, Some(10));
    };
    let (stalled, ()) = tokio::join!(stalled.send(), asked);
    assert_eq!(stalled.status, 400);
    assert_eq!(upload.append(10, &PDF[10..]).await.status, 204);
}

#[tokio::test]
async fn bytes_that_begin_elsewhere_or_are_too_many_are_refused() {
    let t = OriginTest::live().await;
    let upload = t.begin_upload("bp", "a.pdf", 20).await;
    assert_eq!(upload.append(5, b"x").await.status, 409);
    assert_eq!(upload.append(0, &[b'x'; 21]).await.status, 413);
    let length = upload.patch(0).header("content-length", "21");
    assert_eq!(length.body("x").send().await.status, 413);
    let offset = upload.offset().await.unwrap();
    assert!(offset <= 20, "{offset}");
    let typed = t.tus(Method::PATCH, &upload.path);
    let typed = typed.header("upload-offset", "0").body("x");
    assert_eq!(typed.send().await.status, 415);
    let missing = t.tus(Method::PATCH, &upload.path);
    let missing = missing.header("content-type", "application/offset+octet-stream");
    assert_eq!(missing.body("x").send().await.status, 400);
}

#[tokio::test]
async fn a_file_that_no_message_could_have_does_not_begin() {
    let t = OriginTest::live().await;
    let max = 20 * 1024 * 1024;
    for (form, name, size, status) in [
        ("bp", "a.pdf", max + 1, 413),
        ("bp", "a.pdf", 0, 400),
        ("bp", "../a.pdf", 10, 400),
        ("bp", "a\\b.pdf", 10, 400),
        ("bp", "a.exe", 10, 400),
        ("bp", "a", 10, 400),
        ("none", "a.pdf", 10, 404),
    ] {
        let answer = t.announce(form, name, size).send().await;
        assert_eq!(answer.status, status, "{form} {name}: {}", answer.json);
    }
    assert_eq!(t.announce("bp", "a.pdf", max).send().await.status, 201);
    let empty = t.announce("bp", "a.pdf", 0).header("language", "en");
    let empty = empty.send().await.json;
    assert_eq!(empty["msg"], "The file is empty");
    assert_eq!(empty["data"]["field"], "file");
    let no_length = t.tus(Method::POST, UPLOADS).send().await;
    assert_eq!(no_length.status, 400);
    let version = t
        .announce("bp", "a.pdf", 1)
        .header("tus-resumable", "0.2.2");
    assert_eq!(version.send().await.status, 412);
    assert_eq!(t.stored().await, [0, 0, 1, 0]);
}

#[tokio::test]
async fn one_client_has_so_many_uploads_and_another_its_own() {
    let t = OriginTest::live().await;
    let begin = async |client: &str| {
        let ask = t.announce("bp", "a.pdf", 20 * 1024 * 1024).from(client);
        ask.send().await
    };
    for _ in 0..20 {
        assert_eq!(begin("192.0.2.7").await.status, 201);
    }
    let refused = begin("192.0.2.7").await;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.json["data"], json!({ "retryAfter": 600 }));
    assert_eq!(begin("192.0.2.8").await.status, 201);
    assert_eq!(t.stored().await[2], 21);
}

#[tokio::test]
async fn an_upload_that_nobody_used_is_gone_after_a_day_and_its_file_with_it() {
    let t = OriginTest::live().await;
    let upload = t.upload("bp", "a.pdf", PDF).await;
    t.advance(24 * 60 * 60 - 1);
    assert_eq!(upload.offset().await, Some(PDF.len()));
    t.advance(1);
    assert_eq!(upload.offset().await, None);
    t.advance(60 * 60);
    t.agreements().await;
    assert_eq!(t.stored().await, [0; 4]);
    assert!(t.files("uploads").is_empty());
}

#[tokio::test]
async fn an_id_is_a_secret_and_another_one_opens_nothing() {
    let t = OriginTest::live().await;
    let upload = t.upload("bp", "a.pdf", PDF).await;
    let stored = t.files("uploads").remove(0);
    assert_ne!(stored, upload.id(), "only its hash is stored");
    for id in [stored, "0".repeat(64), "x".to_owned()] {
        for method in [Method::HEAD, Method::DELETE] {
            let answer = t.tus(method, &format!("{UPLOADS}/{id}")).send().await;
            assert_eq!(answer.status, 404, "{id}");
        }
    }
    upload.end().await;
    assert_eq!(upload.offset().await, None);
    assert!(t.files("uploads").is_empty());
}
