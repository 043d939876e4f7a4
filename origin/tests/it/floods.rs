//! Unfinished uploads: however many begin, there is room for a sender of a plan, and after a day no
//! trace of them is left.

use std::net::Ipv4Addr;

use crate::answer::Answer;
use crate::harness::OriginTest;
use crate::messages::{BP, number};
use crate::uploads::{PDF, Uploading};

/// Bytes of the largest file that the form takes.
const LARGE: usize = 20 * 1024 * 1024;

/// Uploads that begin in the short form of this proof; `PORTICO_UPLOAD_FLOOD` sets another number.
const UPLOADS: u32 = 600;

/// Places for all uploads.
const PLACES: i64 = 4_000;

/// Seconds after which an upload that waits for bytes gives way.
const PATIENCE: u64 = 15 * 60;

const DAY: u64 = 24 * 60 * 60;

impl OriginTest {
    async fn begin_from(&self, client: &str, size: usize) -> Answer {
        self.announce("bp", "a.pdf", size).from(client).send().await
    }

    /// Uploads of others in as many networks: all places but two, and all bytes but 2 MiB.
    async fn fill(&self) {
        self.change(
            "INSERT INTO uploads (id_hash, form, file_name, size, client, network, waits_since, expires_at)
             WITH RECURSIVE numbers (n) AS (SELECT 1000001 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1003998)
             SELECT '012345678901234567890123456789012345678901234567890123456' || CAST(n AS TEXT),
                    'bp', 'a.pdf', 2148000, CAST(n AS TEXT), CAST(n AS TEXT), 1795230245, 1795230245 + 86400
             FROM numbers",
        )
        .await;
    }

    /// Uploads that are there: rows, bytes that were announced, files.
    async fn load(&self) -> (i64, i64, usize) {
        (
            self.number("SELECT count(*) FROM uploads").await,
            self.number("SELECT CAST(coalesce(sum(size), 0) AS BIGINT) FROM uploads")
                .await,
            self.files("uploads").len(),
        )
    }
}

#[tokio::test]
async fn where_there_is_no_room_uploads_that_wait_for_bytes_give_way_to_a_new_one() {
    let t = OriginTest::live().await;
    let draft = t.upload("bp", "draft.pdf", PDF).await;
    t.fill().await;
    let slow = t.begin_upload("bp", "slow.pdf", PDF.len()).await;
    assert_eq!(t.load().await.0, PLACES);
    // No upload has waited for long: a new one is refused with a time to come again.
    let refused = t.announce("bp", "a.pdf", 1).send().await;
    assert_eq!(
        (refused.status, refused.header("retry-after")),
        (503, "300")
    );
    t.advance(PATIENCE - 60);
    let broken = slow.patch(0).body(PDF[..9].to_vec()).send().await;
    assert_eq!(broken.status, 204);
    t.advance(60);
    let founder = t.upload("bp", "plan.pdf", PDF).await;
    assert_eq!(t.load().await.0, PLACES, "one gave way");
    // Eight of those that wait make room for the largest file.
    t.begin_upload("bp", "large.pdf", LARGE).await;
    assert_eq!(t.load().await.0, PLACES - 8 + 1);
    // Whole ones stay, and those that go on.
    let rest = slow.patch(9).body(PDF[9..].to_vec()).send().await;
    assert_eq!(rest.status, 204);
    for upload in [&draft, &founder, &slow] {
        let mut message = t.message().await;
        message["upload"] = upload.id().into();
        number(&t.send(BP, &message).await);
    }
    t.advance(DAY);
    t.agreements().await;
    t.advance(60 * 60);
    t.agreements().await;
    assert_eq!(t.load().await, (0, 0, 0));
    assert_eq!(t.stored().await[..3], [3, 3, 0]);
}

#[tokio::test]
async fn the_file_of_an_upload_that_gave_way_goes_with_it() {
    let t = OriginTest::live().await;
    let lost = t.begin_upload("bp", "a.pdf", PDF.len()).await;
    lost.patch(0).body(PDF[..9].to_vec()).send().await;
    assert_eq!(t.load().await.2, 1);
    t.change("UPDATE uploads SET waits_since = waits_since - 1")
        .await;
    t.fill().await;
    t.advance(PATIENCE);
    t.begin_upload("bp", "b.pdf", 1).await;
    t.begin_upload("bp", "c.pdf", 1).await;
    assert_eq!(t.load().await.0, PLACES);
    assert_eq!(lost.append(9, &PDF[9..]).await.status, 404);
    assert!(t.files("uploads").is_empty());
}

#[tokio::test]
async fn one_network_has_a_share_of_all_uploads_and_another_its_own() {
    let t = OriginTest::live().await;
    for number in 0..51 {
        let client = format!("192.0.2.{number}");
        assert_eq!(t.begin_from(&client, LARGE).await.status, 201, "{client}");
    }
    let refused = t.begin_from("192.0.2.77", LARGE).await;
    assert_eq!(
        (refused.status, refused.header("retry-after")),
        (429, "600")
    );
    let small = |number: u8| format!("192.0.2.{}", 100 + number);
    for number in 0..13 {
        assert_eq!(t.begin_from(&small(number), 1).await.status, 201);
    }
    assert_eq!(t.begin_from(&small(13), 1).await.status, 429, "64 places");
    assert_eq!(t.begin_from("192.0.3.77", LARGE).await.status, 201);
    assert_eq!(t.begin_from("2001:db8::1", LARGE).await.status, 201);
}

#[tokio::test]
async fn any_number_of_unfinished_uploads_is_bounded_and_gone_after_a_day() {
    let t = OriginTest::live().await;
    let uploads = std::env::var("PORTICO_UPLOAD_FLOOD").map(|uploads| uploads.parse().unwrap());
    let mut told = [0; 3];
    let (mut rows, mut bytes) = (0, 0);
    for number in 0..uploads.unwrap_or(UPLOADS) {
        // Five at a time from a client, from one network after another.
        let client = Ipv4Addr::from_bits(0x0a00_0000 + number / 5 * 131).to_string();
        let answer = t.begin_from(&client, LARGE).await;
        match answer.status {
            201 => {
                told[0] += 1;
                if number % 7 == 0 {
                    let path = answer.header("location").to_owned();
                    assert_eq!(t.resumed(&path).append(0, b"%PDF-").await.status, 204);
                }
            }
            429 => {
                told[1] += 1;
                assert_ne!(answer.header("retry-after"), "");
            }
            _ => {
                told[2] += 1;
                assert_eq!((answer.status, answer.header("retry-after")), (503, "300"));
            }
        }
        if number % 1_000 == 999 {
            t.advance(120);
        }
        if number % 100 == 99 {
            let load = t.load().await;
            rows = rows.max(load.0);
            bytes = bytes.max(load.1);
            assert!(
                load.2 <= usize::try_from(load.0).unwrap(),
                "no file without a row"
            );
        }
    }
    println!(
        "begun {}, told to wait {}, no room {}",
        told[0], told[1], told[2]
    );
    println!("at most {rows} rows and {bytes} bytes announced");
    assert!(rows <= PLACES && bytes <= 8 << 30);
    assert!(told[0] > 0 && told[2] > 0);
    t.advance(DAY);
    t.agreements().await;
    t.advance(60 * 60);
    t.agreements().await;
    assert_eq!(t.load().await, (0, 0, 0));
    assert_eq!(t.begin_from("192.0.2.1", LARGE).await.status, 201);
}
