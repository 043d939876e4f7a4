// The calls of the studio, with their types. An answer is the envelope of all of `/api`.

import type { ComparedPage, Comparison, History, PastPage } from './past.ts'

/**
 * Where a text of a page is written. `field` is empty for a block of a body; its `text` are lines.
 */
export type Place = { file: string; field: string; lines: [first: number, last: number]; column: number; text: string }

/**
 * A page of a change set, and its markup with marks that lead to its places. `files`: the address
 * before the paths of its pictures and fonts.
 */
export type Page = { path: string; html: string; marked: string | null; places: Place[]; files: string }

/**
 * A reason why the site does not accept a text, in the editor's language. `path`: the page that
 * cannot be rendered.
 */
export type Problem = {
  severity?: 'error' | 'warning'
  code?: string
  file?: string
  path?: string
  line?: number
  column?: number
  field?: string
  reason: string
  remedy?: string
  /** The subjects of the reason, by name. */
  values?: Record<string, unknown>
}

/** A JSON Schema, with the keywords that the studio reads. */
export type Schema = {
  type?: string
  title?: string
  description?: string
  enum?: (string | number)[]
  format?: string
  maxLength?: number
  minimum?: number
  minItems?: number
  properties?: { [name: string]: Schema }
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  'x-localized'?: boolean
  'x-format'?: string
  'x-ref'?: string
  'x-image'?: boolean
  'x-collection'?: { kind: string; parity?: 'require' | 'fallback'; shared?: string[] }
}

/** Titles and descriptions of a schema in a language, in the places of the schema. */
export type SchemaWords = {
  title?: string
  description?: string
  properties?: { [name: string]: SchemaWords }
  items?: SchemaWords
  additionalProperties?: SchemaWords
}

/** A folder of entries with one schema. `words`: those of the schema, by language. */
export type Collection = {
  name: string
  kind: 'markdown' | 'data'
  schema: Schema
  words: { [language: string]: SchemaWords }
}

/** A language of the site. */
export type SiteLocale = { code: string; name: string; prefix: string; default: boolean }

/** Whether visitors see a text. */
export type TextState = 'live' | 'draft' | 'scheduled' | 'expired' | 'missing'

/** One language of an entry. `at`: when its state changes by itself; `href`: its page. */
export type EntryText = {
  locale: string
  path?: string
  title?: string
  state: TextState
  /** Whether its original has changed since it was translated. */
  outdated?: boolean
  at?: string | null
  href?: string | null
}

/** An entry of a collection; its texts are in the order of the site's languages. */
export type Entry = { collection: string; slug: string; access: string; texts: EntryText[] }

/** A file of an entry's folder. */
export type EntryFile = { path: string; size: number; version: string }

/** The signed-in editor, and the site to edit. */
export type StudioInfo = {
  user: string
  roles: string[]
  /** Time zone of the site: `Asia/Shanghai`. */
  timeZone: string
  /** Whether a change set needs a publisher without a part in its work. */
  fourEyes: boolean
  locales: SiteLocale[]
  collections: Collection[]
}

/** Changes that are published together. */
export type ChangeSet = {
  id: string
  name: string
  note?: string
  author: string
  /** Those who changed files of it, in person or by a program. */
  editors?: string[]
  created: string
  changed: string
  state: 'open' | 'proposed' | 'scheduled' | 'publishing' | 'published'
  publishedBy?: string
  /** The job that publishes it, or did. */
  job?: string
  /** Its publication in the future, and its publisher. */
  scheduled?: { at: string; by: string }
  /** When it was to be published, and could not be. */
  missed?: string
  files: { path: string; kind: 'added' | 'changed' | 'removed' }[]
}

/** A file of `content/` in a change set. */
export type ContentFile = {
  path: string
  version: string | null
  text: string | null
  fields: Fields | null
  body: string | null
  bodyLine: number | null
  base: string | null
  collection: string | null
}

/** A value of a file's fields. */
export type Value = string | number | boolean | null | Value[] | Fields

/** Fields by their names. */
export type Fields = { [name: string]: Value }

/** A change of a file. */
export type Edit =
  | { kind: 'field'; field: string; value: Value }
  | { kind: 'removeField'; field: string }
  | { kind: 'insertItem'; field: string; index: number; value: Value }
  | { kind: 'lines'; first: number; last: number; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'removeFile' }

/** A change of one of several files. `from`: the file whose text or picture it gets first. */
export type FileChange = { path: string; version: string | null; from?: string; edits?: Edit[] }

/** The answer to edits. If they break a rule, nothing is saved, and `problems` has the reason. */
export type Saved = { saved: boolean; version: string | null; page: Page | null; problems: Problem[] }

/** A file of a change set with its text before and after; null: no such file, or no text. */
export type ChangedFile = {
  path: string
  kind: 'added' | 'changed' | 'removed'
  base: string | null
  text: string | null
  /** Whether the content has another version now than the one that the set changes. */
  conflict: boolean
}

/** Pages that a set changes. `listed` ones quote changed ones; `around`: only around their text. */
export type ChangedPages = { added: string[]; changed: string[]; listed: string[]; removed: string[]; around: number }

/** A secret link to the site with a change set; `until`: the time at which it closes. */
export type Preview = { id: string; url: string; until: string }

