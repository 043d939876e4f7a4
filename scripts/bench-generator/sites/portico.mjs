// Portico itself: the bench site, or the sample site with the corpus as its news. A gateway runs
// beside it, since the generator asks its origin for settings; it serves the build.

import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { benchSite, linkTree, root } from './places.mjs'

/** The default language has no prefix. */
const PREFIX = { 'zh-CN': '', en: 'en' }
const COLLECTION = { bench: 'articles', sample: 'news' }

export class Portico {
  name = 'portico'
  label = 'Portico (HTML and payloads)'
  isSlow = false
  /** Bytes, from runs with 10,000 articles. */
  perArticle = { files: 80_000, memory: 20_000 }
  fixed = { files: 20e6, memory: 500e6 }
  /** The origin that the generator asks. */
  url = 'embedded'

  constructor(kind) {
    this.kind = kind
    this.collection = COLLECTION[kind]
  }

  /** The binaries are built by scripts/bench. */
  install() {
    if (this.kind === 'bench') execFileSync(process.execPath, [join(benchSite, 'build.mjs')], { stdio: 'inherit' })
  }

  prepare(folder, corpus) {
    this.folder = folder
    this.content = join(folder, 'content')
    mkdirSync(folder)
    if (this.kind === 'bench') this.prepareBench()
    else this.prepareSample()
    const articles = join(this.content, this.collection)
    rmSync(articles, { recursive: true })
    linkTree(corpus.folder, articles)
    cpSync(join(this.sources, 'content', this.collection, '_schema.json'), join(articles, '_schema.json'))
  }

  prepareBench() {
    this.sources = join(root, 'var/bench-site')
    this.frontend = join(this.sources, 'frontend')
    cpSync(join(this.sources, 'content'), this.content, { recursive: true })
  }

  /** Without cards.json: no peer draws a sharing image for each article. */
  prepareSample() {
    this.sources = root
    this.frontend = join(this.folder, 'frontend')
    mkdirSync(this.frontend)
    for (const name of ['dist', 'media', 'templates', 'node_modules', 'fonts.json', 'package-lock.json']) {
      symlinkSync(join(root, 'frontend', name), join(this.frontend, name))
    }
    cpSync(join(root, 'content'), this.content, { recursive: true })
  }

  /** No build yet, and a gateway that has seen none. */
  async clean() {
    this.empty()
    this.url = await this.startGateway()
  }

  /** No build yet, and no gateway. */
  empty() {
    this.stop()
    for (const name of ['builds', 'var']) {
      rmSync(join(this.folder, name), { recursive: true, force: true })
      mkdirSync(join(this.folder, name))
    }
  }

  async startGateway() {
    const argv = [
      'serve',
      '--listen',
      '127.0.0.1:0',
      '--builds',
      join(this.folder, 'builds'),
      '--var',
      join(this.folder, 'var'),
      '--origin',
      'embedded',
    ]
    this.gateway = spawn(binary('gateway'), argv, { stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const chunk of this.gateway.stdout.iterator({ destroyOnReturn: false })) {
      const match = String(chunk).match(/Listening at (\S+)/)
      if (match) return match[1]
    }
    throw new Error('the gateway did not start')
  }

  command() {
    return { argv: [binary('generator'), 'build', ...this.options(), '--sidecars', 'never', '--report', this.reportFile()] }
  }

  /** Options that `build` and `watch` have in common. */
  options() {
    const locales = join(this.sources, 'locales')
    const folders = ['--content', this.content, '--locales', locales, '--frontend', this.frontend]
    return [...folders, '--builds', join(this.folder, 'builds'), '--var', join(this.folder, 'var'), '--origin', this.url]
  }

  reportFile() {
    return join(this.folder, 'report.json')
  }

  /** The report of the last build. */
  report() {
    return JSON.parse(readFileSync(this.reportFile(), 'utf8'))
  }

  /** Where the files of the last build are; after a clean build all of them. */
  outputFolder() {
    return join(this.folder, 'builds', this.report().build)
  }

  articleFile(slug, locale) {
    return join(this.outputFolder(), PREFIX[locale], this.collection, slug, 'index.html')
  }

  stop() {
    this.gateway?.kill()
  }
}

/** One of the programs that scripts/bench has built. */
export function binary(name) {
  return join(process.env.PORTICO_BINARIES, name)
}
