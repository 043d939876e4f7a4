// The changes of files that add, copy, rename or delete an entry.

import type { Collection, ContentFile, Edit, Entry, EntryFile, Fields, FileChange, SiteLocale, Value } from '../api.ts'
import { PUBLICATION } from '../panel/built-in.ts'

/** Values of a new entry: the same in every language, and by the code of a language. */
export type NewValues = { shared: Fields; byLocale: { [locale: string]: Fields } }

/** The files of an entry: its texts, and its pictures and other files. */
export type Folder = { texts: ContentFile[]; others: EntryFile[] }

/** A new entry, as a draft: one file for each language; of a data collection, one file. */
export function additions({ name, kind }: Collection, slug: string, locales: SiteLocale[], values: NewValues): FileChange[] {
  if (kind === 'data') return [addition(`${name}/${slug}.yaml`, '', values.shared)]
  return locales.map(({ code }) =>
    addition(`${name}/${slug}/${code}.md`, '---\ndraft: true\n---\n', { ...values.shared, ...values.byLocale[code] }),
  )
}

/** A copy of an entry under another name, as a draft without times and earlier addresses. */
export function copies(entry: Entry, slug: string, { texts, others }: Folder): FileChange[] {
  return [...texts, ...others].map((file) => moved(entry, slug, file, 'fields' in file ? draftEdits(file) : []))
}

/**
 * An entry under another name. `address`: its page's path, without a language; it leads to the new
 * one.
 */
export function moves(entry: Entry, slug: string, folder: Folder, address: string | undefined): FileChange[] {
  const texts = folder.texts.map((file) => moved(entry, slug, file, address === undefined ? [] : aliasEdits(file, address)))
  return [...texts, ...folder.others.map((file) => moved(entry, slug, file, [])), ...removals(folder)]
}

/** The end of an entry. */
export function removals({ texts, others }: Folder): FileChange[] {
  return [...texts, ...others].map(({ path, version }) => ({ path, version, edits: [{ kind: 'removeFile' }] }))
}

/** Draft, times and access, in all languages; a value of null or false is taken out. */
export function publications(texts: ContentFile[], values: Fields): FileChange[] {
  const changes = texts.filter(isMarkdown).map(({ path, version, fields }): FileChange => {
    const edits = PUBLICATION.flatMap((name): Edit[] => {
      const value = values[name] || undefined
      if (value === (fields?.[name] || undefined)) return []
      return [value === undefined ? { kind: 'removeField', field: `/${name}` } : { kind: 'field', field: `/${name}`, value }]
    })
    return { path, version, edits }
  })
  return changes.filter(({ edits }) => edits?.length)
}

/** The path of an entry's page without a language; undefined if it has no page. */
export function addressOf({ texts }: Entry, locales: SiteLocale[]): string | undefined {
  const text = texts.find(({ href }) => href)
  const prefix = locales.find(({ code }) => code === text?.locale)?.prefix ?? ''
  return text?.href?.slice(prefix.length)
}

function addition(path: string, text: string, fields: Fields): FileChange {
  const edits = Object.entries(fields).map(([name, value]): Edit => ({ kind: 'field', field: `/${name}`, value }))
  return { path, version: null, edits: [{ kind: 'text', text }, ...edits] }
}

/** A file under the entry's other name: `news/a/en.md` as `news/b/en.md`. */
function moved({ collection, slug: old }: Entry, slug: string, { path: from }: { path: string }, edits: Edit[]): FileChange {
  return { path: `${collection}/${slug}${from.slice(collection.length + 1 + old.length)}`, version: null, from, edits }
}

function draftEdits(file: ContentFile): Edit[] {
  if (!isMarkdown(file)) return []
  const gone = ['publishAt', 'expireAt', 'aliases'].filter((name) => file.fields?.[name] !== undefined)
  return [
    ...gone.map((name): Edit => ({ kind: 'removeField', field: `/${name}` })),
    { kind: 'field', field: '/draft', value: true },
  ]
}

function aliasEdits(file: ContentFile, address: string): Edit[] {
  if (!isMarkdown(file)) return []
  return [{ kind: 'field', field: '/aliases', value: [...listOf(file.fields?.aliases), address] }]
}

const isMarkdown = ({ path }: ContentFile) => path.endsWith('.md')

const listOf = (value: Value | undefined): Value[] => (Array.isArray(value) ? value : [])
