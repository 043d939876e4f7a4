// Written by `UPDATE_GOLDEN=1 cargo test -p contract typescript` from contract/src; never by hand.

import type { Direction } from '#/enumerations/direction.gen.ts'
import type { Rule } from '#/enumerations/rule.gen.ts'
import type { LocaleCode } from '#/register.ts'

/** `contract::VERSION` */
export const CONTRACT_VERSION = 5

/** `contract::frame::MAX_BYTES` */
export const MAX_FRAME_BYTES = 268435456

/** `contract::frame::PAGE` */
export const PAGE_FRAME = 0

/** `contract::frame::MARKUP` */
export const MARKUP_FRAME = 2

/** `contract::frame::SITE` */
export const SITE_FRAME = 1

/** `contract::page::BODY_TOKEN` */
export const BODY_TOKEN = "html:"

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null

/** A content hash: the first 128 bits of BLAKE3. */
export type Hash = string

/** Names one publish: `20261121T030405Z-9f3ac1b2`. Sorts by time; never reused. */
export type BuildId = string

/** The worker's first frame: its versions, and the routes that it can render. */
export type Hello = {
  /** `crate::VERSION` that the bundle was built against. */
  contract: number,
  /** `process.versions.node`; part of every page's key. */
  node: string,
  /** The route table. */
  routes: Array<Route>,
  /** route id → locale code → assets that its document loads. */
  assets: { [key in string]: { [key in string]: DocumentAssets } },
  /** The header classes that routes name. */
  headerClasses?: { [key in string]: HeaderClass },
}

/**
 * Files that a document of one route in one locale loads, in order. Paths start with `/assets/`.
 */
export type DocumentAssets = {
  /** Modules that run: the client entry. */
  scripts: Array<string>,
  /** `<link rel="stylesheet">`. */
  styles: Array<string>,
  /** Modules fetched beside them: the route's chunk, the locale's catalog, and their imports. */
  preloads: Array<string>,
}

/**
 * Headers of a class: the sites that may show its documents, and the scripts that these may load,
 * beyond ordinary pages.
 */
export type HeaderClass = {
  /**
   * Sources that may show a document in a frame: `https://*.partner.example`. The site itself
   * then may, too. Empty: no site may.
   */
  frameAncestors?: Array<string>,
  /**
   * Sources of scripts that a document may load, besides the site's own: a host, or better one
   * file there, `https://scripts.partner.example/sdk-1.js`.
   */
  scriptSources?: Array<string>,
}

/** One row of the route table. */
export type Route = {
  /** Stable name: `news-article`. */
  id: string,
  /** Unprefixed path with at most one `:id`: `/news/:id`. */
  path: string,
  /** Name of the layout. */
  layout: string,
  /** The client keeps the page alive when it is left. */
  keepAlive?: boolean,
  /** Only signed-in visitors: every file of the route is guarded. */
  requiresAuth?: boolean,
  /** Only guests: signed-in visitors are sent home. */
  guestOnly?: boolean,
  /** Names of client middleware, in order. */
  middleware?: Array<string>,
  /** Keys in which the route's value replaces its layout's default; other keys are merged. */
  override?: Array<string>,
  /** The collection that gives the values of `:id`, one for each entry. */
  entries?: string,
  /** Name of the `list` query in `data` that continues on `<path>/page/2` and so on. */
  paginate?: string,
  /** Name → query. The answers have the same names in the payload's `data`. */
  data?: { [key in string]: Query },
  /** Metadata of the route's pages. */
  metadata: Metadata,
  /** Name of the header class of its documents, where they are no ordinary pages. */
  headerClass?: string,
  /** The status that the route's documents answer with; 404 for `/404`. */
  status?: number,
  /**
   * Files that each of the route's pages offers beside itself. They are made from the page's
   * input, and published with the page.
   */
  files?: Array<PageFile>,
}

/**
 * A file that a page offers: `/about/financial` has its `figures.csv` at
 * `/about/financial/figures.csv`.
 */
