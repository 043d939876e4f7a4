//! Answers that are not free: an address, a time zone.

use jiff::tz::TimeZone;

use generator_ground::message::Message;

/// A public address as `site.yaml` takes it, without a slash at its end.
pub fn url(given: &str) -> Result<String, Message> {
    let parsed = reqwest::Url::parse(given).ok().filter(|url| {
        let plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
        matches!(url.scheme(), "http" | "https") && url.has_host() && plain
    });
    match parsed {
        Some(url) => Ok(url.as_str().trim_end_matches('/').to_owned()),
        None => Err(Message::new("new-no-url").with("url", given)),
    }
}

/// The name of a time zone.
pub fn time_zone(given: &str) -> Result<String, Message> {
    match TimeZone::get(given) {
        Ok(_) => Ok(given.to_owned()),
        Err(_) => Err(Message::new("new-no-time-zone").with("zone", given)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_no_question() {
        assert_eq!(
            url("https://www.museum.example/").unwrap(),
            "https://www.museum.example"
        );
        assert_eq!(
            url("http://localhost:8080").unwrap(),
            "http://localhost:8080"
        );
        for wrong in [
            "museum.example",
            "ftp://museum.example",
            "https://",
            "https://m.example/?a",
            "https://a@m.example",
        ] {
            assert!(url(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_zone_is_one_that_there_is() {
        assert!(time_zone("Asia/Tokyo").is_ok());
        assert!(time_zone("Asia/Nowhere").is_err());
    }
}
