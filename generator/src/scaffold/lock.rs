//! The lock file of a new site: the versions with which the product was tested, so that npm asks
//! for no list of versions, and two sites of one day have the same packages. It is the part of the
//! product's own lock file that the site's manifest leads to. Packages that the product does not
//! lock, such as its programs, are added by npm.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::file::pretty;

/// Manifest of the frontend's package in a site, and the lock file beside it.
pub(super) const MANIFEST: &str = "frontend/package.json";
pub(super) const LOCK: &str = "frontend/package-lock.json";

/// The lock file of the product's own frontend.
const PRODUCT: &str = include_str!("../../../frontend/package-lock.json");

/// The workspace of the package, and the link to it.
const WORKSPACE: &str = "portico";
const LINK: &str = "node_modules/@portico/app";

/// The lock file for a site with the manifest `manifest` (`frontend/package.json`).
pub(super) fn lock(manifest: &str) -> Option<String> {
    let manifest: Value = serde_json::from_str(manifest).ok()?;
    let product: Value = serde_json::from_str(PRODUCT).ok()?;
    let packages = product.get("packages")?.as_object()?;
    let root = json!({
        "name": manifest["name"],
        "workspaces": manifest["workspaces"],
        "dependencies": manifest["dependencies"],
    });
    let required = reachable(packages, &root, &["dependencies", "peerDependencies"]);
    let all = ["dependencies", "peerDependencies", "optionalDependencies"];
    let mut locked = BTreeMap::from([
        (String::new(), root.clone()),
        (LINK.to_owned(), packages.get(LINK)?.clone()),
        (WORKSPACE.to_owned(), packages.get(WORKSPACE)?.clone()),
    ]);
    for place in reachable(packages, &root, &all) {
        let is_optional = !required.contains(&place);
        let mut package = packages.get(&place)?.as_object()?.clone();
        package.retain(|field, _| match field.as_str() {
            "dev" | "devOptional" | "peer" => false,
            "optional" => is_optional,
            _ => true,
        });
        if is_optional {
            package.insert("optional".to_owned(), Value::Bool(true));
        }
        locked.insert(place, Value::Object(package));
    }
    Some(pretty(&json!({
        "name": manifest["name"],
        "lockfileVersion": product["lockfileVersion"],
        "requires": true,
        "packages": locked,
    })))
}

/// Places of the packages to which fields of the site's manifest and of the package lead.
fn reachable(packages: &Map<String, Value>, root: &Value, fields: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![
        (String::new(), root),
        (WORKSPACE.to_owned(), &packages[WORKSPACE]),
    ];
    while let Some((place, package)) = open.pop() {
        for name in fields.iter().flat_map(|field| names(package, field)) {
            let Some(next) = find_installed(packages, &place, name) else {
                continue;
            };
            if found.insert(next.clone()) {
                open.push((next.clone(), &packages[&next]));
            }
        }
    }
    found
}

/// Names in a field of a package, without peers that it can do without.
fn names<'p>(package: &'p Value, field: &str) -> impl Iterator<Item = &'p String> {
    let is_needed = |name: &&String| package["peerDependenciesMeta"][name.as_str()].is_null();
    let named = package.get(field).and_then(Value::as_object);
    named.into_iter().flat_map(Map::keys).filter(is_needed)
}

/// Place of the package that Node finds from another one: beside it, or in a folder above.
fn find_installed(packages: &Map<String, Value>, from: &str, name: &str) -> Option<String> {
    let mut folder = from;
    loop {
        let place = match folder {
            "" => format!("node_modules/{name}"),
            folder => format!("{folder}/node_modules/{name}"),
        };
        if packages.contains_key(&place) && place != LINK {
            return Some(place);
        }
        if folder.is_empty() {
            return None;
        }
        folder = folder
            .rfind("/node_modules/")
            .map_or("", |end| &folder[..end]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"{
        "name": "quay",
        "workspaces": ["portico"],
        "dependencies": { "@fontsource-variable/newsreader": "5.3.0", "@portico/gateway": "0.2.0" }
    }"#;

    fn packages() -> Map<String, Value> {
        let lock: Value = serde_json::from_str(&lock(MANIFEST).unwrap()).unwrap();
        lock["packages"].as_object().unwrap().clone()
    }

    #[test]
    fn each_package_finds_its_dependencies_and_no_other_package_is_locked() {
        let packages = packages();
        let mut wanted = BTreeSet::from([String::new(), LINK.to_owned(), WORKSPACE.to_owned()]);
        for (place, package) in &packages {
            for name in names(package, "dependencies") {
                let found = find_installed(&packages, place, name);
                assert!(
                    found.is_some() || name == "@portico/gateway",
                    "{name} of {place}"
                );
                wanted.extend(found);
            }
            let more = ["optionalDependencies", "peerDependencies"];
            let more = more.iter().flat_map(|field| names(package, field));
            wanted.extend(more.filter_map(|name| find_installed(&packages, place, name)));
        }
        assert_eq!(packages.keys().cloned().collect::<BTreeSet<_>>(), wanted);
        assert!(packages.contains_key("node_modules/vite"));
        assert!(packages.contains_key("node_modules/@fontsource-variable/newsreader"));
        assert!(
            !packages.contains_key("node_modules/vitest"),
            "no test tools"
        );
    }

    #[test]
    fn packages_of_other_machines_are_optional() {
        let packages = packages();
        let of_machines = packages
            .iter()
            .filter(|(_, package)| !package["cpu"].is_null());
        let mut count = 0;
        for (place, package) in of_machines {
            assert_eq!(package["optional"], true, "{place}");
            count += 1;
        }
        assert!(count > 20, "{count}");
        assert_eq!(packages["node_modules/react"]["optional"], Value::Null);
    }

    #[test]
    fn each_version_has_the_sum_of_its_bytes() {
        for (place, package) in packages() {
            let is_own = [LINK, WORKSPACE, ""].contains(&place.as_str());
            assert!(is_own || package["integrity"].is_string(), "{place}");
        }
    }
}
