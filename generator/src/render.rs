//! Turning planned pages into files: lanes of (prepare → worker → document → write).
//!
//! A lane is a thread with a worker of its own. It takes the next page of the plan, prepares its input, and, if the live build
//! has no page of this key, sends it to the worker. Two inputs are in flight, so that the lane prepares and writes while the
//! worker renders. With a lane per core both are busy, and memory does not grow with the site: a lane holds two pages.
//!
//! **Invariant**: worker and template receive the [`PageInput`] and nothing else, and its hash is the page's key. So reuse needs
//! no declared dependencies and cannot be wrong.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use contract::Hash;
use contract::build::{Access, File};
use contract::locale::Locale;
use contract::page::{InlineState, PageInput, PayloadFile};
use contract::route::{Hello, Route};
use serde_json::{Map, Value};

use crate::diagnostic::Diagnostic;
use crate::document::Documents;
use crate::exit::Problem;
use crate::output::Stage;
use crate::output::stage::Attributes;
use crate::plan::PagePlan;
use crate::sitemap::SitemapPage;
use crate::worker::{Answer, Worker, WorkerCommand, WorkerError};

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";

/// Inputs that a worker has at once: one renders, one waits.
const IN_FLIGHT: usize = 2;

/// Warm workers that outlive a build; `watch` keeps them.
pub struct Pool {
    command: WorkerCommand,
    lanes: Vec<Mutex<Option<Worker>>>,
    /// What every worker of this pool said first.
    pub hello: Hello,
}

impl Pool {
    /// Starts the first worker to learn the route table; the others start when their lane first needs one.
    pub fn start(command: WorkerCommand, lanes: usize) -> Result<Self, WorkerError> {
        let first = Worker::start(&command)?;
        let hello = first.hello.clone();
        let mut workers: Vec<Mutex<Option<Worker>>> =
            (1..lanes).map(|_| Mutex::default()).collect();
        workers.push(Mutex::new(Some(first)));
        Ok(Self {
            command,
            lanes: workers,
            hello,
        })
    }
}

/// Prepares the input of a planned page: answers its queries and makes its head.
pub trait Prepare: Sync {
    /// The page's input.
    fn prepare(&self, page: &PagePlan) -> Result<PageInput, PageError>;
}

/// A page that could not be made. Others go on; the build fails at the end with all of them.
#[derive(Debug)]
pub enum PageError {
    /// Its content is wrong.
    Content(Box<Diagnostic>),
    /// A component threw, looped, or killed its worker.
    Render(Problem),
    /// A file could not be written, or the machine failed otherwise.
    Environment(anyhow::Error),
}

/// What all lanes share.
pub struct Render<'a> {
    /// Warm workers.
    pub pool: &'a Pool,
    /// The template.
    pub documents: &'a Documents,
    /// The app id.
    pub app: Hash,
    /// Locales by position.
    pub locales: &'a [Locale],
    /// The plan.
    pub plan: &'a [PagePlan],
    /// Where files go.
    pub stage: &'a Stage<'a>,
    /// How long one page may render.
    pub page_timeout: Duration,
    /// Called after every finished page.
    pub progress: &'a (dyn Fn() + Sync),
}

/// What came of rendering.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Pages whose bytes changed.
    pub changed: Vec<ChangedPage>,
    /// Pages rendered, changed or not.
    pub rendered: usize,
    /// Pages whose key was the live build's.
    pub reused: usize,
    /// Pages for the sitemap.
    pub sitemap: Vec<SitemapPage>,
    /// Pages that could not be made.
    pub errors: Vec<PageError>,
}

/// A page that a visitor sees change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct ChangedPage {
    /// Path with prefix.
    pub path: String,
    /// What changed.
    pub kind: ChangeKind,
}

/// What changed of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// The page did not exist before.
    New,
    /// Its payload: what it says.
    Content,
    /// Only what surrounds it: layout, assets, site configuration.
    Chrome,
}

struct Pending<'a> {
    page: &'a PagePlan,
    key: Hash,
    input: PageInput,
    json: Vec<u8>,
}

