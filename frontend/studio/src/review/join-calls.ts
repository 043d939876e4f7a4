// Saving the choices of an editor for a file that two people changed.

import { type ContentFile, type Edit, LIVE, type Merge, type Problem, type Schema, type Value } from '../api.ts'
import { api } from '../state/calls.ts'
import { loadFile, loadPage } from '../state/pages.ts'
import { useStudio } from '../state/store.ts'
import { type Choice, chosenText, joinParagraphs } from './join.ts'
import { loadChanges } from './review-calls.ts'

/** Both versions of a file, and how the server joins them. */
export type Versions = { merge: Merge; mine: ContentFile; theirs: ContentFile }

/** Reads both versions of a file of the current set. */
export async function loadVersions(path: string): Promise<Versions> {
  const { setId } = useStudio.getState()
  const [merge, mine, theirs] = await Promise.all([api.merge(setId, path), api.file(setId, path), api.file(LIVE, path)])
  return { merge, mine, theirs }
}

/** Saves the joined text, then the chosen fields; returns the reasons against it. */
export async function saveJoined(versions: Versions, choices: Choice[], schemaOf: SchemaOf): Promise<Problem[]> {
  const text = joinParagraphs(versions.merge, choices)
  if (text === null) return []
  return await save(versions.merge, text, fieldEdits(versions, choices, schemaOf))
}

/** Saves a whole text, or that the file is removed. */
export async function saveWhole({ merge }: Versions, text: string | null): Promise<Problem[]> {
  return await save(merge, text, [])
}

/** The schema of a field by its name. */
export type SchemaOf = (field: string) => Schema | undefined

async function save({ path, theirsVersion }: Merge, text: string | null, edits: Edit[]): Promise<Problem[]> {
  const { setId } = useStudio.getState()
  const saved = await api.saveMerge(setId, path, theirsVersion, text)
  if (!saved.saved) return saved.problems
  if (edits.length > 0) {
    const edited = await api.edit(setId, path, saved.version, edits, null)
    if (!edited.saved) return edited.problems
  }
  await Promise.all([loadChanges(), loadFile(path), loadPage()])
  return []
}

/** Edits that give fields in conflict the chosen value; theirs is in the text already. */
export function fieldEdits({ merge, mine }: Versions, choices: Choice[], schemaOf: SchemaOf): Edit[] {
  return (merge.merged?.conflicts ?? []).flatMap((conflict, index): Edit[] => {
    const choice = choices[index]
    if (conflict.field === null || choice === undefined || choice.from === 'theirs') return []
    const field = `/${conflict.field.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const own = mine.fields?.[conflict.field]
    if (choice.from === 'joined')
      return [{ kind: 'field', field, value: typedValue(chosenText(conflict, choice), schemaOf(conflict.field)) }]
    return [own === undefined ? { kind: 'removeField', field } : { kind: 'field', field, value: own }]
  })
}

/** The typed text as a value of the field's type: a number, a list, or the text itself. */
function typedValue(text: string, schema: Schema | undefined): Value {
  if (schema === undefined || schema.type === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
