// Fails with findings that are faults.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { unknown } from '../kit/known.ts'
import { readSettings } from '../kit/settings.ts'

export const settings = readSettings(join(import.meta.dirname, '../pages.json'))

/** Fails with all findings that are not known, one per line. */
export function assertNone(findings: string[]): void {
  const faults = unknown(findings, settings.known)
  assert.ok(faults.length === 0, `${faults.length} findings:\n${faults.join('\n')}`)
}
