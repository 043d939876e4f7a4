// Written by `npm run types` from locales/locales.json and content/*/_schema.json; never by hand.

import type { BodyHtml, Formatted, Heading, Localized } from '@portico/app/page'

/** The code of a language of the site. */
export type LocaleCode = 'zh-CN' | 'en'

/**
 * The story of one investment: problem, what we did, result.
 */
export interface CasesFields {
  /**
   * Name of the entry: its folder.
   */
  slug: string
  /**
   * The entry's page in the page's locale.
   */
  href: string
  /**
   * The running text: a place for `<Html>`, not a text.
   */
  body: BodyHtml
  /**
   * Headings of the second level in the running text.
   */
  headings: Heading[]
  /**
   * Heading: a sentence.
   */
  title: string
  /**
   * Two sentences.
   */
  summary: string
  /**
   * Slug of a company.
   */
  company: string
  /**
   * Date of publication.
   */
  date: Formatted<string>
  /**
   * The problem, in a paragraph.
   */
  problem: string
  /**
   * What we did, in a paragraph.
   */
  approach: string
  /**
   * The result, in a paragraph.
   */
  result: string
  /**
   * Results in figures.
   *
   * @minItems 2
   */
  figures: {
    /**
     * The figure as it is set, with its unit: `186 亿元`, `CNY 18.6 bn`, `41%`.
     */
    value: string
    /**
     * What it counts.
     */
    label: string
    /**
     * As of when, or how it was counted.
     */
    note?: string
  }[]
  /**
   * Things drawn as their own count, one shape for each: under the case's first figure.
   */
  drawing?: {
    /**
     * Shape of the drawing.
     */
    thing: ("die" | "aid" | "drive" | "tank" | "lorry" | "bay")
    /**
     * How many there are in each count.
     */
    total: number
    /**
     * Meaning of one shape, and of a filled one.
     */
    caption: string
    /**
     * The counts, oldest first.
     *
     * @minItems 1
     */
    steps: {
      /**
       * Year, or name, of the count.
       */
      label: string
      /**
       * The count as it is written in the text: `41%`.
       */
      value: string
      /**
       * How many are filled.
       */
      marked?: number
      /**
       * Instead of `marked`: which ones are filled.
       */
      places?: number[]
    }[]
  }
  /**
   * Words of a person.
   */
  quote?: {
    /**
     * The words.
     */
    text: string
    /**
     * Who said them, with their office.
     */
    by: string
  }
  /**
   * Time line, oldest first.
   *
   * @minItems 3
   */
  timeline: {
    /**
     * Year or month as written: `2016`, `2016-03`.
     */
    date: string
    /**
     * What happened.
     */
    text: string
  }[]
}

/**
 * A company the firm has invested in.
 */
export interface CompaniesFields {
  /**
   * Name of the entry: its folder.
   */
  slug: string
  /**
   * The entry's page in the page's locale.
   */
  href: string
  /**
   * The running text: a place for `<Html>`, not a text.
   */
  body: BodyHtml
  /**
   * Headings of the second level in the running text.
   */
  headings: Heading[]
  /**
   * Name of the company.
   */
  name: string
  /**
   * What it does, in one line.
   */
  summary: string
  /**
   * Slug of an industry.
   */
  industry: string
  /**
   * Where it is.
   */
  city: string
  /**
   * Year of foundation.
   */
  founded: number
  /**
   * Year of the first investment.
   */
  invested: number
  /**
   * Stage at the first investment.
   */
  stage: ("seed" | "a" | "b" | "c" | "growth")
  /**
   * What became of the investment.
   */
  status: ("held" | "listed" | "exited")
  /**
   * The fund that invested.
   */
  fund: ("i" | "ii" | "iii" | "iv")
  /**
   * Slug of the partner who looks after it.
   */
  partner?: string
  /**
   * Revenue by year since the investment, first year = 100: draws the company's contour.
   *
   * @minItems 2
   * @maxItems 16
   */
  series: number[]
  /**
   * Two to four figures.
   */
  figures?: {
    /**
     * The figure as it is set, with its unit: `186 亿元`, `CNY 18.6 bn`, `41%`.
     */
    value: string
    /**
     * What it counts.
     */
    label: string
    /**
     * As of when, or how it was counted.
     */
    note?: string
  }[]
  /**
   * Words of a person.
   */
  quote?: {
    /**
     * The words.
     */
    text: string
    /**
     * Who said them, with their office.
     */
    by: string
  }
}

