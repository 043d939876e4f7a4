// A cache in front that keeps pages for a day. It is purged by the addresses that `generator
// announce` sends: no visitor gets a page of yesterday. It never has a page for members.
//
//   PORTICO_PUBLISHES=200   publishes instead of the usual few (scripts/soak cache)

import assert from 'node:assert/strict'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { run, type Stack, startStack } from '../fixtures/stack.ts'
import { type SharedCache, startSharedCache } from '../fixtures/varnish.ts'
import { Member } from '../kit/member.ts'
import { until } from '../kit/until.ts'

const publishes = Number(process.env['PORTICO_PUBLISHES'] ?? 6)

describe('a cache in front that keeps pages for a day', () => {
  let stack: Stack
  let cache: SharedCache

  before(async () => {
    stack = await startStack({ environment: { PORTICO_SHARED_MAX_AGE: '86400' } })
    cache = await startSharedCache(stack.url, join(stack.folder, 'cache'))
    const receivers = join(stack.folder, 'announce.yaml')
    writeFileSync(receivers, `- { to: webhook, url: '${cache.purge}', secret: word }\n`)
    chmodSync(receivers, 0o600)
  })

  after(async () => {
    await cache.stop()
    await stack.stop()
  })

  const get = (path: string, headers: Record<string, string> = {}) => fetch(cache.url + path, { redirect: 'manual', headers })
  const announcer = (...options: string[]) =>
    run('generator', ['announce', '--to', join(stack.folder, 'announce.yaml'), '--builds', stack.builds, '--var', join(stack.folder, 'var'), '--gateway', stack.url, ...options])

  test('answers pages by itself, and never the gateway for members', async () => {
    await get('/en/about')
    const again = await get('/en/about')
    assert.deepEqual([again.status, again.headers.get('x-cache')], [200, 'true'])
    assert.equal(again.headers.get('cache-control'), 'public, max-age=0, must-revalidate, s-maxage=86400')
    const ann = new Member(cache.url)
    await ann.signIn('ann@example.com', () => stack.mailedCode('ann@example.com'))
    for (const path of ['/product', '/en/product', '/product/_payload.json']) {
      const own = await ann.get(path)
      assert.equal(own.status, 200, path)
      assert.match(own.headers.get('cache-control') ?? '', /private, no-store/, path)
      const guest = await get(path)
      assert.notEqual(guest.status, 200, path)
      assert.doesNotMatch(await guest.text(), /潮汐密函|Spring Tide Ledger/, path)
    }
  })

  test(`shows no page of yesterday after any of ${publishes} publishes`, async () => {
    // The first announcement only notes the present files.
    assert.equal(await announcer().ended, 0)
    const follower = announcer('--every', '1')
    const file = join(stack.content, 'news/seven-years/en.md')
    const original = readFileSync(file, 'utf8')
    const places = ['/en/news/seven-years', '/en/news', '/en', '/en/feeds/news.xml']
    let slowest = 0
    for (let number = 1; number <= publishes; number += 1) {
      // Fills the cache with the pages that are about to change.
      const kept = await Promise.all(places.map((path) => get(path).then((answer) => answer.text())))
      const title = `Seven years, number ${number}`
      assert.ok(kept.every((text) => !text.includes(title)))
      const verdict = await stack.after(() => writeFileSync(file, original.replace(/^title: .*$/m, `title: ${title}`)))
      assert.match(verdict, /^published/)
      await until(async () => (await (await fetch(`${stack.url}/en/news/seven-years`)).text()).includes(title))
      const published = performance.now()
      const isFresh = async (path: string) => {
        const direct = await (await fetch(stack.url + path, { headers: { 'sec-fetch-site': 'same-origin' } })).text()
        return (await (await get(path, { 'sec-fetch-site': 'same-origin' })).text()) === direct
      }
      // The announcer looks once a second.
      await until(async () => (await Promise.all(places.map(isFresh))).every(Boolean))
      slowest = Math.max(slowest, performance.now() - published)
    }
    console.log(`${publishes} publishes; every page was the new one after at most ${Math.round(slowest)} ms`)
    follower.child.kill('SIGTERM')
    await follower.ended
    assert.ok(!cache.purged.includes('/product') && !cache.purged.includes('/en/about'), 'pages that did not change, or that no cache has')
  })
})
