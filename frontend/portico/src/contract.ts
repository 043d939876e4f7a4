// The types that the frontend shares with the generator and the gateway: those of
// contract/src/{route,header_class,page,frame,build}.rs as TypeScript.
//
// The crate `contract` is their definition. `contract.test.ts` reads the crate's golden files and
// fails when the two differ; a change of a type there needs the same change here.

import type { Direction } from '#/enumerations/direction.gen.ts'
import type { Rule } from '#/enumerations/rule.gen.ts'
import type { LocaleCode, PublicSettings } from '#/register.ts'

/** `contract::VERSION`: the generator refuses a worker that was built against another number. */
export const CONTRACT_VERSION = 5

/** `frame::MAX_BYTES`: a longer frame means that the stream is out of sync. */
export const MAX_FRAME_BYTES = 256 * 1024 * 1024

/** A locale's code, also `<html lang>`. The list of locales is in `locales/locales.json`. */
export type { LocaleCode }

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Response headers by which documents of some routes differ from ordinary pages. */
export type HeaderClass = {
  /**
   * Sources that may show a document in a frame, besides the site itself:
   * `https://*.partner.example`. Empty or absent: none may.
   */
  frameAncestors?: string[]
  /**
   * Sources of scripts that a document may load, besides the site's own: a host, or one file there,
   * `https://scripts.partner.example/sdk-1.js`.
   */
  scriptSources?: string[]
}

/**
 * Metadata of a route for search engines. Fields name a place in the payload's `data`:
 * `entry.title`.
 */
export type Metadata = {
  title?: string
  description?: string
  /** Property → constant, or `$`-prefixed place in `data`. */
  jsonLd?: { [property: string]: Json }
  /** Place of the picture that messengers show for a page; absent or empty: one is drawn. */
  image?: string
  /** False: no sharing image is drawn for the route's pages. */
  card?: boolean
  /** Sitemap priority in tenths, 0 to 10; absent: not in the sitemap. */
  priority?: number
}

/** A declarative question about content, answered by the generator. */
export type Query =
  | { query: 'entry'; collection: string; slug: string; fields: string[] }
  | {
      query: 'list'
      collection: string
      sort?: string[]
      filter?: { [field: string]: Json }
      pageSize?: number
      limit?: number
      fields: string[]
    }
  | { query: 'related'; collection: string; slug: string; by: string[]; limit: number; fields: string[] }
  | { query: 'neighbours'; collection: string; slug: string; sort: string[]; fields: string[] }
  | { query: 'latest'; collection: string; limit: number; fields: string[] }
  | { query: 'config'; keys: string[] }

/** One row of the route table. */
export type Route = {
  id: string
  /** Unprefixed path with at most one `:id`. */
  path: string
  layout: string
  keepAlive?: boolean
  requiresAuth?: boolean
  guestOnly?: boolean
  middleware?: string[]
  override?: string[]
  entries?: string
  paginate?: string
  data?: { [name: string]: Query }
  metadata: Metadata
  /** Name of the header class of its documents, if they are no ordinary pages. */
  headerClass?: string
  status?: number
  /** Files that each of the route's pages offers beside itself. */
  files?: PageFile[]
}

/** A file that a page offers, at `<page>/<name>`. */
export type PageFile = {
  /** Last segment of its path, in lower case. */
  name: string
  /** Content type. */
  type: string
}

/**
 * Files that a document of one route in one locale loads, in order. Paths start with `/assets/`.
 */
export type DocumentAssets = { scripts: string[]; styles: string[]; preloads: string[] }

/** The worker's first frame. */
export type Hello = {
  contract: number
  node: string
  routes: Route[]
  /** Route id → locale code → assets. */
  assets: { [route: string]: { [locale: string]: DocumentAssets } }
  /** The header classes that routes name. */
  headerClasses?: { [name: string]: HeaderClass }
}

/** The same page in another language. */
export type Alternate = { locale: LocaleCode; href: string }

/**
 * `page::BODY_TOKEN`: prefix of the placeholder for a body in a page's input; 32 hexadecimal digits
 * follow.
 */
export const BODY_TOKEN = 'html:'

declare const html: unique symbol

/**
 * Rendered Markdown. Show it with `<Html field>`, which is its only use: while a page is rendered,
 * a token replaces it, and the generator puts the HTML where the token came out. Code that needs a
 * part of the text asks for a field that has that part.
 */
export type BodyHtml = { readonly [html]: never }

/** A heading of the second level in rendered Markdown: its anchor and its words. */
export type Heading = { id: string; text: string }

/**
 * A value that the generator formatted for the locale: compare and compute with `value`, show
 * `text`.
 */
export type Formatted<V extends string | number> = { value: V; text: string }

/**
 * An image beside an entry: its `<img>`, the `<source>`s that a browser chooses from, best first,
 * and a CSS background for the time until it is loaded.
 */
export type Picture = {
  src: string
  width: number
  height: number
  placeholder?: string
  sources: { type: string; srcset: string; media?: string }[]
}

/** Content of a page. */
export type Payload = {
  params: { [name: string]: string }
  data: { [query: string]: Json }
  alternates: Alternate[]
  /** The locale of the content, where it differs from the page's. */
  contentLocale?: LocaleCode
}