export type PageFile = {
  /** Last segment of its path, in lower case. */
  name: string,
  /** Content type: `text/csv; charset=utf-8`. */
  type: string,
}

/**
 * Metadata of a route's pages for search engines, messengers and feed readers. Fields name a place
 * in the payload's `data`: `entry.title`.
 */
export type Metadata = {
  /**
   * Where the document's title is found, unless the system configuration names one for the path.
   */
  title?: string,
  /** Where the document's description is found, likewise. */
  description?: string,
  /**
   * JSON-LD: property → constant, or `$`-prefixed place in `data` (`"headline":
   * "$entry.title"`), also in objects and lists.
   */
  jsonLd?: { [key in string]: JsonValue },
  /**
   * Where the picture is found that messengers show of a page, unless the system configuration
   * names one; absent or empty: one is drawn.
   */
  image?: string,
  /** False: no sharing image is drawn for the route's pages. */
  card?: boolean,
  /**
   * Values that a drawn sharing image shows besides the title: property → constant, or
   * `$`-prefixed place in `data`. A place may lead into a list: by a number to one item, by a
   * name to that field of every item (`"series": "$years.items.assets.value"`).
   */
  moment?: { [key in string]: JsonValue },
  /** Sitemap priority in tenths, 0 to 10; absent: not in the sitemap. */
  priority?: number,
}

/**
 * A declarative question about content, answered by the generator in Rust.
 *
 * `fields` are dotted names of schema fields. `slug`, `href` (the entry's page in the page's
 * locale) and `body` (rendered Markdown) are always known; `industry.name` follows the reference
 * in `industry`. A field that names an image (`x-image`) is answered with `{src, width, height,
 * placeholder, sources}`.
 *
 * A page has one text of its own: the `body` of the first `entry` query, by name, that asks for
 * one. Its headings are `#outlook`; those of all other texts begin with their entry,
 * `#letters/2026-q3/outlook`, so that no id occurs twice.
 */
export type Query = {
  "query": "entry",
  /** The collection. */
  collection: string,
  /** A slug, or `:id` for the route's parameter. */
  slug: string,
  /** Fields of the answer. */
  fields: Array<string>,
} | {
  "query": "list",
  /** The collection. */
  collection: string,
  /**
   * Fields to sort by, `-` first for descending: `["-date", "slug"]`. Ties are broken by
   * slug.
   */
  sort?: Array<string>,
  /** Field → value that must be equal; `:id` is the route's parameter. */
  filter?: { [key in string]: JsonValue },
  /** Entries per page. */
  pageSize?: number,
  /** At most this many. */
  limit?: number,
  /** Fields of each entry that are answered. */
  fields: Array<string>,
} | {
  "query": "related",
  /** The collection. */
  collection: string,
  /** A slug, or `:id`. */
  slug: string,
  /** Fields to compare by value (a list field counts each shared value). */
  by: Array<string>,
  /** At most this many. */
  limit: number,
  /** Fields of each entry that are answered. */
  fields: Array<string>,
} | {
  "query": "neighbours",
  /** The collection. */
  collection: string,
  /** A slug, or `:id`. */
  slug: string,
  /** Fields to sort by, as in a list. */
  sort: Array<string>,
  /** Fields of each entry that are answered. */
  fields: Array<string>,
} | {
  "query": "latest",
  /** The collection. */
  collection: string,
  /** At most this many. */
  limit: number,
  /** Fields of each entry that are answered. */
  fields: Array<string>,
} | {
  "query": "config",
  /** Dotted keys of `site.yaml`. */
  keys: Array<string>,
}

/**
 * A page with its name: the whole input of worker and template. Its hash is the page's key: the
 * same value gives the same bytes, so a page whose key is unchanged is reused.
 */
export type PageInput = {
  /** App id, generator build and Node version together. */
  renderer: Hash,
  /** Route id. */
  route: string,
  /** Path on this site, with the locale's prefix: `/en/news/first-close`. */
  path: string,
  /** Locale code. */
  locale: LocaleCode,
  /** Content of the page. */
  payload: Payload,
  /** Content of the document's head. */
  head: Head,
  /** The rest of the document's head. */
  crawlerHead: CrawlerHead,
  /**
   * Hash of `site.yaml`'s public part, the same for every page; a worker receives the value
   * itself once (`crate::frame::SiteFrame`).
   */
  site: Hash,
}

