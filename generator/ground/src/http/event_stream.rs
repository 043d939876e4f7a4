//! `text/event-stream`, as far as the gateway writes it: the data of each block, in one line.

/// The longest block that is read, in bytes; a stream with a longer one is no gateway's.
const LONGEST: usize = 256 * 1024;

/// A stream as it comes, in pieces.
#[derive(Default)]
pub struct EventStream {
    begun: Vec<u8>,
}

/// A block was longer than any event is.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the events are too long for a gateway's")]
pub struct TooLong;

impl EventStream {
    /// The data of the blocks that end within `piece`.
    pub fn take(&mut self, piece: &[u8]) -> Result<Vec<String>, TooLong> {
        let mut found = Vec::new();
        for byte in piece {
            self.begun.push(*byte);
            if self.begun.ends_with(b"\n\n") {
                let block = String::from_utf8_lossy(&self.begun);
                let data = block.lines().filter_map(|line| line.strip_prefix("data: "));
                let data: Vec<&str> = data.collect();
                if !data.is_empty() {
                    found.push(data.join("\n"));
                }
                self.begun.clear();
            } else if self.begun.len() > LONGEST {
                return Err(TooLong);
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_found_however_the_stream_is_cut() {
        let stream = "retry: 2000\n\n: \n\nid: 1\nevent: queued\ndata: {\"潮\":1}\n\ndata: half";
        for size in 1..stream.len() {
            let mut events = EventStream::default();
            let pieces = stream.as_bytes().chunks(size);
            let found: Vec<String> = pieces
                .flat_map(|piece| events.take(piece).unwrap())
                .collect();
            assert_eq!(found, ["{\"潮\":1}"], "pieces of {size}");
        }
        let mut events = EventStream::default();
        assert_eq!(events.take(&vec![b'x'; 2 * LONGEST]), Err(TooLong));
    }
}
