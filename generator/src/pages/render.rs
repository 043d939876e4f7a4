//! Turning planned pages into files, in threads: prepare → worker → document → write.
//!
//! A render thread has a worker of its own. It takes the next page of the plan, prepares its input,
//! and, if the live build has no page of this key, sends it to the worker. Several inputs are in
//! flight, so that the thread prepares and writes while the worker renders. With a thread per core
//! both are busy, and memory does not grow with the site: a thread holds a few pages.
//!
//! Bodies are rendered for pages that are rendered, and put in when the worker has answered: see
//! [`bodies`].
//!
//! **Invariant**: worker and template receive only the [`PageInput`], and its hash is the page's
//! key. So reuse needs no declared dependencies and cannot be wrong.

mod bodies;
mod files;
pub mod marked;
pub mod outcome;
mod page_json;
pub mod pool;
pub mod single;

pub use files::{HTML, JSON};

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use contract::Hash;
use contract::build::{File, Weight};
use contract::locale::Locale;
use contract::page::{CrawlerHead, Head, PageInput};
use contract::route::Route;

use crate::fonts::first::FirstFaces;
use crate::pages::document::Documents;
use crate::pages::figures::Figures;
use crate::pages::first_screen::FirstScreens;
use crate::pages::markup::Links;
use crate::pages::plan::files as page_files;
use crate::pages::plan::{PageIndex, PagePlan, Plan};
use crate::pages::render::outcome::Record;
use crate::pages::site_json::SiteJson;
use generator_builds::Stage;
use generator_builds::paths;
use generator_builds::paths::beside;
use generator_content::ShownBody;
use generator_ground::diagnostic::failure::Problem;
use generator_media::workers::error::WorkerError;
use generator_media::workers::page::{Answer, Worker, explain};

use bodies::Bodies;
use outcome::{Outcome, PageError};
use page_json::PageJson;
use pool::Pool;

/// Inputs that a worker has at once: one renders, the others wait. So a worker continues while its
/// thread writes a page, and both are waked for several pages at a time.
const IN_FLIGHT: usize = 8;

/// Inputs that all render threads share.
pub struct Render<'a> {
    /// Warm workers.
    pub pool: &'a Pool,
    /// The template.
    pub documents: &'a Documents,
    /// Finder of the rules for first screens, if the frontend declares them.
    pub first_screens: Option<&'a FirstScreens>,
    /// Fonts for first screens, if the frontend declares any.
    pub first_faces: Option<&'a FirstFaces>,
    /// Ids of routes; their pages have no fonts of their own.
    pub without_own_faces: &'a BTreeSet<String>,
    /// Addresses of the feeds, by position of the locale.
    pub feeds: &'a [Vec<String>],
    /// The script of sampled visits, if the site asks for it.
    pub figures: Option<&'a Figures>,
    /// The part of the site that every page may know.
    pub site: &'a SiteJson,
    /// The app id.
    pub app: Hash,
    /// Locales by position.
    pub locales: &'a [Locale],
    /// The plan.
    pub plan: &'a Plan,
    /// The indices in it of the pages to be made.
    pub indices: &'a [PageIndex],
    /// The stage to which files are written.
    pub stage: &'a Stage<'a>,
    /// How long one page may render.
    pub page_timeout: Duration,
    /// Bytes of the pictures that a page with this markup shows first.
    pub pictures_size: &'a (dyn Fn(&str) -> u32 + Sync),
    /// Whether a page of this weight may be above a budget.
    pub may_exceed: &'a (dyn Fn(Weight) -> bool + Sync),
    /// Receives the index of every page that was prepared, and its record.
    pub remember: &'a (dyn Fn(PageIndex, Record) + Sync),
    /// Called after every finished page.
    pub progress: &'a (dyn Fn() + Sync),
}

/// Prepares the input of a planned page: answers its queries and makes its head.
pub trait Prepare: Sync {
    /// The page's input, and the bodies of the tokens in it.
    fn prepare(&self, page: &PagePlan) -> Result<Prepared<'_>, PageError>;
}

/// A page that is ready to be rendered, or to be taken over from the live build.
pub struct Prepared<'a> {
    /// Input of the page; the hash of it is the page's key.
    pub input: PageInput,
    /// Bodies that the page shows, each as often as its token is in the input; rendered only if the
    /// page is.
    pub bodies: Vec<ShownBody<'a>>,
    /// The page's record.
    pub record: Record,
}

/// A page that was prepared.
enum Begun {
    /// The page is to be rendered.
    Pending(Box<Pending>),
    /// The page was taken over.
    Kept(PageFacts),
}