/**
 * Content of a page: the answers to its route's queries and the facts that the client router
 * needs. A pure value.
 */
export type Payload = {
  /** Route parameters: `{"id": "first-close"}`, or `{"page": "2"}`. */
  params: { [key in string]: string },
  /**
   * Query name → answer. A body is HTML in `_payload.json`, and a token (`BODY_TOKEN`) in a
   * page's input.
   */
  data: { [key in string]: JsonValue },
  /** The same page in every locale it exists in, this one included. */
  alternates: Array<Alternate>,
  /** The locale of the content, where it differs from the page's (the collection falls back). */
  contentLocale?: LocaleCode,
}

/** The same page in another language. */
export type Alternate = {
  /** Locale code. */
  locale: LocaleCode,
  /** Path on this site: `/en/news`. */
  href: string,
}

/**
 * Content of the document's head that follows the page: the client writes it after a navigation.
 */
export type Head = {
  /** The whole `<title>`. */
  title: string,
  /** `<meta name="description">`. */
  description: string,
  /** `<meta name="keywords">`. */
  keywords?: string,
  /** Keep out of search engines. */
  noindex?: boolean,
  /** Absolute URL. */
  canonical: string,
}

/**
 * Content of the document's head for crawlers: search engines and messengers. They read documents
 * only, so no payload has it.
 */
export type CrawlerHead = {
  /** Absolute URL of the sharing image. */
  image?: string,
  /** Width and height in pixels of a sharing image that the generator drew. */
  imageSize?: [number, number],
  /** hreflang → absolute URL; empty where the page exists in one language only. */
  hreflang?: { [key in string]: string },
  /** One JSON-LD object. */
  jsonLd?: JsonValue,
}

/** `_payload.json`: all that the client needs to show a page it navigates to. */
export type PayloadFile = {
  /** The app that can show it. Another app makes one full navigation. */
  app: Hash,
  /** Route id. */
  route: string,
  /** Path with prefix. */
  path: string,
  /** Locale code. */
  locale: LocaleCode,
  /** Content of the page. */
  payload: Payload,
  /** Content of the document's head. */
  head: Head,
}

/** The JSON block in every document from which the first client render is made. */
export type InlineState = {
  /** `site.yaml`'s public part, runtime configuration (R7.02) included. */
  site: JsonValue,
  /** The app that can show it. Another app makes one full navigation. */
  app: Hash,
  /** Route id. */
  route: string,
  /** Path with prefix. */
  path: string,
  /** Locale code. */
  locale: LocaleCode,
  /** Content of the page. */
  payload: Payload,
  /** Content of the document's head. */
  head: Head,
}

/**
 * Facts that every page may show. They are the same for all pages, so they are sent once, before
 * the first page.
 */
export type SiteFrame = {
  /** Hash of `site` as JSON; pages name it. */
  hash: Hash,
  /** `site.yaml`'s public part. */
  site: JsonValue,
}

/** How rendering one page went. */
export type Rendered = {
  /**
   * Places in `payload.data` that have their HTML in the markup under `data-html="<field>"`:
   * `["entry.body"]`.
   */
  htmlFields: Array<string>,
  /** The page's files, in the order of their bytes behind the markup. */
  files?: Array<RenderedFile>,
  /**
   * A component or a file's module threw: its message and stack. Markup and files are empty
   * then.
   */
  error?: string,
  /** The file for which the module threw; absent: the page itself. */
  failedFile?: string,
}

/** One of a page's files in an answer. */
export type RenderedFile = {
  /** The route's name for it. */
  name: string,
  /** Length in bytes. */
  size: number,
}

/**
 * `results.json`: a results page in parts, with which the origin answers a search without
 * JavaScript.
 */
