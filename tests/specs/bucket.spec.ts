// Two gateways that take their builds from one bucket, which `generator push` publishes to: what is
// pushed is shown by both, guarded pages stay guarded, and `generator status` names their builds.

import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Bucket, startBucket } from '../fixtures/bucket.ts'
import { freePort } from '../fixtures/nginx.ts'
import { type Stack, publicPages, run, startOrigin, startStack, temporaryFolder } from '../fixtures/stack.ts'
import { Member } from '../kit/member.ts'
import type { Running } from '../kit/process.ts'
import { until } from '../kit/until.ts'

describe('two gateways with one bucket', () => {
  const folder = temporaryFolder()
  const site = join(folder, 'published')
  const servers: Running[] = []
  const gateways: { gateway: Running; url: string }[] = []
  let stack: Stack
  let bucket: Bucket

  const generator = async (...args: string[]) => {
    const running = run('generator', args, bucket.environment)
    return { code: await running.ended, output: running.output() }
  }
  const push = async (...options: string[]) => {
    const { code, output } = await generator('push', ...options, '--builds', stack.builds, bucket.builds)
    assert.equal(code, 0, output)
  }
  const named = () => gateways.flatMap(({ url }) => ['--gateway', url])
  const status = () =>
    generator(
      'status',
      '--builds',
      stack.builds,
      '--var',
      join(stack.folder, 'var'),
      ...named(),
    )
  const pages = (path: string) =>
    Promise.all(gateways.map(async ({ url }) => (await fetch(url + path, { redirect: 'manual' })).text()))

  before(async () => {
    const { origin, url } = await startOrigin(site)
    stack = await startStack({ folder: site, origin: url })
    servers.push(origin)
    bucket = await startBucket(folder)
    await push()
    for (const name of ['one', 'two']) gateways.push(await bucket.startGateway(name, url))
    servers.push(...gateways.map(({ gateway }) => gateway))
  })
  after(async () => {
    await stack?.stop()
    for (const { child, ended } of servers) {
      child.kill('SIGTERM')
      await ended
    }
    await bucket?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('show pages as the folder does, and keep what was asked for', async () => {
    const held = () => readdirSync(join(folder, 'one'), { recursive: true }).length
    const before = held()
    for (const path of (await publicPages(stack.url)).filter((_, index) => index % 4 === 0)) {
      const expected = await (await fetch(stack.url + path)).text()
      assert.deepEqual(await pages(path), [expected, expected], path)
    }
    assert.ok(held() > before)
  })

  test('guard the pages for members, who sign in at either', async () => {
    for (const { url } of gateways) {
      assert.equal((await fetch(`${url}/product`, { redirect: 'manual' })).status, 302)
      const [name] = url.split(':').reverse()
      const email = `ann${name}@example.com`
      const ann = new Member(url)
      await ann.signIn(email, () => stack.mailedCode(email))
      assert.equal(await ann.page('/product'), 200)
    }
  })

  test('show what is pushed, and `status` names the builds until both do', async () => {
    await stack.edit('news/seven-years/en.md', (text) => text.replace(/^title: .*$/m, 'title: Pushed into the bucket'))
    const behind = await status()
    assert.equal(behind.code, 1)
    assert.equal(behind.output.match(/answers from the build /g)?.length, 2, behind.output)
    await push()
    await until(async () => (await status()).code === 0)
    assert.equal((await status()).output.match(/answers from the live build/g)?.length, 2)
    for (const page of await pages('/en/news/seven-years')) assert.match(page, /Pushed into the bucket/)
  })

  test('switch together when `push` names them, and not at all while one is away', async () => {
    const title = (text: string) => (page: string) => page.replace(/^title: .*$/m, `title: ${text}`)
    await stack.edit('news/seven-years/en.md', title('Everywhere at once'))
    const away = ['--gateway', `http://127.0.0.1:${await freePort()}`, '--gateway-wait', '5']
    const refused = await generator('push', ...named(), ...away, '--builds', stack.builds, bucket.builds)
    assert.equal(refused.code, 5, refused.output)
    assert.match(refused.output, /not published: the gateway http:\S+ has not loaded the build \(it cannot be reached/)
    for (const page of await pages('/en/news/seven-years')) assert.match(page, /Pushed into the bucket/)
    await push(...named())
    for (const page of await pages('/en/news/seven-years')) assert.match(page, /Everywhere at once/)
  })
})
