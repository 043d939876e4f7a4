//! The collector of spans: the option, and the variables that all programs with OpenTelemetry
//! share. The library itself reads those that name no address.

#[cfg(feature = "opentelemetry")]
use std::fmt;

#[cfg(feature = "opentelemetry")]
use http::Uri;

#[cfg(feature = "opentelemetry")]
use super::{Authorities, is_plain_and_remote};
use super::{ConfigError, Options};

/// Where spans go.
#[cfg(feature = "opentelemetry")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Otlp {
    /// The whole address to which batches are posted.
    pub(crate) endpoint: Uri,
    /// Authorities of the collector's certificate; none: without TLS.
    pub(crate) authorities: Option<Authorities>,
}

#[cfg(feature = "opentelemetry")]
impl Otlp {
    /// Whether readers of a network see the spans.
    pub(crate) fn is_plain_and_remote(&self) -> bool {
        let authority = self.endpoint.authority().map_or("", |one| one.as_str());
        self.authorities.is_none() && is_plain_and_remote(&format!("http://{authority}"))
    }
}

#[cfg(feature = "opentelemetry")]
impl fmt::Display for Otlp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.endpoint)
    }
}

/// Refuses the option where the program cannot send spans. The shared variables are no fault: they
/// are set for other programs, too.
#[cfg(not(feature = "opentelemetry"))]
pub(super) fn refuse(options: &Options) -> Result<(), ConfigError> {
    match &options.otlp {
        Some(url) => Err(ConfigError::NoOpenTelemetry(url.clone())),
        None => Ok(()),
    }
}

/// The collector; none if neither the option nor a variable names one.
#[cfg(feature = "opentelemetry")]
pub(super) fn otlp(options: &Options) -> Result<Option<Otlp>, ConfigError> {
    let variable = |name: &str| std::env::var(name).ok();
    collector(options.otlp.as_deref(), variable)
}

/// The collector. An empty variable means the same as none, as the standard has it.
#[cfg(feature = "opentelemetry")]
fn collector(
    option: Option<&str>,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Option<Otlp>, ConfigError> {
    const TRACES: &str = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
    const ALL: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
    let set = |name| variable(name).filter(|value| !value.trim().is_empty());
    // The address of traces is whole; the others are the base of all kinds of telemetry.
    let (name, url, path) = if let Some(url) = option {
        ("--otlp", url.to_owned(), "/v1/traces")
    } else if let Some(url) = set(TRACES) {
        (TRACES, url, "")
    } else if let Some(url) = set(ALL) {
        (ALL, url, "/v1/traces")
    } else {
        return Ok(None);
    };
    let endpoint = endpoint(&url, path).ok_or(ConfigError::Address {
        option: name,
        value: url,
        like: "http://127.0.0.1:4318",
    })?;
    let file = set("OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE");
    let file = file.or_else(|| set("OTEL_EXPORTER_OTLP_CERTIFICATE"));
    let authorities = file.map_or(Authorities::System, |file| Authorities::File(file.into()));
    let is_tls = endpoint.scheme_str() == Some("https");
    Ok(Some(Otlp {
        endpoint,
        authorities: is_tls.then_some(authorities),
    }))
}

/// An address with `path` behind its own. Keys belong in headers, because an address is written to
/// the log.
#[cfg(feature = "opentelemetry")]
fn endpoint(url: &str, path: &str) -> Option<Uri> {
    let base: Uri = url.trim().parse().ok()?;
    let authority = base.authority()?;
    let is_usable = matches!(base.scheme_str()?, "http" | "https")
        && !authority.as_str().contains('@')
        && !authority.host().is_empty()
        && base.query().is_none();
    if !is_usable {
        return None;
    }
    if path.is_empty() {
        return Some(base);
    }
    let whole = format!("{}{path}", base.path().trim_end_matches('/'));
    let scheme = base.scheme_str()?;
    Uri::try_from(format!("{scheme}://{authority}{whole}")).ok()
}

#[cfg(all(test, feature = "opentelemetry"))]
mod tests {
    use super::*;

    fn find(
        option: Option<&str>,
        variables: &[(&str, &str)],
    ) -> Result<Option<String>, ConfigError> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(one, _)| *one == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Ok(collector(option, variable)?.map(|otlp| otlp.to_string()))
    }

    const ALL: (&str, &str) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://all:4318/otlp/");
    const TRACES: (&str, &str) = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://traces/spans");

    #[test]
    fn the_option_is_before_the_variables_and_an_empty_one_is_none() {
        type Variables<'a> = &'a [(&'a str, &'a str)];
        let rows: [(Option<&str>, Variables<'_>, Option<&str>); 6] = [
            (None, &[], None),
            (None, &[("OTEL_EXPORTER_OTLP_ENDPOINT", " ")], None),
            (None, &[ALL], Some("http://all:4318/otlp/v1/traces")),
            (None, &[ALL, TRACES], Some("https://traces/spans")),
            (
                Some("http://[::1]:4318"),
                &[ALL, TRACES],
                Some("http://[::1]:4318/v1/traces"),
            ),
            (
                Some("https://Host.example"),
                &[],
                Some("https://host.example/v1/traces"),
            ),
        ];
        for (option, variables, expected) in rows {
            let found = find(option, variables).unwrap();
            let found = found.map(|url| url.to_ascii_lowercase());
            assert_eq!(found.as_deref(), expected, "{option:?} {variables:?}");
        }
    }

    #[test]
    fn an_address_that_cannot_work_is_refused_under_the_name_that_it_has() {
        for url in [
            "",
            "127.0.0.1:4318",
            "grpc://127.0.0.1:4317",
            "http://",
            "http://user:word@collector",
            "http://collector/?key=1",
            "http://a b",
        ] {
            let error = find(Some(url), &[]).unwrap_err().to_string();
            assert!(error.contains("`--otlp`: `"), "{url}: {error}");
            assert!(error.contains("http://127.0.0.1:4318"), "{url}: {error}");
        }
        let error = find(None, &[("OTEL_EXPORTER_OTLP_ENDPOINT", "collector")]).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("`OTEL_EXPORTER_OTLP_ENDPOINT`"), "{error}");
    }

    #[test]
    fn tls_is_checked_with_the_named_file_or_the_systems_authorities() {
        let file = ("OTEL_EXPORTER_OTLP_CERTIFICATE", "ca.pem");
        let plain = |one: &Otlp| one.is_plain_and_remote();
        for (url, file, authorities, is_plain_and_remote) in [
            ("http://127.0.0.1:4318", Some(file), None, false),
            ("http://collector:4318", None, None, true),
            ("https://collector", None, Some(Authorities::System), false),
            (
                "https://collector",
                Some(file),
                Some(Authorities::File("ca.pem".into())),
                false,
            ),
        ] {
            let variable = |name: &str| {
                let named = file.filter(|(one, _)| *one == name);
                named.map(|(_, value)| value.to_owned())
            };
            let otlp = collector(Some(url), variable).unwrap().unwrap();
            assert_eq!(otlp.authorities, authorities, "{url}");
            assert_eq!(plain(&otlp), is_plain_and_remote, "{url}");
        }
    }
}
