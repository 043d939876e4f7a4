//! Rows about other hosts that a page needs: one that is not reached keeps a page from appearing.

use generator_ground::message::Message;

use super::{Requirement, TEMPLATE};
use crate::profile::addresses::{host, is_blocked, requested_addresses};
use crate::profile::facts::AssetFile;
use crate::profile::{Facts, Row};

pub(super) const ROWS: &[Requirement] = &[
    documents,
    assets,
    blocked_services,
    script_sources,
    own_fonts,
];

/// The built style sheets, scripts and fonts.
const ASSETS: &str = "frontend/dist/client/assets";
/// Largest font file, in bytes: a whole Chinese face has megabytes.
const FONT_MAX: u64 = 400_000;
const FONTS: [&str; 4] = [".woff2", ".woff", ".ttf", ".otf"];

/// Addresses that documents request of hosts other than the site's.
fn foreign_requests(site: &Facts) -> impl Iterator<Item = (&str, &str)> {
    let own = host(&site.url).unwrap_or_default();
    let documents = site.documents.iter();
    let requests = documents.flat_map(|document| &document.requests);
    requests.filter_map(move |address| {
        let other = host(address)?;
        (other != own).then_some((address.as_str(), other))
    })
}

fn documents(site: &Facts) -> Row {
    let message = Message::new("china-foreign-documents");
    let faults = foreign_requests(site).map(|(address, _)| address.to_owned());
    let of_template = requested_addresses(&site.template);
    Row::new(message, TEMPLATE).without(faults.chain(of_template))
}

fn assets(site: &Facts) -> Row {
    let message = Message::new("china-foreign-assets");
    let fault = |asset: &AssetFile| {
        let first = asset.requests.first()?;
        Some(format!("{} → {first}", asset.name))
    };
    Row::new(message, ASSETS).without(site.assets.iter().filter_map(fault))
}

fn blocked_services(site: &Facts) -> Row {
    let message = Message::new("china-blocked-services");
    let of_documents = foreign_requests(site).map(|(_, host)| host);
    let of_assets = site.assets.iter().flat_map(|asset| &asset.requests);
    let hosts = of_documents.chain(of_assets.filter_map(|address| host(address)));
    Row::new(message, "frontend/site").without(hosts.filter(|host| is_blocked(host)))
}

fn script_sources(site: &Facts) -> Row {
    let message = Message::new("china-script-sources");
    let sources = site.script_sources.iter();
    let faults = sources.filter(|source| host(source).is_some_and(is_blocked));
    Row::new(message, "frontend/site/header-classes.ts").without(faults)
}

fn own_fonts(site: &Facts) -> Row {
    let message = Message::new("china-own-fonts").with("most", FONT_MAX / 1000);
    let is_font = |asset: &&AssetFile| FONTS.iter().any(|end| asset.name.ends_with(end));
    let fonts = site.assets.iter().filter(is_font);
    let large = fonts.filter(|font| font.size > FONT_MAX);
    Row::new(message, "frontend/fonts.json").without(large.map(|font| &font.name))
}
