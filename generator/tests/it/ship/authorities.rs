//! A bare machine, such as a container, which has no list of authorities that programs trust.

use std::net::TcpListener;

use super::FIRST;
use super::remote::said;
use super::site::Site;

#[test]
fn a_machine_without_authorities_reaches_addresses_without_tls() {
    let mut site = Site::new(1);
    site.publish(&FIRST);
    let root = site.root().display().to_string();
    let none = ["SSL_CERT_FILE", "SSL_CERT_DIR"].map(|name| (name, "/nonexistent".to_owned()));
    // An address that refuses connections.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let text = said(&["verify", &address, "--builds", &root], &none, 5);
    assert!(text.contains("Connection refused"), "{text}");
    let text = said(
        &["status", "--gateway", &address, "--builds", &root],
        &none,
        1,
    );
    assert!(text.contains("Connection refused"), "{text}");
}
