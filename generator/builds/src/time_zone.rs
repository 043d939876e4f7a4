//! The time zone of the site that is live, for commands that read no content.

use contract::origin_data::OriginData;
use jiff::tz::{TimeZone, TimeZoneDatabase};

use super::Builds;

impl Builds {
    /// The time zone of `site.yaml`, as the live build has it; UTC before the first build.
    pub fn time_zone(&self) -> TimeZone {
        let name = self.time_zone_name().ok().flatten().unwrap_or_default();
        let zone = TimeZoneDatabase::bundled().get(&name);
        zone.unwrap_or(TimeZone::UTC)
    }

    fn time_zone_name(&self) -> anyhow::Result<Option<String>> {
        let Some(live) = self.live_id()? else {
            return Ok(None);
        };
        let name = format!("origin/{}.json", self.index(&live)?.origin);
        let data: Option<OriginData> = self.read_json(&name)?;
        Ok(data.map(|data| data.time_zone))
    }
}
