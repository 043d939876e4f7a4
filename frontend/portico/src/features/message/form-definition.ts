// A form as its page gets it: an entry of the collection `forms`, in the page's language.

import type { FileKind } from '#/enumerations/file-kind.gen.ts'
import type { Rule } from '#/enumerations/rule.gen.ts'
import type { FieldRules } from '#/ui/form/field-rules.ts'

export type FormDefinition = {
  /** Its questions, in their order. */
  fields: readonly Question[]
  /** A file that is sent with the message. */
  file?: FileQuestion
}

export type Question = FieldRules & {
  name: string
  label: string
  hint?: string
  /** Name by which a browser fills it in, one of HTML's. */
  autocomplete?: string
}

export type FileQuestion = {
  label: string
  hint?: string
  optional?: boolean
  maxBytes: number
  types: readonly FileKind[]
}

/** Endings of the names of each kind of file. */
const ENDINGS: Record<FileKind, readonly string[]> = {
  pdf: ['.pdf'],
  word: ['.doc', '.docx'],
  powerpoint: ['.ppt', '.pptx'],
}

/** A chosen file, or the known facts of one whose bytes the origin has already. */
export type ChosenFile = Pick<File, 'name' | 'size' | 'lastModified'>

/** Rules for a file that its name and size can break. */
export type FileFault = Extract<Rule, 'content' | 'empty' | 'size'>

export function endingsOf({ types }: FileQuestion): string[] {
  return types.flatMap((type) => ENDINGS[type])
}

/** Why the file is refused, as far as its name and size show; undefined if it is accepted. */
export function fileFault(question: FileQuestion, file: Pick<File, 'name' | 'size'>): FileFault | undefined {
  const name = file.name.toLowerCase()
  if (!endingsOf(question).some((ending) => name.endsWith(ending))) return 'content'
  if (file.size === 0) return 'empty'
  return file.size > question.maxBytes ? 'size' : undefined
}
