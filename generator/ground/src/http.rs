//! Requests to other servers: gateways, and receivers of notices. Bounded in time and size; errors
//! never name the address, which may be a secret.

pub mod event_stream;
pub mod path;

use std::error::Error;
use std::io;
use std::iter;
use std::time::Duration;

use anyhow::bail;
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, ClientBuilder, RequestBuilder, Response};
use rustls::{CertificateError, InvalidMessage};
use tokio::runtime::Runtime;
use webhook_signature::Header;

use crate::message::Message;

/// A client with a runtime of its own: everything else in the generator is plain threads.
pub struct HttpClient {
    client: Client,
    runtime: Runtime,
    limit: Duration,
}

/// A whole answer.
#[derive(Debug)]
pub struct HttpAnswer {
    /// Status of the answer.
    pub status: u16,
    /// Body of the answer.
    pub body: Vec<u8>,
}

impl HttpClient {
    /// A client that waits at most `limit` for an answer, or for more of a stream. Proxies are
    /// those of the environment; redirects are not followed.
    pub fn new(limit: Duration) -> anyhow::Result<Self> {
        let client = client(|builder| {
            builder
                .connect_timeout(limit)
                .read_timeout(limit)
                .redirect(Policy::none())
        });
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        Ok(Self {
            client: client?,
            runtime,
            limit,
        })
    }

    /// A client that reads pages of other sites, as `agent`. It follows five redirects.
    pub fn reader(limit: Duration, agent: &str) -> anyhow::Result<Self> {
        let reader = client(|builder| {
            builder
                .timeout(limit)
                .redirect(Policy::limited(5))
                .user_agent(agent)
        });
        Ok(Self {
            client: reader?,
            ..Self::new(limit)?
        })
    }

    /// The status of `url`, without its body.
    pub fn head_status(&self, url: &str) -> anyhow::Result<u16> {
        self.status(self.client.head(url))
    }

    /// The status of `url`; its body is not read.
    pub fn get_status(&self, url: &str) -> anyhow::Result<u16> {
        self.status(self.client.get(url))
    }

    fn status(&self, request: RequestBuilder) -> anyhow::Result<u16> {
        self.runtime.block_on(async {
            let response = request.send().await.map_err(without_address)?;
            Ok(response.status().as_u16())
        })
    }

    /// The answer of `url`, if it is not longer than `longest` bytes.
    pub fn get(&self, url: &str, longest: usize) -> anyhow::Result<HttpAnswer> {
        self.runtime
            .block_on(whole(self.client.get(url).timeout(self.limit), longest))
    }

    /// The answer to `body`.
    pub fn post(
        &self,
        url: &str,
        headers: &[Header],
        body: Vec<u8>,
        longest: usize,
    ) -> anyhow::Result<HttpAnswer> {
        let request = self.client.post(url).timeout(self.limit).body(body);
        let request = with(request, headers);
        self.runtime.block_on(whole(request, longest))
    }

    /// Hands an answer's body over as it comes, until `take` has enough. An answer other than 200
    /// is returned complete, and its body is not passed to `take`.
    pub fn stream(
        &self,
        url: &str,
        headers: &[Header],
        mut take: impl FnMut(&[u8]) -> bool,
    ) -> anyhow::Result<HttpAnswer> {
        const LONGEST: usize = 64 * 1024;
        self.runtime.block_on(async {
            let request = with(self.client.get(url), headers);
            let mut response = request.send().await.map_err(without_address)?;
            if response.status() != 200 {
                return read(response, LONGEST).await;
            }
            while let Some(piece) = response.chunk().await.map_err(without_address)? {
                if !take(&piece) {
                    break;
                }
            }
            let status = response.status().as_u16();
            let body = Vec::new();
            Ok(HttpAnswer { status, body })
        })
    }
}

/// A client that trusts the system's authorities. A bare machine, such as a container, may have no
/// list of them; there it trusts none, and reaches addresses without TLS.
pub fn client(options: impl Fn(ClientBuilder) -> ClientBuilder) -> anyhow::Result<Client> {
    // A process has one TLS library, which reqwest finds installed; the next client finds it there,
    // too.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let none: [Certificate; 0] = [];
    let client = options(Client::builder()).build();
    let client = client.or_else(|_| options(Client::builder()).tls_certs_only(none).build());
    client.map_err(without_address)
}

fn with(request: RequestBuilder, headers: &[Header]) -> RequestBuilder {
    let add = |request: RequestBuilder, (name, value): &Header| request.header(*name, value);
    headers.iter().fold(request, add)
}

async fn whole(request: RequestBuilder, longest: usize) -> anyhow::Result<HttpAnswer> {
    read(request.send().await.map_err(without_address)?, longest).await
}

async fn read(mut response: Response, longest: usize) -> anyhow::Result<HttpAnswer> {
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(without_address)? {
        if body.len() + piece.len() > longest {
            bail!("the answer is longer than {longest} bytes");
        }
        body.extend_from_slice(&piece);
    }
    Ok(HttpAnswer { status, body })
}

/// The error with its causes in one line, and without the address.
pub fn without_address(error: reqwest::Error) -> anyhow::Error {
    match tls_fault(&error) {
        Some(rustls::Error::InvalidMessage(InvalidMessage::InvalidContentType)) => {
            return Message::new("no-tls").into();
        }
        Some(rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer)) => {
            return Message::new("unknown-issuer").into();
        }
        _ => {}
    }
    anyhow::anyhow!("{:#}", anyhow::Error::new(error.without_url()))
}

/// The fault of TLS that a request failed with: the server answered the greeting with something
/// else, or showed a certificate that is not trusted.
fn tls_fault(error: &reqwest::Error) -> Option<&rustls::Error> {
    let mut causes = iter::successors(error.source(), |error| cause_of(*error));
    causes.find_map(|cause| cause.downcast_ref())
}

/// The next error of a chain; the source of an I/O error is that of the error in it.
fn cause_of<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    match error.downcast_ref::<io::Error>() {
        Some(error) => error.get_ref().map(|inner| inner as _),
        None => error.source(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    // R10.06
    #[test]
    fn a_server_without_tls_is_told_as_such() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        });
        let client = HttpClient::new(Duration::from_secs(20)).unwrap();
        let error = client.get(&format!("https://{address}/"), 100).unwrap_err();
        server.join().unwrap();
        assert_eq!(
            error.downcast_ref(),
            Some(&Message::new("no-tls")),
            "{error:#}"
        );
    }
}
