//! A live site compared with the build that it should serve: every address is requested, as by a
//! visitor without a session.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, bail};
use contract::Hash;
use contract::build::{Entry, Latest};
use futures_util::stream::{self, StreamExt};
use memchr::memmem;
use percent_encoding::percent_decode_str;
use reqwest::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};

use super::expected::{Expected, IMMUTABLE, expected_answer};
use super::s3_client::runtime;
use generator_builds::dictionary::is_public;
use generator_builds::{Builds, Live};
use generator_ground::http::path::escape;
use generator_ground::http::{client, without_address};
use generator_ground::message::Message;

/// Requests under way at once.
const REQUESTS: usize = 16;
/// Time limit of one answer.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Longest answer in the place of a file, in bytes.
const REFUSAL_MAX: u64 = 1024 * 1024;
/// Number of consecutive bytes of a guarded file that identify it.
const TELLING: usize = 64;

/// The result.
pub struct Verified {
    /// Number of addresses that were requested.
    pub asked: usize,
    /// The differences: address, and the difference there.
    pub wrong: BTreeMap<String, Message>,
}

/// Compares the site at `address` with the live build of `builds`: with all of it, or with a
/// `sample` of so many addresses.
pub fn verify(builds: &Builds, address: &str, sample: Option<usize>) -> anyhow::Result<Verified> {
    let live = builds
        .live()?
        .ok_or_else(|| Message::new("nothing-published"))?;
    let (runtime, site) = (runtime()?, Site::new(builds, address)?);
    runtime.block_on(async {
        let mut wrong = BTreeMap::new();
        if let Some(problem) = site.latest(&live).await? {
            wrong.insert("/builds/latest.json".to_owned(), problem);
            return Ok(Verified { asked: 1, wrong });
        }
        if let Some(dictionary) = &live.index.dictionary
            && !is_public(dictionary, &live.tree)
        {
            let address = format!("/assets/{}", dictionary.asset);
            wrong.insert(address, Message::new("verify-dictionary"));
        }
        let targets = targets(&live, sample);
        let asked = targets.len() + 1;
        let site = &site;
        let check = |(path, expected, entry): Target| async move {
            let problem = site.check(&path, expected, entry.as_ref()).await;
            (path, problem)
        };
        let mut checked = stream::iter(targets).map(check).buffer_unordered(REQUESTS);
        while let Some((path, problem)) = checked.next().await {
            if let Some(problem) = problem? {
                wrong.insert(path, problem);
            }
        }
        Ok(Verified { asked, wrong })
    })
}

type Target = (String, Expected, Option<Entry>);

/// The addresses to ask for; a sample is another one for each build.
fn targets(live: &Live, sample: Option<usize>) -> Vec<Target> {
    let entries = live.tree.iter().map(|(path, entry)| {
        let expected = expected_answer(&path, &entry, &live.tree);
        (path, expected, Some(entry))
    });
    let assets = live.index.assets.iter().map(|(name, asset)| {
        let expected = Expected::File {
            status: 200,
            hash: asset.hash,
            size: asset.size,
            media_type: asset.media_type.clone(),
            caching: IMMUTABLE,
            tagged: true,
        };
        (format!("/assets/{name}"), expected, None)
    });
    let mut all: Vec<Target> = entries.chain(assets).collect();
    if let Some(sample) = sample.filter(|sample| *sample < all.len()) {
        let id = live.index.id.as_str().as_bytes();
        all.sort_by_cached_key(|(path, ..)| *Hash::of_parts([id, path.as_bytes()]).as_bytes());
        all.truncate(sample);
    }
    all
}

struct Site<'a> {
    builds: &'a Builds,
    /// Address without a slash at its end.
    address: String,
    client: Client,
}

impl<'a> Site<'a> {
    fn new(builds: &'a Builds, address: &str) -> anyhow::Result<Self> {
        let client = client(|builder| builder.timeout(TIMEOUT).redirect(Policy::none()))?;
        Ok(Self {
            builds,
            address: address.trim_end_matches('/').to_owned(),
            client,
        })
    }

    async fn ask(&self, path: &str) -> anyhow::Result<Response> {
        let url = format!("{}{}", self.address, escape(path));
        // As from a page of the site, so that `/` does not depend on the client's language.
        let request = self
            .client
            .get(&url)
            .header("sec-fetch-site", "same-origin");
        let request = request.header("accept-encoding", "identity");
        let answer = request.send().await.map_err(without_address);
        answer.with_context(|| format!("GET {url}"))
    }

