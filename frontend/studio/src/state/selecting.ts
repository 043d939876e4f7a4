// The choice of a text to change, and the schema of its field.

import type { Schema, Value } from '../api.ts'
import { textAt } from '../lib/lines.ts'
import { schemaAt } from '../lib/schema.ts'
import { loadFile, loadPage } from './pages.ts'
import { beginBlock, change } from './saving.ts'
import { isClosed, type StudioState, useStudio } from './store.ts'
import { keyOf, type Target } from './target.ts'

const { getState, setState } = useStudio

/** Opens the editor of a text; its file is read first, since its lines may have moved. */
export async function select(target: Target): Promise<void> {
  if (getState().showsBefore || isClosed(getState())) return
  setState({ selected: target, metSiteWords: false, metNewText: false, blockText: null })
  await loadFile(target.file)
  const { selected, files, typed } = getState()
  if (selected !== target || target.field !== '') return
  const text = files[target.file]?.text ?? ''
  const lines = beginBlock(target, text)
  if (lines === undefined) {
    setState({ selected: null, metNewText: true })
    await loadPage()
    return
  }
  const saved = textAt(text, lines)
  const kept = typed[keyOf(target)]
  setState({ blockText: String(kept ?? saved) })
  // A text that an earlier page did not save.
  if (kept !== undefined) change(target, kept)
}

/** Closes the editor. A typed text stays. */
export const deselect = (): void => setState({ selected: null })

/** The schema of a file's fields; undefined for a file without a collection. */
export function schemaOf({ info, files }: StudioState, path: string): Schema | undefined {
  const name = files[path]?.collection ?? path.split('/')[0]
  return info?.collections.find((collection) => collection.name === name)?.schema
}

/** The schema of one field; without one the value says its type. */
export function fieldSchema(schema: Schema | undefined, field: string, value: Value | undefined): Schema {
  const found = schema && schemaAt(schema, field)
  return found ?? (typeof value === 'boolean' || typeof value === 'number' ? { type: typeof value } : { type: 'string' })
}
