import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

describe('the types of the origin’s calls', () => {
  it('schema.gen.ts is what the origin’s OpenAPI document yields', () => {
    const script = fileURLToPath(new URL('../../../tools/api-types/write.mjs', import.meta.url))
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