/**
 * One year's figures; the file is named by the year.
 */
export interface FinancialsFields {
  /**
   * Name of the entry: its folder.
   */
  slug: string
  /**
   * The entry's page in the page's locale.
   */
  href: string
  /**
   * The running text: a place for `<Html>`, not a text.
   */
  body: BodyHtml
  /**
   * Headings of the second level in the running text.
   */
  headings: Heading[]
  /**
   * The year.
   */
  year: number
  /**
   * Revenue, million CNY.
   */
  revenue: Formatted<number>
  /**
   * Assets under management, billion CNY.
   */
  assets: Formatted<number>
  /**
   * Carried interest received, million CNY.
   */
  carry: Formatted<number>
  /**
   * Distributed to investors, million CNY.
   */
  distributed: Formatted<number>
  /**
   * Staff at the end of the year.
   */
  staff: Formatted<number>
  /**
   * A sentence on the year, by locale.
   */
  note: string
}

/**
 * A form by which visitors send messages; the file is named by the form's key.
 */
export interface FormsFields {
  /**
   * Name of the entry: its folder.
   */
  slug: string
  /**
   * The entry's page in the page's locale.
   */
  href: string
  /**
   * The running text: a place for `<Html>`, not a text.
   */
  body: BodyHtml
  /**
   * Headings of the second level in the running text.
   */
  headings: Heading[]
  /**
   * What is sent, for letters and lists of messages. By locale.
   */
  title: string
  /**
   * Path of the form's page, without a language.
   */
  path: string
  /**
   * What happens next, a sentence or two for the confirmation. By locale.
   */
  next?: string
  /**
   * The questions, in their order.
   *
   * @minItems 1
   */
  fields: {
    /**
     * Name in stored messages; never change it while messages with it are kept.
     */
    name: string
    /**
     * Kind of answer.
     */
    kind: ("text" | "lines" | "email" | "tel" | "url" | "number" | "date" | "choice" | "choices")
    /**
     * The question, by locale.
     */
    label: string
    /**
     * A line below the question, by locale.
     */
    hint?: string
    /**
     * May be left empty.
     */
    optional?: boolean
    /**
     * Exactly so many characters or choices; the exact value of a number.
     */
    len?: number
    /**
     * At least so many characters or choices; the smallest number.
     */
    min?: number
    /**
     * At most so many characters or choices; the largest number.
     */
    max?: number
    /**
     * A regular expression for the whole answer.
     */
    pattern?: string
    /**
     * What a browser may fill in: an HTML autofill name.
     */
    autocomplete?: string
    /**
     * What can be chosen.
     *
     * @minItems 1
     */
    options?: {
      /**
       * Name in stored messages.
       */
      value: string
      /**
       * What people read, by locale.
       */
      label: string
    }[]
  }[]
  /**
   * The file that goes along.
   */
  file?: {
    /**
     * The question, by locale.
     */
    label: string
    /**
     * A line below the question, by locale.
     */
    hint?: string
    /**
     * May be left out.
     */
    optional?: boolean
    /**
     * Size of the largest file, in bytes.
     */
    maxBytes: number
    /**
     * Kinds that are taken.
     *
     * @minItems 1
     */
    types: ("pdf" | "word" | "powerpoint")[]
  }
}

/**
 * A field the firm invests in.
 */
export interface IndustriesFields {
  /**
   * Name of the entry: its folder.
   */
  slug: string
  /**
   * The entry's page in the page's locale.
   */
  href: string
  /**
   * The running text: a place for `<Html>`, not a text.
   */
  body: BodyHtml
  /**
   * Headings of the second level in the running text.
   */
  headings: Heading[]
  /**
   * Name of the industry.
   */
  name: string
  /**
   * One sentence.
   */
  summary: string
  /**
   * Place in lists, from 1.
   */
  order: number
  /**
   * Share of invested capital, in percent.
   */
  allocation: Formatted<number>
  /**
   * What the firm asks before it invests here.
   */
  questions?: string[]
}

