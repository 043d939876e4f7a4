//! Files of the site with a change set, or of a published build: pictures and fonts that the live
//! site does not have. The editors' page loads them from `/studio/files/<id>/<path>`.

use contract::build::BuildId;
use contract::studio::PAGE;
use generator_builds::Builds;
use generator_content::Visibility;
use generator_studio::SetId;

use super::Studio;
use super::workshop::Workshop;
use crate::pipeline::shown_page::read_file;

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
    /// Whether the address never means other bytes.
    pub(super) is_immutable: bool,
}

/// The address of the files with a change set; of the content as it is, without one.
pub(super) fn address(set: Option<&SetId>) -> String {
    let id = set.map_or(super::calls::LIVE, SetId::as_str);
    format!("{PAGE}{FILES}{id}")
}

/// The address of the files of a published build.
pub(super) fn address_in_build(build: &BuildId) -> String {
    format!("{PAGE}{FILES}{build}")
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
    let (bytes, media_type, address) = match id.parse::<BuildId>() {
        Ok(build) => in_build(studio, &build, inside)?,
        Err(_) => in_set(studio, id, inside)?,
    };
    let bytes = match media_type.starts_with(CSS) {
        true => with_addresses(bytes, &address),
        false => bytes,
    };
    Some(SiteFile {
        bytes,
        media_type,
        is_immutable: inside.starts_with(ASSETS),
    })
}

/// Bytes, content type, and the address of its other files.
type Found = (Vec<u8>, String, String);

/// A file of a published build.
fn in_build(studio: &Studio, build: &BuildId, path: &str) -> Option<Found> {
    let builds: &Builds = &studio.served.store;
    let index = builds.index(build).ok()?;
    let found = read_file(builds, &index, path, || builds.entry(&index, path));
    let (bytes, media_type) = found.ok()??;
    Some((bytes, media_type, address_in_build(build)))
}

/// A file of the site with a change set.
fn in_set(studio: &Studio, id: &str, path: &str) -> Option<Found> {
    let set = match id {
        super::calls::LIVE => None,
        id => Some(id.parse::<SetId>().ok()?),
    };
    let read = |workshop: &mut Workshop| {
        let files = workshop.files(set.as_ref()).ok()?;
        // A site that cannot be built shows the last files.
        let _ = workshop.build(&files);
        workshop.builder().shown_file(path).ok()?
    };
    let (bytes, media_type) = studio.with_workshop(Visibility::Preview, read).ok()??;
    Some((bytes, media_type, address(set.as_ref())))
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
