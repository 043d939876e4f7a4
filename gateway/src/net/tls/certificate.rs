//! Facts of a certificate that decide whether browsers accept it: its dates and its names.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sentences::{Argument, Message};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use webpki::{EndEntityCert, Error, KeyUsage};

const DAY: u64 = 24 * 60 * 60;

/// The number of days before the end at which it counts as near. Renewal programs begin 30 days
/// before the end, so by then they have failed for more than a week.
const SOON_DAYS: u64 = 21;

/// A certificate of a server.
#[derive(Debug)]
pub(crate) struct Certificate {
    der: CertificateDer<'static>,
    not_before: u64,
    not_after: u64,
}

/// A reason for browsers to refuse a certificate. Displayed, it follows the certificate's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The certificate's end has passed.
    Expired {
        /// Whole days since the end.
        days: u64,
    },
    /// The certificate's beginning is to come.
    NotYetValid {
        /// Whole days until the beginning.
        days: u64,
    },
    /// Visitors use a name that the certificate is not made out to.
    OtherName {
        /// The name of `--public-origin`.
        host: String,
        /// The names of the certificate.
        names: Argument,
    },
}

impl Certificate {
    /// Reads names and dates.
    pub(crate) fn read(der: &CertificateDer<'static>) -> Result<Self, Error> {
        let certificate = EndEntityCert::try_from(der)?;
        // The library gives the dates only in the errors for a certificate that is not valid at
        // another time.
        let refused_at = |seconds| {
            let time = UnixTime::since_unix_epoch(Duration::from_secs(seconds));
            let usage = KeyUsage::server_auth();
            certificate.verify_for_usage(&[], &[], &[], time, usage, None, None)
        };
        let not_after = match refused_at(u64::MAX) {
            Err(Error::CertExpired { not_after, .. }) => not_after.as_secs(),
            Err(error) => return Err(error),
            Ok(_) => u64::MAX,
        };
        let not_before = match refused_at(0) {
            Err(Error::CertNotValidYet { not_before, .. }) => not_before.as_secs(),
            _ => 0,
        };
        Ok(Self {
            der: der.clone(),
            not_before,
            not_after,
        })
    }

    /// First second of the certificate's life, since 1970.
    pub(crate) fn not_before(&self) -> u64 {
        self.not_before
    }

    /// Last second of the certificate's life, since 1970.
    pub(crate) fn not_after(&self) -> u64 {
        self.not_after
    }

    /// Reasons for browsers to refuse the certificate at a time, when they ask for these names.
    pub(crate) fn faults(&self, now: SystemTime, hosts: &[ServerName<'static>]) -> Vec<Fault> {
        let now = seconds(now);
        let mut faults = Vec::new();
        if now > self.not_after {
            let days = (now - self.not_after) / DAY;
            faults.push(Fault::Expired { days });
        }
        if now < self.not_before {
            let days = (self.not_before - now) / DAY;
            faults.push(Fault::NotYetValid { days });
        }
        faults.extend(hosts.iter().filter_map(|host| self.other_name(host)));
        faults
    }

    /// Whether the certificate is made out to all of these names.
    pub(crate) fn has_names(&self, hosts: &[ServerName<'static>]) -> bool {
        hosts.iter().all(|host| self.other_name(host).is_none())
    }

    /// Whole days until its end, when that is near: 21 days, or the last third of a life that is
    /// shorter than 63.
    pub(crate) fn ends_within_days(&self, now: SystemTime) -> Option<u64> {
        let left = self.not_after.checked_sub(seconds(now))?;
        let third = self.not_after.saturating_sub(self.not_before) / 3;
        (left < third.min(SOON_DAYS * DAY)).then_some(left / DAY)
    }

    fn other_name(&self, host: &ServerName<'static>) -> Option<Fault> {
        let certificate = EndEntityCert::try_from(&self.der).ok()?;
        let error = certificate.verify_is_valid_for_subject_name(host).err()?;
        let names = match error {
            Error::CertNotValidForName(context) => names(&context.presented),
            _ => names(&[]),
        };
        Some(Fault::OtherName {
            host: host.to_str().into_owned(),
            names,
        })
    }
}

impl Fault {
    /// Whether two faults are the same, apart from the number of days.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::OtherName { host: one, .. }, Self::OtherName { host: other, .. }) => {
                one == other
            }
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

sentences::error_in_words!(Fault);

impl Fault {
    /// The fault in words that follow the certificate's name.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::Expired { days } => {
                Message::new("certificate-expired").with("time", in_days(*days))
            }
            Self::NotYetValid { days } => {
                Message::new("certificate-not-yet-valid").with("time", in_days(*days))
            }
            Self::OtherName { host, names } => Message::new("certificate-other-name")
                .with("names", names.clone())
                .with("host", host),
        }
    }
}

