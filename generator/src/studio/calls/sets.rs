//! Calls on change sets as a whole.

use std::collections::BTreeMap;

use contract::locale::Locale;
use generator_ground::message::Message;
use generator_ground::storage::source;
use generator_studio::change_sets::version;
use generator_studio::{ChangeSet, ChangedFile, SetError, SetId, State, merge, publishing};
use http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Answer, Call};
use crate::studio::Studio;

/// Longest schema that is read, in bytes.
const MAX_SCHEMA: u64 = 1024 * 1024;

/// `GET /api/studio`.
pub(super) fn about(studio: &Studio, call: &Call<'_>) -> Result<Answer, Answer> {
    let locales: Vec<Value> = studio
        .locales
        .iter()
        .map(|locale| {
            json!({
                "code": locale.code, "name": locale.name, "prefix": prefix(locale),
                "default": locale.default
            })
        })
        .collect();
    let settings = studio.settings();
    let schemas = schemas(studio);
    let collections: Vec<Value> = schemas
        .into_iter()
        .map(|(name, schema)| {
            let kind = schema["x-collection"]["kind"].clone();
            let words = schema_words(studio, &name);
            json!({ "name": name, "kind": kind, "schema": schema, "words": words })
        })
        .collect();
    Answer::data(&json!({
        "user": call.user, "roles": call.roles, "siteUrl": settings.site_url,
        "timeZone": settings.time_zone.iana_name(), "fourEyes": settings.needs_four_eyes,
        "locales": locales, "collections": collections
    }))
}

/// `/en`; empty for a language without a prefix.
fn prefix(locale: &Locale) -> String {
    match locale.prefix.is_empty() {
        true => String::new(),
        false => format!("/{}", locale.prefix),
    }
}

/// Collection → its schema. A schema that cannot be read is left out; a build reports it.
fn schemas(studio: &Studio) -> BTreeMap<String, Value> {
    let folders = std::fs::read_dir(studio.sets.content())
        .into_iter()
        .flatten();
    let names = folders
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok());
    let schema = |name: String| {
        let schema = read_schema(studio, &name, "_schema.json")?;
        Some((name, schema))
    };
    names.filter_map(schema).collect()
}

/// Language → the titles and descriptions of a collection's schema in it. Words that cannot be read
/// are left out; a build reports them.
fn schema_words(studio: &Studio, collection: &str) -> BTreeMap<String, Value> {
    let words = |locale: &Locale| {
        let file = format!("_schema.{}.json", locale.code);
        Some((locale.code.clone(), read_schema(studio, collection, &file)?))
    };
    studio.locales.iter().filter_map(words).collect()
}

fn read_schema(studio: &Studio, collection: &str, file: &str) -> Option<Value> {
    let path = studio.sets.content().join(collection).join(file);
    let (bytes, _) = source::read(&path, MAX_SCHEMA).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// A change set with the files that it changes.
#[derive(Serialize)]
struct ListedSet {
    #[serde(flatten)]
    set: ChangeSet,
    files: Vec<Value>,
}

fn with_files(studio: &Studio, set: ChangeSet) -> Result<ListedSet, Answer> {
    let files = studio.sets.changed_files(&set.id)?;
    let file = |file: &ChangedFile| json!({ "path": file.path, "kind": file.kind() });
    let files = files.iter().map(file).collect();
    Ok(ListedSet { set, files })
}

pub(super) fn answer_set(studio: &Studio, set: ChangeSet) -> Result<Answer, Answer> {
    Answer::data(&with_files(studio, set)?)
}

/// `GET …/sets`.
pub(super) fn list(studio: &Studio) -> Result<Answer, Answer> {
    let sets = studio.sets.list().into_iter();
    let sets: Vec<ListedSet> = sets
        .map(|set| with_files(studio, set))
        .collect::<Result<_, _>>()?;
    Answer::data(&json!({ "sets": sets }))
}

/// Facts of a change set that a person gives.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    name: Option<String>,
    note: Option<String>,
}

/// `POST …/sets`.
pub(super) fn create(studio: &Studio, call: &Call<'_>) -> Result<Answer, Answer> {
    let Description { name, note } = call.read()?;
    let name = name.unwrap_or_default();
    if name.trim().is_empty() {
        return Err(Answer::bad(Message::new("studio/no-name")));
    }
    let mut set = studio
        .sets
        .create(name.trim(), call.user, Timestamp::now())?;
    if note.is_some() {
        set = describe_set(studio, &set.id, None, note.as_deref())?;
    }
    answer_set(studio, set)
}

