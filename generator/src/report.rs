//! Everything that a person or a CI job reads: progress, problems, the result of a build.
//!
//! Results go to standard output, progress and problems to standard error. On a terminal a bar shows progress; elsewhere there
//! are plain lines, because logs of CI jobs keep every redraw.

pub mod difference;
pub mod steps;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use contract::Hash;
use contract::build::BuildId;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::build::ties::Tie;
use crate::cli::MessageFormat;
use crate::diagnostic::Diagnostic;
use crate::exit::{Failure, Problem};
use crate::render::outcome::{ChangeKind, ChangedPages, PageError};
use steps::Steps;

/// Changed pages that are listed by name on a terminal; the JSON report has all.
const NAMED_PAGES: usize = 20;

/// One line on standard output.
#[expect(clippy::print_stdout, reason = "the one place that prints results")]
pub fn line(text: &str) {
    println!("{text}");
}

/// One line on standard error.
#[expect(
    clippy::print_stderr,
    reason = "the one place that prints problems and progress"
)]
pub fn note(text: &str) {
    eprintln!("{text}");
}

/// `1 page`, `2 pages`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// What a build did. Also the JSON report (`--report`), field by field.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BuildReport {
    /// The build; absent when nothing was published.
    pub build: Option<BuildId>,
    /// The app id.
    pub app: Hash,
    /// Pages of the site.
    pub pages: usize,
    /// Pages that were rendered.
    pub rendered: usize,
    /// Pages taken over from the live build.
    pub reused: usize,
    /// Pages that a visitor sees change.
    pub changed: ChangedPages,
    /// Files written, without sidecars.
    pub files_written: usize,
    /// Shards written, and all shards.
    pub shards: (usize, usize),
    /// Paths that the live build had and this one has not.
    pub removed: Vec<String>,
    /// Entries that more than a tenth of the pages show; told by builds that prepare all pages.
    pub ties: Vec<Tie>,
    /// Warnings, as text.
    pub warnings: Vec<String>,
    /// From start to publish.
    pub duration_ms: u64,
    /// What it was spent on, in milliseconds.
    pub steps: Steps,
}

impl BuildReport {
    /// Of a build that found nothing changed.
    pub fn unchanged(app: Hash, pages: usize, took: Duration, steps: Steps) -> Self {
        Self {
            build: None,
            app,
            pages,
            rendered: 0,
            reused: pages,
            changed: ChangedPages::default(),
            files_written: 0,
            shards: (0, 0),
            removed: Vec::new(),
            ties: Vec::new(),
            warnings: Vec::new(),
            duration_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            steps,
        }
    }

    /// Prints the result: one line, then the changed pages, content before chrome.
    pub fn print(&self) {
        let seconds = Duration::from_millis(self.duration_ms).as_secs_f64();
        let (pages, rendered, reused) = (self.pages, self.rendered, self.reused);
        let Some(build) = &self.build else {
            line(&format!(
                "unchanged: {pages} pages, {rendered} rendered, nothing to publish ({seconds:.2} s)"
            ));
            return self.print_ties();
        };
        let (files, (shards, all_shards)) = (self.files_written, self.shards);
        line(&format!(
            "published {build}: {pages} pages, {rendered} rendered, {reused} reused, {files} files and {shards} of {all_shards} shards written ({seconds:.2} s)"
        ));
        for (kind, label) in [
            (ChangeKind::New, "new"),
            (ChangeKind::Content, "content changed"),
            (ChangeKind::Chrome, "chrome changed"),
        ] {
            self.print_changed(kind, label);
        }
        print_some("removed", self.removed.iter());
        self.print_ties();
    }

    fn print_ties(&self) {
        for tie in &self.ties {
            line(&format!("  note: {tie}"));
        }
    }

    /// Writes the JSON report.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        crate::output::replace_file_with(path, |file| {
            Ok(serde_json::to_writer_pretty(file, self)?)
        })?;
        Ok(())
    }

    fn print_changed(&self, kind: ChangeKind, label: &str) {
        let changed = self.changed.iter().filter(|page| page.kind == kind);
        print_some(label, changed.map(|page| page.path));
    }
}

