// Whose work a change set is: `person` and `is_work_of` of the server.

import type { ChangeSet } from '../api.ts'

/** A program in the name of a person: `agent: tool (ann@example.com)`. */
const PROGRAM = /^\s*agent:.*\(([^()]*)\)\s*$/i

/** Whether a person is the author of a set, or changed a file of it, by hand or by a program. */
export function isWorkOf({ author, editors = [] }: Pick<ChangeSet, 'author' | 'editors'>, user: string): boolean {
  const personOf = (name: string) => (PROGRAM.exec(name)?.[1] ?? name).toLowerCase()
  return [author, ...editors].some((name) => personOf(name) === user.toLowerCase())
}
