// Visitors that fill in a form before its scripts have arrived: every field of every page keeps its
// content, and the form knows it. Fields are found in the pages of the build, so that a new one is
// tested without being named.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { useSite } from '../fixtures/site.ts'
import { until } from '../kit/until.ts'
import { type Document, documentsOf, subjectsOf } from '../kit/pages/documents.ts'
import { inParallel } from '../kit/pages/parallel.ts'

/** Pages of the sample that have a form, at least: the list is read from the build. */
const FORMS = ['/chat', '/feishu/supplier', '/login', '/message/bp', '/message/work', '/search']

const FIELDS = 'body :is(input:not([type=hidden], [type=submit], [type=button], [tabindex="-1"]), textarea, select)'

describe('input before the scripts of a page', () => {
  const site = useSite()
  let documents: Document[]
  before(() => {
    const open = subjectsOf(documentsOf(site.stack.builds)).flatMap((subject) => subject.documents)
    documents = open.filter(({ access, file }) => access !== 'private' && access !== 'guarded' && hasField(file))
  })

  /** Opens a page with scripts that wait until `arrive` is called. */
  const openEarly = async (path: string, locale: string) => {
    const { page, problems, close } = await open(site.browser, { locale })
    const { promise, resolve: arrive } = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await promise
      await route.continue()
    })
    await page.goto(site.stack.url + path, { waitUntil: 'commit' })
    await page.locator('footer, main').last().waitFor()
    return { page, problems, arrive, close }
  }

  test('there are pages with forms in every language', () => {
    const places = new Set(documents.map(({ place }) => place))
    for (const place of FORMS) assert.ok(places.has(place), place)
    for (const locale of ['zh-CN', 'en']) assert.ok(documents.filter((document) => document.locale === locale).length >= FORMS.length)
  })

  for (const [name, insert] of [['', false], [', with an element of a password manager beside each', true]] as const) {
    // R2.04, R2.05, R2.12, R2.16
    test(`stays in every field of every page, and enters the state of its form${name}`, async () => {
      await inParallel(documents, async ({ path, locale }) => {
        const { page, problems, arrive, close } = await openEarly(path, locale)
        if (insert) await insertElements(page)
        const entered = await enterAll(page)
        assert.ok(entered.length > 0, path)
        await page.locator(FIELDS).first().focus()
        const focus = await focused(page)
        arrive()
        await hydrated(page)
        // A page that shows other content once it runs no longer has fields.
        if ((await page.locator(FIELDS).count()) > 0) {
          // Filters are part of the address, and the page follows it a moment later.
          await until(async () => isDeepStrictEqual(await contents(page), entered), 10).catch(() => {})
          assert.deepEqual(await contents(page), entered, path)
          assert.deepEqual(await unknown(page), [], `${path}: fields whose content React does not know`)
          assert.deepEqual(await focused(page), focus, path)
        }
        assert.deepEqual(insert ? problems.filter((problem) => !/did not match|418|Hydration/.test(problem)) : problems, [], path)
        await close()
      })
    })
  }

  // R2.04
  test('wins over a draft in its own field, and leaves the others to the draft', async () => {
    const { page, close } = await open(site.browser, { locale: 'en' })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${site.stack.url}/en/message/bp`)
    await hydrated(page)
    await page.locator('main [name=company]').fill('Draft Bearings')
    await page.locator('main [name=name]').fill('Draft Lin')
    await page.waitForFunction(() => localStorage.getItem('portico-draft bp')?.includes('Draft Lin'))
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await promise
      await route.continue()
    })
    await page.goto(`${site.stack.url}/en/message/bp`, { waitUntil: 'commit' })
    await page.locator('main [name=company]').fill('Typed Bearings')
    resolve()
    await hydrated(page)
    await page.getByText('What you wrote before is here again.').waitFor()
    assert.equal(await page.locator('main [name=company]').inputValue(), 'Typed Bearings')
    assert.equal(await page.locator('main [name=name]').inputValue(), 'Draft Lin')
    await page.waitForFunction(() => localStorage.getItem('portico-draft bp')?.includes('Typed Bearings'))
    await close()
  })

  // R2.16
  test('goes on in the middle of a word that an input method composes', async () => {
    const { page, arrive, close } = await openEarly('/message/bp', 'zh-CN')
    await page.locator('main [name=company]').focus()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.imeSetComposition', { text: 'zao', selectionStart: 3, selectionEnd: 3 })
    arrive()
    await hydrated(page)
    await devtools.send('Input.imeSetComposition', { text: 'zaoqi', selectionStart: 5, selectionEnd: 5 })
    await devtools.send('Input.insertText', { text: '早期' })
    assert.equal(await page.locator('main [name=company]').inputValue(), '早期')
    assert.deepEqual(await unknown(page), [])
    await close()
  })

  // R2.04: the browser fills fields in by itself when a page is loaded again or come back to.
  for (const [how, leave] of [
    ['a reload', async (page: Page) => void (await page.reload())],
    [
      'Back from another site',
      async (page: Page) => {
        await page.goto('about:blank')
        await page.goBack()
      },
    ],
  ] as const) {
    test(`is known where the browser restored it: ${how}`, async () => {
      const { page, close } = await open(site.browser, { locale: 'en' })
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto(`${site.stack.url}/en/message/work`)
      await hydrated(page)
      await page.locator('main [name=name]').fill('Restored Lin')
      await page.locator('main [name=consent]').check()
      await leave(page)
      await hydrated(page)
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main [name=name]')?.value === 'Restored Lin')
      assert.deepEqual(await unknown(page), [])
      await close()
    })
  }
})

const hasField = (file: string) => /<(input(?![^>]* type="hidden")|textarea|select)[ >]/.test(readFileSync(file, 'utf8'))

/** Content that differs from its markup in each field, as if typed by a visitor. */
async function enterAll(page: Page): Promise<unknown[]> {
  for (const field of await page.locator(FIELDS).all()) {
    const { tag, type } = await field.evaluate((each: HTMLInputElement) => ({ tag: each.localName, type: each.type }))
    if (tag === 'select') await field.selectOption({ index: 1 })
    else if (type === 'checkbox' || type === 'radio') await field.check()
    else if (type === 'file') await field.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') })
    else if (type === 'date') await field.fill('2026-05-04')
    // The oldest year of a chart; the newest is in its markup.
    else if (type === 'range') await field.press('Home')
    else await field.pressSequentially(type === 'email' ? 'early@example.com' : 'abc早')
  }
  return contents(page)
}

const contents = (page: Page) =>
  page.locator(FIELDS).evaluateAll((fields) =>
    (fields as HTMLInputElement[]).map((field) => {
      const content = field.type === 'checkbox' || field.type === 'radio' ? field.checked : field.type === 'file' ? field.files?.[0]?.name : field.value
      return `${field.name}: ${content}`
    }),
  )

/**
 * Fields with content that differs from the text that React would write at its next render:
 * controlled ones, as React keeps their properties on the element.
 */
const unknown = (page: Page) =>
  page.locator(FIELDS).evaluateAll((fields) =>
    (fields as HTMLInputElement[]).flatMap((field) => {
      const key = Object.keys(field).find((key) => key.startsWith('__reactProps$'))
      const { value, checked } = (field as unknown as Record<string, { value?: string | number; checked?: boolean }>)[key ?? ''] ?? {}
      const isKnown = field.type === 'checkbox' || field.type === 'radio' ? checked === undefined || checked === field.checked : value === undefined || String(value) === field.value
      return key !== undefined && isKnown ? [] : [field.name]
    }),
  )

const focused = (page: Page) =>
  page.evaluate(() => {
    const { name, selectionStart } = document.activeElement as HTMLInputElement
    return { name, selectionStart }
  })

const insertElements = (page: Page) =>
  page.locator(FIELDS).evaluateAll((fields) => {
    for (const field of fields) field.after(document.createElement('div'))
  })
