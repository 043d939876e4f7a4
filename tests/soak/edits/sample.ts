// A copy of the sample site's content, and a model of what sitemaps and feeds must have of it, read
// from the files anew each time: there are few.

import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sources, root, sample } from '../../fixtures/stack.ts'
import { type Fields, parts, unquoted } from './front-matter.ts'
import { Journal } from './journal.ts'
import { KEY } from './recorder.ts'
import { LANGUAGES, type Language, type Published, type Site, lastChange, prefixOf } from './site.ts'

/** The collections with Markdown texts → the folder of their entries' pages; '': they have none. */
export const COLLECTIONS = {
  cases: '/enterprise/cases',
  companies: '/enterprise/invested',
  industries: '',
  letters: '',
  news: '/news',
  pages: '',
  people: '',
} as const
export type Collection = keyof typeof COLLECTIONS

/** Language → a text's fields. */
type Texts = Partial<Record<Language, Fields>>

/** Pages with a priority in `metadata.ts` about no entry with a page → their entry in `pages`. */
const LISTED = {
  '/': 'home',
  '/about': 'about',
  '/about/financial': 'financial',
  '/chat': 'chat',
  '/enterprise/cases': 'cases',
  '/enterprise/industry': 'industry',
  '/enterprise/invested': 'invested',
  '/message/bp': 'message-bp',
  '/message/work': 'message-work',
  '/news': 'news',
  '/privacy': 'privacy',
  '/terms': 'terms',
  '/total': 'total',
}

export class Sample implements Site {
  readonly sources: Sources
  /** As in its `site.yaml`. */
  readonly url = 'https://www.tidewater-capital.example'
  readonly offset = '+08:00'
  readonly feed = '/feeds/news.xml'
  readonly files: Journal

  constructor(folder: string) {
    const [content, locales] = [join(folder, 'content'), join(folder, 'locales')]
    cpSync(sample.content, content, { recursive: true })
    cpSync(sample.locales, locales, { recursive: true })
    // A build reads the frontend and writes nothing there.
    this.sources = { ...sample, content, locales }
    this.files = new Journal(content)
    this.files.write(`static/${KEY}.txt`, KEY)
    this.files.end()
    this.checkRoutes()
  }

  /** The pages above are those that have a priority. */
  private checkRoutes() {
    const file = join(root, 'frontend/site/metadata.ts')
    const priorities = readFileSync(file, 'utf8').match(/\bpage\(\d+\)|\bpriority: \d+,\n/g) ?? []
    const known = Object.keys(LISTED).length + Object.values(COLLECTIONS).filter(Boolean).length
    if (priorities.length !== known)
      throw new Error(`\`${file}\` lists ${priorities.length} routes, and this soak knows ${known}`)
  }

  /** The entries of a collection. A folder with pictures alone is none. */
  slugs(collection: Collection): string[] {
    return this.files.names(collection).filter((name) => this.languages(`${collection}/${name}`).length > 0)
  }

  /** The languages in which an entry has a text. */
  languages(entry: string): Language[] {
    return LANGUAGES.filter((language) => this.files.names(entry).includes(`${language}.md`))
  }

  /** An entry's texts, such as those in `news/handeye-94`. */
  texts(entry: string): Texts {
    return Object.fromEntries(
      this.languages(entry).map((language) => [language, parts(this.files.text(`${entry}/${language}.md`)).fields]),
    )
  }

  published(language: Language): Published[] {
    return this.entries('news', language)
  }

  sitemapDays(): Map<string, string> {
    const days = new Map<string, string>()
    for (const language of LANGUAGES) {
      for (const [path, slug] of Object.entries(LISTED)) {
        const updated = this.texts(`pages/${slug}`)[language]?.['updatedAt'] ?? ''
        if (!this.isHidden(path, language)) days.set(`${prefixOf(language)}${path}`.replace(/(.)\/$/, '$1'), updated)
      }
      for (const collection of ['cases', 'companies'] as const)
        for (const { path } of this.entries(collection, language)) days.set(path, '')
      for (const entry of this.published(language)) days.set(entry.path, lastChange(entry))
    }
    return days
  }

  /** The other pages of the list of news, which have no settings of their own. */
  isList(path: string): boolean {
    return /^(\/en)?\/news\/page\/\d+$/.test(path)
  }

  /** The entries that guests read in their own words. */
  private entries(collection: Collection, language: Language): Published[] {
    return this.slugs(collection).flatMap((slug) => {
      const texts = this.texts(`${collection}/${slug}`)
      const fields = texts[language]
      if (fields === undefined || fields['draft'] === 'true' || isHeld(collection, texts)) return []
      const { title, name = title, summary, date = '', updatedAt: updated } = fields
      const path = `${prefixOf(language)}${COLLECTIONS[collection]}/${slug}`
      return [{ path, title: unquoted(name), summary: unquoted(summary), date, updated }]
    })
  }

  /** `system-config.yaml` keeps the page out of search engines. */
  private isHidden(path: string, language: Language): boolean {
    const rows = this.files.text('system-config.yaml').split(/^- path: /m)
    const row = rows.find((text) => text.startsWith(`${path}\n`)) ?? ''
    const [chinese = '', english = ''] = row.split(/^ {4}en:$/m)
    return (language === 'en' ? english : chinese).includes('noindex: true')
  }
}

/**
 * Guests see no text of the entry: it is for members, or has a draft. A draft of a translation that
 * may come later holds back that text alone, where the collection does not require all languages.
 */
const isHeld = (collection: Collection, texts: Texts) =>
  Object.values(texts).some(
    ({ access, draft, translation }) =>
      access === 'guarded' || (draft === 'true' && !(collection === 'news' && translation === 'later')),
  )
