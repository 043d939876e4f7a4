// The random edits. Each answers its description; undefined: the site has no place for it now.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Fields, LANGUAGES, type Site, type Texts, parts, withFields } from './site.ts'

/** How often a kind comes, of the sum of all. */
const WEIGHTS = {
  text: 8,
  title: 6,
  summary: 4,
  tags: 4,
  date: 6,
  updated: 4,
  add: 5,
  remove: 4,
  translation: 4,
  restore: 8,
  rename: 4,
  'rename with alias': 4,
  draft: 6,
  picture: 2,
  page: 3,
  chrome: 1,
  navigation: 1,
  nothing: 3,
  several: 6,
}
export type Kind = keyof typeof WEIGHTS
/** Kinds that change no page's own content. (Titles have the name of the site.) */
export const SILENT: Kind[] = ['navigation', 'nothing']

/** An article's texts as they were before an edit. */
type Earlier = { slug: string; texts: Texts }

export class Editor {
  private readonly site: Site
  private readonly fraction: () => number
  /** Makes words and names that are never the same twice. */
  private count = 0
  private earlier: Earlier[] = []

  constructor(site: Site, fraction: () => number) {
    this.site = site
    this.fraction = fraction
  }

  /** One random edit. */
  edit(): { kind: Kind; done: string } {
    for (;;) {
      const kind = this.kind()
      if (kind !== 'several') {
        const done = this[kind]()
        if (done !== undefined) return { kind, done }
        continue
      }
      const singles = Array.from({ length: 2 + this.below(2) }, () => this.edit())
      return { kind, done: singles.map(({ done }) => done).join('; ') }
    }
  }

  private kind(): Kind {
    const kinds = Object.entries(WEIGHTS) as [Kind, number][]
    let left = this.below(kinds.reduce((sum, [, weight]) => sum + weight, 0))
    for (const [kind, weight] of kinds) {
      if (left < weight) return kind
      left -= weight
    }
    return 'text'
  }

  private below(limit: number): number {
    return Math.floor(this.fraction() * limit)
  }

