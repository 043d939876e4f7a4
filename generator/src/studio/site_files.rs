//! Files of the site with a change set: pictures and fonts that the published site does not have
//! yet. The editors' page loads them from `/studio/files/<id>/<path>`.

use contract::studio::PAGE;
use generator_content::Visibility;
use generator_studio::SetId;

use super::Studio;
use super::workshop::Workshop;

/// Path before the id of a change set, below that of the page.
const FILES: &str = "/files/";

/// Files whose name has a hash of their bytes.
const ASSETS: &str = "/assets/";

/// Content type of style sheets, without its parameters.
const CSS: &str = "text/css";

/// A file of the site with a change set.
pub(super) struct SiteFile {
    pub(super) bytes: Vec<u8>,
    pub(super) media_type: String,
    /// Its address never means other bytes.
    pub(super) is_immutable: bool,
}

/// The address of the files with a change set; of the content as it is, without one.
pub(super) fn address(set: Option<&SetId>) -> String {
    let id = set.map_or(super::calls::LIVE, SetId::as_str);
    format!("{PAGE}{FILES}{id}")
}

/// Whether a path of the studio is of such a file.
pub(super) fn is_one(path: &str) -> bool {
    let rest = path.strip_prefix(PAGE);
    rest.is_some_and(|rest| rest.starts_with(FILES))
}

/// The file at a path of the studio; none if the path is of another kind, or the site has no such
/// file.
pub(super) fn find(studio: &Studio, path: &str) -> Option<SiteFile> {
    let rest = path.strip_prefix(PAGE)?.strip_prefix(FILES)?;
    let (id, _) = rest.split_once('/')?;
    let inside = &rest[id.len()..];
    let set = match id {
        super::calls::LIVE => None,
        id => Some(id.parse::<SetId>().ok()?),
    };
    let read = |workshop: &mut Workshop| {
        let files = workshop.files(set.as_ref()).ok()?;
        // A site that cannot be built shows the last files.
        let _ = workshop.build(&files);
        workshop.builder().shown_file(inside).ok()?
    };
    let (bytes, media_type) = studio.with_workshop(Visibility::Preview, read).ok()??;
    let bytes = match media_type.starts_with(CSS) {
        true => with_addresses(bytes, &address(set.as_ref())),
        false => bytes,
    };
    Some(SiteFile {
        bytes,
        media_type,
        is_immutable: inside.starts_with(ASSETS),
    })
}

/// A style sheet that loads its files from `address`, too.
fn with_addresses(bytes: Vec<u8>, address: &str) -> Vec<u8> {
    match String::from_utf8(bytes) {
        Ok(text) => text
            .replace("url(/", &format!("url({address}/"))
            .into_bytes(),
        Err(error) => error.into_bytes(),
    }
}
