//! Whether an origin would start: the check has the result of the start, and makes no change.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use origin::{Config, Origin};
use sqlx::{Connection, Executor};

use crate::program::Site;

/// The answer, after it was compared with the start.
async fn answer(config: &Config) -> Result<(), String> {
    let checked = Origin::check(config)
        .await
        .map_err(|error| error.to_string());
    let opened = match Origin::open(config.clone()).await {
        Ok(origin) => {
            origin.close().await;
            Ok(())
        }
        Err(error) => Err(error.to_string()),
    };
    assert_eq!(checked.is_ok(), opened.is_ok(), "{checked:?} {opened:?}");
    checked
}

/// Files with their bytes. Of the database only its existence: SQLite moves written data from its
/// log whenever a connection ends.
fn files(folder: &Path) -> BTreeMap<std::path::PathBuf, Vec<u8>> {
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let is_database = |path: &Path| path.extension().is_some_and(|kind| kind == "db");
    let is_log = |path: &Path| path.to_string_lossy().contains(".db-");
    let read = |path: std::path::PathBuf| {
        let bytes = match is_database(&path) {
            true => Vec::new(),
            false => fs::read(&path).unwrap_or_default(),
        };
        (path, bytes)
    };
    files.filter(|path| !is_log(path)).map(read).collect()
}

#[tokio::test]
async fn a_place_that_will_do_is_left_as_it_was() {
    let site = Site::new();
    let mut config = site.config();
    config.var = site.path().join("a/b/var");
    Origin::check(&config).await.unwrap();
    assert!(!site.path().join("a").exists());

    answer(&config).await.unwrap();
    let before = files(&config.var);
    Origin::check(&config).await.unwrap();
    assert_eq!(files(&config.var), before);
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused() {
    let site = Site::new();
    let config = site.config();
    answer(&config).await.unwrap();
    let mut connection = site.database().connect(&config.var).await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         SELECT 999, description, success, checksum, execution_time FROM _sqlx_migrations WHERE version = 1";
    connection.execute(newer).await.unwrap();
    connection.close().await.unwrap();
    let error = answer(&config).await.unwrap_err();
    assert!(error.contains("newer version"), "{error}");
}

#[tokio::test]
async fn what_is_in_the_way_is_named() {
    type Break = fn(&mut Config);
    let rows: [(Break, &str); 4] = [
        (
            |config| fs::write(config.var.join("origin.db"), [7; 4096]).unwrap(),
            "origin.db",
        ),
        (
            |config| fs::write(config.var.join("origin.key"), "no key").unwrap(),
            "origin.key",
        ),
        (
            |config| config.settings.key_file = Some(config.var.join("no/where/key")),
            "no/where/key",
        ),
        (
            |config| config.var = config.builds.join("file/var"),
            "file/var",
        ),
    ];
    for (change, named) in rows {
        let site = Site::on_sqlite();
        let mut config = site.config();
        fs::create_dir_all(&config.var).unwrap();
        fs::create_dir_all(&config.builds).unwrap();
        fs::write(config.builds.join("file"), "no folder").unwrap();
        change(&mut config);
        let error = answer(&config).await.unwrap_err();
        assert!(error.contains(named), "{error}");
    }
}
