// The random edits of the bench site. Each answers its description; undefined: the site has no
// place for it now.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Texts } from './bench.ts'
import type { Chance } from './chance.ts'
import { Editor, type SEVERAL } from './editor.ts'
import { type Fields, parts, withFields } from './front-matter.ts'
import { LANGUAGES } from './site.ts'

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
type Kind = Exclude<keyof typeof WEIGHTS, typeof SEVERAL>

/** An article's texts as they were before an edit. */
type Earlier = { slug: string; texts: Texts }

export class BenchEditor extends Editor<Kind> {
  protected readonly weights = WEIGHTS
  /** Titles have the name of the site: `chrome` is none of them. */
  readonly silent: readonly Kind[] = ['navigation', 'nothing']
  private readonly site: Bench
  private earlier: Earlier[] = []

  constructor(site: Bench, chance: Chance) {
    super(chance)
    this.site = site
  }

  protected make(kind: Kind): string | undefined {
    return this[kind]()
  }

  /** An article; often one of the newest, which lists and feeds show. */
  private slug(): string {
    const slugs = [...this.site.articles]
    const date = ([, texts]: (typeof slugs)[number]) => (texts['zh-CN'] ?? texts.en)?.['date'] ?? ''
    const newest =
      this.chance.below(3) === 0 ? slugs.toSorted((one, other) => (date(one) < date(other) ? 1 : -1)).slice(0, 25) : slugs
    return this.chance.pick(newest)[0]
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
    const words = this.chance.words()
    return this.change('text', (text) => `${text}\nOne more sentence, ${words}.\n`, [this.chance.pick(LANGUAGES)])
  }

  private title() {
    return this.fields(
      'title',
      { title: JSON.stringify(`Title, ${this.chance.words()}`) },
      this.chance.below(2) === 0 ? LANGUAGES : [this.chance.pick(LANGUAGES)],
    )
  }

  private summary() {
    return this.fields('summary', { summary: JSON.stringify(`Summary, ${this.chance.words()}.`) }, [this.chance.pick(LANGUAGES)])
  }

  private tags() {
    return this.fields('tags', { tags: this.tagsOf(this.slug()) })
  }

  private tagsOf(slug: string): string {
    const texts = this.site.articles.get(slug)
    return (texts?.['zh-CN'] ?? texts?.en)?.['tags'] ?? '[]'
  }

  private date() {
    return this.fields('date', { date: this.chance.day() })
  }

  /** As an editor who notes that the text changed. */
  private updated() {
    const [day, words] = [this.chance.day(), this.chance.words()]
    return this.change(
      `day of change ${day} and text`,
      (text) => `${withFields(text, { updated: day })}\nCorrected, ${words}.\n`,
      [this.chance.pick(LANGUAGES)],
    )
  }

  private add() {
    const from = this.slug()
    const slug = `added-${this.chance.number()}`
    const day = this.chance.day()
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
    const found = this.earlier.splice(this.chance.below(this.earlier.length), 1)[0]
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
    const next = `renamed-${this.chance.number()}`
    this.site.rename(slug, next)
    return `${slug} renamed to ${next}`
  }

  private 'rename with alias'() {
    const slug = this.slug()
    const next = `renamed-${this.chance.number()}`
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
    if (drafts.length < 4 || this.chance.below(2) === 0) {
      const isWhole = this.chance.below(3) > 0
      // The mark of a translation alone needs the other one.
      return isWhole
        ? this.fields('draft', { draft: 'true' })
        : this.fields('draft', { draft: 'true', translation: 'later' }, ['en'])
    }
    const slug = this.chance.pick(drafts)[0]
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
    const colour = `#${(0x100000 + this.chance.below(0xe00000)).toString(16)}`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/stroke="#\w+"/, `stroke="${colour}"`))
    return `picture of ${slug} in ${colour}`
  }

  /** A text of the home page or of the list. */
  private page() {
    const name = `pages/${this.chance.pick(['home', 'articles'])}/${this.chance.pick(LANGUAGES)}.md`
    const fields = { [this.chance.pick(['title', 'summary'])]: JSON.stringify(`Page, ${this.chance.words()}`) }
    const file = join(this.site.content, name)
    writeFileSync(file, withFields(readFileSync(file, 'utf8'), fields))
    return `${name} ${JSON.stringify(fields)}`
  }

  /** The name of the site, which every page's header and footer have. */
  private chrome() {
    const file = join(this.site.content, 'site.yaml')
    const name = `Bench site ${this.chance.number()}`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/en: Bench site[^}]*\}/, `en: ${name} }`))
    return `the site is called ${name} in English`
  }

  /** A label of the navigation, which is in another app then. */
  private navigation() {
    const file = join(this.site.sources.locales, 'en/site.po')
    const label = `Articles ${this.chance.number()}`
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