  private pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)]
    if (picked === undefined) throw new Error('picked from an empty list')
    return picked
  }

  private words(): string {
    return `edited ${(this.count += 1)} & <${this.below(1_000)}>`
  }

  /** Mostly a day among the others, often one of the newest. */
  private day(): string {
    const day = Date.UTC(2015, 0, 1) + this.below(3_900) * 86_400_000
    const newest = Date.UTC(2026, 5, 1) + this.below(120) * 86_400_000
    return new Date(this.below(2) === 0 ? day : newest).toISOString().slice(0, 10)
  }

  /** An article; often one of the newest, which lists and feeds show. */
  private slug(): string {
    const slugs = [...this.site.articles]
    const date = ([, texts]: (typeof slugs)[number]) => (texts['zh-CN'] ?? texts.en)?.['date'] ?? ''
    const newest = this.below(3) === 0 ? slugs.toSorted((one, other) => (date(one) < date(other) ? 1 : -1)).slice(0, 25) : slugs
    return this.pick(newest)[0]
  }

  /** Changes an article's texts, and remembers those that it had. */
  private change(label: string, change: (text: string) => string, languages: readonly string[] = LANGUAGES): string {
    const slug = this.slug()
    const texts = this.site.texts(slug)
    this.remember(slug, texts)
    const changed = Object.entries(texts).map(([language, text]) => [
      language,
      languages.includes(language) ? change(text) : text,
    ])
    this.site.write(slug, Object.fromEntries(changed))
    return `${label} of ${slug} (${languages.join(', ')})`
  }

  private remember(slug: string, texts: Texts) {
    this.earlier.push({ slug, texts })
    if (this.earlier.length > 100) this.earlier.shift()
  }

  private fields(label: string, fields: Fields, languages: readonly string[] = LANGUAGES): string {
    return this.change(`${label} ${JSON.stringify(fields)}`, (text) => withFields(text, fields), languages)
  }

  private text() {
    const words = this.words()
    return this.change('text', (text) => `${text}\nOne more sentence, ${words}.\n`, [this.pick(LANGUAGES)])
  }

  private title() {
    return this.fields(
      'title',
      { title: JSON.stringify(`Title, ${this.words()}`) },
      this.below(2) === 0 ? LANGUAGES : [this.pick(LANGUAGES)],
    )
  }

  private summary() {
    return this.fields('summary', { summary: JSON.stringify(`Summary, ${this.words()}.`) }, [this.pick(LANGUAGES)])
  }

  private tags() {
    return this.fields('tags', { tags: this.tagsOf(this.slug()) })
  }

  private tagsOf(slug: string): string {
    const texts = this.site.articles.get(slug)
    return (texts?.['zh-CN'] ?? texts?.en)?.['tags'] ?? '[]'
  }

  private date() {
    return this.fields('date', { date: this.day() })
  }

  /** As an editor who notes that the text changed. */
  private updated() {
    const [day, words] = [this.day(), this.words()]
    return this.change(
      `day of change ${day} and text`,
      (text) => `${withFields(text, { updated: day })}\nCorrected, ${words}.\n`,
      [this.pick(LANGUAGES)],
    )
  }

  private add() {
    const from = this.slug()
    const slug = `added-${(this.count += 1)}`
    const day = this.day()
    const copied = Object.entries(this.site.texts(from)).map(([language, text]) => [
      language,
      withFields(text, { date: day, aliases: '' }).replaceAll(/<p><img[^>]*><\/p>/g, ''),
    ])
    this.site.write(slug, Object.fromEntries(copied))
    this.remember(slug, {})
    return `${slug} added, from ${from}, ${day}`
  }

  private remove() {
    if (this.site.articles.size < 30) return undefined
    const slug = this.slug()
    // Files beside the texts would not come back when these are restored.
    if (readdirSync(this.site.folder(slug)).some((name) => !name.endsWith('.md'))) return undefined
    this.remember(slug, this.site.texts(slug))
    this.site.write(slug, {})
    return `${slug} removed`
  }

  private translation() {
    const slug = this.slug()
    const { 'zh-CN': chinese, en } = this.site.texts(slug)
    if (chinese === undefined || en === undefined) return undefined
    this.remember(slug, { 'zh-CN': chinese, en })
    this.site.write(slug, { 'zh-CN': chinese })
    return `English text of ${slug} removed`
  }

  /** Texts that were there before, byte for byte. */
  private restore() {
    const aliases = new Set(
      [...this.site.articles.values()].flatMap((texts) => Object.values(texts).map((fields) => fields['aliases'])),
    )
    const found = this.earlier.splice(this.below(this.earlier.length), 1)[0]
    if (found === undefined || aliases.has(`[/articles/${found.slug}]`)) return undefined
    const isThere = this.site.articles.has(found.slug)
    const isEmpty = Object.keys(found.texts).length === 0
    const pictured = Object.values(found.texts).some((text) => text.includes('figure.svg'))
    // A renamed article's old texts have no pictures, and may have an alias that is taken.
    if ((isEmpty && !isThere) || (!isThere && pictured)) return undefined
    const taken = Object.values(found.texts)
      .map((text) => parts(text).fields['aliases'])
      .filter((alias) => alias !== undefined)
    if (taken.some((alias) => aliases.has(alias) || this.site.articles.has(alias.slice('[/articles/'.length, -1))))
      return undefined
    this.site.write(found.slug, found.texts)
    return `${found.slug} restored with ${Object.keys(found.texts).length} texts`
  }

  private rename() {
    const slug = this.slug()
    const next = `renamed-${(this.count += 1)}`
    this.site.rename(slug, next)
    return `${slug} renamed to ${next}`
  }

  private 'rename with alias'() {
    const slug = this.slug()
    const next = `renamed-${(this.count += 1)}`
    this.site.rename(slug, next)
    const texts = Object.entries(this.site.texts(next)).map(([language, text]) => [
      language,
      withFields(text, { aliases: `[/articles/${slug}]` }),
    ])
    this.site.write(next, Object.fromEntries(texts))
    return `${slug} renamed to ${next}, with an alias`
  }

  /** Set, or taken away where it is. */
  private draft() {
    const drafts = [...this.site.articles].filter(([, texts]) =>
      Object.values(texts).some((fields) => fields['draft'] === 'true'),
    )
    if (drafts.length < 4 || this.below(2) === 0) {
      const isWhole = this.below(3) > 0
      // The mark of a translation alone needs the other one.
      return isWhole
        ? this.fields('draft', { draft: 'true' })
        : this.fields('draft', { draft: 'true', translation: 'later' }, ['en'])
    }
    const slug = this.pick(drafts)[0]
    const texts = Object.entries(this.site.texts(slug)).map(([language, text]) => [
      language,
      withFields(text, { draft: '', translation: '' }),
    ])
    this.site.write(slug, Object.fromEntries(texts))
    return `draft mark of ${slug} taken away`
  }

  /** Another picture beside an article. */
  private picture() {
    const slug = this.slug()
    if (!readdirSync(this.site.folder(slug)).includes('figure.svg')) return undefined
    const file = join(this.site.folder(slug), 'figure.svg')
    const colour = `#${(0x100000 + this.below(0xe00000)).toString(16)}`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/stroke="#\w+"/, `stroke="${colour}"`))
    return `picture of ${slug} in ${colour}`
  }

  /** A text of the home page or of the list. */
  private page() {
    const name = `pages/${this.pick(['home', 'articles'])}/${this.pick(LANGUAGES)}.md`
    const fields = { [this.pick(['title', 'summary'])]: JSON.stringify(`Page, ${this.words()}`) }
    const file = join(this.site.content, name)
    writeFileSync(file, withFields(readFileSync(file, 'utf8'), fields))
    return `${name} ${JSON.stringify(fields)}`
  }

  /** The name of the site, which every page's header and footer have. */
  private chrome() {
    const file = join(this.site.content, 'site.yaml')
    const name = `Bench site ${(this.count += 1)}`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/en: Bench site[^}]*\}/, `en: ${name} }`))
    return `the site is called ${name} in English`
  }

  /** A label of the navigation, which is in another app then. */
  private navigation() {
    const file = join(this.site.sources.locales, 'en/site.po')
    const label = `Articles ${(this.count += 1)}`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(msgid "Articles"\nmsgstr )".*"/, `$1"${label}"`))
    this.site.buildFrontend()
    return `the navigation has ${label} in English`
  }

  /** The same bytes again. */
  private nothing() {
    const slug = this.slug()
    this.site.write(slug, this.site.texts(slug))
    return `${slug} saved without a change`
  }
}
