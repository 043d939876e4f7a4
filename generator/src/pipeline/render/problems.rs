//! Problems of pages: found all at once, errors of content before those of components before
//! those of the machine.

use std::sync::Arc;

use super::Outcome;
use crate::pages::input::Preparer;
use crate::pages::nearest::NearestPages;
use crate::pages::plan::{PageIndex, Plan};
use crate::pages::records::PageRecords;
use crate::pages::render::outcome::PageError;
use generator_content::Targets;
use generator_ground::diagnostic::failure::{Exit, Failure, Problem};
use generator_ground::diagnostic::warning::Warning;
use generator_ground::diagnostic::{Diagnostic, Severity};
use generator_ground::message::{Argument, Message};

/// Fails if one of the problems that were `found` in texts is an error, or a page could not be
/// made. Answers the warnings.
pub(super) fn check(
    found: Vec<Diagnostic>,
    outcome: &mut Outcome,
) -> Result<Vec<Diagnostic>, Failure> {
    let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
    let (errors, warnings): (Vec<_>, Vec<_>) = found.into_iter().partition(is_error);
    let Some(mut failure) = failure(outcome, errors.len()) else {
        return Ok(warnings);
    };
    failure.warnings = warnings.into_iter().map(Warning::Content).collect();
    let of_pages = std::mem::take(&mut outcome.errors).into_values();
    Err(failure.with_problems(problems(errors, of_pages)))
}

/// The pages of a build, all prepared.
pub(super) struct Checked<'a> {
    pub(super) plan: &'a Plan,
    pub(super) records: &'a PageRecords,
    pub(super) targets: &'a Targets,
    pub(super) preparer: &'a Preparer<'a>,
}

impl Checked<'_> {
    /// Problems of the texts of pages, each problem once, in the order of files: the links of the
    /// pages at `indices`, everything else of all. A page with texts that cannot be read any more
    /// is added to those that could not be made.
    pub(super) fn in_bodies(
        &self,
        indices: impl Iterator<Item = PageIndex>,
        outcome: &mut Outcome,
    ) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        let nearest = NearestPages::new(self.plan);
        // Only the targets of links are recorded: the problem to report is found when the page's
        // texts are rendered again.
        for index in indices.filter(|index| self.has_broken_links(*index)) {
            let page = self.plan.page(index);
            let nearest = |path: &str| nearest.to(path, page.locale);
            match self.preparer.broken_links(&page, self.targets, nearest) {
                Ok(broken) => problems.extend(broken),
                Err(error) => {
                    let error = PageError::Content(error);
                    outcome.errors.entry(index).or_insert(error);
                }
            }
        }
        problems.extend(self.records.problems().cloned());
        let position = |problem: &Diagnostic| {
            (
                problem.file.clone(),
                problem.line,
                problem.column,
                problem.code().to_owned(),
            )
        };
        problems.sort_by_key(position);
        problems.dedup_by_key(|problem| position(problem));
        problems
    }

    fn has_broken_links(&self, index: PageIndex) -> bool {
        let bodies = self.records.get(index).bodies;
        !self.preparer.bodies.lead(bodies, self.targets)
    }
}

fn problems(
    in_bodies: Vec<Diagnostic>,
    of_pages: impl Iterator<Item = PageError>,
) -> impl Iterator<Item = Problem> {
    let of_pages = of_pages.map(|error| match error {
        PageError::Content(diagnostic) => Problem::Content(diagnostic),
        PageError::Render(problem) => problem,
        PageError::Environment(error) => Problem::Machine(Arc::new(error)),
    });
    in_bodies
        .into_iter()
        .map(|diagnostic| Problem::Content(Box::new(diagnostic)))
        .chain(of_pages)
}

/// How the process ends: content before rendering before the machine, because an editor can mend
/// the first.
fn failure(outcome: &Outcome, in_bodies: usize) -> Option<Failure> {
    let count =
        |is: fn(&PageError) -> bool| outcome.errors.values().filter(|error| is(error)).count();
    let content = in_bodies + count(|error| matches!(error, PageError::Content(_)));
    let render = count(|error| matches!(error, PageError::Render(_)));
    let environment = count(|error| matches!(error, PageError::Environment(_)));
    let exit = match (content, render, environment) {
        (0, 0, 0) => return None,
        (1.., ..) => Exit::Content,
        (_, 1.., _) => Exit::Render,
        _ => Exit::Environment,
    };
    let sums = [
        (content, Message::new("not-published/content")),
        (render, Message::new("not-published/rendered")),
        (environment, Message::new("not-published/written")),
    ];
    let sums = sums.into_iter().filter(|(number, _)| *number > 0);
    let sums: Vec<Message> = sums
        .map(|(number, sum)| sum.with("number", number))
        .collect();
    Some(Failure::new(
        exit,
        Message::new("not-published").with("sums", Argument::list(sums)),
    ))
}
