//! Addresses of builds folders on a command line: a folder, `user@host:path`, `s3://bucket/prefix`.

use std::path::Path;

use super::destination::{Destination, Source};
use super::folder::Folder;
use super::rsync::RemoteFolder;
use super::s3::Bucket;
use generator_ground::storage::folder::{folder, made_folder};

/// The parts of an address.
#[derive(Debug, PartialEq, Eq)]
enum Address<'a> {
    Folder(&'a str),
    Host { host: &'a str, path: &'a str },
    Bucket { name: &'a str, prefix: &'a str },
}

impl<'a> Address<'a> {
    /// A colon before any slash ends a host, as rsync and scp read it.
    fn parse(text: &'a str) -> Self {
        if let Some(rest) = text.strip_prefix("s3://") {
            let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
            return Self::Bucket {
                name,
                prefix: prefix.trim_matches('/'),
            };
        }
        let end = match text.find("]:") {
            Some(bracket) if text.contains('[') => Some(bracket + 1),
            _ => text.find(':'),
        };
        match end.and_then(|end| Some((text.get(..end)?, text.get(end + 1..)?))) {
            Some((host, path)) if !host.contains('/') => Self::Host { host, path },
            _ => Self::Folder(text),
        }
    }
}

/// The place to publish into; a folder is made. `ssh` is the command that leads to a host.
pub fn destination(text: &str, ssh: &str) -> anyhow::Result<Box<dyn Destination>> {
    Ok(match Address::parse(text) {
        Address::Folder(path) => Box::new(Folder::new(&made_folder(Path::new(path))?)),
        Address::Host { host, path } => Box::new(RemoteFolder::new(host, path, ssh)?),
        Address::Bucket { name, prefix } => Box::new(Bucket::new(name, prefix)?),
    })
}

/// A place that was published into before; no folder is made there.
pub fn existing(text: &str, ssh: &str) -> anyhow::Result<Box<dyn Destination>> {
    match Address::parse(text) {
        Address::Folder(path) => Ok(Box::new(Folder::new(&folder(Path::new(path), "--at")?))),
        Address::Host { .. } | Address::Bucket { .. } => destination(text, ssh),
    }
}

/// The place to publish from.
pub fn source(text: &str, ssh: &str) -> anyhow::Result<Box<dyn Source>> {
    Ok(match Address::parse(text) {
        Address::Folder(path) => Box::new(Folder::new(&folder(Path::new(path), "pull")?)),
        Address::Host { host, path } => Box::new(RemoteFolder::new(host, path, ssh)?),
        Address::Bucket { name, prefix } => Box::new(Bucket::new(name, prefix)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_folder_a_host_or_a_bucket() {
        for folder in ["builds", "/srv/a:b", "./a:b", "../x"] {
            assert_eq!(Address::parse(folder), Address::Folder(folder));
        }
        for (text, host, path) in [
            (
                "web@host.example:/srv/builds",
                "web@host.example",
                "/srv/builds",
            ),
            ("host:builds", "host", "builds"),
            ("web@[::1]:/srv", "web@[::1]", "/srv"),
            ("-oProxyCommand=id:x", "-oProxyCommand=id", "x"),
        ] {
            assert_eq!(Address::parse(text), Address::Host { host, path }, "{text}");
        }
        for (text, name, prefix) in [("s3://b", "b", ""), ("s3://b/a/c/", "b", "a/c")] {
            assert_eq!(Address::parse(text), Address::Bucket { name, prefix });
        }
    }
}