/** Content of the document's head. */
export type Head = {
  title: string
  description: string
  keywords?: string
  image?: string
  /** Width and height in pixels of a sharing image that the generator drew. */
  imageSize?: [number, number]
  noindex?: boolean
  canonical: string
  hreflang?: { [tag: string]: string }
  jsonLd?: Json
}

/** A value that exists in every supported language. */
export type Localized = { [locale in LocaleCode]: string }

/** Runtime configuration (R7.02), from `site.yaml`. */
export type RuntimeConfig = {
  /** Base address of API calls; empty: this site. */
  apiBase: string
  /** Name of the cookie that remembers the language (R9.01). */
  localeCookie: string
  /** The kind of storage for persisted state (R9.05). */
  storage: 'local' | 'session'
  /** How often the client looks for a new version, in seconds (R9.03). */
  versionPollSeconds: number
  /** The service that answers searches; absent: the origin. */
  search?: 'origin' | 'browser' | 'none'
}

/**
 * The public part of `site.yaml`: settings that every page may know. If a site's schema of settings
 * has an `email`, visitors can write to that address when a form fails.
 */
export type Site = { name: Localized; runtime: RuntimeConfig; email?: string } & PublicSettings

/** The whole input of worker and template. */
export type PageInput = {
  renderer: string
  route: string
  path: string
  locale: LocaleCode
  payload: Payload
  head: Head
  site: Site
}

/** A page as a frame transfers it: the site by its hash. */
export type PageFrame = Omit<PageInput, 'site'> & { site: string }

/** `frame::PAGE`, `frame::SITE`: the kind of a request. */
export const PAGE_FRAME = 0
export const SITE_FRAME = 1

/** Facts that every page may show; they come once, before the pages that name their hash. */
export type SiteFrame = { hash: string; site: Site }

/** The result of rendering one page. */
export type Rendered = {
  /** Places in `payload.data` with their HTML in the markup under `data-html`. */
  htmlFields: string[]
  /** The page's files, in the order of their bytes behind the markup. */
  files?: RenderedFile[]
  /** A component or a file's module threw: message and stack. */
  error?: string
  /** The file whose module threw; absent: the page itself. */
  failedFile?: string
}

/** One of a page's files in an answer; its length in bytes. */
export type RenderedFile = { name: string; size: number }

/**
 * File of a results page, made of its own parts, with which the origin answers a search without
 * JavaScript. `{name}` is a slot, for a text that the origin escapes or for other parts.
 */
export type ResultsFile = {
  /** HTML that appears in the page's document exactly so, once, and is replaced. */
  places: { question: string; answer: string }
  parts: ResultsParts
  /** Name of all kinds together. */
  everything: string
  /** Kind of page → its name; the others are called by `page`. */
  kinds: { [kind: string]: string }
  page: string
  /** Names of the months, January first, as dates are written. */
  months: string[]
}

/** Name → HTML. `title` is a text. */
export type ResultsParts = {
  [part in
    | 'title'
    | 'question'
    | 'answer'
    | 'found'
    | 'nothing'
    | 'limited'
    | 'failed'
    | 'didYouMean'
    | 'kinds'
    | 'kind'
    | 'chosenKind'
    | 'hits'
    | 'hit'
    | 'date'
    | 'passage'
    | 'plainPassage'
    | 'mark'
    | 'pager'
    | 'previous'
    | 'next']: string
}

/**
 * File of a form's page, `contract::refusals`: parts and words with which the origin shows the form
 * again, without JavaScript, when a message was refused. `{name}` is a slot, for a text that the
 * origin escapes or for other parts.
 */
export type RefusalsFile = {
  title: string
  parts: { [part in 'summary' | 'item' | 'reason' | 'captcha']: string }
  notes: { [note in 'questions' | 'person' | 'personAgain' | 'busy' | 'away' | 'other']: string }
  /** Name of a question → rule → why its answer is refused. */
  rules: { [question: string]: { [rule in Rule]: string } }
  fileAgain: string
}

/** `_payload.json`. */
export type PayloadFile = {
  app: string
  route: string
  path: string
  locale: LocaleCode
  payload: Payload
  head: Head
}

/**
 * The JSON block in every document. Fields that appear once in the markup are left out of
 * `payload.data`.
 */
export type InlineState = PayloadFile & { site: Site }

/** One language of the site. */
export type Locale = {
  code: LocaleCode
  name: string
  dir: Direction
  /** First path segment of its pages; empty for the default locale. */
  prefix: string
  /** The value of the `language` header (R7.01). */
  language: string
  default?: boolean
  /** Code of the region by which dates and numbers are written; absent: `code`. */
  formats?: string
}

/** `builds/latest.json`. */
export type Latest = { id: string; timestamp: string; app: string }

/** Facts of a route that the client needs before it has the component. */
export type RouteRule = { id: string; path: string; requiresAuth?: boolean; guestOnly?: boolean; prerender?: boolean }

/** `builds/meta/<id>.json` (R7.05). */
export type Meta = { id: string; app: string; locales: Locale[]; routes: RouteRule[]; prerendered?: string[] }
