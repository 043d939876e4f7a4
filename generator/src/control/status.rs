//! The state of the builds there are, in one look.

use std::path::Path;

use contract::build::{BuildId, BuildState};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::report::held;
use crate::report::logged::{pages_lines, person};
use crate::report::moment::local_of_record;
use crate::report::scheduled::{Scheduled, read_record};
use generator_builds::Builds;
use generator_builds::changed_pages::ChangedPages;
use generator_builds::hold::WithdrawnContent;
use generator_builds::reopened::expired_pages;
use generator_ground::message::{Language, Message, join_first};

/// Everything that `generator status` reports. Also its JSON, field by field.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The live build; none before the first.
    pub live: Option<LiveStatus>,
    /// Contents that are held, the last one at the end.
    pub held: Vec<WithdrawnContent>,
    /// Pages of the live build that have expired.
    pub expired: Vec<String>,
    /// Builds that wait for `generator publish`, the oldest first.
    pub staged: Vec<BuildId>,
    /// Whether a `watch` answers.
    pub watching: bool,
    /// Entries that appear or disappear by themselves, the soonest first, as the last build found
    /// them.
    pub scheduled: Vec<Scheduled>,
    /// The gateways that were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gateways: Vec<GatewayStatus>,
    /// The zone of the site, for people alone.
    #[serde(skip)]
    pub zone: TimeZone,
}

/// The live build.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveStatus {
    /// The build.
    pub build: BuildId,
    /// Time at which the build went live, RFC 3339 UTC.
    pub since: String,
    /// The person that made it live, if the log has it.
    pub by: Option<String>,
    /// Pages that differ from the build before, if the log has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<ChangedPages>,
    /// Hash of its pages.
    pub content: String,
}

/// The build of a gateway.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GatewayStatus {
    /// Address of the gateway.
    pub gateway: String,
    /// The build from which it answers.
    pub build: Option<BuildId>,
    /// Why the gateway named no build.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl Status {
    /// The state of `builds`; `var` is the folder of the generator that writes there.
    pub fn read(builds: &Builds, var: &Path, watching: bool) -> anyhow::Result<Self> {
        let history = builds.history()?;
        let staged = history
            .iter()
            .filter(|entry| entry.state == BuildState::Staged);
        let live_index = builds.live_id()?.map(|id| builds.index(&id)).transpose()?;
        let expired = live_index.map(|index| expired_pages(&index, Timestamp::now()));
        Ok(Self {
            live: live(builds)?,
            expired: expired.unwrap_or_default(),
            held: withdrawn_contents(builds)?,
            staged: staged.map(|entry| entry.id.clone()).collect(),
            watching,
            scheduled: read_record(var),
            gateways: Vec::new(),
            zone: builds.time_zone(),
        })
    }

    /// The status with the builds from which gateways answer.
    pub fn with_gateways(
        self,
        asked: Vec<(String, Result<BuildId, Message>)>,
        language: Language,
    ) -> Self {
        let status = |(gateway, answer): (String, Result<BuildId, Message>)| {
            let (build, problem) = match answer {
                Ok(build) => (Some(build), None),
                Err(problem) => (None, Some(problem.text(language))),
            };
            GatewayStatus {
                gateway,
                build,
                problem,
            }
        };
        Self {
            gateways: asked.into_iter().map(status).collect(),
            ..self
        }
    }

    /// Whether each gateway answers from the live build.
    pub fn is_live_everywhere(&self) -> bool {
        let live = self.live.as_ref().map(|live| &live.build);
        let mut gateways = self.gateways.iter();
        gateways.all(|one| one.build.is_some() && one.build.as_ref() == live)
    }

    fn gateway(&self, status: &GatewayStatus) -> Message {
        let live = self.live.as_ref().map(|live| &live.build);
        let message = match (&status.build, &status.problem) {
            (Some(build), _) if Some(build) == live => Message::new("status-gateway"),
            (Some(build), _) => {
                Message::new("status-gateway/other").with("build", build.to_string())
            }
            (None, problem) => {
                let why = problem.as_deref().unwrap_or("—");
                Message::new("status-gateway/away").with("why", why)
            }
        };
        message.with("gateway", &status.gateway)
    }

    /// The status in sentences.
    pub fn lines(&self) -> Vec<Message> {
        let mut lines = vec![match &self.live {
            Some(live) => {
                let message = match &live.by {
                    Some(by) => Message::new("status-live/by").with("by", person(by)),
                    None => Message::new("status-live"),
                };
                message
                    .with("build", live.build.to_string())
                    .with("since", local_of_record(&live.since, &self.zone))
                    .with("content", &live.content)
            }
            None => Message::new("no-build"),
        }];
        let pages = self.live.as_ref().and_then(|live| live.pages.as_ref());
        lines.extend(pages.map(pages_lines).unwrap_or_default());
        let held = self.held.last();
        lines.extend(held.map(|held| held::message(held, &self.zone)));
        let staged =
            |build: &BuildId| Message::new("status-staged").with("build", build.to_string());
        lines.extend(self.staged.iter().map(staged));
        lines.push(match self.watching {
            true => Message::new("status-watch"),
            false => Message::new("status-watch/none"),
        });
        lines.extend(self.gateways.iter().map(|one| self.gateway(one)));
        let now = Timestamp::now();
        let scheduled = self.scheduled.iter();
        lines.extend(scheduled.map(|scheduled| scheduled.status(self.watching, now)));
        if !self.expired.is_empty() {
            let expired = match self.held.is_empty() {
                true => Message::new("status-expired"),
                false => Message::new("status-expired/held"),
            };
            lines.push(expired.with("paths", join_first(&self.expired)));
        }
        lines
    }
}

/// Contents that are held, the last one at the end.
fn withdrawn_contents(builds: &Builds) -> anyhow::Result<Vec<WithdrawnContent>> {
    let hold = builds.hold()?.unwrap_or_default();
    let contents = hold.withdrawn.into_iter();
    Ok(contents.map(|withdrawal| withdrawal.content).collect())
}

fn live(builds: &Builds) -> anyhow::Result<Option<LiveStatus>> {
    let Some(latest) = builds.latest()? else {
        return Ok(None);
    };
    let index = builds.index(&latest.id)?;
    let mut log = builds.log()?;
    let made_live =
        log.find(|line| line.verb.is_switch() && line.build.as_ref() == Some(&latest.id));
    let (by, pages) = made_live.map_or((None, None), |line| (Some(line.by), line.pages));
    Ok(Some(LiveStatus {
        build: latest.id,
        since: latest.timestamp,
        by,
        pages,
        content: index.content_hash.to_string(),
    }))
}
