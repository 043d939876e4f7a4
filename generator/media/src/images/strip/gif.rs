//! A GIF without comments, without words of programs, and without bytes behind its end.
//!
//! A file is a header, a palette, and a row of blocks: images, and extensions about the next image
//! or about all of them (GIF89a, appendix A). The blocks that an animation needs are kept.

use generator_ground::message::Message;

use super::Refusal;

/// Length of signature and screen.
const HEAD: usize = 13;
/// Length of an image's own head, and of a graphic control extension.
const IMAGE_HEAD: usize = 10;
/// Introduce an image, an extension, the end.
const IMAGE: u8 = 0x2c;
const EXTENSION: u8 = 0x21;
const END: u8 = 0x3b;
/// Labels of extensions: how the next image is shown, and of a program.
const GRAPHIC_CONTROL: u8 = 0xf9;
const APPLICATION: u8 = 0xff;
/// Programs with an extension for the number of an animation's runs.
const LOOPS: [&[u8; 11]; 2] = [b"NETSCAPE2.0", b"ANIMEXTS1.0"];
/// Length of the block with that number, and its first byte.
const LOOP: (usize, u8) = (3, 1);

/// `bytes` without the blocks that no image needs.
pub(super) fn gif(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut reader = Reader { bytes, at: 0 };
    let head = reader.take(HEAD)?;
    let mut out = head.to_vec();
    out.extend_from_slice(reader.palette(head[HEAD - 3])?);
    let mut about_next: &[u8] = &[];
    loop {
        let start = reader.at;
        // A file that was cut off ends after its last whole block.
        let Some(kind) = reader.next() else { break };
        match kind {
            IMAGE => {
                let head = reader.take(IMAGE_HEAD - 1)?;
                reader.palette(head[IMAGE_HEAD - 2])?;
                reader.take(1)?;
                reader.blocks()?;
                out.extend_from_slice(std::mem::take(&mut about_next));
                out.extend_from_slice(&bytes[start..reader.at]);
            }
            EXTENSION => {
                let label = reader.take(1)?[0];
                let blocks = reader.blocks()?;
                match label {
                    GRAPHIC_CONTROL => about_next = &bytes[start..reader.at],
                    APPLICATION => out.extend(repetition(&blocks)),
                    // Text that is drawn as an image uses the extension about the next image.
                    _ => about_next = &[],
                }
            }
            _ => break,
        }
    }
    out.push(END);
    Ok(out)
}

/// The extension for the number of an animation's runs, if it is one, without other data in it.
fn repetition(blocks: &[&[u8]]) -> Vec<u8> {
    let [name, rest @ ..] = blocks else {
        return Vec::new();
    };
    let is_loop = |block: &&&[u8]| block.len() == LOOP.0 && block[0] == LOOP.1;
    let is_known = LOOPS.iter().any(|known| known.as_slice() == *name);
    let Some(count) = rest.iter().find(is_loop).filter(|_| is_known) else {
        return Vec::new();
    };
    let parts = [*name, *count].map(|block| [&[length(block)], block].concat());
    [&[EXTENSION, APPLICATION][..], &parts.concat(), &[0]].concat()
}

/// A block has at most 255 bytes.
fn length(block: &[u8]) -> u8 {
    u8::try_from(block.len()).unwrap_or(u8::MAX)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], Refusal> {
        let taken = self.bytes.get(self.at..self.at + length);
        self.at += length;
        taken.ok_or_else(|| Refusal::Broken(Message::new("flaw/end").into()))
    }

    /// The palette that a byte of flags announces.
    fn palette(&mut self, flags: u8) -> Result<&'a [u8], Refusal> {
        let has_palette = flags & 0x80 != 0;
        self.take(if has_palette {
            3 << ((flags & 7) + 1)
        } else {
            0
        })
    }

    /// Blocks up to the empty one.
    fn blocks(&mut self) -> Result<Vec<&'a [u8]>, Refusal> {
        let mut blocks = Vec::new();
        loop {
            match self.take(1)?[0] {
                0 => return Ok(blocks),
                length => blocks.push(self.take(length.into())?),
            }
        }
    }
}
