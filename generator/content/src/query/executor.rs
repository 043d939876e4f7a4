//! One query of one page: finds the entries that it names and assembles the answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use contract::route::Query;
use serde_json::{Map, Value, json};

use super::cache::AnswerCache;
use super::fields::{Fields, Projector};
use super::view::View;
use super::{Answer, Context, Failure, config, page_count, wrong};
use crate::content::Content;
use crate::entries::collection::Collection;
use crate::entries::collection::Entry;
use crate::markdown::TextRole;
use generator_ground::diagnostic::suggestion;
use generator_ground::message::Message;

/// Numbers of a collection's entries, in order.
pub(super) struct EntryList {
    /// Numbers of all entries, in order; shared with every page that asks the same.
    order: Arc<Vec<u32>>,
    /// Entries that are shown at most.
    limit: usize,
}

impl EntryList {
    pub(super) fn shown_entries(&self) -> &[u32] {
        &self.order[..self.order.len().min(self.limit)]
    }
}

/// The page, its access, and the unfinished answer.
pub(super) struct QueryExecutor<'a, 'c> {
    cache: &'c AnswerCache,
    context: &'c Context<'c>,
    view: View<'a>,
    projector: Projector<'a, 'c>,
    /// [`Answer::content_locale`].
    content_locale: Option<String>,
}

impl<'a, 'c> QueryExecutor<'a, 'c> {
    pub(super) fn new(content: &'a Content, context: &'c Context<'c>, standing: TextRole) -> Self {
        let view = View {
            content,
            locale: context.locale,
            guarded: context.page_is_guarded,
        };
        Self {
            context,
            cache: context.cache,
            view,
            projector: Projector::new(view, context, standing),
            content_locale: None,
        }
    }

    /// The value that answers `query`.
    pub(super) fn value(&mut self, query: &Query) -> Result<Value, Failure> {
        match query {
            Query::Entry {
                collection,
                slug,
                fields,
            } => {
                let (collection, entry) = self.entry(collection, slug)?;
                self.content_locale = self.other_locale(entry);
                let fields = Fields::new(fields);
                self.projector.entry(collection, entry, &fields)
            }
            Query::List {
                collection,
                sort,
                filter,
                page_size,
                limit,
                fields,
            } => {
                let collection = self.collection(collection)?;
                let found = self.list(collection, sort, filter, *limit)?;
                self.page(collection, &found, *page_size, fields)
            }
            Query::Related {
                collection,
                slug,
                by,
                limit,
                fields,
            } => {
                let (collection, entry) = self.entry(collection, slug)?;
                let found = self.related_entries(collection, entry, by, *limit)?;
                self.items(collection, &found, fields)
            }
            Query::Neighbours {
                collection,
                slug,
                sort,
                fields,
            } => {
                let (collection, entry) = self.entry(collection, slug)?;
                self.neighbours(collection, entry, sort, fields)
            }
            Query::Latest {
                collection,
                limit,
                fields,
            } => {
                let collection = self.collection(collection)?;
                let found = self.latest(collection, *limit)?;
                self.items(collection, found.shown_entries(), fields)
            }
            Query::Config { keys } => {
                self.projector.read_site();
                config::answer(self.view, keys, self.context)
            }
        }
    }

