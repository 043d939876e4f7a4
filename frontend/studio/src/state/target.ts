// What an editor changes: a field of a file, or a block of its body.

import type { Place } from '../api.ts'

/** A field, or, where `field` is empty, the lines of a block. */
export type Target = {
  /** Path in `content/`. */
  file: string
  field: string
  lines: [first: number, last: number]
  /** The text of a block's lines when its page was shown. */
  text?: string
}

/** The path in `content/` of a place's file, as calls name it. */
export const pathOf = (place: Place): string => place.file.replace(/^content\//, '')

/** The target at a place. */
export function targetOf(place: Place): Target {
  const target = { file: pathOf(place), field: place.field, lines: place.lines }
  return place.field === '' ? { ...target, text: place.text } : target
}

/** The target of a field. */
export const fieldTarget = (file: string, field: string): Target => ({ file, field, lines: [0, 0] })

/** A name of a target that stays while its text changes. */
export const keyOf = ({ file, field, lines }: Target): string => `${file}#${field || `L${lines[0]}`}`

/** Whether a place belongs to a target: a block that was parted has several. */
export function isAt(place: Place, target: Target): boolean {
  if (pathOf(place) !== target.file || place.field !== target.field) return false
  return target.field !== '' || (place.lines[0] <= target.lines[1] && place.lines[1] >= target.lines[0])
}
