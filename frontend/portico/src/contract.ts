// The types that the frontend shares with generator, gateway and origin.
//
// The crate `contract` is their definition, and contract.gen.ts has them as TypeScript. A type is
// written here where it is narrower than the crate's: a browser knows the site's public settings by
// name, and a writer of a file has to name all its parts. Types of values that the crate passes on
// as JSON are here, too.

import type * as crate from '#/contract.gen.ts'
import type { Rule } from '#/enumerations/rule.gen.ts'
import type { LocaleCode, PublicSettings } from '#/register.ts'

export type {
  Alternate,
  DocumentAssets,
  Head,
  HeaderClass,
  Hello,
  JsonValue as Json,
  Latest,
  Locale,
  Meta,
  Metadata,
  PageFile,
  /** A page as a frame transfers it: the site by its hash. */
  PageInput as PageFrame,
  Payload,
  PayloadFile,
  Query,
  Rendered,
  RenderedFile,
  Route,
  RouteRule,
} from '#/contract.gen.ts'
export { BODY_TOKEN, CONTRACT_VERSION, MARKUP_FRAME, MAX_FRAME_BYTES, PAGE_FRAME, SITE_FRAME } from '#/contract.gen.ts'

/** A locale's code, also `<html lang>`. The list of locales is in `locales/locales.json`. */
export type { LocaleCode }

/** A type of the crate with other types of fields; one that the crate does not have fails here. */
type Replace<T, Fields extends { [F in keyof Fields]: F extends keyof T ? unknown : never }> = Omit<T, keyof Fields> & Fields

/** A type of the crate with narrower types of fields; one of another kind fails here. */
type Narrow<T, Fields extends { [F in keyof Fields]: F extends keyof T ? T[F] : never }> = Replace<T, Fields>

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

/** A page with the site that its frame names; only the template reads the head for crawlers. */
export type PageInput = Replace<Omit<crate.PageInput, 'crawlerHead'>, { site: Site }>

/** Facts that every page may show; they come once, before the pages that name their hash. */
export type SiteFrame = Replace<crate.SiteFrame, { site: Site }>

/**
 * The JSON block in every document. Fields that appear once in the markup are left out of
 * `payload.data`.
 */
export type InlineState = Replace<crate.InlineState, { site: Site }>

/**
 * File of a results page, made of its own parts, with which the origin answers a search without
 * JavaScript.
 */
export type ResultsFile = Narrow<crate.ResultsFile, { parts: ResultsParts }>

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
 * File of a form's page: parts and words with which the origin shows the form again, without
 * JavaScript, when a message was refused. Every rule of a question has its reason.
 */
export type RefusalsFile = Narrow<crate.RefusalsFile, { rules: { [question: string]: { [rule in Rule]: string } } }>
