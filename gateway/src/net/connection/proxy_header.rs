//! The PROXY protocol, versions 1 and 2: a proxy that passes bytes on, and reads no HTTP, names its
//! client at the start of each connection.

use std::io::{self, ErrorKind};

use ppp::{HeaderResult, v1, v2};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::protocol::client::FarEnd;

/// The start of a header of version 2.
const SIGNATURE: [u8; 12] = *b"\r\n\r\n\0\r\nQUIT\n";

/// The longest header of version 1, in bytes.
const TEXT_MAX: usize = 107;

/// The longest rest of a header of version 2 that is read, in bytes: addresses take 36, and
/// extensions some more.
const REST_MAX: u16 = 2048;

/// Reads the header that `proxy` sent first, and not a byte more; returns its client. The caller
/// sets the time limit.
pub(super) async fn read(io: &mut (impl AsyncRead + Unpin), proxy: FarEnd) -> io::Result<FarEnd> {
    let mut header = vec![0; SIGNATURE.len()];
    io.read_exact(&mut header).await?;
    if header == SIGNATURE {
        read_rest(io, &mut header).await?;
    } else {
        read_line(io, &mut header).await?;
    }
    client(&header, proxy)
}

/// Version 2 has a length.
async fn read_rest(io: &mut (impl AsyncRead + Unpin), header: &mut Vec<u8>) -> io::Result<()> {
    let mut fixed = [0; 4];
    io.read_exact(&mut fixed).await?;
    header.extend(fixed);
    let length = u16::from_be_bytes([fixed[2], fixed[3]]);
    if length > REST_MAX {
        return Err(bad_header("it is too long"));
    }
    let start = header.len();
    header.resize(start + usize::from(length), 0);
    io.read_exact(&mut header[start..]).await?;
    Ok(())
}

/// Version 1 is a line. The bytes after it are the client's, and stay unread.
async fn read_line(io: &mut (impl AsyncRead + Unpin), header: &mut Vec<u8>) -> io::Result<()> {
    if !header.starts_with(b"PROXY ") {
        return Err(bad_header("there is none"));
    }
    while !header.ends_with(b"\r\n") {
        if header.len() == TEXT_MAX {
            return Err(bad_header("it is too long"));
        }
        header.push(io.read_u8().await?);
    }
    Ok(())
}

/// PURE: the client that a header names; the proxy itself, where it speaks for itself (its checks
/// of health) or does not know its client.
fn client(header: &[u8], proxy: FarEnd) -> io::Result<FarEnd> {
    match HeaderResult::parse(header) {
        HeaderResult::V1(Ok(header)) => Ok(match header.addresses {
            v1::Addresses::Tcp4(named) => {
                FarEnd::At((named.source_address, named.source_port).into())
            }
            v1::Addresses::Tcp6(named) => {
                FarEnd::At((named.source_address, named.source_port).into())
            }
            v1::Addresses::Unknown => proxy,
        }),
        HeaderResult::V2(Ok(header)) => Ok(match (header.command, header.addresses) {
            (v2::Command::Proxy, v2::Addresses::IPv4(named)) => {
                FarEnd::At((named.source_address, named.source_port).into())
            }
            (v2::Command::Proxy, v2::Addresses::IPv6(named)) => {
                FarEnd::At((named.source_address, named.source_port).into())
            }
            _ => proxy,
        }),
        HeaderResult::V1(Err(error)) => Err(bad_header(error)),
        HeaderResult::V2(Err(error)) => Err(bad_header(error)),
    }
}

fn bad_header(reason: impl std::fmt::Display) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("PROXY header: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\n";

    fn binary(command: u8, family: u8, addresses: &[u8]) -> Vec<u8> {
        let length = u16::try_from(addresses.len()).unwrap().to_be_bytes();
        [
            &SIGNATURE[..],
            &[0x20 | command, family],
            &length,
            addresses,
        ]
        .concat()
    }

    /// The client and the bytes that are left, or the error.
    async fn read_all(bytes: &[u8]) -> Result<(String, Vec<u8>), String> {
        let proxy = FarEnd::At("10.0.0.1:9".parse().unwrap());
        let mut rest = bytes;
        let read = read(&mut rest, proxy).await;
        let FarEnd::At(client) = read.map_err(|error| error.to_string())? else {
            unreachable!("the proxy has an address");
        };
        Ok((client.to_string(), rest.to_vec()))
    }

    #[tokio::test]
    async fn a_header_names_the_client_and_leaves_the_request() {
        let v4 = [192, 0, 2, 7, 10, 0, 0, 1, 0x12, 0x34, 0, 80];
        let v6 = [&[0x20; 32][..], &[0, 5, 0, 80]].concat();
        let extended = [&v4[..], &[4, 0, 2, 0, 0]].concat();
        let rows: [(Vec<u8>, &str); 8] = [
            (
                b"PROXY TCP4 192.0.2.7 10.0.0.1 4660 80\r\n".into(),
                "192.0.2.7:4660",
            ),
            (
                b"PROXY TCP6 2001:db8::7 ::1 5 80\r\n".into(),
                "[2001:db8::7]:5",
            ),
            (b"PROXY UNKNOWN\r\n".into(), "10.0.0.1:9"),
            (binary(1, 0x11, &v4), "192.0.2.7:4660"),
            (binary(1, 0x11, &extended), "192.0.2.7:4660"),
            (
                binary(1, 0x21, &v6),
                "[2020:2020:2020:2020:2020:2020:2020:2020]:5",
            ),
            (binary(0, 0, &[]), "10.0.0.1:9"),
            (binary(0, 0x11, &v4), "10.0.0.1:9"),
        ];
        for (header, client) in rows {
            let read = read_all(&[&header, REQUEST].concat()).await;
            assert_eq!(
                read,
                Ok((client.to_owned(), REQUEST.to_vec())),
                "{header:?}"
            );
        }
    }

    #[tokio::test]
    async fn no_or_a_bad_header_is_an_error_and_never_the_proxys_address() {
        let long = format!("PROXY TCP4 {}\r\n", "1".repeat(200));
        let cut = &binary(1, 0x11, &[192, 0, 2, 7])[..];
        let rows: [&[u8]; 8] = [
            REQUEST,
            b"PROXY TCP4 192.0.2.7\r\n",
            b"PROXY TCP4 999.0.2.7 10.0.0.1 1 80\r\n",
            b"PROXY TCP4 2001:db8::7 ::1 5 80\r\n",
            b"proxy TCP4 192.0.2.7 10.0.0.1 1 80\r\n",
            long.as_bytes(),
            cut,
            &[&SIGNATURE[..], &[0x21, 0x11, 0xff, 0xff]].concat(),
        ];
        for bytes in rows {
            let read = read_all(bytes).await;
            assert!(read.is_err(), "{:?}", String::from_utf8_lossy(bytes));
        }
    }
}
