//! How far a build is: a bar on a terminal; elsewhere a line per tenth, if there is enough to wait
//! for; and events, for a requested build.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use contract::control::{Event, Phase};
use indicatif::{ProgressBar, ProgressStyle};

use generator_ground::diagnostic::console;
use generator_ground::diagnostic::console::note;
use generator_ground::message::{Language, Message};

/// Fewer pages are done before a line would be read.
const QUIET_PAGES: usize = 2_000;

/// Pause between two events of one phase, in milliseconds.
const EVENT_PAUSE: u64 = 250;

/// How long pages are counted before the remaining time is estimated.
const MEASURED: Duration = Duration::from_millis(500);

/// Called with every event of progress.
pub type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// The progress of builds, one after the other.
pub struct Progress {
    language: Language,
    is_terminal: bool,
    listener: Mutex<Option<Listener>>,
}

impl Progress {
    /// A progress that shows no bar yet.
    pub fn new(language: Language) -> Self {
        Self {
            language,
            is_terminal: std::io::stderr().is_terminal(),
            listener: Mutex::default(),
        }
    }

    /// Sends further events to `listener`; none: to no listener any more.
    pub fn listen(&self, listener: Option<Listener>) {
        *self.lock() = listener;
    }

    /// Begins a phase without a count.
    pub fn phase(&self, phase: Phase) {
        if self.is_terminal {
            let bar = ProgressBar::new_spinner().with_style(style("{msg}"));
            bar.set_message(phase_message(phase).text(self.language));
            console::show_bar(Some(bar.clone()));
            bar.tick();
        }
        if let Some(listener) = self.listener() {
            listener(Event::Progress {
                phase,
                done: 0,
                total: 0,
                seconds_left: None,
            });
        }
    }

    /// The phase begins that counts `total` pages.
    pub fn pages(&self, total: usize) -> PageCounter {
        let bar = self.is_terminal.then(|| {
            let template = Message::new("progress-bar").text(self.language);
            let bar = ProgressBar::new(total as u64).with_style(style(&template));
            console::show_bar(Some(bar.clone()));
            bar
        });
        let is_quiet = self.is_terminal || total < QUIET_PAGES;
        let counter = PageCounter {
            bar,
            every: if is_quiet { 0 } else { total.div_ceil(10) },
            total,
            done: AtomicUsize::new(0),
            began: Instant::now(),
            told: AtomicU64::new(0),
            language: self.language,
            listener: self.listener(),
        };
        counter.tell(0);
        counter
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        console::show_bar(None);
    }

    fn listener(&self) -> Option<Listener> {
        self.lock().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Listener>> {
        self.listener.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A catalog's template that cannot be read shows the bar alone.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Name of a phase.
pub fn phase_message(phase: Phase) -> Message {
    match phase {
        Phase::Command => Message::new("phase/command"),
        Phase::Content => Message::new("phase/content"),
        Phase::Pages => Message::new("phase/pages"),
        Phase::Files => Message::new("phase/files"),
        Phase::Publish => Message::new("phase/publish"),
        Phase::Live | Phase::Unknown => Message::new("phase/live"),
    }
}

/// Pages of a build, counted by all threads that make them.
pub struct PageCounter {
    bar: Option<ProgressBar>,
    /// Pages between two lines; 0 prints none.
    every: usize,
    total: usize,
    done: AtomicUsize,
    began: Instant,
    /// Time of the last event, in milliseconds since it began.
    told: AtomicU64,
    language: Language,
    listener: Option<Listener>,
}

impl PageCounter {
    /// One page is done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        if self.every > 0 && done.is_multiple_of(self.every) {
            let progress = Message::new("progress")
                .with("done", done)
                .with("total", self.total);
            note(&progress.text(self.language));
        }
        if self.listener.is_some() && (done == self.total || self.is_due()) {
            self.tell(done);
        }
    }

    /// Whether an event is due; true for only one of the threads that ask.
    fn is_due(&self) -> bool {
        let now = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let told = self.told.load(Ordering::Relaxed);
        let (order, other) = (Ordering::Relaxed, Ordering::Relaxed);
        now >= told + EVENT_PAUSE && self.told.compare_exchange(told, now, order, other).is_ok()
    }

    fn tell(&self, done: usize) {
        if let Some(listener) = &self.listener {
            listener(Event::Progress {
                phase: Phase::Pages,
                done,
                total: self.total,
                seconds_left: seconds_left(self.began.elapsed(), done, self.total),
            });
        }
    }
}

/// How long the rest takes at the same speed; none if too little is measured.
fn seconds_left(elapsed: Duration, done: usize, total: usize) -> Option<u64> {
    if done == 0 || elapsed < MEASURED {
        return None;
    }
    let left = total.saturating_sub(done);
    let millis = elapsed.as_millis() * left as u128 / done as u128;
    u64::try_from(millis.div_ceil(1_000)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_what_was_done() {
        for (millis, done, total, left) in [
            (10_000, 100, 200, Some(10)),
            (10_000, 200, 200, Some(0)),
            (1_000, 1, 3, Some(2)),
            (700, 3, 4, Some(1)),
            (499, 3, 4, None),
            (10_000, 0, 4, None),
            (10_000, 5, 4, Some(0)),
        ] {
            let told = seconds_left(Duration::from_millis(millis), done, total);
            assert_eq!(told, left, "{millis} {done} {total}");
        }
    }

    // R10.03
    #[test]
    fn a_listener_hears_the_beginning_and_the_end_of_pages_and_not_every_page() {
        let progress = Progress::new(Language::English);
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ears = Arc::clone(&heard);
        progress.listen(Some(Arc::new(move |event| {
            ears.lock().unwrap().push(event)
        })));
        progress.phase(Phase::Content);
        let counter = progress.pages(500);
        for _ in 0..500 {
            counter.step();
        }
        let heard = heard.lock().unwrap();
        let counted = |event: &Event| match event {
            Event::Progress { phase, done, .. } => (*phase, *done),
            other => panic!("{other:?} is no progress"),
        };
        let counted: Vec<_> = heard.iter().map(counted).collect();
        assert_eq!(counted[..2], [(Phase::Content, 0), (Phase::Pages, 0)]);
        assert_eq!(counted.last(), Some(&(Phase::Pages, 500)));
        assert!(counted.len() < 100, "{}", counted.len());
    }
}
