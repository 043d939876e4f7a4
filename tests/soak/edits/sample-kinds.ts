// The random edits of the sample site. Each answers its description; undefined: the site has no
// place for it now. The generator refuses some of them, such as the removal of an entry to which
// another refers: those are taken back.

import { photograph } from '../../fixtures/photograph.ts'
import type { Chance } from './chance.ts'
import { Editor, type Edit, type SEVERAL } from './editor.ts'
import { type Fields, parts, withFields } from './front-matter.ts'
import type { Bytes } from './journal.ts'
import { COLLECTIONS, type Collection, type Sample } from './sample.ts'

/** How often a kind comes, of the sum of all. */
const WEIGHTS = {
  text: 8,
  title: 6,
  summary: 5,
  field: 5,
  date: 5,
  updated: 4,
  reference: 3,
  link: 3,
  figures: 4,
  totals: 2,
  form: 2,
  add: 5,
  remove: 4,
  translation: 4,
  restore: 8,
  rename: 3,
  'rename with alias': 4,
  draft: 6,
  guard: 4,
  picture: 5,
  page: 4,
  'old address': 2,
  name: 1,
  notice: 1,
  'tide lines': 1,
  'file at the root': 1,
  'search settings': 5,
  nothing: 3,
  several: 7,
}
type Kind = Exclude<keyof typeof WEIGHTS, typeof SEVERAL>

const NAMES = Object.keys(COLLECTIONS) as Collection[]
/** Collections of which entries come, leave and move; those of `pages` are named by routes. */
const MOVING = NAMES.filter((name) => name !== 'pages')
/** Kinds that may break a reference or a link, lack a text, or take an address that is taken. */
const REFUSABLE: readonly (keyof typeof WEIGHTS)[] = [
  'reference',
  'link',
  'remove',
  'translation',
  'restore',
  'rename',
  'rename with alias',
  'draft',
  'guard',
  'old address',
  'several',
]
const DRAFT = { draft: 'true' }

export class SampleEditor extends Editor<Kind> {
  protected readonly weights = WEIGHTS
  /** The name of the site is in titles; its notice, which every page has, is content of none. */
  readonly silent: readonly Kind[] = ['notice', 'file at the root', 'nothing']
  override readonly refusable = REFUSABLE
  private readonly site: Sample
  /** The bytes that edits replaced, the oldest first. */
  private readonly earlier: Bytes[] = []

  constructor(site: Sample, chance: Chance) {
    super(chance)
    this.site = site
  }

  override edit(): Edit {
    const before = this.site.files.end()
    if (before.size > 0) this.earlier.push(before)
    if (this.earlier.length > 100) this.earlier.shift()
    return super.edit()
  }

  override takeBack() {
    this.site.files.takeBack()
  }

  protected make(kind: Kind): string | undefined {
    return this[kind]()
  }

  /** An entry, as `news/handeye-94`. News come as often as all others. */
  private entry(collections: readonly Collection[] = NAMES): string {
    const collection = this.chance.below(2) === 0 && collections.includes('news') ? 'news' : this.chance.pick(collections)
    return `${collection}/${this.chance.pick(this.site.slugs(collection))}`
  }

  private news(): string {
    return this.entry(['news'])
  }

  /** A text, as `news/handeye-94/en.md`. */
  private file(entry: string): string {
    return `${entry}/${this.chance.pick(this.site.languages(entry))}.md`
  }

  private change(path: string, change: (text: string) => string) {
    this.site.files.write(path, change(this.site.files.text(path)))
  }

  /** Writes the same values into every text of the entry. */
  private shared(entry: string, fields: Fields): string {
    for (const language of this.site.languages(entry)) this.change(`${entry}/${language}.md`, (text) => withFields(text, fields))
    return `${entry} ${JSON.stringify(fields)}`
  }