/**
 * A letter to members. Entries here are `access: guarded`.
 */
export interface LettersFields {
  /**
   * Name of the entry: its folder.
   */
  slug: string
  /**
   * The entry's page in the page's locale.
   */
  href: string
  /**
   * The running text: a place for `<Html>`, not a text.
   */
  body: BodyHtml
  /**
   * Headings of the second level in the running text.
   */
  headings: Heading[]
  /**
   * Heading.
   */
  title: string
  /**
   * One sentence.
   */
  summary: string
  /**
   * Date of the letter.
   */
  date: Formatted<string>
  /**
   * As it is called: `Q3 2026`, `2026年三季度`.
   */
  quarter: string
  /**
   * Where it was written.
   */
  place?: string
  /**
   * Who signs it.
   */
  signed?: string
  /**
   * Figures of the quarter.
   */
  figures?: {
    /**
     * The figure as it is set, with its unit: `186 亿元`, `CNY 18.6 bn`, `41%`.
     */
    value: string
    /**
     * What it counts.
     */
    label: string
    /**
     * As of when, or how it was counted.
     */
    note?: string
  }[]
  /**
   * The portfolio at the end of the quarter.
   */
  holdings?: {
    /**
     * Slug of a company.
     */
    company: string
    /**
     * Cost, million CNY.
     */
    cost: Formatted<number>
    /**
     * Value, million CNY.
     */
    value: Formatted<number>
    /**
     * Internal rate of return, percent.
     */
    irr: Formatted<number>
  }[]
  /**
   * Companies that the letter names.
   */
  changes?: {
    /**
     * Slug of a company.
     */
    company: string
    /**
     * The letter's words about it, as its text has them. They are set beneath the company in the table of holdings.
     */
    text: string
  }[]
}

/**
 * A dated piece of news or research.
 */
export interface NewsFields {
  /**
   * Name of the entry: its folder.
   */
  slug: string
  /**
   * The entry's page in the page's locale.
   */
  href: string
  /**
   * The running text: a place for `<Html>`, not a text.
   */
  body: BodyHtml
  /**
   * Headings of the second level in the running text.
   */
  headings: Heading[]
  /**
   * Headline.
   */
  title: string
  /**
   * One or two sentences.
   */
  summary: string
  /**
   * Date of publication.
   */
  date: Formatted<string>
  /**
   * When the text was changed after that, if it was.
   */
  updatedAt?: Formatted<string>
  /**
   * Who wrote it.
   */
  author: string
  /**
   * What it is about.
   */
  category: ("firm" | "portfolio" | "research")
  /**
   * Slug of the company it is about.
   */
  company?: string
  /**
   * Two to four tags; related articles share them.
   */
  tags?: string[]
}

/**
 * A single page of the site; its Markdown body is the page's running text.
 */
export interface PagesFields {
  /**
   * Name of the entry: its folder.
   */
  slug: string
  /**
   * The entry's page in the page's locale.
   */
  href: string
  /**
   * The running text: a place for `<Html>`, not a text.
   */
  body: BodyHtml
  /**
   * Headings of the second level in the running text.
   */
  headings: Heading[]
  /**
   * The page's heading.
   */
  title: string
  /**
   * A short label above the heading.
   */
  kicker?: string
  /**
   * One or two sentences: search engines and lists show them.
   */
  summary: string
  /**
   * The sentence set large at the top.
   */
  lead?: string
  /**
   * When the text was last changed; agreements need it.
   */
  updatedAt?: Formatted<string>
  /**
   * Figures set large.
   */
  facts?: {
    /**
     * The figure as it is set, with its unit: `186 亿元`, `CNY 18.6 bn`, `41%`.
     */
    value: string
    /**
     * What it counts.
     */
    label: string
    /**
     * As of when, or how it was counted.
     */
    note?: string
  }[]
  /**
   * Parts of the page that its layout places.
   */
  sections?: {
    /**
     * Where the page puts it; the same in every language.
     */
    id: string
    /**
     * Heading.
     */
    title: string
    /**
     * One or two paragraphs, separated by an empty line.
     */
    text?: string
    /**
     * A list under the heading.
     */
    items?: {
      /**
       * Short heading.
       */
      title?: string
      /**
       * A sentence or two.
       */
      text?: string
      /**
       * A figure or a fact.
       */
      value?: string
      /**
       * A page of this site: `/about`.
       */
      href?: string
      /**
       * The year in which it began.
       */
      from?: number
      /**
       * The year in which it ended; none while it goes on.
       */
      to?: number
    }[]
  }[]
  /**
   * Time line, oldest first.
   */
  timeline?: {
    /**
     * Year or month as written: `2016`, `2016-03`.
     */
    date: string
    /**
     * What happened.
     */
    text: string
  }[]
}