/// Facts of a document that the build looks at when it has all pages.
struct PageFacts {
    /// Links of the document to anchors.
    anchors: Links,
    weight: Weight,
}

struct Pending {
    /// The page's index in the plan.
    index: PageIndex,
    page: PagePlan,
    key: Hash,
    head: Head,
    crawler_head: CrawlerHead,
    json: PageJson,
    bodies: Bodies,
}

/// Bytes of the page that is written; the next page takes the same memory.
#[derive(Default)]
struct Buffers {
    file: Vec<u8>,
    markup: String,
}

/// A thread that makes pages with a worker of its own.
struct RenderThread<'r, P> {
    render: &'r Render<'r>,
    prepare: &'r P,
    worker: MutexGuard<'r, Option<Worker>>,
    /// Pages that the worker was sent, the oldest first.
    in_flight: VecDeque<Pending>,
    buffers: Buffers,
    outcome: Outcome,
}

impl<'r, P: Prepare> RenderThread<'r, P> {
    fn new(render: &'r Render<'r>, prepare: &'r P, worker: &'r Mutex<Option<Worker>>) -> Self {
        Self {
            render,
            prepare,
            worker: worker.lock().unwrap_or_else(PoisonError::into_inner),
            in_flight: VecDeque::new(),
            buffers: Buffers::default(),
            outcome: Outcome::default(),
        }
    }

    /// Makes pages while there is a `next` one; all threads count it up.
    fn run(mut self, next: &AtomicUsize) -> Outcome {
        let render = self.render;
        loop {
            self.fill(next);
            let Some(pending) = self.in_flight.pop_front() else {
                return self.outcome;
            };
            let others = self.in_flight.iter();
            let answer = render.pool.answer(
                &mut self.worker,
                pending.json.input().as_bytes(),
                others.map(|other| other.json.input().as_bytes()),
                render.site,
                render.page_timeout,
            );
            render.finish(&pending, answer, &mut self.buffers, &mut self.outcome);
            (render.progress)();
        }
    }

    /// Sends the worker pages until it has enough of them.
    fn fill(&mut self, next: &AtomicUsize) {
        while self.in_flight.len() < IN_FLIGHT {
            let turn = next.fetch_add(1, Ordering::Relaxed);
            let Some(&index) = self.render.indices.get(turn) else {
                return;
            };
            match self.render.begin(self.prepare, index) {
                Ok(Begun::Pending(pending)) => self.send(*pending),
                Ok(Begun::Kept(facts)) => {
                    self.render.note(index, facts, &mut self.outcome);
                    (self.render.progress)();
                }
                Err(error) => {
                    self.outcome.errors.insert(index, error);
                }
            }
        }
    }

    fn send(&mut self, pending: Pending) {
        if let Some(worker) = self.worker.as_mut() {
            let site = self.render.site.frame();
            let sent = worker.request(site, pending.json.input().as_bytes());
            if let Err(error) = sent {
                // A page that was not sent has no answer: the next answer is that of the next page.
                let error = self
                    .render
                    .render_error(&pending.page, None, error.to_string());
                self.outcome.errors.insert(pending.index, error);
                return (self.render.progress)();
            }
        }
        self.in_flight.push_back(pending);
    }
}