    /// Whether the site serves this build.
    async fn latest(&self, live: &Live) -> anyhow::Result<Option<Message>> {
        let answer = self.ask("/builds/latest.json").await?;
        let body = body(answer, REFUSAL_MAX).await?;
        let latest: Option<Latest> = serde_json::from_slice(&body).ok();
        let found = latest.map_or_else(|| "?".to_owned(), |latest| latest.id.to_string());
        let id = live.index.id.to_string();
        let differs = || Message::new("verify-build").with("found", found.clone());
        Ok((found != id).then(|| differs().with("expected", id.clone())))
    }

    async fn check(
        &self,
        path: &str,
        expected: Expected,
        entry: Option<&Entry>,
    ) -> anyhow::Result<Option<Message>> {
        let answer = self.ask(path).await?;
        let status = answer.status().as_u16();
        let wanted = match &expected {
            Expected::File { status, .. }
            | Expected::Redirect { status, .. }
            | Expected::Refused { status }
            | Expected::Absent { status } => *status,
        };
        if status != wanted {
            let differs = Message::new("verify-status").with("found", u64::from(status));
            return Ok(Some(differs.with("expected", u64::from(wanted))));
        }
        match expected {
            Expected::File { .. } => file(answer, &expected).await,
            Expected::Redirect { to, .. } => Ok(self.location(&answer, &to)),
            Expected::Refused { .. } => self.refusal(path, answer, entry).await,
            Expected::Absent { .. } => Ok(None),
        }
    }

    fn location(&self, answer: &Response, to: &str) -> Option<Message> {
        let found = header(answer, &LOCATION);
        let path = found.strip_prefix(&self.address).unwrap_or(&found);
        let is_same = percent_decode_str(path).decode_utf8_lossy() == to;
        (!is_same).then(|| differs("Location", &found, to))
    }

    /// An answer in the place of a guarded file has none of its bytes, and stays in no cache.
    async fn refusal(
        &self,
        path: &str,
        answer: Response,
        entry: Option<&Entry>,
    ) -> anyhow::Result<Option<Message>> {
        let caching = header(&answer, &CACHE_CONTROL);
        if caching != "private, no-store" {
            return Ok(Some(differs(
                "Cache-Control",
                &caching,
                "private, no-store",
            )));
        }
        let body = body(answer, REFUSAL_MAX).await?;
        let Some(Entry::File(file)) = entry else {
            return Ok(None);
        };
        let secret = self.builds.bytes(path, file)?;
        let parts = secret.chunks(TELLING).filter(|part| part.len() == TELLING);
        let is_told = body == secret || { parts }.any(|part| memmem::find(&body, part).is_some());
        Ok(is_told.then(|| Message::new("verify-guarded")))
    }
}

async fn file(answer: Response, expected: &Expected) -> anyhow::Result<Option<Message>> {
    let Expected::File {
        hash,
        size,
        media_type,
        caching,
        tagged,
        ..
    } = expected
    else {
        bail!("no file is expected");
    };
    let wanted = [
        ("Content-Type", &CONTENT_TYPE, media_type.as_str()),
        ("Cache-Control", &CACHE_CONTROL, caching),
    ];
    for (shown, name, wanted) in wanted {
        let found = header(&answer, name);
        if found != wanted {
            return Ok(Some(differs(shown, &found, wanted)));
        }
    }
    // A cache in front may have made it a weak one.
    let tag = header(&answer, &ETAG);
    let is_tagged = tag
        .trim_start_matches("W/")
        .starts_with(&format!("\"{hash}"));
    if *tagged != is_tagged {
        return Ok(Some(differs("ETag", &tag, &hash.to_string())));
    }
    let body = body(answer, *size).await?;
    Ok((Hash::of(&body) != *hash).then(|| Message::new("verify-bytes")))
}

fn header(answer: &Response, name: &HeaderName) -> String {
    let value = answer.headers().get(name);
    let text = value.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    text.unwrap_or_default()
}

fn differs(header: &'static str, found: &str, expected: &str) -> Message {
    Message::new("verify-header")
        .with("header", header)
        .with("found", found)
        .with("expected", expected)
}

/// The body, as far as one byte beyond `max`.
async fn body(mut answer: Response, max: u64) -> anyhow::Result<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await? {
        body.extend_from_slice(&piece);
        if body.len() as u64 > max {
            break;
        }
    }
    Ok(body)
}
