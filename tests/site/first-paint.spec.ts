// The first paint waits for the document alone, and whatever comes later moves no part of it.
//
// Bytes are those that a visitor's line carries: documents as brotli makes them for sidecars.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Page } from 'playwright-core'
import type { Document } from '../kit/pages/documents.ts'
import { firstVisits } from '../pages/first-visits.ts'
import { inParallel } from '../kit/pages/parallel.ts'
import { lateFaces } from '../pages/shifts.ts'
import { useSitePages } from '../pages/site-pages.ts'
import { isStarted, styled } from '../pages/started.ts'

const KB = 1024
/** A document: the first flight of a connection carries 14 KB. */
const MEDIAN_DOCUMENT = 14 * KB
const DOCUMENT = 20 * KB
/** Fonts that are loaded before the largest paint. */
const FACES = 35 * KB
const FACE_FILES = 2
/** All that is loaded before the largest paint. */
const BYTES = 100 * KB
/** Cumulative layout shift, with every face later than everything else. */
const SHIFT = 0.02

/**
 * Where no other serif is there, DejaVu Serif replaces Newsreader, which breaks a line of this
 * page earlier on a phone. No phone has it.
 */
const WITH_DEJAVU: Record<string, number> = { '/en/message/bp at 390': 0.04 }

/** The Latin face with all its characters and weights: 59 KB after the first one's 30. */
const WHOLE = 'Newsreader'

/** A document, and all that is loaded before it is painted. */
type Start = { document: Document; bytes: number; faces: string[]; style: string; blocking: string[] }

describe('the first paint', () => {
  const site = useSitePages()
  let starts: Start[]
  before(() => {
    starts = site.documents.map((document) => startOf(document))
  })

  test('waits for no style sheet and no script', () => {
    for (const { document, style, blocking } of starts) {
      assert.notEqual(style, '', document.path)
      assert.deepEqual(blocking, [], document.path)
    }
  })

  test('of every page is within the budgets for documents, fonts and all together', () => {
    const sizes = starts.map(({ bytes }) => bytes).toSorted((a, b) => a - b)
    const median = sizes[Math.floor(sizes.length / 2)] ?? 0
    assert.ok(median <= MEDIAN_DOCUMENT, `documents have ${median} bytes in the median`)
    for (const { document, bytes, faces } of starts) {
      const loaded = faces.map((face) => statSync(join(site.stack.builds, face)).size).reduce((sum, size) => sum + size, 0)
      assert.ok(bytes <= DOCUMENT, `${document.path}: ${bytes} bytes`)
      assert.ok(faces.length <= FACE_FILES, `${document.path}: ${faces.join()}`)
      assert.ok(loaded <= FACES, `${document.path}: ${loaded} bytes of fonts`)
      assert.ok(bytes + loaded <= BYTES, `${document.path}: ${bytes + loaded} bytes`)
    }
  })

  test('has fonts on every public page, and on no page for members', () => {
    for (const { document, faces } of starts) {
      if (document.access === 'guarded') assert.deepEqual(faces, [], document.path)
      else assert.notDeepEqual(faces, [], document.path)
    }
  })

  test('is styled by the rules that its policy names alone', async () => {
    for (const { document, style } of starts.filter(({ document }) => document.access === 'public')) {
      const answer = await fetch(site.stack.url + document.path, { headers: { 'accept-language': document.locale } })
      const hash = createHash('sha256').update(style).digest('base64')
      const directive = (answer.headers.get('content-security-policy') ?? '').split('; ').find((text) => text.startsWith('style-src '))
      assert.equal(directive, `style-src 'self' 'sha256-${hash}'`, document.path)
    }
  })

  test('is followed by no script until the visitor does something, and in English by no whole face', async () => {
    const documents = site.templates.flatMap(({ documents }) => documents).filter(isIndexable)
    const started: string[] = []
    const whole: string[] = []
    const visits = firstVisits(site.browser)
    await inParallel(documents, ({ path, locale }) =>
      visits.on({ locale }, async (page) => {
        await page.goto(site.stack.url + path)
        await styled(page)
        if (await isStarted(page)) started.push(path)
        if (locale === 'en' && (await asksFor(page, WHOLE))) whole.push(path)
      }),
    )
    assert.deepEqual(started, [])
    assert.deepEqual(whole, [], 'texts with characters that `fonts.json` does not name in the first Latin face')
  })

  for (const width of [390, 1440]) {
    test(`keeps its place when styles, app and faces come, at ${width} px`, async () => {
      const documents = site.templates.flatMap(({ documents }) => documents).filter(isIndexable)
      const faces = lateFaces(site.browser)
      const lanes = [0, 1].map(async (lane) => {
        for (const { path, locale } of documents.filter((_, index) => index % 2 === lane)) {
          const shifts = await faces.shiftsOf(site.stack.url + path, { locale, width })
          assert.ok(shifts.reduce((sum, { value }) => sum + value, 0) <= (WITH_DEJAVU[`${path} at ${width}`] ?? SHIFT), `${path}: ${JSON.stringify(shifts)}`)
        }
      })
      await Promise.all(lanes)
    })
  }
})

/** Whether the page needs the upright face of this family, once it is laid out. */
const asksFor = (page: Page, family: string) =>
  page.evaluate(async (name) => {
    await document.fonts.ready
    return [...document.fonts].some((face) => face.family.replaceAll('"', '') === name && face.style === 'normal' && face.status !== 'unloaded')
  }, family)

/** Whether search engines may list it; a page inside Feishu changes with Feishu's answers. */
function isIndexable({ access, file }: Document): boolean {
  return access === 'public' && !readFileSync(file, 'utf8').includes('<meta name="robots" content="noindex">')
}

function startOf(document: Document): Start {
  const bytes = readFileSync(document.file)
  const html = bytes.toString('utf8')
  const head = html.slice(0, html.indexOf('</head>')).replace(/<noscript>.*?<\/noscript>/s, '')
  return {
    document,
    bytes: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }).length,
    faces: [...head.matchAll(/<link rel="preload" as="font"[^>]* href="([^"]+)"/g)].map(([, href]) => href ?? ''),
    style: /<style>(.*?)<\/style>/s.exec(head)?.[1] ?? '',
    blocking: [...html.matchAll(/<link rel="stylesheet"[^>]*>|<script[^>]* src=[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/<noscript>[^]*<\/noscript>/.exec(html)?.[0].includes(tag)),
  }
}