fn print_some(label: &str, mut paths: impl Iterator<Item = impl AsRef<str>>) {
    let named: Vec<_> = paths.by_ref().take(NAMED_PAGES).collect();
    if named.is_empty() {
        return;
    }
    let more = paths.count();
    let all = named.len() + more;
    let named: Vec<&str> = named.iter().map(AsRef::as_ref).collect();
    let named = named.join(" ");
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    line(&format!("  {label} ({all}): {named}{rest}"));
}

/// How far rendering is: a bar on a terminal; elsewhere a line per tenth, if there is enough to wait for.
pub struct Progress {
    bar: ProgressBar,
    /// Pages between two lines; 0 prints none.
    every: usize,
    total: usize,
    done: AtomicUsize,
}

/// Fewer pages are done before a line would be read.
const QUIET_PAGES: usize = 2_000;

impl Progress {
    /// Of `total` pages.
    pub fn new(total: usize) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let template = "{bar:40} {pos}/{len} pages, {per_sec}, {eta} left";
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = if is_terminal {
            ProgressBar::new(total as u64).with_style(style)
        } else {
            ProgressBar::hidden()
        };
        let every = if is_terminal || total < QUIET_PAGES {
            0
        } else {
            total.div_ceil(10)
        };
        Self {
            bar,
            every,
            total,
            done: AtomicUsize::new(0),
        }
    }

    /// One page is done.
    pub fn step(&self) {
        self.bar.inc(1);
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.every > 0 && done.is_multiple_of(self.every) {
            note(&format!("{done} of {} pages", self.total));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Prints problems of content in the chosen format.
pub fn diagnostics(diagnostics: &[Diagnostic], format: MessageFormat) {
    for diagnostic in diagnostics {
        note(&match format {
            MessageFormat::Human => diagnostic.human(std::io::stderr().is_terminal()),
            MessageFormat::Json => serde_json::json!(diagnostic).to_string(),
            MessageFormat::Github => diagnostic.annotation(),
        });
    }
}

/// Prints the pages that could not be made.
pub fn page_errors<'a>(errors: impl Iterator<Item = &'a PageError>, format: MessageFormat) {
    for error in errors {
        match error {
            PageError::Content(diagnostic) => diagnostics(std::slice::from_ref(diagnostic), format),
            PageError::Render(problem) => render_error(problem, format),
            PageError::Environment(error) => note(&format!("error: {error:#}")),
        }
    }
}

fn render_error(problem: &Problem, format: MessageFormat) {
    let Problem::Page {
        code,
        route,
        locale,
        path,
        reason,
    } = problem
    else {
        return;
    };
    let verb = if *code == "file" { "make" } else { "render" };
    let text = format!("cannot {verb} `{path}` (route `{route}`, locale `{locale}`): {reason}");
    note(&match format {
        MessageFormat::Human => format!("error: {text}"),
        MessageFormat::Json => serde_json::json!(problem).to_string(),
        MessageFormat::Github => format!(
            "::error title={code}::{}",
            text.replace('%', "%25").replace('\n', "%0A")
        ),
    });
}

/// The JSON report of a build that failed: `{exit, message, problems}`.
pub fn write_failure(failure: &Failure, path: &Path) -> anyhow::Result<()> {
    let message = format!("{:#}", failure.error);
    let report =
        serde_json::json!({"exit": failure.exit, "message": message, "problems": failure.problems});
    Ok(crate::output::replace_file(
        path,
        &serde_json::to_vec_pretty(&report)?,
    )?)
}

/// Prints why the process ends. Content and render errors were printed where they were found.
pub fn failure(failure: &Failure) {
    note(&format!("error: {:#}", failure.error));
    let _ = std::io::stderr().flush();
}

/// `2026-11-21T03:04:05Z`.
pub fn rfc3339(time: jiff::Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
