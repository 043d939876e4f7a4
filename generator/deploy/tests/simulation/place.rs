//! A simulated place: files with their times, seen by a program through a handle of its own.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use anyhow::bail;
use contract::Hash;
use contract::build::BuildId;
use generator_deploy::destination::{Busy, Destination, Lease, Listed, Source};
use generator_deploy::name::Name;
use generator_deploy::transfer::Changed;
use jiff::Timestamp;

use crate::lease::{Held, Right};
use crate::oracle;
use crate::world::{Actor, Fault, World, now};

/// The way in which a place keeps files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A folder: a lock ends with its process.
    Host,
    /// Objects with versions: a lease ends with its time.
    Bucket,
}

/// A file.
#[derive(Clone)]
pub(crate) struct Stored {
    pub(crate) bytes: Arc<[u8]>,
    pub(crate) modified: Timestamp,
    version: u64,
}

/// The state of a place.
pub(crate) struct State {
    pub(crate) label: &'static str,
    pub(crate) kind: Kind,
    pub(crate) files: BTreeMap<String, Stored>,
    pub(crate) lease: Option<Held>,
    pub(crate) lock: Option<Held>,
    /// Contents that were rolled back here, and not released since.
    pub(crate) withdrawn: BTreeSet<Hash>,
    /// Paths that were purged here, and not released since.
    pub(crate) purged: BTreeSet<&'static str>,
    versions: u64,
}

impl State {
    pub(crate) fn new(label: &'static str, kind: Kind) -> Self {
        Self {
            label,
            kind,
            files: BTreeMap::new(),
            lease: None,
            lock: None,
            withdrawn: BTreeSet::new(),
            purged: BTreeSet::new(),
            versions: 0,
        }
    }

    pub(crate) fn write(&mut self, name: &str, bytes: &[u8]) {
        self.versions += 1;
        let stored = Stored {
            bytes: bytes.into(),
            modified: now(),
            version: self.versions,
        };
        self.files.insert(name.to_owned(), stored);
    }

    pub(crate) fn json<T: serde::de::DeserializeOwned>(&self, name: &str) -> Option<T> {
        let stored = self.files.get(name)?;
        Some(serde_json::from_slice(&stored.bytes).unwrap())
    }
}

/// A place as one program sees it.
pub(crate) struct Handle {
    pub(crate) world: Arc<World>,
    pub(crate) place: usize,
    pub(crate) actor: Actor,
    /// A person has allowed withdrawn and purged content to be published again.
    releases: bool,
    /// Versions of files as they were last read; none for one that was not there.
    seen: Mutex<HashMap<String, Option<u64>>>,
}

impl Handle {
    pub(crate) fn new(world: &Arc<World>, place: usize, actor: Actor) -> Self {
        Self {
            world: Arc::clone(world),
            place,
            actor,
            releases: false,
            seen: Mutex::default(),
        }
    }

    /// The same for a program that may publish withdrawn and purged content again.
    pub(crate) fn releasing(self, releases: bool) -> Self {
        Self { releases, ..self }
    }

    /// A step: others act first, then it meets its fault. `act` is asked for a part of the work
    /// alone where the fault stops it in the middle.
    pub(crate) fn step<T>(
        &self,
        is_change: bool,
        act: impl FnOnce(&mut State, bool) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        self.world.wait(crate::actions::run_one);
        if self.world.is_dead(self.actor) {
            bail!("the program is dead");
        }
        let fault = self.world.fault(self.actor);
        let is_partial = matches!(fault, Fault::Full | Fault::Crash { is_begun: true });
        let mut inner = self.world.inner();
        let state = &mut inner.places[self.place];
        let done = match fault {
            Fault::Away | Fault::Crash { is_begun: false } => bail!("{} is away", state.label),
            Fault::None | Fault::AnswerLost => act(state, false),
            Fault::Full | Fault::Crash { is_begun: true } => act(state, is_change),
        };
        if is_change {
            oracle::check(state);
        }
        match fault {
            Fault::None => done,
            _ if is_partial && !is_change => bail!("{} is away", state.label),
            _ => bail!("{} did not answer", state.label),
        }
    }
}

impl Source for Handle {
    fn label(&self) -> String {
        self.world.inner().places[self.place].label.to_owned()
    }

    fn read(&self, names: &[Name], max: u64) -> anyhow::Result<Vec<Option<Vec<u8>>>> {
        self.step(false, |state, _| {
            let mut seen = self.seen.lock().unwrap();
            let mut all = Vec::with_capacity(names.len());
            for name in names {
                let stored = state.files.get(name.as_str());
                seen.insert(name.to_string(), stored.map(|stored| stored.version));
                let bytes = stored.map(|stored| stored.bytes.to_vec());
                if bytes.as_ref().is_some_and(|bytes| bytes.len() as u64 > max) {
                    bail!("`{name}` is too long");
                }
                all.push(bytes);
            }
            Ok(all)
        })
    }

