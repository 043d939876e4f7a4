// Commands that are killed before each call that publishes. scripts/soak kills hundreds, at random
// and under traffic.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CommandSite } from '../fixtures/command-site.ts'
import { compiled, killedAt } from '../fixtures/faults.ts'
import { run } from '../fixtures/stack.ts'

/** No command makes as many calls; beyond it the loop would have no end. */
const CALLS_MAX = 60

describe('a generator that is killed', () => {
  const site = new CommandSite()
  let library = ''

  before(async () => {
    library = compiled(site.folder)
    for (let n = 0; n < 2; n += 1) await site.run(await site.buildOperation.prepare())
  })
  after(() => site.remove())

  for (const { name, prepare } of [site.buildOperation, site.publishOperation, site.rollbackOperation]) {
    // R10.04
    test(`while it does a ${name}, before any call, leaves the site whole and the next command able`, async () => {
      const killed = []
      for (let nth = 1; nth < CALLS_MAX; nth += 1) {
        const args = await prepare()
        const { call, code, output } = await killedAt({ calls: 'durable', nth }, args, library)
        assert.deepEqual(site.published.look('all'), [], `killed before ${call}`)
        if (call === undefined) {
          assert.equal(code, 0, output)
          break
        }
        killed.push(call)
        // Once more: the command does the interrupted step now, or reports that it is done.
        const again = run('generator', args)
        const ended = await again.ended
        assert.ok(ended === 0 || /live already|已经在线/.test(again.output()), `after ${call}: ${again.output()}`)
        if (name === 'publish') assert.equal(site.published.live(), args[1], `after ${call}`)
      }
      assert.ok(killed.length >= 6, `it was killed before ${killed.join(', ')}`)
    })
  }
})
