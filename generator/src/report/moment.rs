//! PURE: moments for people, by the clock of the site. Programs get RFC 3339 in UTC.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// `2026-12-01 09:00 +08:00`.
pub fn local(at: Timestamp, zone: &TimeZone) -> String {
    let at = at.to_zoned(zone.clone());
    at.strftime("%Y-%m-%d %H:%M %:z").to_string()
}

/// A moment of a record, which has RFC 3339; a text that is none stays as it is.
pub fn local_of_record(at: &str, zone: &TimeZone) -> String {
    at.parse()
        .map_or_else(|_| at.to_owned(), |at| local(at, zone))
}

#[cfg(test)]
mod tests {
    use super::*;

    // R10.04
    #[test]
    fn a_moment_is_told_by_the_clock_of_the_site() {
        let shanghai = jiff::tz::TimeZoneDatabase::bundled().get("Asia/Shanghai");
        let shanghai = shanghai.unwrap();
        for (at, zone, told) in [
            ("2026-11-25T08:13:01Z", &shanghai, "2026-11-25 16:13 +08:00"),
            ("2026-11-25T23:13:01Z", &shanghai, "2026-11-26 07:13 +08:00"),
            (
                "2026-11-25T08:13:01Z",
                &TimeZone::UTC,
                "2026-11-25 08:13 +00:00",
            ),
            ("long ago", &shanghai, "long ago"),
        ] {
            assert_eq!(local_of_record(at, zone), told);
        }
    }
}
