// The bench site's content in a folder of its own, and a model of it: the fields between the `---`
// lines of each article. The expectations about sitemaps and feeds come from this model.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sources, root } from '../../fixtures/stack.ts'
import { type Fields, parts, unquoted } from './front-matter.ts'
import { KEY } from './recorder.ts'
import { LANGUAGES, type Language, type Published, type Site, lastChange, prefixOf } from './site.ts'

/** The folder that `scripts/bench-site/build.mjs` makes. */
const BENCH = join(root, 'var/bench-site')
/** The end of a route's metadata. */
const LISTED = /description: '(page|entry)\.summary'/g

/** Language → the bytes of its text. */
export type Texts = Partial<Record<Language, string>>

export class Bench implements Site {
  /** As in its `site.yaml`. */
  readonly url = 'https://bench.example'
  readonly offset = 'Z'
  readonly feed = '/feeds/articles.xml'
  readonly sources: Sources
  readonly content: string
  /** Slug → language → fields. */
  readonly articles = new Map<string, Partial<Record<Language, Fields>>>()

  constructor(folder: string, articles: number) {
    execFileSync(process.execPath, [join(root, 'scripts/bench-site/build.mjs')], { stdio: 'inherit' })
    cpSync(BENCH, join(folder, 'site'), { recursive: true, verbatimSymlinks: true })
    const [content, locales, frontend] = ['content', 'locales', 'frontend'].map((name) => join(folder, 'site', name)) as [
      string,
      string,
      string,
    ]
    this.sources = { content, locales, frontend }
    this.content = content
    this.listRoutes()
    mkdirSync(join(this.content, 'static'))
    writeFileSync(join(this.content, `static/${KEY}.txt`), KEY)
    this.markFeed()
    const corpus = ['--out', join(this.content, 'articles'), '--articles', String(articles)]
    execFileSync(process.execPath, [join(root, 'scripts/make-corpus.mjs'), ...corpus], { stdio: 'ignore' })
    for (const slug of readdirSync(join(this.content, 'articles'))) if (!slug.startsWith('_')) this.learn(slug)
  }

  /** The site's routes get a priority: without one, sitemaps leave them out. */
  private listRoutes() {
    const file = join(this.sources.frontend, 'site/routes.ts')
    const table = readFileSync(file, 'utf8')
    if (table.match(LISTED)?.length !== 3) throw new Error(`\`${file}\` has other routes than this soak knows`)
    writeFileSync(
      file,
      table.replaceAll(LISTED, (found) => `${found}, priority: 5`),
    )
    this.buildFrontend()
  }

  /** Builds the app from its sources and texts. */
  buildFrontend() {
    execFileSync('node_modules/.bin/node', ['node_modules/@portico/app/build/build.mjs'], {
      cwd: this.sources.frontend,
      stdio: 'pipe',
    })
  }

  /** The articles have a feed, and a field for the day of their last change. */
  private markFeed() {
    const file = join(this.content, 'articles/_schema.json')
    const schema = JSON.parse(readFileSync(file, 'utf8')) as { 'x-collection': object; properties: Record<string, object> }
    Object.assign(schema['x-collection'], { feed: 'full', updatedField: 'updated' })
    schema.properties['updated'] = {
      type: 'string',
      minLength: 1,
      description: 'Day of the last change.',
      format: 'date',
      'x-format': 'date',
    }
    writeFileSync(file, JSON.stringify(schema))
  }

  folder(slug: string): string {
    return join(this.content, 'articles', slug)
  }

  /** The article's texts, byte for byte. */
  texts(slug: string): Texts {
    const there = LANGUAGES.filter((language) => existsSync(join(this.folder(slug), `${language}.md`)))
    return Object.fromEntries(
      there.map((language) => [language, readFileSync(join(this.folder(slug), `${language}.md`), 'utf8')]),
    )
  }

  /** Writes these texts, and removes those of other languages; without any the article is gone. */
  write(slug: string, texts: Texts) {
    if (Object.keys(texts).length === 0) rmSync(this.folder(slug), { recursive: true, force: true })
    else mkdirSync(this.folder(slug), { recursive: true })
    for (const language of LANGUAGES) {
      const file = join(this.folder(slug), `${language}.md`)
      const text = texts[language]
      if (text === undefined) rmSync(file, { force: true })
      else writeFileSync(file, text)
    }
    this.learn(slug)
  }

  rename(slug: string, next: string) {
    renameSync(this.folder(slug), this.folder(next))
    this.learn(slug)
    this.learn(next)
  }

  private learn(slug: string) {
    const texts = Object.entries(this.texts(slug)) as [Language, string][]
    if (texts.length === 0) this.articles.delete(slug)
    else this.articles.set(slug, Object.fromEntries(texts.map(([language, text]) => [language, parts(text).fields])))
  }

  /** The articles that have a text of their own in the language, which is no draft. */
  published(language: Language): Published[] {
    return [...this.articles].flatMap(([slug, texts]) => {
      const fields = texts[language]
      if (fields === undefined || fields['draft'] === 'true') return []
      const { title, summary, date = '', updated } = fields
      const path = `${prefixOf(language)}/articles/${slug}`
      return [{ path, title: unquoted(title), summary: unquoted(summary), date, updated }]
    })
  }

  sitemapDays(): Map<string, string> {
    const all = LANGUAGES.flatMap((language) => this.published(language))
    return new Map(all.map((article) => [article.path, lastChange(article)]))
  }

  /** A page that shows the text of another language is not listed. */
  isList(path: string): boolean {
    return !/\/articles\/(?!page\/)/.test(path)
  }
}
