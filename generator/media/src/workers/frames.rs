//! PURE: bytes from a worker's pipe, cut into frames, and a frame's body into markup and files
//! (`contract::frame`).

use contract::frame::{MAX_BYTES, RenderedFile};

use crate::workers::error::WorkerError;

/// (meta, body), raw: a body is markup and files.
pub(super) type Frame = (Vec<u8>, Vec<u8>);

/// Splits the first whole frame off `incoming`.
pub(super) fn take_frame(incoming: &mut Vec<u8>) -> Result<Option<Frame>, WorkerError> {
    let length_at = |at: usize| {
        incoming
            .get(at..at + 4)
            .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
    };
    let (Some(total), Some(meta)) = (length_at(0), length_at(4)) else {
        return Ok(None);
    };
    if !(4..=MAX_BYTES).contains(&total) || meta > total - 4 {
        return Err(WorkerError::OutOfStep(format!(
            "lengths {total} and {meta}"
        )));
    }
    let (end, markup_start) = (4 + total as usize, 8 + meta as usize);
    if incoming.len() < end {
        return Ok(None);
    }
    let frame = (
        incoming[8..markup_start].to_vec(),
        incoming[markup_start..end].to_vec(),
    );
    incoming.drain(..end);
    Ok(Some(frame))
}

/// Cuts the files off the end of a body, and leaves the markup.
pub(super) fn split_files(
    body: &mut Vec<u8>,
    files: &[RenderedFile],
) -> Result<Vec<Vec<u8>>, WorkerError> {
    let mut taken = Vec::with_capacity(files.len());
    for file in files.iter().rev() {
        let start = body.len().checked_sub(file.size as usize);
        let start = start.ok_or_else(|| {
            WorkerError::OutOfStep(format!("`{}` is longer than its frame", file.name))
        })?;
        taken.push(body.split_off(start));
    }
    taken.reverse();
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(meta: &[u8], markup: &[u8]) -> Vec<u8> {
        let (total, length) = (4 + meta.len() + markup.len(), meta.len());
        let lengths = [total, length].map(|n| u32::try_from(n).unwrap().to_le_bytes());
        [&lengths[0], &lengths[1], meta, markup].concat()
    }

    #[test]
    fn frames_are_taken_whole_and_in_order_however_they_arrive() {
        let stream = [frame(b"{}", b"<p>"), frame(b"{\"a\":1}", b"")].concat();
        let (mut incoming, mut taken) = (Vec::new(), Vec::new());
        for byte in stream {
            incoming.push(byte);
            taken.extend(take_frame(&mut incoming).unwrap());
        }
        assert_eq!(
            taken,
            [
                (b"{}".to_vec(), b"<p>".to_vec()),
                (b"{\"a\":1}".to_vec(), Vec::new())
            ]
        );
        assert!(incoming.is_empty());
    }

    #[test]
    fn files_are_cut_off_behind_the_markup_and_never_longer_than_it() {
        let file = |name: &str, size| RenderedFile {
            name: name.to_owned(),
            size,
        };
        let mut body = "<p>潮</p>a,b\u{ff}".as_bytes().to_vec();
        let files = [file("a.csv", 3), file("empty.csv", 0), file("b.pdf", 2)];
        let taken = split_files(&mut body, &files).unwrap();
        assert_eq!(
            taken,
            [b"a,b".to_vec(), Vec::new(), "\u{ff}".as_bytes().to_vec()]
        );
        assert_eq!(body, "<p>潮</p>".as_bytes());
        let too_long = [file("a.csv", 3), file("b.pdf", u32::MAX)];
        assert!(matches!(
            split_files(&mut body, &too_long),
            Err(WorkerError::OutOfStep(_))
        ));
    }

    #[test]
    fn lengths_that_cannot_be_are_out_of_step() {
        for (total, meta) in [(3_u32, 0_u32), (10, 11), (u32::MAX, 2)] {
            let mut incoming = [total.to_le_bytes(), meta.to_le_bytes()].concat();
            assert!(
                matches!(take_frame(&mut incoming), Err(WorkerError::OutOfStep(_))),
                "{total} {meta}"
            );
        }
    }
}
