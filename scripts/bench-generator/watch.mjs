// `generator watch`: from a file's save to the new page answered by the gateway; the cost of an
// added and of a removed article.

import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, table } from '../bench-shared/figures.mjs'
import { LOCALES } from './corpus.mjs'
import { watchMemory } from './measure.mjs'
import { binary } from './sites/portico.mjs'

const EDITS = 20
/** Interval between requests of the page: the resolution of the figures. */
const POLL_MS = 1
/** Between two edits, so that each finds an idle generator. */
const REST_MS = 300
const PATIENCE_MS = 120_000
const ADDED = 'bench-added'

/** Needs a site that is built and served. Returns a table. */
export async function measureWatch(site, corpus) {
  const generator = new Watching(site)
  try {
    await generator.build()
    const edits = []
    for (let n = 0; n < EDITS; n++)
      edits.push(await generator.edit(corpus.slugs[Math.floor((corpus.slugs.length * (n + 0.5)) / EDITS)], n))
    const added = await generator.add(corpus)
    const removed = await generator.remove()
    const memory = generator.memory()
    const row = (name, times, { rendered, seconds }) => [name, ms(median(times)), ms(Math.max(...times)), rendered, seconds]
    const rows = [
      row(
        `text of an article edited, ${EDITS} times`,
        edits.map(({ time }) => time),
        edits.at(-1),
      ),
      row('article added, the newest', [added.time], added),
      row('article removed', [removed.time], removed),
    ]
    const head = ['under `watch`', 'save to answer, ms (median)', 'at most', 'pages rendered', 'the build itself, s']
    return `${table(head, rows)}\nThe generator and its workers hold ${Math.round(memory / 1e6)} MB meanwhile.`
  } finally {
    generator.stop()
  }
}

const ms = (value) => value.toFixed(0)

/** `generator watch` on a site, and the requests meanwhile to the address `site.url`. */
export class Watching {
  agent = new Agent({ keepAlive: true })

  constructor(site) {
    this.site = site
    this.articles = join(site.content, site.collection)
    this.process = spawn(binary('generator'), ['watch', ...site.options()], { stdio: ['ignore', 'pipe', 'ignore'] })
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]()
    this.sampling = watchMemory(this.process.pid)
  }

  /** The result of the next build, as the generator prints it. */
  async build() {
    const verdict = await this.line(/^(published|unchanged).*\((\d+\.\d+) s\)/)
    const [, what, seconds] = verdict
    if (what === 'unchanged') return { rendered: 0, seconds }
    const [, rendered] = await this.line(/(\d+) of \d+ pages? rendered/)
    return { rendered: Number(rendered), seconds }
  }

  /** The generator's next line that matches `pattern`. */
  async line(pattern) {
    for (;;) {
      const { value, done } = await this.lines.next()
      if (done) throw new Error('`generator watch` ended by itself')
      const match = pattern.exec(value)
      if (match) return match
    }
  }

  async edit(slug, number) {
    const words = `Edited for the ${number}th time, ${slug}.`
    const file = join(this.articles, slug, 'en.md')
    return this.change(
      `/en/${this.site.collection}/${slug}`,
      () => appendFileSync(file, `\n${words}\n`),
      ({ body }) => body.includes(words),
    )
  }

  /**
   * The newest article, with the tags of another one: it is first in every list, and among the
   * related articles of many.
   */
  async add(corpus) {
    const texts = LOCALES.map((locale) => [locale, readFileSync(join(corpus.folder, corpus.slugs[0], `${locale}.md`), 'utf8')])
    const save = () => {
      mkdirSync(join(this.articles, ADDED))
      for (const [locale, text] of texts)
        writeFileSync(join(this.articles, ADDED, `${locale}.md`), text.replace(/^date: .*$/m, 'date: 2026-11-01'))
    }
    return this.change(`/en/${this.site.collection}/${ADDED}`, save, ({ status }) => status === 200)
  }

  async remove() {
    const save = () => rmSync(join(this.articles, ADDED), { recursive: true })
    return this.change(`/en/${this.site.collection}/${ADDED}`, save, ({ status }) => status === 404)
  }

  async change(path, save, isDone) {
    await sleep(REST_MS)
    const build = this.build()
    const start = performance.now()
    save()
    for (;;) {
      const answer = await this.page(path)
      const time = performance.now() - start
      if (isDone(answer)) return { time, ...(await build) }
      if (time > PATIENCE_MS) throw new Error(`\`${path}\` did not change within ${PATIENCE_MS / 1000} s`)
      await sleep(POLL_MS)
    }
  }

  page(path) {
    return new Promise((done, fail) => {
      const request = get(this.site.url + path, { agent: this.agent }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (chunk) => (body += chunk))
        response.on('end', () => done({ status: response.statusCode, body }))
      })
      request.on('error', fail)
    })
  }

  memory() {
    return this.sampling.stop()
  }

  stop() {
    this.sampling.stop()
    this.agent.destroy()
    this.process.kill()
  }
}
