//! Duration of the steps of a build, to find the reason of a slow one.

use std::fmt;
use std::time::{Duration, Instant};

use serde::{Serialize, Serializer};

/// The steps so far. They follow each other, so their times add up to that of the build.
#[derive(Debug)]
pub struct Steps {
    began: Instant,
    last: Instant,
    done: Vec<(&'static str, Duration)>,
}

impl Steps {
    /// The first step begins.
    pub fn begin() -> Self {
        Self::since(Instant::now())
    }

    /// The first step began at that instant.
    pub fn since(began: Instant) -> Self {
        Self {
            began,
            last: began,
            done: Vec::new(),
        }
    }

    /// Does the work of the next step.
    pub fn time<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let made = work();
        self.done(name);
        made
    }

    /// The time since the first step began.
    pub fn total(&self) -> Duration {
        self.began.elapsed()
    }

    /// A step is done and the next begins.
    pub fn done(&mut self, name: &'static str) {
        self.done.push((name, self.last.elapsed()));
        self.last = Instant::now();
    }

    /// Divides the last step: `took` of its time becomes a step of its own.
    pub fn of_which(&mut self, name: &'static str, took: Duration) {
        if let Some((_, last)) = self.done.last_mut() {
            *last = last.saturating_sub(took);
        }
        self.done.push((name, took));
    }
}

/// `content 3.1 ms, origin 0.8 ms`.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (name, took)) in self.done.iter().enumerate() {
            let comma = if number == 0 { "" } else { ", " };
            write!(f, "{comma}{name} {:.1} ms", took.as_secs_f64() * 1000.0)?;
        }
        Ok(())
    }
}

/// Name → milliseconds, in order.
impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let steps = self.done.iter();
        serializer.collect_map(steps.map(|(name, took)| (name, took.as_millis())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_told_in_order_and_a_part_is_not_counted_twice() {
        let mut steps = Steps::begin();
        steps.done("content");
        steps.done[0].1 = Duration::from_millis(50);
        steps.of_which("images", Duration::from_micros(30_900));
        let text = serde_json::to_string(&steps).unwrap();
        assert_eq!(text, r#"{"content":19,"images":30}"#);
        assert_eq!(steps.to_string(), "content 19.1 ms, images 30.9 ms");
    }
}