/// `PATCH …/sets/{id}`.
pub(super) fn describe(studio: &Studio, call: &Call<'_>, id: &SetId) -> Result<Answer, Answer> {
    let Description { name, note } = call.read()?;
    let set = describe_set(studio, id, name.as_deref(), note.as_deref())?;
    answer_set(studio, set)
}

/// The change set under another name, or with another note.
fn describe_set(
    studio: &Studio,
    id: &SetId,
    name: Option<&str>,
    note: Option<&str>,
) -> Result<ChangeSet, SetError> {
    studio.sets.update(id, |set| {
        set.describe(name, note);
        Ok(())
    })
}

/// `DELETE …/sets/{id}`: of the person's own, or by a publisher.
pub(super) fn delete(studio: &Studio, call: &Call<'_>, id: &SetId) -> Result<Answer, Answer> {
    let set = studio.sets.get(id)?;
    if set.author != call.user && !call.is_publisher() {
        let message = Message::new("studio/not-yours");
        return Err(Answer::refusal(StatusCode::FORBIDDEN, message));
    }
    studio.sets.delete(id)?;
    studio.look_for_next();
    studio.in_repository(|repository| repository.forget(id));
    Answer::data(&Value::Null)
}

/// `POST …/reverse`: a new change set that takes a published one back. A file that changed since
/// keeps the later change, as far as both are in different fields and paragraphs.
pub(super) fn reverse(studio: &Studio, call: &Call<'_>, id: &SetId) -> Result<Answer, Answer> {
    let set = studio.sets.get(id)?;
    if set.state != State::Published {
        return Err(Answer::conflict(Message::new("studio/not-published")));
    }
    let name = Message::new("studio/reversed").with("name", &set.name);
    let now = Timestamp::now();
    let name = name.text(call.language);
    let reversed = studio.sets.create(&name, call.user, now)?;
    for file in studio.sets.changed_files(id)? {
        let current = studio.sets.read_content(&file.path)?;
        let new = match current == file.new {
            true => file.base.clone(),
            false => without_change(&file, current.as_deref()),
        };
        let from = version(current.as_deref());
        studio
            .sets
            .write(&reversed.id, &file.path, from, new.as_deref(), now)?;
    }
    answer_set(studio, studio.sets.get(&reversed.id)?)
}

/// The present text of a file without the change of a change set; unchanged if it is no text, or if
/// one side has no such file.
fn without_change(file: &ChangedFile, current: Option<&[u8]>) -> Option<Vec<u8>> {
    let text = |bytes: Option<&[u8]>| String::from_utf8(bytes?.to_owned()).ok();
    let (base, new) = (text(file.base.as_deref()), text(file.new.as_deref()));
    match (new, base, text(current)) {
        (Some(new), Some(base), Some(current)) if file.path.is_text() => {
            let merged = merge::merge(&file.path, &new, &base, &current);
            Some(merged.text.into_bytes())
        }
        _ => current.map(<[u8]>::to_vec),
    }
}

/// `POST …/propose`.
pub(super) fn propose(studio: &Studio, id: &SetId) -> Result<Answer, Answer> {
    let answer = turn(studio, id, State::Proposed)?;
    // A branch of files that changed by another way would take that change back.
    if publishing::conflicts(&studio.sets, id)?.is_empty() {
        let (set, files) = (studio.sets.get(id)?, studio.sets.changed_files(id)?);
        studio.in_repository(|repository| repository.propose(&set, &files));
    }
    Ok(answer)
}

/// `POST …/withdraw`: of a proposal, or of a publication at a time.
pub(super) fn withdraw(studio: &Studio, id: &SetId) -> Result<Answer, Answer> {
    let answer = turn(studio, id, State::Open)?;
    studio.look_for_next();
    studio.in_repository(|repository| repository.forget(id));
    Ok(answer)
}

fn turn(studio: &Studio, id: &SetId, state: State) -> Result<Answer, Answer> {
    let set = studio.sets.update(id, |set| {
        let is_possible = set.state.is_editable() || state == State::Open;
        if !is_possible || !set.state.is_publishable() {
            return Err(SetError::Closed(id.clone()));
        }
        set.state = state;
        set.scheduled = None;
        set.missed = None;
        set.changed = Timestamp::now();
        Ok(())
    })?;
    answer_set(studio, set)
}
