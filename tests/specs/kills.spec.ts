// Commands that are killed before each call by which they publish. scripts/soak kills hundreds, at
// random and under traffic.

import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { compiled, killedAt } from '../fixtures/killed.ts'
import { Published } from '../fixtures/published.ts'
import { copyPrepared } from '../fixtures/prepared.ts'
import { generatorOptions, root, run, temporaryFolder } from '../fixtures/stack.ts'

/** No command makes as many calls; beyond it the loop would have no end. */
const CALLS_MAX = 60

describe('a generator that is killed', () => {
  const folder = temporaryFolder()
  const content = join(folder, 'content')
  const about = join(content, 'pages/about/en.md')
  const builds = ['--builds', join(folder, 'builds')]
  const published = new Published(join(folder, 'builds'))
  let library = ''
  let original = ''
  let edits = 0

  const build = (...more: string[]) => ['build', ...generatorOptions(folder, content, 'embedded'), '--sidecars', 'never', ...more]
  const edited = () => writeFileSync(about, `${original}\nEdit ${(edits += 1)}.\n`)
  const whole = async (args: string[]) => {
    const running = run('generator', args)
    assert.equal(await running.ended, 0, `generator ${args.join(' ')}: ${running.output()}`)
    return running.output()
  }

  before(async () => {
    cpSync(join(root, 'content'), content, { recursive: true })
    mkdirSync(join(folder, 'builds'), { recursive: true })
    copyPrepared(folder)
    library = compiled(folder)
    original = readFileSync(about, 'utf8')
    for (let n = 0; n < 2; n += 1) {
      edited()
      await whole(build())
    }
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const operations: [string, () => Promise<string[]>][] = [
    [
      'build',
      async () => {
        edited()
        return build()
      },
    ],
    [
      'publish',
      async () => {
        edited()
        const staged = await whole(build('--no-publish'))
        return ['publish', staged.match(/\d{8}T\d{6}Z-[0-9a-f]{8}/)?.[0] ?? '', ...builds]
      },
    ],
    [
      'rollback',
      async () => {
        edited()
        await whole(build())
        return ['rollback', ...builds]
      },
    ],
  ]

  for (const [name, prepared] of operations) {
    // R10.04
    test(`while it does a ${name}, before any call, leaves the site whole and the next command able`, async () => {
      const killed = []
      for (let nth = 1; nth < CALLS_MAX; nth += 1) {
        const args = await prepared()
        const { call, code, output } = await killedAt({ calls: 'durable', nth }, args, library)
        assert.deepEqual(published.look('all'), [], `killed before ${call}`)
        if (call === undefined) {
          assert.equal(code, 0, output)
          break
        }
        killed.push(call)
        // Once more: it does now what it was about to do, or says that it is done.
        const again = run('generator', args)
        const ended = await again.ended
        assert.ok(ended === 0 || /live already|已经在线/.test(again.output()), `after ${call}: ${again.output()}`)
        if (name === 'publish') assert.equal(published.live(), args[1], `after ${call}`)
      }
      assert.ok(killed.length >= 6, `it was killed before ${killed.join(', ')}`)
    })
  }
})
