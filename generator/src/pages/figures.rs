//! PURE: the script by which a sample of visits sends its figures, and its element in documents.
//!
//! A site asks for it by `visitorFigures` in `site.yaml`. Beside the inline script it is the only
//! one that runs before a visitor's first input, so it is small, and no other script waits for it.

use contract::Hash;

/// The script of a site that samples visits.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Text of the script, as `npm run build` made it.
    pub script: String,
    /// The share of visits, above 0 and at most 1.
    pub share: f64,
}

impl Figures {
    /// Name of the script under `/assets/`.
    pub fn asset(&self) -> String {
        format!("figures/{}.js", Hash::of(self.script.as_bytes()))
    }

    /// Element of the script in a document with this status; none: the page exists.
    pub fn element(&self, status: Option<u16>) -> String {
        let missing = match status {
            Some(404) => " data-missing",
            _ => "",
        };
        format!(
            "<script async fetchpriority=\"low\" src=\"/assets/{}\" data-share=\"{}\"{missing}></script>\n",
            self.asset(),
            self.share
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_of_a_missing_page_is_marked_and_other_errors_are_not() {
        let figures = Figures {
            script: "measure()".to_owned(),
            share: 0.05,
        };
        let asset = figures.asset();
        for (status, end) in [
            (None, "0.05\"></script>\n"),
            (Some(404), "0.05\" data-missing></script>\n"),
            (Some(500), "0.05\"></script>\n"),
        ] {
            let start = format!(
                "<script async fetchpriority=\"low\" src=\"/assets/{asset}\" data-share=\""
            );
            assert_eq!(figures.element(status), start + end, "{status:?}");
        }
    }
}