/**
 * A member of the team.
 */
export interface PeopleFields {
  /**
   * Name of the entry: its folder.
   */
  slug: string
  /**
   * The entry's page in the page's locale.
   */
  href: string
  /**
   * The running text: a place for `<Html>`, not a text.
   */
  body: BodyHtml
  /**
   * Headings of the second level in the running text.
   */
  headings: Heading[]
  /**
   * Full name.
   */
  name: string
  /**
   * Office.
   */
  role: string
  /**
   * One sentence.
   */
  summary: string
  /**
   * Place in lists, from 1.
   */
  order: number
  /**
   * Year.
   */
  joined: number
}

/**
 * What the firm has invested in all: counters and years.
 */
export interface TotalsFields {
  /**
   * Name of the entry: its folder.
   */
  slug: string
  /**
   * The entry's page in the page's locale.
   */
  href: string
  /**
   * The running text: a place for `<Html>`, not a text.
   */
  body: BodyHtml
  /**
   * Headings of the second level in the running text.
   */
  headings: Heading[]
  /**
   * Four counters.
   *
   * @minItems 3
   */
  counters: {
    /**
     * Name.
     */
    id: string
    /**
     * The figure as it is shown, in the unit that the language counts in. By locale.
     */
    figure: string
    /**
     * Unit, set small beside the figure. By locale.
     */
    unit?: string
    /**
     * What it counts. By locale.
     */
    label: string
  }[]
  /**
   * By year, oldest first.
   *
   * @minItems 5
   */
  years: {
    /**
     * Year.
     */
    year: number
    /**
     * First investments of the year, million CNY; follow-on capital comes on top.
     */
    invested: Formatted<number>
    /**
     * Follow-on capital, million CNY.
     */
    followOn: Formatted<number>
    /**
     * New companies.
     */
    companies: number
    /**
     * Exits.
     */
    exits: number
  }[]
}

/** The fields of an entry as they arrive in a payload, by collection. */
export type Fields = {
  cases: CasesFields
  companies: CompaniesFields
  financials: FinancialsFields
  forms: FormsFields
  industries: IndustriesFields
  letters: LettersFields
  news: NewsFields
  pages: PagesFields
  people: PeopleFields
  totals: TotalsFields
}

/** Fields that name an entry of another collection, or a list of them. */
export type References = {
  cases: { company: 'companies' }
  companies: { industry: 'industries'; partner: 'people' }
  financials: Record<never, never>
  forms: Record<never, never>
  industries: Record<never, never>
  letters: Record<never, never>
  news: { company: 'companies' }
  pages: Record<never, never>
  people: Record<never, never>
  totals: Record<never, never>
}

export interface PublicSettings {
  legalName: Localized
  notice: Localized
  founded: number
  offices: Localized[]
  /**
   * The first office.
   */
  address: Localized
  email: string
  /**
   * Assets at the end of each year, in billions, oldest first.
   */
  assets: number[]
  /**
   * Numbers under which the site is filed, and the address of the police register's badge.
   */
  filing: {
    icp?: string
    /**
     * The licence that a paid service needs.
     */
    icpLicence?: string
    publicSecurity?: string
    /**
     * The registration as a private fund manager, as a line of its own.
     */
    fundManager?: Localized
    badge?: string
  }
}

type Generated = { locale: LocaleCode; fields: Fields; references: References; settings: PublicSettings }

declare module '@portico/app' {
  interface Register extends Generated {}
}
