//! The calls of the studio: a request as data in, an answer as data out. [`super::server`] does
//! HTTP.
//!
//! | call | for |
//! |---|---|
//! | `GET /api/studio` | the person, the languages, the collections |
//! | `GET`, `POST /api/studio/sets` | change sets: all, a new one |
//! | `PATCH`, `DELETE …/sets/{id}` | its name and note; its end |
//! | `GET …/sets/{id}/page?path=` | a page with the change set ([`super::page`]) |
//! | `GET …/sets/{id}/file?path=` | a file with the change set |
//! | `GET …/sets/{id}/files?entry=` | the files of an entry, with the change set |
//! | `POST …/sets/{id}/edits` | changes of one file |
//! | `PUT …/sets/{id}/upload?path=&version=` | a file as a whole |
//! | `POST …/sets/{id}/several` | changes of several files, all or none |
//! | `POST …/sets/{id}/revert` | a file without its change |
//! | `GET`, `POST …/sets/{id}/merge` | a file that changed by another way, too: both changes joined |
//! | `GET …/sets/{id}/changes` | texts before and after, and the pages that differ |
//! | `GET …/sets/{id}/entries` | all entries ([`super::entries`]) |
//! | `GET …/sets/{id}/check` | what keeps the site from being built |
//! | `POST …/sets/{id}/preview` | a secret address of the site with the change set |
//! | `POST …/sets/{id}/reverse` | a change set that takes a published one back |
//! | `POST …/sets/{id}/restore` | the text that a page had in a build |
//! | `POST …/sets/{id}/propose`, `withdraw` | its way to a publisher, and back |
//! | `GET …/history`, `…/compare`, `…/page`; `POST …/rollback`, `…/release` | the past, and the ways back to it ([`history`]) |
//! | `POST /api/studio/publish` | change sets published together, now or at a time ([`super::publication`]) |
//!
//! The id `live` names the content without a change set, for reading.

mod answer;
mod edit;
mod edits;
mod files;
mod history;
mod pages;
mod preview;
mod publish;
mod restore;
mod sets;
mod several;

use contract::studio::{CALLS, Role, is_agent};
use generator_ground::message::{Language, Message};
use generator_studio::audit::Act;
use generator_studio::{SetError, SetId};
use http::{Method, StatusCode};
use jiff::Timestamp;

use super::Studio;
pub use answer::Answer;
pub use edit::Edit;

/// A call, checked by the gateway.
pub struct Call<'a> {
    /// Method.
    pub method: &'a Method,
    /// Path, without the query.
    pub path: &'a str,
    /// The query.
    pub query: Vec<(String, String)>,
    /// The body.
    pub body: &'a [u8],
    /// E-mail address of the person, or name of a program that works for one
    /// ([`contract::studio::AGENT`]).
    pub user: &'a str,
    /// Roles of the person; at least one.
    pub roles: &'a [Role],
    /// Language of sentences.
    pub language: Language,
}

/// The id of the content without a change set.
pub(super) const LIVE: &str = "live";

/// The content that a call reads.
enum Target {
    Live,
    Set(SetId),
}

impl Target {
    fn parse(text: &str) -> Option<Self> {
        match text {
            LIVE => Some(Self::Live),
            id => id.parse().ok().map(Self::Set),
        }
    }

    fn set(&self) -> Option<&SetId> {
        match self {
            Self::Live => None,
            Self::Set(id) => Some(id),
        }
    }
}

impl Call<'_> {
    /// A parameter of the query.
    fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.query.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether the request may publish. A program never does, whichever roles it claims.
    fn is_publisher(&self) -> bool {
        self.roles.contains(&Role::Publisher) && !is_agent(self.user)
    }

    /// Whether the request may read and change texts. A recipient of messages may not.
    fn is_editor(&self) -> bool {
        self.roles.iter().any(|role| role.is_editor())
    }

    /// The body as `T`.
    fn read<T: serde::de::DeserializeOwned>(&self) -> Result<T, Answer> {
        serde_json::from_slice(self.body).map_err(|error| {
            Answer::bad(Message::new("studio/body").with("why", error.to_string()))
        })
    }
}

/// Answers a call.
pub fn answer(studio: &Studio, call: &Call<'_>) -> Answer {
    let answered = route(studio, call);
    let answer = answered.unwrap_or_else(|refusal| refusal);
    if call.method != Method::GET {
        note(studio, call, &answer);
    }
    answer
}

