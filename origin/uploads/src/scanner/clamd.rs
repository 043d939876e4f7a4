//! The protocol of clamd: `INSTREAM`, pieces with their lengths before them, an empty one at the
//! end; the answer is a line that ends with a zero byte.

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};

use super::{ScanError, Verdict, ask, quote, read_until};
use crate::files::contents::Contents;

/// Asks for the file that follows to be scanned.
const COMMAND: &[u8] = b"zINSTREAM\0";

pub(super) async fn scan(
    stream: impl AsyncRead + AsyncWrite,
    contents: &mut Contents,
) -> Result<Verdict, ScanError> {
    let (mut read, mut write) = tokio::io::split(stream);
    let send = async {
        write.write_all(COMMAND).await?;
        while let Some(piece) = contents.next().await? {
            // An empty piece would end the file.
            if let Some(length) = u32::try_from(piece.len()).ok().filter(|length| *length > 0) {
                write.write_all(&length.to_be_bytes()).await?;
                write.write_all(&piece).await?;
            }
        }
        write.write_all(&0_u32.to_be_bytes()).await?;
        Ok(write.flush().await?)
    };
    let mut bytes = Vec::new();
    let end = |bytes: &[u8]| bytes.iter().position(|byte| *byte == 0).map(|at| at + 1);
    let (answer, is_whole) = ask(send, read_until(&mut read, &mut bytes, end)).await?;
    verdict(&String::from_utf8_lossy(&answer), is_whole)
}

/// The meaning of an answer; `is_whole` says that it is about all of the file.
fn verdict(answer: &str, is_whole: bool) -> Result<Verdict, ScanError> {
    let ended = answer.strip_suffix('\0');
    let told = ended.and_then(|answer| answer.strip_prefix("stream: "));
    match told {
        Some("OK") if is_whole => Ok(Verdict::Clean),
        Some(told) if told.ends_with(" FOUND") => {
            let name = told.trim_end_matches(" FOUND");
            Ok(Verdict::Infected(quote(name)))
        }
        _ => Err(ScanError::Unclear(quote(answer))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{answering, file, nearly, told_in_pieces};
    use super::*;
    use proptest::prelude::*;

    const PARTS: &[&str] = &[
        "stream: OK\0",
        "stream: ",
        "stream:",
        "OK",
        "\0",
        " FOUND\0",
        "Eicar",
        " ",
        "ERROR",
        "\n",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn only_a_whole_ok_is_clean_whatever_comes(answer in nearly(PARTS), size in 1_usize..30) {
            let told = told_in_pieces(&answer, size, async |stream| {
                scan(stream, &mut file(&[7; 3_000])).await
            });
            let is_clean = matches!(told, Ok(Verdict::Clean));
            prop_assert_eq!(is_clean, answer.starts_with(b"stream: OK\0"));
        }
    }

    #[test]
    fn only_a_plain_ok_to_the_whole_file_is_clean() {
        for (answer, is_whole, told) in [
            ("stream: OK\0", true, Some(Verdict::Clean)),
            ("stream: OK\0", false, None),
            ("stream: OK", true, None),
            ("stream: OK and more\0", true, None),
            ("OK\0", true, None),
            ("", true, None),
            ("INSTREAM size limit exceeded. ERROR\0", false, None),
            (
                "stream: Eicar-Test-Signature FOUND\0",
                false,
                Some(Verdict::Infected("Eicar-Test-Signature".to_owned())),
            ),
        ] {
            assert_eq!(verdict(answer, is_whole).ok(), told, "{answer}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn garbage_without_end_is_no_answer() {
        let stream = answering(vec![b'x'; 1_000_000]);
        let told = scan(stream, &mut file(&[7; 100_000])).await;
        assert!(matches!(told, Err(ScanError::Endless)), "{told:?}");
        let told = scan(
            answering(b"stream: OK\0".to_vec()),
            &mut file(&[7; 100_000]),
        )
        .await;
        assert!(told.is_err(), "before it has the file: {told:?}");
    }
}
