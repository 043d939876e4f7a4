//! Everything that a person or a CI job reads: progress, problems, the result of a build.
//!
//! Results go to standard output, progress and problems to standard error. On a terminal a bar
//! shows progress; elsewhere there are plain lines, because logs of CI jobs keep every redraw.

pub mod difference;
pub mod ended;
pub mod held;
pub mod logged;
pub mod moment;
pub mod progress;
pub mod scheduled;
pub mod shown_texts;
pub mod steps;
mod summary;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use contract::Hash;
use contract::build::BuildId;
use serde::Serialize;

use crate::pages::fan_out::FanOut;
use crate::pages::plan::Plan;
use crate::pages::render::outcome::{ChangeKind, ChangedPages};
use ended::EndedAddress;
pub use generator_builds::log::rfc3339;
use generator_content::Content;
use generator_ground::diagnostic::console::MessageFormat;
use generator_ground::diagnostic::console::{MessageStyle, diagnostics, line, note};
use generator_ground::diagnostic::explain::explain;
use generator_ground::diagnostic::failure::{Failure, Problem};
use generator_ground::diagnostic::warning::{Warning, warnings};
use generator_ground::diagnostic::{Diagnostic, Severity};
use generator_ground::message::{Language, Message};
use held::HeldReport;
use scheduled::Scheduled;
use steps::Steps;

/// Changed pages that `diff` lists by name on a terminal; JSON has all.
const NAMED_PAGES: usize = 20;

/// Report of a build. Also the JSON report (`--report`), field by field.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BuildReport {
    /// The build; absent without a change.
    pub build: Option<BuildId>,
    /// Whether the build was made and not published (`build --no-publish`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub staged: bool,
    /// Content that is held: a person took it back, and it was not published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<HeldReport>,
    /// Whether content was held until this build, in which all of it is edited.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ended_hold: bool,
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
    /// Pages that the live build had and this one lacks.
    pub removed_pages: Vec<String>,
    /// Paths that the live build had and this one lacks, pages among them.
    pub removed: Vec<String>,
    /// Addresses of pages among these paths.
    pub ended: Vec<EndedAddress>,
    /// Entries that will appear or disappear by themselves, the soonest first.
    pub scheduled: Vec<Scheduled>,
    /// Entries that more than a tenth of the pages show; reported by builds that prepare all pages.
    pub ties: Vec<FanOut>,
    /// Warnings; as text in the JSON report.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
    /// Time from start to publish, in milliseconds.
    pub duration_ms: u64,
    /// Time of each step, in milliseconds.
    pub steps: Steps,
}

/// Files that a build wrote and left out.
#[derive(Debug, Default)]
pub struct FileChanges {
    /// Files written, without sidecars.
    pub written: usize,
    /// Paths that the live build had and this one lacks, pages among them.
    pub removed: Vec<String>,
    /// The pages among them.
    pub removed_pages: Vec<String>,
}

/// The result of publishing, as the report has it. The default: the build was not published.
#[derive(Debug, Default)]
pub struct PublicationReport {
    /// The build; absent without a change.
    pub build: Option<BuildId>,
    /// Whether the build is to go live later.
    pub staged: bool,
    /// Content that was taken back.
    pub held: Option<HeldReport>,
    /// Content was held until this build.
    pub ended_hold: bool,
    /// Shards written, and all shards.
    pub shards: (usize, usize),
}

/// Everything that the report of a build is made from.
pub struct BuildFacts {
    /// The app id.
    pub app: Hash,
    /// Changes of pages.
    pub pages: PageChanges,
    /// Changes of files.
    pub files: FileChanges,
    /// Addresses that the build ends.
    pub ended: Vec<EndedAddress>,
    /// The result of publishing.
    pub publication: PublicationReport,
    /// Warnings.
    pub warnings: Vec<Warning>,
    /// Entries that will appear or disappear by themselves, the soonest first.
    pub scheduled: Vec<Scheduled>,
    /// Time of each step.
    pub steps: Steps,
}

/// Pages of a build, as a report names and counts them.
pub struct PageChanges {
    /// Plan of all pages.
    pub plan: Arc<Plan>,
    /// How many were rendered.
    pub rendered: usize,
    /// Pages that a visitor sees change, by index in the plan.
    pub changed: Vec<(usize, ChangeKind)>,
    /// Entries that too many pages show.
    pub ties: Vec<FanOut>,
}

impl BuildReport {
    /// A report of a build without changes.
    pub fn without_changes(
        app: Hash,
        pages: usize,
        warnings: Vec<Warning>,
        scheduled: Vec<Scheduled>,
        steps: Steps,
    ) -> Self {
        Self {
            build: None,
            staged: false,
            held: None,
            ended_hold: false,
            app,
            pages,
            rendered: 0,
            reused: pages,
            changed: ChangedPages::default(),
            files_written: 0,
            shards: (0, 0),
            removed_pages: Vec::new(),
            removed: Vec::new(),
            ended: Vec::new(),
            scheduled,
            ties: Vec::new(),
            warnings,
            duration_ms: u64::try_from(steps.total().as_millis()).unwrap_or(u64::MAX),
            steps,
        }
    }