    /// The answer with the value that was made here.
    pub(super) fn finish(self, value: Value) -> Answer<'a> {
        let (bodies, reads) = self.projector.finish();
        Answer {
            value,
            content_locale: self.content_locale,
            bodies,
            reads,
        }
    }

    /// The view of the page.
    pub(super) fn view(&self) -> View<'a> {
        self.view
    }

    pub(super) fn collection(&self, name: &str) -> Result<&'a Collection, Failure> {
        let content = self.view.content;
        content.collection(name).ok_or_else(|| {
            let near = suggestion(name, content.collections.keys().map(String::as_str));
            let message = Message::new("query/collection")
                .with("route", self.context.route)
                .with("collection", name);
            wrong(message.suggest(near))
        })
    }

    pub(super) fn entry(
        &self,
        collection: &str,
        slug: &str,
    ) -> Result<(&'a Collection, &'a Entry), Failure> {
        let collection = self.collection(collection)?;
        let slug = self.parameter(slug)?;
        let name = format!("{}/{slug}", collection.name);
        let Some(entry) = collection
            .entry(slug)
            .filter(|entry| entry.text(self.view.locale).is_some())
        else {
            let near = suggestion(slug, collection.entries().iter().map(|entry| &*entry.slug));
            let message = Message::new("query/entry")
                .with("route", self.context.route)
                .with("entry", name);
            return Err(wrong(message.suggest(near)));
        };
        if !self.view.sees(entry) {
            let message = Message::new("query/guarded")
                .with("route", self.context.route)
                .with("entry", name);
            return Err(wrong(message));
        }
        Ok((collection, entry))
    }

    /// Code of the locale of the text that `entry` shows here, if it is another one.
    fn other_locale(&self, entry: &Entry) -> Option<String> {
        let shown = entry.text_locale(self.view.locale)?;
        let is_other = shown != self.view.locale;
        let locale = self.view.content.locales.get(shown);
        locale
            .filter(|_| is_other)
            .map(|locale| locale.code.clone())
    }

    /// `:id` is the route's parameter; anything else is itself.
    fn parameter<'s>(&self, text: &'s str) -> Result<&'s str, Failure>
    where
        'c: 's,
    {
        let Some(name) = text.strip_prefix(':') else {
            return Ok(text);
        };
        let value = self.context.params.get(name).map(String::as_str);
        value.ok_or_else(|| {
            let message = Message::new("query/parameter")
                .with("route", self.context.route)
                .with("parameter", name);
            wrong(message)
        })
    }

    pub(super) fn list(
        &mut self,
        collection: &'a Collection,
        sort: &[String],
        filter: &BTreeMap<String, Value>,
        limit: Option<u32>,
    ) -> Result<EntryList, Failure> {
        self.check_sort(collection, sort)?;
        for field in filter.keys() {
            self.projector.check_path(collection, field)?;
        }
        let cache = self.cache;
        let order = if filter.is_empty() {
            Some(cache.sorted_entries(self.view, collection, sort))
        } else {
            let mut values = Vec::with_capacity(filter.len());
            for value in filter.values() {
                values.push(match value {
                    Value::String(text) => Value::from(self.parameter(text)?),
                    other => other.clone(),
                });
            }
            cache.group(self.view, collection, sort, filter.keys(), &values)
        };
        Ok(EntryList {
            order: order.unwrap_or_default(),
            limit: limit.map_or(usize::MAX, |limit| limit as usize),
        })
    }

    fn latest(&mut self, collection: &'a Collection, limit: u32) -> Result<EntryList, Failure> {
        let Some(date) = collection.date_field() else {
            let message = Message::new("query/no-date")
                .with("route", self.context.route)
                .with("collection", &*collection.name);
            return Err(wrong(message));
        };
        self.list(
            collection,
            &[format!("-{date}")],
            &BTreeMap::new(),
            Some(limit),
        )
    }

    fn related_entries(
        &mut self,
        collection: &'a Collection,
        entry: &Entry,
        by: &[String],
        limit: u32,
    ) -> Result<Vec<u32>, Failure> {
        for field in by {
            self.projector.check_path(collection, field)?;
        }
        if let Some(newest) = collection.date_field() {
            self.projector.check_path(collection, newest)?;
        }
        self.projector.read_entry(collection, entry);
        self.projector.read_collection(collection);
        let position = collection
            .position(&entry.slug)
            .and_then(|index| u32::try_from(index).ok());
        let relations = self.cache.relations(self.view, collection, by);
        Ok(position.map_or_else(Vec::new, |position| relations.top(position, limit as usize)))
    }

    fn neighbours(
        &mut self,
        collection: &'a Collection,
        entry: &Entry,
        sort: &[String],
        fields: &[String],
    ) -> Result<Value, Failure> {
        self.check_sort(collection, sort)?;
        self.projector.read_entry(collection, entry);
        self.projector.read_collection(collection);
        let position = collection.position(&entry.slug);
        let (before, after) = position.map_or((None, None), |position| {
            let cache = self.cache;
            cache.neighbours(self.view, collection, sort, position)
        });
        let fields = Fields::new(fields);
        let mut answer = Map::new();
        for (side, neighbour) in [("before", before), ("after", after)] {
            let neighbour = neighbour.and_then(|index| collection.entries().get(index as usize));
            if let Some(neighbour) = neighbour {
                let value = self.projector.entry(collection, neighbour, &fields)?;
                answer.insert(side.to_owned(), value);
            }
        }
        Ok(Value::Object(answer))
    }

    /// Checks that the fields exist by which a collection is to be sorted.
    fn check_sort(&mut self, collection: &'a Collection, sort: &[String]) -> Result<(), Failure> {
        let mut fields = sort.iter().map(|field| field.trim_start_matches('-'));
        fields.try_for_each(|field| self.projector.check_path(collection, field))
    }

    fn page(
        &mut self,
        collection: &'a Collection,
        found: &EntryList,
        size: Option<u32>,
        fields: &[String],
    ) -> Result<Value, Failure> {
        let Some(size) = size else {
            let items = self.items(collection, found.shown_entries(), fields)?;
            return Ok(json!({"items": items, "total": found.order.len()}));
        };
        let pages = page_count(found.shown_entries().len(), size);
        let page = self
            .context
            .params
            .get("page")
            .map_or(Ok(1), |page| page.parse::<u32>());
        let Some(page) = page.ok().filter(|page| (1..=pages).contains(page)) else {
            let message = Message::new("query/page")
                .with("route", self.context.route)
                .with("pages", pages);
            return Err(wrong(message));
        };
        let mut pages_shown = found.shown_entries().chunks(size.max(1) as usize);
        let shown = pages_shown.nth(page as usize - 1).unwrap_or_default();
        let items = self.items(collection, shown, fields)?;
        Ok(json!({"items": items, "total": found.order.len(), "page": page, "pages": pages}))
    }

    fn items(
        &mut self,
        collection: &'a Collection,
        found: &[u32],
        fields: &[String],
    ) -> Result<Value, Failure> {
        let fields = Fields::new(fields);
        self.projector.read_collection(collection);
        let entries = found
            .iter()
            .filter_map(|index| collection.entries().get(*index as usize));
        entries
            .map(|entry| self.projector.entry(collection, entry, &fields))
            .collect()
    }
}
