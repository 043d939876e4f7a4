//! PURE: the public part of `site.yaml` as JSON, written once for all pages: workers receive it,
//! documents contain it, pages name its hash.

use contract::Hash;
use contract::frame::SiteFrame;
use serde_json::Value;

use crate::pages::document::escape_script;
use generator_media::workers::page::Site;

/// The part of the site that every page may know, as JSON.
#[derive(Debug)]
pub struct SiteJson {
    hash: Hash,
    frame: Vec<u8>,
    inline: Vec<u8>,
}

impl SiteJson {
    /// Writes this value.
    pub fn new(site: &Value) -> serde_json::Result<Self> {
        let json = serde_json::to_string(site)?;
        let hash = Hash::of(json.as_bytes());
        let mut inline = Vec::with_capacity(json.len());
        escape_script(&json, &mut inline);
        let frame = serde_json::to_vec(&SiteFrame {
            hash,
            site: site.clone(),
        })?;
        Ok(Self {
            hash,
            frame,
            inline,
        })
    }

    /// The hash by which pages name it.
    pub fn hash(&self) -> Hash {
        self.hash
    }

    /// The site as sent to workers.
    pub fn frame(&self) -> Site<'_> {
        Site {
            hash: self.hash,
            frame: &self.frame,
        }
    }

    /// The JSON as written into a document.
    pub fn inline(&self) -> &[u8] {
        &self.inline
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn another_site_has_another_hash_and_cannot_leave_its_data_block() {
        let site = |name: &str| SiteJson::new(&json!({"name": name})).unwrap();
        assert_eq!(site("a").hash(), site("a").hash());
        assert_ne!(site("a").hash(), site("b").hash());
        let hostile = site("</script>");
        assert!(!hostile.inline().contains(&b'<'));
        let frame: SiteFrame = serde_json::from_slice(hostile.frame().frame).unwrap();
        assert_eq!(
            (frame.hash, frame.site),
            (hostile.hash(), json!({"name": "</script>"}))
        );
    }
}
