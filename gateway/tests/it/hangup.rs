//! R11.05: SIGHUP has files read again, and reports in one line what is in use; no connection ends.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use rustix::process::Signal;

use crate::authority::Authority;
use crate::backend::Backend;
use crate::fixture::Build;
use crate::handover::{Client, Program};
use crate::harness::GatewayTest;
use crate::process::gateway;
use crate::tls::{handshake, http2, request, write};

const VALID: [i64; 2] = [-1, 89];
const KEY: &str = "0123456789abcdef0123456789abcdef";

/// A gateway that does not look at its certificate by itself.
async fn start(options: &[&str]) -> GatewayTest {
    GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        options,
        |config| config.limits.certificate = Duration::from_secs(60 * 60),
    )
    .await
}

fn write_secret(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, PermissionsExt::from_mode(0o600)).unwrap();
}

#[tokio::test]
async fn a_new_certificate_is_for_new_connections_and_open_ones_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("ours");
    let path = |name: &str| folder.path().join(name).display().to_string();
    write(folder.path(), &authority.sign(&["localhost"], VALID));
    let (cert, key) = (path("cert.pem"), path("key.pem"));
    let program = Program::start(&["--tls-cert", &cert, "--tls-key", &key]);
    let ca = authority.der();
    let open = handshake(program.address, &ca, &["h2"]).await.unwrap();
    let mut open = http2(open).await;
    let ask = || request("https://localhost/about");
    assert_eq!(open.send_request(ask()).await.unwrap().status(), 200);

    let new = authority.sign(&["localhost"], VALID);
    write(folder.path(), &new);
    program.send(Signal::HUP);
    let line = program.line("SIGHUP: ");
    assert!(line.contains(&format!("`{cert}` and `{key}`")), "{line}");
    let next = handshake(program.address, &ca, &[]).await.unwrap();
    let shown = &next.get_ref().1.peer_certificates().unwrap()[0];
    assert_eq!(shown, new.cert.der());
    assert_eq!(open.send_request(ask()).await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_wrong_certificate_is_reported_each_time_and_the_one_before_stays() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("ours");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let good = authority.sign(&["localhost"], VALID);
    write(folder.path(), &good);
    let (cert, key) = (path("cert.pem"), path("key.pem"));
    let t = start(&["--tls-cert", &cert, "--tls-key", &key]).await;
    let files = format!("`{cert}` and `{key}`");
    assert_eq!(t.reload().await, format!("SIGHUP: unchanged: {files}"));
    let expired = authority.sign(&["localhost"], [-90, -3]);
    let stranger = Authority::new("ours").sign(&["localhost"], VALID);
    for (pair, reason) in [(&expired, "expired 3 days ago"), (&stranger, "not the one")] {
        write(folder.path(), pair);
        if reason == "not the one" {
            fs::write(&cert, good.cert.pem()).unwrap();
        }
        for _ in 0..2 {
            let line = t.reload().await;
            assert!(line.starts_with("SIGHUP: not used, "), "{line}");
            assert!(line.contains(reason) && line.contains(&cert), "{line}");
        }
        let stream = handshake(t.address, &authority.der(), &[]).await.unwrap();
        let shown = &stream.get_ref().1.peer_certificates().unwrap()[0];
        assert_eq!(shown, good.cert.der());
    }
    write(folder.path(), &authority.sign(&["localhost"], VALID));
    assert_eq!(t.reload().await, format!("SIGHUP: read again: {files}"));
    t.stop().await;
}

#[tokio::test]
async fn new_authorities_count_for_the_next_connection_to_the_origin() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, other) = (Authority::new("ours"), Authority::new("another"));
    let ca = other.write(folder.path());
    let backend = Backend::over_tls(&ours.sign(&["localhost"], VALID)).await;
    let origin = format!("https://localhost:{}", backend.address.port());
    let file = ca.to_str().unwrap();
    let t = start(&["--origin", &origin, "--origin-ca", file]).await;
    assert_eq!(t.get("/api/anything").await.status, 503);
    fs::write(&ca, "no certificate").unwrap();
    let line = t.reload().await;
    assert!(line.starts_with("SIGHUP: not used, ") && line.contains(file));
    ours.write(folder.path());
    let again = format!("SIGHUP: read again: `{file}`");
    assert_eq!(t.reload().await, again);
    assert_eq!(t.get("/api/anything").await.status, 200);
    let same = format!("SIGHUP: unchanged: `{file}`");
    assert_eq!(t.reload().await, same);
    t.stop().await;
}

#[test]
fn keys_of_portico_toml_that_need_a_new_process_are_named_without_their_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (file, keys) = (path("portico.toml"), path("keys"));
    write_secret(&keys, KEY);
    let common = "[gateway]\nlisten = '127.0.0.1:0'\nregenerate-key = 'keys'\n";
    write_secret(&file, common);
    let program = Program::start_at(&["--config", file.to_str().unwrap()], &["--hsts", "5"]);
    let mut open = Client::connect(program.address).unwrap();
    assert_eq!(open.get("/about").unwrap().status, 200);
    let reload = || {
        program.send(Signal::HUP);
        program.line("SIGHUP: ")
    };
    let (file_name, keys_name) = (file.display(), keys.display());
    let line = reload();
    let expected = format!("unchanged: `{keys_name}`, `{file_name}`");
    assert!(line.ends_with(&expected), "{line}");

    // A flag comes before the file, so that key has its value still.
    let changed =
        format!("{common}hsts = 7\nupload-mib = 64\npublic-origin = 'https://s.example'\n");
    write_secret(&file, &changed);
    write_secret(&keys, &format!("{KEY}\n{KEY}2\n"));
    let line = reload();
    let expected = format!(
        "read again: `{keys_name}`; changed in `{file_name}` and in use only after SIGUSR2 or a restart: `public-origin`, `upload-mib`"
    );
    assert!(line.ends_with(&expected), "{line}");
    assert!(!line.contains("s.example"), "{line}");

    write_secret(&file, &format!("{common}uplaod-mib = 64\n"));
    write_secret(&keys, &format!("{KEY}\nshort\n"));
    let line = reload();
    assert!(line.contains("not used, "), "{line}");
    assert!(line.contains(&format!("{file_name}:4:1: ")), "{line}");
    assert!(line.contains(&format!("`{keys_name}`, line 2: ")), "{line}");
    assert_eq!(open.get("/about").unwrap().status, 200);
}

#[cfg(feature = "embedded-origin")]
#[test]
fn files_of_the_embedded_origin_are_among_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (var, receivers) = (path("var"), path("receivers"));
    let one = "- {url: 'https://a.example/s3cret', format: feishu, on: [received], secret: word}\n";
    write_secret(Path::new(&receivers), one);
    let options = ["serve", "--listen", "127.0.0.1:0", "--var", &var];
    let hooks = ["--message-webhooks", &receivers];
    let child = gateway(&[&options[..], &hooks].concat()).spawn().unwrap();
    let program = Program::follow(child, folder);
    program.send(Signal::HUP);
    let line = program.line("SIGHUP: ");
    let expected = format!("unchanged: `{var}/origin.key`, `{receivers}`");
    assert!(line.ends_with(&expected), "{line}");
    write_secret(Path::new(&receivers), &format!("{one}- }}\n"));
    program.send(Signal::HUP);
    let line = program.line("SIGHUP: ");
    assert!(
        line.contains(&format!("`{receivers}` cannot be used: line 2")),
        "{line}"
    );
    assert!(!line.contains("s3cret"), "{line}");
}
