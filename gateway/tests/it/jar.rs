//! A browser's part in signing in: it keeps cookies and follows redirects.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use crate::client::{Answer, Ask};

/// Redirects that are followed; more are a circle.
const HOPS: usize = 5;

pub(crate) struct Jar {
    address: SocketAddr,
    cookies: BTreeMap<String, String>,
}

impl Jar {
    /// With cookies from before: `token=x; uuid=y`.
    pub(crate) fn new(address: SocketAddr, cookies: &str) -> Self {
        let pairs = cookies.split("; ").filter_map(|pair| pair.split_once('='));
        let cookies = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            address,
            cookies: cookies.collect(),
        }
    }

    /// The cookies it still has.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.cookies.keys().map(String::as_str).collect()
    }

    /// Requests a path and follows redirects; returns the last status and path.
    pub(crate) async fn follow(&mut self, path: &str) -> (u16, String) {
        let mut path = path.to_owned();
        for _ in 0..HOPS {
            let answer = self.get(&path).await;
            match answer.header("location") {
                "" => return (answer.status, path),
                location => path = location.to_owned(),
            }
        }
        panic!("a circle through {path}");
    }

    async fn get(&mut self, path: &str) -> Answer {
        let pairs = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        let cookies = pairs.collect::<Vec<_>>().join("; ");
        let ask = Ask::new(self.address, "GET", path);
        let answer = ask.header("Cookie", &cookies).send().await;
        // A cookie in an answer that a cache keeps would be everyone's.
        let is_kept = !answer.header("cache-control").contains("no-store");
        assert!(!is_kept || answer.all("set-cookie").is_empty(), "{path}");
        for line in answer.all("set-cookie") {
            let (name, value) = line.split(';').next().unwrap().split_once('=').unwrap();
            if line.contains("; Max-Age=0;") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }
}