/// `1 day`, `3 days`, `less than a day`.
pub(crate) fn in_days(days: u64) -> Message {
    match days {
        0 => Message::new("days/none"),
        _ => Message::new("days").with("number", days),
    }
}

/// Names as the library writes them, `DnsName("www.example.com")`, for people.
fn names(presented: &[String]) -> Argument {
    let plain = |name: &String| {
        let inner = name
            .split_once('(')
            .map_or(name.as_str(), |(_, inner)| inner);
        inner.trim_matches(['"', ')']).to_owned()
    };
    match presented {
        [] => Message::new("certificate-no-name").into(),
        names => Argument::names(names.iter().map(plain)),
    }
}

fn seconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    /// 2026-03-01T00:00:00Z, the day on which the certificate of these tests begins.
    const BEGIN: u64 = 1_772_323_200;

    fn certificate(days: u64) -> Certificate {
        let names = [
            "a.example".to_owned(),
            "*.b.example".to_owned(),
            "192.0.2.1".to_owned(),
        ];
        let mut made = CertificateParams::new(names).unwrap();
        made.not_before = date_time_ymd(2026, 3, 1);
        made.not_after = made.not_before + Duration::from_secs(days * DAY);
        let signed = made.self_signed(&KeyPair::generate().unwrap()).unwrap();
        Certificate::read(signed.der()).unwrap()
    }

    fn at(days: i64) -> SystemTime {
        let seconds = BEGIN.saturating_add_signed(days * DAY as i64);
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn dates_are_read_to_the_second() {
        let certificate = certificate(90);
        assert_eq!(certificate.not_before, BEGIN);
        assert_eq!(certificate.not_after(), BEGIN + 90 * DAY);
    }

    #[test]
    fn faults_name_what_browsers_would_refuse() {
        let rows: [(i64, &[&str], &[&str]); 7] = [
            (10, &[], &[]),
            (10, &["a.example", "x.b.example", "192.0.2.1"], &[]),
            (90, &["a.example"], &[]),
            (93, &[], &["expired 3 days ago"]),
            (-2, &[], &["only in 2 days"]),
            (
                10,
                &["b.example"],
                &["`a.example`, `*.b.example`, `192.0.2.1` and not to `b.example`"],
            ),
            (
                91,
                &["192.0.2.2", "x.y.b.example"],
                &["1 day", "`192.0.2.2`", "`x.y.b.example`"],
            ),
        ];
        for (days, hosts, expected) in rows {
            let hosts: Vec<_> = hosts
                .iter()
                .map(|host| ServerName::try_from((*host).to_owned()).unwrap())
                .collect();
            let faults = certificate(90).faults(at(days), &hosts);
            assert_eq!(faults.len(), expected.len(), "{days} {hosts:?}: {faults:?}");
            for (fault, words) in faults.iter().zip(expected) {
                assert!(fault.to_string().contains(words), "{fault}");
            }
        }
    }

    #[test]
    fn an_end_is_near_three_weeks_before_it_or_in_the_last_third_of_a_short_life() {
        for (life, day, near) in [
            (90, 60, None),
            (90, 69, None),
            (90, 70, Some(20)),
            (90, 90, Some(0)),
            (90, 91, None),
            (6, 3, None),
            (6, 5, Some(1)),
        ] {
            let said = certificate(life).ends_within_days(at(day));
            assert_eq!(said, near, "day {day} of {life}");
        }
    }

    #[test]
    fn faults_are_alike_whatever_the_day() {
        let name = |host: &str| Fault::OtherName {
            host: host.to_owned(),
            names: names(&[]),
        };
        assert!(Fault::Expired { days: 1 }.is_like(&Fault::Expired { days: 2 }));
        assert!(!Fault::Expired { days: 1 }.is_like(&Fault::NotYetValid { days: 1 }));
        assert!(name("a").is_like(&name("a")) && !name("a").is_like(&name("b")));
    }
}
