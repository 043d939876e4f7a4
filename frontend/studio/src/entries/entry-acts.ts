// A copy, another name, or the end of an entry, with all of its files.

import { CallError, type Entry, type Fields, type Problem, type SiteLocale } from '../api.ts'
import { PUBLICATION } from '../panel/built-in.ts'
import { api, refuse } from '../state/calls.ts'
import { useStudio } from '../state/store.ts'
import { changeFiles } from './change-files.ts'
import { filesWithLinks, mendedLinks } from './links.ts'
import { addressOf, copies, type Folder, moves, publications, removals } from './plans.ts'
import { keyOfEntry } from './rows.ts'

/** An act on an entry. */
export type Act = 'duplicate' | 'rename' | 'delete'

/** Does it; answers with the reasons against it. `slug`: the other name. */
export async function actOn(entry: Entry, act: Act, slug: string, locales: SiteLocale[]): Promise<Problem[]> {
  try {
    const folder = await folderOf(entry, useStudio.getState().setId)
    if (act === 'duplicate') return await changeFiles(copies(entry, slug, folder))
    if (act === 'delete') return await changeFiles(removals(folder))
    return await rename(entry, slug, folder, addressOf(entry, locales))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return [{ reason: error.message }]
  }
}

/** Draft, times and access of an entry, as its first text has them. */
export async function readPublication(entry: Entry): Promise<Fields> {
  const { texts } = await folderOf(entry, useStudio.getState().setId).catch(readNothing)
  const fields = texts.find((file) => file.fields !== null)?.fields ?? {}
  return Object.fromEntries(PUBLICATION.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
}

function readNothing(error: unknown): Folder {
  if (!(error instanceof CallError)) throw error
  refuse(error)
  return { texts: [], others: [] }
}

/** Sets draft, times and access in all languages; answers with the reasons against them. */
export async function publish(entry: Entry, values: Fields): Promise<Problem[]> {
  const { texts } = await folderOf(entry, useStudio.getState().setId).catch(readNothing)
  const changes = publications(texts, values)
  return changes.length === 0 ? [] : changeFiles(changes)
}

/** Another name. Where only links keep it from being given, they are changed with it. */
async function rename(entry: Entry, slug: string, folder: Folder, address: string | undefined): Promise<Problem[]> {
  const changes = moves(entry, slug, folder, address)
  const problems = await changeFiles(changes)
  const links = address === undefined || problems.length === 0 ? undefined : filesWithLinks(problems, address)
  if (address === undefined || links === undefined) return problems
  const to = `${address.slice(0, -entry.slug.length)}${slug}`
  const { setId } = useStudio.getState()
  const mended = [...links].map(async ([path, lines]) => mendedLinks(await api.file(setId, path), lines, address, to))
  return changeFiles([...changes, ...(await Promise.all(mended))])
}

/** The files of an entry: those of its folder, or the one that is the entry. */
async function folderOf(entry: Entry, setId: string): Promise<Folder> {
  const data = entry.texts.find(({ path }) => path === `${keyOfEntry(entry)}.yaml`)?.path
  const files = data === undefined ? (await api.files(setId, keyOfEntry(entry))).files : []
  const paths = data === undefined ? files.map(({ path }) => path).filter(isText) : [data]
  const texts = await Promise.all(paths.map((path) => api.file(setId, path)))
  return { texts, others: files.filter(({ path }) => !isText(path)) }
}

const isText = (path: string) => /\.(md|yaml)$/.test(path)
