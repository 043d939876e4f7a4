//! Room for uploads: as much as one client may have, its network, and everyone; and which uploads
//! give way when there is none.
//!
//! An upload that waits for bytes gives way to a new one, one that has come whole never does: a
//! draft is finished tomorrow.

use sqlx::AnyConnection;

use super::UploadError;
use crate::Uploads;
use crate::store::uploads::{self, Load, NewUpload, Waiting};

/// Room for one client's uploads, not whole or not used yet; times the factor for clients. An
/// office of founders behind one address has a few.
const PER_CLIENT: Load = Load {
    uploads: 20,
    bytes: i64::MAX,
};

/// Room for the clients of one network together, times the same: a share, so that it takes many
/// networks to fill it all.
const PER_NETWORK: Load = Load {
    uploads: 64,
    bytes: 1024 * 1024 * 1024,
};

/// Room for everyone; bytes as announced.
const IN_ALL: Load = Load {
    uploads: 4_000,
    bytes: 8 * 1024 * 1024 * 1024,
};

/// Seconds that an upload may wait for bytes before it gives way: longer than a tunnel, and than a
/// restart.
const PATIENCE: i64 = 15 * 60;

/// Uploads that give way to one at most.
const GIVING_WAY: i64 = 200;

/// Seconds after which a client that has all its uploads may try again: some will be messages then.
const RETRY_AFTER: i64 = 600;

/// Counts an upload that has just been written, and ends those that give way to it. Returns their
/// files' names.
pub(super) async fn make(
    uploads: &Uploads,
    connection: &mut AnyConnection,
    new: &NewUpload<'_>,
) -> Result<Vec<String>, UploadError> {
    let generosity = i64::from(uploads.ground.limits.generosity.get());
    let [client, network, all] = uploads::loads(connection, new).await?;
    if client.exceeds(PER_CLIENT.times(generosity))
        || network.exceeds(PER_NETWORK.times(generosity))
    {
        return Err(UploadError::TooMany(RETRY_AFTER));
    }
    if !all.exceeds(IN_ALL) {
        return Ok(Vec::new());
    }
    let waiting = uploads::waiting(connection, new.now - PATIENCE, GIVING_WAY).await?;
    let Some(ending) = giving_way(all, waiting) else {
        tracing::warn!("the uploads of visitors have all the room that they may have");
        return Err(UploadError::Full);
    };
    for id_hash in &ending {
        uploads::end(connection, id_hash).await?;
    }
    tracing::info!(
        uploads = ending.len(),
        "uploads that waited for bytes gave way to a new one"
    );
    Ok(ending)
}

impl Load {
    fn exceeds(self, most: Self) -> bool {
        self.uploads > most.uploads || self.bytes > most.bytes
    }

    fn times(self, factor: i64) -> Self {
        Self {
            uploads: self.uploads.saturating_mul(factor),
            bytes: self.bytes.saturating_mul(factor),
        }
    }
}

/// The first of those that wait without which the others have room; none if all of them are not
/// enough. PURE.
fn giving_way(mut all: Load, waiting: Vec<Waiting>) -> Option<Vec<String>> {
    let mut ending = Vec::new();
    for one in waiting {
        if !all.exceeds(IN_ALL) {
            break;
        }
        all.uploads -= 1;
        all.bytes -= one.size;
        ending.push(one.id_hash);
    }
    (!all.exceeds(IN_ALL)).then_some(ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_few_give_way_as_make_room() {
        let waiting = |sizes: &[i64]| -> Vec<_> {
            let names = ["a", "b", "c"].into_iter();
            names
                .zip(sizes)
                .map(|(name, &size)| Waiting {
                    id_hash: name.to_owned(),
                    size,
                })
                .collect()
        };
        let rows: [(i64, i64, &[i64], Option<&str>); 6] = [
            (1, 0, &[5, 5], Some("a")),
            (2, 0, &[5, 5, 5], Some("ab")),
            (0, 8, &[5, 5, 5], Some("ab")),
            (1, 20, &[5, 5, 10], Some("abc")),
            (0, 11, &[5, 5], None),
            (1, 0, &[], None),
        ];
        for (uploads, bytes, sizes, expected) in rows {
            let all = Load {
                uploads: IN_ALL.uploads + uploads,
                bytes: IN_ALL.bytes + bytes,
            };
            let ending = giving_way(all, waiting(sizes)).map(|names| names.concat());
            assert_eq!(ending.as_deref(), expected, "{uploads} {bytes} {sizes:?}");
        }
    }
}
