//! A push that does not know that it has lost a host.

use std::fs;
use std::path::Path;

use generator_deploy::destination::{Busy, Destination};
use generator_deploy::name::Name;
use generator_deploy::rsync::RemoteFolder;
use rustix::process::{Pid, Signal, kill_process};

use super::servers::Ssh;

/// Ends the process that holds the lock of pushes in a folder.
fn end_holder(folder: &Path) {
    let lock = folder.join(".push.lock");
    let is_holder = |process: &Path| fs::read_link(process.join("fd/9")).is_ok_and(|it| it == lock);
    let processes = fs::read_dir("/proc")
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let holders: Vec<_> = processes.filter(|process| is_holder(process)).collect();
    assert!(!holders.is_empty());
    for holder in holders {
        let number = holder
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .parse()
            .unwrap();
        let process = Pid::from_raw(number).unwrap();
        kill_process(process, Signal::KILL).unwrap();
    }
}

// R11.04
#[test]
fn a_push_that_lost_a_host_without_knowing_it_changes_nothing_there() {
    let (ssh, there) = (Ssh::start(), tempfile::tempdir().unwrap());
    let folder = there.path().join("builds");
    let path = folder.display().to_string();
    let host = || RemoteFolder::new("127.0.0.1", &path, &ssh.command()).unwrap();
    let file = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let (latest, old) = (Name::latest(), Name::json("origin", "old"));
    let source = tempfile::tempdir().unwrap();
    fs::create_dir(source.path().join("origin")).unwrap();
    fs::write(source.path().join(old.as_str()), "{}").unwrap();

    let (lost, next) = (host(), host());
    let lease = lost.lease().unwrap();
    let _lock = lost.lock().unwrap();
    lost.put(source.path(), std::slice::from_ref(&old)).unwrap();
    lost.replace(&latest, b"{\n  \"id\": 1\n}").unwrap();
    lost.log(b"{\"verb\":\"publish\"}\n").unwrap();
    assert!(next.lease().is_err_and(|it| it.is::<Busy>()));

    end_holder(&folder);
    let new_lease = next.lease().unwrap();
    let late = [
        lost.replace(&latest, b"{\"id\":0}"),
        lost.delete(lease.as_ref(), std::slice::from_ref(&old)),
        lost.log(b"{}\n"),
    ];
    for refused in late {
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("run the command again"), "{refused}");
    }
    assert_eq!(file("latest.json").unwrap(), "{\n  \"id\": 1\n}");
    assert_eq!(file("log.jsonl").unwrap(), "{\"verb\":\"publish\"}\n");
    assert_eq!(file(old.as_str()).unwrap(), "{}");

    next.replace(&latest, b"{\"id\":2}").unwrap();
    next.delete(new_lease.as_ref(), std::slice::from_ref(&old))
        .unwrap();
    assert_eq!(file("latest.json").unwrap(), "{\"id\":2}");
    assert_eq!(file(old.as_str()), None);
    // The push after it finds no half-done change of the lost one.
    drop(new_lease);
    host().lease().unwrap();
    let mut names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [".lock", ".push.lock", "latest.json", "log.jsonl", "origin"]
    );
}
