//! `check-config`: whether `serve` would start, and what to know about how it would run. Changes nothing.

use std::path::Path;

use contract::build::Latest;

use crate::config::{Config, Origin};
use crate::cookie::Marking;
use crate::exit::{Exit, Failure};
use crate::site::folder::Folder;
use crate::tls::Tls;

/// What an operator should know, a sentence each; an error if `serve` would not start.
pub fn findings(config: &Config) -> Result<Vec<String>, Failure> {
    let mut all = vec![builds(&config.builds)];
    all.extend(tls(config)?);
    all.push(origin(&config.origin));
    all.push(match config.public_origins.0.as_slice() {
        [] => "only pages opened on this machine may make calls that change something; visitors from elsewhere need `--public-origin`".to_owned(),
        origins => format!("pages of {} may make calls that change something", list(origins)),
    });
    all.push(match config.trusted_proxies.0.as_slice() {
        [] => "limits count by the address of each connection; behind a proxy they count all visitors as one unless it is named with `--trusted-proxy`".to_owned(),
        proxies => format!("limits count by the address that {} vouch for in X-Forwarded-For", list(proxies)),
    });
    #[cfg(feature = "embedded-origin")]
    if let Origin::Embedded(embedded) = &config.origin
        && embedded.settings.predictable_captchas
    {
        all.push("for tests: the answer to every captcha is known".to_owned());
    }
    if config.marking == Marking::Plain {
        all.push(
            "cookies are set without `Secure`: whoever reads the network can take over sessions"
                .to_owned(),
        );
    }
    if let Some(server) = &config.dev_server {
        all.push(format!("development: documents come from http://{server} without a Content-Security-Policy; never serve visitors this way"));
    }
    Ok(all)
}

fn tls(config: &Config) -> Result<Option<String>, Failure> {
    let Some(files) = &config.tls else {
        return Ok(None);
    };
    let tls = Tls::load(files.clone()).map_err(|error| Failure::new(Exit::Config, error))?;
    Ok(Some(format!(
        "speaks TLS with the certificate in `{}` ({} in the file) and its key; both are read again when they change",
        files.cert.display(),
        tls.certificates()
    )))
}

fn origin(origin: &Origin) -> String {
    match origin {
        #[cfg(feature = "embedded-origin")]
        Origin::Embedded(embedded) => {
            let settings = &embedded.settings;
            let key = match &settings.key_file {
                Some(file) => file.display().to_string(),
                None => embedded.var.join("origin.key").display().to_string(),
            };
            match &settings.database_url {
                Some(database) => format!(
                    "`/api` is answered by this process with its data in {database}; every gateway of this site needs that database and the same keys as `{key}` (`--key-file`)"
                ),
                None => format!(
                    "`/api` is answered by this process with its data in SQLite under `{}`; a second gateway needs PostgreSQL for both (`DATABASE_URL`) and the same keys as `{key}` (`--key-file`), or one origin for both with `--origin http://host:port`",
                    embedded.var.display()
                ),
            }
        }
        Origin::Remote(authority) => format!("`/api` is answered by http://{authority}"),
    }
}

fn list(all: &[impl ToString]) -> String {
    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
    all.join(", ")
}

fn builds(folder: &Path) -> String {
    let place = folder.display();
    match Folder::new(folder).latest() {
        Ok(Latest { id, timestamp, .. }) => {
            format!("`{place}` has build {id}, published {timestamp}")
        }
        Err(error) => format!(
            "`{place}` has no build yet ({error:#}); pages answer 503 until the generator has published one"
        ),
    }
}
