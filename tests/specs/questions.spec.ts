// How well the sample site's own search finds what visitors ask for (R2.12).

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Stack, binaries, root, startStack, temporaryFolder } from '../fixtures/stack.ts'

const FOUND_PERCENT = 92
const REFUSED_OF_TEN = 9
/** Most questions of a hundred that have an answer and are taken for others. */
const REFUSED_PERCENT = 10

describe('questions of visitors', () => {
  const folder = temporaryFolder()
  let stack: Stack

  before(async () => {
    stack = await startStack({ folder })
  })
  after(async () => {
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('are answered by a page among the first three, and refused where the site has no answer (R2.12)', () => {
    const places = ['--builds', stack.builds, '--var', join(folder, 'index')]
    const questions = join(root, 'tests/search/questions.yaml')
    const figures = execFileSync(join(binaries, 'origin'), ['search', '--questions', questions, ...places], { encoding: 'utf8' })
    for (const group of ['all', 'zh-CN', 'en']) {
      const line = figures.match(new RegExp(`^${group}: (\\d+) of (\\d+) .* (\\d+) refused; (\\d+) of (\\d+) without`, 'm'))
      assert.ok(line, figures)
      const [found, answered, refused, rightly, unanswered] = line.slice(1).map(Number) as [number, number, number, number, number]
      assert.ok(found * 100 >= answered * FOUND_PERCENT, figures)
      if (group !== 'all') continue
      assert.ok(answered >= 70 && unanswered >= 10, 'there are questions enough')
      assert.ok(rightly * 10 >= unanswered * REFUSED_OF_TEN, figures)
      assert.ok(refused * 100 <= answered * REFUSED_PERCENT, figures)
    }
  })
})
