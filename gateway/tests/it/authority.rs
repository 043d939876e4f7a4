//! A private authority, which signs the certificates that a test needs.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rcgen::{
    BasicConstraints, Certificate, CertificateParams, CertifiedKey, DnType, IsCa, Issuer, KeyPair,
    date_time_ymd,
};
use tokio_rustls::rustls::pki_types::CertificateDer;

pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    certificate: Certificate,
}

impl Authority {
    pub(crate) fn new(name: &str) -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, name);
        let key = KeyPair::generate().unwrap();
        let certificate = params.self_signed(&key).unwrap();
        Self {
            issuer: Issuer::new(params, key),
            certificate,
        }
    }

    /// A certificate for these names that is valid from one day to another, counted from today.
    pub(crate) fn sign(&self, names: &[&str], [from, to]: [i64; 2]) -> CertifiedKey<KeyPair> {
        let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
        let mut params = CertificateParams::new(names).unwrap();
        params.not_before = date_time_ymd(1970, 1, 1) + since_1970(from);
        params.not_after = date_time_ymd(1970, 1, 1) + since_1970(to);
        let signing_key = KeyPair::generate().unwrap();
        let cert = params.signed_by(&signing_key, &self.issuer).unwrap();
        CertifiedKey { cert, signing_key }
    }

    /// Writes its own certificate, and returns the file.
    pub(crate) fn write(&self, folder: &Path) -> PathBuf {
        let file = folder.join("authority.pem");
        std::fs::write(&file, self.certificate.pem()).unwrap();
        file
    }

    pub(crate) fn der(&self) -> CertificateDer<'static> {
        self.certificate.der().clone()
    }
}

fn since_1970(days: i64) -> Duration {
    let today = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Duration::from_secs(today.as_secs().saturating_add_signed(days * 24 * 60 * 60))
}