impl Render<'_> {
    /// Makes all pages of the plan.
    pub fn run(&self, prepare: &impl Prepare) -> Outcome {
        let next = AtomicUsize::new(0);
        let outcomes = std::thread::scope(|scope| {
            let lanes: Vec<_> = self
                .pool
                .lanes
                .iter()
                .map(|worker| scope.spawn(|| self.lane(prepare, &next, worker)))
                .collect();
            lanes
                .into_iter()
                .map(|lane| lane.join())
                .collect::<Vec<_>>()
        });
        let mut all = Outcome::default();
        for outcome in outcomes {
            match outcome {
                Ok(outcome) => all.add(outcome),
                Err(_) => all.errors.push(PageError::Environment(anyhow::anyhow!(
                    "a render thread panicked; its message stands above"
                ))),
            }
        }
        all.changed.sort();
        all
    }

    fn lane(
        &self,
        prepare: &impl Prepare,
        next: &AtomicUsize,
        worker: &Mutex<Option<Worker>>,
    ) -> Outcome {
        let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
        let mut outcome = Outcome::default();
        let mut in_flight = VecDeque::new();
        loop {
            while in_flight.len() < IN_FLIGHT {
                let Some(page) = self.plan.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    break;
                };
                match self.begin(prepare, page, &mut outcome) {
                    Ok(Some(pending)) => {
                        // A worker that is gone is noticed when the answer is awaited; the page is asked again then.
                        if let Some(worker) = worker.as_mut() {
                            let _ = worker.request(&pending.json);
                        }
                        in_flight.push_back(pending);
                    }
                    Ok(None) => (self.progress)(),
                    Err(error) => outcome.errors.push(error),
                }
            }
            let Some(pending) = in_flight.pop_front() else {
                return outcome;
            };
            match self.answer(&mut worker, &pending, &in_flight) {
                Ok(answer) => self.finish(pending, answer, &mut outcome),
                Err(error) => outcome.errors.push(error),
            }
            (self.progress)();
        }
    }

    /// Prepares a page; none if the live build has it already.
    fn begin<'p>(
        &self,
        prepare: &impl Prepare,
        page: &'p PagePlan,
        outcome: &mut Outcome,
    ) -> Result<Option<Pending<'p>>, PageError> {
        let input = prepare.prepare(page)?;
        let json =
            serde_json::to_vec(&input).map_err(|error| PageError::Environment(error.into()))?;
        let key = Hash::of(&json);
        outcome.sitemap.extend(self.sitemap_page(page, &input));
        if self.keep(page, key) {
            outcome.reused += 1;
            return Ok(None);
        }
        Ok(Some(Pending {
            page,
            key,
            input,
            json,
        }))
    }

    /// Takes document and payload over from the live build when its key is the same.
    fn keep(&self, page: &PagePlan, key: Hash) -> bool {
        let payload_path = payload_path(&page.href);
        let document = self
            .stage
            .previous(&page.href)
            .filter(|file| file.key == Some(key));
        let payload = self.stage.previous(&payload_path);
        let (Some(document), Some(payload)) = (document, payload) else {
            return false;
        };
        let route = self.route(page);
        let with_rules = |file: &File, status| File {
            access: page.access,
            class: route.header_class,
            status,
            ..file.clone()
        };
        self.stage
            .keep(&page.href, &with_rules(document, route.status));
        self.stage.keep(&payload_path, &with_rules(payload, None));
        true
    }

    /// The worker's answer for the oldest page in flight. A worker that died is replaced: the page is tried once more, alone,
    /// and the others in flight are asked again.
    fn answer(
        &self,
        worker: &mut Option<Worker>,
        pending: &Pending<'_>,
        others: &VecDeque<Pending<'_>>,
    ) -> Result<Answer, PageError> {
        let first = self.ask(worker, pending, others, false);
        let second = match first {
            Err(WorkerError::Died { .. } | WorkerError::OutOfStep(_)) => {
                *worker = None;
                self.ask(worker, pending, others, true)
            }
            other => other,
        };
        match second {
            Ok(answer) if answer.meta.error.is_none() => Ok(answer),
            Ok(answer) => {
                Err(self.render_error(pending.page, answer.meta.error.unwrap_or_default()))
            }
            Err(error) => {
                *worker = None;
                Err(self.render_error(pending.page, error.to_string()))
            }
        }
    }

    fn ask(
        &self,
        worker: &mut Option<Worker>,
        pending: &Pending<'_>,
        others: &VecDeque<Pending<'_>>,
        is_retry: bool,
    ) -> Result<Answer, WorkerError> {
        if let Some(running) = worker.as_mut().filter(|_| !is_retry) {
            return running.answer(self.page_timeout);
        }
        let started = worker.insert(Worker::start(&self.pool.command)?);
        started.request(&pending.json)?;
        let answer = started.answer(self.page_timeout)?;
        others
            .iter()
            .try_for_each(|other| started.request(&other.json))?;
        Ok(answer)
    }

    /// Writes document and payload.
    fn finish(&self, pending: Pending<'_>, answer: Answer, outcome: &mut Outcome) {
        outcome.rendered += 1;
        let page = pending.page;
        match self.write(pending, answer) {
            Ok(changed) => outcome.changed.extend(changed),
            Err(error) => outcome.errors.push(self.write_error(page, error)),
        }
    }

    fn write(&self, pending: Pending<'_>, answer: Answer) -> anyhow::Result<Option<ChangedPage>> {
        let Pending {
            page, key, input, ..
        } = pending;
        let route = self.route(page);
        let PageInput {
            route: id,
            path,
            locale,
            payload,
            head,
            site,
            ..
        } = input;
        let file = PayloadFile {
            app: self.app,
            route: id,
            path,
            locale,
            payload,
            head,
        };
        let is_new = self.stage.previous(&page.href).is_none();
        let attributes = |media_type, status, key| Attributes {
            media_type,
            access: page.access,
            class: route.header_class,
            status,
            key,
        };
        let payload_changed = self.stage.put(
            &payload_path(&page.href),
            &serde_json::to_vec(&file)?,
            attributes(JSON, None, None),
        )?;
        let mut state = InlineState { page: file, site };
        for field in &answer.meta.html_fields {
            if !take_out(&mut state.page.payload.data, field) {
                anyhow::bail!(
                    "the markup shows the field `{field}`, which is no text in the page's data"
                );
            }
        }
        let assets = self
            .pool
            .hello
            .assets
            .get(&route.id)
            .and_then(|by_locale| by_locale.get(&state.page.locale));
        let document = self.documents.render(
            &state,
            &self.locales[page.locale],
            assets.unwrap_or(&Default::default()),
            &answer.markup,
        )?;
        let document_changed = self.stage.put(
            &page.href,
            document.as_bytes(),
            attributes(HTML, route.status, Some(key)),
        )?;
        let kind = match (is_new, payload_changed, document_changed) {
            (true, ..) => ChangeKind::New,
            (_, true, _) => ChangeKind::Content,
            (_, _, true) => ChangeKind::Chrome,
            _ => return Ok(None),
        };
        Ok(Some(ChangedPage {
            path: page.href.clone(),
            kind,
        }))
    }

    fn sitemap_page(&self, page: &PagePlan, input: &PageInput) -> Option<SitemapPage> {
        let route = self.route(page);
        let is_listed = page.access == Access::Public
            && !input.head.noindex
            && input.payload.content_locale.is_none();
        route
            .machine
            .priority
            .filter(|_| is_listed)
            .map(|priority| SitemapPage {
                route: route.id.clone(),
                path: page.path.clone(),
                url: input.head.canonical.clone(),
                hreflang: input.head.hreflang.clone(),
                priority,
            })
    }

    fn render_error(&self, page: &PagePlan, message: String) -> PageError {
        let (route, locale) = (
            self.route(page).id.clone(),
            self.locales[page.locale].code.clone(),
        );
        PageError::Render(Problem::Page {
            code: "render",
            route,
            locale,
            path: page.href.clone(),
            reason: message,
        })
    }

    fn write_error(&self, page: &PagePlan, error: anyhow::Error) -> PageError {
        PageError::Environment(error.context(format!("cannot write the page `{}`", page.href)))
    }

    fn route(&self, page: &PagePlan) -> &Route {
        &self.pool.hello.routes[page.route]
    }
}