export type ResultsFile = {
  /** HTML that occurs in the page's document exactly once, and is replaced. */
  places: Places,
  /** Name → HTML with slots, `{name}`, for texts that the origin escapes or for other parts. */
  parts: { [key in string]: string },
  /** Name of all kinds together. */
  everything: string,
  /** Kind of page → its name. */
  kinds: { [key in string]: string },
  /** Name of pages of other kinds. */
  page: string,
  /** Names of the months, January first, as dates are written. */
  months: Array<string>,
}

/** The places of a results page. */
export type Places = {
  /** The field; the part `question` takes its place. */
  question: string,
  /** An empty element; the part `answer` takes its place. */
  answer: string,
}

/**
 * `refusals.json`: parts and words with which the origin shows a form again, without JavaScript,
 * when it refused a message.
 */
export type RefusalsFile = {
  /** Title of the document; its slot is `{title}`, the page's own. A text. */
  title: string,
  /** HTML with slots, `{name}`, for texts that the origin escapes or for other parts. */
  parts: RefusalParts,
  /** Sentences on the refusal as a whole. */
  notes: RefusalNotes,
  /** Name of a question → rule → the reason why its answer is not taken. */
  rules: { [key in string]: { [key in Rule]?: string } },
  /** The reason why a file that was fine has to be chosen again. */
  fileAgain: string,
}

/** Parts of the answer. */
export type RefusalParts = {
  /** The summary above the questions: `{note}`, `{items}`. */
  summary: string,
  /** A question of the summary: `{id}` of its control, `{reason}`. */
  item: string,
  /** The reason beside a question: its own `{id}`, `{reason}`. */
  reason: string,
  /** The question for a person: `{id}` and `{image}` of the captcha. */
  captcha: string,
}

/** Sentences on a refusal. */
export type RefusalNotes = {
  /** Answers cannot be taken. */
  questions: string,
  /** The origin wants to see a person. */
  person: string,
  /** The characters of the captcha did not match. */
  personAgain: string,
  /** The client has sent too much; `{seconds}` until it may send again. */
  busy: string,
  /** The origin cannot take it now. */
  away: string,
  /** `{reason}` has it. */
  other: string,
}

/** One language of the site. */
export type Locale = {
  /** BCP 47 code, also `<html lang>` and the name of content files: `zh-CN`, `en`. */
  code: LocaleCode,
  /** The language's own name: `简体中文`. */
  name: string,
  /** Writing direction: `ltr` or `rtl`. */
  dir: Direction,
  /** First path segment of its pages, without slashes; empty for the default locale. */
  prefix: string,
  /** The value of the `language` header that the origin understands: `zh`, `en`. */
  language: string,
  /** Exactly one locale is the default; its prefix is empty. */
  default?: boolean,
  /**
   * BCP 47 code of the region whose dates and numbers are written; absent: `code`. Plain `en`
   * means the United States.
   */
  formats?: string,
}

/** `builds/latest.json`: the live build. Public; replaced by rename, last of all. */
export type Latest = {
  /** The live build. */
  id: BuildId,
  /**
   * When it was published, RFC 3339 UTC. In a bucket it may be a few seconds ahead: gateways
   * switch then.
   */
  timestamp: string,
  /** The app of its pages. */
  app: Hash,
}

/**
 * `builds/meta/<id>.json`: the public facts of a build, for the client (R7.05). It has no path of
 * a guarded entry.
 */
export type Meta = {
  /** The build. */
  id: BuildId,
  /** Its app. */
  app: Hash,
  /** The locales. */
  locales: Array<Locale>,
  /** Route rules. */
  routes: Array<RouteRule>,
  /** Public prerendered paths with prefix, sorted; left out beyond `META_PATHS_MAX`. */
  prerendered?: Array<string>,
}

/** Facts of a route that the client router needs before it has the component. */
export type RouteRule = {
  /** Route id. */
  id: string,
  /** Unprefixed pattern: `/news/:id`. */
  path: string,
  /** Only signed-in visitors. */
  requiresAuth?: boolean,
  /** Only guests. */
  guestOnly?: boolean,
  /** Has a `_payload.json` per path. */
  prerender?: boolean,
}
