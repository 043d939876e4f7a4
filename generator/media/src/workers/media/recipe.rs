//! Recipes: all inputs that decide the bytes of a kind of media, as one hash: its module, the
//! reader of the frames, and the packages from the lock file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use contract::Hash;
use serde::Deserialize;

use super::FOLDER;

/// The part of `package-lock.json` that is read.
#[derive(Deserialize)]
struct Lock {
    #[serde(default)]
    packages: BTreeMap<String, Package>,
}

#[derive(Deserialize)]
struct Package {
    version: Option<String>,
    integrity: Option<String>,
}

/// The recipe of the media that `module` (of `media/`, without `.mjs`) makes with `packages`. A
/// name that ends with `/` means all packages of a scope. Other packages may change, and existing
/// media are still found.
///
/// # Errors
/// The module or the lock file cannot be read.
pub fn recipe(frontend: &Path, module: &str, packages: &[&str]) -> anyhow::Result<Hash> {
    let read = |name: &str| {
        let file = frontend.join(name);
        fs::read(&file).with_context(|| format!("cannot read `{}`", file.display()))
    };
    let module = read(&format!("{FOLDER}/{module}.mjs"))?;
    let lock = read("package-lock.json")?;
    let lock: Lock = serde_json::from_slice(&lock).context("`package-lock.json`")?;
    let mut parts = vec![module];
    for (place, package) in lock.packages {
        let name = place.rsplit("node_modules/").next().unwrap_or_default();
        let is_wanted = |wanted: &&str| match wanted.ends_with('/') {
            true => name.starts_with(wanted),
            false => name == *wanted,
        };
        if packages.iter().any(is_wanted) {
            parts.push(place.into_bytes());
            parts.extend(
                [package.version, package.integrity]
                    .map(|part| part.unwrap_or_default().into_bytes()),
            );
        }
    }
    Ok(Hash::of_parts(parts.iter().map(Vec::as_slice)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_and_its_own_packages_decide_the_recipe_and_others_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        let lock = |sharp: &str, image: &str, other: &str| {
            let text = format!(
                r#"{{"packages": {{"": {{}}, "node_modules/sharp": {{"version": "{sharp}"}}, "node_modules/@img/linux": {{"integrity": "{image}"}}, "node_modules/react": {{"version": "{other}"}}}}}}"#
            );
            write("package-lock.json", &text);
        };
        let now = || recipe(folder.path(), "pictures", &["sharp", "@img/"]).unwrap();
        write("media/pictures.mjs", "one");
        lock("1", "a", "19");
        let first = now();
        lock("1", "a", "20");
        assert_eq!(now(), first);
        lock("2", "a", "20");
        let second = now();
        lock("2", "b", "20");
        let third = now();
        write("media/pictures.mjs", "two");
        let all = [first, second, third, now()];
        let different: std::collections::HashSet<_> = all.iter().collect();
        assert_eq!(different.len(), all.len());
    }
}
