//! The system-config call to a faulty origin, over plain HTTP and TLS.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use contract::Hash;
use contract::locale::Locale;
use contract::origin_data::OriginData;
use generator::config::OriginAddress;
use generator::sources::origin::Origin;
use rcgen::{BasicConstraints, CertificateParams, CertifiedKey, DnType, IsCa, Issuer, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::json;

/// The result of the call in one language.
fn call(address: &str, ca: Option<&Path>) -> Result<usize, String> {
    let locales: Vec<Locale> =
        serde_json::from_str(include_str!("../../../locales/locales.json")).unwrap();
    let said = |error: anyhow::Error| format!("{error:#}");
    let address = OriginAddress::Remote {
        url: address.to_owned(),
        ca: ca.map(Path::to_owned),
    };
    let origin = Origin::new(&address).map_err(said)?;
    let config = origin.system_config(&locales, &OriginData::default(), &Hash::of(b"data"));
    config.map(|config| config["en"].len()).map_err(said)
}

/// Answers every connection with the output of `answer`, with TLS if there is a certificate.
/// Returns the port.
fn serve(
    tls: Option<&CertifiedKey<KeyPair>>,
    answer: impl Fn(&mut dyn Write) -> std::io::Result<()> + Send + 'static,
) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let tls = tls.map(server_config);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A client that disconnects before the end is the subject of some of these tests.
            let _ = match &tls {
                None => respond(stream, &answer),
                Some(config) => {
                    let connection = ServerConnection::new(Arc::clone(config)).unwrap();
                    respond(StreamOwned::new(connection, stream), &answer)
                }
            };
        }
    });
    port
}

fn respond(
    mut stream: impl Read + Write,
    answer: impl Fn(&mut dyn Write) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(&mut stream).lines();
    while lines
        .next()
        .transpose()?
        .is_some_and(|line| !line.is_empty())
    {}
    answer(&mut stream)?;
    stream.flush()
}

fn server_config(pair: &CertifiedKey<KeyPair>) -> Arc<ServerConfig> {
    let key = PrivateKeyDer::try_from(pair.signing_key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![pair.cert.der().clone()], key);
    Arc::new(config.unwrap())
}

fn good(out: &mut dyn Write) -> std::io::Result<()> {
    let row = json!({"path": "/", "seoConfig": {"title": "t", "description": "d"}});
    let body = json!({"code": 200, "msg": "ok", "data": [row]}).to_string();
    let length = body.len();
    write!(
        out,
        "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

#[test]
fn an_answer_without_an_end_is_given_up_after_a_bounded_number_of_bytes() {
    let sent = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&sent);
    let port = serve(None, move |out| {
        write!(out, "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n")?;
        loop {
            out.write_all(&[b' '; 65_536])?;
            counter.fetch_add(65_536, Ordering::Relaxed);
        }
    });
    let error = call(&format!("http://127.0.0.1:{port}"), None).unwrap_err();
    assert!(error.contains("longer than 8 MiB"), "{error}");
    // Buffers of sockets aside.
    assert!(sent.load(Ordering::Relaxed) < 64 << 20);
}

#[test]
fn a_redirect_is_told_and_not_followed() {
    let followed = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&followed);
    let inner = serve(None, move |out| {
        counter.fetch_add(1, Ordering::Relaxed);
        good(out)
    });
    let port = serve(None, move |out| {
        write!(
            out,
            "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:{inner}/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )
    });
    let error = call(&format!("http://127.0.0.1:{port}"), None).unwrap_err();
    let place = format!("points to `http://127.0.0.1:{inner}/`, which is not followed");
    assert!(error.contains(&place), "{error}");
    assert_eq!(followed.load(Ordering::Relaxed), 0);
}

#[test]
fn an_origin_over_tls_is_believed_if_an_authority_vouches_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, ca) = authority("ours", folder.path());
    let (_, other) = authority("another", folder.path());
    let sign = |name: &str| {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        let cert = params.signed_by(&key, &ours).unwrap();
        CertifiedKey {
            cert,
            signing_key: key,
        }
    };
    let expired = {
        let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.not_after = rcgen::date_time_ymd(2020, 1, 1);
        let key = KeyPair::generate().unwrap();
        let cert = params.signed_by(&key, &ours).unwrap();
        CertifiedKey {
            cert,
            signing_key: key,
        }
    };
    let rows = [
        (sign("localhost"), Some(&ca), Ok(1)),
        (sign("localhost"), Some(&other), Err("`--origin-ca FILE`")),
        (sign("localhost"), None, Err("`--origin-ca FILE`")),
        (
            sign("db.example"),
            Some(&ca),
            Err("made out to another name"),
        ),
        (expired, Some(&ca), Err("has expired")),
    ];
    for (pair, ca, expected) in rows {
        let port = serve(Some(&pair), good);
        let said = call(
            &format!("https://localhost:{port}"),
            ca.map(PathBuf::as_path),
        );
        match expected {
            Ok(rows) => assert_eq!(said, Ok(rows)),
            Err(words) => assert!(said.as_ref().unwrap_err().contains(words), "{said:?}"),
        }
    }
    let none = folder.path().join("none.pem");
    std::fs::write(&none, "no certificate").unwrap();
    let error = call("https://localhost:1", Some(&none)).unwrap_err();
    assert!(error.contains("--origin-ca: `"), "{error}");
}

fn authority(name: &str, folder: &Path) -> (Issuer<'static, KeyPair>, PathBuf) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, name);
    let key = KeyPair::generate().unwrap();
    let file = folder.join(format!("{name}.pem"));
    std::fs::write(&file, params.self_signed(&key).unwrap().pem()).unwrap();
    (Issuer::new(params, key), file)
}