impl Render<'_> {
    /// Makes the pages at `indices`.
    pub fn run(&self, prepare: &impl Prepare) -> Outcome {
        let next = AtomicUsize::new(0);
        let outcomes = std::thread::scope(|scope| {
            let workers = self.pool.workers.iter();
            let threads: Vec<_> = workers
                .map(|worker| scope.spawn(|| RenderThread::new(self, prepare, worker).run(&next)))
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join())
                .collect::<Vec<_>>()
        });
        let mut all = Outcome::default();
        for outcome in outcomes {
            match outcome {
                Ok(outcome) => all.add(outcome),
                Err(_) => {
                    let error =
                        anyhow::anyhow!("a render thread panicked; its message stands above");
                    let after_all_pages = self.plan.len();
                    all.errors
                        .insert(after_all_pages, PageError::Environment(error));
                }
            }
        }
        all
    }

    /// Prepares a page, or takes it over if the live build has it already.
    fn begin(&self, prepare: &impl Prepare, index: PageIndex) -> Result<Begun, PageError> {
        let page = self.plan.page(index);
        let Prepared {
            mut input,
            bodies: shown,
            record,
        } = prepare.prepare(&page)?;
        let mut json = PageJson::new(&input).map_err(PageError::environment)?;
        let key = Hash::of(json.input().as_bytes());
        (self.remember)(index, record);
        if let Some(facts) = self.keep(&page, key) {
            return Ok(Begun::Kept(facts));
        }
        let wrong = |reason| self.render_error(&page, None, reason);
        let mut bodies = Bodies::render(&shown).map_err(PageError::Content)?;
        if bodies
            .find(&mut input.payload.data, shown.len())
            .map_err(wrong)?
        {
            json = PageJson::new(&input).map_err(PageError::environment)?;
        }
        bodies.check_input(json.input()).map_err(wrong)?;
        Ok(Begun::Pending(Box::new(Pending {
            index,
            page,
            key,
            head: input.head,
            crawler_head: input.crawler_head,
            json,
            bodies,
        })))
    }

    /// Takes document, payload and files over from the live build when its key is the same.
    fn keep(&self, page: &PagePlan, key: Hash) -> Option<PageFacts> {
        let route = self.route(page);
        let document = self.stage.previous(&page.href);
        let document = document.filter(|file| file.key == Some(key))?;
        let others: Option<Vec<(String, File)>> = std::iter::once(paths::payload(&page.href))
            .chain(page_files::paths(&page.href, route))
            .map(|path| self.stage.previous(&path).map(|file| (path, file)))
            .collect();
        let others = others?;
        let with_rules = |file: File, status| File {
            access: page.access,
            class: route.header_class.clone(),
            status,
            ..file
        };
        let facts = PageFacts {
            anchors: document.anchors.clone(),
            weight: document.weight?,
        };
        self.stage
            .keep(&page.href, with_rules(document, route.status));
        for (path, file) in others {
            self.stage.keep(&path, with_rules(file, None));
        }
        Some(facts)
    }

    /// Adds the facts of a page to the outcome.
    fn note(&self, index: PageIndex, facts: PageFacts, outcome: &mut Outcome) {
        outcome.add_anchors(index, facts.anchors);
        if (self.may_exceed)(facts.weight) {
            outcome.heavy.insert(index);
        }
    }

    /// Writes a page, or notes why it could not be made.
    fn finish(
        &self,
        pending: &Pending,
        answer: Result<Answer, WorkerError>,
        buffers: &mut Buffers,
        outcome: &mut Outcome,
    ) {
        let page = &pending.page;
        let checked = answer
            .map_err(|error| self.render_error(page, None, error.to_string()))
            .and_then(|answer| self.check(pending, answer));
        let written = checked.and_then(|answer| {
            self.write(pending, &answer, buffers)
                .map_err(|error| self.write_error(page, error))
        });
        match written {
            Ok((changed, facts)) => {
                outcome.rendered += 1;
                self.note(pending.index, facts, outcome);
                let changed = changed.map(|kind| (pending.index, kind));
                outcome.changed.extend(changed);
            }
            Err(error) => {
                outcome.errors.insert(pending.index, error);
            }
        }
    }

    /// The answer, if it is one that can be published.
    fn check(&self, pending: &Pending, answer: Answer) -> Result<Answer, PageError> {
        let (page, meta) = (&pending.page, &answer.meta);
        if let Some(message) = &meta.error {
            return Err(self.render_error(page, meta.failed_file.as_deref(), message.clone()));
        }
        for (file, bytes) in meta.files.iter().zip(&answer.files) {
            let checked = pending.bodies.check_file(bytes);
            checked.map_err(|reason| self.render_error(page, Some(&file.name), reason))?;
        }
        let checked = pending
            .bodies
            .check_markup(&answer.markup, &meta.html_fields);
        checked.map_err(|reason| self.render_error(page, None, reason))?;
        Ok(answer)
    }

    /// The error that stopped a page, or one of its files.
    fn render_error(&self, page: &PagePlan, file: Option<&str>, reason: String) -> PageError {
        let (route, locale) = (
            self.route(page).id.clone(),
            self.locales[page.locale].code.clone(),
        );
        let (code, path) = match file {
            None => ("render", page.href.to_string()),
            Some(name) => ("file", beside(&page.href, name)),
        };
        PageError::Render(Problem::Page {
            code,
            route,
            locale,
            path,
            reason: explain(reason),
        })
    }

    fn write_error(&self, page: &PagePlan, error: anyhow::Error) -> PageError {
        PageError::Environment(error.context(format!("cannot write the page `{}`", page.href)))
    }

    fn route(&self, page: &PagePlan) -> &Route {
        &self.pool.hello.routes[page.route]
    }
}