    /// The report of a build.
    pub fn new(facts: BuildFacts) -> Self {
        let BuildFacts {
            app,
            pages,
            files,
            ended,
            publication,
            warnings,
            scheduled,
            steps,
        } = facts;
        let all = pages.plan.len();
        Self {
            build: publication.build,
            staged: publication.staged,
            held: publication.held,
            ended_hold: publication.ended_hold,
            shards: publication.shards,
            rendered: pages.rendered,
            reused: all - pages.rendered,
            changed: ChangedPages::new(pages.plan, pages.changed),
            files_written: files.written,
            removed_pages: files.removed_pages,
            removed: files.removed,
            ended,
            ties: pages.ties,
            ..Self::without_changes(app, all, warnings, scheduled, steps)
        }
    }

    /// Prints the result at once; `site` is the address at which its reader sees the site.
    pub fn print(&self, site: &str, language: Language) {
        print(&summary::summary(self, site), language);
    }

    /// Prints the scheduled changes.
    pub fn print_scheduled(&self, language: Language) {
        print(&summary::schedule_lines(self), language);
    }

    /// Writes the JSON report.
    pub fn write(&self, path: &Path, language: Language) -> anyhow::Result<()> {
        /// The report with words in it.
        #[derive(Serialize)]
        struct Worded<'a> {
            #[serde(flatten)]
            report: &'a BuildReport,
            warnings: Vec<String>,
        }
        let warnings = self.warnings.iter();
        let worded = Worded {
            report: self,
            warnings: warnings.map(|warning| warning.line(language)).collect(),
        };
        generator_ground::storage::replace::replace_file_with(path, |file| {
            Ok(serde_json::to_writer_pretty(file, &worded)?)
        })
        .with_context(|| format!("cannot write `{}`", path.display()))
    }
}

/// Prints `lines` in one piece: a reader that waits for the first has all of them.
fn print(lines: &[Message], language: Language) {
    let lines: Vec<String> = lines.iter().map(|line| line.text(language)).collect();
    if !lines.is_empty() {
        line(&lines.join("\n"));
    }
}

/// Prints the results of `check` in `content`: to programs problems are the result, each an object
/// on a line of standard output, and the sum is another. Returns the number of errors.
pub fn print_check(found: &[Diagnostic], content: &Content, style: MessageStyle) -> usize {
    let of = |severity: Severity| {
        let found = found.iter();
        found.filter(|problem| problem.severity == severity).count()
    };
    let (errors, warnings) = (of(Severity::Error), of(Severity::Warning));
    if style.format != MessageFormat::Json {
        diagnostics(found, style);
        return errors;
    }
    for diagnostic in found {
        line(&diagnostic.json(style.language).to_string());
    }
    let sum = serde_json::json!({
        "entries": content.entries(), "collections": content.collections.len(),
        "errors": errors, "warnings": warnings
    });
    line(&sum.to_string());
    errors
}

/// Prints all that stopped a build, below the warnings.
pub fn problems(failure: &Failure, style: MessageStyle) {
    warnings(&failure.warnings, style);
    for problem in &failure.problems {
        match problem {
            Problem::Content(diagnostic) => diagnostics(std::slice::from_ref(diagnostic), style),
            Problem::Page { .. } => render_error(problem, style),
            Problem::Machine(error) => {
                error_line(explain(error, style.language), style.language);
            }
        }
    }
}

fn render_error(problem: &Problem, style: MessageStyle) {
    let words = problem_line(problem, style.language);
    match (style.format, problem) {
        (MessageFormat::Json, _) => note(&problem.json(style.language).to_string()),
        (MessageFormat::Github, Problem::Page { code, .. }) => note(&format!(
            "::error title={code}::{}",
            words.replace('%', "%25").replace('\n', "%0A")
        )),
        _ => error_line(words, style.language),
    }
}

/// A problem in one line, with its place, and its remedy where there is one.
pub fn problem_line(problem: &Problem, language: Language) -> String {
    let (code, route, locale, path, reason) = match problem {
        Problem::Content(diagnostic) => return diagnostic.line(language),
        Problem::Machine(error) => return explain(error, language),
        Problem::Page {
            code,
            route,
            locale,
            path,
            reason,
        } => (*code, route, locale, path, reason),
    };
    let words = match code {
        "file" => Message::new("not-rendered/file"),
        _ => Message::new("not-rendered"),
    };
    words
        .with("path", path)
        .with("route", route)
        .with("locale", locale)
        .with("reason", reason)
        .text(language)
}

/// The JSON report of a build that failed: `{exit, message, problems}`.
pub fn write_failure(failure: &Failure, path: &Path, language: Language) -> anyhow::Result<()> {
    let problems = failure.problems.iter();
    let problems: Vec<_> = problems.map(|problem| problem.json(language)).collect();
    let message = explain(&failure.error, language);
    let report =
        serde_json::json!({"exit": failure.exit, "message": message, "problems": problems});
    generator_ground::storage::replace::replace_file(path, &serde_json::to_vec_pretty(&report)?)
        .with_context(|| format!("cannot write `{}`", path.display()))
}

/// Prints why the process ends; [`problems`] prints the causes.
pub fn failure(failure: &Failure, language: Language) {
    let words = explain(&failure.error, language);
    error_line(words, language);
    let _ = std::io::stderr().flush();
}

/// Prints `error: …`.
fn error_line(words: String, language: Language) {
    note(
        &Message::new("labelled/error")
            .with("words", words)
            .text(language),
    );
}
