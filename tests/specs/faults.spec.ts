// Commands on a disk that fills up, or that can no longer be written to: from each call that
// publishes, and on a real disk.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { CommandSite } from '../fixtures/command-site.ts'
import { type DiskFault, compiled, failingAt } from '../fixtures/faults.ts'
import { Published } from '../fixtures/published.ts'
import { SmallDisk, noSmallDisk } from '../fixtures/small-disk.ts'
import { run } from '../fixtures/stack.ts'

/** No command makes as many calls; beyond it the loop would have no end. */
const CALLS_MAX = 60

/** From these files on, a change is visible to a reader or to the next command. */
const POINTER = /\/(history|latest|hold)\.json|\/log\.jsonl|^fsync /

/** The cause and the remedy, in words. */
const TOLD: Record<DiskFault, RegExp> = {
  full: /the disk is full; make room/,
  readonly: /the disk cannot be written to; mount it/,
}

/** Fails unless a command that met a fault reports the place, the cause and the remedy. */
function assertTold(fault: DiskFault, place: string, output: string): void {
  assert.match(output, TOLD[fault])
  assert.ok(output.includes(`${place}/`), `it names a place in ${place}: ${output}`)
  assert.doesNotMatch(output, /panicked|os error/i)
}

describe('a disk with a fault', () => {
  const site = new CommandSite()
  const { host, builds } = site
  let library = ''
  let [first, second] = ['', '']

  before(async () => {
    library = compiled(site.folder)
    await site.run(await site.buildOperation.prepare())
    first = site.published.live()
    await site.run(await site.pushOperation.prepare())
    second = site.published.live()
  })
  after(() => site.remove())

  /** Makes `id` live, whatever is. */
  const live = async (id: string) => {
    if (site.published.live() !== id) await site.run(site.on('publish', id))
  }
  const operations: [string, string, () => Promise<string[]>][] = [
    ['build', builds, site.buildOperation.prepare],
    ['push', host, site.pushOperation.prepare],
    [
      'publish',
      builds,
      async () => {
        await live(second)
        return site.on('publish', first)
      },
    ],
    [
      'rollback',
      builds,
      async () => {
        await live(second)
        return site.on('rollback', first)
      },
    ],
    // The last one: no earlier build is left.
    ['prune', builds, site.pruneOperation.prepare],
  ]
  for (const [name, below, prepare] of operations) {
    for (const fault of ['full', 'readonly'] as const) {
      // R10.04
      test(`that is ${fault} from any call of a ${name} on leaves the site whole and the next command able`, async () => {
        const failed = []
        let args = await prepare()
        for (let nth = 1; nth < CALLS_MAX; nth += 1) {
          const { call, code, output } = await failingAt(fault, below, { calls: 'durable', nth }, args, library)
          assert.deepEqual([...site.published.look('all'), ...site.pushed.look('all')], [], `${fault} from ${call} on`)
          if (call === undefined) {
            assert.equal(code, 0, output)
            break
          }
          if (code !== 0) {
            assertTold(fault, below, output)
            failed.push(call)
          }
          // Before the pointers no build has a name: the next turn is the next command.
          if (code !== 0 && !POINTER.test(call)) continue
          const again = run('generator', args)
          const ended = await again.ended
          assert.ok(ended === 0 || /live already/.test(again.output()), `after ${call}: ${again.output()}`)
          args = await prepare()
        }
        assert.ok(failed.length >= 3, `it failed at ${failed.join(', ')}`)
      })
    }
  }
})

describe('a real disk', { skip: noSmallDisk ?? false }, () => {
  const MEGABYTES = 96
  const site = new CommandSite()
  let disk: SmallDisk
  let published: Published

  before(async () => {
    disk = await SmallDisk.mounted(site.folder, MEGABYTES)
    published = new Published(join(disk.path, 'builds'))
    await done(await site.buildOperation.prepare())
  })
  after(async () => {
    await disk.remove()
    site.remove()
  })

  const ended = async (args: string[]) => {
    const running = disk.generator(args)
    return { code: await running.ended, output: running.output() }
  }
  const done = async (args: string[]) => {
    const { code, output } = await ended(args)
    assert.equal(code, 0, output)
    return output
  }

  // R10.04
  test('that fills up at any level leaves the site whole, and room for the next build once there is some', async () => {
    let failed = 0
    for (let left = 0; ; left = Math.max(2 * left, 16 * 1024)) {
      const args = await site.buildOperation.prepare()
      disk.fill(left)
      const { code, output } = await ended(args)
      assert.deepEqual(published.look('all'), [], `with ${left} bytes left`)
      if (code === 0) break
      failed += 1
      assertTold('full', site.folder, output)
      disk.empty()
      await done(args)
    }
    disk.empty()
    assert.ok(failed >= 3, `it failed ${failed} times`)
  })

  // R10.04
  test('that becomes read-only leaves the site whole, and every command says so', async () => {
    const build = await site.buildOperation.prepare()
    await disk.remount('ro')
    for (const args of [build, site.on('rollback'), site.on('prune'), site.on('publish', published.live())]) {
      const { code, output } = await ended(args)
      assert.equal(code, 5, output)
      assertTold('readonly', site.folder, output)
      assert.deepEqual(published.look('all'), [])
    }
    await done(site.on('list'))
    await disk.remount('rw')
    await done(build)
  })

  // R10.03, R10.04
  test('that is full keeps `watch` alive: it says so once, and publishes as soon as there is room', async () => {
    const watch = disk.generator(site.watch())
    await watch.until(/^(published|unchanged)/m)
    const editOnFullDisk = async (left: number) => {
      const [live, offset] = [published.live(), watch.output().length]
      disk.fill(left)
      site.edit()
      await watch.until(TOLD.full, offset)
      assertTold('full', site.folder, watch.output().slice(offset))
      assert.equal(published.live(), live)
      assert.deepEqual(published.look('all'), [])
      disk.empty()
      await watch.until(/^published/m, offset)
      assert.equal(watch.output().slice(offset).match(/the disk is full/g)?.length, 1, watch.output())
      assert.notEqual(published.live(), live)
      assert.deepEqual(published.look('all'), [])
    }
    try {
      for (const left of [0, 16 * 1024]) await editOnFullDisk(left)
    } finally {
      watch.child.kill('SIGTERM')
      await watch.ended
    }
  })
})
