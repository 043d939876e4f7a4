//! A certificate by ACME: its options, checked. Pure.

use std::path::PathBuf;

use http::Uri;
use http::uri::Authority;

use super::{Authorities, ConfigError, Options};
use crate::protocol::host::bare_host;

/// Directories that have a short name.
const KNOWN: [(&str, &str); 2] = [
    (
        "letsencrypt",
        "https://acme-v02.api.letsencrypt.org/directory",
    ),
    (
        "letsencrypt-staging",
        "https://acme-staging-v02.api.letsencrypt.org/directory",
    ),
];

/// How this gateway gets its certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Acme {
    /// Address of the authority's directory.
    pub(crate) directory: Uri,
    /// Addresses for the authority's mail, as `mailto:ann@example.com`.
    pub(crate) contacts: Vec<String>,
    /// Authorities for the directory's own TLS.
    pub(crate) authorities: Authorities,
    /// Hosts that the certificate is for, each once; at least one.
    pub(crate) names: Vec<String>,
    /// Where account, certificate and keys are kept.
    pub(crate) folder: PathBuf,
    /// Whether this gateway has a socket without TLS, so that it can answer HTTP-01.
    pub(crate) has_http: bool,
}

impl Acme {
    /// The certificate with its chain, and before them its key. One file, because both change at
    /// one moment only by the renaming of one file.
    pub(crate) fn pair(&self) -> PathBuf {
        self.folder.join("certificate.pem")
    }

    /// The directory's host, for messages.
    pub(crate) fn host(&self) -> &str {
        self.directory.host().unwrap_or_default()
    }
}

/// The checked options; none without `--acme`.
pub(super) fn acme(options: &Options, origins: &[String]) -> Result<Option<Acme>, ConfigError> {
    let Some(directory) = options.acme.as_deref() else {
        return Ok(None);
    };
    let (directory, authority) =
        address(directory).ok_or_else(|| ConfigError::AcmeDirectory(directory.to_owned()))?;
    let contacts = options.acme_contacts.iter().map(|one| contact(one));
    Ok(Some(Acme {
        contacts: contacts.collect::<Result<_, _>>()?,
        authorities: match &options.acme_ca {
            Some(file) => Authorities::File(file.clone()),
            None => Authorities::System,
        },
        names: names(origins, options.preview_host.as_deref())?,
        // One per directory: an account and a certificate of the trials are none for visitors.
        folder: options
            .var
            .join("acme")
            .join(authority.as_str().to_ascii_lowercase().replace(':', "_")),
        has_http: options.http_redirect.is_some(),
        directory,
    }))
}

fn address(directory: &str) -> Option<(Uri, Authority)> {
    let known = KNOWN.iter().find(|(name, _)| *name == directory);
    let uri: Uri = known.map_or(directory, |(_, url)| url).parse().ok()?;
    let authority = uri.authority()?.clone();
    let is_usable = uri.scheme_str() == Some("https")
        && !authority.as_str().contains('@')
        && !authority.host().is_empty();
    is_usable.then_some((uri, authority))
}

fn contact(address: &str) -> Result<String, ConfigError> {
    let is_usable = address
        .split_once('@')
        .is_some_and(|(user, host)| !user.is_empty() && !host.is_empty() && !host.contains('@'))
        && address
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && !b"?,:<>".contains(&byte));
    match is_usable {
        true => Ok(format!("mailto:{address}")),
        false => Err(ConfigError::AcmeContact(address.to_owned())),
    }
}

