//! PURE: the files that pages offer. Their permitted names and types, and their paths.

use contract::route::{PageFile, Route};

use super::PlanError;
use generator_builds::paths::beside;

/// Extension and content type of every kind of file: data and documents, which run no script in the
/// site's origin. HTML, SVG and XML are left out for that reason; plain text, because `robots.txt`
/// is the generator's own.
const KINDS: [(&str, &str); 6] = [
    ("csv", "text/csv; charset=utf-8"),
    ("ics", "text/calendar; charset=utf-8"),
    ("json", "application/json"),
    ("pdf", "application/pdf"),
    ("vcf", "text/vcard; charset=utf-8"),
    (
        "xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
];

/// A browser appends numbers and endings to a name; this leaves room in the 255 bytes that file
/// systems allow.
const NAME_MAX: usize = 64;

/// Refuses a route with files of a name or type that no page may offer.
pub(super) fn check(route: &Route) -> Result<(), PlanError> {
    for (position, file) in route.files.iter().enumerate() {
        let earlier = &route.files[..position];
        let problem = if earlier.iter().any(|other| other.name == file.name) {
            Some("the route declares it twice".to_owned())
        } else {
            problem(file)
        };
        if let Some(reason) = problem {
            return Err(PlanError::File {
                route: route.id.clone(),
                file: file.name.clone(),
                reason,
            });
        }
    }
    Ok(())
}

fn problem(file: &PageFile) -> Option<String> {
    let PageFile { name, media_type } = file;
    if !is_name(name) {
        return Some(format!(
            "a name has at most {NAME_MAX} lower-case letters, digits, `-` and `.`, and starts with a letter or a digit"
        ));
    }
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    match KINDS.iter().find(|kind| Some(kind.0) == extension) {
        None => {
            let known = KINDS.map(|kind| kind.0).join(", .");
            Some(format!("its name must end in one of .{known}"))
        }
        Some((_, right)) if right != media_type => Some(format!("its type must be `{right}`")),
        Some(_) => None,
    }
}

fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    name.len() <= NAME_MAX
        && name.bytes().next().is_some_and(is_plain)
        && name
            .bytes()
            .all(|byte| is_plain(byte) || matches!(byte, b'-' | b'.'))
}

/// The content type of a file that [`check`] let pass.
pub fn media_type(file: &PageFile) -> Option<&'static str> {
    KINDS
        .iter()
        .map(|kind| kind.1)
        .find(|media_type| *media_type == file.media_type)
}

/// Paths of the files of the page at `href`.
pub fn paths<'a>(href: &'a str, route: &'a Route) -> impl Iterator<Item = String> + 'a {
    let at = |file: &PageFile| beside(href, &file.name);
    route.files.iter().map(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const CSV: &str = "text/csv; charset=utf-8";

    /// Why a route with these files is refused; none if it is not.
    fn reason(files: &[(&str, &str)]) -> Option<String> {
        let file = |(name, media_type): &(&str, &str)| json!({"name": name, "type": media_type});
        let files: Vec<_> = files.iter().map(file).collect();
        let route = json!({"id": "r", "path": "/r", "layout": "default", "files": files});
        match check(&serde_json::from_value(route).unwrap()) {
            Err(PlanError::File { reason, .. }) => Some(reason),
            other => {
                assert_eq!(other, Ok(()));
                None
            }
        }
    }

    #[test]
    fn every_kind_has_one_extension_and_one_type() {
        for (extension, kind) in KINDS {
            let name = format!("annual-report.2025.{extension}");
            assert_eq!(reason(&[(&name, kind)]), None, "{name}");
        }
        let mismatch = reason(&[("figures.csv", "application/pdf")]).unwrap();
        assert!(mismatch.contains(CSV), "{mismatch}");
    }

    #[test]
    fn a_name_is_never_a_path_a_payload_or_a_script() {
        let too_long = format!("{}.csv", "a".repeat(NAME_MAX));
        let no_names = [
            "",
            ".csv",
            "..",
            "../figures.csv",
            "a/b.csv",
            "a\\b.csv",
            "a%2fb.csv",
            "Figures.csv",
            "数据.csv",
            "a b.csv",
            "a\r\nb.csv",
            "_payload.json",
            too_long.as_str(),
        ];
        for name in no_names {
            let reason = reason(&[(name, CSV)]).unwrap();
            assert!(reason.contains("lower-case"), "{name:?}: {reason}");
        }
        let no_kinds = [
            "index.html",
            "tide.svg",
            "run.js",
            "robots.txt",
            "sitemap.xml",
            "figures",
            "figures.csv.br",
        ];
        for name in no_kinds {
            let reason = reason(&[(name, CSV)]).unwrap();
            assert!(reason.contains("must end in"), "{name:?}: {reason}");
        }
    }

    #[test]
    fn a_name_stands_once_in_a_route() {
        let csv = ("figures.csv", CSV);
        assert!(reason(&[csv, csv]).unwrap().contains("twice"));
    }

    #[test]
    fn a_file_of_the_home_page_has_one_slash() {
        assert_eq!(beside("/", "_payload.json"), "/_payload.json");
        assert_eq!(beside("/en", "figures.csv"), "/en/figures.csv");
    }
}