/** The changes of a set; no pages if the site cannot be built with it. */
export type Changes = { files: ChangedFile[]; pages: ChangedPages | null; problems: Problem[] }

/** A place that the set and the content changed differently; `field` is null for paragraphs. */
export type MergeConflict = { field: string | null; base: string; mine: string; theirs: string }

/** Both changes of a file, joined where they are not in conflict: there, `text` has theirs. */
export type Merge = {
  path: string
  theirsVersion: string | null
  merged: { text: string; conflicts: MergeConflict[] } | null
  base: string | null
  mine: string | null
  theirs: string | null
}

/** The change set that stands for the content as it is, without changes. */
export const LIVE = 'live'

/** A call that was answered with a refusal. */
export class CallError extends Error {
  constructor(
    /** Status of the answer; 0 if there was none. */
    readonly status: number,
    message: string,
    /** The data of the answer. */
    readonly data: unknown,
  ) {
    super(message)
  }
}

/** The calls, in the editor's language. */
export function createApi(language: () => string, send: typeof fetch = (...call) => fetch(...call)) {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers: Record<string, string> = { 'accept-language': language() }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const init: RequestInit = { method, headers, credentials: 'same-origin' }
    if (body !== undefined) init.body = JSON.stringify(body)
    const response = await send(`/api/studio${path}`, init).catch((error: unknown) => {
      throw new CallError(0, String(error), null)
    })
    const envelope = await response.json().catch(() => null)
    if (!response.ok) throw new CallError(response.status, envelope?.msg ?? response.statusText, envelope?.data ?? null)
    return envelope?.data as T
  }
  const seen = ({ id, changed }: ChangeSet) => ({ id, changed })
  const inSet = (id: string) => `/sets/${encodeURIComponent(id)}`
  return {
    info: () => call<StudioInfo>('GET', ''),
    sets: () => call<{ sets: ChangeSet[] }>('GET', '/sets'),
    createSet: (name: string) => call<ChangeSet>('POST', '/sets', { name }),
    describeSet: (id: string, words: { name?: string; note?: string }) => call<ChangeSet>('PATCH', inSet(id), words),
    deleteSet: (id: string) => call<null>('DELETE', inSet(id)),
    changes: (id: string) => call<Changes>('GET', `${inSet(id)}/changes`),
    revert: (id: string, path: string) => call<ChangeSet>('POST', `${inSet(id)}/revert`, { path }),
    restore: (id: string, page: string, build: string) => call<ChangeSet>('POST', `${inSet(id)}/restore`, { page, build }),
    propose: (id: string) => call<ChangeSet>('POST', `${inSet(id)}/propose`),
    withdraw: (id: string) => call<ChangeSet>('POST', `${inSet(id)}/withdraw`),
    publish: (sets: ChangeSet[]) => call<{ job: string }>('POST', '/publish', { sets: sets.map(seen) }),
    schedule: (sets: ChangeSet[], at: string) => call<{ at: string }>('POST', '/publish', { sets: sets.map(seen), at }),
    reverse: (id: string) => call<ChangeSet>('POST', `${inSet(id)}/reverse`),
    preview: (id: string, days: number) => call<Preview>('POST', `${inSet(id)}/preview`, { days }),
    merge: (id: string, path: string) => call<Merge>('GET', `${inSet(id)}/merge?path=${encodeURIComponent(path)}`),
    saveMerge: (id: string, path: string, theirs: string | null, text: string | null) =>
      call<Saved>('POST', `${inSet(id)}/merge`, { path, theirs, text }),
    page: (id: string, path: string) => call<Page>('GET', `${inSet(id)}/page?path=${encodeURIComponent(path)}`),
    file: (id: string, path: string) => call<ContentFile>('GET', `${inSet(id)}/file?path=${encodeURIComponent(path)}`),
    entries: (id: string) => call<{ entries: Entry[] }>('GET', `${inSet(id)}/entries`),
    files: (id: string, entry: string) =>
      call<{ files: EntryFile[] }>('GET', `${inSet(id)}/files?entry=${encodeURIComponent(entry)}`),
    several: (id: string, changes: FileChange[]) =>
      call<Pick<Saved, 'saved' | 'problems'>>('POST', `${inSet(id)}/several`, { changes }),
    history: (page: string | null, skip: number) =>
      call<History>('GET', `/history?skip=${skip}${page === null ? '' : `&page=${encodeURIComponent(page)}`}`),
    compareBuilds: (from: string, to: string) => call<Comparison>('GET', `/history/compare?from=${from}&to=${to}`),
    comparePage: (from: string, to: string, page: string) =>
      call<ComparedPage>('GET', `/history/compare?from=${from}&to=${to}&page=${encodeURIComponent(page)}`),
    pageAt: (path: string, at: string) =>
      call<PastPage>('GET', `/history/page?path=${encodeURIComponent(path)}&at=${encodeURIComponent(at)}`),
    rollBack: (build: string, why: string) => call<{ words: string[] }>('POST', '/history/rollback', { build, why }),
    release: () => call<{ job: string | null }>('POST', '/history/release', {}),
    edit: (id: string, path: string, version: string | null, edits: Edit[], page: string | null) =>
      call<Saved>('POST', `${inSet(id)}/edits`, { path, version, edits, page }),
  }
}

/** All calls. */
export type Api = ReturnType<typeof createApi>
