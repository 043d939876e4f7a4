//! Files of ACME: the account, and the certificate with its key.
//!
//! Only their owner may read them. Each is written beside its place, synced and renamed, so that a
//! reader never sees half of one, nor a certificate with another one's key.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use instant_acme::AccountCredentials;
use serde::{Deserialize, Serialize};

/// An account at one directory. Has no `Debug`, because it has the key.
#[derive(Serialize, Deserialize)]
pub(super) struct KeptAccount {
    /// Address of the directory. One host may have several.
    pub(super) directory: String,
    /// The addresses for mail that the authority knows.
    pub(super) contacts: Vec<String>,
    pub(super) credentials: AccountCredentials,
}

/// The folder.
#[derive(Clone, Debug)]
pub(super) struct Store(PathBuf);

impl Store {
    /// Makes the folder if it is missing.
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        fs::set_permissions(folder, Permissions::from_mode(0o700))?;
        Ok(Self(folder.to_owned()))
    }

    /// The account, if there is one that can be read.
    pub(super) fn account(&self) -> io::Result<Option<KeptAccount>> {
        match fs::read(self.account_file()) {
            // A damaged one is as good as none: the authority makes another.
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn keep_account(&self, account: &KeptAccount) -> io::Result<()> {
        self.write(&self.account_file(), &serde_json::to_vec_pretty(account)?)
    }

    /// Removes the account, because the authority has forgotten it.
    pub(super) fn forget_account(&self) -> io::Result<()> {
        fs::remove_file(self.account_file())
    }

    fn account_file(&self) -> PathBuf {
        self.0.join("account.json")
    }

    /// When an order failed, in seconds since 1970; none since a success.
    pub(super) fn last_failure(&self) -> Option<u64> {
        fs::read_to_string(self.failure_file()).ok()?.parse().ok()
    }

    /// Remembers a failure, so that a service that is restarted again and again does not order each
    /// time.
    pub(super) fn keep_failure(&self, at: u64) {
        // Should it fail, the next start only orders sooner.
        let _ = fs::write(self.failure_file(), at.to_string());
    }

    /// Forgets the last failure, after a success.
    pub(super) fn forget_failure(&self) {
        let _ = fs::remove_file(self.failure_file());
    }

    fn failure_file(&self) -> PathBuf {
        self.0.join("failed")
    }

    /// Replaces a file of the folder.
    pub(super) fn write(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        let aside = file.with_extension("new");
        let written = write_new(&aside, bytes).and_then(|()| fs::rename(&aside, file));
        if written.is_err() {
            let _ = fs::remove_file(&aside);
        }
        written?;
        // Else a power failure may bring the old file back.
        fs::File::open(&self.0)?.sync_all()
    }
}

fn write_new(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // One that a crash left behind may have other permissions.
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut new = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)?;
    new.write_all(bytes)?;
    new.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn only_the_owner_may_read_and_a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("acme/ca.example");
        fs::create_dir_all(&inner).unwrap();
        fs::set_permissions(&inner, Permissions::from_mode(0o755)).unwrap();
        let store = Store::open(&inner).unwrap();
        assert_eq!(mode(&inner), 0o700);
        let file = inner.join("certificate.pem");
        fs::write(inner.join("certificate.new"), "left by a crash").unwrap();
        for text in ["one", "two"] {
            store.write(&file, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert_eq!(mode(&file), 0o600);
        }
        assert_eq!(fs::read_dir(&inner).unwrap().count(), 1);
    }

    #[test]
    fn a_failure_is_remembered_until_a_success() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.last_failure(), None);
        for at in [5, 7] {
            store.keep_failure(at);
            assert_eq!(store.last_failure(), Some(at));
        }
        store.forget_failure();
        assert_eq!(store.last_failure(), None);
    }

    #[test]
    fn a_damaged_account_counts_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        assert!(store.account().unwrap().is_none());
        fs::write(folder.path().join("account.json"), "{\"directory\":").unwrap();
        assert!(store.account().unwrap().is_none());
    }
}
