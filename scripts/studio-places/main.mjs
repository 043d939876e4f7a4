// Counts the texts of the sample site's pages that the studio leads to their place in `content/`,
// and names the others.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alignTexts } from '../../frontend/studio/src/align.ts'
import { readPages } from './pages.mjs'
import { catalogTexts, contentTexts, localeNames } from './texts.mjs'

const ROOT = join(import.meta.dirname, '../..')
const { JSDOM } = createRequire(join(ROOT, 'frontend/package.json'))('jsdom')
const GENERATOR = join(process.env.PORTICO_BINARIES, 'generator')

/** The least share of texts from content that lead to their place. */
const LEAST = 0.99

const folder = mkdtempSync(join(tmpdir(), 'portico-places-'))
const sources = ['content', 'locales', 'frontend'].flatMap((name) => [`--${name}`, join(ROOT, name)])
const output = ['--builds', join(folder, 'builds'), '--var', join(folder, 'var')]
const watch = spawn(GENERATOR, ['watch', ...sources, ...output], { stdio: ['ignore', 'pipe', 'pipe'] })
try {
  await printed(watch, /published/)
  process.exitCode = await count()
} finally {
  watch.kill()
  await new Promise((done) => watch.on('close', done))
  rmSync(folder, { recursive: true, force: true })
}

/** Prints the shares; 1 if one is too small. */
async function count() {
  const locales = join(ROOT, 'locales')
  const written = contentTexts(join(ROOT, 'content'))
  const words = new Set([...catalogTexts(locales), ...localeNames(locales)])
  const total = { placed: 0, lost: 0, words: 0 }
  const lost = new Map()
  for (const path of readPages(join(folder, 'builds'))) {
    const page = await call(`/api/studio/sets/live/page?path=${encodeURIComponent(path)}`)
    for (const { text, isPlaced } of textsOf(page)) {
      if (isPlaced) total.placed += 1
      else if (written.has(text) && !words.has(text)) {
        total.lost += 1
        lost.set(text, [...(lost.get(text) ?? []), path])
      } else total.words += 1
    }
  }
  const share = total.placed / (total.placed + total.lost)
  console.log(`texts that lead to their place: ${total.placed}`)
  console.log(`texts that are in content, too, and lead nowhere: ${total.lost}`)
  console.log(`words of the site (catalogs, code): ${total.words}`)
  console.log(`share: ${(100 * share).toFixed(2)} %`)
  for (const [text, paths] of lost) console.log(`  ${JSON.stringify(text)} on ${paths.length} pages, ${paths[0]} among them`)
  return share >= LEAST ? 0 : 1
}

/** The texts that a reader sees on a page, and whether each has a place. */
function textsOf(page) {
  const real = new JSDOM(page.html).window.document.getElementById('root')
  const marked = new JSDOM(`<div id="root">${page.marked}</div>`).window.document.getElementById('root')
  const found = alignTexts(real, marked, page.places)
  const texts = [...found].map(([node, segments]) => ({
    text: node.nodeValue.trim().replaceAll(/\s+/g, ' '),
    isPlaced: segments.some(({ place }) => place !== null),
  }))
  return texts.filter(({ text }) => text !== '')
}

/** The data of an answer of the studio. */
function call(path) {
  const headers = { 'x-studio-user': 'places@example.com', 'x-studio-roles': 'editor' }
  return new Promise((done, failed) => {
    const sent = request({ socketPath: join(folder, 'var/studio.sock'), path, headers }, async (answer) => {
      const body = JSON.parse(Buffer.concat(await answer.toArray()).toString())
      if (body.code === 200) done(body.data)
      else failed(new Error(`${path}: ${body.msg}`))
    })
    sent.on('error', failed).end()
  })
}

/** Waits until a process has printed a line. */
function printed(child, pattern) {
  let text = ''
  return new Promise((done, failed) => {
    const look = (chunk) => {
      text += chunk
      if (pattern.test(text)) done()
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.on('close', () => failed(new Error(text)))
  })
}
