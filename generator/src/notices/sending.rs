//! One notice to one receiver: three tries.

use std::thread;
use std::time::Duration;

use jiff::Timestamp;
use notices as notice;
use notices::{ANSWER_MAX, NoticeOutcome};

use super::targets::Target;
use super::{Notice, format};
use generator_ground::http::HttpClient;
use generator_ground::message::Language;

/// Sends a notice; one that is given up is logged, without the address.
pub(super) fn send(
    client: &HttpClient,
    target: &Target,
    notice: &Notice,
    (language, pauses): (Language, [Duration; 2]),
) {
    let mut pauses = pauses.into_iter();
    loop {
        // Signed anew for each try: signatures have a time.
        let now = Timestamp::now();
        let told = format::format(notice, language, now);
        let (headers, body) = notice::request(target, &told, now.as_second());
        let why = match client.post(&target.url, &headers, body, ANSWER_MAX) {
            Ok(answer) => match notice::outcome(target.format, answer.status, &answer.body) {
                NoticeOutcome::Taken => return,
                NoticeOutcome::Refused(why) => return given_up(target, &why),
                NoticeOutcome::Busy(why) => why,
            },
            Err(error) => format!("{error:#}"),
        };
        match pauses.next() {
            Some(pause) => thread::sleep(pause),
            None => return given_up(target, &why),
        }
    }
}

fn given_up(target: &Target, why: &str) {
    tracing::warn!(format = ?target.format, "a notice could not be sent: {why}");
}