/// The hosts of all addresses over TLS, without ports.
fn names(origins: &[String], preview_host: Option<&str>) -> Result<Vec<String>, ConfigError> {
    let secure = origins
        .iter()
        .filter_map(|origin| origin.strip_prefix("https://"));
    if secure.clone().next().is_none() {
        return Err(ConfigError::AcmeWithoutNames);
    }
    let mut names: Vec<String> = Vec::new();
    for text in secure.chain(preview_host) {
        let authority: Option<Authority> = text.parse().ok();
        let host = authority.as_ref().map(bare_host).unwrap_or(text);
        let name = host.trim_end_matches('.').to_ascii_lowercase();
        // Authorities check addresses by other rules, and most certify none.
        if name.is_empty() || name.parse::<std::net::IpAddr>().is_ok() {
            return Err(ConfigError::AcmeName(text.to_owned()));
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::config::{Cli, Command, Config};

    fn parse(arguments: &[&str]) -> Result<Config, ConfigError> {
        let all = ["gateway", "serve", "--origin", "http://127.0.0.1:1"];
        let all = all.iter().chain(arguments);
        let Command::Serve(options) = Cli::try_parse_from(all).unwrap().command else {
            unreachable!("the arguments say serve");
        };
        Config::try_from(*options)
    }

    const SITE: [&str; 2] = ["--public-origin", "https://www.x.example"];

    #[test]
    fn a_certificate_is_for_all_hosts_that_visitors_reach_over_tls() {
        let config = parse(&[
            "--acme",
            "letsencrypt",
            "--acme-contact",
            "ann@x.example",
            "--acme-contact",
            "bob@x.example",
            "--public-origin",
            "https://WWW.x.example,https://x.example:8443,https://www.x.example:8443",
            "--public-origin",
            "http://localhost:8080",
            "--preview-host",
            "Preview.x.example:8443",
            "--var",
            "data",
        ])
        .unwrap();
        assert!(config.scheme() == "https" && config.is_tls());
        let acme = config.acme.unwrap();
        assert_eq!(
            acme.names,
            ["www.x.example", "x.example", "preview.x.example"]
        );
        assert_eq!(
            acme.contacts,
            ["mailto:ann@x.example", "mailto:bob@x.example"]
        );
        assert_eq!(
            acme.pair(),
            PathBuf::from("data/acme/acme-v02.api.letsencrypt.org/certificate.pem")
        );
    }

    #[test]
    fn trials_and_other_directories_share_nothing_with_the_real_one() {
        for (directory, url, folder) in [
            (
                "letsencrypt-staging",
                "https://acme-staging-v02.api.letsencrypt.org/directory",
                "var/acme/acme-staging-v02.api.letsencrypt.org",
            ),
            (
                "https://CA.example:9000/acme/a/directory",
                "https://CA.example:9000/acme/a/directory",
                "var/acme/ca.example_9000",
            ),
        ] {
            let acme = parse(&[&["--acme", directory], &SITE[..]].concat());
            let acme = acme.unwrap().acme.unwrap();
            assert_eq!(acme.directory, url);
            assert_eq!(acme.folder, PathBuf::from(folder));
        }
    }

    #[test]
    fn options_that_can_bring_no_certificate_are_refused_with_a_reason() {
        let rows: [(&[&str], &[&str], &str); 9] = [
            (&["--acme", "letsencrpyt"], &SITE, "`letsencrypt-staging`"),
            (&["--acme", "http://ca.example/dir"], &SITE, "https address"),
            (&["--acme", "https://a@ca.example/"], &SITE, "https address"),
            (&["--acme", "letsencrypt"], &[], "--public-origin https://…"),
            (
                &["--acme", "letsencrypt"],
                &["--public-origin", "http://localhost:80"],
                "--public-origin https://…",
            ),
            (
                &["--acme", "letsencrypt"],
                &["--public-origin", "https://192.0.2.1"],
                "`192.0.2.1`",
            ),
            (
                &["--acme", "letsencrypt"],
                &["--public-origin", "https://[2001:db8::1]:8443"],
                "`[2001:db8::1]:8443`",
            ),
            (
                &["--acme", "letsencrypt", "--acme-contact", "ann"],
                &SITE,
                "`ann@example.com`",
            ),
            (
                &["--acme", "letsencrypt", "--acme-contact", "mailto:a@b.c"],
                &SITE,
                "`ann@example.com`",
            ),
        ];
        for (arguments, site, reason) in rows {
            let error = parse(&[arguments, site].concat()).unwrap_err();
            let error = error.to_string();
            assert!(error.contains(reason), "{arguments:?}: {error}");
        }
    }

    #[test]
    fn a_certificate_comes_from_files_or_from_an_authority_and_never_from_both() {
        for arguments in [
            &["--acme", "letsencrypt", "--tls-cert", "a", "--tls-key", "b"][..],
            &["--acme-contact", "ann@x.example"],
            &["--acme-ca", "ca.pem"],
        ] {
            let all = [&["gateway", "serve"], arguments].concat();
            assert!(Cli::try_parse_from(all).is_err(), "{arguments:?}");
        }
    }
}
