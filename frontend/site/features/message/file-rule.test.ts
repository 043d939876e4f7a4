import { describe, expect, it } from 'vitest'
import { FILE_MAX_BYTES, fileFault } from './file-rule.ts'

describe('the file of a message', () => {
  it.each([
    [{ name: 'plan.pdf', size: 1 }, undefined],
    [{ name: 'PLAN.PDF', size: FILE_MAX_BYTES }, undefined],
    [{ name: 'plan.pdf', size: FILE_MAX_BYTES + 1 }, 'size'],
    [{ name: 'plan.pdf', size: 0 }, 'empty'],
    [{ name: 'plan.pdf.exe', size: 1 }, 'type'],
    [{ name: 'plan', size: 1 }, 'type'],
    [undefined, undefined],
  ])('%j: %s', (file, fault) => {
    expect(fileFault(file)).toBe(fault)
  })
})
