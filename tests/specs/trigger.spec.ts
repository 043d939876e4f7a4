// Publishing on request: a webhook or an editor has the site published, and sees its progress.
//
// The generator looks at its sources once a minute, so no build is published by itself meanwhile.

import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { Member } from '../kit/member.ts'
import { type Stack, run, startStack, temporaryFolder } from '../fixtures/stack.ts'
import { eventually } from '../kit/until.ts'

const path = '/api/regenerate'
type Event = { id: number; kind: string; [field: string]: unknown }

describe('whoever presses the button', () => {
  const folder = temporaryFolder()
  const key = randomBytes(32).toString('hex')
  const keyFile = join(folder, 'regenerate.key')
  let stack: Stack
  let browser: Browser

  before(async () => {
    writeFileSync(keyFile, `${key}\n`, { mode: 0o600 })
    const environment = { PORTICO_REGENERATE_KEY_FILE: keyFile }
    stack = await startStack({ folder, environment, watch: (url) => ['--poll-sources', '60000', '--gateway', url] })
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const proof = (method: string, address: string, body = '', time = Math.floor(Date.now() / 1000)) => {
    const signature = createHmac('sha256', key).update(`${method}\n${address}\n${time}\n${body}`).digest('hex')
    return { 'portico-timestamp': `${time}`, 'portico-signature': `sha256=${signature}` }
  }
  const post = (body: string, headers: Record<string, string>) => fetch(stack.url + path, { method: 'POST', headers, body })
  const about = 'pages/about/en.md'
  /** An edit of the sentence that the page begins with. */
  const rewrite = (lead: string) => {
    const place = join(stack.content, about)
    writeFileSync(place, readFileSync(place, 'utf8').replace(/^lead:.*$/m, `lead: ${lead}`))
  }

  /** All events of a job, as a stream sends them. */
  async function events(job: string, headers: Record<string, string>): Promise<Event[]> {
    const answer = await fetch(`${stack.url}${path}/${job}/events`, { headers })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/event-stream')
    const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('data: '))
    return lines.map((line) => JSON.parse(line.slice(6)) as Event)
  }

  // R10.03
  test('publishes by a webhook, sees its progress, and an open page shows it without a reload', async () => {
    const { page, close } = await open(browser)
    await page.goto(`${stack.url}/en`)
    await page.evaluate(() => Object.assign(window, { isTheSame: true }))
    rewrite('Asked for by a webhook')
    const body = JSON.stringify({ why: 'journey' })
    const answer = await post(body, proof('POST', path, body))
    assert.equal(answer.status, 202)
    const { job } = ((await answer.json()) as { data: { job: string } }).data
    const told = await events(job, proof('GET', `${path}/${job}/events`))
    const kinds = told.map(({ kind }) => kind).filter((kind, place, all) => kind !== all[place - 1])
    assert.deepEqual(kinds.slice(0, 2), ['queued', 'started'])
    assert.deepEqual(kinds.slice(-4), ['published', 'progress', 'live', 'finished'])
    const counted = told.filter(({ phase }) => phase === 'pages')
    assert.ok(counted.length >= 2 && counted.at(-1)?.['done'] === counted.at(-1)?.['total'], JSON.stringify(counted))
    const changed = told.find(({ kind }) => kind === 'pages')?.['changed'] as { paths: string[] }
    assert.ok(changed.paths.includes('/en/about'), JSON.stringify(changed))
    assert.equal(told.find(({ kind }) => kind === 'live')?.['live'], true)

    await page.locator('header a[href="/en/about"], footer a[href="/en/about"], main a[href="/en/about"]').first().click()
    await page.waitForURL('**/en/about')
    await page.getByText('Asked for by a webhook').first().waitFor()
    assert.equal(await page.evaluate(() => 'isTheSame' in window), true, 'it was not loaded again')
    await close()
  })

  // R10.03
  test('is refused if the request came before, is late, or is not signed by the key', async () => {
    const body = JSON.stringify({ nonce: 1 })
    const headers = proof('POST', path, body)
    assert.equal((await post(body, headers)).status, 202)
    assert.equal((await post(body, headers)).status, 409)
    assert.equal((await post('{}', headers)).status, 401)
    const late = Math.floor(Date.now() / 1000) - 600
    assert.equal((await post(body, proof('POST', path, body, late))).status, 401)
    assert.equal((await post(body, proof('POST', '/api/other', body))).status, 401)
  })

  // R10.03
  test('may be an editor who is signed in, and no other member', async () => {
    const email = 'button@example.com'
    const member = new Member(stack.url, 'en')
    await member.signIn(email, () => eventually(() => stack.mailedCode(email)))
    const refused = await member.call('POST', path)
    assert.equal(refused.status, 403)
    assert.match(refused.body.msg, /editor/)
    const promoted = run('origin', ['user', 'role', email, 'editor', '--var', join(folder, 'var')])
    assert.equal(await promoted.ended, 0, promoted.output())
    rewrite('By an editor')
    const asked = await member.call<{ job: string }>('POST', path, { why: 'by hand' })
    assert.equal(asked.status, 202, asked.body.msg)
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const told = await events(asked.body.data.job, { cookie })
    assert.equal(told.at(-1)?.kind, 'finished')
    assert.match(await (await fetch(`${stack.url}/en/about`)).text(), /By an editor/)
  })

  // R10.03
  test('may be a script, which ends as the build does', async () => {
    const arguments_ = ['trigger', stack.url, '--key', keyFile, '--follow', '--lang', 'en']
    const same = run('generator', arguments_)
    assert.equal(await same.ended, 0, same.output())
    assert.match(same.output(), /nothing to publish/)
    rewrite('"')
    const wrong = run('generator', arguments_)
    assert.equal(await wrong.ended, 1, wrong.output())
    assert.match(wrong.output(), /pages\/about\/en\.md:\d+/)
  })

  // R10.03
  test('is told so where no generator is attached', async () => {
    stack.generator.child.kill('SIGTERM')
    await stack.generator.ended
    const body = JSON.stringify({ nonce: 2 })
    const answer = await post(body, { ...proof('POST', path, body), language: 'en' })
    assert.equal(answer.status, 503)
    assert.match(((await answer.json()) as { msg: string }).msg, /generator watch/)
  })
})