impl Outcome {
    fn add(&mut self, other: Self) {
        self.changed.extend(other.changed);
        self.rendered += other.rendered;
        self.reused += other.reused;
        self.sitemap.extend(other.sitemap);
        self.errors.extend(other.errors);
    }
}

/// `/news` → `/news/_payload.json`, `/` → `/_payload.json`.
fn payload_path(href: &str) -> String {
    format!("{}/_payload.json", href.trim_end_matches('/'))
}

/// Removes the text at a dotted place (`entry.body`, `items.0.body`); false if there is none.
fn take_out(data: &mut Map<String, Value>, field: &str) -> bool {
    let mut steps: Vec<&str> = field.split('.').collect();
    let last = steps.pop().unwrap_or_default();
    let Some((first, inner)) = steps.split_first() else {
        return remove_text(data, last);
    };
    let Some(mut place) = data.get_mut(*first) else {
        return false;
    };
    for step in inner {
        let next = match place {
            Value::Object(map) => map.get_mut(*step),
            Value::Array(items) => step
                .parse()
                .ok()
                .and_then(|index: usize| items.get_mut(index)),
            _ => None,
        };
        let Some(next) = next else { return false };
        place = next;
    }
    place
        .as_object_mut()
        .is_some_and(|map| remove_text(map, last))
}

/// `shift_remove` keeps the order of the other fields: order is part of the bytes.
fn remove_text(map: &mut Map<String, Value>, name: &str) -> bool {
    map.get(name).is_some_and(Value::is_string) && map.shift_remove(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_field_that_stands_in_the_markup_is_left_out_of_the_state() {
        let mut data = json!({"entry": {"title": "t", "body": "<p>"}, "list": {"items": [{"body": "1"}, {"body": "2"}]}, "n": 1})
            .as_object()
            .unwrap()
            .clone();
        assert!(take_out(&mut data, "entry.body"));
        assert!(take_out(&mut data, "list.items.1.body"));
        assert_eq!(
            Value::Object(data.clone()),
            json!({"entry": {"title": "t"}, "list": {"items": [{"body": "1"}, {}]}, "n": 1})
        );
        for missing in [
            "entry.body",
            "other.body",
            "n",
            "entry.title.x",
            "list.items.7.body",
            "list.items",
        ] {
            assert!(!take_out(&mut data, missing), "{missing}");
        }
    }

    #[test]
    fn the_home_payload_has_one_slash() {
        assert_eq!(payload_path("/"), "/_payload.json");
        assert_eq!(payload_path("/en"), "/en/_payload.json");
    }
}
