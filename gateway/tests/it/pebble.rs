//! Pebble, the ACME server that Let's Encrypt makes for tests of clients, and its DNS server, in
//! which every name leads to this machine.

use std::fs;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

use crate::authority::Authority;
use crate::tls::{WAIT, collected, handshake, http2, request};

/// A running authority, which ends with the test.
pub(crate) struct Pebble {
    /// Address of the directory, for `--acme`.
    pub(crate) directory: String,
    /// Certificate of the directory's own authority, for `--acme-ca`.
    pub(crate) ca: PathBuf,
    own: CertificateDer<'static>,
    management: SocketAddr,
    _programs: [Program; 2],
    _folder: TempDir,
}

struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Pebble {
    /// Checks names by HTTP-01 at one port of this machine, by TLS-ALPN-01 at another.
    pub(crate) async fn start(http: u16, tls: u16) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let authority = Authority::new("of the directory itself");
        let pair = authority.sign(&["localhost"], [-1, 89]);
        fs::write(path("cert.pem"), pair.cert.pem()).unwrap();
        fs::write(path("key.pem"), pair.signing_key.serialize_pem()).unwrap();
        let [address, management, dns] = [free_address(), free_address(), free_address()];
        let config = serde_json::json!({
            "pebble": {
                "listenAddress": address,
                "managementListenAddress": management,
                "certificate": path("cert.pem"),
                "privateKey": path("key.pem"),
                "httpPort": http,
                "tlsPort": tls,
            }
        });
        fs::write(path("pebble.json"), config.to_string()).unwrap();
        let (dns, config) = (dns.to_string(), path("pebble.json"));
        let names = program(
            "pebble-challtestsrv",
            &[
                "-dns01",
                &dns,
                "-http01",
                "",
                "-https01",
                "",
                "-tlsalpn01",
                "",
                "-management",
                "",
                "-defaultIPv6",
                "",
            ],
        );
        let server = program(
            "pebble",
            &["-config", config.to_str().unwrap(), "-dnsserver", &dns],
        );
        for address in [address, management] {
            until_it_listens(address).await;
        }
        Self {
            directory: format!("https://localhost:{}/dir", address.port()),
            ca: authority.write(folder.path()),
            own: authority.der(),
            management,
            _programs: [names, server],
            _folder: folder,
        }
    }

    /// The certificate that its certificates chain to.
    pub(crate) async fn root(&self) -> CertificateDer<'static> {
        let stream = handshake(self.management, &self.own, &["h2"]).await;
        let mut client = http2(stream.unwrap()).await;
        let asked = client.send_request(request("https://localhost/roots/0"));
        let pem = collected(asked.await.unwrap().into_body()).await;
        CertificateDer::from_pem_slice(&pem).unwrap()
    }
}

/// An address of this machine that is free now.
pub(crate) fn free_address() -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap()
}

fn program(name: &str, arguments: &[&str]) -> Program {
    let mut command = Command::new(name);
    command
        .args(arguments)
        // Without pauses before a check, and without refusals by chance.
        .envs([
            ("PEBBLE_VA_NOSLEEP", "1"),
            ("PEBBLE_WFE_NONCEREJECT", "0"),
            ("PEBBLE_AUTHZREUSE", "0"),
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    match command.spawn() {
        Ok(child) => Program(child),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            panic!("`{name}` is missing, the ACME server of the tests: `apt-get install -y pebble`")
        }
        Err(error) => panic!("`{name}` does not start: {error}"),
    }
}

async fn until_it_listens(address: SocketAddr) {
    let listening = async {
        while TcpStream::connect(address).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    let listens = tokio::time::timeout(WAIT, listening).await;
    assert!(listens.is_ok(), "Pebble does not listen at {address}");
}