  /** Writes a new text into a field of one language. */
  private own(path: string, field: string): string | undefined {
    const text = this.site.files.text(path)
    const value = parts(text).fields[field]
    // A field without a text on its line is a list, or is not there.
    if (value === undefined || value === '' || /^[[{|>]/.test(value)) return undefined
    const words = JSON.stringify(`${field}, ${this.chance.words()}`)
    this.site.files.write(path, withFields(text, { [field]: words }))
    return `${path} ${field}: ${words}`
  }

  private text() {
    const path = this.file(this.entry())
    const words = this.chance.words()
    this.change(path, (text) => `${text}\nOne more sentence, ${words}.\n`)
    return `${path} ends with ${words}`
  }

  private title() {
    const path = this.file(this.entry())
    return this.own(path, 'title') ?? this.own(path, 'name')
  }

  private summary() {
    return this.own(this.file(this.entry()), 'summary')
  }

  /** A field that is in some collections only. */
  private field() {
    const fields = ['city', 'problem', 'approach', 'result', 'role', 'quarter', 'place', 'signed', 'author', 'kicker', 'lead']
    const path = this.file(this.entry())
    const there = Object.keys(parts(this.site.files.text(path)).fields).filter((name) => fields.includes(name))
    return there.length === 0 ? undefined : this.own(path, this.chance.pick(there))
  }

  /** A day, often as the newest of its list. */
  private date() {
    const entry = this.entry(['news', 'news', 'cases', 'letters'])
    return this.shared(entry, { date: this.chance.day() })
  }

  /** As an editor who notes that the text changed, or that it did not. */
  private updated() {
    const path = this.file(this.entry(['news', 'pages']))
    const day = this.chance.below(4) === 0 ? '' : this.chance.day()
    this.change(path, (text) => `${withFields(text, { updatedAt: day })}\nCorrected, ${this.chance.words()}.\n`)
    return `${path} updatedAt: ${day}`
  }

  /** Another entry in a reference, sometimes one that is not there. */
  private reference() {
    const [field, from, to] = this.chance.pick([
      ['company', 'news', 'companies'],
      ['company', 'cases', 'companies'],
      ['industry', 'companies', 'industries'],
      ['partner', 'companies', 'people'],
    ] as const)
    const slug = this.chance.below(6) === 0 ? `absent-${this.chance.number()}` : this.chance.pick(this.site.slugs(to))
    return this.shared(this.entry([from]), { [field]: slug })
  }

  /** A sentence with a link to an article, a case or a company, sometimes to none. */
  private link() {
    const [collection, slug] = this.entry(['news', 'cases', 'companies']).split('/') as [Collection, string]
    const target = `${COLLECTIONS[collection]}/${slug}${this.chance.below(6) === 0 ? '-absent' : ''}`
    const path = this.file(this.entry())
    this.change(path, (text) => `${text}\nSee [more](${target}), ${this.chance.words()}.\n`)
    return `${path} links to ${target}`
  }

  private figures() {
    const path = `financials/${this.chance.pick(this.site.files.names('financials').filter((name) => /^\d/.test(name)))}`
    const field = this.chance.pick(['revenue', 'assets', 'carry', 'distributed'])
    const value = (this.chance.below(5_000) / 10).toFixed(1)
    this.change(path, (text) => text.replace(new RegExp(`^${field}: .*$`, 'm'), `${field}: ${value}`))
    return `${path} ${field}: ${value}`
  }

  private totals() {
    const [year, value] = [2011 + this.chance.below(15), this.chance.below(1_500)]
    const field = this.chance.pick(['invested', 'followOn'])
    this.change('totals/total.yaml', (text) => text.replace(new RegExp(`(year: ${year}, .*\\b${field}: )\\d+`), `$1${value}`))
    return `totals of ${year}: ${field} ${value}`
  }

  private form() {
    const path = `forms/${this.chance.pick(['bp', 'work'])}.yaml`
    const words = this.chance.words()
    const labels = [...this.site.files.text(path).matchAll(/^ {4}label: \{ zh-CN: .*?, en: (.*) \}$/gm)]
    const label = this.chance.pick(labels)[0]
    this.change(path, (text) => text.replace(label, label.replace(/, en: .*/, `, en: ${JSON.stringify(words)} }`)))
    return `${path} ${label.trim()} is called ${words}`
  }

  /** A copy with another day, mostly with titles of its own. */
  private add() {
    const from = this.news()
    const next = `news/added-${this.chance.number()}`
    const day = this.chance.day()
    this.copy(from, next)
    this.shared(next, { date: day, aliases: '' })
    const isTitled = this.chance.below(6) > 0
    if (isTitled) for (const language of this.site.languages(next)) this.own(`${next}/${language}.md`, 'title')
    return `${next} added, from ${from}, ${day}${isTitled ? '' : ', with the same titles'}`
  }

  private copy(from: string, next: string) {
    for (const name of this.site.files.names(from))
      this.site.files.write(`${next}/${name}`, this.site.files.bytes(`${from}/${name}`))
  }

  private drop(entry: string) {
    for (const name of this.site.files.names(entry)) this.site.files.write(`${entry}/${name}`, undefined)
  }

  /** Mostly news: other entries are in references. */
  private remove() {
    const entry = this.chance.below(4) > 0 ? this.news() : this.entry(MOVING)
    const [collection] = entry.split('/') as [Collection]
    if (this.site.slugs(collection).length < 4) return undefined
    this.drop(entry)
    return `${entry} removed`
  }

  /** One of two texts, mostly the English one. */
  private translation() {
    const entry = this.chance.below(5) > 0 ? this.news() : this.entry()
    if (this.site.languages(entry).length < 2) return undefined
    const path = `${entry}/${this.chance.below(4) > 0 ? 'en' : 'zh-CN'}.md`
    this.site.files.write(path, undefined)
    return `${path} removed`
  }

  /** Files as they were before an edit, byte for byte. */
  private restore() {
    if (this.earlier.length === 0) return undefined
    const [before] = this.earlier.splice(this.chance.below(this.earlier.length), 1)
    for (const [path, bytes] of before ?? []) this.site.files.write(path, bytes)
    return `${[...(before?.keys() ?? [])].join(', ')} as before an edit`
  }

  private rename() {
    const entry = this.chance.below(4) > 0 ? this.news() : this.entry(MOVING)
    return this.move(entry, {})
  }

  private 'rename with alias'() {
    const entry = this.entry(['news', 'cases', 'companies'])
    const [collection, slug] = entry.split('/') as [Collection, string]
    return this.move(entry, { aliases: `[${COLLECTIONS[collection]}/${slug}]` })
  }

  private move(entry: string, fields: Fields): string {
    const next = `${entry.split('/')[0]}/renamed-${this.chance.number()}`
    this.copy(entry, next)
    this.drop(entry)
    this.shared(next, fields)
    return `${entry} renamed to ${next} ${JSON.stringify(fields)}`
  }

  /** Set, or cleared where it is. */
  private draft() {
    const drafts = this.newsWith('draft')
    if (drafts.length >= 3 && this.chance.below(2) === 0)
      return this.shared(this.chance.pick(drafts), { draft: '', translation: '' })
    const entry = this.chance.below(4) > 0 ? this.news() : this.entry()
    // The mark of a translation alone needs the other text.
    if (this.chance.below(3) > 0 || this.site.languages(entry).length < 2) return this.shared(entry, DRAFT)
    this.change(`${entry}/en.md`, (text) => withFields(text, { ...DRAFT, translation: 'later' }))
    return `${entry}/en.md is a draft`
  }

  /** For members only, or for everyone again. */
  private guard() {
    const guarded = this.newsWith('access')
    if (guarded.length >= 2 && this.chance.below(2) === 0) return this.shared(this.chance.pick(guarded), { access: '' })
    const entry = this.chance.below(4) > 0 ? this.news() : this.entry()
    return this.shared(entry, { access: entry.startsWith('letters') ? '' : 'guarded' })
  }

  /** The news of which a text has the field. */
  private newsWith(field: string): string[] {
    const all = this.site.slugs('news').map((slug) => `news/${slug}`)
    return all.filter((entry) => Object.values(this.site.texts(entry)).some((fields) => fields[field] !== undefined))
  }

  /** Other bytes of the same kind for a picture beside a text. */
  private picture() {
    const pictures = NAMES.flatMap((collection) => this.site.slugs(collection).map((slug) => `${collection}/${slug}`)).flatMap(
      (entry) =>
        this.site.files
          .names(entry)
          .filter((name) => /\.(png|svg)$/.test(name))
          .map((name) => `${entry}/${name}`),
    )
    if (pictures.length === 0) return undefined
    const path = this.chance.pick(pictures)
    const colour = 0x100000 + this.chance.below(0xe00000)
    if (path.endsWith('.png')) this.site.files.write(path, photograph(960, 360, colour))
    else this.change(path, (text) => text.replace(/#[0-9A-Fa-f]{6}/, `#${colour.toString(16).toUpperCase()}`))
    return `${path} in #${colour.toString(16)}`
  }

  /** A text of a page, which has no address of its own. */
  private page() {
    const path = this.file(this.entry(['pages']))
    return this.own(path, this.chance.pick(['title', 'summary', 'kicker', 'lead']))
  }

  /** A row for an address that belongs to no entry. */
  private 'old address'() {
    const from = `/old-${this.chance.number()}`
    const row = this.chance.pick([
      `{ from: ${from}, to: /about }`,
      `{ from: ${from}, to: /${this.news()}, status: 307 }`,
      `{ from: ${from}, status: 410 }`,
    ])
    const rows = this.site.files.bytes('redirects.yaml') ?? ''
    this.site.files.write('redirects.yaml', `${rows}- ${row}\n`)
    return `redirects.yaml ${row}`
  }

  /** The name of the site, which titles and every page's header and footer have. */
  private name() {
    const name = `Tidewater ${this.chance.number()}`
    return this.setting(/^( {2}name: .*, en: ).* \}$/m, `$1${name} }`)
  }

  /** A sentence that every page's footer has. */
  private notice() {
    return this.setting(/^( {2}notice:\n.*\n {4}en: ).*$/m, `$1This is a sample site, number ${this.chance.number()}.`)
  }

  /** Numbers from which every page may draw. */
  private 'tide lines'() {
    return this.setting(/^( {2}assets: \[).*\]$/m, `$1${Array.from({ length: 5 }, () => 5 + this.chance.below(20)).join(', ')}]`)
  }

  private setting(place: RegExp, value: string): string {
    this.change('site.yaml', (text) => {
      if (!place.test(text)) throw new Error(`\`site.yaml\` has no ${place}`)
      return text.replace(place, value)
    })
    return `site.yaml ${value.slice(2)}`
  }

  /** A file with an address of its own. */
  private 'file at the root'() {
    const line = `# ${this.chance.words()}`
    this.change('static/.well-known/security.txt', (text) => `${text}${line}\n`)
    return `security.txt ends with ${line}`
  }

  /** Title, description or `noindex` of a page for search engines. */
  private 'search settings'() {
    const rows = this.site.files.text('system-config.yaml').split(/^(?=- path: )/m)
    const at = 1 + this.chance.below(rows.length - 1)
    const [path = '', chinese = '', english = ''] = (rows[at] ?? '').split(/^(?= {4}(?:zh-CN|en):$)/m)
    const isEnglish = this.chance.below(2) === 0
    const block = this.changeSettings(isEnglish ? english : chinese)
    rows[at] = [path, isEnglish ? chinese : block, isEnglish ? block : english].join('')
    this.site.files.write('system-config.yaml', rows.join(''))
    return `${path.split('\n')[0]} ${block.trim()}`
  }

  private changeSettings(block: string): string {
    const change = this.chance.pick(['title', 'description', 'noindex'])
    if (change !== 'noindex')
      return block.replace(new RegExp(`^( {6}${change}: ).*$`, 'm'), `$1${JSON.stringify(`${change}, ${this.chance.words()}`)}`)
    const noindex = '      noindex: true\n'
    return block.includes(noindex) ? block.replace(noindex, '') : `${block.replace(/\n?$/, '\n')}${noindex}`
  }

  /** The same bytes again. */
  private nothing() {
    const path = this.file(this.entry())
    this.site.files.write(path, this.site.files.bytes(path))
    return `${path} saved without a change`
  }
}
