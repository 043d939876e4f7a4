// The file of a draft. A browser that has no space for its bytes, or forbids storing them, asks for
// the file again.

import { createStore, del, get, set } from 'idb-keyval'
import { DRAFT_LIFE_MS } from '../draft.ts'
import type { ChosenFile } from '../form-definition.ts'

export function isSameFile(a: ChosenFile, b: ChosenFile): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}

const files = () => createStore('portico-drafts', 'files')

type KeptFile = { file: File; at: number }

export async function keepFile(form: string, file: File): Promise<void> {
  await attempt(() => set(form, { file, at: Date.now() } satisfies KeptFile, files()))
}

export async function dropFile(form: string): Promise<void> {
  await attempt(() => del(form, files()))
}

export async function keptFile(form: string): Promise<File | undefined> {
  const kept = await attempt(() => get<KeptFile>(form, files()))
  if (kept === undefined) return undefined
  if (Date.now() - kept.at < DRAFT_LIFE_MS && kept.file instanceof File) return kept.file
  await dropFile(form)
  return undefined
}

async function attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action()
  } catch (error) {
    console.warn('the browser keeps no file', error)
    return undefined
  }
}