/// Writes the act into the log. The act stays if that fails.
fn note(studio: &Studio, call: &Call<'_>, answer: &Answer) {
    let path = call.path.strip_prefix(CALLS).unwrap_or(call.path);
    let body: Option<serde_json::Value> = serde_json::from_slice(call.body).ok();
    let file = body.as_ref().and_then(names_in);
    let noted = studio.audit.note(&Act {
        time: Timestamp::now(),
        by: call.user,
        act: &format!("{} {path}", call.method),
        file: file.as_deref().or(call.parameter("path")),
        status: answer.status.as_u16(),
    });
    if let Err(error) = noted {
        tracing::error!("studio: the log of acts: {error}");
    }
}

/// The files that a body names, or the page that is put back, or the change sets.
fn names_in(body: &serde_json::Value) -> Option<String> {
    let list = |name: &str| body[name].as_array().into_iter().flatten();
    let paths = std::iter::once(body).chain(list("changes"));
    let paths = paths.filter_map(|change| change["path"].as_str());
    let sets = list("sets").filter_map(|set| set["id"].as_str());
    let page = body["build"].as_str().and(body["page"].as_str());
    let names: Vec<&str> = paths.chain(sets).chain(page).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

fn route(studio: &Studio, call: &Call<'_>) -> Result<Answer, Answer> {
    let rest = call.path.strip_prefix(CALLS).unwrap_or_default();
    let parts: Vec<&str> = rest.split('/').skip(1).collect();
    let method = call.method.as_str();
    match (method, parts.as_slice()) {
        ("GET", []) => sets::about(studio, call),
        _ if !call.is_editor() => {
            let message = Message::new("studio/not-editor");
            Err(Answer::refusal(StatusCode::FORBIDDEN, message))
        }
        ("GET", ["sets"]) => sets::list(studio),
        ("POST", ["sets"]) => sets::create(studio, call),
        ("POST", ["publish"]) => publish::publish(studio, call),
        (_, ["sets", id]) => {
            let Some(Target::Set(id)) = Target::parse(id) else {
                return Err(Answer::not_found());
            };
            match method {
                "PATCH" => sets::describe(studio, call, &id),
                "DELETE" => sets::delete(studio, call, &id),
                _ => Err(Answer::method("PATCH, DELETE")),
            }
        }
        (_, ["history", rest @ ..]) => history::route(studio, call, rest),
        (_, ["sets", id, name]) => {
            let target = Target::parse(id).ok_or_else(Answer::not_found)?;
            in_set(studio, call, &target, name)
        }
        (_, []) => Err(Answer::method("GET")),
        (_, ["sets"]) => Err(Answer::method("GET, POST")),
        (_, ["publish"]) => Err(Answer::method("POST")),
        _ => Err(Answer::not_found()),
    }
}

/// A call below a change set.
fn in_set(studio: &Studio, call: &Call<'_>, target: &Target, name: &str) -> Result<Answer, Answer> {
    let method = call.method.as_str();
    match (method, name) {
        ("GET", "page") => return pages::page(studio, call, target.set()),
        ("GET", "file") => return files::file(studio, call, target.set()),
        ("GET", "files") => return files::files(studio, call, target.set()),
        ("GET", "entries") => return pages::entries(studio, call, target.set()),
        ("GET", "check") => return pages::check(studio, call, target.set()),
        _ => {}
    }
    let Target::Set(id) = target else {
        return Err(Answer::not_found());
    };
    match (method, name) {
        ("GET", "changes") => pages::changes(studio, call, id),
        ("GET", "merge") => files::merge(studio, call, id),
        ("POST", "preview") => preview::preview(studio, call, id),
        ("POST", "propose") => sets::propose(studio, id),
        ("POST", "reverse") => sets::reverse(studio, call, id),
        ("POST", "withdraw") => sets::withdraw(studio, id),
        _ => change_files(studio, call, id, name),
    }
}

/// A call that changes files of a change set.
fn change_files(
    studio: &Studio,
    call: &Call<'_>,
    id: &SetId,
    name: &str,
) -> Result<Answer, Answer> {
    let change = match (call.method.as_str(), name) {
        ("POST", "merge") => edits::join,
        ("POST", "edits") => edits::edit,
        ("POST", "several") => several::several,
        ("PUT", "upload") => edits::upload,
        ("POST", "revert") => files::revert,
        ("POST", "restore") => restore::restore,
        _ => return Err(Answer::not_found()),
    };
    // Noted first: a crash forgets nobody who changed a file.
    if !studio.sets.get(id)?.editors.contains(call.user) {
        studio.sets.update(id, |set| {
            set.editors.insert(call.user.to_owned());
            Ok::<_, SetError>(())
        })?;
    }
    change(studio, call, id)
}