    fn fetch(&self, files: &[(Name, u64)], into: &Path) -> anyhow::Result<()> {
        self.step(false, |state, _| {
            for (name, max) in files {
                let Some(stored) = state.files.get(name.as_str()) else {
                    continue;
                };
                if stored.bytes.len() as u64 > *max {
                    continue;
                }
                let place = into.join(name.as_str());
                std::fs::create_dir_all(place.parent().unwrap())?;
                std::fs::write(place, &stored.bytes)?;
            }
            Ok(())
        })
    }

    fn list(&self, folder: &str) -> anyhow::Result<Vec<Listed>> {
        self.step(false, |state, _| {
            let prefix = format!("{folder}/");
            let below = state.files.range(prefix.clone()..);
            let below = below.take_while(|(name, _)| name.starts_with(&prefix));
            below
                .map(|(name, stored)| {
                    Ok(Listed {
                        name: Name::parse(name)?,
                        size: stored.bytes.len() as u64,
                        modified: SystemTime::from(stored.modified),
                    })
                })
                .collect()
        })
    }

    fn holders(&self) -> anyhow::Result<Vec<BuildId>> {
        self.step(false, |state, _| {
            let folders = state.files.keys().filter_map(|name| name.split_once('/'));
            let ids = folders.filter_map(|(folder, _)| folder.parse().ok());
            let ids: BTreeSet<BuildId> = ids.collect();
            Ok(ids.into_iter().collect())
        })
    }
}

impl Destination for Handle {
    fn put(&self, from: &Path, names: &[Name]) -> anyhow::Result<()> {
        let files: Vec<(&Name, Vec<u8>)> = names
            .iter()
            .map(|name| Ok((name, std::fs::read(from.join(name.as_str()))?)))
            .collect::<anyhow::Result<_>>()?;
        self.step(true, |state, is_partial| {
            let count = if is_partial {
                files.len() / 2
            } else {
                files.len()
            };
            for (name, bytes) in &files[..count] {
                oracle::check_put(state, name.as_str(), bytes);
                state.write(name.as_str(), bytes);
            }
            Ok(())
        })
    }

    fn sync(&self) -> anyhow::Result<()> {
        self.step(false, |_, _| Ok(()))
    }

    fn replace(&self, name: &Name, bytes: &[u8]) -> anyhow::Result<()> {
        let seen = self.seen.lock().unwrap().get(name.as_str()).copied();
        let actor = self.actor;
        let world = Arc::clone(&self.world);
        let version = self.step(true, |state, is_partial| {
            let stored = state.files.get(name.as_str());
            let version = stored.map(|stored| stored.version);
            if state.kind == Kind::Bucket && Some(version) != seen {
                match stored.is_some_and(|stored| *stored.bytes == *bytes) {
                    true => return Ok(version),
                    false => return Err(Changed(state.label.to_owned()).into()),
                }
            }
            // A rename is done, or it is not.
            if !is_partial {
                // The person's decision counts from the first pointer on.
                if self.releases {
                    state.withdrawn.clear();
                    state.purged.clear();
                }
                state.write(name.as_str(), bytes);
            }
            Ok(state.files.get(name.as_str()).map(|stored| stored.version))
        });
        world.note(format_args!("{actor}: replace {name}: {}", version.is_ok()));
        self.seen.lock().unwrap().insert(name.to_string(), version?);
        Ok(())
    }

    fn log(&self, _line: &[u8]) -> anyhow::Result<()> {
        self.step(false, |_, _| Ok(()))
    }

    fn delete(&self, lease: &dyn Lease, names: &[Name]) -> anyhow::Result<()> {
        lease.check()?;
        let ends = lease.ends();
        self.step(true, |state, is_partial| {
            // A request is signed for as long as the lease lasts.
            if ends.is_some_and(|ends| now() > ends) {
                bail!("the request came late");
            }
            let count = if is_partial {
                names.len() / 2
            } else {
                names.len()
            };
            for name in &names[..count] {
                state.files.remove(name.as_str());
                // All that was taken back was edited: the hold is over.
                if name.as_str() == "hold.json" {
                    state.withdrawn.clear();
                }
            }
            Ok(())
        })
    }

    fn lease(&self) -> anyhow::Result<Box<dyn Lease>> {
        self.take(Right::Push)
    }

    fn lock(&self) -> anyhow::Result<Box<dyn Lease>> {
        self.take(Right::Pointers)
    }
}

/// The refusal of a place that another program has.
pub(crate) fn busy(label: &str) -> anyhow::Error {
    Busy::new(label.to_owned()).into()
}
