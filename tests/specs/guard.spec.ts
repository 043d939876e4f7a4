// Content for members stays with members: in every representation, and for every kind of request.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Member } from '../kit/member.ts'
import { useSite } from '../fixtures/site.ts'
import { publicPages } from '../fixtures/stack.ts'

/** Phrases that only guarded entries of the sample content have. */
const markers = ['潮汐密函', 'Spring Tide Ledger']

describe('a guarded page', () => {
  const site = useSite()

  // R6.02
  test('gives a guest nothing, in any representation', async () => {
    for (const prefix of ['', '/en']) {
      const document = await fetch(`${site.stack.url}${prefix}/product`, { redirect: 'manual' })
      assert.equal(document.status, 302)
      assert.equal(document.headers.get('location'), `${prefix}/login?redirect=${prefix}/product`)
      assert.match(document.headers.get('cache-control') ?? '', /no-store/)
      const payload = await fetch(`${site.stack.url}${prefix}/product/_payload.json`)
      assert.equal(payload.status, 401)
      assert.match(payload.headers.get('cache-control') ?? '', /no-store/)
      const file = await fetch(`${site.stack.url}${prefix}/product/holdings.csv`, { redirect: 'manual' })
      assert.ok([302, 401].includes(file.status), `${prefix}/product/holdings.csv: ${file.status}`)
      assert.match(file.headers.get('cache-control') ?? '', /no-store/)
    }
    const latest = (await (await fetch(`${site.stack.url}/builds/latest.json`)).json()) as { id: string; app: string }
    const tricks = [
      '/product/', '/product/index.html', '/%70roduct', '/product%2f', '//product', '/./product', '/x/../product', '/product/_payload.json.br', '/product/holdings.csv.br', '/product/holdings%2ecsv', '//product/holdings.csv', `/builds/${latest.id}/product/holdings.csv`,
      '/en//product', '/product/_payload%2ejson', `/product/_payload.json?${latest.app}`, `/builds/${latest.id}/product/index.html`, '/builds/index/x.json',
      `/builds/index/${latest.id}.json`, '/builds/history.json', '/product\\', '/PRODUCT', '/product/%00', '/assets/../product', '/product?x=1', '/product;a=b',
    ]
    for (const path of tricks) {
      for (const encoding of ['identity', 'br', 'gzip', 'zstd']) {
        const answer = await fetch(site.stack.url + path, { redirect: 'manual', headers: { 'accept-encoding': encoding } })
        const text = await answer.text()
        assert.ok(!markers.some((marker) => text.includes(marker)), `${path} as ${encoding}`)
      }
    }
  })

  // R6.02
  test('gives a member the file of its figures', async () => {
    const email = 'file.member@example.com'
    const member = new Member(site.stack.url)
    await member.signIn(email, () => site.stack.mailedCode(email))
    for (const [path, header] of [['/product/holdings.csv', '公司,'], ['/en/product/holdings.csv', 'Company,']] as const) {
      const answer = await member.get(path)
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('cache-control') ?? '', /private|no-store/)
      assert.ok((await answer.text()).replace('\uFEFF', '').startsWith(header), path)
    }
  })

  // R6.02
  test('leaves no word in any public byte', async () => {
    const seen: string[] = []
    const look = (name: string, bytes: string) => {
      seen.push(name)
      for (const marker of markers) assert.ok(!bytes.includes(marker), `${marker} in ${name}`)
    }
    for (const path of await publicPages(site.stack.url)) {
      look(path, await (await fetch(site.stack.url + path, { headers: { 'sec-fetch-site': 'same-origin' } })).text())
      const payload = `${path === '/' ? '' : path}/_payload.json`
      look(payload, await (await fetch(site.stack.url + payload)).text())
    }
    for (const path of ['/sitemap.xml', '/robots.txt', '/builds/latest.json', '/login', '/en/login', '/api/web/system-config']) look(path, await (await fetch(site.stack.url + path)).text())
    for (const file of filesUnder(join(site.stack.builds, 'assets'))) look(file, decoded(file))
    for (const folder of ['origin', 'meta']) for (const file of filesUnder(join(site.stack.builds, folder))) look(file, decoded(file))
    assert.ok(seen.length > 200, `${seen.length} files were looked at`)
    const guarded = filesUnder(site.stack.builds).filter((file) => file.includes('/product/') && file.endsWith('.html'))
    assert.ok(guarded.some((file) => markers.some((marker) => decoded(file).includes(marker))), 'the markers are in no guarded page either')
  })
})

/**
 * Compressed copies are still being made after a publish; until they are whole their names end in
 * `.tmp`.
 */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
    .map((entry) => join(entry.parentPath, entry.name))
}

function decoded(file: string): string {
  const bytes = readFileSync(file)
  const decode = { br: brotliDecompressSync, gz: gunzipSync, zst: zstdDecompressSync }[file.split('.').at(-1) ?? '']
  return (decode ? decode(bytes) : bytes).toString('utf8')
}
