// Markup that the checks of all pages do not reach: that of pages without scripts, and of the page
// before the first build.

import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { documentsOf } from '../kit/pages/documents.ts'
import { assertNone } from '../pages/known.ts'
import { markupFindings } from '../kit/checks/markup.ts'
import { startGateway, startStack, temporaryFolder } from '../fixtures/stack.ts'

describe('markup', () => {
  test('of every page that waits for its scripts says so where there are none (R2.18)', async () => {
    const stack = await startStack()
    const documents = documentsOf(stack.builds)
    const marked = documents.map(({ path, file }) => ({ path, markup: readFileSync(file, 'utf8') }))
    await stack.stop()
    const waiting = marked.filter(({ markup }) => markup.includes('data-waiting'))
    assert.ok(waiting.some(({ path }) => path === '/feishu/supplier'), 'the list of suppliers waits')
    // A status that ends with dots, before any script has run, waits as well.
    const silent = /(?<!<\/noscript>)<\w+[^>]*\bdata-waiting|<\w+(?![^>]*\bdata-waiting)[^>]*\brole="?status"?[^>]*>[^<]*…</u
    assert.deepEqual(marked.filter(({ markup }) => silent.test(markup)).map(({ path }) => path), [])
  })

  test('of the page that is shown before the first build is, too', async () => {
    const folder = temporaryFolder()
    const { gateway, url } = await startGateway(folder)
    const answer = await fetch(url, { headers: { accept: 'text/html' } })
    assert.equal(answer.status, 503)
    const file = join(folder, 'starting.html')
    writeFileSync(file, await answer.text())
    const findings = await markupFindings([{ path: 'the built-in 503', file }])
    gateway.child.kill('SIGTERM')
    await gateway.ended
    rmSync(folder, { recursive: true })
    assertNone(findings)
  })

  test('with a fault is named with path, line and text', async () => {
    const folder = temporaryFolder()
    const file = join(folder, '页.html')
    writeFileSync(file, '<!doctype html>\n<html lang="en"><title>t</title>\n<p><div></div></p></html>\n')
    const [finding = ''] = await markupFindings([{ path: '/页', file }])
    rmSync(folder, { recursive: true })
    assert.match(finding, /^\/页: line 3: .*p.*<\/p>/)
  })
})
