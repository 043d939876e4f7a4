// The guarantee for an editor when an error is live: one command takes it back at once, beside a
// running `watch`, and it stays back.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { type Stack, generatorOptions, run, startStack } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'

const page = 'pages/about/en.md'
const WRONG = 'A sentence that is wrong.'
const RIGHT = 'A sentence that is right.'

describe('an editor who takes something back', () => {
  let stack: Stack
  let browser: Browser
  before(async () => {
    stack = await startStack()
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
  })

  const about = async () => (await fetch(`${stack.url}/en/about`)).text()
  const command = async (...args: string[]) => {
    const running = run('generator', [...args, '--builds', stack.builds, '--var', join(stack.folder, 'var')])
    assert.equal(await running.ended, 0, running.output())
    return running.output()
  }

  // R10.03: a page that is open, without a reload.
  test('sees what was saved, and what was taken back, on a page that was open before', async () => {
    const { page: tab, close } = await open(browser, { locale: 'en' })
    await tab.goto(`${stack.url}/en`)
    await hydrated(tab)
    await tab.evaluate(() => Object.assign(window, { isSameDocument: true }))
    const changes = async (navigate: () => Promise<unknown>) => {
      const before = await tab.locator('h1').innerText()
      await navigate()
      await tab.waitForFunction((before) => document.querySelector('h1')?.innerText !== before, before)
    }
    const toAbout = async () => {
      await changes(() => tab.locator('a[href="/en/about"]').first().click())
      return tab.locator('main').innerText()
    }
    const home = () => changes(() => tab.goBack())
    await stack.edit(page, (text) => `${text}\nSaved while you read.\n`)
    await until(async () => (await about()).includes('Saved while you read.'))
    assert.match(await toAbout(), /Saved while you read\./)
    await home()
    await command('rollback')
    await until(async () => !(await about()).includes('Saved while you read.'))
    assert.doesNotMatch(await toAbout(), /Saved while you read\./)
    assert.equal(await tab.evaluate(() => 'isSameDocument' in window), true, 'it was never loaded again')
    await close()
    await stack.edit(page, (text) => text.replace('\nSaved while you read.\n', ''))
    await command('release')
  })

  // R10.04
  test('sees the page as it was in under a second, and it holds through saves and a restart, until the text is another one', async () => {
    const original = readFileSync(join(stack.content, page), 'utf8')
    await stack.edit(page, (text) => `${text}\n${WRONG}\n`)
    await until(async () => (await about()).includes(WRONG))

    const began = performance.now()
    await command('rollback', '--why', 'a wrong sentence')
    await until(async () => !(await about()).includes(WRONG))
    const took = performance.now() - began
    assert.ok(took < 1000, `it took ${Math.round(took)} ms`)

    for (let save = 0; save < 3; save += 1) {
      const offset = stack.generator.output().length
      writeFileSync(join(stack.content, page), `${original}\n${WRONG}\n`)
      await stack.generator.until(/held since .* by /, offset)
    }
    assert.match(await command('status'), /a wrong sentence/)
    assert.doesNotMatch(await about(), new RegExp(WRONG))

    stack.generator.child.kill('SIGTERM')
    await stack.generator.ended
    const again = run('generator', ['watch', ...generatorOptions(stack.folder, stack.content, stack.url)])
    try {
      await again.until(/held since .* by /)
      assert.doesNotMatch(await about(), new RegExp(WRONG))
      writeFileSync(join(stack.content, page), `${original}\n${RIGHT}\n`)
      await again.until(/^published /m)
      await until(async () => (await about()).includes(RIGHT))
      assert.doesNotMatch(await command('status'), /held/)
    } finally {
      again.child.kill('SIGTERM')
      await again.ended
    }
  })
})
