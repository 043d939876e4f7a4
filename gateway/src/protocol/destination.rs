//! The part of the gateway that answers a path: a pure decision, made once per request.

use contract::studio;

use super::path::Form;

/// The part of the gateway that answers a canonical path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    /// `/api`: the origin, and the calls that the gateway answers itself.
    Api,
    /// `/api/visits`: figures of visits, where the gateway takes them.
    Visits,
    /// `/healthz`: whether the process runs.
    Health,
    /// `/readyz`: whether there is a build to serve.
    Readiness,
    /// `/metrics`: numbers for monitoring on this machine.
    Metrics,
    /// `/preview/<name>`: opens a preview, or leaves it.
    Preview,
    /// `/studio`: the editors' page, and paths below it.
    Studio,
    /// `/assets/<name>`: a file with a name that never means another file.
    Asset,
    /// `/builds/<name>`: the public files of the history.
    BuildFile,
    /// `/`: leads visitors to their language.
    Home,
    /// A page, its payload or another file of the build.
    Page,
}

impl Destination {
    /// The destination of a canonical path. `form`: the way in which the request wrote it.
    pub(crate) fn from_path(path: &str, form: Form) -> Self {
        match path {
            "/api" => Self::Api,
            "/api/visits" => Self::Visits,
            studio::PAGE => Self::Studio,
            "/healthz" => Self::Health,
            "/readyz" => Self::Readiness,
            "/metrics" => Self::Metrics,
            "/" if form == Form::Exact => Self::Home,
            _ => Self::WITH_PREFIX
                .into_iter()
                .find(|destination| path.starts_with(destination.prefix()))
                .unwrap_or(Self::Page),
        }
    }

    const WITH_PREFIX: [Self; 5] = [
        Self::Api,
        Self::Preview,
        Self::Studio,
        Self::Asset,
        Self::BuildFile,
    ];

    /// The start of each path of a destination that has many; empty for the others.
    fn prefix(self) -> &'static str {
        match self {
            Self::Api => "/api/",
            Self::Preview => "/preview/",
            Self::Studio => "/studio/",
            Self::Asset => "/assets/",
            Self::BuildFile => "/builds/",
            Self::Visits
            | Self::Health
            | Self::Readiness
            | Self::Metrics
            | Self::Home
            | Self::Page => "",
        }
    }

    /// The part of `path` after the destination's prefix.
    pub(crate) fn name(self, path: &str) -> &str {
        path.strip_prefix(self.prefix()).unwrap_or(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_path_has_one_destination() {
        use Destination::*;
        for (path, form, expected, name) in [
            ("/api", Form::Exact, Api, "/api"),
            ("/api/", Form::Exact, Api, ""),
            ("/api/login", Form::Alias, Api, "login"),
            ("/api/visits", Form::Exact, Visits, "/api/visits"),
            ("/api/visits", Form::Alias, Visits, "/api/visits"),
            ("/api/visits/7", Form::Exact, Api, "visits/7"),
            ("/apis", Form::Exact, Page, "/apis"),
            ("/API/x", Form::Exact, Page, "/API/x"),
            ("/healthz", Form::Exact, Health, "/healthz"),
            ("/healthz/more", Form::Exact, Page, "/healthz/more"),
            ("/readyz", Form::Alias, Readiness, "/readyz"),
            ("/metrics", Form::Exact, Metrics, "/metrics"),
            ("/preview/end", Form::Exact, Preview, "end"),
            ("/preview", Form::Exact, Page, "/preview"),
            ("/studio", Form::Exact, Studio, "/studio"),
            ("/studio", Form::Alias, Studio, "/studio"),
            ("/studio/a/b.js", Form::Exact, Studio, "a/b.js"),
            ("/studios", Form::Exact, Page, "/studios"),
            ("/en/studio", Form::Exact, Page, "/en/studio"),
            ("/assets/a/b.js", Form::Exact, Asset, "a/b.js"),
            ("/assets", Form::Exact, Page, "/assets"),
            ("/builds/meta/x.json", Form::Exact, BuildFile, "meta/x.json"),
            ("/", Form::Exact, Home, "/"),
            ("/", Form::Alias, Page, "/"),
            ("/en/assets/x", Form::Exact, Page, "/en/assets/x"),
            ("/product", Form::Exact, Page, "/product"),
        ] {
            let destination = Destination::from_path(path, form);
            assert_eq!(destination, expected, "{path}");
            assert_eq!(destination.name(path), name, "{path}");
        }
    }
}
